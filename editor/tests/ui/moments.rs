//! Menus over a race, and the ways in which it went.

use super::*;

use editor::playtest::timeline::{Stride, Way};
use editor::ui::action::Ask;
use editor::ui::race::{Act, Way as Ways};

/// A window on a game in a folder.
fn window_of(library: Library, ruleset: &str) -> Harness<'static, App> {
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some(ruleset.into()), ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library, begin));
    settle(&mut window);
    window
}

#[test]
fn escape_closes_an_open_menu_and_does_nothing_else() {
    let (_folder, mut window) = small::small();
    window.state_mut().apply(RaceMessage::Choose(0));
    settle(&mut window);
    window.state_mut().apply(Action::Playtest(Act::LookAt(0)));
    settle(&mut window);
    let is_open = |window: &Harness<'static, App>| egui::Popup::is_any_open(&window.ctx);
    for menu in ["File", "Race", "Playtest", "View"] {
        window.get_by_role_and_label(Role::Button, menu).click();
        (0..3).for_each(|_| window.step());
        assert!(is_open(&window), "{menu}");
        window.key_press(Key::Escape);
        (0..3).for_each(|_| window.step());
        assert!(!is_open(&window), "{menu}");
        assert!(race(&window).looking_at().is_some(), "the present has not been shown: {menu}");
    }
    // Without one it shows the present.
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(race(&window).looking_at().is_none());
    // In a dialog a list is closed, and the dialog stays.
    window.state_mut().apply(Action::Ask(Ask::Compare));
    (0..3).for_each(|_| window.step());
    window.get_by_role_and_label(Role::ComboBox, "First").click();
    (0..3).for_each(|_| window.step());
    assert!(is_open(&window));
    window.key_press(Key::Escape);
    (0..3).for_each(|_| window.step());
    assert!(!is_open(&window) && window.state().shell.dialog.is_some());
    window.key_press(Key::Escape);
    (0..3).for_each(|_| window.step());
    assert!(window.state().shell.dialog.is_none());
}

#[test]
fn branches_are_named_saved_and_compared() {
    let (folder, mut window) = small::small();
    let choose = |window: &mut Harness<'static, App>, option: usize| {
        window.state_mut().apply(RaceMessage::Choose(option));
        settle(window);
    };
    choose(&mut window, 0);
    choose(&mut window, 0);
    window.state_mut().apply(Action::Playtest(Act::Step(Stride::Decision, Way::Back)));
    settle(&mut window);
    window.state_mut().apply(Action::Playtest(Act::PlayFromHere));
    settle(&mut window);
    choose(&mut window, 1);
    let branches = race(&window).branches().to_vec();
    assert_eq!(branches.len(), 1, "what came after is a branch");
    let parts = branches[0].parts.expect("it parts on the way");
    // It is named in the dialog, and may be taken back.
    window.get_by_label_contains("Branches (1)").click();
    (0..2).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Name and compare…").click();
    (0..3).for_each(|_| window.step());
    assert!(window.query_all_by_label_contains(": ski").count() > 0, "that differs");
    window.get_by_role_and_label(Role::TextInput, &format!("Name of {}", branches[0].told)).focus();
    window.step();
    window.event(egui::Event::Text("On ice".into()));
    (0..2).for_each(|_| window.step());
    window.get_by_role_and_label(Role::Button, "Close").click();
    settle(&mut window);
    let title = format!("On ice: {}", branches[0].told);
    assert_eq!(race(&window).branches()[0].title(), title);
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!(race(&window).branches()[0].name, None);
    window.state_mut().apply(Action::Redo);
    settle(&mut window);
    window.state_mut().apply(Action::Playtest(Act::LookAtMoment(parts)));
    settle(&mut window);
    assert_eq!(race(&window).moment(), parts);
    // What differs stands side by side.
    let tips = [Ways::Branch(race(&window).played_branch().0), Ways::Branch(branches[0].number)];
    let tips = tips.map(|way| window.state().tip(way).expect("it stands somewhere"));
    let rows = interpreter::playtest::compare::differences([&tips[0].scene, &tips[1].scene], None);
    assert!(rows.iter().any(|row| row.name.ends_with("ski")), "{rows:?}");
    assert!(interpreter::playtest::compare::differences([&tips[0].scene, &tips[0].scene], None).is_empty());
    // All of it is saved, and opened again.
    let path = folder.path().join("game.ron");
    window.state_mut().apply(FileMessage::SaveGame(path.clone()));
    settle(&mut window);
    let hash = race(&window).game().hash();
    let mut fresh = window_of(window.state().catalogue.library.clone(), "small");
    fresh.state_mut().apply(FileMessage::OpenGame(path));
    settle(&mut fresh);
    assert_eq!((race(&fresh).branches()[0].title(), race(&fresh).game().hash()), (title, hash));
    let number = race(&fresh).branches()[0].number;
    fresh.state_mut().apply(Action::Playtest(Act::TakeUp(number)));
    settle(&mut fresh);
    assert_eq!(race(&fresh).branches().len(), 1, "what is left stays as a branch");
}
