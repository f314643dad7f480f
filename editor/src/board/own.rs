//! A ruleset's own icons: whether they can be drawn, and their pixels.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};

use interpreter::data::manifest::look::Picture;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// The most pixels of a PNG in a row or column.
const MOST_PIXELS: u32 = 2_048;
/// The number of icons whose check is remembered, at most.
const MOST_KNOWN: usize = 2_000;

/// Why each icon can't be drawn, by the hash of its contents: files are read again and again while they are watched.
static KNOWN: Mutex<BTreeMap<u64, Result<(), String>>> = Mutex::new(BTreeMap::new());

/// The icon, if it can be drawn.
///
/// # Errors
/// Why it can't be drawn.
pub fn checked(picture: Picture) -> Result<Picture, String> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() > MOST_KNOWN {
        known.clear();
    }
    known.entry(picture.hash).or_insert_with(|| check(&picture.bytes)).clone().map(|()| picture)
}

/// Whether it is a PNG, and not an SVG.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG")
}

fn check(bytes: &[u8]) -> Result<(), String> {
    if !is_png(bytes) {
        return svg_tree(bytes).map(|_| ());
    }
    let broken = |error: png::DecodingError| format!("it is no whole PNG ({error})");
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().map_err(broken)?;
    let (wide, high) = (reader.info().width, reader.info().height);
    if wide.max(high) > MOST_PIXELS {
        return Err(format!("it has {wide} × {high} pixels, and an icon may have {MOST_PIXELS} in a row or column"));
    }
    let size = reader.output_buffer_size().ok_or("it is too large")?;
    reader.next_frame(&mut vec![0; size]).map(|_| ()).map_err(broken)
}

/// An SVG, ready to be drawn. It can draw nothing that lies in other files.
fn svg_tree(bytes: &[u8]) -> Result<Tree, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is neither an SVG nor a PNG".to_owned())?;
    let image_href_resolver = ImageHrefResolver { resolve_string: Box::new(|_, _| None), ..ImageHrefResolver::default() };
    let options = Options { image_href_resolver, ..Options::default() };
    Tree::from_str(text, &options).map_err(|error| format!("it is no SVG that can be drawn ({error})"))
}

/// The pixels of an SVG in the middle of a square, as premultiplied RGBA; `None` if it can't be drawn.
pub fn pixels(svg: &[u8], side: u32) -> Option<Vec<u8>> {
    let tree = svg_tree(svg).ok()?;
    let mut pixels = Pixmap::new(side, side)?;
    let (wide, high) = (tree.size().width(), tree.size().height());
    let scale = side as f32 / wide.max(high).max(f32::MIN_POSITIVE);
    let left = |own: f32| (side as f32 - own * scale) / 2.0;
    let place = Transform::from_scale(scale, scale).post_translate(left(wide), left(high));
    resvg::render(&tree, place, &mut pixels.as_mut());
    Some(pixels.take())
}
