//! `export`: a board as a picture at true size.

use std::process::ExitCode;

use interpreter::diagnostic::has_errors;
use interpreter::ruleset::{Ruleset, Setup};

use super::{FOUND, WRONG, out, setup};
use crate::args;
use crate::drawing::picture::{self, Kind};
use crate::drawing::{Checker, read, svg};
use crate::files::Library;

/// Writes a track as SVG or PNG.
pub fn run(args: &args::Export, library: &Library) -> ExitCode {
    export(args, library).map_or_else(|code| code, |()| ExitCode::SUCCESS)
}

fn export(args: &args::Export, library: &Library) -> Result<(), ExitCode> {
    let kind = match &args.to {
        Some(_) if args.png => Kind::Png,
        Some(path) => Kind::of(path).unwrap_or(Kind::Svg),
        None => Kind::Svg,
    };
    let texts = setup::texts(std::slice::from_ref(library), &args.ruleset)?;
    let ruleset = Ruleset::read(&texts);
    let name = ruleset.track_name(args.track.as_deref()).unwrap_or_default();
    let Some(text) = texts.tracks.get(&name) else {
        // What building says of it is all there is to say.
        let problems = ruleset.build(&Setup { track: Some(name), ..Setup::default() }).problems;
        debug_assert!(has_errors(&problems), "a track that isn't there can't be built");
        setup::report(&ruleset.sources, &problems);
        return Err(ExitCode::from(WRONG));
    };
    let found = |why: String| setup::refused(FOUND, why);
    let text = text.as_ref().map_err(|why| found(format!("{name}.ron can't be read: {why}")))?;
    let document = read::read(text).map_err(|problem| found(format!("{name}.ron: {}", problem.message)))?;
    let checker = Checker::new(&ruleset, &[]);
    let track = library.tracks.join(&args.ruleset).join(format!("{name}.ron"));
    let options = svg::Options { ids: args.ids, pictures: args.pictures };
    let drawn = picture::bytes(&document, &checker, &track, kind, options, args.dpi).map_err(found)?;
    match &args.to {
        Some(path) => out::note(picture::write(path, &drawn, &document, kind, args.dpi).map_err(found)?),
        None => out::print(String::from_utf8_lossy(&drawn)),
    }
    Ok(())
}
