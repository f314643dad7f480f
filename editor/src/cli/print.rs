//! `print`: writes boards, cards and the rulebook as PDF.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use super::{FOUND, long, out, setup};
use crate::args;
use crate::figures::words::count;
use crate::files::{self, Library, Over};
use crate::paper::{Table, What};
use crate::print::folder::{self, NotPrinted, Place, Source};
use crate::print::ink;
use crate::print::preflight::{self, Finding};
use crate::print::{self, Order, tabletop};
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
        bleed: args.bleed,
        colours: args.colours,
        save_ink: args.save_ink,
        tiles: args.tiles.iter().map(|tile| tile.trim().to_uppercase()).collect(),
        printed: args.changed.then(|| folder::last_cards(&folder, name)),
        booklet: args.booklet,
        shown: Shown { replaced: args.changes, ..Shown::default() },
        ..Order::default()
    };
    let mut wanted: Vec<What> = if args.what.is_empty() { What::ALL.to_vec() } else { args.what.clone() };
    wanted.sort_unstable();
    wanted.dedup();
    let track = &*ready.built.track_name;
    let text = library.read(name).tracks.remove(track);
    let ruleset = ink::of(&ready.ruleset, &ready.program, &order);
    let source =
        Source { library, ruleset: &ruleset, program: &ready.program, course: &ready.built.track, track, text: text.as_ref() };
    let game = source.game(&wanted).map_err(|wrong| refused(NotPrinted::Wrong(wrong)))?;
    let place = Place { folder, name: name.clone(), over, png: args.png };
    let with = if game.book.addons.is_empty() { String::new() } else { format!(", with {}", game.book.addons.join(" and ")) };
    out::line(format!("{} on {track}, {}{with}", game.book.title, count(ready.program.players as u64, "player")));
    if args.table != Table::Paper {
        let files = tabletop::write(&game, &order, &place, args.table == Table::TabletopSimulator).map_err(refused)?;
        files.iter().for_each(|file| out::line(file.display()));
        return Ok(());
    }
    let mut found: Vec<Finding> = vec![];
    for what in wanted {
        if !print::has(&game, what) {
            if !args.what.is_empty() {
                out::note(format!("`{name}` has no {}", what.name()));
            }
            continue;
        }
        if args.check {
            preflight::refused(&game, what, &order).map_or(Ok(()), |wrong| Err(refused(NotPrinted::Wrong(vec![wrong]))))?;
        } else {
            let printed = folder::print(&game, what, &order, &place).map_err(refused)?;
            out::line(format!("{}: {}", printed.path.display(), count(printed.pages as u64, "page")));
        }
        for finding in preflight::check(&source, &game, what, &order) {
            if !found.contains(&finding) {
                out::note(format!("note: {finding}"));
                found.push(finding);
            }
        }
    }
    if args.check && found.is_empty() {
        out::line("nothing to look at before printing");
    }
    if args.check && !found.is_empty() { Err(ExitCode::from(FOUND)) } else { Ok(()) }
}

/// Says why something wasn't printed.
fn refused(why: NotPrinted) -> ExitCode {
    match why {
        NotPrinted::Wrong(wrong) => wrong.into_iter().fold(ExitCode::from(FOUND), |_, wrong| setup::refused(FOUND, wrong)),
        NotPrinted::NotWritten(path, why) => setup::not_written(&path, &why),
    }
}
