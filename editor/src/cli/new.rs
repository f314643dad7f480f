//! `new`: begins a track, a ruleset or an add-on.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use interpreter::ruleset::Ruleset;

use super::{FOUND, WRONG, out, setup};
use crate::args;
use crate::drawing::disk::OnDisk;
use crate::drawing::document::SHEET;
use crate::drawing::trail::{self, Plan, SlopeRule, TILES};
use crate::drawing::{Checker, Document, begin};
use crate::files::{self, Library, Over, word};

/// Writes the wanted files and says where they are. Existing files are never overwritten.
pub fn run(args: &args::New, library: &Library, folders_given: &args::Folders) -> ExitCode {
    let mut library = library.clone();
    if let (Some(rulesets), None) = (&folders_given.rulesets, &folders_given.tracks) {
        // The tracks go beside the rulesets, whether that folder exists or not.
        library.tracks = rulesets.with_file_name("tracks");
    }
    let library = &library;
    // With these arguments, the printed command finds the new files.
    let is_elsewhere = folders_given.rulesets.is_some() || folders_given.tracks.is_some();
    let home = |name: &str, path: &Path| format!(" --{name} {}", word(path));
    let folders =
        if is_elsewhere { home("rulesets", &library.rulesets) + &home("tracks", &library.tracks) } else { String::new() };
    let is_programs = folders_given.rulesets.is_none() && library.is_the_programs();
    let made = match &args.what {
        args::NewWhat::Track(args::NewTrack { part, .. }) if is_programs && folders_given.tracks.is_none() => {
            Err(not_own(&library.tracks, &part.ruleset))
        }
        args::NewWhat::Addon(part) if is_programs => Err(not_own(&library.rulesets, &part.ruleset)),
        args::NewWhat::Track(new) => track(library, new, &folders),
        args::NewWhat::Ruleset { name, title, from } => ruleset(library, name, title.as_deref(), from.as_deref(), &folders),
        args::NewWhat::Addon(part) => addon(library, part, &folders),
    };
    match made {
        Ok((files, next)) => {
            for file in files {
                out::line(file.display());
            }
            out::note(next);
            ExitCode::SUCCESS
        }
        Err(code) => code,
    }
}

/// The written files and the next step; or an exit code, after the reason has been printed.
type Made = Result<(Vec<PathBuf>, String), ExitCode>;

fn wrong(why: String) -> ExitCode {
    setup::refused(WRONG, why)
}

fn unwritten(why: String) -> ExitCode {
    setup::refused(FOUND, why)
}

/// Refuses to put something among the program's own files.
fn not_own(folder: &Path, game: &str) -> ExitCode {
    let folder = folder.display();
    wrong(format!(
        "{folder} belongs to the program, and you have no rulesets here: begin one with `coursesetter new ruleset my-race`, copy this one \
         with `coursesetter new ruleset my-{game} --from {game}`, or name a folder with --rulesets DIR"
    ))
}

fn track(library: &Library, new: &args::NewTrack, folders: &str) -> Made {
    let args::NewPart { ruleset: game, name, title } = &new.part;
    let ruleset = setup::ruleset(library, game)?;
    begin::check_name(name).map_err(wrong)?;
    let path = library.tracks.join(game).join(format!("{name}.ron"));
    if files::is_there(&path) {
        return Err(wrong(format!("{} already exists: choose another name", path.display())));
    }
    let (checker, titled) = (Checker::new(&ruleset, &[]), titled(name));
    let title = title.as_deref().unwrap_or(&titled);
    let (document, what) = match &new.gpx {
        Some(gpx) => trailed(&checker, title, gpx, new.tiles)?,
        None => (begin::track(&checker, title, SHEET), "an empty sheet".to_owned()),
    };
    OnDisk::new(&path)
        .save_over(&document, Over::Nothing)
        .map_err(|why| unwritten(format!("{} can't be written: {why}", path.display())))?;
    let next = format!("{what}; `coursesetter check {}{folders}` says what it still needs", word(&path));
    Ok((vec![path], next))
}

/// A track along the first trail of a file, and what it is in words.
fn trailed(checker: &Checker, title: &str, gpx: &Path, tiles: Option<usize>) -> Result<(Document, String), ExitCode> {
    let bytes = files::bytes(gpx, files::LARGEST_KEPT).map_err(|why| wrong(format!("{} can't be read: {why}", gpx.display())))?;
    let trails = trail::read(&bytes).map_err(|why| wrong(format!("{}: {why}", gpx.display())))?;
    let Some(first) = trails.first() else { return Err(wrong(format!("{}: there is no trail", gpx.display()))) };
    if tiles.is_some_and(|tiles| !(TILES.0..=TILES.1).contains(&tiles)) {
        return Err(wrong(format!("a course along a trail has {} to {} tiles", TILES.0, TILES.1)));
    }
    let mut plan = Plan::proposed(first, checker, SHEET);
    plan.count = tiles.unwrap_or(plan.count);
    let document = trail::track(checker, title, first, &plan).map_err(wrong)?;
    let rule = |rule: &SlopeRule| {
        let what = if rule.is_climb { "climbs" } else { "falls" };
        rule.value.as_ref().map(|value| format!(", {} where it {what} by {} %", value.title, rule.percent))
    };
    let rules: String = plan.rules.iter().filter_map(rule).collect();
    Ok((document, format!("{} tiles along {}{rules}", plan.count, trail::far_text(first.length()))))
}

fn ruleset(library: &Library, name: &str, title: Option<&str>, from: Option<&str>, folders: &str) -> Made {
    // The ruleset to copy is looked for in the new one's library, then in the usual one, then beside the program.
    let from = from.map(|from| setup::texts(&library.and_others(), from)).transpose()?;
    let texts = begin::ruleset(from.as_ref(), name, title.unwrap_or(&titled(name))).map_err(wrong)?;
    begin::check_free(library, &texts).map_err(wrong)?;
    let written = begin::write_ruleset(library, &texts).map_err(unwritten)?;
    let left = from.as_ref().map(|from| begin::left_behind(&begin::unfinished(from))).unwrap_or_default();
    Ok((
        written,
        format!("`coursesetter check {name}{folders}` runs its tests, `coursesetter play {name}{folders}` plays it{left}"),
    ))
}

fn addon(library: &Library, part: &args::NewPart, folders: &str) -> Made {
    let args::NewPart { ruleset: game, name, title } = part;
    let texts = setup::texts(std::slice::from_ref(library), game)?;
    let title = title.clone().unwrap_or_else(|| titled(name));
    let made = begin::addon(&Ruleset::read(&texts), &texts, name, &title).map_err(wrong)?;
    let written = begin::write_addon(library, game, made).map_err(unwritten)?;
    Ok((written, format!("`coursesetter play {game} --with {name}{folders}` plays with it")))
}

/// Turns `my-race` into `My race`.
fn titled(name: &str) -> String {
    let mut letters = name.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + &letters.as_str().replace('-', " ")
}
