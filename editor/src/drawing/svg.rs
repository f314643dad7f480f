//! A board as SVG at true size: one unit is one millimetre.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::ir::Drawn;
use kurbo::{Point, Vec2};

use super::document::{Document, Item, Key};
use super::fields::rounded;
use super::hit::{LETTERS, Places};
use super::looks::of_space;
use super::schema::Schema;
use super::tools::measure::Graph;
use crate::looks::{self, Icon, Pattern, Rgb, SpaceLook};

/// What is drawn besides the board itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The id in each space.
    pub ids: bool,
    /// Pictures to trace over.
    pub pictures: bool,
}

const INK: &str = "#2b3038";
const PLAIN: &str = "#f7f9fb";
const LINE: &str = "#8a93a0";

/// Draws a board with the looks of its game.
pub fn draw(document: &Document, schema: &Schema, manifest: &Manifest, options: Options) -> String {
    let sheet = document.header().sheet();
    let (width, height) = (rounded(sheet.width), rounded(sheet.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{width}mm\" \
         height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n{DEFS}<rect width=\"{width}\" \
         height=\"{height}\" fill=\"#ffffff\"/>\n",
        escaped(&document.header().text("name"))
    );
    if options.pictures {
        pictures(&mut svg, document);
    }
    let places = Places::of(document);
    let tiles = tiles(document, schema, &places);
    links(&mut svg, document, schema, manifest, &tiles);
    let numbers = numbers(document);
    for space in document.spaces() {
        if let Some(tile) = tiles.by_key.get(&space.key) {
            let look = of_space(manifest, schema, space);
            let number = numbers.get(&space.id).map(usize::to_string);
            draw_space(&mut svg, tile, space, &look, number, options);
        }
    }
    labels(&mut svg, document);
    svg.push_str("</svg>\n");
    svg
}

/// Patterns in the units of a tile, and the head of an arrow.
const DEFS: &str = "<defs>\n\
    <pattern id=\"dots\" width=\"0.6\" height=\"0.6\" x=\"-0.3\" y=\"-0.3\" patternUnits=\"userSpaceOnUse\"><circle cx=\"0.3\" \
    cy=\"0.3\" r=\"0.09\" fill=\"#2b3038\" fill-opacity=\"0.45\"/></pattern>\n\
    <pattern id=\"stripes\" width=\"0.5\" height=\"0.5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect \
    width=\"0.08\" height=\"0.5\" fill=\"#2b3038\" fill-opacity=\"0.4\"/></pattern>\n\
    <pattern id=\"cross\" width=\"0.5\" height=\"0.5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path \
    d=\"M0 0H0.5M0 0V0.5\" stroke=\"#2b3038\" stroke-opacity=\"0.4\" stroke-width=\"0.12\"/></pattern>\n</defs>\n";

/// Where a space is drawn.
struct Tile {
    at: Point,
    half: f64,
    /// How many times longer it is along its direction.
    long: f64,
    /// Of length 1.
    towards: Vec2,
}

struct Tiles {
    by_key: BTreeMap<Key, Tile>,
    by_id: BTreeMap<Arc<str>, Key>,
}

impl Tiles {
    fn of_id(&self, id: &str) -> Option<&Tile> {
        self.by_key.get(self.by_id.get(id)?)
    }
}

fn tiles(document: &Document, schema: &Schema, places: &Places) -> Tiles {
    let drawn = || schema.links_drawn(Drawn::Along).map(|link| link.name.clone());
    let kinds: Vec<Arc<str>> = match drawn().next() {
        Some(_) => drawn().collect(),
        None => schema.links.iter().filter(|link| !link.both_ways).map(|link| link.name.clone()).collect(),
    };
    let graph = Graph::of(document, schema, &kinds);
    let at: BTreeMap<Key, Point> = document.spaces().iter().filter_map(|space| Some((space.key, space.at?))).collect();
    let mut before: BTreeMap<Key, Point> = BTreeMap::new();
    for (key, from) in &at {
        for next in graph.next(*key) {
            before.entry(*next).or_insert(*from);
        }
    }
    let way = |from: Option<Point>, to: Option<Point>| {
        let way = to? - from?;
        (way.hypot() > 1e-6).then(|| way.normalize())
    };
    let halves: BTreeMap<Key, f64> = places.spaces().map(|(key, _, half)| (key, half)).collect();
    let mut tiles = Tiles { by_key: BTreeMap::new(), by_id: BTreeMap::new() };
    for space in document.spaces() {
        let (Some(middle), Some(half)) = (space.at, halves.get(&space.key).copied()) else { continue };
        let here = Some(middle);
        let next = way(here, graph.next(space.key).first().and_then(|key| at.get(key).copied()));
        let last = way(before.get(&space.key).copied(), here);
        let towards = match (last, next) {
            (Some(a), Some(b)) if a.dot(b) > 0.2 => (a + b).normalize(),
            (_, Some(b)) => b,
            (Some(a), None) => a,
            (None, None) => Vec2::new(1.0, 0.0),
        };
        let long = space.fields.number("length").filter(|_| half > 0.0).map_or(1.0, |length| length / (2.0 * half));
        tiles.by_key.insert(space.key, Tile { at: middle, half, long, towards });
        tiles.by_id.entry(space.id.clone()).or_insert(space.key);
    }
    tiles
}

fn links(svg: &mut String, document: &Document, schema: &Schema, manifest: &Manifest, tiles: &Tiles) {
    for link in document.links().iter().filter(|link| !looks::is_hidden(manifest, &link.kind)) {
        let own = looks::colour(manifest, &link.kind);
        let both_ways = schema.link(&link.kind).is_some_and(|of| of.both_ways);
        let colour = own.map_or(LINE.to_owned(), hex);
        let mut d = String::new();
        for (from, to) in link.steps() {
            let (Some(from), Some(to)) = (tiles.of_id(from), tiles.of_id(to)) else { continue };
            let way = to.at - from.at;
            let room = way.hypot() - from.half - to.half;
            if room <= 0.2 {
                continue;
            }
            let way = way.normalize();
            let (start, tip) = (from.at + way * (from.half + room * 0.1), to.at - way * (to.half + room * 0.08));
            let _ = write!(d, "M{} L{}", point(start), point(tip));
            if !both_ways {
                let barb = (room * 0.5).min(2.0);
                let side = Vec2::new(-way.y, way.x) * (barb * 0.6);
                let back = tip - way * barb;
                let _ = write!(d, " M{} L{} L{}", point(back + side), point(tip), point(back - side));
            }
        }
        if !d.is_empty() {
            let width = if own.is_some() { 0.9 } else { 0.5 };
            let title = escaped(&link.title());
            let _ = writeln!(
                svg,
                "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"><title>{title}</title></path>"
            );
        }
    }
}

/// By id: the place of a space in the first path that leads over it.
fn numbers(document: &Document) -> BTreeMap<Arc<str>, usize> {
    let mut numbers = BTreeMap::new();
    for path in document.paths() {
        for (n, id) in path.spaces.iter().enumerate() {
            numbers.entry(id.clone()).or_insert(n + 1);
        }
    }
    numbers
}

fn draw_space(svg: &mut String, tile: &Tile, space: &Item, look: &SpaceLook, number: Option<String>, options: Options) {
    let degrees = tile.towards.atan2().to_degrees();
    let is_round = space.fields.text("shape").is_some_and(|shape| shape == "round" || shape == "circle");
    let corner = if is_round { 1.0 } else { 0.32 };
    let shape = |fill: &str, more: &str| {
        let (x, width) = (rounded(-tile.long), rounded(2.0 * tile.long));
        format!("<rect x=\"{x}\" y=\"-1\" width=\"{width}\" height=\"2\" rx=\"{corner}\" fill=\"{fill}\"{more}/>")
    };
    let _ = write!(
        svg,
        "<g transform=\"translate({}) rotate({}) scale({})\"><title>{}</title>",
        point(tile.at),
        rounded(degrees),
        rounded(tile.half),
        escaped(&space.title())
    );
    let edge = look.edge.map_or(INK.to_owned(), hex);
    let wide = if look.edge.is_some() { 0.2 } else { 0.08 };
    svg.push_str(&shape(&look.fill.map_or(PLAIN.to_owned(), hex), &format!(" stroke=\"{edge}\" stroke-width=\"{wide}\"")));
    for pattern in &look.patterns {
        let id = match pattern {
            Pattern::Dots => "dots",
            Pattern::Stripes => "stripes",
            Pattern::Cross => "cross",
        };
        svg.push_str(&shape(&format!("url(#{id})"), ""));
    }
    for lane in 1..look.lanes {
        let across = rounded(2.0 * lane as f64 / look.lanes as f64 - 1.0);
        let _ = write!(
            svg,
            "<path d=\"M-0.95 {across}H0.95\" stroke=\"{INK}\" stroke-width=\"0.07\" stroke-dasharray=\"0.2 0.12\"/>"
        );
    }
    for icon in &look.icons {
        svg.push_str(&drawn_icon(icon));
    }
    svg.push_str("</g>\n");
    if let Some((colour, says)) = &look.badge {
        let at = tile.at + Vec2::new(tile.half, -tile.half) * 0.75;
        let _ = writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"0.2\"/>",
            rounded(at.x),
            rounded(at.y),
            rounded(tile.half * 0.42),
            hex(*colour)
        );
        words(svg, at, tile.half * 0.6, says, contrast(*colour), 0.0);
    }
    if let Some(letters) = look.letters.as_ref().filter(|_| look.icons.is_empty() && look.patterns.is_empty()) {
        let at = tile.at + Vec2::new(-0.45, 0.5) * tile.half;
        words(svg, at, tile.half * 0.62, letters, contrast(look.fill.unwrap_or([0xf7, 0xf9, 0xfb])), 0.0);
    }
    let says = if options.ids { Some(space.id.to_string()) } else { number };
    if let Some(says) = says {
        let letters = (tile.half * 0.9).min(1.8 * 1.7 * tile.half / says.chars().count().max(1) as f64);
        words(svg, tile.at, letters, &says, contrast(look.fill.unwrap_or([0xf7, 0xf9, 0xfb])), 0.0);
    }
}

