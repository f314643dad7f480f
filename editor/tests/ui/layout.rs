//! Layouts: whether every pane has its place, what is kept of them, and how they fit.

use editor::ui::action::{Arrangement, Pane, Room};
use editor::ui::layout::{BOARD, Layouts, Squeezed, fit, is_whole, usual};
use egui::Vec2;
use egui_tiles::{Container, LinearDir, Tree};

const SIZES: [Vec2; 4] = [Vec2::new(1280.0, 740.0), Vec2::new(800.0, 500.0), Vec2::new(1920.0, 1000.0), Vec2::new(1.0, 1.0)];

#[test]
fn every_pane_has_its_place() {
    for size in SIZES {
        for arrangement in Arrangement::ALL {
            assert!(is_whole(&usual(Room::Play, arrangement, size), Room::Play), "{arrangement:?} {size:?}");
        }
        assert!(is_whole(&usual(Room::Draw, Arrangement::Play, size), Room::Draw), "{size:?}");
    }
}

#[test]
fn what_was_kept_comes_back_and_what_is_damaged_is_as_at_first() {
    let mut layouts = Layouts::default();
    for room in [Room::Play, Room::Draw] {
        let tree = layouts.take(room, SIZES[0]);
        layouts.put(room, tree);
    }
    let text = layouts.written();
    let read = Layouts::read(&text);
    assert_eq!(read.shown(Room::Play), layouts.shown(Room::Play));
    assert!(read.shown(Room::Draw).is_some());
    for damaged in ["", "{", "[1,2]", &text.replace("Inspector", "Nothing"), &text[..text.len() / 2]] {
        assert!(Layouts::read(damaged).shown(Room::Play).is_none(), "{damaged}");
    }
    // One pane is missing, and another occurs twice.
    let twice = text.replace("\"Setup\"", "\"Log\"");
    assert_ne!(twice, text);
    let mut read = Layouts::read(&twice);
    assert!(read.shown(Room::Play).is_some());
    assert!(is_whole(&read.take(Room::Play, SIZES[0]), Room::Play));
}

#[test]
fn beside_the_board_sizes_stay_when_the_window_grows() {
    let mut tree = usual(Room::Draw, Arrangement::Play, SIZES[0]);
    let mut squeezed = Squeezed::default();
    let fit_to = |tree: &mut Tree<Pane>, squeezed: &mut Squeezed, size: Vec2| {
        fit(tree, squeezed, Pane::Sheet, (size, size * BOARD), 24.0);
    };
    let share = |tree: &Tree<Pane>, pane: Pane| {
        let mut at = tree.tiles.find_pane(&pane).expect("it is there");
        loop {
            let above = tree.tiles.parent_of(at).expect("every pane is in a row");
            match tree.tiles.get_container(above) {
                Some(Container::Linear(row)) if row.dir == LinearDir::Horizontal => return row.shares[at],
                _ => at = above,
            }
        }
    };
    fit_to(&mut tree, &mut squeezed, SIZES[0]);
    assert_eq!((share(&tree, Pane::Tools), share(&tree, Pane::Inspector)), (236.0, 290.0));
    fit_to(&mut tree, &mut squeezed, SIZES[2]);
    assert_eq!((share(&tree, Pane::Tools), share(&tree, Pane::Inspector)), (236.0, 290.0));
    fit_to(&mut tree, &mut squeezed, Vec2::new(400.0, 300.0));
    assert!(share(&tree, Pane::Tools) + share(&tree, Pane::Inspector) <= 400.0 * (1.0 - BOARD) + 1.0);
    fit_to(&mut tree, &mut squeezed, Vec2::new(300.0, 300.0));
    fit_to(&mut tree, &mut squeezed, SIZES[0]);
    assert_eq!((share(&tree, Pane::Tools), share(&tree, Pane::Inspector)), (236.0, 290.0), "there is room again");
}
