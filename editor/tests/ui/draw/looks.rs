//! The Looks pane: what is set there stands in the manifest, can be undone, and is seen on the board.

use editor::ui::draw::LookEdit;
use egui_kittest::kittest::NodeT;

use super::*;

/// The manifest as it is typed.
fn manifest(artist: &Artist) -> String {
    let texts = artist.window.state().sitting.live.texts();
    texts.get("skoot/game.ron").and_then(|text| text.as_ref().ok()).expect("it can be read").to_string()
}

fn colour(artist: &Artist, of: &str) -> Option<[u8; 3]> {
    artist.draw().desk.manifest().look(of).colour
}

fn click(artist: &mut Artist, label: &str) {
    artist.window.get_by_role_and_label(Role::Button, label).click();
    (0..3).for_each(|_| artist.window.step());
}

/// Opens a look, even one that lies below what the pane has room for.
fn open(artist: &mut Artist, label: &str) {
    artist.window.get_by_role_and_label(Role::Button, label).focus();
    (0..2).for_each(|_| artist.window.step());
    artist.window.key_press(egui::Key::Enter);
    (0..3).for_each(|_| artist.window.step());
}

#[test]
fn a_colour_of_the_palette_is_written_into_the_manifest_and_undone() {
    let mut artist = Artist::new("skoot");
    let before = manifest(&artist);
    click(&mut artist, "Looks");
    click(&mut artist, "Look of Area.start");
    click(&mut artist, "Colour: #c9def2");
    click(&mut artist, "Sky blue");
    assert_eq!(manifest(&artist), before.replacen("#c9def2", "#56b4e9", 1));
    until(&mut artist.window, |window| {
        let draw = window.state().table.draw.as_ref().expect("a board lies there");
        draw.desk.manifest().look("Area.start").colour == Some([0x56, 0xb4, 0xe9])
    });
    // Undo is for the look as long as nothing else is done.
    artist.command(Command::Undo);
    assert_eq!(manifest(&artist), before);
    artist.command(Command::Redo);
    assert_eq!(manifest(&artist), before.replacen("#c9def2", "#56b4e9", 1));
    artist.take(Tool::Space);
    artist.click((60.0, 100.0));
    let drawn = artist.draw().desk.document().spaces().len();
    artist.command(Command::Undo);
    assert_eq!(artist.draw().desk.document().spaces().len(), drawn - 1);
    assert!(manifest(&artist).contains("#56b4e9") && colour(&artist, "Area.finish").is_some());
}

#[test]
fn what_finds_no_place_on_the_board_is_said() {
    for (game, track, is_left_out) in [("skoot", "hilly", false), ("hell-on-eight-wheels", "oval", true)] {
        let text = library().read(game).tracks[track].clone().expect("it can be read");
        // Spaces as large as that leave no room for anything.
        let text = text.replace("tile: 9.6", "tile: 60.0");
        let mut artist = Artist::with(game, Some(read::read(&text).expect("a track")));
        click(&mut artist, "Looks");
        until(&mut artist.window, |window| !window.state().table.draw.as_ref().expect("a board lies there").canvas.awaits_art());
        artist.window.run_steps(2);
        let said = artist.window.query_by_label("The legend finds no free place on the sheet, so it is left out").is_some();
        assert_eq!(said, is_left_out, "{track}");
    }
}

#[test]
fn a_track_may_look_otherwise_and_that_is_a_step_of_the_drawing() {
    let mut artist = Artist::new("skoot");
    click(&mut artist, "Looks");
    click(&mut artist, "Look of board");
    let set = |of: &str, value: Option<&str>| {
        Act::SetLook(LookEdit { of: of.to_owned(), key: "look", value: value.map(str::to_owned) })
    };
    let header = |artist: &Artist| artist.document().header().get("board").map(|value| value.to_string());
    artist.act(set("track", Some("line")));
    assert_eq!(header(&artist).as_deref(), Some("(look: line)"));
    artist.command(Command::Undo);
    assert_eq!(header(&artist), None);
    artist.command(Command::Redo);
    artist.act(set("track", None));
    assert_eq!(header(&artist), None);
    artist.act(set("board", Some("plain")));
    assert!(manifest(&artist).contains("look: plain"));
}

