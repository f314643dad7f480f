//! Tracks as people write and draw them: read, edited, undone, written, checked, and exported as pictures.

#![no_main]

use std::path::Path;

use editor::board::Board;
use editor::drawing::edit::random::{Numbers, random_edit};
use editor::drawing::picture::{self, Kind};
use editor::drawing::{Checker, Drawing, read, svg, write};
use fuzz::spoil::spoil;
use fuzz::{Result, Unstructured, shipped};
use libfuzzer_sys::fuzz_target;

thread_local! {
    /// For each ruleset what a drawing is checked against.
    static CHECKERS: Vec<Checker> = shipped::RULESETS.iter().map(|ruleset| Checker::new(ruleset, &[])).collect();
}

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let game = bytes.choose_index(shipped::TEXTS.len())?;
    let tracks: Vec<_> = shipped::TEXTS[game].tracks.values().collect();
    let track = bytes.choose(&tracks)?.as_ref().expect("it was read");
    let track = spoil(track, bytes, 4)?;
    let Ok(document) = read::read(&track) else { return Ok(()) };
    CHECKERS.with(|checkers| {
        let checker = &checkers[game];
        let mut drawing = Drawing::new(document, checker.schema.clone());
        let begin = drawing.document().clone();
        let mut numbers = Numbers(bytes.arbitrary()?);
        for _ in 0..bytes.int_in_range(0..=12)? {
            if let Some(edit) = random_edit(&drawing, &mut numbers) {
                let _ = drawing.edit(&edit);
            }
        }
        let document = drawing.document().clone();
        let text = write::write(&document).text;
        let again = read::read(&text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        assert_eq!(write::write(&again).text, text);

        let options = svg::Options { ids: bytes.arbitrary()?, pictures: bytes.arbitrary()? };
        let drawn = match bytes.ratio(1, 32)? {
            true => picture::board(&document, checker, "fuzzed"),
            false => Board::drawn(&document, &checker.schema, checker.manifest()),
        };
        let drawn = svg::draw(&drawn, &document, Path::new(""), options);
        for wrong in ["NaN", "inf\"", "inf,"] {
            assert!(!drawn.contains(wrong), "{wrong} in {drawn}");
        }
        if bytes.ratio(1, 32)? {
            // Refused where it would be too large.
            let _ = picture::bytes(&document, checker, Path::new("fuzzed.ron"), Kind::Png, options, 8);
        }
        while drawing.undo() {}
        assert!(*drawing.document() == begin, "what was undone is not what was there");
        Ok(())
    })
}
