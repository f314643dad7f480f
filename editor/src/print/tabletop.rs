//! The game for tables on a screen: boards and sheets of cards as pictures, a list of all parts, and a saved object for Tabletop Simulator.

use std::path::{Path, PathBuf};

use emath::{Vec2, vec2};
use interpreter::ir::KindId;
use kurbo::{Affine, Size};
use serde_json::{Value, json};

use super::folder::{NotPrinted, Place};
use super::typeset::Wrong;
use super::{Game, Order};
use crate::board::art::Mark;
use crate::drawing::{png, svg};
use crate::faces;
use crate::figures::export::quoted;
use crate::files::TABLE_BEGIN;

/// The most cards on a sheet: Tabletop Simulator takes so many in a row and in a column.
const ACROSS: usize = 10;
const DOWN: usize = 7;
/// The most pixels of a picture's longer side.
const PIXELS: f64 = 4_096.0;
const INCH: f64 = 25.4;
/// The resolutions of pictures, if they aren't too large at that.
const DPI: f64 = 150.0;

/// A picture of a part, and how many of it there are.
struct Part {
    file: String,
    title: String,
    count: usize,
    size: Vec2,
}

/// Cards of one kind on one picture, in rows.
struct Sheet {
    front: PathBuf,
    back: PathBuf,
    /// Whether the picture of the backs has one for each card.
    has_own_backs: bool,
    columns: usize,
    rows: usize,
    /// The titles of its cards, and how many there are of each.
    cards: Vec<(String, usize)>,
}

/// Writes everything, with a saved object if that is wanted, and returns the files in the order in which they were written.
///
/// # Errors
/// What can't be drawn or written.
pub fn write(game: &Game<'_>, order: &Order, place: &Place, with_save: bool) -> Result<Vec<PathBuf>, NotPrinted> {
    let (mut files, mut parts, mut objects) = (vec![], vec![], vec![]);
    for (n, board) in game.boards.iter().enumerate() {
        let file = format!("{}-board-{}.png", place.name, n + 1);
        let size = vec2(board.sheet.width as f32, board.sheet.height as f32);
        files.push(picture(place, &file, &order.colours.of(&board.svg), board.sheet)?);
        objects.push(tile(&board.title, files.last().map_or(Path::new(""), PathBuf::as_path)));
        parts.push(Part { file, title: board.title.clone(), count: 1, size });
    }
    let ir = &game.program.ir;
    for n in (0..ir.kinds.len()).filter(|n| ir.kinds[*n].is_card) {
        let sheets = cards(game, order, KindId(n as u16), place, &mut files, &mut parts)?;
        let title = faces::title_of_kind(game.program, game.manifest, KindId(n as u16));
        objects.extend((!sheets.is_empty()).then(|| deck(&title, &sheets, objects.len())));
    }
    files.push(place.write(&format!("{}-parts.csv", place.name), list(&parts).as_bytes())?);
    if with_save {
        let saved = json!({ "Note": "Printed by Coursesetter", "ObjectStates": objects, "SaveName": &*game.book.title });
        let text = serde_json::to_string_pretty(&saved).unwrap_or_default();
        files.push(place.write(&format!("{}-tabletop-simulator.json", place.name), text.as_bytes())?);
    }
    Ok(files)
}

/// Draws and writes the sheets of a kind of cards, and lists every card.
fn cards(
    game: &Game<'_>,
    order: &Order,
    kind: KindId,
    place: &Place,
    files: &mut Vec<PathBuf>,
    parts: &mut Vec<Part>,
) -> Result<Vec<Sheet>, NotPrinted> {
    let (program, manifest) = (game.program, game.manifest);
    let rows = &program.rows[kind.index()];
    let name = program.ir.kinds[kind.index()].name.to_lowercase();
    let size = faces::size(program, manifest, kind);
    let of = |marks: &[Mark], size: Vec2| order.colours.of(&svg::of_marks(size, marks, false));
    let all: Vec<usize> = (0..rows.len()).filter(|card| usize::from(rows.first[*card]) == *card).collect();
    if all.is_empty() {
        return Ok(vec![]);
    }
    let has_own_backs = program.ir.kinds[kind.index()].back.is_some();
    let same_back = if has_own_backs {
        None
    } else {
        let back = faces::back(program, manifest, kind, None);
        let file = format!("{}-{name}-back.png", place.name);
        files.push(picture(place, &file, &of(&back.marks, size), mm(size))?);
        files.last().cloned()
    };
    let mut sheets = vec![];
    for (n, on) in all.chunks(ACROSS * DOWN).enumerate() {
        let (columns, lines) = (on.len().clamp(2, ACROSS), on.len().div_ceil(ACROSS).max(2));
        let whole = size * vec2(columns as f32, lines as f32);
        // The picture of all cards of the sheet, on the side that is drawn so.
        let laid = |side: &dyn Fn(usize) -> faces::Face| {
            let place = |at: usize| vec2((at % columns) as f32 * size.x, (at / columns) as f32 * size.y);
            let side = |(at, card): (usize, &usize)| side(*card).marks.into_iter().map(move |mark| moved(mark, place(at)));
            of(&on.iter().enumerate().flat_map(side).collect::<Vec<Mark>>(), whole)
        };
        let file = format!("{}-{name}-{}.png", place.name, n + 1);
        let front = picture(place, &file, &laid(&|card| faces::front(program, manifest, kind, card)), mm(whole))?;
        files.push(front.clone());
        let back = match &same_back {
            Some(back) => back.clone(),
            None => {
                let file = format!("{}-{name}-{}-back.png", place.name, n + 1);
                let back = picture(place, &file, &laid(&|card| faces::back_of(program, manifest, kind, card)), mm(whole))?;
                files.push(back.clone());
                back
            }
        };
        let count = |card: &usize| rows.first.iter().filter(|first| usize::from(**first) == *card).count();
        let cards: Vec<_> = on.iter().map(|card| (faces::title(program, manifest, kind, *card), count(card))).collect();
        parts.extend(cards.iter().map(|(title, count)| Part { file: file.clone(), title: title.clone(), count: *count, size }));
        sheets.push(Sheet { front, back, has_own_backs, columns, rows: lines, cards });
    }
    Ok(sheets)
}

