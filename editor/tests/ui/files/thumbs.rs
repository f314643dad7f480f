//! Small pictures of tracks.

use std::collections::BTreeSet;

use editor::files::Library;
use editor::ui::dialog::thumbs::make;

#[test]
fn a_picture_is_drawn_once_for_what_it_shows() {
    let library = Library::built_in();
    let game = library.first().expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.ron");
    let spaces = r#"[(id: "a1", at: (100, 100)), (id: "a2", at: (200, 100))]"#;
    let track = format!("(ruleset: {game:?}, name: \"Mine\", sheet: (width: 420, height: 297), spaces: {spaces})");
    std::fs::write(&file, track).expect("it is written");
    let made = make(&library, &game, &file, &BTreeSet::new(), None);
    let picture = made.picture.expect("it is new").expect("it can be drawn");
    assert_eq!(picture.size, [160, 113]);
    assert!(picture.pixels.iter().any(|pixel| *pixel != egui::Color32::WHITE), "something is drawn");
    let again = make(&library, &game, &file, &BTreeSet::from([made.key]), made.rules);
    assert!(again.picture.is_none() && again.key == made.key);
    // Of what is no track, there is none.
    std::fs::write(&file, "rule r() {}").expect("it is written");
    let none = make(&library, &game, &file, &BTreeSet::new(), again.rules);
    assert!(none.picture.is_some_and(|picture| picture.is_err()));
}
