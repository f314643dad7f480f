//! `new`: a track, a ruleset or an add-on to begin with.

use std::path::PathBuf;
use std::process::ExitCode;

use interpreter::ruleset::Ruleset;

use super::{FOUND, WRONG, out};
use crate::args;
use crate::drawing::document::SHEET;
use crate::drawing::{Schema, begin, write};
use crate::files::{self, Library};

/// Writes what is asked for and says where it lies. Nothing that is there is written over.
pub fn run(args: &args::New, library: &Library, folders: &args::Folders) -> ExitCode {
    let mut library = library.clone();
    if let (Some(rulesets), None) = (&folders.rulesets, &folders.tracks) {
        // Where both are to be, though there may be nothing yet.
        library.tracks = rulesets.with_file_name("tracks");
    }
    let library = &library;
    let made = match &args.what {
        args::NewWhat::Track { ruleset, name, title } => track(library, ruleset, name, title.as_deref()),
        args::NewWhat::Ruleset { name, title, from } => ruleset(library, name, title.as_deref(), from.as_deref()),
        args::NewWhat::Addon { ruleset, name, title } => addon(library, ruleset, name, title.as_deref()),
    };
    match made {
        Ok((files, next)) => {
            for file in files {
                out::line(file.display());
            }
            out::note(next);
            ExitCode::SUCCESS
        }
        Err((code, message)) => {
            out::note(format!("{}: {message}", out::styled(out::BAD, "error")));
            ExitCode::from(code)
        }
    }
}

/// What was written, and what to do next; or an exit code and why.
type Made = Result<(Vec<PathBuf>, String), (u8, String)>;

fn track(library: &Library, game: &str, name: &str, title: Option<&str>) -> Made {
    known(library, game)?;
    begin::check_name(name).map_err(|why| (WRONG, why))?;
    let path = library.tracks.join(game).join(format!("{name}.ron"));
    if path.exists() {
        return Err((WRONG, format!("{} is there already", path.display())));
    }
    let ruleset = Ruleset::read(&library.read(game));
    let schema = Schema::of(&ruleset, &ruleset.weave(&[]).0);
    let document = begin::track(&schema, title.unwrap_or(&titled(name)), SHEET);
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(|error| error.to_string());
    made.and_then(|()| files::write(&path, &write::text(&document)))
        .map_err(|why| (FOUND, format!("{}: {why}", path.display())))?;
    let next = format!("an empty sheet; `coursesetter check {}` says what it still needs", path.display());
    Ok((vec![path], next))
}

fn ruleset(library: &Library, name: &str, title: Option<&str>, from: Option<&str>) -> Made {
    let from = match from {
        // In the folder for the new one, else where rulesets usually are.
        Some(from) => {
            let usual = Library::find(&args::Folders::default());
            let library = if library.has(from) { library } else { &usual };
            known(library, from)?;
            Some(library.read(from))
        }
        None => None,
    };
    let texts = begin::ruleset(from.as_ref(), name, title.unwrap_or(&titled(name))).map_err(|why| (WRONG, why))?;
    let written = begin::write_ruleset(library, &texts).map_err(|why| (WRONG, why))?;
    Ok((written, format!("`coursesetter check {name}` runs its tests, `coursesetter play {name}` plays it")))
}

fn addon(library: &Library, game: &str, name: &str, title: Option<&str>) -> Made {
    known(library, game)?;
    let written = begin::write_addon(library, game, name, title.unwrap_or(&titled(name))).map_err(|why| (WRONG, why))?;
    Ok((written, format!("`coursesetter play {game} --with {name}` plays with it")))
}

fn known(library: &Library, game: &str) -> Result<(), (u8, String)> {
    let names = library.names().join(", ");
    if library.has(game) { Ok(()) } else { Err((WRONG, format!("there is no ruleset {game:?}; there are: {names}"))) }
}

/// `my-race` is `My race`.
fn titled(name: &str) -> String {
    let mut letters = name.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + &letters.as_str().replace('-', " ")
}
