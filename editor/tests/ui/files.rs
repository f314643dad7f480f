//! Beginning, opening, saving and exporting by the window's forms; and nothing that was drawn is lost.

mod begin;
mod lost;
mod open;
mod path;
mod save;
mod thumbs;
mod trail;

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
fn what_is_missing_in_a_form_is_no_warning_before_anything_was_done() {
    let mut window = window(library());
    key(&mut window, Modifiers::COMMAND, Key::O);
    let ink = |window: &Harness<'static, App>| {
        let texts = window.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => Some(&text.galley),
            _ => None,
        });
        let mut said = texts.filter(|galley| galley.text() == "Choose a track, or type its path.");
        said.next_back().expect("it is said").job.sections[0].format.color
    };
    let before = ink(&window);
    window.event(egui::Event::Text("nowhere".to_owned()));
    steps(&mut window);
    assert_ne!(ink(&window), before);
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
fn a_board_is_exported_at_true_size() {
    let (folder, _path, mut window) = drawing();
    let size = document(&window).header().sheet();
    let size = format!("{} by {} mm", size.width, size.height);
    for (name, dpi) in [("board.svg", 0), ("board.png", 150), ("coarse.PNG", 60)] {
        let path = folder.path().join(name);
        key(&mut window, Modifiers::COMMAND, Key::E);
        fill(&mut window, "File", &path.display().to_string());
        if dpi == 60 {
            let Some(Dialog::Export(form)) = &mut window.state_mut().shell.dialog else { panic!("a form is open") };
            form.dpi = 60;
        }
        press(&mut window, "Export");
        until(&mut window, |window| {
            let notice = window.state().shell.notice.as_ref().map(|notice| notice.text.clone()).unwrap_or_default();
            // The window goes on while it is drawn, and says so.
            assert!(notice.contains(&format!("{name} is being drawn")) || !notice.contains("drawn"), "{notice}");
            notice.contains(name) && notice.contains(&size)
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
    until(&mut window, |window| window.state().shell.notice.as_ref().is_some_and(|notice| notice.text.contains(&size)));
    key(&mut window, Modifiers::COMMAND, Key::E);
    fill(&mut window, "File", "board.jpeg");
    window.get_by_label("Pictures are files that end in .svg or .png.");
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

/// Where the open dialog is.
fn dialog_place(window: &Harness<'static, App>) -> Option<egui::Rect> {
    let kind = std::mem::discriminant(window.state().shell.dialog.as_ref()?);
    window.ctx.memory(|memory| memory.area_rect(egui::Id::unique(("dialog", kind))))
}

#[test]
fn every_dialog_fits_a_small_window() {
    let mut seen = 0;
    for room in [Room::Play, Room::Draw] {
        let begin = Begin { pace: Pace::Instant, seed: Some(7), room, ..Begin::default() };
        let mut window = shown(App::begin(library(), begin));
        built(&mut window);
        window.set_size(egui::vec2(900.0, 600.0));
        for command in Command::of(room).filter(|command| command.refused(window.state()).is_none()).collect::<Vec<_>>() {
            let action = command.action(window.state());
            if !matches!(action, Action::Ask(_)) {
                continue;
            }
            window.state_mut().apply(action);
            steps(&mut window);
            let Some(place) = dialog_place(&window) else { continue };
            seen += 1;
            let all = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(900.0, 600.0));
            assert!(all.contains_rect(place), "{command:?}: {place:?}");
            key(&mut window, Modifiers::NONE, Key::Escape);
            assert!(window.state().shell.dialog.is_none(), "{command:?}");
        }
    }
    assert!(seen > 12, "{seen}");
}

#[test]
fn a_click_beside_a_dialog_loses_nothing_that_was_entered() {
    let mut window = window(library());
    let beside = egui::pos2(30.0, 400.0);
    for (letter, typed) in [(Key::N, false), (Key::O, false), (Key::N, true), (Key::O, true)] {
        key(&mut window, Modifiers::COMMAND, letter);
        if typed {
            window.event(egui::Event::Text("nowhere".to_owned()));
            steps(&mut window);
        }
        let before = window.state().shell.dialog.clone().expect("it is open");
        tap(&mut window, beside);
        assert_eq!(window.state().shell.dialog, Some(before).filter(|_| typed), "{letter:?}");
        if typed {
            press(&mut window, "Cancel");
            assert!(window.state().shell.dialog.is_none());
        }
    }
    // Something chosen counts as well, and so does what was clicked beside it before.
    key(&mut window, Modifiers::COMMAND, Key::N);
    let portrait = window.get_by_role_and_label(Role::Button, "Portrait").rect().center();
    tap(&mut window, portrait);
    tap(&mut window, beside);
    assert!(matches!(window.state().shell.dialog, Some(Dialog::NewTrack(_))));
    key(&mut window, Modifiers::NONE, Key::Escape);
    // The search for commands holds nothing that would be lost.
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    window.event(egui::Event::Text("zoom".to_owned()));
    steps(&mut window);
    tap(&mut window, beside);
    assert!(window.state().shell.dialog.is_none());
}
