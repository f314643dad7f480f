//! Prints what a game needs on paper: boards, cards, the rulebook. The drawings are the ones of the window; templates lay them out on pages, which
//! Typst sets.

use std::collections::BTreeMap;
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::program::Program;
use interpreter::rulebook::Rulebook;
use serde_json::{Value, json};

use crate::board::Board;
use crate::board::vision::Vision;
use crate::drawing::picture::Drawn;
use crate::paper::{Colours, Duplex, Joint, Paper, What};
use crate::rulebook::Shown;

pub mod contents;
pub mod folder;
pub mod ink;
pub mod preflight;
pub mod tabletop;
pub mod typeset;

use contents::Cards;
use contents::pieces::Played;
use typeset::{Files, Pages, Wrong};

impl What {
    fn template(self) -> &'static str {
        match self {
            What::Boards => include_str!("print/boards.typ"),
            What::Cards => include_str!("print/cards.typ"),
            What::Sheets => include_str!("print/sheets.typ"),
            What::Pieces => include_str!("print/pieces.typ"),
            What::List => include_str!("print/list.typ"),
            What::Rules => include_str!("print/rules.typ"),
        }
    }

    /// The path of its template.
    fn path(self) -> String {
        format!("/{}.typ", self.name())
    }
}

impl Colours {
    /// A drawing in these colours.
    fn of(self, svg: &str) -> String {
        if self == Colours::Full {
            return svg.to_owned();
        }
        let mut parts = svg.split("\"#");
        let mut grey = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            grey.push_str("\"#");
            match part.get(..6).and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
                Some(colour) => {
                    let [_, red, green, blue] = colour.to_be_bytes();
                    let [red, green, blue] = Vision::Grey.sees([red, green, blue]);
                    grey.push_str(&format!("{red:02x}{green:02x}{blue:02x}{}", &part[6..]));
                }
                None => grey.push_str(part),
            }
        }
        grey
    }
}

/// How something is printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    pub paper: Paper,
    /// What printers leave white at each edge, in millimetres.
    pub margin: f64,
    /// The size of boards; 1 is true size.
    pub scale: f64,
    pub joint: Joint,
    /// What two sheets of a board share, in millimetres.
    pub overlap: f64,
    pub duplex: Duplex,
    /// The room around each card, in millimetres.
    pub gap: f64,
    /// How far boards and the ground of cards go on beyond where they are cut, in millimetres.
    pub bleed: f64,
    pub colours: Colours,
    /// Whether grounds are left white and colours pale.
    pub save_ink: bool,
    /// The sheets of a board that are printed, `B2`; empty: all, with a plan.
    pub tiles: Vec<String>,
    /// The cards of an earlier print; only others are printed.
    pub printed: Option<Cards>,
    /// Whether the rulebook is set on small pages.
    pub booklet: bool,
    pub shown: Shown,
}

impl Order {
    /// The room between the margins of a page, as `kit.typ` says it.
    fn room(&self, across: bool) -> (f64, f64) {
        let (width, height) = self.paper.size();
        let (width, height) = if across { (height, width) } else { (width, height) };
        let foot = if self.margin > 0.0 { 8.0 } else { 0.0 };
        (width - 2.0 * self.margin, height - 2.0 * self.margin - foot)
    }
}

impl Default for Order {
    fn default() -> Order {
        Order {
            paper: Paper::A4,
            margin: 8.0,
            scale: 1.0,
            joint: Joint::Overlap,
            overlap: 8.0,
            duplex: Duplex::Long,
            gap: 0.0,
            bleed: 0.0,
            colours: Colours::Full,
            save_ink: false,
            tiles: vec![],
            printed: None,
            booklet: false,
            shown: Shown::default(),
        }
    }
}

/// A game to print.
pub struct Game<'a> {
    pub program: &'a Arc<Program>,
    pub manifest: &'a Manifest,
    /// The board that is played on, with the places of its spaces.
    pub board: Board,
    pub boards: Vec<Drawn>,
    pub book: Rulebook,
    /// Templates and pictures of the ruleset's own, by their path in its folder `print`: `boards.typ`.
    pub own: BTreeMap<String, Vec<u8>>,
}

/// Whether a game has anything of this kind to print.
pub fn has(game: &Game<'_>, what: What) -> bool {
    match what {
        What::Cards => game.program.ir.kinds.iter().any(|kind| kind.is_card),
        What::Sheets => {
            let tables = contents::tables::tables(game.program, game.manifest, &game.book, Colours::Full);
            contents::sheets::has(game.program, game.manifest) || tables != json!([])
        }
        What::Pieces => !(game.program.ir.pieces.is_empty() && game.program.ir.dice.is_empty()),
        What::Boards | What::List | What::Rules => true,
    }
}

