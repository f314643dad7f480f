//! Tracks as people write and draw them: read, edited, undone, written, checked, and exported as pictures.

use std::path::Path;

use editor::board::Board;
use editor::drawing::document::Document;
use editor::drawing::picture::{self, Kind};
use editor::drawing::{Checker, Drawing, read, svg, write};
use suite::drawings::random_edit;

use crate::spoil::spoil;
use crate::{Result, Unstructured, shipped};

thread_local! {
    /// For each ruleset what a drawing is checked against.
    static CHECKERS: Vec<Checker> = shipped::RULESETS.iter().map(|ruleset| Checker::new(ruleset, &[])).collect();
    /// The tracks, the shortest first: the number of its ruleset, the text, and the text read.
    static TRACKS: Vec<(usize, &'static str, Document)> = tracks();
}

/// So many tracks are looked at seldom, as they are long.
const LONG: usize = 4;

fn tracks() -> Vec<(usize, &'static str, Document)> {
    let all = shipped::TEXTS.iter().enumerate().flat_map(|(n, texts)| texts.tracks.values().map(move |track| (n, track)));
    let read = all.map(|(n, track)| {
        let text = track.as_ref().expect("it was read");
        (n, &**text, read::read(text).expect("it is a track"))
    });
    let mut tracks: Vec<_> = read.collect();
    tracks.sort_by_key(|(_, text, _)| text.len());
    tracks
}

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    CHECKERS.with(|checkers| TRACKS.with(|tracks| draw(checkers, tracks, bytes)))
}

fn draw(checkers: &[Checker], tracks: &[(usize, &str, Document)], bytes: &mut Unstructured<'_>) -> Result<()> {
    let most = tracks.len() - if bytes.ratio(63, 64)? { LONG } else { 0 };
    let (game, text, document) = &tracks[bytes.choose_index(most)?];
    let checker = &checkers[*game];
    let document = match bytes.ratio(1, 6)? {
        true => read::read(&spoil(text, bytes, 4)?),
        false => Ok(document.clone()),
    };
    let Ok(begin) = document else { return Ok(()) };
    let mut drawing = Drawing::new(begin.clone(), checker.schema.clone());
    let mut numbers = ::spoil::Numbers(bytes.arbitrary()?);
    for _ in 0..bytes.int_in_range(0..=4)? {
        if let Some(edit) = random_edit(&drawing, &mut numbers) {
            let _ = drawing.edit(&edit);
        }
    }
    let document = drawing.document().clone();
    let options = svg::Options { ids: bytes.arbitrary()?, pictures: bytes.arbitrary()? };
    match bytes.arbitrary::<u8>()? {
        // Refused where it would be too large.
        0xff => drop(picture::bytes(&document, checker, Path::new("fuzzed.ron"), Kind::Png, options, 8)),
        0xfe => draw_svg(&picture::board(&document, checker, "fuzzed"), &document, options),
        0xc0.. => draw_svg(&Board::drawn(&document, &checker.schema, checker.manifest()), &document, options),
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
