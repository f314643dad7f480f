//! Saving, and what is said when the file is not as it was.

use super::*;

#[test]
fn what_is_not_saved_is_asked_for() {
    let (_folder, path, mut window) = drawing();
    let before = on_disk(&path);
    let other = path.with_file_name("hilly.ron");
    rename(&mut window, "Mine");
    let open = |window: &mut Harness<'static, App>| {
        key(window, Modifiers::COMMAND, Key::O);
        press(window, "Gratwald, hilly.ron");
        press_last(window, "Open");
    };
    open(&mut window);
    window.get_by_label("Save flat.ron?");
    press(&mut window, "Cancel");
    assert_eq!((document(&window).header().text("name"), on_disk(&path) == before), ("Mine".to_owned(), true));
    open(&mut window);
    press_last(&mut window, "Save");
    assert!(on_disk(&path).contains("name: \"Mine\""));
    assert_eq!(window.state().table.draw.as_ref().map(|draw| draw.desk.on_disk.path().to_owned()), Some(other.clone()));
    // Closing the window asks, too.
    rename(&mut window, "Theirs");
    key(&mut window, Modifiers::COMMAND, Key::Q);
    window.get_by_label("Save hilly.ron?");
    press(&mut window, "Don't save");
    assert!(window.state().table.draw.is_none());
    assert!(!on_disk(&other).contains("Theirs"));
}

#[test]
fn it_is_saved_elsewhere_and_replaces_only_what_it_is_told_to() {
    let (_folder, path, mut window) = drawing();
    rename(&mut window, "Mine");
    let (before, other) = (on_disk(&path), path.with_file_name("other.ron"));
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    assert!(!can_press(&window, "Save"));
    window.get_by_label_contains("Tick the box above");
    window.get_by_role_and_label(Role::CheckBox, "Replace existing file").click();
    steps(&mut window);
    assert!(can_press(&window, "Save"));
    fill(&mut window, "File", &other.display().to_string());
    press_last(&mut window, "Save");
    assert!(on_disk(&other).contains("name: \"Mine\""));
    assert_eq!(on_disk(&path), before);
    assert_eq!(window.state().table.draw.as_ref().map(|draw| draw.desk.on_disk.track_name()), Some("other".to_owned()));
    assert!(window.state().catalogue.tracks.iter().any(|track| track.file == "other"));
}

#[test]
fn what_somebody_else_writes_meanwhile_is_kept_taken_or_shown() {
    for take in [false, true] {
        let (folder, path, _) = drawing();
        let library = Library { rulesets: folder.path().join("rulesets"), tracks: folder.path().join("tracks") };
        let recovery = Some(Recovery::in_folder(&folder.path().join("state")));
        let begin = Begin { pace: Pace::Instant, seed: Some(7), draw_file: Some(path.clone()), recovery, ..Begin::default() };
        let mut window = shown(App::begin(library, begin));
        rename(&mut window, "Mine");
        let theirs = on_disk(&path).replacen("(", "// Theirs\n(", 1);
        std::fs::write(&path, &theirs).expect("written");
        until(&mut window, |window| matches!(window.state().shell.dialog, Some(Dialog::Outside(_))));
        steps(&mut window);
        window.get_by_label("flat.ron was changed by another program");
        assert_eq!(on_disk(&path), theirs);
        press(&mut window, "Show both");
        window.get_by_label("What differs of the track itself: name");
        assert!(window.query_all_by_label_contains("// Theirs").count() >= 1);
        assert!(window.query_all_by_label_contains("name: \"Mine\"").count() >= 1);
        // It can wait, and Save asks again.
        press(&mut window, "Later");
        window.get_by_label("changed by another program");
        key(&mut window, Modifiers::COMMAND, Key::S);
        window.get_by_label("flat.ron was changed by another program");
        press(&mut window, if take { "Take theirs" } else { "Keep mine" });
        assert!(!window.state().is_unsaved());
        assert_eq!(document(&window).header().text("name") == "Mine", !take);
        assert_eq!(on_disk(&path) == theirs, take);
        if take {
            // What was drawn here is a step away.
            key(&mut window, Modifiers::COMMAND, Key::Z);
            assert_eq!((document(&window).header().text("name").as_str(), window.state().is_unsaved()), ("Mine", true));
            key(&mut window, Modifiers::COMMAND, Key::S);
            assert!(on_disk(&path).contains("name: \"Mine\""));
        } else {
            let kept = folder.path().join("state/overwritten/flat-1.ron");
            assert_eq!(on_disk(&kept), theirs, "a copy of what was written over is kept");
            window.get_by_label_contains("flat-1.ron");
        }
    }
}

