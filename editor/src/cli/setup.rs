//! Turns a command's arguments into a program, in the same way for all commands that play.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use interpreter::diagnostic::{Code, Diagnostic, Severity, has_errors, nearest};
use interpreter::program::Program;
use interpreter::ruleset::{Built, Ruleset, Setup, Texts};
use interpreter::series::Plan;
use interpreter::source::Sources;

use super::{FOUND, WRONG, out};
use crate::args;
use crate::drawing::picture::{self, Drawn};
use crate::drawing::svg;
use crate::files::{self, Library, NotWritten, Over};
use crate::render::render;

/// A ruleset that has been read and built.
#[derive(Clone)]
pub struct Ready {
    pub ruleset: Arc<Ruleset>,
    pub setup: Setup,
    pub built: Built,
    pub program: Arc<Program>,
}

/// Reads the ruleset of this name. If there is none, says which ones there are.
///
/// # Errors
/// Returns the exit code, after the reason has been printed.
pub fn ruleset(library: &Library, name: &str) -> Result<Ruleset, ExitCode> {
    texts(std::slice::from_ref(library), name).map(|texts| Ruleset::read(&texts))
}

/// Reads the texts of a ruleset from the first of these libraries that has it. If none has, says which rulesets there are.
///
/// # Errors
/// Returns the exit code, after the reason has been printed.
pub fn texts(libraries: &[Library], name: &str) -> Result<Texts, ExitCode> {
    if let Some(library) = libraries.iter().find(|library| library.has(name)) {
        return Ok(library.read(name));
    }
    let mut names: Vec<String> = libraries.iter().flat_map(Library::names).collect();
    names.sort();
    names.dedup();
    let problem = Diagnostic::nowhere(Code::UnknownName, format!("there is no ruleset `{name}`"));
    let there = if names.is_empty() {
        format!(
            "{} has no folder with a game.ron; say where rulesets are with --rulesets DIR",
            libraries.first().map(|library| library.rulesets.display().to_string()).unwrap_or_default()
        )
    } else {
        format!("there are: {}", names.join(", "))
    };
    let problem = problem.did_you_mean(nearest(name, names.iter().map(String::as_str))).or_hint(there);
    report(&Sources::default(), &[problem]);
    Err(ExitCode::from(WRONG))
}

/// Prints an error in one line, and returns the exit code.
pub fn refused(code: u8, message: impl Display) -> ExitCode {
    out::note(format!("{}: {message}", out::styled(out::BAD, "error")));
    ExitCode::from(code)
}

/// Looks whether a file that the user has named can be written.
///
/// # Errors
/// Returns the exit code, after the reason has been printed.
pub fn can_write(path: &Path, over: Over) -> Result<(), ExitCode> {
    files::try_to_write(path, over).map_err(|why| not_written(path, &why))
}

/// Says why a file that the user has named can't be written, and returns the exit code.
pub fn not_written(path: &Path, why: &NotWritten) -> ExitCode {
    let is_taken = matches!(why, NotWritten::Taken(_));
    let hint = if is_taken { ": name another file, or replace this one with `--force`" } else { "" };
    refused(WRONG, format!("{} can't be written: {why}{hint}", path.display()))
}

/// Writes such a file.
///
/// # Errors
/// Returns the exit code, after the reason has been printed.
pub fn write(path: &Path, bytes: &[u8], over: Over) -> Result<(), ExitCode> {
    files::write(path, bytes, over).map_err(|why| refused(FOUND, format!("{} can't be written: {why}", path.display())))
}

/// Draws the board that is played on; `None` if its track has no file.
///
/// # Errors
/// Returns why its track can't be read.
pub fn board(ready: &Ready, library: &Library, options: svg::Options) -> Result<Option<Drawn>, String> {
    let name = &*ready.built.track_name;
    let text = library.read(&ready.ruleset.name).tracks.remove(name);
    text.map(|text| picture::of_track(library, &ready.ruleset, name, &text, options)).transpose()
}

/// Builds the game that the arguments name.
///
/// # Errors
/// Returns the exit code, after the problems have been printed.
pub fn build(library: &Library, game: &args::Game, players: Option<usize>) -> Result<Ready, ExitCode> {
    build_for(library, game, players, vec![])
}

