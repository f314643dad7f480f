//! Anything may be typed while a race goes on: nothing panics or hangs, and the last good race can be played. `EDITS=5000` for a long run.

use super::*;

use editor::playtest::Takes;
use interpreter::reload::unfit;
use spoil::{Numbers, spoil};

/// Most frames until an edit is built.
const MOST_FRAMES: usize = 20_000;

/// A race of a ruleset, with one person.
fn in_play(ruleset: &str) -> Harness<'static, App> {
    let begin = Begin { pace: Pace::Instant, seed: Some(11), ruleset: Some(ruleset.to_owned()), ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library(), begin));
    for seat in 1..8 {
        window.state_mut().apply(RaceMessage::Seat(seat, Seat::Random));
    }
    settle(&mut window);
    window
}

/// Answers a question, if one is asked, as somebody who doesn't think.
fn answer(window: &mut Harness<'static, App>, numbers: &mut Numbers) {
    let Some(race) = window.state().sitting.race.as_ref() else { return };
    if race.waiting(Pace::Instant) == Waiting::Handover {
        window.state_mut().apply(RaceMessage::TakeSeat);
    }
    let Some(count) =
        window.state().sitting.race.as_ref().and_then(|race| race.question()).map(|question| question.options.len())
    else {
        return;
    };
    window.state_mut().apply(RaceMessage::Choose(numbers.below(count)));
}

/// Frames until what was changed is built and nobody but a person is waited for.
fn rest(window: &mut Harness<'static, App>) {
    for _ in 0..MOST_FRAMES {
        window.step();
        if window.state().is_building() {
            std::thread::sleep(std::time::Duration::from_millis(1));
            continue;
        }
        match race(window).waiting(Pace::Instant) {
            Waiting::Showing | Waiting::Bot => {}
            _ => return,
        }
    }
    panic!("it never comes to rest");
}

#[test]
fn a_race_outlives_whatever_is_typed() {
    let edits: usize = std::env::var("EDITS").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut numbers = Numbers(5);
    let (mut taken_over, mut broken) = (0, 0);
    for ruleset in library().names() {
        let mut window = in_play(&ruleset);
        let original: Vec<(String, String)> = (window.state().sitting.live.texts().named())
            .filter_map(|(name, text)| Some((name, text.as_ref().ok()?.to_string())))
            .collect();
        for n in 0..edits {
            (0..3).for_each(|_| {
                answer(&mut window, &mut numbers);
                window.step();
            });
            let (name, text) = &original[numbers.below(original.len())];
            // Most changes are made on rules that are whole.
            if window.state().is_broken || numbers.below(3) == 0 {
                for (name, text) in &original {
                    window.state_mut().apply(TextMessage::Write(name.clone(), text.as_str().into()));
                }
            }
            // Now and then one change comes on top of another.
            let now =
                window.state().sitting.live.texts().get(name).and_then(|text| text.as_ref().ok()).map(|text| text.to_string());
            let from = now.filter(|_| numbers.below(4) == 0).unwrap_or_else(|| text.clone());
            let mut typed = spoil(&from, &mut numbers);
            if numbers.below(6) == 0 {
                typed = text.clone();
            }
            window.state_mut().apply(RaceMessage::Takes(if numbers.below(5) == 0 { Takes::Replay } else { Takes::CarryOver }));
            window.state_mut().apply(TextMessage::Write(name.clone(), typed.into()));
            let before = race(&window).program.clone();
            rest(&mut window);
            let is_other = !std::sync::Arc::ptr_eq(&before, &race(&window).program);
            taken_over += usize::from(is_other);
            broken += usize::from(window.state().is_broken);
            let game = &race(&window).game();
            assert_eq!(unfit(&game.program, &game.machine), None, "{ruleset}, edit {n} of {name}");
            if numbers.below(8) == 0 {
                window.state_mut().apply(Action::Undo);
                rest(&mut window);
                let game = &race(&window).game();
                assert_eq!(unfit(&game.program, &game.machine), None, "{ruleset}, back after edit {n} of {name}");
            }
            if matches!(race(&window).game().status, Status::Failed(_) | Status::Over | Status::Unfinished) {
                // Whatever was typed, another race can be begun.
                window.state_mut().apply(TextMessage::Write(name.clone(), text.as_str().into()));
                window.state_mut().apply(RaceMessage::NewRace);
                rest(&mut window);
            }
        }
        // With the texts as they were, the race goes on.
        for (name, text) in &original {
            window.state_mut().apply(TextMessage::Write(name.clone(), text.as_str().into()));
        }
        rest(&mut window);
        assert!(!window.state().is_broken && !window.state().has_unsaved(), "{ruleset}");
        assert_asked_or_over(&window);
    }
    eprintln!("{edits} edits of each: {broken} left the last good rules, {taken_over} were taken over");
    assert!(broken > edits / 2 && taken_over > edits / 4, "{broken} were broken, {taken_over} taken over");
}

fn assert_asked_or_over(window: &Harness<'static, App>) {
    let status = &race(window).game().status;
    assert!(matches!(status, Status::Asking(_) | Status::Over), "{status:?}");
}
