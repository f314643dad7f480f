//! `rulebook`: writes the rules of a game as players read them, as a page of Markdown or HTML.

use std::process::ExitCode;

use interpreter::rulebook::Rulebook;

use super::setup::{self, Ready};
use super::{WRONG, out};
use crate::args;
use crate::drawing::picture::{self, Kind};
use crate::drawing::{Checker, read, svg};
use crate::files::{self, Library, Over};
use crate::rulebook::{Shown, html, markdown};

/// Writes the rulebook of what is switched on.
pub fn run(args: &args::Rulebook, library: &Library) -> ExitCode {
    written(args, library).map_or_else(|code| code, |()| ExitCode::SUCCESS)
}

fn written(args: &args::Rulebook, library: &Library) -> Result<(), ExitCode> {
    let ends =
        |ending: &str| args.to.as_ref().is_some_and(|path| path.extension().is_some_and(|of| of.eq_ignore_ascii_case(ending)));
    let is_html = args.html || ends("html") || ends("htm");
    let over = if args.force { Over::Any } else { Over::Own(files::Kind::RULEBOOK) };
    if let Some(path) = &args.to {
        if !is_html && !ends("md") && !args.force {
            let why = format!(
                "{}: rulebooks are files that end in .html or .md; with `--force` any file becomes Markdown",
                path.display()
            );
            return Err(setup::refused(WRONG, why));
        }
        setup::can_write(path, over)?;
    }
    let ready = setup::build(library, &args.game, args.players)?;
    let mut book = Rulebook::of(&ready.ruleset, &ready.program);
    if !args.plain {
        book = book.with_examples(&ready.ruleset);
    }
    let shown = Shown { replaced: args.changes, citations: args.citations, contents: false };
    let page = if is_html { html(&book, shown, &board(&ready, library, args)) } else { markdown(&book, shown) };
    match &args.to {
        Some(path) => {
            let page = format!("{}\n{page}", files::RULEBOOK_MARK);
            setup::write(path, page.as_bytes(), over)?;
            let examples =
                book.sections.iter().flat_map(|section| &section.paragraphs).filter(|said| said.example.is_some()).count();
            let sections = book.sections.len();
            out::note(format!("{}: {sections} sections, {examples} examples", path.display()));
        }
        None => out::print(page),
    }
    Ok(())
}

/// A picture of the board that is played on, if it can be drawn.
fn board(ready: &Ready, library: &Library, args: &args::Rulebook) -> Vec<String> {
    let name = &ready.built.track_name;
    let drawn = || {
        let text = library.read(&args.game.ruleset).tracks.get(&**name)?.clone().ok()?;
        let document = read::read(&text).ok()?;
        let track = library.tracks.join(&args.game.ruleset).join(format!("{name}.ron"));
        let checker = Checker::new(&ready.ruleset, &[]);
        let bytes = picture::bytes(&document, &checker, &track, Kind::Svg, svg::Options::default(), 0).ok()?;
        String::from_utf8(bytes).ok()
    };
    drawn().into_iter().collect()
}
