//! `print`: writes boards, cards and the rulebook as PDF.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use interpreter::rulebook::Rulebook;

use super::setup::{self, Ready};
use super::{FOUND, long, out};
use crate::args;
use crate::board::Board;
use crate::drawing::svg;
use crate::figures::words::count;
use crate::files::{self, Library, Over};
use crate::paper::What;
use crate::print::{Game, Order, has, pages};
use crate::rulebook::Shown;
use crate::workspace::watcher::Watcher;

/// Prints what is wanted, once or again and again.
pub fn run(args: &args::Print, library: &Library) -> ExitCode {
    if !args.watch {
        return printed(args, library).map_or_else(|code| code, |()| ExitCode::SUCCESS);
    }
    let name = &args.game.ruleset;
    if let Err(code) = setup::ruleset(library, name) {
        return code;
    }
    long::ends_on_ctrl_c();
    let mut watcher = Watcher::new(&[&library.rulesets.join(name), &library.tracks.join(name)]);
    let (mut before, mut own) = (None, vec![]);
    loop {
        let (texts, templates) = (library.read(name), library.read_templates(name));
        if before.as_ref().is_none_or(|before| !crate::workspace::differences(before, &texts).is_empty()) || own != templates {
            // What went wrong has been said; the next save may mend it.
            let _ = printed(args, library);
            (before, own) = (Some(texts), templates);
        }
        watcher.wait(Duration::from_secs(1));
    }
}

fn printed(args: &args::Print, library: &Library) -> Result<(), ExitCode> {
    let name = &args.game.ruleset;
    let folder = args.to.clone().unwrap_or_else(|| PathBuf::from(format!("{name}-print")));
    let over = if args.force { Over::Any } else { Over::Own(files::Kind::PRINT) };
    let ready = setup::build(library, &args.game, args.players)?;
    let order = Order {
        paper: args.paper,
        margin: args.margin,
        scale: args.scale / 100.0,
        joint: args.joint,
        duplex: args.duplex,
        gap: args.gap,
        colours: args.colours,
        booklet: args.booklet,
        shown: Shown { replaced: args.changes, ..Shown::default() },
        ..Order::default()
    };
    let mut wanted: Vec<What> = if args.what.is_empty() { What::ALL.to_vec() } else { args.what.clone() };
    wanted.sort_unstable();
    wanted.dedup();
    let game = game(&ready, library, name, &wanted)?;
    let write = |name: String, bytes: &[u8]| {
        files::write_into(&folder, &name, bytes, over).map_err(|why| setup::not_written(&folder.join(&name), &why))
    };
    for what in wanted {
        if !has(&game, what) {
            if !args.what.is_empty() {
                out::note(format!("`{name}` has no {}", what.name()));
            }
            continue;
        }
        let told = |wrong: Vec<crate::print::typeset::Wrong>| {
            wrong.into_iter().fold(ExitCode::from(FOUND), |_, wrong| setup::refused(FOUND, wrong))
        };
        let pages = pages(&game, what, &order).map_err(told)?;
        let stem = format!("{name}-{}", what.name());
        let mut pdf = pages.pdf(&stem).map_err(told)?;
        pdf.extend(files::PDF_MARK.as_bytes());
        let path = write(format!("{stem}.pdf"), &pdf)?;
        out::line(format!("{}: {}", path.display(), count(pages.count() as u64, "page")));
        for (n, dpi) in (0..pages.count()).filter_map(|n| Some((n, args.png?))) {
            let picture = pages.png(n, dpi).map_err(|why| setup::refused(FOUND, format!("page {}: {why}", n + 1)))?;
            write(format!("{stem}-{}.png", n + 1), &picture)?;
        }
    }
    Ok(())
}

/// Collects what is needed for these documents.
fn game<'a>(ready: &'a Ready, library: &Library, name: &str, wanted: &[What]) -> Result<Game<'a>, ExitCode> {
    let mut book = Rulebook::of(&ready.ruleset, &ready.program);
    if wanted.contains(&What::Rules) {
        book = book.with_examples(&ready.ruleset);
    }
    let mut own = std::collections::BTreeMap::new();
    for (file, bytes) in library.read_templates(name) {
        let bytes = bytes.map_err(|why| setup::refused(FOUND, format!("{name}/{}/{file} can't be read: {why}", files::PRINT)))?;
        own.insert(file, bytes);
    }
    let options = svg::Options { letters: true, ..svg::Options::default() };
    let board = setup::board(ready, library, options).map_err(|why| setup::refused(FOUND, why))?;
    let (program, manifest) = (&ready.program, &ready.ruleset.manifest);
    let course = Board::new(program, &ready.built.track, manifest);
    Ok(Game { program, manifest, board: course, boards: board.into_iter().collect(), book, own })
}