#[test]
fn without_own_changes_theirs_are_taken_at_once() {
    let (_folder, path, mut window) = drawing();
    let theirs = on_disk(&path).replacen("(", "// Theirs\n(", 1);
    std::fs::write(&path, &theirs).expect("written");
    until(&mut window, |window| {
        window.state().table.draw.as_ref().is_some_and(|draw| write::text(draw.desk.document()) == theirs)
    });
    assert!(window.state().shell.dialog.is_none());
    // What is no track is not taken, and what is gone is written again.
    std::fs::write(&path, "(spaces: [").expect("written");
    until(&mut window, |window| matches!(window.state().shell.dialog, Some(Dialog::Outside(_))));
    steps(&mut window);
    assert!(!can_press(&window, "Take theirs"));
    press(&mut window, "Later");
    std::fs::remove_file(&path).expect("it was there");
    until(&mut window, |window| window.state().is_unsaved());
    key(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(on_disk(&path), theirs);
}

#[test]
fn a_file_that_comes_while_a_form_is_open_is_not_written_over() {
    let (folder, _path, mut window) = drawing();
    let path = folder.path().join("board.svg");
    key(&mut window, Modifiers::COMMAND, Key::E);
    fill(&mut window, "File", &path.display().to_string());
    assert!(can_press(&window, "Export"));
    // In the very frame in which the button is pressed.
    std::fs::write(&path, "mine").expect("a file");
    window.get_all_by_role_and_label(Role::Button, "Export").last().expect("a button").click();
    window.step();
    assert!(matches!(window.state().shell.dialog, Some(Dialog::Export(_))), "it is still asked");
    steps(&mut window);
    assert!(!can_press(&window, "Export"));
    window.get_by_label_contains("There is a file of this name already");
    assert_eq!(on_disk(&path), "mine");
    // It goes, and that is seen, too.
    std::fs::remove_file(&path).expect("it is removed");
    steps(&mut window);
    steps(&mut window);
    assert!(can_press(&window, "Export"));
}

#[test]
fn saving_writes_what_is_drawn_and_what_is_typed() {
    let (folder, path, mut window) = drawing();
    let rules = folder.path().join("rulesets/skoot/skoot.rules");
    for room in [Action::Play, Action::Draw] {
        rename(&mut window, "Mine");
        let typed = format!("{}// mine\n", on_disk(&rules));
        window.state_mut().apply(TextMessage::Write("skoot/skoot.rules".to_owned(), typed.as_str().into()));
        window.state_mut().apply(room.clone());
        steps(&mut window);
        key(&mut window, Modifiers::COMMAND, Key::S);
        assert!(!window.state().has_unsaved(), "{room:?}");
        assert_eq!((on_disk(&rules), on_disk(&path).contains("name: \"Mine\"")), (typed, true));
        window.get_by_label("flat.ron is saved; skoot/skoot.rules saved");
        rename(&mut window, "Other");
    }
}

#[test]
fn an_empty_sheet_becomes_no_file_by_saving_the_rest() {
    let (_folder, library) = copy();
    let path = library.tracks.join("skoot/new.ron");
    let begin = Begin { seed: Some(7), draw_new: Some(("skoot".into(), path.clone())), ..Begin::default() };
    let mut window = shown(App::begin(library.clone(), begin));
    let typed = format!("{}// mine\n", on_disk(&library.rulesets.join("skoot/skoot.rules")));
    window.state_mut().apply(TextMessage::Write("skoot/skoot.rules".to_owned(), typed.as_str().into()));
    window.state_mut().apply(Action::SaveThen(Box::new(Action::File(FileMessage::OpenLibrary(self::library())))));
    steps(&mut window);
    assert_eq!((on_disk(&library.rulesets.join("skoot/skoot.rules")), path.exists()), (typed, false));
}

#[test]
fn of_a_file_that_was_garbled_it_is_not_said_that_it_was_changed_here() {
    for is_changed in [false, true] {
        let (_folder, path, mut window) = drawing();
        let before = on_disk(&path);
        if is_changed {
            rename(&mut window, "Mine");
        }
        std::fs::write(&path, "((").expect("written");
        until(&mut window, |window| matches!(window.state().shell.dialog, Some(Dialog::Outside(_))));
        steps(&mut window);
        window.get_by_label_contains("can't be read as a track");
        let said = |text: &str| window.query_by_label_contains(text).is_some();
        assert_eq!([said("You have changed it here, too"), said("You have changed nothing here")], [is_changed, !is_changed]);
        assert!(!said("Undo brings yours back"), "theirs can't be taken");
        // What is put off stays marked.
        press(&mut window, "Later");
        window.get_by_label("changed by another program");
        key(&mut window, Modifiers::COMMAND, Key::S);
        if !is_changed {
            continue;
        }
        // What is asked is asked of what lies there now; and of nothing, once that is as it was.
        window.get_by_label_contains("can't be read as a track");
        std::fs::write(&path, format!("// Mended\n{before}")).expect("written");
        until(&mut window, |window| window.query_by_label_contains("can't be read as a track").is_none());
        window.get_by_label_contains("Undo brings yours back");
        std::fs::write(&path, before).expect("written");
        until(&mut window, |window| window.state().shell.dialog.is_none());
        assert!(window.state().is_unsaved());
    }
}
