//! Beginning, opening, saving and exporting by the window's forms; and nothing that was drawn is lost.

mod lost;

use super::*;

use editor::args::Folders;
use editor::drawing::document::Document;
use editor::drawing::recovery::{Recovered, Recovery};
use editor::drawing::{Deed, Edit, write};
use editor::ui::action::{FileMessage, Room, TextMessage, WindowMessage};
use editor::ui::app::kept::Kept;
use editor::ui::command::Command;
use editor::ui::dialog::Dialog;
use editor::ui::draw::Act;

use egui_kittest::kittest::NodeT;

use egui::{Modifiers, ThemePreference};

fn shown(app: App) -> Harness<'static, App> {
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), app);
    (0..3).for_each(|_| window.step());
    window
}

/// A copy of SKOOT with the flat track on the table.
fn drawing() -> (tempfile::TempDir, PathBuf, Harness<'static, App>) {
    let (folder, library) = copy();
    let path = library.tracks.join("skoot/flat.ron");
    let begin = Begin { pace: Pace::Instant, seed: Some(7), draw_file: Some(path.clone()), ..Begin::default() };
    let window = shown(App::begin(library, begin));
    assert_eq!(window.state().shell.room, Room::Draw);
    (folder, path, window)
}

fn steps(window: &mut Harness<'static, App>) {
    (0..4).for_each(|_| window.step());
    built(window);
}

fn press(window: &mut Harness<'static, App>, label: &str) {
    window.get_by_role_and_label(Role::Button, label).click();
    steps(window);
}

/// Presses the button of a dialog, which is drawn over all else.
fn press_last(window: &mut Harness<'static, App>, label: &str) {
    window.get_all_by_role_and_label(Role::Button, label).last().expect("there is such a button").click();
    steps(window);
}

fn key(window: &mut Harness<'static, App>, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    steps(window);
}

