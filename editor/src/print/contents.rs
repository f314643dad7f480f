//! What templates are handed: boards, cards and the rulebook of what is switched on, as data.

use std::collections::BTreeMap;

use emath::{Vec2, pos2};
use interpreter::data::manifest::Manifest;
use interpreter::fnv::Fnv;
use interpreter::ir::KindId;
use interpreter::program::Program;
use interpreter::rulebook::Rulebook;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::{Value, json};

use super::Order;
use crate::board::vision::WHITE;
use crate::drawing::picture::Drawn;
use crate::drawing::svg;
use crate::faces;
use crate::faces::paper::Paper;
use crate::looks::hex;
use crate::paper::Colours;
use crate::rulebook::{Shown, markdown};
use crate::scoresheet::{self, Sign};

pub mod parts;
pub mod pieces;
pub mod scenes;
pub mod sheets;
pub mod tables;

/// A sign beside words; `null` if there is none.
fn sign(sign: &Sign, colours: Colours) -> Value {
    const RADIUS: f32 = 2.2;
    if sign.colour.is_none() {
        return Value::Null;
    }
    let mut paper = Paper::default();
    scoresheet::draw::sign(&mut paper, sign, pos2(RADIUS, RADIUS), RADIUS * 0.94);
    colours.of(&svg::of_marks(Vec2::splat(2.0 * RADIUS), &paper.marks, false)).into()
}

/// The boards, each as it is drawn.
pub fn boards(boards: &[Drawn], colours: Colours) -> Value {
    let board = |board: &Drawn| {
        let (width, height) = (board.sheet.width, board.sheet.height);
        let alt = format!("The board {}", board.title);
        json!({ "title": board.title, "alt": alt, "width": width, "height": height, "picture": colours.of(&board.svg) })
    };
    boards.iter().map(board).collect()
}

/// Cards as they were printed, by kind and name: what tells a face from others, and how many copies there were.
pub type Cards = BTreeMap<String, (u64, u64)>;

/// Returns all cards that are printed, from what [`cards`] returns, together with those of the earlier print.
pub fn printed(kinds: &Value, before: Cards) -> Cards {
    let mut all = before;
    for card in kinds.as_array().into_iter().flatten().filter_map(|kind| kind["cards"].as_array()).flatten() {
        if let (Some(key), Some(hash), Some(count)) = (card["key"].as_str(), card["hash"].as_u64(), card["count"].as_u64()) {
            let known = all.get(key).filter(|(known, _)| *known == hash).map_or(0, |(_, count)| *count);
            all.insert(key.to_owned(), (hash, known + count));
        }
    }
    all
}

/// The kinds of cards, each with its cards in the order of the data; copies are counted. Those that were printed before are left out.
pub fn cards(program: &Program, manifest: &Manifest, order: &Order) -> Value {
    let colours = order.colours;
    let kinds = (0..program.ir.kinds.len()).filter(|n| program.ir.kinds[*n].is_card);
    let kind = |n: usize| {
        let (kind, rows) = (KindId(n as u16), &program.rows[n]);
        let size = faces::size(program, manifest, kind);
        let drawn = |face: faces::Face| colours.of(&svg::of_marks(face.size, &face.marks, true));
        let mut cards: Vec<(usize, usize)> = vec![];
        for n in 0..rows.names.len() {
            match cards.last_mut().filter(|(first, _)| *first == usize::from(rows.first[n])) {
                Some((_, count)) => *count += 1,
                None => cards.push((n, 1)),
            }
        }
        let card = |(n, count): (usize, usize)| {
            let face = faces::front(program, manifest, kind, n);
            let (ground, front) = (ground(&face, colours), drawn(face));
            let back = drawn(faces::back_of(program, manifest, kind, n));
            let name = rows.names.get(n).filter(|name| !name.is_empty()).map_or_else(|| n.to_string(), ToString::to_string);
            let (key, hash) = (format!("{}/{name}", program.ir.kinds[kind.index()].name), hash(&format!("{front}{back}")));
            let known = order.printed.as_ref().and_then(|printed| printed.get(&key)).filter(|(known, _)| *known == hash);
            let count = (count as u64).saturating_sub(known.map_or(0, |(_, count)| *count));
            let title = faces::title(program, manifest, kind, n);
            (count > 0)
                .then(|| json!({ "title": title, "key": key, "hash": hash, "count": count, "front": front, "back": back, "ground": ground }))
        };
        json!({
            "title": faces::title_of_kind(program, manifest, kind),
            "width": size.x,
            "height": size.y,
            "ground": ground(&faces::back(program, manifest, kind, None), colours),
            "cards": cards.into_iter().filter_map(card).collect::<Value>(),
        })
    };
    kinds.map(kind).collect()
}

