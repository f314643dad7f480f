//! Rows of data as a table, changed while a race goes on.

use super::*;

/// A race of a copy of Biathlon Blast, with the table of biathletes on show.
fn rows_on_show() -> (tempfile::TempDir, Harness<'static, App>) {
    let folder = tempfile::tempdir().expect("a folder for a copy");
    let copied = |part: &str| {
        let (from, to) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(part), folder.path().join(part));
        fs::create_dir_all(&to).expect("a folder");
        for file in fs::read_dir(from).expect("the project's files").flatten().filter(|file| file.path().is_file()) {
            fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
        }
    };
    ["rulesets/biathlon-blast", "tracks/biathlon-blast"].iter().for_each(|part| copied(part));
    let library = Library { rulesets: folder.path().join("rulesets"), tracks: folder.path().join("tracks") };
    let mut window = window(library);
    window.state_mut().apply(SetupMessage::Ruleset("biathlon-blast".into()));
    settle(&mut window);
    window.state_mut().apply(TextMessage::ShowText(ROWS.into(), 0..0));
    settle(&mut window);
    window.get_by_label("Table").click();
    settle(&mut window);
    (folder, window)
}

/// Types in a cell, and stays there.
fn type_in(window: &mut Harness<'static, App>, label: &str, words: &str) {
    window.get_by_role_and_label(Role::TextInput, label).click();
    settle(window);
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    settle(window);
    window.event(egui::Event::Text(words.to_owned()));
    settle(window);
}

#[test]
fn what_is_typed_in_a_cell_is_saved_and_asked_about() {
    let (folder, mut window) = rows_on_show();
    let before = text(&window, ROWS);
    let file = folder.path().join("rulesets").join(ROWS);
    type_in(&mut window, "Wei: country", "\"Norway\"");
    assert!(window.state().has_unsaved() && text(&window, ROWS) == before);
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(fs::read_to_string(&file).expect("it was saved") == before.replace("\"China\"", "\"Norway\""));
    assert!(!window.state().has_unsaved());
    // One goes elsewhere while it is being typed: the pane is not drawn any more.
    type_in(&mut window, "Wei: country", "\"Samoa\"");
    window.state_mut().apply(Action::Draw);
    settle(&mut window);
    assert!(text(&window, ROWS) == before.replace("\"China\"", "\"Samoa\""));
    window.state_mut().apply(Action::Save);
    window.state_mut().apply(Action::Play);
    settle(&mut window);
    let saved = fs::read_to_string(&file).expect("it was saved");
    // What is no value is neither saved nor lost unasked.
    type_in(&mut window, "Wei: accuracy", "[2, 2");
    window.state_mut().apply(Action::Quit);
    settle(&mut window);
    window.get_by_label(&format!("Save {ROWS}?"));
    click(&mut window, Role::Button, "Save");
    assert!(window.state().shell.notice.as_ref().is_some_and(|notice| notice.is_bad && notice.text.contains("Wei: accuracy")));
    assert!(window.state().has_unsaved() && fs::read_to_string(&file).expect("it is there") == saved);
    window.state_mut().apply(Action::Quit);
    settle(&mut window);
    click(&mut window, Role::Button, "Don't save");
    assert!(!window.state().has_unsaved());
}

#[test]
fn undo_is_for_the_table_of_data_while_that_is_on_show() {
    let (_folder, mut window) = rows_on_show();
    let before = text(&window, ROWS);
    window.get_by_role_and_label(Role::Button, "Row Pinto").click();
    settle(&mut window);
    window.get_by_label("Delete").click();
    settle(&mut window);
    assert!(!text(&window, ROWS).contains("\"Pinto\""));
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert!(text(&window, ROWS) == before);
}