/// Writes into a field in place of what stands there.
fn fill(window: &mut Harness<'static, App>, label: &str, text: &str) {
    window.get_by_role_and_label(Role::TextInput, label).click();
    steps(window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    match text {
        "" => window.key_press(Key::Delete),
        text => window.event(egui::Event::Text(text.to_owned())),
    }
    steps(window);
}

fn can_press(window: &Harness<'static, App>, label: &str) -> bool {
    !window.get_all_by_role_and_label(Role::Button, label).last().expect("there is such a button").accesskit_node().is_disabled()
}

fn document(window: &Harness<'static, App>) -> Document {
    window.state().table.draw.as_ref().expect("a track lies on the table").desk.document().clone()
}

fn rename(window: &mut Harness<'static, App>, name: &str) {
    let edit = Edit::Track { name: "name".into(), value: Some(format!("{name:?}").into()) };
    window.state_mut().apply(Action::Board(Act::Do(Deed::Edit(edit))));
    steps(window);
    assert!(window.state().is_unsaved());
}

fn on_disk(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

/// A click as quick as a tap on a touchpad: both within one frame.
fn tap(window: &mut Harness<'static, App>, at: egui::Pos2) {
    let button = |pressed| egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.input_mut().events.extend([egui::Event::PointerMoved(at), button(true), button(false)]);
    steps(window);
}

#[test]
fn lists_of_a_dialog_open_each_time() {
    let mut window = window(library());
    for (label, name) in [("For", "Ski the Mountain"), ("For", "SKOOT"), ("Sheet", "A2"), ("Sheet", "A4")] {
        key(&mut window, Modifiers::COMMAND, Key::N);
        let at = window.get_by_role_and_label(Role::ComboBox, label).rect().center();
        tap(&mut window, at);
        let at = window.get_all_by_role_and_label(Role::Button, name).last().expect("it is in the list").rect().center();
        tap(&mut window, at);
        let shown = window.get_by_role_and_label(Role::ComboBox, label).value();
        assert_eq!(shown.as_deref(), Some(name), "{label}");
        key(&mut window, Modifiers::NONE, Key::Escape);
        assert!(window.state().shell.dialog.is_none());
    }
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
        (tracks.join("valley.txt"), "Tracks are files that end in `.ron`."),
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
    // In another folder, pictures are named from there.
    key(&mut window, Modifiers::COMMAND, Key::N);
    choose(&mut window, "Start from", "Flatter (flatter.ron)");
    fill(&mut window, "File", &tracks.join("deeper/flattest.ron").display().to_string());
    press(&mut window, "Create");
    let file = document(&window).decor().iter().find_map(|item| item.fields.text("file"));
    assert_eq!(file, Some(tracks.join("map.png").display().to_string()));
}

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
fn stamps_and_templates_are_saved_with_the_ruleset() {
    let (_folder, path, mut window) = drawing();
    let stamps = window.state().catalogue.library.rulesets.join("skoot/stamps.ron");
    let space = |window: &Harness<'static, App>, id: &str| document(window).space(id).expect("it is there").key;
    let select = |window: &mut Harness<'static, App>, keys: Vec<editor::drawing::Key>| {
        let mode = editor::drawing::tools::select::Mode::Replace;
        window.state_mut().apply(Action::Board(Act::Do(Deed::Select(keys, mode))));
        steps(window);
    };
    let ask = |window: &mut Harness<'static, App>, command: Command| {
        let action = command.action(window.state());
        window.state_mut().apply(action);
        steps(window);
    };
    // The name is selected as the form opens, and typing replaces it.
    let name = |window: &mut Harness<'static, App>, name: &str| {
        window.event(egui::Event::Text(name.to_owned()));
        steps(window);
    };
    assert!(Command::SaveStamp.refused(window.state()).is_some());
    let climb = space(&window, "a07");
    select(&mut window, vec![climb]);
    ask(&mut window, Command::SaveStamp);
    name(&mut window, "Steep");
    press_last(&mut window, "Save");
    until(&mut window, |window| window.query_by_role_and_label(Role::Button, "Stamp: Steep").is_some());
    assert!(on_disk(&stamps).contains("\"Steep\": (terrain: climb),"), "{}", on_disk(&stamps));
    // A click takes it into the hand, and what it paints is saved like everything else.
    press(&mut window, "Stamp: Steep");
    let desk =
        |window: &Harness<'static, App>| window.state().table.draw.as_ref().map(|draw| draw.desk.hand.clone()).expect("a desk");
    assert_eq!(desk(&window).tool, editor::drawing::hand::Tool::Paint);
    assert_eq!(desk(&window).settings.stamp.as_ref().map(|stamp| stamp.name.to_string()).as_deref(), Some("Steep"));
    // Another one can't have its name; it can have another name, and go.
    ask(&mut window, Command::SaveStamp);
    name(&mut window, "Steep");
    window.get_by_label("Another one has this name.");
    key(&mut window, Modifiers::NONE, Key::Escape);
    let kit = |window: &mut Harness<'static, App>, act: editor::ui::draw::KitAct| {
        window.state_mut().apply(Action::Board(Act::Kit(editor::drawing::kit::KitList::Stamps, act)));
        steps(window);
    };
    kit(&mut window, editor::ui::draw::KitAct::Rename("Steep".into()));
    name(&mut window, "Steeper");
    press_last(&mut window, "Rename");
    until(&mut window, |window| window.query_by_role_and_label(Role::Button, "Stamp: Steeper").is_some());
    kit(&mut window, editor::ui::draw::KitAct::Remove("Steeper".into()));
    until(&mut window, |window| window.query_by_role_and_label(Role::Button, "Stamp: Steeper").is_none());
    assert!(!on_disk(&stamps).contains("Steeper"));
    // A template from what is selected, and from the palette into the hand.
    let keys = ["a07", "a08"].map(|id| space(&window, id)).to_vec();
    select(&mut window, keys);
    ask(&mut window, Command::SaveTemplate);
    name(&mut window, "Ramp");
    press_last(&mut window, "Save");
    until(&mut window, |window| window.query_by_role_and_label(Role::Button, "Template: Ramp").is_some());
    assert!(on_disk(&stamps.with_file_name("templates.ron")).contains("// Out and back"), "comments stay");
    press(&mut window, "Template: Ramp");
    assert_eq!(desk(&window).tool, editor::drawing::hand::Tool::Template);
    assert!(Command::TurnRight.refused(window.state()).is_none());
    assert!(!window.state().is_unsaved() && path.exists(), "the track is as it was");
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
fn a_board_is_exported_at_true_size() {
    let (folder, _path, mut window) = drawing();
    for (name, dpi) in [("board.svg", 0), ("board.png", 150), ("fine.PNG", 300)] {
        let path = folder.path().join(name);
        key(&mut window, Modifiers::COMMAND, Key::E);
        fill(&mut window, "File", &path.display().to_string());
        if dpi == 300 {
            let Some(Dialog::Export(form)) = &mut window.state_mut().shell.dialog else { panic!("a form is open") };
            form.dpi = 300;
        }
        press(&mut window, "Export");
        until(&mut window, |window| {
            let notice = window.state().shell.notice.as_ref().map(|notice| notice.text.clone()).unwrap_or_default();
            // The window goes on while it is drawn, and says so.
            assert!(notice.contains(&format!("{name} is being drawn")) || !notice.contains("drawn"), "{notice}");
            notice.contains(name) && notice.contains("297 by 210 mm")
        });
        let bytes = std::fs::read(&path).expect("it is written");
        let sheet = document(&window).header().sheet();
        if dpi == 0 {
            assert!(
                bytes.starts_with(b"<svg") && String::from_utf8_lossy(&bytes).contains(&format!("width=\"{}mm\"", sheet.width))
            );
            continue;
        }
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let side = |mm: f64| (mm / 25.4 * f64::from(dpi)).round() as u32;
        assert_eq!((number(16), number(20)), (side(sheet.width), side(sheet.height)));
        let at = bytes.windows(4).position(|w| w == b"pHYs").expect("its size is in it");
        assert_eq!(number(at + 4), (f64::from(dpi) / 0.0254).round() as u32);
    }
    // What is there is replaced only by who says so, and one picture is drawn after the other.
    let path = folder.path().join("board.png");
    key(&mut window, Modifiers::COMMAND, Key::E);
    fill(&mut window, "File", &path.display().to_string());
    window.get_by_label_contains("There is a file of this name already");
    assert!(!can_press(&window, "Export"));
    window.get_by_role_and_label(Role::CheckBox, "Replace existing file").click();
    steps(&mut window);
    let Some(Dialog::Export(form)) = &window.state().shell.dialog else { panic!("a form is open") };
    let action = form.check().expect("it can be exported");
    window.state_mut().apply(WindowMessage::Close);
    window.state_mut().apply(action.clone());
    window.state_mut().apply(action);
    steps(&mut window);
    window.get_by_label_contains("board.png is still being drawn");
    until(&mut window, |window| window.state().shell.notice.as_ref().is_some_and(|notice| notice.text.contains("297 by 210 mm")));
    key(&mut window, Modifiers::COMMAND, Key::E);
    fill(&mut window, "File", "board.jpeg");
    window.get_by_label("Pictures are files that end in `.svg` or `.png`.");
}

