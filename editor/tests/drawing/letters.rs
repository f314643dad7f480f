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

/// A board with a bend of spaces, and one label that says this.
fn with_label(says: &str) -> (editor::drawing::Document, editor::board::Board) {
    let text = format!(
        "(ruleset: \"skoot\", sheet: (width: 200, height: 120), board: (look: plain), tile: 10, spaces: [\n\
            (id: \"a\", at: (40, 90)), (id: \"b\", at: (60, 60)), (id: \"c\", at: (100, 50)), (id: \"d\", at: (140, 60)), \
            (id: \"e\", at: (160, 90))],\n links: [(kind: \"ahead\", chain: [\"a\", \"b\", \"c\", \"d\", \"e\"])],\n\
            decor: [(kind: \"label\", text: \"Round the bend\", at: (100, 35), size: 5, {says})])"
    );
    let (document, ruleset) = (crate::document(&text), crate::ruleset("skoot"));
    let board = editor::board::Board::drawn(&document, &crate::schema("skoot"), &ruleset.manifest);
    (document, board)
}

/// The elements of an exported board that belong to a text.
fn of_text(says: &str, text: &str) -> Vec<String> {
    let (document, board) = with_label(says);
    let all = editor::drawing::svg::draw(&board, &document, Path::new(""), editor::drawing::svg::Options::default());
    let said = format!("<g aria-label=\"{text}\">\n");
    let parts = all.split(&said).skip(1).filter_map(|after| after.split("</g>").next());
    parts.flat_map(|part| part.lines().map(str::to_owned)).collect()
}

#[test]
fn labels_have_the_weight_the_colour_and_the_halo_they_ask_for() {
    let plain = of_text("", "Round the bend");
    let heavy = of_text("weight: black", "Round the bend");
    assert_eq!((plain.len(), heavy.len()), (12, 12));
    assert_ne!(plain, heavy);
    let pale = of_text("halo: \"#ffffff\", colour: \"#aa1133\"", "Round the bend");
    assert_eq!((pale.iter().filter(|part| part.contains("stroke=\"#ffffff\" stroke-width=")).count(), pale.len()), (12, 24));
    assert_eq!(pale.iter().filter(|part| part.contains("fill=\"#aa1133\"")).count(), 12);
}

#[test]
fn a_label_is_hit_where_it_is_seen_however_it_is_aligned_and_turned() {
    use editor::board::print::middle;
    use editor::drawing::hit::{Hit, Places};
    use kurbo::Point;

    for says in ["", "align: left", "align: right, weight: bold", "align: left, turn: 90", "turn: 40", "along: true"] {
        let (document, board) = with_label(says);
        let mut places = Places::of(&document, &crate::schema("skoot"));
        places.note_board(&document, &board);
        let label = &board.labels[0];
        let wide = letters::width(&label.text, label.size * 1.3, label.lettering.weight);
        let on = |at: egui::Pos2| matches!(places.at(Point::new(at.x.into(), at.y.into()), 0.0), Some(Hit::Decor(_)));
        let ends: Vec<egui::Pos2> = match &label.along {
            Some(along) => [-0.5, -0.25, 0.0, 0.25, 0.5].map(|share| along.way.at(along.middle + share * wide).0).to_vec(),
            None => {
                let towards = egui::Vec2::angled(label.turn.to_radians()) * wide;
                [-0.48, 0.0, 0.48].map(|share| middle(label) + towards * share).to_vec()
            }
        };
        assert!(ends.iter().all(|at| on(*at)), "{says}: {ends:?}");
        let begin = match says.split(',').next() {
            Some("align: left") => ends[0],
            Some("align: right") => ends[ends.len() - 1],
            _ => ends[ends.len() / 2],
        };
        assert!(begin.distance(label.at) < 2.0, "{says}: {begin:?}");
        let across = egui::Vec2::angled((label.turn + 90.0).to_radians()) * label.size;
        assert!(!on(ends[ends.len() / 2] + across) && !on(ends[ends.len() / 2] - across), "{says}");
    }
}

#[test]
fn letters_along_a_course_keep_beside_it_on_their_side() {
    for (at, is_above) in [("at: (100, 35)", true), ("at: (100, 65)", false)] {
        let board = with_label_at(at);
        let label = &board.labels[0];
        let along = label.along.as_ref().expect("a course is near");
        let wide = letters::width(&label.text, label.size * 1.3, label.lettering.weight);
        let course = editor::board::way::Way::of(board.spaces.iter().map(|space| space.tile.at).collect()).expect("a line");
        let mut turns = vec![];
        for share in [-0.5, -0.3, 0.0, 0.3, 0.5] {
            let (at, way) = along.way.at(along.middle + share * wide);
            let far = course.distance(at);
            assert!((9.0..21.0).contains(&far), "{at:?} is {far} off");
            assert_eq!(at.y < 50.0 + (at.x - 100.0).abs() * 0.5, is_above, "{at:?}");
            assert!(way.x > 0.0, "it is read from left to right");
            turns.push(way.angle().to_degrees());
        }
        assert!(turns.windows(2).all(|pair| pair[0] <= pair[1] + 0.1) && turns[4] - turns[0] > 15.0, "{turns:?}");
    }
    let letters: usize = "Round the bend"
        .chars()
        .collect::<std::collections::BTreeSet<char>>()
        .into_iter()
        .fold(0, |sum, letter| sum + of_text("along: true", &letter.to_string()).len());
    assert_eq!(letters, 12, "each letter is drawn once");
    let text = "(ruleset: \"skoot\", decor: [(kind: \"label\", text: \"Alone\", at: (50, 50), along: true)])";
    let board = editor::board::Board::drawn(&crate::document(text), &crate::schema("skoot"), &crate::ruleset("skoot").manifest);
    assert!(board.labels[0].along.is_none(), "without a link, it stays straight");
}

/// The same with the label elsewhere.
fn with_label_at(at: &str) -> editor::board::Board {
    let (document, _) = with_label("along: true, weight: bold");
    let text = editor::drawing::write::text(&document).replace("at: (100.0, 35.0)", at).replace("at: (100, 35)", at);
    editor::board::Board::drawn(&crate::document(&text), &crate::schema("skoot"), &crate::ruleset("skoot").manifest)
}
