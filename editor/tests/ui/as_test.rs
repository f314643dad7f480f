//! *Save as a test*, of the moment on show.

use super::playtest::{act, raced};
use super::*;

use egui_kittest::kittest::NodeT;

use editor::playtest::Act;
use editor::playtest::timeline::StopKind;
use editor::ui::action::{Ask, RaceMessage, TextMessage, WindowMessage};
use editor::ui::dialog::Dialog;
use editor::ui::dialog::as_test::AsTest;
use interpreter::edit::Edit;
use interpreter::ir::FieldId;
use interpreter::why::What;

fn form<'a>(window: &'a Harness<'static, App>) -> &'a AsTest {
    match &window.state().shell.dialog {
        Some(Dialog::AsTest(form)) => form,
        other => panic!("{other:?}"),
    }
}

/// Asks for it; returns the test, shown if it tells what is hidden.
fn ask(window: &mut Harness<'static, App>) -> String {
    window.state_mut().apply(Action::Ask(Ask::AsTest));
    (0..3).for_each(|_| window.step());
    if form(window).recording.as_ref().is_ok_and(|recording| recording.tells_hidden) {
        assert_eq!(form(window).test(), None);
        window.get_by_role_and_label(Role::Button, "Show it").click();
        (0..8).for_each(|_| window.step());
    }
    form(window).test().unwrap_or_else(|| panic!("{:?}", form(window)))
}

#[test]
fn the_turn_on_show_is_told() {
    let mut window = raced("hell-on-eight-wheels", &[0], 60);
    let timeline = race(&window).timeline();
    let mut told = vec![];
    for part in [2, 3] {
        act(&mut window, Act::LookAt(timeline.last() / part));
        told.push(ask(&mut window));
        let turn = form(&window).recording.as_ref().expect("it is told").turn.expect("a turn");
        assert!(form(&window).title.ends_with(&format!(", turn {turn}")), "{}", form(&window).title);
        window.state_mut().apply(WindowMessage::Close);
        act(&mut window, Act::Now);
    }
    assert_ne!(told[0].lines().skip(1).collect::<Vec<_>>(), told[1].lines().skip(1).collect::<Vec<_>>());
}

#[test]
fn turns_in_which_nobody_is_asked_are_told_as_well() {
    let mut window = raced("skoot", &[0], 12);
    let timeline = race(&window).timeline();
    let (mut told, mut unasked) = (0, 0);
    let turns: Vec<usize> =
        (0..timeline.last()).filter(|n| timeline.stops[*n].kind == StopKind::Turn).rev().skip(1).take(8).collect();
    for stop in turns {
        act(&mut window, Act::LookAt(stop));
        let (turn, player) = (timeline.stops[stop].turn, timeline.stops[stop].turn_of.expect("somebody's") + 1);
        window.state_mut().apply(Action::Ask(Ask::AsTest));
        window.step();
        if let Err(why) = &form(&window).recording {
            assert!(why.starts_with("nothing has changed"), "{why}");
            continue;
        }
        let test = ask(&mut window);
        assert!(form(&window).title.ends_with(&format!(", turn {turn}")), "{}", form(&window).title);
        window.get_by_label_contains(&format!("Turn {turn}, the one on show"));
        assert!(test.contains(&format!("run turn(player({player}))")), "turn {turn} of {player}: {test}");
        (told, unasked) = (told + 1, unasked + usize::from(!test.contains(" choosing ")));
        window.state_mut().apply(WindowMessage::Close);
    }
    assert!(told > 5 && unasked > 0, "{told} {unasked}");
}

