//! New tracks, rulesets and add-ons.

use super::*;

fn read_document(path: &Path) -> Document {
    editor::drawing::read::read(&on_disk(path)).expect("a track")
}

/// Chooses from a list of the dialog.
fn choose(window: &mut Harness<'static, App>, label: &str, name: &str) {
    window.get_by_role_and_label(Role::ComboBox, label).click();
    steps(window);
    press_last(window, name);
}

#[test]
fn a_new_track_is_begun_drawn_and_saved_without_touching_a_file() {
    let (_folder, library) = copy();
    let tracks = library.tracks.join("skoot");
    let mut window = window(library);
    key(&mut window, Modifiers::COMMAND, Key::N);
    fill(&mut window, "Name", "Long Valley!");
    let field = window.get_by_role_and_label(Role::TextInput, "File");
    assert_eq!(field.value(), Some(tracks.join("long-valley.ron").display().to_string()));
    for (path, why) in [
        (tracks.join("flat.ron"), "There is a file of this name already."),
        (tracks.join("valley.txt"), "Tracks are files that end in .ron."),
        (tracks.join("Valley.ron"), "small letters"),
        (tracks.join("flat.ron/valley.ron"), "is not a folder"),
        (PathBuf::new(), "Choose where to save it."),
    ] {
        fill(&mut window, "File", &path.display().to_string());
        window.get_by_label_contains(why);
        assert!(!can_press(&window, "Create"), "{}", path.display());
        key(&mut window, Modifiers::NONE, Key::Enter);
        assert_eq!(window.state().shell.room, Room::Play, "Enter does no more than the button");
    }
    let path = tracks.join("deeper/long-valley.ron");
    fill(&mut window, "File", &path.display().to_string());
    press(&mut window, "Portrait");
    press(&mut window, "Create");
    assert_eq!((window.state().shell.room, window.state().shell.dialog.is_some()), (Room::Draw, false));
    let drawn = document(&window);
    assert_eq!(
        (drawn.header().text("name"), drawn.header().sheet()),
        ("Long Valley!".to_owned(), kurbo::Size::new(297.0, 420.0))
    );
    assert!(drawn.spaces().is_empty() && !path.exists(), "there is no file before it is saved");
    rename(&mut window, "Longer");
    key(&mut window, Modifiers::COMMAND, Key::S);
    assert!(on_disk(&path).contains("name: \"Longer\""));
    assert!(!window.state().is_unsaved());
    window.get_by_label("long-valley.ron is saved");
}

#[test]
fn a_new_track_gets_a_name_that_is_free() {
    let (_folder, library) = copy();
    let tracks = library.tracks.join("skoot");
    for name in ["my-track.ron", "my-track-2.ron"] {
        std::fs::copy(tracks.join("flat.ron"), tracks.join(name)).expect("a copy");
    }
    let mut window = window(library);
    key(&mut window, Modifiers::COMMAND, Key::N);
    assert_eq!(window.get_by_role_and_label(Role::TextInput, "Name").value().as_deref(), Some("My track 3"));
    assert!(can_press(&window, "Create"));
}

#[test]
fn a_new_track_can_start_from_another_one_whose_pictures_it_still_finds() {
    let (_folder, library) = copy();
    let tracks = library.tracks.join("skoot");
    let flat = on_disk(&tracks.join("flat.ron"));
    let decor = "    decor: [(kind: picture, file: \"map.png\", at: (50, 50), width: 20, height: 20), ";
    let with_picture = flat.replacen("    decor: [", decor, 1);
    assert_ne!(with_picture, flat, "it has decor");
    std::fs::write(tracks.join("flat.ron"), with_picture).expect("written");
    let before = read_document(&tracks.join("flat.ron"));
    let mut window = window(library);
    key(&mut window, Modifiers::COMMAND, Key::N);
    choose(&mut window, "Start from", &format!("{} (flat.ron)", before.header().text("name")));
    fill(&mut window, "Name", "Flatter");
    press(&mut window, "Create");
    let drawn = document(&window);
    assert_eq!((drawn.header().text("name"), drawn.spaces()), ("Flatter".to_owned(), before.spaces()));
    assert_eq!((drawn.links(), drawn.decor()), (before.links(), before.decor()));
    assert!(window.state().is_unsaved() && !tracks.join("flatter.ron").exists(), "there is no file before it is saved");
    key(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(read_document(&tracks.join("flatter.ron")), drawn);
    // In another folder, they are found where they lie, and copied there with the track.
    image::save_buffer(tracks.join("map.png"), &[0xff; 16], 2, 2, image::ColorType::Rgba8).expect("a picture");
    key(&mut window, Modifiers::COMMAND, Key::N);
    choose(&mut window, "Start from", "Flatter (flatter.ron)");
    fill(&mut window, "File", &tracks.join("deeper/flattest.ron").display().to_string());
    press(&mut window, "Create");
    let file = |window: &Harness<'static, App>| document(window).decor().iter().find_map(|item| item.fields.text("file"));
    assert_eq!(file(&window), Some(tracks.join("map.png").display().to_string()));
    key(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(file(&window).as_deref(), Some("map.png"));
    assert_eq!(on_disk(&tracks.join("deeper/flattest.ron")).matches("\"map.png\"").count(), 1);
    assert!(tracks.join("deeper/map.png").is_file() && !window.state().is_unsaved());
    // So is what is saved elsewhere. What can't be copied is said, and never named by where it was.
    let pictures = ["gone.png", "/nowhere/lost.png"]
        .map(|file| Deed::Edit(editor::drawing::tools::pen::picture((50.0, 50.0).into(), file, 20.0, 20.0, 0.5)));
    pictures.into_iter().for_each(|picture| window.state_mut().apply(Action::Board(Act::Do(picture))));
    steps(&mut window);
    let further = tracks.join("further/flattest.ron");
    window.state_mut().apply(Action::File(FileMessage::SaveTo(further.clone())));
    steps(&mut window);
    assert!(further.with_file_name("map.png").is_file());
    assert!(!on_disk(&further).contains("/nowhere") && on_disk(&further).contains("\"lost.png\""));
    window.get_by_label_contains("gone.png can't be copied beside it");
}

#[test]
fn a_form_begins_with_its_name() {
    let (_folder, library) = copy();
    let tracks = library.tracks.join("skoot");
    let mut window = window(library);
    let write = |window: &mut Harness<'static, App>, text: &str| {
        window.event(egui::Event::Text(text.to_owned()));
        steps(window);
    };
    for (command, label) in [(Command::NewTrack, "Name"), (Command::NewRuleset, "Name"), (Command::NewAddon, "Name")] {
        let action = command.action(window.state());
        window.state_mut().apply(action);
        steps(&mut window);
        // What is typed takes the place of what stands there, and Escape leaves the form.
        write(&mut window, "Long ");
        write(&mut window, "Valley");
        let value = window.get_by_role_and_label(Role::TextInput, label).value();
        assert_eq!(value.as_deref(), Some("Long Valley"), "{command:?}");
        key(&mut window, Modifiers::NONE, Key::Escape);
        assert!(window.state().shell.dialog.is_none(), "{command:?}");
    }
    // Enter confirms.
    key(&mut window, Modifiers::COMMAND, Key::N);
    write(&mut window, "Long Valley");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!((window.state().shell.room, window.state().shell.dialog.is_some()), (Room::Draw, false));
    assert_eq!(document(&window).header().text("name"), "Long Valley");
    // Of a file only its name is another one.
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    write(&mut window, "short-valley");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(tracks.join("short-valley.ron").is_file());
    // On another button, Enter is for that one.
    key(&mut window, Modifiers::COMMAND, Key::N);
    window.get_by_role_and_label(Role::Button, "Cancel").focus();
    steps(&mut window);
    let before = document(&window);
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.state().shell.dialog.is_none() && document(&window) == before);
}

