//! *Print*: every page is seen before it is printed, and follows what is changed.

use super::*;

use editor::paper::What;
use editor::print::folder::Place;
use editor::ui::action::Ask;
use editor::ui::dialog::Dialog;
use editor::ui::dialog::print::PrintForm;
use egui::{Vec2, vec2};

fn form<'a>(window: &'a mut Harness<'static, App>) -> &'a mut PrintForm {
    match &mut window.state_mut().shell.dialog {
        Some(Dialog::Print(form)) => form,
        other => panic!("it is open: {other:?}"),
    }
}

/// The pages of all documents as they are on show, and how many of them are drawn.
fn keys(window: &Harness<'static, App>) -> Vec<u64> {
    window.state().shell.dialogs.print.documents.values().flat_map(|document| document.keys().to_vec()).collect()
}

/// Draws a frame some seconds later: files have been looked at again by then.
fn later(window: &mut Harness<'static, App>) {
    let now = window.ctx.input(|i| i.time);
    window.input_mut().time = Some(now + 2.0);
    window.step();
    window.input_mut().time = None;
}

fn press(window: &mut Harness<'static, App>, label: &str) {
    window.get_by_role_and_label(Role::Button, label).click();
    window.step();
}

#[test]
fn pages_follow_what_is_changed_and_are_written_as_they_are_seen() {
    let (folder, mut window) = small::small();
    window.state_mut().apply(Action::Ask(Ask::Print));
    window.step();
    form(&mut window).without.extend(What::ALL.into_iter().filter(|what| !matches!(what, What::Boards | What::Cards)));
    until(&mut window, |window| {
        window.query_by_label("Cards, page 1").is_some() && window.query_by_label("Boards, page 1").is_some()
    });
    assert!(window.query_by_label("Rulebook, page 1").is_none(), "it is left out");
    // One page after the other is turned to, and drawn.
    until(&mut window, |window| window.state().shell.dialogs.print.drawn() >= 2);
    for _ in 0..2 {
        window.key_press(Key::PageDown);
        window.step();
    }
    assert_eq!(form(&mut window).shown.0, What::Cards);
    window.get_by_label_contains(", page 2 as printed");
    // A card is changed while the dialog is open.
    let before = keys(&window);
    let cards = std::fs::read_to_string(folder.path().join("rulesets/small/moves.ron")).expect("it is there");
    window
        .state_mut()
        .apply(TextMessage::Write("small/moves.ron".into(), cards.replacen("Down a little", "Down a lot", 1).into()));
    until(&mut window, |window| keys(window).len() == before.len() && keys(window) != before);
    let changed = keys(&window).iter().zip(&before).filter(|(a, b)| a != b).count();
    assert_eq!(changed, 1, "only the page with this card is drawn anew");
    // A template with a mistake says where; the pages before it stay.
    let own = folder.path().join("rulesets/small/print");
    std::fs::create_dir(&own).expect("a folder");
    std::fs::write(own.join("cards.typ"), "#import \"/kit.typ\": *\n#shet([mine])").expect("it is written");
    later(&mut window);
    until(&mut window, |window| window.query_by_label_contains("cards.typ:2:2: unknown variable: shet").is_some());
    assert!(window.query_by_label("Cards, page 1").is_some());
    std::fs::remove_dir_all(&own).expect("it is there");
    later(&mut window);
    until(&mut window, |window| window.query_by_label_contains("unknown variable").is_none());
    // What is written lies in the folder, and the dialog stays.
    let to = folder.path().join("paper");
    form(&mut window).folder.text = to.display().to_string();
    press(&mut window, "Print to folder");
    let file = |what| Place::pdf(&to, "small", what);
    until(&mut window, |window| window.query_all_by_label_contains("3 pages in 2 files").next().is_some());
    assert!(file(What::Cards).is_file() && file(What::Boards).is_file() && !file(What::Rules).exists());
    // Where nothing of ours lies, nothing is replaced.
    std::fs::write(file(What::Cards), "my own").expect("it is written");
    press(&mut window, "Print to folder");
    until(&mut window, |window| window.query_all_by_label_contains("nothing printed by Coursesetter").next().is_some());
    assert_eq!(std::fs::read(file(What::Cards)).expect("it is there"), b"my own");
    // It goes on where it was left.
    form(&mut window).order.margin = 12.0;
    window.step();
    press(&mut window, "Close");
    assert!(window.state().shell.dialog.is_none());
    window.state_mut().apply(Action::Ask(Ask::Print));
    window.step();
    assert_eq!((form(&mut window).order.margin, form(&mut window).shown.0), (12.0, What::Cards));
    form(&mut window).without.extend(What::ALL);
    window.step();
    window.get_by_label("Choose what to print.");
}

