//! Boards as SVG at true size: one unit is one millimetre. It shows what the window shows, on white paper.

use std::fmt::Write;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use emath::{Pos2, Vec2};

use super::document::Document;
use super::fields::rounded;
use super::layers::Layer;
use crate::board::art::ArtPart;
use crate::board::art::mark::{Ink, Line, Mark, Said, path};
use crate::board::print::{self, HALO, Inks, Pen, Press, Says, Words};
use crate::board::{Board, Placed, art, own, placed};
use crate::files::{self, SVG_MARK};
use crate::looks::{Picture, Rgb};
use crate::words::escaped;

mod shapes;

use shapes::Shapes;

/// What is drawn in addition to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The id in each space.
    pub ids: bool,
    /// What lies in the backdrop, too.
    pub pictures: bool,
    /// Letters that can't be seen beside their outlines, so that a page with this picture can be searched. They need the program's fonts.
    pub letters: bool,
}

/// Draws the board of a document, which has only what is printed; `folder` is where its pictures lie.
pub fn draw(board: &Board, document: &Document, folder: &Path, options: Options) -> String {
    let sheet = document.header().sheet();
    let (width, height) = (rounded(sheet.width), rounded(sheet.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{width}mm\" \
         height=\"{height}mm\" viewBox=\"0 0 {width} {height}\" stroke-linecap=\"butt\" stroke-linejoin=\"round\">\n{SVG_MARK}\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" \
         fill=\"#ffffff\"/>\n",
        escaped(&document.header().text("name"))
    );
    svg.push_str(&on_sheet(board, folder, options, ["a", "b"]));
    svg.push_str("</svg>\n");
    svg
}

/// Draws what is printed on a sheet, without the sheet. The ids of what is drawn again begin with `prefixes`.
pub fn on_sheet(board: &Board, folder: &Path, options: Options, prefixes: [&str; 2]) -> String {
    let says = if options.ids { Says::Id } else { Says::Number };
    let mut svg = String::new();
    let art = board.art.as_ref().map(|subject| art::draw(subject)).unwrap_or_default();
    let mut shapes = Shapes::new(options.letters);
    for part in ArtPart::BELOW {
        art.part(part).iter().for_each(|mark| shapes.mark(mark));
        part.pictures(board).for_each(|picture| shapes.element(image(picture, folder)));
    }
    svg.push_str("<g fill-rule=\"evenodd\">\n");
    shapes.write(&mut svg, prefixes[0]);
    svg.push_str("</g>\n");
    let mut press = Svg(Shapes::new(options.letters));
    print::spaces_and_links(&mut press, board, Inks::PRINT, says);
    board.pictures_in(Layer::Spaces).for_each(|picture| press.0.element(image(picture, folder)));
    art.part(ArtPart::Above).iter().for_each(|mark| press.0.mark(mark));
    print::labels(&mut press, board, Inks::PRINT);
    press.0.write(&mut svg, prefixes[1]);
    svg
}

/// Draws whatever is printed by `print`, as elements.
pub fn printed(prefix: &str, print: impl FnOnce(&mut dyn Press)) -> String {
    let (mut svg, mut press) = (String::new(), Svg(Shapes::default()));
    print(&mut press);
    press.0.write(&mut svg, prefix);
    svg
}

/// Draws marks on a sheet of this size, such as the face of a card; for what `letters` are see [`Options`].
pub fn of_marks(size: Vec2, marks: &[Mark], letters: bool) -> String {
    let (width, height) = (short(size.x), short(size.y));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\" \
         stroke-linejoin=\"round\" fill-rule=\"evenodd\">\n{SVG_MARK}\n"
    );
    let mut shapes = Shapes::new(letters);
    marks.iter().for_each(|mark| shapes.mark(mark));
    shapes.write(&mut svg, "a");
    svg.push_str("</svg>\n");
    svg
}

/// Writes shapes as elements.
struct Svg(Shapes);

impl Press for Svg {
    fn polygon(&mut self, corners: &[Pos2], fill: Option<Rgb>, edge: Option<Pen>) {
        self.0.shape(&path(corners, true), fill.map(Ink::of), edge.map(line).as_ref());
    }

    fn line(&mut self, way: &[Pos2], pen: Pen, dash: &[f32]) {
        self.0.shape(&path(way, false), None, Some(&Line { dash: dash.to_vec(), ..line(pen) }));
    }