/// The same, for players with these names.
///
/// # Errors
/// Returns the exit code, after the problems have been printed.
pub fn build_for(library: &Library, game: &args::Game, players: Option<usize>, names: Vec<String>) -> Result<Ready, ExitCode> {
    let ruleset = ruleset(library, &game.ruleset)?;
    let (addons, track, settings) = (game.with.clone(), game.track.clone(), game.set.clone());
    built(ruleset, Setup { addons, track, players, names, settings, ..Setup::default() })
}

/// A series that has been read and built.
pub struct ReadySeries {
    pub ruleset: Ruleset,
    /// The setup without the changes that the series makes.
    pub setup: Setup,
    pub plan: Plan,
}

/// Builds a series with the settings in the arguments.
///
/// # Errors
/// Returns the exit code, after the problems have been printed.
pub fn series(
    library: &Library,
    game: &args::Game,
    name: &str,
    players: Option<usize>,
    names: Vec<String>,
) -> Result<ReadySeries, ExitCode> {
    let ruleset = ruleset(library, &game.ruleset)?;
    planned(ruleset, name, Setup { addons: game.with.clone(), players, names, settings: game.set.clone(), ..Setup::default() })
}

/// Builds a series.
///
/// # Errors
/// Returns the exit code, after the problems have been printed.
pub fn planned(ruleset: Ruleset, name: &str, mut setup: Setup) -> Result<ReadySeries, ExitCode> {
    setup.addons = with_required(&ruleset, &setup.addons);
    match Plan::new(&ruleset, name, &setup) {
        Ok(plan) => {
            note_broken(&ruleset);
            Ok(ReadySeries { ruleset, setup, plan })
        }
        Err(problems) => {
            report(&ruleset.sources, &problems);
            Err(ExitCode::from(if is_argument(&ruleset.problems, &problems) { WRONG } else { FOUND }))
        }
    }
}

/// Builds a setup.
///
/// # Errors
/// Returns the exit code, after the problems have been printed.
pub fn built(ruleset: impl Into<Arc<Ruleset>>, mut setup: Setup) -> Result<Ready, ExitCode> {
    let ruleset = ruleset.into();
    setup.addons = with_required(&ruleset, &setup.addons);
    let built = ruleset.build(&setup);
    let Some(program) = built.program.clone() else {
        let own = ruleset.problems_of(&setup);
        let errors: Vec<Diagnostic> =
            own.iter().chain(&built.problems).filter(|p| p.severity == Severity::Error).cloned().collect();
        report(&ruleset.sources, &errors);
        return Err(ExitCode::from(if is_argument(&own, &errors) { WRONG } else { FOUND }));
    };
    note_broken(&ruleset);
    Ok(Ready { ruleset, setup, built, program })
}

/// Prints a note if there are errors in parts that are not played here, such as add-ons that are off, or other tracks.
fn note_broken(ruleset: &Ruleset) {
    let errors = ruleset.problems.iter().filter(|p| p.severity == Severity::Error).count();
    if errors > 0 {
        let them = if errors == 1 { "there is an error" } else { "there are errors" };
        let name = &ruleset.name;
        out::note(format!("note: {them} in unused parts of `{name}`; `coursesetter check {name}` tells more"));
    }
}

/// Whether the errors come from the arguments rather than the rules, whose own problems are `own`.
fn is_argument(own: &[Diagnostic], errors: &[Diagnostic]) -> bool {
    let arguments = |p: &Diagnostic| {
        p.span.is_none() && matches!(p.code, Code::UnknownName | Code::WrongParameter | Code::WrongPlayers | Code::AddonNeeds)
    };
    !has_errors(own) && errors.iter().any(arguments)
}

/// Adds the add-ons that the chosen ones require.
pub fn with_required(ruleset: &Ruleset, addons: &[String]) -> Vec<String> {
    let mut wanted: Vec<String> = addons.iter().map(|a| a.trim().replace('-', "_")).filter(|a| !a.is_empty()).collect();
    let mut n = 0;
    while n < wanted.len() {
        let requires = ruleset.addons.iter().find(|a| *a.name == *wanted[n]).map(|a| a.requires.clone()).unwrap_or_default();
        for needed in requires {
            if !wanted.iter().any(|w| *w == *needed) {
                out::note(format!("`{}` needs `{needed}`, which is switched on, too", wanted[n]));
                wanted.push(needed.to_string());
            }
        }
        n += 1;
    }
    wanted
}

/// Prints problems to stderr.
pub fn report(sources: &Sources, problems: &[Diagnostic]) {
    out::note(render(sources, problems, true).trim_end());
}