/// Draws frames until everything that was done has come through.
fn frames(window: &mut Harness<'static, App>) {
    for _ in 0..12 {
        wait(window);
    }
}

/// The dialog with one document of the small game, in a window of this size.
fn open_with(window: &mut Harness<'static, App>, what: What) {
    window.state_mut().apply(Action::Ask(Ask::Print));
    window.step();
    form(window).without.extend(What::ALL.into_iter().filter(|other| *other != what));
    let first = format!("{}, page 1 as printed", what.title());
    until(window, |window| window.query_by_label(&first).is_some());
}

#[test]
fn the_page_on_show_is_enlarged_moved_and_turned_by_keys_and_mouse() {
    let (_folder, mut window) = small::small();
    open_with(&mut window, What::Cards);
    window.get_by_label("Cards: page 1 of 2");
    assert_eq!(form(&mut window).camera, None, "all of it is seen");
    // A double click enlarges what is clicked at, another shows the whole page again.
    let page = window.get_by_label("Cards, page 1 as printed").rect();
    window.event(egui::Event::PointerMoved(page.center()));
    for pressed in [true, false, true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::default());
        window.event(egui::Event::PointerButton { pos: page.center(), button, pressed, modifiers });
    }
    frames(&mut window);
    let camera = form(&mut window).camera.expect("a part of it is seen");
    // Dragging down shows what lies above, up to the edge of the page.
    let drag = |window: &mut Harness<'static, App>, by: Vec2| {
        window.drag_at(page.center());
        window.step();
        window.event(egui::Event::PointerMoved(page.center() + by));
        window.step();
        window.drop_at(page.center() + by);
        frames(window);
    };
    drag(&mut window, vec2(0.0, 40.0));
    let moved = form(&mut window).camera.expect("it stays enlarged");
    assert!(moved.middle.y < camera.middle.y && moved.middle.x == camera.middle.x, "{camera:?} {moved:?}");
    drag(&mut window, vec2(-5_000.0, -5_000.0));
    let corner = form(&mut window).camera.expect("it stays enlarged").middle;
    assert!(corner.x < 210.0 && corner.y < 297.0, "the page fills the room: {corner:?}");
    // The next page is shown at the same size; its number is said.
    window.key_press(Key::PageDown);
    frames(&mut window);
    window.get_by_label("Cards: page 2 of 2");
    assert_eq!(form(&mut window).camera.map(|camera| camera.scale), Some(moved.scale));
    // Arrows move it while nothing else has the focus.
    let before = form(&mut window).camera;
    window.key_press(Key::ArrowUp);
    frames(&mut window);
    assert!(form(&mut window).camera.map(|camera| camera.middle.y) < before.map(|camera| camera.middle.y));
    window.key_press(Key::Num0);
    frames(&mut window);
    assert_eq!(form(&mut window).camera, None);
    window.key_press(Key::Plus);
    frames(&mut window);
    assert!(form(&mut window).camera.is_some());
    press(&mut window, "Smaller");
    frames(&mut window);
    assert_eq!(form(&mut window).camera, None);
    press(&mut window, "Previous page");
    frames(&mut window);
    window.get_by_label("Cards: page 1 of 2");
    // The wheel enlarges what it points at, and a wide picture of the page is drawn for it.
    window.event(egui::Event::PointerMoved(page.center()));
    let (unit, phase) = (egui::MouseWheelUnit::Line, egui::TouchPhase::Move);
    let wheel = egui::MouseWheelSource::Wheel;
    window.event(egui::Event::MouseWheel {
        unit,
        delta: vec2(0.0, 3.0),
        modifiers: egui::Modifiers::COMMAND,
        phase,
        source: wheel,
    });
    frames(&mut window);
    assert!(form(&mut window).camera.is_some());
    press(&mut window, "Whole page");
    frames(&mut window);
    assert_eq!(form(&mut window).camera, None);
}

