//! Boards as PNG: the SVG at a given resolution, with a mark that makes it print at true size.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use kurbo::Size;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

use crate::board::fonts::Font;
use crate::files::PNG_MARK;

/// Larger pictures would need more memory than many machines have.
const MOST_PIXELS: f64 = 150e6;
const INCH: f64 = 25.4;

/// The width and height of a sheet in pixels.
pub fn pixels(sheet: Size, dpi: u16) -> (u32, u32) {
    let side = |mm: f64| (mm / INCH * f64::from(dpi)).round().clamp(1.0, 1e9) as u32;
    (side(sheet.width), side(sheet.height))
}

/// Draws the SVG of a board.
///
/// # Errors
/// Why it can't be drawn.
pub fn draw(svg: &str, sheet: Size, dpi: u16) -> Result<Vec<u8>, String> {
    let (width, height) = pixels(sheet, dpi);
    if f64::from(width) * f64::from(height) > MOST_PIXELS {
        return Err(format!("{width} × {height} pixels are too many; take fewer dots per inch"));
    }
    let picture = rendered(svg, (width, height))?;
    encoded(&picture, dpi).map_err(|error| format!("the picture can't be written: {error}"))
}

/// The pixels of an SVG, stretched to this size.
///
/// # Errors
/// Why it can't be drawn.
pub fn rendered(svg: &str, (width, height): (u32, u32)) -> Result<Pixmap, String> {
    let options = usvg::Options { fontdb: database(), font_family: Font::Text.family().to_owned(), ..usvg::Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| format!("the picture can't be drawn: {error}"))?;
    let mut picture = Pixmap::new(width, height).ok_or_else(|| format!("there is no room for {width} × {height} pixels"))?;
    let scale = |pixels: u32, of: f32| pixels as f32 / of.max(f32::MIN_POSITIVE);
    let size = tree.size();
    let to_pixels = Transform::from_scale(scale(width, size.width()), scale(height, size.height()));
    resvg::render(&tree, to_pixels, &mut picture.as_mut());
    Ok(picture)
}

/// Encodes a picture as PNG, including the size of a pixel.
fn encoded(picture: &Pixmap, dpi: u16) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = vec![];
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    // The sheet is white, so nothing shines through.
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (f64::from(dpi) / INCH * 1_000.0).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    let [keyword, program] = PNG_MARK.map(str::to_owned);
    encoder.add_text_chunk(keyword, program)?;
    let mut writer = encoder.write_header()?;
    // Row by row, because a second copy of a large picture would need as much memory again.
    let mut rows = writer.stream_writer()?;
    for row in picture.pixels().chunks(picture.width() as usize) {
        let rgb: Vec<u8> = row.iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
        rows.write_all(&rgb)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(bytes)
}

/// The program's fonts and no others, so that pictures look the same on every machine. Only icons of the designer's own have letters that
/// aren't outlines yet.
fn database() -> Arc<usvg::fontdb::Database> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut database = usvg::fontdb::Database::new();
        for font in Font::ALL {
            database.load_font_source(usvg::fontdb::Source::Binary(Arc::new(font.bytes())));
        }
        database.set_sans_serif_family(Font::Text.family());
        database.set_monospace_family(Font::Code.family());
        Arc::new(database)
    };
    FONTS.get_or_init(load).clone()
}
