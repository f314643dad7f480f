//! From a built ruleset to files in a folder: the way of every print, from the terminal and from the window.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interpreter::data::Track;
use interpreter::program::Program;
use interpreter::rulebook::Rulebook;
use interpreter::ruleset::{Ruleset, Text};

use super::contents::{self, Cards};
use super::typeset::Wrong;
use super::{Game, Order, pages};
use crate::board::Board;
use crate::drawing::picture::{self, Drawn};
use crate::drawing::svg;
use crate::files::{self, Library, NotWritten, Over};
use crate::paper::What;

/// What a print is made from: a ruleset as it was built, and where its files lie.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub library: &'a Library,
    pub ruleset: &'a Ruleset,
    pub program: &'a Arc<Program>,
    /// The course that is played on.
    pub course: &'a Track,
    /// The name of the track that is played on, and its text if it has a file.
    pub track: &'a str,
    pub text: Option<&'a Text>,
}

impl<'a> Source<'a> {
    /// Collects what these documents need.
    ///
    /// # Errors
    /// What can't be read.
    pub fn game(self, wanted: &[What]) -> Result<Game<'a>, Vec<Wrong>> {
        let mut book = Rulebook::of(self.ruleset, self.program);
        if wanted.contains(&What::Rules) {
            book = book.with_examples(self.ruleset, self.track);
        }
        let boards = if wanted.iter().all(|what| *what == What::Cards) { None } else { self.board()? };
        Ok(Game {
            program: self.program,
            manifest: &self.ruleset.manifest,
            board: Board::new(self.program, self.course, &self.ruleset.manifest),
            boards: boards.into_iter().collect(),
            book,
            own: self.templates()?,
        })
    }

    /// Reads the templates of the ruleset's own.
    fn templates(self) -> Result<BTreeMap<String, Vec<u8>>, Vec<Wrong>> {
        let name = &*self.ruleset.name;
        let read = |(file, bytes): (String, Result<Vec<u8>, String>)| match bytes {
            Ok(bytes) => Ok((file, bytes)),
            Err(why) => Err(vec![Wrong::said(format!("{name}/{}/{file} can't be read: {why}", files::PRINT))]),
        };
        self.library.read_templates(name).into_iter().map(read).collect()
    }

    /// Draws the board that is played on; `None` if its track has no file.
    fn board(self) -> Result<Option<Drawn>, Vec<Wrong>> {
        let Some(text) = self.text else { return Ok(None) };
        let options = svg::Options { letters: true, ..svg::Options::default() };
        let drawn = picture::of_track(self.library, self.ruleset, self.track, text, options);
        drawn.map(Some).map_err(|why| vec![Wrong::said(why)])
    }
}

/// Where a print goes.
#[derive(Clone, Debug)]
pub struct Place {
    pub folder: PathBuf,
    /// The ruleset's name, with which the names of files begin.
    pub name: String,
    pub over: Over,
    /// The dots per inch of pictures of the pages; `None` for no pictures.
    pub png: Option<u16>,
}

impl Place {
    /// The file of a document.
    pub fn pdf(folder: &Path, name: &str, what: What) -> PathBuf {
        folder.join(format!("{}.pdf", stem(name, what)))
    }

    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, NotPrinted> {
        files::write_into(&self.folder, name, bytes, self.over).map_err(|why| NotPrinted::NotWritten(self.folder.join(name), why))
    }
}

fn stem(name: &str, what: What) -> String {
    format!("{name}-{}", what.name())
}

/// The hidden file that tells which cards were printed into a folder.
fn cards_file(name: &str) -> String {
    format!(".{name}-cards.json")
}

/// The cards that were printed into a folder so far; none if that isn't known.
pub fn last_cards(folder: &Path, name: &str) -> Cards {
    let bytes = files::bytes(&folder.join(cards_file(name)), files::LARGEST_KEPT).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// A document that was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    pub path: PathBuf,
    pub pages: usize,
}

/// Why a document wasn't printed.
#[derive(Debug)]
pub enum NotPrinted {
    /// What is wrong with its pages.
    Wrong(Vec<Wrong>),
    /// This file can't be written.
    NotWritten(PathBuf, NotWritten),
}

impl From<Vec<Wrong>> for NotPrinted {
    fn from(wrong: Vec<Wrong>) -> NotPrinted {
        NotPrinted::Wrong(wrong)
    }
}

impl std::fmt::Display for NotPrinted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotPrinted::Wrong(wrong) => match wrong.first() {
                Some(first) => first.fmt(f),
                None => f.write_str("the pages can't be set"),
            },
            NotPrinted::NotWritten(path, why) => write!(f, "{} can't be written: {why}", path.display()),
        }
    }
}

/// Sets the pages of a document and writes them as PDF, and as pictures if they are wanted.
///
/// # Errors
/// Why it can't be set or written.
pub fn print(game: &Game<'_>, what: What, order: &Order, place: &Place) -> Result<Printed, NotPrinted> {
    let pages = pages(game, what, order)?;
    let is_part = what == What::Cards && order.printed.is_some();
    let stem = stem(&place.name, what) + if is_part { "-changed" } else { "" };
    let mut pdf = pages.pdf(&stem)?;
    pdf.extend(files::PDF_MARK.as_bytes());
    let path = place.write(&format!("{stem}.pdf"), &pdf)?;
    for (n, dpi) in (0..pages.count()).filter_map(|n| Some((n, place.png?))) {
        let wrong = |why| vec![Wrong::said(format!("page {}: {why}", n + 1))];
        place.write(&format!("{stem}-{}.png", n + 1), &pages.png(n, dpi).map_err(wrong)?)?;
    }
    if what == What::Cards {
        let kinds = contents::cards(game.program, game.manifest, order);
        let all = contents::printed(&kinds, order.printed.clone().unwrap_or_default());
        let text = serde_json::to_vec(&all).unwrap_or_default();
        let place = Place { over: Over::Any, ..place.clone() };
        place.write(&cards_file(&place.name), &text)?;
    }
    Ok(Printed { path, pages: pages.count() })
}