#[test]
fn it_says_what_game_is_printed_and_asks_for_track_and_players() {
    let (_folder, mut window) = small::small_with(|folder| {
        let changes = [
            ("rulesets/small/small.rules", "rulesets/small/small.rules", "for 2..2 players", "for 2..3 players"),
            ("rulesets/small/game.ron", "rulesets/small/game.ron", "colour: \"owner.ski\", ", ""),
            ("tracks/small/line.ron", "tracks/small/other.ron", "\"Line\"", "\"Other\""),
        ];
        for (from, to, what, with) in changes {
            let text = std::fs::read_to_string(folder.join(from)).expect("it is there");
            assert!(text.contains(what), "{from}");
            std::fs::write(folder.join(to), text.replacen(what, with, 1)).expect("it is written");
        }
    });
    open_with(&mut window, What::Pieces);
    let (players, others) = (form(&mut window).players, 5 - form(&mut window).players);
    until(&mut window, |window| window.query_by_label(&format!("Small on Line, {players} players")).is_some());
    let before = keys(&window);
    form(&mut window).players = others;
    until(&mut window, |window| keys(window) != before);
    window.get_by_label(&format!("Small on Line, {others} players"));
    // What was set for one board doesn't hold for another; paper and printer stay.
    (form(&mut window).order.scale, form(&mut window).order.margin) = (0.4, 12.0);
    window.step();
    window.get_all_by_role_and_label(Role::ComboBox, "Track").last().expect("in the dialog").click();
    frames(&mut window);
    window.get_by_label("Other").click();
    frames(&mut window);
    window.get_by_label(&format!("Small on Other, {others} players"));
    assert_eq!((form(&mut window).order.scale, form(&mut window).order.margin), (1.0, 12.0));
    form(&mut window).order.scale = 0.5;
    window.step();
    press(&mut window, "Close");
    // It goes on with the board that was chosen, until another is at hand.
    window.state_mut().apply(Action::Ask(Ask::Print));
    window.step();
    assert_eq!((&*form(&mut window).track.clone(), form(&mut window).order.scale), ("other", 0.5));
    press(&mut window, "Close");
    window.state_mut().apply(editor::ui::action::SetupMessage::Players(others));
    settle(&mut window);
    window.state_mut().apply(Action::Ask(Ask::Print));
    window.step();
    window.get_by_label(&format!("Small on Line, {others} players"));
    assert_eq!((form(&mut window).order.scale, form(&mut window).order.margin), (1.0, 12.0));
}

#[test]
fn a_finding_leads_to_its_place_on_the_page_and_in_the_text() {
    let (_folder, mut window) = small::small();
    open_with(&mut window, What::Boards);
    form(&mut window).order.scale = 0.25;
    let link = "page 1";
    until(&mut window, |window| window.query_by_label(link).is_some());
    frames(&mut window);
    window.get_by_label(link).click();
    frames(&mut window);
    let desk = &window.state().shell.dialogs.print;
    let size = desk.documents[&What::Boards].size(0);
    let (page, place) = form(&mut window).outlined.expect("it is outlined");
    assert_eq!(page, (What::Boards, 0));
    // The board of 160 by 100 mm lies in the middle of the page, above a foot of 8 mm; the space is 60 mm left of its middle, and 10 mm below.
    let at = (size / 2.0 + vec2(0.0, -4.0) + vec2(-60.0, 10.0) * 0.25).to_pos2();
    assert!(place.center().distance(at) < 0.1, "{place} is not at {at}");
    assert!(place.width() > 2.0 && place.width() < 8.0, "{place}");
}

