//! Nothing is lost: by a crash, by a fault, by others who write the same file.

use super::*;

#[test]
fn work_that_was_not_saved_is_offered_after_a_crash() {
    let (folder, path, _) = drawing();
    let library = Library { rulesets: folder.path().join("rulesets"), tracks: folder.path().join("tracks") };
    let kept_in = folder.path().join("state");
    let begin =
        || Begin { pace: Pace::Instant, seed: Some(7), recovery: Some(Recovery::in_folder(&kept_in)), ..Begin::default() };
    let last = || Kept { drawing: Some(path.clone()), ..Kept::default() };

    let mut window = shown(App::resumed(library.clone(), false, last(), begin()));
    assert_eq!(window.state().shell.room, Room::Draw, "it is opened again");
    rename(&mut window, "Mine");
    let kept = |kept_in: &Path| {
        let files = std::fs::read_dir(kept_in).expect("it is there").filter_map(|file| Some(file.ok()?.path()));
        files.filter(|file| file.extension().is_some_and(|e| e == "ron")).count()
    };
    until(&mut window, |_| kept(&kept_in) == 1);
    let drawn = document(&window);
    // Another window is not offered what this one draws, and says that it is open.
    let other = shown(App::resumed(library.clone(), false, last(), begin()));
    assert_eq!((other.state().shell.room, other.state().shell.dialog.is_some()), (Room::Play, false));
    other.get_by_label_contains("flat.ron is open in another window");
    drop(other);
    // The program ends without a word.
    drop(window);

    let mut window = shown(App::resumed(library.clone(), false, last(), begin()));
    assert_eq!(window.state().shell.room, Room::Play);
    window.get_by_label("Unsaved work from last time");
    window.get_by_label(&path.parent().expect("its folder").display().to_string());
    window.get_by_label("less than a minute ago");
    // A click beside it doesn't send it away; put off, it can be called back.
    tap(&mut window, egui::pos2(1_270.0, 790.0));
    window.get_by_label("Unsaved work from last time");
    press(&mut window, "Later");
    assert!(window.state().shell.dialog.is_none());
    let asks = Command::LeftWork.action(window.state());
    window.state_mut().apply(asks);
    steps(&mut window);
    press(&mut window, "Restore");
    assert_eq!((document(&window) == drawn, window.state().is_unsaved()), (true, true));
    key(&mut window, Modifiers::COMMAND, Key::S);
    assert!(on_disk(&path).contains("name: \"Mine\""));
    drop(window);
    assert!(Recovery::in_folder(&kept_in).found().is_empty());

    // Nothing is unsaved, but it may be this file that ends the program.
    let mut window = shown(App::resumed(library.clone(), false, last(), begin()));
    assert_eq!((window.state().shell.room, window.state().shell.dialog.is_some()), (Room::Play, false));
    window.get_by_label_contains("it is not opened by itself");
    let action = Action::File(FileMessage::DrawFile(path.clone()));
    window.state_mut().apply(action);
    steps(&mut window);
    window.state_mut().put_away();
    drop(window);
    let window = shown(App::resumed(library, false, last(), begin()));
    assert_eq!(window.state().shell.room, Room::Draw);
}

