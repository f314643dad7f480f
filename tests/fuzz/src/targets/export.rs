//! Tracks as people write and draw them: read, edited, undone, written, checked, and exported as pictures.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use editor::board::Board;
use editor::drawing::document::Document;
use editor::drawing::edit::Edit;
use editor::drawing::picture::{self, Kind};
use editor::drawing::{Checker, Drawing, read, svg, write};
use interpreter::ruleset::{Ruleset, Texts};
use suite::drawings::random_edit;

use crate::spoil::spoil;
use crate::{Result, Unstructured, seldom, shipped, ways};

/// A ruleset's tracks, and what they are checked against.
struct Tracks {
    checker: Checker,
    /// The text, and the text read.
    tracks: Vec<(&'static str, Document)>,
}

thread_local! {
    /// Those of the rulesets that lie in the repository, and of those that are generated, by number.
    static SHIPPED: Vec<Tracks> = shipped::TEXTS.iter().zip(&*shipped::RULESETS).map(|(texts, rules)| tracks(texts, rules)).collect();
    static MADE: RefCell<BTreeMap<usize, Tracks>> = const { RefCell::new(BTreeMap::new()) };
}

fn tracks(texts: &'static Texts, ruleset: &Ruleset) -> Tracks {
    let read = |track: &'static std::result::Result<Arc<str>, String>| {
        let text: &'static str = track.as_ref().expect("it was read");
        (text, read::read(text).expect("it is a track"))
    };
    Tracks { checker: Checker::new(ruleset, &[]), tracks: texts.tracks.values().map(read).collect() }
}

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    if bytes.arbitrary()? {
        let n = bytes.choose_index(ways::MADE)?;
        let way = &ways::made(n)[0];
        return MADE.with_borrow_mut(|all| draw(all.entry(n).or_insert_with(|| tracks(way.texts, way.ruleset)), true, bytes));
    }
    SHIPPED.with(|all| draw(bytes.choose(all)?, false, bytes))
}

/// Spaces of a piece that is printed of a large board.
const PIECE: usize = 8;

fn draw(Tracks { checker, tracks }: &Tracks, is_small: bool, bytes: &mut Unstructured<'_>) -> Result<()> {
    let (text, document) = bytes.choose(tracks)?;
    // A printed board takes long: mostly it is a piece, and seldom the whole.
    let is_printed = seldom(bytes, 24);
    let is_whole = is_small || seldom(bytes, 50);
    let document = match bytes.ratio(1, 6)? {
        true => read::read(&spoil(text, bytes, 4)?),
        false => Ok(document.clone()),
    };
    let Ok(begin) = document else { return Ok(()) };
    let mut drawing = Drawing::new(begin.clone(), checker.schema.clone());
    if is_printed && !is_whole {
        let spaces = drawing.document().spaces();
        let first = bytes.choose_index(spaces.len())?;
        let keys = spaces.iter().enumerate().filter(|(n, _)| !(first..first + PIECE).contains(n)).map(|(_, space)| space.key);
        let removed = Edit::Remove { keys: keys.collect(), bridging: bytes.arbitrary()? };
        let _ = drawing.edit(&removed);
    }
    let mut numbers = ::spoil::Numbers(bytes.arbitrary()?);
    for _ in 0..bytes.int_in_range(0..=4)? {
        if let Some(edit) = random_edit(&drawing, &mut numbers) {
            let _ = drawing.edit(&edit);
        }
    }
    let document = drawing.document().clone();
    let options = svg::Options { ids: bytes.arbitrary()?, pictures: bytes.arbitrary()?, letters: bytes.arbitrary()? };
    match bytes.arbitrary::<u8>()? {
        // Refused where it would be too large.
        _ if is_printed && seldom(bytes, 40) => {
            drop(picture::bytes(&document, checker, Path::new("fuzzed.ron"), Kind::Png, options, 8))
        }
        0x80.. if is_printed => draw_svg(&picture::board(&document, checker, "fuzzed"), &document, options),
        _ if is_printed => draw_svg(&Board::drawn(&document, &checker.schema, checker.manifest()), &document, options),
        _ => {
            let text = write::write(&document).text;
            let again = read::read(&text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
            assert_eq!(write::write(&again).text, text);
        }
    }
    while drawing.undo() {}
    assert!(*drawing.document() == begin, "what was undone is not what was there");
    Ok(())
}

/// All numbers in it are some.
fn draw_svg(board: &Board, document: &Document, options: svg::Options) {
    let drawn = svg::draw(board, document, Path::new(""), options);
    for wrong in ["NaN", "inf\"", "inf,"] {
        assert!(!drawn.contains(wrong), "{wrong} in {drawn}");
    }
}
