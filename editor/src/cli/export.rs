//! `export`: writes a board as a picture at true size.

use std::process::ExitCode;

use interpreter::diagnostic::{Code, Diagnostic, Severity, has_errors};
use interpreter::ruleset::{Ruleset, Setup};

use super::check::variant_built;
use super::{FOUND, WRONG, out, setup};
use crate::args;
use crate::drawing::picture::{self, Kind};
use crate::drawing::{Checker, read, svg};
use crate::files::{self, Library, Over};

/// Writes a track as SVG or PNG.
pub fn run(args: &args::Export, library: &Library) -> ExitCode {
    export(args, library).map_or_else(|code| code, |()| ExitCode::SUCCESS)
}

fn export(args: &args::Export, library: &Library) -> Result<(), ExitCode> {
    let kind = match &args.to {
        Some(_) if args.png => Kind::Png,
        Some(path) => match Kind::of(path) {
            Some(kind) => kind,
            // With `--force` any name will do, and devices have no endings.
            None if args.force || path.exists() && !path.is_file() => Kind::Svg,
            None => {
                let why = format!(
                    "{}: pictures are files that end in .svg or .png; with `--force` any file becomes an SVG",
                    path.display()
                );
                return Err(setup::refused(WRONG, why));
            }
        },
        None => Kind::Svg,
    };
    let over = if args.force { Over::Any } else { Over::Own(files::Kind::PICTURE) };
    if let Some(path) = &args.to {
        setup::can_write(path, over)?;
    }
    let texts = setup::texts(std::slice::from_ref(library), &args.ruleset)?;
    let ruleset = Ruleset::read(&texts);
    let name = ruleset.track_name(args.track.as_deref()).unwrap_or_default();
    let Some(text) = texts.tracks.get(&name) else {
        // The problems of the build say everything.
        let problems = ruleset.build(&Setup { track: Some(name), ..Setup::default() }).problems;
        debug_assert!(has_errors(&problems), "a track that isn't there can't be built");
        setup::report(&ruleset.sources, &problems);
        return Err(ExitCode::from(WRONG));
    };
    let found = |why: String| setup::refused(FOUND, why);
    let text = text.as_ref().map_err(|why| found(format!("{name}.ron can't be read: {why}")))?;
    let (broken, elsewhere) = errors(&ruleset, &name);
    if !broken.is_empty() {
        setup::report(&ruleset.sources, &broken);
        return Err(ExitCode::from(FOUND));
    }
    if elsewhere > 0 {
        let game = &args.ruleset;
        out::note(format!(
            "the rules have errors, so the picture may lack what they say of the board; `coursesetter check {game}` lists them"
        ));
    }
    let document = read::read(text).map_err(|problem| found(format!("{name}.ron: {}", problem.message)))?;
    let checker = Checker::new(&ruleset, &[]);
    let track = library.tracks.join(&args.ruleset).join(format!("{name}.ron"));
    let options = svg::Options { ids: args.ids, pictures: args.pictures, letters: false };
    let drawn = picture::bytes(&document, &checker, &track, kind, options, args.dpi).map_err(found)?;
    picture::left_out(&document, &checker).into_iter().for_each(out::note);
    match &args.to {
        Some(path) => out::note(picture::write(path, &drawn, &document, kind, args.dpi, over).map_err(found)?),
        None => out::print(String::from_utf8_lossy(&drawn)),
    }
    Ok(())
}

/// Returns the errors that make a track's picture wrong: those in the manifest, which defines the look of spaces, and those in the track,
/// except unfinished parts. Also returns the number of errors elsewhere.
fn errors(ruleset: &Ruleset, track: &str) -> (Vec<Diagnostic>, usize) {
    let (game, drawn) = (format!("{}/game.ron", ruleset.name), format!("tracks/{}/{track}.ron", ruleset.name));
    let setup = Setup { track: Some(track.to_owned()), ..Setup::default() };
    let built = ruleset.build(&setup).problems;
    let own: Vec<Diagnostic> = ruleset.problems_of(&setup).into_iter().chain(built.iter().cloned()).collect();
    let mut all = ruleset.problems.clone();
    all.extend(built);
    if !ruleset.is_stopped(&[], None) {
        all.extend(ruleset.manifest.variants.iter().flat_map(|variant| variant_built(ruleset, variant).problems));
        all.extend(interpreter::series::problems(ruleset));
    }
    let (mut broken, mut elsewhere): (Vec<Diagnostic>, usize) = (vec![], 0);
    for problem in all.into_iter().filter(|problem| problem.severity == Severity::Error) {
        match problem.span.map(|span| &*ruleset.sources.get(span.source).name) {
            Some(file) if file == drawn && problem.code.is_unfinished() => {}
            Some(file) if file == game || file == drawn => broken.extend((!broken.contains(&problem)).then_some(problem)),
            // Other tracks and add-ons don't affect the picture.
            _ if !own.contains(&problem) => {}
            None if problem.code == Code::Unreadable => broken.push(problem),
            _ => elsewhere += 1,
        }
    }
    (broken, elsewhere)
}