#[test]
fn a_race_that_was_not_saved_is_offered_after_a_crash() {
    let (folder, library) = copy();
    let kept_in = folder.path().join("state");
    let begin = || Begin {
        pace: Pace::Instant,
        seed: Some(7),
        ruleset: Some("skoot".into()),
        recovery: Some(Recovery::in_folder(&kept_in)),
        ..Begin::default()
    };
    let found = || Recovery::in_folder(&kept_in).found();
    let answer = |window: &mut Harness<'static, App>| {
        let label = race(window).question().expect("somebody is asked").options[0].told.clone();
        click(window, Role::Button, &label);
    };
    let kept = |kept_in: &Path| {
        let files = std::fs::read_dir(kept_in).into_iter().flatten().filter_map(|file| Some(file.ok()?.path()));
        files.filter(|file| file.extension().is_some_and(|e| e == "ron")).map(|file| on_disk(&file)).collect::<Vec<_>>()
    };
    let mut window = shown(App::begin(library.clone(), begin()));
    settle(&mut window);
    assert!(kept(&kept_in).is_empty(), "nobody has done anything");
    answer(&mut window);
    until(&mut window, |_| kept(&kept_in).len() == 1);
    let before = kept(&kept_in);
    answer(&mut window);
    until(&mut window, |_| kept(&kept_in) != before);
    let (choices, hash) = (race(&window).path().sum().choices, race(&window).game().hash());
    // The program ends without a word.
    drop(window);

    let resumed = || shown(App::resumed(library.clone(), false, Kept::default(), begin()));
    let mut window = resumed();
    window.get_by_label("Unsaved work from last time");
    window.get_by_label("a race");
    press(&mut window, "Restore");
    settle(&mut window);
    assert_eq!((race(&window).path().sum().choices, race(&window).game().hash()), (choices, hash));
    window.get_by_label_contains("is as you left it; it is not saved yet");
    drop(window);
    assert_eq!(found().len(), 1, "it is still not saved");

    // Saved, it is not offered any more, nor once the window has closed as it should.
    let mut window = resumed();
    press(&mut window, "Restore");
    settle(&mut window);
    window.state_mut().apply(FileMessage::SaveGame(folder.path().join("mine.ron")));
    until(&mut window, |_| kept(&kept_in).is_empty());
    answer(&mut window);
    until(&mut window, |_| kept(&kept_in).len() == 1);
    // What is saved before it is kept isn't kept any more, either.
    settle(&mut window);
    answer(&mut window);
    window.state_mut().apply(FileMessage::SaveGame(folder.path().join("again.ron")));
    until(&mut window, |_| kept(&kept_in).is_empty());
    window.state_mut().apply(Action::Undo);
    until(&mut window, |_| kept(&kept_in).len() == 1);
    window.state_mut().put_away();
    drop(window);
    assert!(found().is_empty());
    assert!(resumed().state().shell.dialog.is_none());
}

/// Where a button of the dialog lies.
fn button(window: &Harness<'static, App>, label: &str) -> egui::Pos2 {
    window.get_all_by_role_and_label(Role::Button, label).last().expect("there is such a button").rect().center()
}

/// The button goes down or up at a place; hardly any time passes.
fn mouse(window: &mut Harness<'static, App>, pos: egui::Pos2, pressed: bool) {
    window.event(egui::Event::PointerMoved(pos));
    let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
    window.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
    wait(window);
}

#[test]
fn a_question_that_nobody_expects_is_not_answered_by_what_was_under_way() {
    let (_folder, path, mut window) = kept_drawing();
    rename(&mut window, "Mine");
    let theirs = on_disk(&path).replacen("(", "// Theirs\n(", 1);
    let asked = |window: &Harness<'static, App>| matches!(window.state().shell.dialog, Some(Dialog::Outside(_)));
    // To know where the buttons will be.
    std::fs::write(&path, &theirs).expect("written");
    until(&mut window, asked);
    steps(&mut window);
    let (keep, later) = (button(&window, "Keep mine"), button(&window, "Later"));
    press_last(&mut window, "Later");
    for (at, again) in [(keep, "// Again\n"), (later, "// Once more\n"), (egui::pos2(400.0, 160.0), "// At last\n")] {
        // The button is down when it comes.
        mouse(&mut window, egui::pos2(600.0, 300.0), true);
        let theirs = format!("{again}{theirs}");
        std::fs::write(&path, &theirs).expect("written");
        until(&mut window, asked);
        mouse(&mut window, at, false);
        // A click that follows at once, and a key, were meant for something else, too.
        mouse(&mut window, at, true);
        mouse(&mut window, at, false);
        window.key_press(Key::Escape);
        wait(&mut window);
        assert!(asked(&window) && on_disk(&path) == theirs, "{again}");
        // Once it has been seen a click beside it still says nothing.
        steps(&mut window);
        tap(&mut window, egui::pos2(1_270.0, 790.0));
        assert!(asked(&window) && on_disk(&path) == theirs, "{again}");
        press_last(&mut window, "Later");
        assert!(window.state().shell.dialog.is_none() && document(&window).header().text("name") == "Mine");
    }
}