#[test]
fn the_title_names_the_turn_that_is_told() {
    let mut window = raced("skoot", &[0], 8);
    let turn = race(&window).timeline().stops.last().expect("the present").turn;
    let test = ask(&mut window);
    // The one that is being played has not come to its end.
    assert!(form(&window).title.ends_with(&format!(", turn {}", turn - 1)), "{turn}: {}", form(&window).title);
    window.get_by_label_contains(&format!("Turn {}, the last complete one", turn - 1));
    match &mut window.state_mut().shell.dialog {
        Some(Dialog::AsTest(form)) => form.title = "my own".to_owned(),
        other => panic!("{other:?}"),
    }
    let (title, rest) = test.split_at(test.find("\" ").expect("a title"));
    assert!(title.starts_with("test \"as in race"), "{title}");
    assert_eq!(form(&window).test(), Some(format!("test \"my own{rest}")));
}

#[test]
fn what_is_ticked_is_expected() {
    let mut window = raced("skoot", &[0], 12);
    let test = ask(&mut window);
    let changes = form(&window).recording.as_ref().expect("it is told").changes.clone();
    assert!(changes.len() > 1 && changes.iter().all(|change| test.contains(&format!("  expect {change}\n"))), "{test}");
    let tick = |window: &mut Harness<'static, App>, change: &str| {
        window.get_by_role_and_label(Role::CheckBox, change).click();
        (0..3).for_each(|_| window.step());
    };
    tick(&mut window, &changes[0]);
    let without = test.replace(&format!("  expect {}\n", changes[0]), "");
    assert_eq!(form(&window).test(), Some(without));
    changes[1..].iter().for_each(|change| tick(&mut window, change));
    assert!(!form(&window).test().expect("it is shown").contains("expect "));
    assert!(window.get_by_role_and_label(Role::Button, "Add to skoot.rules").accesskit_node().is_disabled());
    tick(&mut window, &changes[0]);
    assert!(!window.get_by_role_and_label(Role::Button, "Add to skoot.rules").accesskit_node().is_disabled());
}

#[test]
fn of_a_turn_that_was_changed_by_hand_there_is_none() {
    let mut window = raced("skoot", &[0], 20);
    let lap = race(&window).program.ir.fields.iter().position(|f| *f.name == *"lap").expect("a field of SKOOT");
    let edit = Edit::of(&race(&window).program, What::Field(FieldId(lap as u16), 1), "2").expect("a field");
    let choices = race(&window).path().sum().choices;
    act(&mut window, Act::Edit(edit));
    window.state_mut().apply(RaceMessage::Choose(0));
    act(&mut window, Act::Play(true));
    settle(&mut window);
    let stop = stop_after(&window, choices);
    act(&mut window, Act::LookAt(stop));
    window.state_mut().apply(Action::Ask(Ask::AsTest));
    (0..3).for_each(|_| window.step());
    window.get_by_label_contains("There is no test: something was changed by hand in the middle of it");
    assert!(window.get_by_role_and_label(Role::Button, "Add to skoot.rules").accesskit_node().is_disabled());
}

#[test]
fn the_undo_of_a_text_takes_out_a_test_that_was_added() {
    let mut window = raced("skoot", &[0], 12);
    let name = "skoot/skoot.rules";
    let text = |window: &Harness<'static, App>| {
        window.state().sitting.live.texts().get(name).cloned().expect("the rules").expect("a text")
    };
    let (before, choices) = (text(&window), race(&window).path().sum().choices);
    ask(&mut window);
    window.get_by_role_and_label(Role::Button, "Add to skoot.rules").click();
    settle(&mut window);
    let with = text(&window);
    assert_ne!(with, before);
    window.get_by_label_contains("Added to skoot/skoot.rules: as in race 7, turn");
    click(&mut window, Role::Button, "Show");
    let selected = window.state().rules.selected();
    assert!(with[selected.clone()].starts_with("test \"as in race 7"));
    // The race has a list of its own.
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert!(text(&window) == with && race(&window).path().sum().choices < choices);
    window.state_mut().apply(Action::Redo);
    settle(&mut window);
    window.state_mut().apply(TextMessage::ShowText(name.to_owned(), selected));
    settle(&mut window);
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!((text(&window), race(&window).path().sum().choices), (before, choices));
}
