//! `export`: a board as a picture at true size.

use std::process::ExitCode;

use interpreter::diagnostic::nearest;
use interpreter::ruleset::Ruleset;

use super::{FOUND, WRONG, out};
use crate::args;
use crate::drawing::{Schema, read, svg};
use crate::files::{self, Library};

/// Writes a track as SVG.
pub fn run(args: &args::Export, library: &Library) -> ExitCode {
    match export(args, library) {
        Ok(Some(said)) => out::note(said),
        Ok(None) => {}
        Err((code, message)) => {
            out::note(format!("{}: {message}", out::styled(out::BAD, "error")));
            return ExitCode::from(code);
        }
    }
    ExitCode::SUCCESS
}

fn export(args: &args::Export, library: &Library) -> Result<Option<String>, (u8, String)> {
    let names = library.names();
    if !library.has(&args.ruleset) {
        return Err((WRONG, format!("there is no ruleset {:?}; there are: {}", args.ruleset, names.join(", "))));
    }
    let texts = library.read(&args.ruleset);
    let ruleset = Ruleset::read(&texts);
    let name = ruleset.track_name(args.track.as_deref()).unwrap_or_default();
    let Some(text) = texts.tracks.get(&name) else {
        let near = nearest(&name, texts.tracks.keys().map(String::as_str)).map(|near| format!("; did you mean {near:?}?"));
        return Err((WRONG, format!("{} has no track {name:?}{}", args.ruleset, near.unwrap_or_default())));
    };
    let text = text.as_ref().map_err(|why| (FOUND, format!("{name}.ron can't be read: {why}")))?;
    let document = read::read(text).map_err(|problem| (FOUND, format!("{name}.ron: {}", problem.message)))?;
    let schema = Schema::of(&ruleset, &ruleset.weave(&[]).0);
    let options = svg::Options { ids: args.ids, pictures: args.pictures };
    let drawn = svg::draw(&document, &schema, &ruleset.manifest, options);
    match &args.to {
        Some(path) => {
            files::write(path, &drawn).map_err(|why| (FOUND, format!("{} can't be written: {why}", path.display())))?;
            let sheet = document.header().sheet();
            Ok(Some(format!("{}: {} by {} mm", path.display(), sheet.width, sheet.height)))
        }
        None => {
            out::print(drawn);
            Ok(None)
        }
    }
}