#[test]
fn what_is_remembered_comes_back_and_what_is_damaged_does_no_harm() {
    let (folder, path, mut window) = drawing();
    window.state_mut().apply(WindowMessage::Theme(ThemePreference::Dark));
    window.state_mut().apply(WindowMessage::Scale(125));
    let kept = window.state().kept();
    assert_eq!((kept.drawing.as_ref(), kept.folder.as_deref()), (Some(&path), Some(folder.path())));
    let written = kept.written();
    assert_eq!(Kept::read(&written), kept);
    let begin = || Begin { pace: Pace::Instant, seed: Some(7), ..Begin::default() };
    let again = App::resumed(library(), true, Kept::read(&written), begin());
    assert_eq!(
        (again.shell.theme, again.shell.scale, again.catalogue.library.home()),
        (ThemePreference::Dark, 125, folder.path().to_owned())
    );
    assert_eq!(again.shell.room, Room::Draw);
    // The way back to the games that came with the program.
    assert_eq!(Command::BuiltIn.refused(&again), None);
    let mut again = shown(App::resumed(library(), true, Kept { drawing: None, ..Kept::read(&written) }, begin()));
    again.get_by_label_contains("Open shipped games");
    let action = Command::BuiltIn.action(again.state());
    again.state_mut().apply(action);
    steps(&mut again);
    assert_eq!(again.state().catalogue.library, Library::built_in());
    assert!(Command::BuiltIn.refused(again.state()).is_some());
    // A folder that is gone is told.
    let gone = Kept { folder: Some(folder.path().join("gone")), ..Kept::default() };
    let again = shown(App::resumed(library(), true, gone, begin()));
    assert_eq!(again.state().catalogue.library, library());
    again.get_by_label_contains("has no rulesets any more");
    // Beside the program's own games nobody has said where others are.
    let (here, there) = (Folders::default(), Folders { rulesets: Some("elsewhere".into()), ..Folders::default() });
    assert_eq!([Library::is_built_in(&here), Library::is_built_in(&there)], [true, false]);
    // Who says where rulesets are gets those.
    assert_eq!(App::resumed(library(), false, Kept::read(&written), begin()).catalogue.library, library());
    for damaged in [
        "",
        "{\"scale\": \"x\"}",
        "{\"layouts\": \"{\", \"scale\": 60000, \"folder\": \"/no/where\"}",
        &written[..written.len() / 3],
    ] {
        let app = App::resumed(library(), true, Kept::read(damaged), begin());
        assert!(app.sitting.race.is_some() && app.shell.scale <= 200);
        shown(app);
    }
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