#[test]
fn looks_are_those_of_the_board_while_another_game_is_played() {
    let mut artist = Artist::new("skoot");
    artist.window.state_mut().apply(SetupMessage::Ruleset("biathlon-blast".into()));
    until(&mut artist.window, |window| *window.state().sitting.live.texts().name == *"biathlon-blast");
    click(&mut artist, "Looks");
    for look in ["Look of board", "Look of track"] {
        click(&mut artist, look);
        let seed = artist.window.get_by_role_and_label(Role::SpinButton, "Seed");
        assert!(!seed.accesskit_node().is_disabled(), "{look}");
        click(&mut artist, look);
    }
    let typed = |artist: &Artist| {
        let mut typed = artist.window.state().sitting.live.typed();
        typed.find(|(name, _)| *name == "skoot/game.ron").map(|(_, typed)| typed.mine.to_string())
    };
    let comes = |artist: &mut Artist, colour: [u8; 3]| {
        until(&mut artist.window, |window| {
            let draw = window.state().table.draw.as_ref().expect("a board lies there");
            draw.desk.manifest().look("Area.start").colour == Some(colour)
        });
    };
    click(&mut artist, "Look of Area.start");
    click(&mut artist, "Colour: #c9def2");
    click(&mut artist, "Sky blue");
    assert!(typed(&artist).is_some_and(|text| text.contains("#56b4e9") && !text.contains("#c9def2")));
    comes(&mut artist, [0x56, 0xb4, 0xe9]);
    // The game that is played is none of its business.
    let played = artist.window.state().sitting.live.texts().get("biathlon-blast/game.ron").cloned().expect("it is there");
    assert!(!played.expect("it can be read").contains("#56b4e9"));
    artist.command(Command::Undo);
    assert_eq!(typed(&artist), None, "nothing is left to be saved");
    comes(&mut artist, [0xc9, 0xde, 0xf2]);
    artist.command(Command::Redo);
    comes(&mut artist, [0x56, 0xb4, 0xe9]);
    artist.act(Act::AddBrush("Terrain".into(), "Deep snow".into()));
    until(&mut artist.window, |window| {
        let draw = window.state().table.draw.as_ref().expect("a board lies there");
        draw.desk.palette.brushes.iter().flat_map(|group| &group.brushes).any(|brush| *brush.value == *"deep_snow")
    });
}

#[test]
fn borders_corners_and_letters_are_set_and_taken_out() {
    let mut artist = Artist::new("skoot");
    let before = manifest(&artist);
    click(&mut artist, "Looks");
    open(&mut artist, "Look of Terrain.climb");
    artist.window.get_by_role_and_label(Role::SpinButton, "Corner").focus();
    (0..2).for_each(|_| artist.window.step());
    artist.window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    artist.window.step();
    artist.window.event(egui::Event::Text("3.5".to_owned()));
    artist.window.step();
    artist.window.key_press(egui::Key::Enter);
    (0..3).for_each(|_| artist.window.step());
    assert!(manifest(&artist).contains("legend: \"Climb: two dots\", corner: 3.5"), "{}", manifest(&artist));
    artist.command(Command::Undo);
    assert_eq!(manifest(&artist), before);
    for (key, value) in [("border_line", "double"), ("label", "\"UP\""), ("number", "top")] {
        artist.act(Act::SetLook(LookEdit { of: "Terrain.climb".into(), key, value: Some(value.into()) }));
        assert!(manifest(&artist).contains(&format!("{key}: {value}")));
    }
    until(&mut artist.window, |window| {
        let draw = window.state().table.draw.as_ref().expect("a board lies there");
        draw.desk.manifest().look("Terrain.climb").number.is_some()
    });
    artist.window.get_by_role_and_label(Role::TextInput, "Label");
    // A link has no corner to be set.
    open(&mut artist, "Look of around");
    artist.window.get_by_role_and_label(Role::SpinButton, "Width");
    for absent in ["Corner", "Shadow", "Border width"] {
        assert!(artist.window.query_by_role_and_label(Role::SpinButton, absent).is_none(), "{absent}");
    }
}

#[test]
fn a_brush_is_written_into_the_rules_and_undone_there() {
    let mut artist = Artist::new("skoot");
    let rules = |window: &Harness<'static, App>| {
        let texts = window.state().sitting.live.texts();
        texts.get("skoot/skoot.rules").and_then(|text| text.as_ref().ok()).expect("it can be read").to_string()
    };
    let before = rules(&artist.window);
    artist.act(Act::AddBrush("Terrain".into(), "Deep snow".into()));
    let after = rules(&artist.window);
    assert_eq!(after, before.replacen("\n  downhill\n", "\n  downhill\n  deep_snow\n", 1));
    assert_ne!(after, before);
    until(&mut artist.window, |window| {
        let draw = window.state().table.draw.as_ref().expect("a board lies there");
        draw.desk.palette.brushes.iter().flat_map(|group| &group.brushes).any(|brush| *brush.value == *"deep_snow")
    });
    // One of that name is there already.
    artist.act(Act::AddBrush("Terrain".into(), "deep snow".into()));
    assert_eq!(rules(&artist.window), after);
    artist.command(Command::Undo);
    assert_eq!(rules(&artist.window), before);
}
