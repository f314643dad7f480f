//! A board as a file with a picture, SVG or PNG by its name.

use std::path::Path;

use interpreter::data::manifest::Manifest;

use super::{Document, Schema, png, svg};
use crate::files;

/// The kinds of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Svg,
    Png,
}

impl Kind {
    /// By the name's ending.
    pub fn of(path: &Path) -> Option<Kind> {
        let ending = path.extension()?.to_string_lossy().to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Kind::Svg),
            "png" => Some(Kind::Png),
            _ => None,
        }
    }
}

/// Draws a board.
///
/// # Errors
/// Why it can't be drawn.
pub fn bytes(
    document: &Document,
    schema: &Schema,
    manifest: &Manifest,
    kind: Kind,
    options: svg::Options,
    dpi: u16,
) -> Result<Vec<u8>, String> {
    let drawn = svg::draw(document, schema, manifest, options);
    match kind {
        Kind::Svg => Ok(drawn.into_bytes()),
        Kind::Png => png::draw(&drawn, document.header().sheet(), dpi),
    }
}

/// Writes a picture beside, then puts it in its place. Says what was written.
///
/// # Errors
/// Why it can't be written.
pub fn write(path: &Path, bytes: &[u8], document: &Document, kind: Kind, dpi: u16) -> Result<String, String> {
    files::write_bytes(path, bytes).map_err(|why| format!("{} can't be written: {why}", path.display()))?;
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
