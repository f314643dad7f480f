//! *Save as a test*, of the moment on show.

use super::playtest::{act, raced};
use super::*;

use editor::playtest::timeline::StopKind;
use editor::ui::action::{Ask, RaceMessage, TextMessage, WindowMessage};
use editor::ui::dialog::Dialog;
use editor::ui::dialog::as_test::AsTest;
use editor::ui::race::Act;
use interpreter::edit::Edit;
use interpreter::ir::FieldId;
use interpreter::testing::{Refused, Written};
use interpreter::why::What;

fn form<'a>(window: &'a Harness<'static, App>) -> &'a AsTest {
    match &window.state().shell.dialog {
        Some(Dialog::AsTest(form)) => form,
        other => panic!("{other:?}"),
    }
}

fn written(window: &mut Harness<'static, App>) -> Result<Written, Refused> {
    window.step();
    until(window, |window| form(window).written().is_some());
    form(window).written().expect("it was waited for").clone()
}

#[test]
fn the_turn_on_show_is_told() {
    let mut window = raced("hell-on-eight-wheels", &[0], 60);
    let timeline = race(&window).timeline();
    let mut told = vec![];
    for part in [2, 3] {
        act(&mut window, Act::LookAt(timeline.last() / part));
        let turn = race(&window).looking_at().expect("the past").turn;
        window.state_mut().apply(Action::Ask(Ask::AsTest));
        window.step();
        assert!(form(&window).title.ends_with(&format!(", turn {turn}")), "{}", form(&window).title);
        match written(&mut window) {
            Ok(test) => told.push(test.text),
            Err(Refused { why, nearest, .. }) => {
                let (_, turn) = nearest.unwrap_or_else(|| panic!("{why}"));
                window.step();
                window.get_by_label_contains(&why);
                window
                    .get_by_role_and_label(Role::Button, &format!("Take turn {turn} instead, the nearest that can be told"))
                    .click();
                (0..3).for_each(|_| window.step());
                assert!(form(&window).title.ends_with(&format!(", turn {turn}")));
                told.push(written(&mut window).expect("it can be told").text);
            }
        }
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
        (0..3).for_each(|_| window.step());
        assert!(form(&window).title.ends_with(&format!(", turn {turn}")), "{}", form(&window).title);
        window.get_by_label_contains(&format!("Turn {turn}, which is on show"));
        if let Ok(test) = written(&mut window) {
            assert!(test.text.contains(&format!("run turn(player({player}))")), "turn {turn} of {player}: {}", test.text);
            (told, unasked) = (told + 1, unasked + usize::from(!test.text.contains(" choosing ")));
        }
        window.state_mut().apply(WindowMessage::Close);
    }
    assert!(told > 5 && unasked > 0, "{told} {unasked}");
}

#[test]
fn the_title_names_the_turn_that_is_told() {
    let mut window = raced("skoot", &[0], 8);
    let turn = race(&window).timeline().stops.last().expect("the present").turn;
    window.state_mut().apply(Action::Ask(Ask::AsTest));
    (0..3).for_each(|_| window.step());
    // The one that is being played has not come to its end.
    assert!(form(&window).title.ends_with(&format!(", turn {}", turn - 1)), "{turn}: {}", form(&window).title);
    window.get_by_label_contains(&format!("Turn {}, the last that was played to its end", turn - 1));
}

#[test]
fn a_title_that_was_typed_stays_when_another_turn_is_told() {
    let mut window = raced("skoot", &[0], 20);
    // Of a turn that was changed by hand there is no test.
    let lap = race(&window).program.ir.fields.iter().position(|f| *f.name == *"lap").expect("a field of SKOOT");
    let edit = Edit::of(&race(&window).program, What::Field(FieldId(lap as u16), 1), "2").expect("a field");
    let choices = race(&window).path().sum().choices;
    act(&mut window, Act::Edit(edit));
    window.state_mut().apply(RaceMessage::Choose(0));
    act(&mut window, Act::Play(true));
    settle(&mut window);
    let stop = race(&window).timeline().at_choices(choices).expect("there somebody was asked");
    act(&mut window, Act::LookAt(stop));
    window.state_mut().apply(Action::Ask(Ask::AsTest));
    let (_, turn) = written(&mut window).expect_err("it was changed by hand").nearest.expect("there is one near it");
    match &mut window.state_mut().shell.dialog {
        Some(Dialog::AsTest(form)) => form.title = "my own".to_owned(),
        other => panic!("{other:?}"),
    }
    (0..3).for_each(|_| window.step());
    written(&mut window).expect_err("it is the same turn");
    window.step();
    window.get_by_role_and_label(Role::Button, &format!("Take turn {turn} instead, the nearest that can be told")).click();
    (0..3).for_each(|_| window.step());
    assert_eq!(form(&window).title, "my own");
    assert!(written(&mut window).expect("it can be told").text.contains("test \"my own\""));
}

#[test]
fn rules_that_are_broken_have_to_be_mended_first() {
    let mut window = raced("skoot", &[0], 12);
    let name = "skoot/skoot.rules";
    let text = window.state().live.texts().get(name).expect("the rules").as_ref().expect("a text").to_string();
    let broken = text.replacen("roll(ski_die)", "roll(sky_die)", 1);
    assert_ne!(broken, text);
    window.state_mut().apply(TextMessage::Write(name.to_owned(), broken.into()));
    settle(&mut window);
    window.state_mut().apply(Action::Ask(Ask::AsTest));
    let refused = written(&mut window).expect_err("no test can be run");
    assert!(refused.why.contains("have to be mended first") && refused.nearest.is_none(), "{refused:?}");
    window.step();
    window.get_by_label_contains("have to be mended first");
    assert!(window.query_by_label_contains("No other turn").is_none(), "it is the same for all of them");
}

#[test]
fn undo_takes_back_a_test_that_was_added_before_what_was_answered() {
    let mut window = raced("skoot", &[0], 12);
    let name = "skoot/skoot.rules";
    let text =
        |window: &Harness<'static, App>| window.state().live.texts().get(name).cloned().expect("the rules").expect("a text");
    let (before, choices) = (text(&window), race(&window).path().sum().choices);
    let add = |window: &mut Harness<'static, App>| {
        window.state_mut().apply(Action::Ask(Ask::AsTest));
        let test = written(window).expect("it can be told");
        (0..3).for_each(|_| window.step());
        if test.tells_hidden {
            window.get_by_role_and_label(Role::Button, "Show it").click();
            (0..8).for_each(|_| window.step());
        }
        window.get_by_role_and_label(Role::Button, "Add to skoot.rules").click();
        settle(window);
    };
    add(&mut window);
    assert_ne!(text(&window), before);
    window.get_by_label_contains("Added to skoot/skoot.rules: as in race 7, turn");
    click(&mut window, Role::Button, "Show");
    let selected = window.state().rules.selected();
    assert!(text(&window)[selected].starts_with("test \"as in race 7"));
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((text(&window), race(&window).path().sum().choices), (before.clone(), choices));
    // What is answered afterwards is taken back before it.
    add(&mut window);
    window.state_mut().apply(RaceMessage::Choose(0));
    settle(&mut window);
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!(race(&window).path().sum().choices, choices);
    assert_ne!(text(&window), before);
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((text(&window), race(&window).path().sum().choices), (before, choices));
}