fn hash(text: &str) -> u64 {
    let mut hash = Fnv::default();
    hash.add(text);
    hash.value()
}

/// The colour of what lies below everything on a card.
fn ground(face: &faces::Face, colours: Colours) -> String {
    let colour = face.marks.first().and_then(|mark| mark.fill.as_ref()).map_or(WHITE, |ink| ink.colour);
    colours.of(&format!("\"{}\"", hex(colour))).trim_matches('"').to_owned()
}

/// The rulebook as blocks: headings, texts, lists, tables and asides, with letters in runs of one look.
pub fn book(book: &Rulebook, shown: Shown) -> Value {
    let text = markdown(book, Shown { contents: false, pictures: true, ..shown });
    let mut blocks = Blocks { open: vec![vec![]], runs: vec![], strong: 0, emphasized: 0, struck: 0 };
    Parser::new_ext(&text, Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES).for_each(|event| blocks.take(event));
    Value::Array(blocks.open.swap_remove(0))
}

/// Blocks as they come.
struct Blocks {
    /// The blocks of the page, and of every list, item and aside that is open in it.
    open: Vec<Vec<Value>>,
    /// The letters that wait for the end of their block.
    runs: Vec<Value>,
    strong: usize,
    emphasized: usize,
    struck: usize,
}

impl Blocks {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::Strong) => self.strong += 1,
            Event::End(TagEnd::Strong) => self.strong -= 1,
            Event::Start(Tag::Emphasis) => self.emphasized += 1,
            Event::End(TagEnd::Emphasis) => self.emphasized -= 1,
            Event::Start(Tag::Strikethrough) => self.struck += 1,
            Event::End(TagEnd::Strikethrough) => self.struck -= 1,
            Event::Text(text) | Event::Code(text) => self.say(&text),
            Event::SoftBreak | Event::HardBreak => self.say(" "),
            Event::Start(Tag::Image { dest_url, .. }) => {
                self.end_text();
                self.add(json!({ "kind": "picture", "of": &*dest_url }));
            }
            Event::Start(Tag::List(_) | Tag::Item | Tag::BlockQuote(_) | Tag::Table(_) | Tag::TableHead | Tag::TableRow) => {
                self.end_text();
                self.open.push(vec![]);
            }
            Event::End(TagEnd::List(_)) => self.end(|items| json!({ "kind": "list", "items": items })),
            Event::End(TagEnd::Item) => {
                self.end_text();
                self.end(Value::Array);
            }
            Event::End(TagEnd::TableCell) => {
                let runs = std::mem::take(&mut self.runs);
                self.add(json!(runs));
            }
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => self.end(Value::Array),
            Event::End(TagEnd::Table) => self.end(|rows| json!({ "kind": "table", "rows": rows })),
            Event::End(TagEnd::BlockQuote(_)) => self.end(|blocks| json!({ "kind": "aside", "blocks": blocks })),
            Event::End(TagEnd::Heading(level)) => {
                let runs = std::mem::take(&mut self.runs);
                self.add(json!({ "kind": "heading", "level": level as usize, "runs": runs }));
            }
            Event::End(TagEnd::Paragraph) => self.end_text(),
            _ => {}
        }
    }

    fn say(&mut self, text: &str) {
        let mut run = json!({ "text": text });
        let looks = [("strong", self.strong), ("emph", self.emphasized), ("strike", self.struck)];
        looks.iter().filter(|(_, depth)| *depth > 0).for_each(|(look, _)| run[*look] = true.into());
        self.runs.push(run);
    }

    fn end_text(&mut self) {
        if !self.runs.is_empty() {
            let runs = std::mem::take(&mut self.runs);
            self.add(json!({ "kind": "text", "runs": runs }));
        }
    }

    fn end(&mut self, made: impl FnOnce(Vec<Value>) -> Value) {
        if self.open.len() > 1 {
            let within = self.open.pop().unwrap_or_default();
            self.add(made(within));
        }
    }

    fn add(&mut self, block: Value) {
        if let Some(blocks) = self.open.last_mut() {
            blocks.push(block);
        }
    }
}