/// Sets the pages of one document.
///
/// # Errors
/// What is wrong with a template of the ruleset's own.
pub fn pages(game: &Game<'_>, what: What, order: &Order) -> Result<Pages, Vec<Wrong>> {
    set(&files(game, what, order)?, what, order)
}

/// Everything that the pages of a document are set from.
///
/// # Errors
/// Why it isn't set at all.
pub fn files(game: &Game<'_>, what: What, order: &Order) -> Result<Files, Vec<Wrong>> {
    if let Some(wrong) = preflight::refused(game, what, order) {
        return Err(vec![wrong]);
    }
    let mut files: Files = BTreeMap::from([
        ("/kit.typ".to_owned(), include_bytes!("print/kit.typ").to_vec()),
        ("/flow.typ".to_owned(), include_bytes!("print/flow.typ").to_vec()),
        (what.path(), what.template().as_bytes().to_vec()),
    ]);
    files.extend(game.own.iter().map(|(path, bytes)| (format!("/{path}"), bytes.clone())));
    files.insert("/data.json".to_owned(), data(game, what, order).to_string().into_bytes());
    Ok(files)
}

/// Sets the pages of a document from its files.
///
/// # Errors
/// What is wrong with a template of the ruleset's own.
pub fn set(files: &Files, what: What, order: &Order) -> Result<Pages, Vec<Wrong>> {
    let pages = typeset::set(files, &what.path())?;
    if what != What::Rules || !order.booklet {
        return Ok(pages);
    }
    let mut files = files.clone();
    let data = files.get("/data.json").and_then(|data| serde_json::from_slice(data).ok());
    let mut data: Value = data.unwrap_or_else(|| json!({}));
    data["pages"] = pages.count().into();
    files.insert("/pages.pdf".to_owned(), pages.pdf(what.name())?);
    files.insert("/data.json".to_owned(), data.to_string().into_bytes());
    files.entry("/booklet.typ".to_owned()).or_insert_with(|| include_bytes!("print/booklet.typ").to_vec());
    typeset::set(&files, "/booklet.typ")
}

/// What a template is handed.
fn data(game: &Game<'_>, what: What, order: &Order) -> Value {
    let (width, height) = order.paper.size();
    let needs = |of: &[What], made: &dyn Fn() -> Value| if of.contains(&what) { made() } else { json!([]) };
    let needs_parts = [What::Pieces, What::List, What::Rules].contains(&what);
    let played = needs_parts.then(|| Played::of(game));
    let of_played = |of: &[What], made: &dyn Fn(&Played<'_>) -> Value| {
        played.as_ref().filter(|_| of.contains(&what)).map_or(Value::Null, made)
    };
    json!({
        "title": &*game.book.title,
        "author": &*game.book.author,
        "what": what.title(),
        "paper": { "name": order.paper.name(), "width": width, "height": height, "margin": order.margin },
        "scale": order.scale,
        "joint": if order.joint == Joint::Butt { "butt" } else { "overlap" },
        "overlap": order.overlap,
        "duplex": match order.duplex { Duplex::Long => "long", Duplex::Short => "short", Duplex::Fronts => "none", Duplex::Fold => "fold" },
        "gap": order.gap,
        "bleed": order.bleed,
        "tiles": order.tiles,
        "booklet": order.booklet,
        "boards": needs(&[What::Boards, What::Rules], &|| contents::boards(&game.boards, order.colours)),
        "addons": game.book.addons.iter().map(|addon| &**addon).collect::<Vec<&str>>(),
        "cards": needs(&[What::Cards], &|| contents::cards(game.program, game.manifest, order)),
        "sheets": needs(&[What::Sheets], &|| contents::sheets::sheets(game.program, game.manifest, order)),
        "tables": needs(&[What::Sheets, What::Rules], &|| {
            contents::tables::tables(game.program, game.manifest, &game.book, order.colours)
        }),
        "pieces": of_played(&[What::Pieces], &|played| played.data(order)),
        "parts": of_played(&[What::List, What::Rules], &|played| contents::parts::parts(game, played, order.colours)),
        "start": of_played(&[What::Rules], &|played| played.start(order.colours)),
        "scenes": needs(&[What::Rules], &|| contents::scenes::scenes(&game.book, game.manifest, order.colours)),
        "book": needs(&[What::Rules], &|| contents::book(&game.book, order.shown)),
    })
}
