//! `rulebook`: writes the rules of a game as players read them, as a page of Markdown or HTML.

use std::process::ExitCode;

use interpreter::rulebook::Rulebook;

use super::setup;
use super::{WRONG, out};
use crate::args;
use crate::drawing::svg;
use crate::files::{self, Library, Over};
use crate::page;
use crate::rulebook::{Shown, html, markdown};

/// Writes the rulebook of what is switched on.
pub fn run(args: &args::Rulebook, library: &Library) -> ExitCode {
    written(args, library).map_or_else(|code| code, |()| ExitCode::SUCCESS)
}

fn written(args: &args::Rulebook, library: &Library) -> Result<(), ExitCode> {
    let is_html = args.html || args.to.as_deref().is_some_and(page::is_page);
    let over = if args.force { Over::Any } else { Over::Own(files::Kind::RULEBOOK) };
    if let Some(path) = &args.to {
        if !is_html && !path.extension().is_some_and(|of| of.eq_ignore_ascii_case("md")) && !args.force {
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
        book = book.with_examples(&ready.ruleset, &ready.built.track_name);
    }
    let shown = Shown { replaced: args.changes, citations: args.citations, ..Shown::default() };
    // A rulebook is read without its board, too.
    let board = |ready, library| setup::board(ready, library, svg::Options::default()).ok().flatten().map(|board| board.svg);
    let page = if is_html { html(&book, shown, board(&ready, library).as_slice()) } else { markdown(&book, shown) };
    match &args.to {
        Some(path) => {
            let page = format!("{}\n{page}", files::RULEBOOK_MARK);
            setup::write(path, page.as_bytes(), over)?;
            let examples = book
                .sections
                .iter()
                .flat_map(|section| &section.paragraphs)
                .filter_map(|said| said.example.as_ref())
                .filter(|example| !example.is_elsewhere)
                .count();
            let sections = book.sections.len();
            out::note(format!("{}: {sections} sections, {examples} examples", path.display()));
        }
        None => out::print(page),
    }
    Ok(())
}
