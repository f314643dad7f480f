//! Faces and backs of cards: drawings in millimetres, from the manifest or without it.

use editor::board::art::Mark;
use editor::drawing::svg;
use editor::faces::{self, Face};
use editor::faces::{MOST_PIPS, pip_places, signed};
use interpreter::data::Manifest;
use interpreter::ir::KindId;
use interpreter::program::Program;
use interpreter::ruleset::Setup;
use kurbo::Shape;

use super::*;

/// Every card of the shipped games: the game's name, its program and manifest, the kind and the card.
fn each_card(mut look: impl FnMut(&str, &Program, &Manifest, KindId, usize)) {
    for game in ["biathlon-blast", "hell-on-eight-wheels", "ski-the-mountain"] {
        let ruleset = ruleset(game);
        let program = ruleset.build(&Setup::default()).program.expect("it can be played");
        for kind in 0..program.ir.kinds.len() {
            for card in 0..usize::from(program.cards[kind].count) {
                look(game, &program, &ruleset.manifest, KindId(kind as u16), card);
            }
        }
    }
}

/// Whether everything lies on the card, apart from half of its edge.
fn lies_on(face: &Face) -> bool {
    let (wide, high) = (f64::from(face.size.x), f64::from(face.size.y));
    face.marks.iter().all(|mark: &Mark| {
        let frame = mark.path.bounding_box();
        frame.x0 >= -0.3 && frame.y0 >= -0.3 && frame.x1 <= wide + 0.3 && frame.y1 <= high + 0.3
    })
}

#[test]
fn every_card_has_a_face_on_which_all_lies_with_looks_and_without() {
    let (mut cards, mut parts) = (0, 0);
    each_card(|game, program, manifest, kind, card| {
        let name = &program.rows[kind.index()].names[card];
        for manifest in [manifest, &Manifest::default()] {
            let face = faces::front(program, manifest, kind, card);
            assert_eq!(face.size, emath::vec2(63.5, 88.9));
            assert!(face.marks.len() > 3, "{game}: {name} shows nothing");
            assert!(lies_on(&face), "{game}: {name}");
            // Each half stands in a place of its own.
            for (n, part) in face.parts.iter().enumerate() {
                assert!(part.is_positive() && face.parts[..n].iter().all(|other| !other.intersects(*part)), "{game}: {name}");
            }
            parts += face.parts.len();
        }
        let back = faces::back(program, manifest, kind, Some("Otter"));
        assert!(lies_on(&back) && back.marks.len() > 5);
        cards += 1;
    });
    assert!(cards > 250, "{cards} cards");
    assert!(parts > 300, "{parts} parts");
}

#[test]
fn different_cards_look_different_and_equal_ones_alike() {
    let mut seen: Vec<(String, Vec<Mark>)> = vec![];
    each_card(|game, program, manifest, kind, card| {
        let name = format!("{game} {} {}", kind.index(), program.rows[kind.index()].names[card]);
        let marks = faces::front(program, manifest, kind, card).marks;
        match seen.iter().find(|(_, known)| *known == marks) {
            Some((other, _)) => assert_eq!(*other, name),
            None => seen.push((name, marks)),
        }
    });
    assert!(seen.len() > 150);
}

#[test]
fn a_face_is_a_picture_of_its_true_size() {
    let folder = std::env::var_os("FACES").map(std::path::PathBuf::from);
    let mut drawn = std::collections::BTreeSet::new();
    each_card(|game, program, manifest, kind, card| {
        let name = &program.rows[kind.index()].names[card];
        if !drawn.insert((game.to_owned(), kind.index(), name.to_string())) {
            return;
        }
        let face = faces::front(program, manifest, kind, card);
        let text = svg::of_marks(face.size, &face.marks, false);
        let tree = resvg::usvg::Tree::from_str(&text, &Default::default()).expect("it is an SVG");
        // 63.5 mm at 96 dots per inch.
        assert!((tree.size().width() - 240.0).abs() < 0.1, "{}", tree.size().width());
        assert!(text.matches("<path").count() > 3, "{text}");
        // Its letters are outlines, and stand beside them on pages that can be searched.
        let (title, searched) = (faces::title(program, manifest, kind, card), svg::of_marks(face.size, &face.marks, true));
        let word = title.split(' ').next().unwrap_or_default();
        assert!(
            searched.contains(word) && (title.is_empty() || searched.contains("<text")) && !text.contains("<text"),
            "{searched}"
        );
        if let Some(folder) = &folder {
            let plain: String = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
            let mut picture = resvg::tiny_skia::Pixmap::new(480, 672).expect("it has a size");
            resvg::render(&tree, resvg::tiny_skia::Transform::from_scale(2.0, 2.0), &mut picture.as_mut());
            picture.save_png(folder.join(format!("{game}-{}-{plain}.png", kind.index()))).expect("it is written");
        }
    });
}

#[test]
fn sizes_are_said_by_name_or_in_millimetres() {
    let size = |said: &str| {
        let mut texts = library().read("ski-the-mountain");
        let game = texts.files["game.ron"].clone().expect("it can be read");
        let game = game.replacen("\"PisteCard\": (", &format!("\"PisteCard\": (size: {said}, "), 1);
        texts.files.insert("game.ron".into(), Ok(game.into()));
        let ruleset = Ruleset::read(&texts);
        let problems: Vec<String> = ruleset.problems.iter().map(|problem| problem.message.clone()).collect();
        let look = ruleset.manifest.look("PisteCard");
        if let Some(program) = ruleset.build(&Setup::default()).program {
            let kind = program.ir.kinds.iter().position(|kind| *kind.name == *"PisteCard").expect("it has such cards");
            let face = faces::front(&program, &ruleset.manifest, KindId(kind as u16), 0);
            assert!(lies_on(&face) && look.size.is_none_or(|size| face.size == size.into()));
        }
        (look.size, problems)
    };
    assert_eq!(size("mini"), (Some((44.45, 63.5)), vec![]));
    assert_eq!(size("(70, 120)"), (Some((70.0, 120.0)), vec![]));
    assert_eq!(size("(1, 120)").1, ["expected a number from 20 to 300, not `1`"]);
    assert_eq!(size("pocker").1, ["expected `poker`, `bridge`, `mini`, `tarot` or `square`, not `pocker`"]);
}

#[test]
fn as_many_pips_as_are_counted_stand_within_their_room() {
    for count in 1..=MOST_PIPS {
        let places = pip_places(count);
        assert_eq!(places.len(), count as usize);
        assert!(places.iter().all(|(at, _)| (0.0..=1.0).contains(&at.x) && (0.0..=1.0).contains(&at.y)));
    }
    assert_eq!([signed(3), signed(0), signed(-2)], ["+3", "0", "\u{2212}2"]);
}
