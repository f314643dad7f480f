//! Prints beside the window, in the same way as the command.

use std::time::Duration;

use super::App;
use crate::figures::words::count;
use crate::files::{Kind, Library, Over};
use crate::print::folder::{self, NotPrinted, Place, Source};
use crate::print::ink;
use crate::ui::action::PrintOrder;
use crate::workspace::Build;

/// A viewer that hasn't failed for so long is taken to be open.
const OPENS: Duration = Duration::from_secs(5);

impl App {
    /// Begins to print the newest rules that can be played.
    pub(super) fn print(&mut self, wanted: PrintOrder) {
        let Some(build) = self.sitting.live.good().cloned() else { return };
        let library = self.catalogue.library.clone();
        self.make(wanted.folder.clone(), "printed", move || printed(&build, &library, &wanted));
    }
}

/// Prints into a folder, and says what was printed.
fn printed(build: &Build, library: &Library, wanted: &PrintOrder) -> Result<String, String> {
    let (built, track) = (build.on(&wanted.track, wanted.players), &*wanted.track);
    let program = built.program.as_ref().ok_or("There is nothing to print")?;
    let ruleset = ink::of(&build.ruleset, program, &wanted.order);
    let source = Source { library, ruleset: &ruleset, program, course: &built.track, track, text: build.texts.tracks.get(track) };
    let game = source.game(&wanted.what).map_err(|wrong| NotPrinted::Wrong(wrong).to_string())?;
    let (folder, name) = (wanted.folder.clone(), build.texts.name.clone());
    let place = Place { folder, name, over: Over::Own(Kind::PRINT), png: None };
    let mut all = vec![];
    for what in &wanted.what {
        all.push(folder::print(&game, *what, &wanted.order, &place).map_err(|why| why.to_string())?);
    }
    let pages: usize = all.iter().map(|printed| printed.pages).sum();
    let (pages, files) = (count(pages as u64, "page"), count(all.len() as u64, "file"));
    match all.last().filter(|_| wanted.opens) {
        Some(last) => {
            let path = last.path.display();
            let tried: Vec<String> =
                open::commands(&last.path).iter().map(|command| command.get_program().to_string_lossy().into_owned()).collect();
            open::that_detached_with_timeout(&last.path, OPENS).map_err(|_| {
                let tried = tried.join(", ");
                format!("{path} is printed, but nothing here opens it: {tried} were tried. Open it with a program of your choice")
            })?;
            Ok(format!("{path}: {pages}, opened in the system's viewer"))
        }
        None => Ok(format!("{}: {pages} in {files}", wanted.folder.display())),
    }
}