#[test]
fn a_finding_about_a_card_leads_to_the_card_and_to_its_row() {
    let (folder, mut window) = small::small();
    open_with(&mut window, What::Cards);
    let link = "page 1";
    let cards = std::fs::read_to_string(folder.path().join("rulesets/small/moves.ron")).expect("it is there");
    let long = format!("Down a little. {}", "And then on and on until the end of the course. ".repeat(40));
    let message = TextMessage::Write("small/moves.ron".into(), cards.replacen("Down a little.", &long, 1).into());
    window.state_mut().apply(message);
    until(&mut window, |window| {
        window.query_by_label_contains("small/moves.ron:2:").is_some() && window.query_by_label(link).is_some()
    });
    frames(&mut window);
    window.get_by_label(link).click();
    frames(&mut window);
    let (page, place) = form(&mut window).outlined.expect("it is outlined");
    assert!(page == (What::Cards, 0) && place.width() > 40.0 && place.height() > 60.0, "the whole card: {page:?} {place}");
    window.key_press(Key::PageDown);
    window.step();
    assert_eq!(form(&mut window).outlined, None);
    window.get_by_label_contains("small/moves.ron:2:").click();
    frames(&mut window);
    assert!(window.state().shell.dialog.is_none());
    assert_eq!(window.state().rules.open(), "small/moves.ron");
    assert!(!window.state().rules.selected().is_empty(), "the card's row is selected");
    assert!(window.ctx.text_edit_focused(), "the selection is seen, because the text has the focus");
}

#[test]
fn everything_is_in_reach_in_a_small_window_and_with_large_letters() {
    let (_folder, mut window) = small::small();
    for (size, zoom) in [([900.0, 600.0], 1.0), ([900.0, 600.0], 1.5), ([1280.0, 800.0], 1.5)] {
        window.set_size(egui::Vec2::from(size) / zoom);
        window.step();
        open_with(&mut window, What::Cards);
        // In its first frame it is as wide as it was in the window before.
        frames(&mut window);
        let whole = window.ctx.content_rect();
        for name in ["Print to folder", "Open PDF", "Close", "Next page", "Larger", "Whole page"] {
            let place = window.get_by_role_and_label(Role::Button, name).rect();
            assert!(whole.contains_rect(place), "{size:?} × {zoom}: {name} lies at {place}");
        }
        let page = window.get_by_label("Cards, page 1 as printed").rect();
        assert!(whole.contains_rect(page) && page.width() > 160.0 && page.height() > 110.0, "{size:?} × {zoom}: {page}");
        window.key_press(Key::Escape);
        window.step();
        assert!(window.state().shell.dialog.is_none(), "Escape closes it");
    }
}

/// A launcher that gives up after a while, as where no viewer is installed, is the only one that a child process finds.
#[test]
#[cfg(target_os = "linux")]
fn where_nothing_opens_a_pdf_it_is_said_where_it_lies() {
    const CHILD: &str = "COURSESETTER_TEST_WITHOUT_VIEWER";
    if std::env::var_os(CHILD).is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let launcher = folder.path().join("xdg-open");
        std::fs::write(&launcher, "#!/bin/sh\n/bin/sleep 1\nexit 3\n").expect("it is written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&launcher, mode).expect("it is ours");
        let tests = std::env::current_exe().expect("it runs");
        let name = "print::where_nothing_opens_a_pdf_it_is_said_where_it_lies";
        let child = std::process::Command::new(tests).args(["--exact", name]).env("PATH", folder.path()).env(CHILD, "1").output();
        let child = child.expect("it begins");
        let said = String::from_utf8_lossy(&child.stdout).into_owned() + &String::from_utf8_lossy(&child.stderr);
        assert!(child.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let (folder, mut window) = small::small();
    open_with(&mut window, What::Cards);
    let to = folder.path().join("paper");
    form(&mut window).folder.text = to.display().to_string();
    press(&mut window, "Open PDF");
    let file = Place::pdf(&to, "small", What::Cards);
    let said = format!("{} is printed, but nothing here opens it", file.display());
    until(&mut window, |window| window.query_all_by_label_contains(&said).next().is_some());
    assert!(file.is_file());
    // The path can be taken elsewhere.
    press(&mut window, "Copy path");
    let copied = window
        .output()
        .platform_output
        .commands
        .iter()
        .any(|command| matches!(command, egui::OutputCommand::CopyText(text) if *text == file.display().to_string()));
    assert!(copied, "{:?}", window.output().platform_output.commands);
}
