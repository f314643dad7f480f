//! Fields that come up over the board: what is typed goes there, and nowhere else.

use super::*;

/// Presses keys as somebody who types letters does.
fn types(artist: &mut Artist, letters: [(Key, &str); 3]) {
    for (key, letter) in letters {
        artist.window.key_press(key);
        artist.window.event(egui::Event::Text(letter.to_owned()));
        artist.window.run_steps(2);
    }
}

const LETTERS: [(Key, &str); 3] = [(Key::G, "g"), (Key::R, "r"), (Key::C, "c")];

#[test]
fn what_is_typed_goes_into_the_popover_that_adds_a_brush() {
    let mut artist = Artist::new("ski-the-mountain");
    artist.take(Tool::Space);
    artist.click((100.0, 100.0));
    artist.take(Tool::Select);
    let (tool, text) = (artist.draw().desk.hand.tool, artist.text());
    let at = artist.window.get_all_by_label_contains("Add a brush to ").next().expect("a field has one").rect().center();
    artist.press_at(at);
    artist.rest();
    let typed = |artist: &Artist| artist.window.get_by_role_and_label(Role::TextInput, "Name of the brush").value();
    types(&mut artist, LETTERS);
    assert_eq!(typed(&artist).as_deref(), Some("grc"));
    // No key is for the table, wherever the focus is.
    artist.window.key_press(Key::Tab);
    artist.window.run_steps(2);
    types(&mut artist, LETTERS);
    artist.window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    artist.window.run_steps(3);
    assert_eq!((artist.draw().desk.hand.tool, artist.text(), artist.draw().desk.selected.len()), (tool, text, 1));
    artist.window.get_by_role_and_label(Role::TextInput, "Name of the brush").click();
    artist.rest();
    artist.window.key_press(Key::Enter);
    artist.rest();
    assert!(artist.window.query_by_role_and_label(Role::TextInput, "Name of the brush").is_none(), "Enter adds it");
}

#[test]
fn a_question_that_is_left_empty_says_so_and_is_still_asked() {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Picture);
    artist.click((200.0, 150.0));
    artist.rest();
    artist.window.get_by_role_and_label(Role::Button, "Add").click();
    artist.rest();
    artist.window.get_by_label("Type it here first");
    types(&mut artist, LETTERS);
    assert_eq!(artist.draw().desk.hand.tool, Tool::Picture);
    artist.window.get_by_role_and_label(Role::TextInput, "File of the picture, beside the track");
    assert!(artist.window.query_by_label("Type it here first").is_none());
}

#[test]
fn a_step_hands_out_the_stamp_that_has_its_value_and_what_belongs_to_it() {
    let mut artist = Artist::new("ski-the-mountain");
    // All steps are in view.
    artist.window.set_size(egui::vec2(1280.0, 1600.0));
    artist.rest();
    // What is left to draw is worked out beside the window.
    for _ in 0..500 {
        if artist.window.query_by_label("Checking …").is_none() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        artist.rest();
    }
    let at = artist.window.get_all_by_role_and_label(Role::Button, "Town").map(|node| node.rect().center());
    let at = at.max_by(|a, b| a.x.total_cmp(&b.x)).expect("the step has it");
    artist.press_at(at);
    artist.rest();
    let settings = &artist.draw().desk.hand.settings;
    assert_eq!(settings.stamp.as_ref().map(|stamp| &*stamp.name), Some("Town"));
}