/// An icon in the units of a tile, which lies along x.
fn drawn_icon(icon: &Icon) -> String {
    let turned = |degrees: i32, d: &str| {
        let turn = if degrees == 0 { String::new() } else { format!(" transform=\"rotate({degrees})\"") };
        format!(
            "<path d=\"{d}\"{turn} fill=\"none\" stroke=\"{INK}\" stroke-width=\"0.12\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        )
    };
    let line = |d: &str| turned(0, d);
    let arrow = "M-0.74 0H0.7M0.22 -0.4L0.8 0L0.22 0.4";
    match icon {
        Icon::TwoArrows => line("M-0.48 -0.46L-0.04 0L-0.48 0.46M0.04 -0.46L0.48 0L0.04 0.46"),
        Icon::LongArrow => line(arrow),
        Icon::ArrowRight => turned(45, arrow),
        Icon::ArrowLeft => turned(-45, arrow),
        Icon::Start => line("M-0.45 -0.55V0.55M-0.2 -0.42L0.5 0L-0.2 0.42"),
        Icon::Exit => line("M-0.22 -0.42L0.22 0L-0.22 0.42"),
        Icon::Home => line("M-0.5 0.02L0 -0.46L0.5 0.02M-0.32 0.02V0.44H0.32V0.02"),
        Icon::Finish => {
            let dark = (0..16).map(|n| (n / 4, n % 4)).filter(|(a, b)| (a + b) % 2 == 0);
            let field = |(a, b): (i32, i32)| {
                format!("M{} {}h0.31v0.31h-0.31z", rounded(f64::from(a) * 0.31 - 0.62), rounded(f64::from(b) * 0.31 - 0.62))
            };
            format!("<path d=\"{}\" fill=\"{INK}\"/>", dark.map(field).collect::<String>())
        }
        Icon::Other(name) => {
            let letter: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
            let letter = escaped(&letter);
            format!(
                "<text text-anchor=\"middle\" y=\"0.35\" font-family=\"sans-serif\" font-size=\"1\" fill=\"{INK}\">{letter}</text>"
            )
        }
    }
}

fn labels(svg: &mut String, document: &Document) {
    for label in document.decor().iter().filter(|decor| !is_picture(decor)) {
        if let Some(at) = label.at {
            let number = |name: &str| label.fields.number(name);
            let colour = label.fields.text("colour").filter(|text| is_colour(text)).unwrap_or(INK.to_owned());
            words(svg, at, number("size").unwrap_or(LETTERS), &label.title(), &colour, number("turn").unwrap_or(0.0));
        }
    }
}

fn is_picture(decor: &Item) -> bool {
    *decor.kind == *"picture" || decor.fields.get("picture").is_some()
}

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn pictures(svg: &mut String, document: &Document) {
    for decor in document.decor().iter().filter(|decor| is_picture(decor)) {
        let (Some(frame), Some(file)) =
            (super::hit::frame(decor), decor.fields.text("file").or_else(|| decor.fields.text("picture")))
        else {
            continue;
        };
        let number = |name: &str, other: f64| rounded(decor.fields.number(name).unwrap_or(other));
        let _ = writeln!(
            svg,
            "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" opacity=\"{}\" preserveAspectRatio=\"none\" transform=\"rotate({} {})\" \
             href=\"{}\"/>",
            rounded(frame.x0),
            rounded(frame.y0),
            rounded(frame.width()),
            rounded(frame.height()),
            number("opacity", 1.0).clamp(0.0, 1.0),
            number("turn", 0.0),
            point(frame.center()),
            escaped(&file)
        );
    }
}

/// Text around its middle, its letters so high.
fn words(svg: &mut String, at: Point, letters: f64, text: &str, colour: &str, turn: f64) {
    let turned = if turn == 0.0 { String::new() } else { format!(" transform=\"rotate({} {})\"", rounded(turn), point(at)) };
    let (x, y) = (rounded(at.x), rounded(at.y + letters * 0.36));
    let text = escaped(text);
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"{}\" fill=\"{colour}\"{turned}>{text}</text>",
        rounded(letters)
    );
}

fn point(at: Point) -> String {
    format!("{} {}", rounded(at.x), rounded(at.y))
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Dark on light, light on dark.
fn contrast([r, g, b]: Rgb) -> &'static str {
    let light = 0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b);
    if light > 130.0 { INK } else { "#ffffff" }
}

/// Text for XML: what has a meaning there is written otherwise, what may not stand there is left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