fn moved(mut mark: Mark, by: Vec2) -> Mark {
    mark.path.apply_affine(Affine::translate((f64::from(by.x), f64::from(by.y))));
    mark
}

fn mm(size: Vec2) -> Size {
    Size::new(f64::from(size.x), f64::from(size.y))
}

/// Draws a picture and writes it.
fn picture(place: &Place, file: &str, svg: &str, size: Size) -> Result<PathBuf, NotPrinted> {
    let dpi = (PIXELS / size.width.max(size.height) * INCH).clamp(10.0, DPI) as u16;
    let bytes = png::draw(svg, size, dpi).map_err(|why| vec![Wrong::said(format!("{file}: {why}"))])?;
    place.write(file, &bytes)
}

/// The list of all parts, as a table that spreadsheets and other programs read.
fn list(parts: &[Part]) -> String {
    let line = |part: &Part| {
        let (width, height) = (part.size.x, part.size.y);
        format!("{},{},{},{width},{height}\n", quoted(&part.file), quoted(&part.title), part.count)
    };
    format!("{}\n{}", TABLE_BEGIN[0], parts.iter().map(line).collect::<String>())
}

/// Where the object of this number lies on the table.
fn transform(n: usize, scale: f64) -> Value {
    let (x, z) = if n == 0 { (0.0, 0.0) } else { (-14.0 + 4.0 * n as f64, -14.0) };
    json!({ "posX": x, "posY": 1.5, "posZ": z, "rotX": 0, "rotY": 180, "rotZ": 0, "scaleX": scale, "scaleY": 1, "scaleZ": scale })
}

fn address(file: &Path) -> String {
    let path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned()).display().to_string().replace('\\', "/");
    format!("file:///{}", path.trim_start_matches('/'))
}

/// A board: a tile with this picture on it.
fn tile(title: &str, file: &Path) -> Value {
    json!({
        "Name": "Custom_Tile",
        "Nickname": title,
        "Transform": transform(0, 10.0),
        "Locked": true,
        "CustomImage": {
            "ImageURL": address(file),
            "ImageSecondaryURL": "",
            "WidthScale": 0,
            "CustomTile": { "Type": 0, "Thickness": 0.1, "Stackable": false, "Stretch": true },
        },
    })
}

/// A deck of all cards of a kind.
fn deck(title: &str, sheets: &[Sheet], n: usize) -> Value {
    let custom = |at: usize, sheet: &Sheet| {
        let key = (n * 100 + at + 1).to_string();
        let value = json!({
            "FaceURL": address(&sheet.front),
            "BackURL": address(&sheet.back),
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": true,
            "UniqueBack": sheet.has_own_backs,
            "Type": 0,
        });
        (key, value)
    };
    let (mut ids, mut contained, mut all) = (vec![], vec![], serde_json::Map::new());
    for (at, sheet) in sheets.iter().enumerate() {
        let (key, value) = custom(at, sheet);
        for (card, (title, count)) in sheet.cards.iter().enumerate() {
            let id = (n * 100 + at + 1) * 100 + card;
            for _ in 0..*count {
                ids.push(id);
                contained.push(json!({
                    "Name": "Card",
                    "Nickname": title,
                    "Transform": transform(n, 1.0),
                    "CardID": id,
                    "CustomDeck": { (key.clone()): value.clone() },
                }));
            }
        }
        all.insert(key, value);
    }
    match (contained.pop(), contained.is_empty()) {
        // A deck has two cards or more.
        (Some(only), true) => only,
        (last, _) => {
            contained.extend(last);
            json!({
                "Name": "DeckCustom",
                "Nickname": title,
                "Transform": transform(n, 1.0),
                "DeckIDs": ids,
                "CustomDeck": all,
                "ContainedObjects": contained,
            })
        }
    }
}