/// A copy of SKOOT whose unsaved work is kept in the folder `state`, with the flat track on the table.
fn kept_drawing() -> (tempfile::TempDir, PathBuf, Harness<'static, App>) {
    let (folder, path, window) = drawing();
    let library = window.state().catalogue.library.clone();
    drop(window);
    let recovery = Some(Recovery::in_folder(&folder.path().join("state")));
    let begin = Begin { pace: Pace::Instant, seed: Some(7), draw_file: Some(path.clone()), recovery, ..Begin::default() };
    (folder, path, shown(App::begin(library, begin)))
}

#[test]
fn a_fault_while_drawing_takes_back_only_what_was_half_done() {
    let (folder, _, mut window) = kept_drawing();
    let first = document(&window);
    rename(&mut window, "Mine");
    let mine = document(&window);
    let name = |name: &str| Edit::Track { name: "name".into(), value: Some(format!("{name:?}").into()) };
    let draw = window.state_mut().table.draw.as_mut().expect("a track lies on the table");
    draw.desk.apply(Deed::SelectAll);
    let selected = draw.desk.selected.clone();
    let fault = draw.tried(|draw| {
        draw.desk.apply(Deed::Edit(name("Half")));
        draw.desk.apply(Deed::SelectNone);
        panic!("a promise broke");
    });
    assert_eq!(fault, Err("a promise broke".to_owned()));
    assert_eq!((&draw.desk.selected, draw.desk.document()), (&selected, &mine));
    assert!(window.state().is_unsaved());
    let has_copy = |folder: &Path| {
        let mut files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
        files.any(|file| file.extension().is_some_and(|e| e == "ron") && on_disk(&file).contains("\"Mine\""))
    };
    until(&mut window, |_| has_copy(&folder.path().join("state")));
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(document(&window), first);
    assert!(!window.state().is_unsaved());
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(document(&window), mine);
}

#[test]
fn rules_that_both_have_changed_are_not_lost() {
    for take in [false, true] {
        let (folder, _, mut window) = kept_drawing();
        let name = "skoot/skoot.rules";
        let path = folder.path().join("rulesets").join(name);
        let (mine, theirs) = (format!("{}// mine\n", on_disk(&path)), format!("{}// theirs\n", on_disk(&path)));
        window.state_mut().apply(TextMessage::Write(name.to_owned(), mine.as_str().into()));
        std::fs::write(&path, &theirs).expect("written");
        window.state_mut().apply(Action::Reload);
        steps(&mut window);
        window.get_by_label_contains("was changed by another program");
        press(&mut window, "Later");
        assert!(window.state().shell.dialog.is_none());
        window.state_mut().apply(TextMessage::SaveTexts);
        steps(&mut window);
        assert_eq!(on_disk(&path), theirs, "it is asked again");
        press(&mut window, if take { "Take theirs" } else { "Keep mine" });
        assert_eq!(on_disk(&path), if take { theirs.as_str() } else { &mine });
        let kept = folder.path().join("state/overwritten/skoot-1.rules");
        assert_eq!(on_disk(&kept), if take { mine } else { theirs }, "the other is kept");
        window.get_by_label_contains("skoot-1.rules");
        assert!(!window.state().has_unsaved());
    }
}

#[test]
fn what_is_drawn_stays_where_nothing_takes_its_place() {
    let (_folder, path, mut window) = kept_drawing();
    rename(&mut window, "Mine");
    window.state_mut().apply(TextMessage::Write("skoot/skoot.rules".to_owned(), "mine".into()));
    let then = Action::File(FileMessage::DrawFile(path.with_file_name("nowhere.ron")));
    // Only what would be lost is asked about.
    window.state_mut().apply(then.clone());
    steps(&mut window);
    window.get_by_label("Save flat.ron?");
    press(&mut window, "Don't save");
    assert_eq!(document(&window).header().text("name"), "Mine");
    assert!(window.state().is_unsaved() && window.state().sitting.live.is_unsaved("skoot/skoot.rules"));
    // Where another takes its place it is gone, and what is typed is still there.
    window.state_mut().apply(Action::LoseThen(Box::new(Action::File(FileMessage::DrawFile(path.with_file_name("hilly.ron"))))));
    steps(&mut window);
    assert!(!window.state().is_unsaved() && window.state().sitting.live.is_unsaved("skoot/skoot.rules"));
}

