//! `report`: tells of a saved game, as a page of HTML.

use std::process::ExitCode;

use super::{FOUND, WRONG, out, setup};
use crate::args;
use crate::figures::words::count;
use crate::files::{self, Library, Over};
use crate::page;
use crate::playtest::saved::{self, Opened};
use crate::report;

/// Writes the report on the game in the file.
pub fn run(args: &args::Report, library: &Library) -> ExitCode {
    written(args, library).map_or_else(|code| code, |()| ExitCode::SUCCESS)
}

fn written(args: &args::Report, library: &Library) -> Result<(), ExitCode> {
    let over = if args.force { Over::Any } else { Over::Own(files::Kind::REPORT) };
    if let Some(path) = &args.to {
        if !page::is_page(path) && !args.force {
            let why = format!("{}: reports are files that end in .html; with `--force` any file becomes one", path.display());
            return Err(setup::refused(WRONG, why));
        }
        setup::can_write(path, over)?;
    }
    let file = args.file.display().to_string();
    let text = files::read(&args.file).map_err(|why| setup::refused(WRONG, format!("{file} can't be read: {why}")))?;
    let refused = |why: String| match saved::ruleset_of(&text).filter(|name| !library.has(name)) {
        Some(name) => setup::texts(std::slice::from_ref(library), &name).err().unwrap_or(ExitCode::from(WRONG)),
        None => setup::refused(FOUND, format!("{file}: {why}")),
    };
    let Opened { race, text: told, is_bad } = saved::read(&file, &text, library).map_err(refused)?;
    if is_bad {
        out::note(out::styled(out::WARN, format!("note: {told}")));
    }
    let mut race = race.copied(&race.seats)();
    let tracks = library.tracks.join(&*race.ruleset.name);
    let page = format!("{}\n{}", files::REPORT_MARK, report::html(&mut race, None, &tracks));
    match &args.to {
        Some(path) => {
            setup::write(path, page.as_bytes(), over)?;
            let (turns, notes) = (count(race.scene.turn.into(), "turn"), count(race.notes().len() as u64, "note"));
            out::note(format!("{}: {turns}, {notes}", path.display()));
        }
        None => out::print(page),
    }
    Ok(())
}
