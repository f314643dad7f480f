//! Contrasts on the shipped boards: to all eyes, in grey, and to those who see no green.

use std::collections::BTreeSet;

use editor::board::print::{Inks, between};
use editor::board::vision::{Vision, WHITE, contrast, ratio};
use editor::board::{Board, legible, tile};
use editor::looks::{Rgb, hex};
use editor::pieces::seats;
use interpreter::data::manifest::board::Tint;

use super::{document, ruleset, schema, shipped};

const EYES: [Vision; 3] = [Vision::Full, Vision::Grey, Vision::Deuteranopia];

/// Each shipped board with the name it has in messages.
fn boards() -> Vec<(String, Board)> {
    let board = |(game, name, text): (String, String, std::sync::Arc<str>)| {
        let board = Board::drawn(&document(&text), &schema(&game), &ruleset(&game).manifest);
        (format!("{game}/{name}"), board)
    };
    shipped().into_iter().map(board).collect()
}

/// What lies below pieces on a board: its spaces, its course, its ground.
fn grounds(board: &Board) -> BTreeSet<Rgb> {
    let spaces = board.spaces.iter().map(|space| tile::fill(&space.look.drawn, Inks::PRINT));
    spaces.chain(below(board).map(|(_, ground)| ground)).collect()
}

/// The colours of what the program draws below the spaces, if it draws any.
fn below(board: &Board) -> impl Iterator<Item = (Tint, Rgb)> {
    let look = board.art.as_ref().map(|art| &art.look);
    look.into_iter().flat_map(|look| [Tint::Ribbon, Tint::Low, Tint::High].map(|tint| (tint, look.tint(tint))))
}

#[test]
fn marks_and_texts_stand_out_from_their_spaces() {
    let mut found = BTreeSet::new();
    for (name, board) in boards() {
        let warnings = board.spaces.iter().flat_map(|space| legible::of_space(&space.look.drawn));
        found.extend(warnings.map(|warning| format!("{name}: {warning}")));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn labels_stand_out_from_all_they_may_lie_on() {
    for (name, board) in boards() {
        for label in board.labels.iter().filter(|label| !label.has_ground && label.opacity > 0.5) {
            let ink = label.colour.unwrap_or(Inks::PRINT.ink);
            for (tint, ground) in below(&board) {
                for eyes in EYES {
                    let is = ratio(eyes.sees(ink), eyes.sees(ground));
                    assert!(
                        is >= 4.5,
                        "{name}: {} ({}) on {tint:?} ({}): {is:.1} to {eyes:?}",
                        label.text,
                        hex(ink),
                        hex(ground)
                    );
                }
            }
        }
    }
}

#[test]
fn pieces_of_all_players_stand_out_from_every_ground() {
    for (name, board) in boards() {
        for ground in grounds(&board) {
            for colour in seats::SEATS {
                let outline = between(colour, [0; 3], seats::OUTLINE);
                for eyes in EYES {
                    let far = |ring: Rgb| ratio(eyes.sees(ring), eyes.sees(ground));
                    let is = far(outline).max(far(WHITE));
                    assert!(is >= 3.0, "{name}: {} on {}: {is:.1} to {eyes:?}", hex(colour), hex(ground));
                    let number = ratio(eyes.sees(contrast(colour)), eyes.sees(colour));
                    assert!(number >= 4.5, "the number on {}: {number:.1} to {eyes:?}", hex(colour));
                }
            }
        }
    }
}

#[test]
fn a_warning_says_whose_eyes_it_is_about() {
    let look = editor::looks::SpaceLook { fill: Some([0xc8, 0x37, 0x2d]), ..Default::default() };
    let says = "Text (#ffffff) on its ground (#c8372d): 4.4 : 1 to eyes without green. It should be 4.5 : 1 or more.";
    assert_eq!(legible::of_space(&look), [says]);
}
