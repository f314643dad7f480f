//! The fonts of the program: what they hold, and that words are measured and drawn alike everywhere.

use std::fs;
use std::path::Path;

use editor::board::fonts::{Font, Weight};
use editor::board::letters;
use egui::{Color32, FontId, pos2};
use kurbo::{BezPath, Shape};
use skrifa::{FontRef, MetadataProvider};

const WEIGHTS: [Weight; 3] = [Weight::Regular, Weight::Bold, Weight::Black];

/// Whether a font has a letter itself.
fn has(font: Font, letter: char) -> bool {
    FontRef::new(font.bytes()).expect("a font").charmap().map(letter).is_some()
}

fn outline(text: &str, weight: Weight) -> BezPath {
    letters::outlines(text, pos2(0.0, 0.0), 10.0, weight, 0.0).into_iter().flatten().collect()
}

#[test]
fn words_are_as_wide_as_the_window_draws_them() {
    let ctx = egui::Context::default();
    editor::ui::theme::apply(&ctx);
    ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
    let texts = [
        "Port Rock – Long",
        "Illiwilli",
        "MWMWMW",
        "Recovery 12",
        "Größe: 3 €",
        "AVATAR To.",
        "Όλυμπος",
        "Эльбрус",
        "e\u{301} → 漢字",
    ];
    for (text, weight) in texts.into_iter().flat_map(|text| WEIGHTS.map(|weight| (text, weight))) {
        for size in [8.0, 21.0, 64.0] {
            let font = FontId::new(size, editor::ui::theme::family(Font::Board(weight)));
            let drawn = ctx.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font, Color32::BLACK).size().x);
            let said = letters::width(text, size, weight);
            assert!((said / drawn - 1.0).abs() < 0.01, "{text} in {weight:?} at {size}: {said} and {drawn}");
        }
    }
}

#[test]
fn outlines_are_as_wide_as_words_are_said_to_be() {
    for (text, weight) in ["HAVE", "Recovery 12", "Эльбрус"].into_iter().flat_map(|text| WEIGHTS.map(|weight| (text, weight)))
    {
        let (drawn, said) = (outline(text, weight).bounding_box().width(), f64::from(letters::width(text, 10.0, weight)));
        assert!(drawn < said && said - drawn < 2.0, "{text} in {weight:?}: {drawn} and {said}");
    }
    let wide = |weight| outline("Start", weight).area().abs();
    assert!(wide(Weight::Regular) * 1.2 < wide(Weight::Bold) && wide(Weight::Bold) * 1.1 < wide(Weight::Black));
}

#[test]
fn pairs_of_letters_stand_closer_where_they_would_gape() {
    for weight in WEIGHTS {
        let wide = |text| letters::width(text, 1.0, weight);
        assert!(wide("AV") < wide("A") + wide("V"), "{weight:?}");
    }
}

#[test]
fn every_font_has_latin_greek_and_cyrillic() {
    let letters = "AZaz09ÄÖÜäöüßéèçñøåšžőřłğıΑΩαωάΐЁАЯаяёїўјђ.,:;!?“”„‘’–—…·×±−€%&@#";
    for font in Font::ALL {
        let lacks: String = letters.chars().filter(|letter| !has(font, *letter)).collect();
        assert!(lacks.is_empty(), "{font:?} lacks {lacks}");
        let digits: Vec<f32> = ('0'..='9').map(|digit| width_in(font, digit)).collect();
        assert!(digits.iter().all(|width| *width == digits[0]), "digits of {font:?}: {digits:?}");
    }
}

fn width_in(font: Font, letter: char) -> f32 {
    use skrifa::instance::{LocationRef, Size};
    let font = FontRef::new(font.bytes()).expect("a font");
    let glyph = font.charmap().map(letter).expect("it has it");
    font.glyph_metrics(Size::unscaled(), LocationRef::default()).advance_width(glyph).expect("it has a width")
}

#[test]
fn every_sign_of_the_window_is_in_its_fonts() {
    let mut signs: Vec<char> = "⏵⏴⏷⏶✔✘▶◀⇧⌘⌥".chars().collect();
    for folder in ["src", "../interpreter/src", "../rulesets", "../tracks"] {
        note_signs(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut signs);
    }
    signs.sort_unstable();
    signs.dedup();
    assert!(signs.len() > 30, "{signs:?}");
    for font in [Font::Text, Font::Strong, Font::Code, Font::Board(Weight::Regular), Font::Board(Weight::Black)] {
        let lacks: String = signs.iter().filter(|sign| !font.chain().into_iter().any(|font| has(font, **sign))).collect();
        assert!(lacks.is_empty(), "neither {font:?} nor what stands in for it has {lacks}");
    }
}

/// Notes all that is beyond ASCII in the texts of a folder.
fn note_signs(folder: &Path, signs: &mut Vec<char>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            note_signs(&entry.path(), signs);
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            signs.extend(text.chars().filter(|c| !c.is_ascii()));
        }
    }
}

#[test]
fn what_no_font_has_is_a_box() {
    let [one, other, letter] = ["漢", "\u{1f600}", "o"].map(|text| outline(text, Weight::Bold));
    assert!(!one.is_empty() && one == other && one != letter);
    assert!(letters::width("漢", 10.0, Weight::Regular) > 4.0);
    let alone = letters::outlines("A漢B", pos2(0.0, 0.0), 10.0, Weight::Regular, 0.0);
    assert_eq!(alone.len(), 3);
}

#[test]
fn boards_say_in_outlines_what_they_say() {
    use crate::{schema, shipped_document};
    use editor::board::Board;
    use editor::drawing::svg;

    let (document, ruleset) = (shipped_document("skoot", "hilly"), crate::ruleset("skoot"));
    let board = Board::drawn(&document, &schema("skoot"), &ruleset.manifest);
    let all = svg::draw(&board, &document, Path::new(""), svg::Options { ids: true, ..svg::Options::default() });
    assert!(!all.contains("<text") && !all.contains("font"), "a picture needs no font");
    for space in &board.spaces {
        let said = format!("<g aria-label=\"{}\">\n", space.id);
        let outlines = all.split(&said).nth(1).and_then(|after| after.split("</g>").next()).expect("it says its id");
        assert_eq!(outlines.lines().count(), space.id.len(), "{}: {outlines}", space.id);
    }
}

#[test]
fn the_fonts_are_small() {
    let size: usize = Font::ALL.iter().map(|font| font.bytes().len()).sum();
    assert!(size < 1_500_000, "{size} bytes");
}