    fn disc(&mut self, at: Pos2, radius: f32, fill: Rgb, edge: Option<Pen>) {
        let (x, y, radius) = (short(at.x), short(at.y), short(radius));
        let paint = shapes::paint(Some(Ink::of(fill)), edge.map(line).as_ref());
        self.0.element(format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paint}/>\n"));
    }

    fn picture(&mut self, picture: &Picture, at: Pos2, half: f32) {
        self.0.picture(picture.clone(), (at.x, at.y), half);
    }

    fn shade(&mut self, corners: &[Pos2], opacity: f32) {
        self.0.shape(&path(corners, true), Some(Ink { colour: [0; 3], opacity }), None);
    }

    fn words(&mut self, words: Words<'_>) {
        if words.text.is_empty() {
            return;
        }
        // Letters are outlines, so that they look the same everywhere. What they say stays beside them.
        self.0.element(format!("<g aria-label=\"{}\">\n", escaped(words.text)));
        let (outlines, ink) = (words.outlines(), |colour| Ink { colour, opacity: words.opacity.max(0.0) });
        if let Some(halo) = words.halo {
            let rim = Line { ink: ink(halo), ..line(Pen { width: words.font * HALO, colour: halo }) };
            outlines.iter().for_each(|glyph| self.0.shape(glyph, None, Some(&rim)));
        }
        outlines.iter().for_each(|glyph| self.0.shape(glyph, Some(ink(words.colour)), None));
        let said = Said { text: words.text.to_owned(), at: words.begin(), font: words.font, weight: words.weight };
        self.0.say(&said, words.at, words.turn);
        self.end();
    }

    fn begin(&mut self, title: &str) {
        self.0.element(format!("<g><title>{}</title>\n", escaped(title)));
    }

    fn end(&mut self) {
        self.0.element("</g>\n".to_owned());
    }
}

/// Writes an icon of the designer's own. Its file is written once, however many spaces have it: not if it stands in `before`.
fn icon(before: &str, svg: &mut String, picture: &Picture, (x, y): (f32, f32), half: f32) {
    let id = format!("icon-{:016x}", picture.hash);
    if ![before, &*svg].iter().any(|text| text.contains(&format!("id=\"{id}\""))) {
        let kind = if own::is_png(&picture.bytes) { "png" } else { "svg+xml" };
        let file = BASE64_STANDARD.encode(&picture.bytes);
        let _ =
            writeln!(svg, "<defs><image id=\"{id}\" width=\"2\" height=\"2\" href=\"data:image/{kind};base64,{file}\"/></defs>");
    }
    let (x, y, scale) = (short(x - half), short(y - half), short(half));
    let _ = writeln!(svg, "<use href=\"#{id}\" transform=\"translate({x} {y}) scale({scale})\"/>");
}

fn line(pen: Pen) -> Line {
    Line { ink: Ink::of(pen.colour), width: pen.width, dash: vec![], is_round: false }
}

/// Rounds to a thousandth of a millimetre.
fn short(number: f32) -> f64 {
    (f64::from(number) * 1_000.0).round() / 1_000.0
}

/// A picture as an element. What is cut off lies beside the view of an SVG within.
fn image(picture: &Placed, folder: &Path) -> String {
    let (frame, part, at) = (picture.frame, picture.part, picture.frame.center());
    let look = format!(
        "opacity=\"{}\" transform=\"rotate({} {} {})\"",
        short(picture.opacity),
        short(picture.turn),
        short(at.x),
        short(at.y)
    );
    let (x, y, width, height) = (short(frame.min.x), short(frame.min.y), short(frame.width()), short(frame.height()));
    let place = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\"");
    let file = embedded(&folder.join(&*picture.file)).unwrap_or_else(|| escaped(&picture.file));
    if part == placed::part([0.0; 4]) {
        return format!("<image {place} {look} href=\"{file}\"/>\n");
    }
    format!(
        "<g {look}><svg {place} viewBox=\"{} {} {} {}\"><image width=\"1\" height=\"1\" preserveAspectRatio=\"none\" href=\"{file}\"/></svg></g>\n",
        part.min.x,
        part.min.y,
        part.width(),
        part.height()
    )
}

/// The largest picture written into an SVG, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

/// A picture as a data address, so that the SVG can be moved anywhere; `None` if there is none that can be drawn.
fn embedded(path: &Path) -> Option<String> {
    let bytes = files::bytes(path, LARGEST).ok()?;
    let kind = match &bytes[..] {
        [0x89, b'P', b'N', b'G', ..] => "png",
        [0xff, 0xd8, 0xff, ..] => "jpeg",
        _ => return None,
    };
    Some(format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(bytes)))
}
