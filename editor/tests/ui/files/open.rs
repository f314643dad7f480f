//! Opening tracks and folders.

use super::*;

#[test]
fn a_track_is_found_by_its_name_and_those_drawn_on_last_come_first() {
    let (_folder, path, mut window) = drawing();
    let top = |window: &Harness<'static, App>, label: &str| window.get_by_role_and_label(Role::Button, label).rect().min.y;
    key(&mut window, Modifiers::COMMAND, Key::O);
    // What is typed chooses the first track that has all the words, arrows lead on, and Enter opens.
    window.event(egui::Event::Text("SKOOT moor".to_owned()));
    steps(&mut window);
    let found = |window: &Harness<'static, App>, label: &str| window.query_by_role_and_label(Role::Button, label).is_some();
    assert!(found(&window, "Moorhaven, flat.ron") && !found(&window, "Gratwald, hilly.ron"));
    fill(&mut window, "Find", "hilly");
    key(&mut window, Modifiers::NONE, Key::Enter);
    let on_table = |window: &Harness<'static, App>| window.state().table.draw.as_ref().map(|draw| draw.desk.on_disk.track_name());
    assert_eq!(on_table(&window).as_deref(), Some("hilly"));
    assert_eq!(window.state().kept().recent, [path.with_file_name("hilly.ron"), path.clone()]);
    // Remembered the next time, too, and once only.
    let again = Kept { drawing: None, ..Kept::read(&window.state().kept().written()) };
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ..Begin::default() };
    let mut window = shown(App::resumed(window.state().catalogue.library.clone(), false, again, begin));
    key(&mut window, Modifiers::COMMAND, Key::O);
    window.get_by_label("Recent");
    assert!(top(&window, "Gratwald, hilly.ron") < top(&window, "Moorhaven, flat.ron"));
    fill(&mut window, "Find", "nothing at all");
    window.get_by_label("No track has these words.");
}

#[test]
fn tracks_of_one_name_are_told_apart_by_their_folders() {
    let (folder, path, mut window) = drawing();
    let elsewhere = folder.path().join("elsewhere").join("flat.ron");
    std::fs::create_dir_all(elsewhere.parent().expect("a folder")).expect("it is made");
    std::fs::copy(&path, &elsewhere).expect("a copy");
    window.state_mut().apply(editor::ui::action::FileMessage::DrawFile(elsewhere.clone()));
    steps(&mut window);
    window.state_mut().apply(editor::ui::action::FileMessage::DrawFile(path.with_file_name("hilly.ron")));
    steps(&mut window);
    key(&mut window, Modifiers::COMMAND, Key::O);
    for label in ["Moorhaven, elsewhere/flat.ron", "Moorhaven, skoot/flat.ron"] {
        assert!(window.query_by_role_and_label(Role::Button, label).is_some(), "{label}");
    }
}

#[test]
fn another_folder_is_opened_if_there_is_something_in_it() {
    let (folder, library) = copy();
    let mut window = window(self::library());
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    let label = "Folder with rulesets and tracks";
    for (path, why) in [
        (folder.path().join("nothing"), "There is no such folder. File, New ruleset… makes one."),
        (library.rulesets.join("skoot/game.ron"), "That is a file; a folder is needed."),
        (library.tracks.clone(), "There are no rulesets in it"),
    ] {
        fill(&mut window, label, &path.display().to_string());
        window.get_by_label_contains(why);
        assert!(!can_press(&window, "Open"));
    }
    for path in [library.rulesets.clone(), library.rulesets.join("skoot"), folder.path().to_owned()] {
        fill(&mut window, label, &path.display().to_string());
        window.get_by_label("1 ruleset: skoot");
    }
    press_last(&mut window, "Open");
    settle(&mut window);
    assert_eq!(window.state().catalogue.library, library);
    assert!(window.state().sitting.race.is_some());
}

#[test]
fn a_track_from_elsewhere_is_still_there_after_a_race_on_it() {
    let (folder, path, _) = drawing();
    let elsewhere = folder.path().join("my-own.ron");
    std::fs::copy(&path, &elsewhere).expect("a copy");
    let begin = Begin { pace: Pace::Instant, seed: Some(7), draw_file: Some(elsewhere.clone()), ..Begin::default() };
    let mut window = shown(App::begin(library(), begin));
    window.state_mut().apply(Action::PlayDrawn);
    settle(&mut window);
    assert_eq!(&*race(&window).track_name, "my-own");
    window.state_mut().apply(Action::Draw);
    steps(&mut window);
    assert_eq!(window.state().table.draw.as_ref().map(|draw| draw.desk.on_disk.path().to_owned()), Some(elsewhere));
    assert!(window.state().shell.notice.as_ref().is_none_or(|notice| !notice.is_bad), "{:?}", window.state().shell.notice);
}

#[test]
fn a_board_whose_rules_lie_elsewhere_is_raced_on_once_their_folder_is_open() {
    let (_folder, own) = copy();
    let elsewhere = library().tracks.join("ski-the-mountain/test-slopes.ron");
    let begin = Begin { pace: Pace::Instant, seed: Some(7), draw_file: Some(elsewhere), ..Begin::default() };
    let mut window = shown(App::begin(own.clone(), begin));
    rename(&mut window, "Mine");
    key(&mut window, Modifiers::NONE, Key::F5);
    assert_eq!(window.state().shell.room, Room::Draw, "it stays on the table");
    window.get_by_label_contains("which is in");
    press_last(&mut window, "Stay here");
    assert_eq!((window.state().shell.room, &window.state().catalogue.library), (Room::Draw, &own));
    key(&mut window, Modifiers::NONE, Key::F5);
    press_last(&mut window, "Open that folder and play");
    settle(&mut window);
    assert_eq!((window.state().shell.room, window.state().catalogue.library.home()), (Room::Play, library().home()));
    assert_eq!((&*race(&window).ruleset.name, &*race(&window).track_name), ("ski-the-mountain", "test-slopes"));
    assert!(window.state().problems.is_empty() && window.state().is_unsaved(), "{:?}", window.state().problems);
    assert_eq!(document(&window).header().text("name"), "Mine", "what is drawn is still on the table");
}

#[test]
fn a_track_of_another_folder_is_drawn_by_its_own_rules() {
    let (_folder, own) = copy();
    let elsewhere = library().tracks.join("ski-the-mountain/test-slopes.ron");
    let begin = Begin { pace: Pace::Instant, seed: Some(7), draw_file: Some(elsewhere), ..Begin::default() };
    let window = shown(App::begin(own.clone(), begin));
    window.get_by_role_and_label(Role::Button, "Kind: restaurant");
    window.get_by_label_contains("to race on it, open that folder");
    // Of rules that are nowhere it is said what to do.
    let stray = tempfile::tempdir().expect("a folder");
    let path = stray.path().join("stray.ron");
    let text = std::fs::read_to_string(library().tracks.join("skoot/flat.ron")).expect("a track");
    std::fs::write(&path, text.replacen("\"skoot\"", "\"gone-for-good\"", 1)).expect("written");
    let begin = Begin { pace: Pace::Instant, seed: Some(7), draw_file: Some(path), ..Begin::default() };
    let window = shown(App::begin(own, begin));
    window.get_by_label_contains("no rules of that name are here");
}
