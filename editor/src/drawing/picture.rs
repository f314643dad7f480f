//! Boards as picture files, SVG or PNG depending on the name.

use std::path::Path;

use kurbo::Size;

use super::{Checker, Document, Key, png, svg};
use crate::board::look::points_of;
use crate::board::{Board, art};
use crate::files::{self, Over};

/// The kinds of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Svg,
    Png,
}

impl Kind {
    /// The kind that a file name asks for.
    pub fn of(path: &Path) -> Option<Kind> {
        let ending = path.extension()?.to_string_lossy().to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Kind::Svg),
            "png" => Some(Kind::Png),
            _ => None,
        }
    }
}

/// Draws a board. `file` is the track's file; its pictures lie beside it.
///
/// # Errors
/// Why it can't be drawn.
pub fn bytes(
    document: &Document,
    checker: &Checker,
    file: &Path,
    kind: Kind,
    options: svg::Options,
    dpi: u16,
) -> Result<Vec<u8>, String> {
    let Drawn { svg, sheet, .. } = drawn(document, checker, file, options);
    match kind {
        Kind::Svg => Ok(svg.into_bytes()),
        Kind::Png => png::draw(&svg, sheet, dpi),
    }
}

/// A board as it is printed.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub title: String,
    /// The sheet, in millimetres.
    pub sheet: Size,
    pub svg: String,
}

/// Draws a board as SVG. `file` is the track's file; its pictures lie beside it.
pub fn drawn(document: &Document, checker: &Checker, file: &Path, options: svg::Options) -> Drawn {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = file.parent().unwrap_or(Path::new(""));
    let document = &document.printed(options.pictures);
    let svg = svg::draw(&board(document, checker, &name), document, folder, options);
    let title = document.header().text("name").to_string();
    Drawn { title: if title.is_empty() { name.into_owned() } else { title }, sheet: document.header().sheet(), svg }
}

/// A small picture of a board: its width, its height and its pixels as RGBA. The longer side has `most` pixels.
///
/// # Errors
/// Why it can't be drawn.
pub fn small(document: &Document, checker: &Checker, most: u32) -> Result<([usize; 2], Vec<u8>), String> {
    let document = &document.printed(false);
    let board = Board::drawn(document, &checker.schema, checker.manifest());
    let svg = svg::draw(&board, document, Path::new(""), svg::Options::default());
    let sheet = document.header().sheet();
    let side = |mm: f64| (mm / sheet.width.max(sheet.height) * f64::from(most)).round().max(1.0) as u32;
    let picture = png::rendered(&svg, (side(sheet.width), side(sheet.height)))?;
    Ok(([picture.width() as usize, picture.height() as usize], picture.take()))
}

/// The board as the window shows it, including what the rules work out if it can be played.
pub fn board(document: &Document, checker: &Checker, name: &str) -> Board {
    let mut board = Board::drawn(document, &checker.schema, checker.manifest());
    let facings = points_of(checker.manifest()).and_then(|field| checker.check(document, name).facings(field));
    if let Some(facings) = facings {
        let keys: Vec<Key> = document.spaces().iter().filter(|space| space.at.is_some()).map(|space| space.key).collect();
        board.face(&keys, &facings);
    }
    board
}

/// What the program would draw beside the spaces but finds no place for, in words.
pub fn left_out(document: &Document, checker: &Checker) -> Vec<String> {
    let board = Board::drawn(document, &checker.schema, checker.manifest());
    board.art.map(|subject| art::draw(&subject).left_out).unwrap_or_default()
}

/// Writes a picture and says what was written.
///
/// # Errors
/// Why it can't be written.
pub fn write(path: &Path, bytes: &[u8], document: &Document, kind: Kind, dpi: u16, over: Over) -> Result<String, String> {
    files::write(path, bytes, over).map_err(|why| format!("{} can't be written: {why}", path.display()))?;
    let sheet = document.header().sheet();
    let pixels = match kind {
        Kind::Svg => String::new(),
        Kind::Png => {
            let (width, height) = png::pixels(sheet, dpi);
            format!(", {width} × {height} pixels")
        }
    };
    Ok(format!("{}: {} by {} mm{pixels}", path.display(), sheet.width, sheet.height))
}