#[test]
fn own_rulesets_and_addons_are_begun_anywhere() {
    for source in [0, 1] {
        let (_folder, library) = copy();
        let of_source = std::fs::read_dir(library.tracks.join("skoot")).expect("tracks").count();
        let tracks = if source == 0 { 1 } else { of_source };
        let elsewhere = tempfile::tempdir().expect("a folder");
        let home = elsewhere.path().join("games");
        let mut window = window(library);
        let action = Command::NewRuleset.action(window.state());
        window.state_mut().apply(action);
        steps(&mut window);
        fill(&mut window, "Name", "Über Race");
        let name = window.get_by_role_and_label(Role::TextInput, "Folder name").value();
        assert_eq!(name.as_deref(), Some("ber-race"));
        if let Some(Dialog::NewRuleset(form)) = &mut window.state_mut().shell.dialog {
            form.source = source;
        }
        fill(&mut window, "Location", &home.display().to_string());
        press(&mut window, "Create");
        settle(&mut window);
        assert!(home.join("rulesets/ber-race/game.ron").is_file());
        assert_eq!(std::fs::read_dir(home.join("tracks/ber-race")).expect("tracks").count(), tracks);
        assert_eq!(&*race(&window).ruleset.manifest.title, "Über Race");
        assert!(!window.state().is_broken);

        let action = Command::NewAddon.action(window.state());
        window.state_mut().apply(action);
        steps(&mut window);
        fill(&mut window, "File name", "Bad Name");
        assert!(!can_press(&window, "Create"));
        fill(&mut window, "File name", "head-wind");
        press(&mut window, "Create");
        assert!(home.join("rulesets/ber-race/head-wind.rules").is_file());
        click(&mut window, Role::CheckBox, "My add-on");
        assert_eq!(window.state().sitting.wanted.addons, ["head_wind"]);
        assert!(!window.state().is_broken, "{:?}", window.state().problems);
        // What is proposed is free there.
        std::fs::create_dir_all(home.join("rulesets/my-race")).expect("made");
        let action = Command::NewRuleset.action(window.state());
        window.state_mut().apply(action);
        let Some(Dialog::NewRuleset(form)) = &window.state().shell.dialog else { panic!("a form is open") };
        assert_eq!((&*form.title, &*form.name), ("My race 2", "my-race-2"));
    }
}

#[test]
fn what_is_of_another_kind_is_not_replaced() {
    let (folder, _path, mut window) = drawing();
    let notes = folder.path().join("notes.svg");
    std::fs::write(&notes, "what to draw next").expect("a file");
    key(&mut window, Modifiers::COMMAND, Key::E);
    fill(&mut window, "File", &notes.display().to_string());
    window.get_by_label_contains("It is no picture drawn by Coursesetter, so it stays: choose another name");
    assert!(!can_press(&window, "Export"));
    key(&mut window, Modifiers::NONE, Key::Escape);
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    fill(&mut window, "File", &folder.path().join("rulesets/skoot/game.ron").display().to_string());
    window.get_by_label_contains("It is no track, so it stays: choose another name");
    assert!(!can_press(&window, "Save"));
}
