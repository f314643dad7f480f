//! Boards as picture files, SVG or PNG depending on the name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use emath::Vec2;
use interpreter::ruleset::{Ruleset, Text};
use kurbo::Size;

use super::{Checker, Document, Key, png, read, svg};
use crate::board::look::points_of;
use crate::board::placed::Placed;
use crate::board::{self, Board, art};
use crate::files::{self, Library, Over};

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
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    pub title: String,
    /// The sheet, in millimetres.
    pub sheet: Size,
    pub svg: String,
    pub measures: Measures,
}

/// What has to be large enough on a board, in millimetres.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// The file of the track, `kurz.ron`.
    pub file: String,
    /// Each space's id, what people call it, and its shorter side.
    pub spaces: Vec<(Arc<str>, Arc<str>, f64)>,
    /// The files of pictures, each with the width and the height that all of it has on the sheet.
    pub pictures: Vec<(PathBuf, (f64, f64))>,
    /// What is written beside the spaces, and the size of its letters, from the ascender to the descender.
    pub letters: Vec<(String, f64)>,
    /// What finds no place beside the spaces, in words.
    pub left_out: Vec<String>,
}

impl Measures {
    fn of(board: &Board, file: &Path, folder: &Path) -> Measures {
        let space = |space: &board::Space| (space.id.clone(), space.name.clone(), 2.0 * f64::from(space.tile.half));
        let picture = |picture: &Placed| {
            let whole = picture.frame.size() / picture.part.size().max(Vec2::splat(f32::MIN_POSITIVE));
            (folder.join(&*picture.file), (f64::from(whole.x), f64::from(whole.y)))
        };
        let art = board.art.as_ref().map(|subject| art::draw(subject)).unwrap_or_default();
        let said = art.marks.into_iter().filter_map(|mark| mark.says);
        Measures {
            file: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            spaces: board.spaces.iter().map(space).collect(),
            pictures: board.pictures.iter().map(picture).collect(),
            letters: said.map(|said| (said.text, f64::from(said.font))).collect(),
            left_out: art.left_out,
        }
    }
}

/// Draws a board as SVG. `file` is the track's file; its pictures lie beside it.
pub fn drawn(document: &Document, checker: &Checker, file: &Path, options: svg::Options) -> Drawn {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = file.parent().unwrap_or(Path::new(""));
    let document = &document.printed(options.pictures);
    let board = board(document, checker, &name);
    let svg = svg::draw(&board, document, folder, options);
    let title = document.header().text("name").to_string();
    let measures = Measures::of(&board, file, folder);
    Drawn { title: if title.is_empty() { name.into_owned() } else { title }, sheet: document.header().sheet(), svg, measures }
}

/// Draws the board of a track from its text, as `name.ron` of this ruleset.
///
/// # Errors
/// Why the text can't be read.
pub fn of_track(library: &Library, ruleset: &Ruleset, name: &str, text: &Text, options: svg::Options) -> Result<Drawn, String> {
    let text = text.as_ref().map_err(Clone::clone)?;
    let document = read::read(text).map_err(|problem| format!("{name}.ron: {}", problem.message))?;
    let file = library.tracks.join(&*ruleset.name).join(format!("{name}.ron"));
    Ok(drawn(&document, &Checker::new(ruleset, &[]), &file, options))
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