#[test]
fn what_is_thrown_away_or_belongs_elsewhere_is_not_lost() {
    let (folder, _, mut window) = kept_drawing();
    let state = folder.path().join("state");
    let work = |name: &str, text: &str| Recovered {
        file: state.join("left.ron"),
        of: folder.path().join("elsewhere").join(name),
        text: text.into(),
        kept: None,
    };
    std::fs::write(state.join("left.ron"), "kept").expect("written");
    let before = document(&window);
    window.state_mut().apply(FileMessage::Restore(work("cards.ron", "(cards: [(name: \"one\")])")));
    steps(&mut window);
    window.get_by_label_contains("open that folder first");
    assert!(document(&window) == before && state.join("left.ron").exists());
    window.state_mut().apply(FileMessage::Forget(work("cards.ron", "(cards: [])")));
    steps(&mut window);
    window.get_by_label_contains("cards-1.ron");
    assert_eq!(on_disk(&state.join("overwritten/cards-1.ron")), "(cards: [])");
    assert!(!state.join("left.ron").exists());
}

#[test]
fn one_file_is_offered_once_however_it_came_to_be_kept() {
    let (folder, _, mut window) = kept_drawing();
    let state = folder.path().join("state");
    let recovery = Recovery::in_folder(&state);
    let of = window.state().catalogue.library.path("skoot/skoot.rules").expect("its file");
    let left = recovery.mark(&of);
    left.keep(left.turn(), "// left\n").expect("it is kept");
    drop(left);
    let older = recovery.mark(&of);
    older.keep(older.turn(), "// another\n").expect("it is kept");
    drop(older);
    let asks = Command::LeftWork.action(window.state());
    window.state_mut().apply(asks);
    steps(&mut window);
    assert_eq!(window.get_all_by_label("skoot.rules").count(), 2);
    window.get_by_label("as it was earlier");
    press(&mut window, "Later");
    // Something is typed meanwhile, and kept as well.
    window.state_mut().apply(TextMessage::Write("skoot/skoot.rules".to_owned(), "// typed\n".into()));
    let is_kept = || {
        std::fs::read_dir(&state)
            .expect("it is there")
            .flatten()
            .any(|file| file.path().extension().is_some_and(|e| e == "ron") && on_disk(&file.path()).contains("// typed"))
    };
    until(&mut window, |_| is_kept());
    let work = recovery.found().into_iter().find(|work| work.text.contains("left")).expect("it waits");
    window.state_mut().apply(FileMessage::Restore(work));
    steps(&mut window);
    window.get_by_label_contains("what you typed since is kept as");
    assert!(on_disk(&state.join("overwritten/skoot-1.rules")).contains("// typed"));
    let texts: Vec<_> = recovery.found().into_iter().map(|work| work.text.to_string()).collect();
    assert_eq!(texts, ["// another\n"], "what took the place of others is not offered beside them");
}

#[test]
fn unsaved_work_that_cannot_be_kept_is_told() {
    let (folder, library) = copy();
    std::fs::write(folder.path().join("state"), "no folder").expect("written");
    let recovery = Some(Recovery::in_folder(&folder.path().join("state")));
    let draw_file = Some(library.tracks.join("skoot/flat.ron"));
    let begin = Begin { pace: Pace::Instant, seed: Some(7), draw_file, recovery, ..Begin::default() };
    let mut window = shown(App::begin(library, begin));
    rename(&mut window, "Mine");
    until(&mut window, |window| {
        let notice = window.state().shell.notice.as_ref();
        notice.is_some_and(|n| n.is_bad && n.text.contains("no copy of your unsaved flat.ron"))
    });
}
