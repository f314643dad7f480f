//! The race as a thing to look through: back and forth, other ways on, other rules.

mod by_hand;
mod why;

use super::*;

use std::sync::Arc;

use editor::playtest::timeline::{Stride, Way};
use editor::playtest::{Act, Changed, Race, Takes, Thing};
use editor::ui::action::{Ask, FileMessage, Pane, RaceMessage, Room, SetupMessage, WindowMessage};
use editor::ui::command::Command;
use editor::ui::dialog::Dialog;
use editor::ui::dialog::edit::EditForm;
use editor::ui::dialog::path::PathField;
use editor::words::log_line;
use editor::workspace::Build;
use egui::Modifiers;
use egui_kittest::kittest::NodeT;
use interpreter::edit::Edit;
use interpreter::game::LineKind;
use interpreter::ir::{FieldId, KindId, PieceId};
use interpreter::playtest::Moment;
use interpreter::view;
use interpreter::why::What;

/// The running game under the same ruleset with these settings.
fn under(window: &Harness<'static, App>, settings: &[(&str, &str)]) -> Changed {
    let app = window.state();
    let mut wanted = app.sitting.wanted.clone();
    wanted.settings.extend(settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let Build { number, texts, ruleset, .. } = &*race(window).build;
    let (setup, built) = (wanted.setup(), ruleset.build(&wanted.setup()));
    let build = Build { number: *number, texts: texts.clone(), ruleset: ruleset.clone(), setup, built };
    Race::changing(Some(race(window)), &Arc::new(build), Takes::CarryOver, (None, 0))().unwrap_or_else(|why| panic!("{why:?}"))
}

fn take_up(window: &mut Harness<'static, App>, reloaded: Changed) {
    let race = window.state_mut().sitting.race.as_mut().expect("a race is open");
    race.reload(reloaded);
    settle(window);
}

#[test]
fn a_race_goes_on_under_other_rules_and_back_under_its_own() {
    let mut window = window(library());
    click(&mut window, Role::Button, "Hard");
    let (hash, choices) = (race(&window).game().hash(), race(&window).game().choices.clone());
    let laps = |window: &Harness<'static, App>| {
        let program = &race(window).program;
        program.params[program.ir.params.iter().position(|p| &*p.name == "laps").expect("a param of SKOOT")].clone()
    };
    let before = laps(&window);
    let reloaded = under(&window, &[("laps", "9")]);
    take_up(&mut window, reloaded);
    assert_ne!(laps(&window), before);
    assert_eq!(race(&window).game().choices, choices, "what was chosen stays chosen");
    assert_eq!(race(&window).undoes(), Some("The rules were changed"));
    assert_asked(&window);
    let option = race(&window).question().expect("somebody is asked").options[0].label.clone();
    click(&mut window, Role::Button, &option);
    assert!(race(&window).path().sum().choices > choices.len());
    // First the answer, then the rules.
    click(&mut window, Role::Button, "Undo");
    assert_eq!((laps(&window), &race(&window).game().choices), (vec![9], &choices));
    click(&mut window, Role::Button, "Undo");
    assert_eq!((laps(&window), race(&window).game().hash()), (before, hash));
    assert_asked(&window);
    click(&mut window, Role::Button, "Undo");
    assert!(race(&window).path().sum().choices < choices.len());
}

const GAMES: [&str; 4] = ["skoot", "biathlon-blast", "ski-the-mountain", "hell-on-eight-wheels"];

/// A game in which bots answer at random in all seats but those of these people; they have been at it for a while.
pub fn raced(ruleset: &str, people: &[usize], answers: usize) -> Harness<'static, App> {
    let mut window = window(library());
    open(&mut window, ruleset);
    let players = race(&window).program.players;
    for seat in 0..players {
        window.state_mut().apply(RaceMessage::Seat(seat, if people.contains(&seat) { Seat::Human } else { Seat::Random }));
    }
    settle(&mut window);
    for _ in 0..2_000 {
        if race(&window).path().sum().choices >= answers {
            break;
        }
        match race(&window).waiting(Pace::Instant) {
            Waiting::Person => {
                let n = race(&window).path().sum().choices;
                let options = race(&window).question().expect("a person is asked").options.len();
                window.state_mut().apply(RaceMessage::Choose(n % options));
            }
            Waiting::Handover => window.state_mut().apply(RaceMessage::TakeSeat),
            _ => break,
        }
        settle(&mut window);
    }
    window
}

/// Chooses a game; nobody answers in it before somebody looks at it.
pub fn open(window: &mut Harness<'static, App>, ruleset: &str) {
    window.state_mut().sitting.seats = vec![Seat::Human; 8];
    window.state_mut().apply(SetupMessage::Ruleset(ruleset.into()));
    built(window);
}

/// The state at a stop, as the runs of the race kept it.
pub fn state_at(race: &Race, moment: Moment) -> Arc<[i32]> {
    let leg = race.path().legs().iter().find(|leg| leg.node == moment.node).expect("it lies on the way");
    let kept = leg.run.stops.iter().filter(|stop| stop.tick == moment.tick).find_map(|stop| stop.state.clone());
    kept.unwrap_or_else(|| leg.run.end.state.clone())
}

pub fn act(window: &mut Harness<'static, App>, act: Act) {
    window.state_mut().apply(Action::Playtest(act));
    window.step();
    window.step();
}

#[test]
fn what_was_taken_back_comes_again_until_something_else_is_done() {
    let mut window = raced("skoot", &[0], 20);
    let laps = |window: &Harness<'static, App>| window.state().sitting.wanted.settings.get("laps").cloned();
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("5".into())));
    settle(&mut window);
    let is_under =
        |window: &Harness<'static, App>| (race(window).game().hash(), race(window).game().choices.clone(), laps(window));
    let mut been = vec![is_under(&window)];
    while window.state().can_undo() && been.len() < 5 {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        settle(&mut window);
        been.push(is_under(&window));
    }
    assert!(been.len() > 3 && been[0].2.is_some() && been[1].2.is_none(), "{}", been.len());
    for was in been.iter().rev().skip(1) {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Y);
        settle(&mut window);
        assert!(*was == is_under(&window));
    }
    assert!(!window.state().can_redo());
    for _ in 0..2 {
        window.state_mut().apply(Action::Undo);
        settle(&mut window);
    }
    assert!(window.state().can_redo());
    let options = race(&window).question().expect("somebody is asked").options.len();
    window.state_mut().apply(RaceMessage::Choose(options - 1));
    settle(&mut window);
    assert!(!window.state().can_redo());
    let now = is_under(&window);
    window.state_mut().apply(Action::Redo);
    settle(&mut window);
    assert!(now == is_under(&window));
}

#[test]
fn redo_is_called_what_undo_was() {
    let mut window = window(library());
    click(&mut window, Role::Button, "Hard");
    assert_eq!(window.state().undoes().as_deref(), Some("Hard"));
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!(window.state().redoes(), Some("Hard"));
}

#[test]
fn an_answer_in_the_log_leads_to_its_option() {
    let window = raced("skoot", &[0], 12);
    let race = race(&window);
    let label = &race.game().choices[0].label;
    let line = race.path().lines().find(|line| line.kind == LineKind::Chose).expect("an answer");
    let text = race.ruleset.sources.slice(line.span);
    assert!(text.contains(&format!("\"{label}\"")) && text.matches('"').count() == 2, "{label}: {text}");
}

#[test]
fn an_option_whose_text_stands_below_it_has_no_words_under_the_pointer() {
    let mut window = window(library());
    let option = race(&window).question().expect("somebody is asked").options[1].clone();
    let text = option.docs.text.rsplit("] ").next().unwrap_or_default();
    assert!(!text.is_empty());
    let said = |window: &Harness<'static, App>| window.query_all_by_label_contains(text).count();
    assert_eq!(said(&window), 1);
    let at = window.get_by_role_and_label(Role::Button, &option.label).rect().center();
    window.hover_at(at);
    until(&mut window, |window| window.ctx.input(|i| i.pointer.time_since_last_movement()) > 1.0);
    window.run_steps(3);
    assert_eq!(said(&window), 1);
}

#[test]
fn one_plays_on_from_moments_since_which_nobody_has_decided_anything() {
    let mut window = raced("skoot", &[0], 12);
    let (timeline, choices) = (race(&window).timeline(), race(&window).game().choices.clone());
    let stop = (0..timeline.last()).rfind(|n| timeline.stops[*n].choices == choices.len()).expect("a turn before the question");
    act(&mut window, Act::LookAt(stop));
    let button = window.get_by_role_and_label(Role::Button, "Play on from here");
    assert!(!button.accesskit_node().is_disabled());
    button.click();
    settle(&mut window);
    let race = race(&window);
    assert!(!race.looks_back && race.branches().is_empty());
    assert_eq!((race.waiting(Pace::Instant), &race.game().choices), (Waiting::Person, &choices));
}

#[test]
fn one_can_look_back_to_any_moment_of_any_game() {
    for game in GAMES {
        let mut window = raced(game, &[], 0);
        let (hash, lines) = (race(&window).game().hash(), race(&window).scene.sum.lines);
        let timeline = race(&window).timeline();
        assert!(timeline.stops.len() > 10, "{game}");
        let every = timeline.stops.len() / 12 + 1;
        for (n, stop) in timeline.stops.iter().enumerate() {
            window.state_mut().apply(Action::Playtest(Act::LookAt(n)));
            let race = race(&window);
            if n < timeline.last() {
                assert_eq!(race.waiting(Pace::Instant), Waiting::Past, "{game} {n}");
                assert_eq!((race.scene.sum.lines, race.turn_of()), (stop.lines, stop.turn_of), "{game} {n}");
                assert_eq!(race.table_state.state(&race.program), &state_at(race, stop.moment)[..], "{game} {n}");
                assert!(race.question().is_none());
            }
            if n % every == 0 {
                window.step();
            }
        }
        assert_eq!(
            (race(&window).game().hash(), race(&window).scene.sum.lines),
            (hash, lines),
            "{game}: the present is as it was"
        );
        assert!(!race(&window).looks_back);
    }
}

#[test]
fn keys_lead_back_and_on() {
    let mut window = raced("skoot", &[0], 6);
    let last = race(&window).timeline().last();
    window.key_press(Key::ArrowLeft);
    window.step();
    let back = looking_at(race(&window)).expect("the past is on show").clone();
    assert!(back.choices < race(&window).path().sum().choices);
    window.get_by_label_contains("show that moment");
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
    window.step();
    let turn = looking_at(race(&window)).expect("the past is on show").clone();
    assert!(turn.turn < back.turn || turn.lines < back.lines);
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    window.step();
    assert!(looking_at(race(&window)).is_some_and(|stop| stop.round <= turn.round && stop.lines < turn.lines));
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    window.step();
    window.key_press(Key::ArrowRight);
    window.step();
    assert!(race(&window).looks_back);
    // Options can't be taken in the past.
    let choices = race(&window).path().sum().choices;
    window.key_press(Key::Num1);
    window.step();
    assert_eq!(race(&window).path().sum().choices, choices);
    window.key_press(Key::End);
    window.step();
    assert_eq!(race(&window).stop_on_show(), last);
    assert_asked(&window);
    // The slider moves by the keys, too, once it is chosen.
    window.get_by_role_and_label(Role::Slider, "The race so far").focus();
    window.step();
    window.key_press(Key::ArrowLeft);
    window.step();
    assert_eq!(race(&window).stop_on_show(), last - 1);
}

#[test]
fn the_slider_follows_the_mouse_that_drags_it_out_of_the_present() {
    let mut window = raced("skoot", &[0], 8);
    let bar = window.get_by_role_and_label(Role::Slider, "The race so far").rect();
    let at = |part: f32| bar.left_center() + egui::vec2(bar.width() * part, 0.0);
    let stops = [0.8, 0.6, 0.3].map(|part| {
        window.hover_at(at(part));
        if part == 0.8 {
            window.drag_at(at(part));
        }
        window.step();
        window.step();
        race(&window).stop_on_show()
    });
    window.drop_at(at(0.3));
    window.step();
    let last = race(&window).timeline().last() as f32;
    for (stop, part) in stops.into_iter().zip([0.8, 0.6, 0.3]) {
        assert!((stop as f32 / last - part).abs() < 0.1, "{stop} of {last} at {part}");
    }
}

#[test]
fn from_the_past_one_plays_on_and_what_came_after_is_a_branch() {
    let mut window = raced("skoot", &[0], 8);
    let (choices, hash) = (race(&window).game().choices.clone(), race(&window).game().hash());
    let own = |n: &usize| choices[*n].player == 1;
    let n = (1..choices.len() - 1).rev().find(own).expect("a person answered");
    let stop = stop_after(&window, n);
    act(&mut window, Act::LookAt(stop));
    window.key_press_modifiers(Modifiers::SHIFT, Key::F5);
    settle(&mut window);
    assert_eq!(race(&window).game().choices, choices[..n]);
    assert_asked(&window);
    let question = race(&window).question().expect("somebody is asked");
    let other = question.options.iter().find(|o| o.label != choices[n].label).expect("one could do otherwise").label.clone();
    click(&mut window, Role::Button, &other);
    let otherwise = race(&window).game().choices.clone();
    assert_ne!(otherwise[..n + 1], choices[..n + 1]);
    // Back to how it was first.
    click(&mut window, Role::Button, "Branches (1)");
    let name = race(&window).branches()[0].title();
    assert!(name.contains(&choices[n].label), "{name}");
    click(&mut window, Role::Button, &name);
    assert_eq!((&race(&window).game().choices, race(&window).game().hash()), (&choices, hash));
    assert_eq!(race(&window).branches().len(), 1);
    // All of that is taken back step by step.
    click(&mut window, Role::Button, "Undo");
    assert_eq!(race(&window).game().choices, otherwise);
    click(&mut window, Role::Button, "Undo");
    assert_eq!(race(&window).game().choices, choices[..n]);
    click(&mut window, Role::Button, "Undo");
    assert_eq!((&race(&window).game().choices, race(&window).game().hash()), (&choices, hash));
    assert_eq!(race(&window).branches().len(), 0);
}

#[test]
fn the_same_answers_from_the_past_lead_to_the_same_race() {
    for game in GAMES {
        let mut window = raced(game, &[], 0);
        let (choices, log) = (race(&window).game().choices.clone(), race(&window).game().log.clone());
        let timeline = race(&window).timeline();
        act(&mut window, Act::LookAt(timeline.last() / 3));
        act(&mut window, Act::PlayFromHere);
        act(&mut window, Act::Play(true));
        settle(&mut window);
        // Bots have the luck that they had then.
        assert_eq!(race(&window).game().choices, choices, "{game}");
        assert_eq!(race(&window).game().log, log, "{game}");
    }
}

#[test]
fn hands_of_others_stay_hidden_in_the_past() {
    for (game, people) in [("ski-the-mountain", [0, 1]), ("biathlon-blast", [0, 1])] {
        let mut window = raced(game, &people, 12);
        let program = race(&window).program.clone();
        for stop in 0..race(&window).timeline().last() {
            act(&mut window, Act::LookAt(stop));
            let race = race(&window);
            assert_eq!(race.viewer(), None, "{game}");
            for heap in interpreter::view::heaps(&program, &race.table_state, race.viewer()) {
                let pile = &program.ir.piles[heap.pile.index()];
                // On the other table some cards of a hand are known to all.
                let is_open = pile.visibility == interpreter::ir::Visibility::Open || game == "biathlon-blast";
                assert!(is_open || heap.owner.is_none() || heap.cards.is_empty(), "{game} {stop}: {}", heap.name);
            }
        }
    }
}

#[test]
fn bots_are_stopped_and_go_on_decision_by_decision() {
    let mut window = window(library());
    open(&mut window, "hell-on-eight-wheels");
    for seat in 0..race(&window).program.players {
        window.state_mut().apply(RaceMessage::Seat(seat, Seat::Random));
    }
    window.state_mut().sitting.race.as_mut().expect("a race").act(Act::Play(false));
    window.step();
    assert_eq!(race(&window).waiting(Pace::Instant), Waiting::Paused);
    let before = race(&window).path().sum().choices;
    for n in 1..4 {
        window.key_press(Key::ArrowRight);
        (0..4).for_each(|_| window.step());
        assert_eq!(race(&window).path().sum().choices, before + n);
        assert_eq!(race(&window).waiting(Pace::Instant), Waiting::Paused);
    }
    let turn = |window: &Harness<'static, App>| race(window).timeline().stops.last().map(|stop| stop.turn);
    let now = turn(&window);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    (0..40).for_each(|_| window.step());
    assert!(turn(&window) > now);
    assert_eq!(race(&window).waiting(Pace::Instant), Waiting::Paused);
    // Back in the past; playing shows it again up to the present and goes on.
    window.key_press(Key::ArrowLeft);
    window.step();
    window.key_press(Key::P);
    settle(&mut window);
    assert_eq!(race(&window).game().status, Status::Over);
    // A game that is over is shown again.
    window.state_mut().apply(RaceMessage::Pace(Pace::Quick));
    window.key_press(Key::P);
    (0..4).for_each(|_| window.step());
    assert!(race(&window).scene.sum.lines < race(&window).game().log.len());
    window.key_press(Key::P);
    (0..2).for_each(|_| window.step());
    assert!(race(&window).looks_back);
}

#[test]
fn over_what_is_lit_stands_what_the_rules_say() {
    let mut seen = 0;
    for game in ["ski-the-mountain", "hell-on-eight-wheels", "biathlon-blast"] {
        let mut window = raced(game, &[0], 0);
        for _ in 0..40 {
            let question = race(&window).question().expect("a person is asked").clone();
            // Spaces with an option of their own.
            let of_space = question.options.iter().find_map(|option| Some((option.space()?, option.told.clone())));
            if let Some((space, label)) = of_space {
                let name = format!("{},", race(&window).board.spaces[space].title());
                let is_it = |said: Option<String>| said.is_some_and(|label| label.starts_with(&name));
                let before = window.query_all_by_label(&label).count();
                window.get_by(|node| node.role() == Role::Button && is_it(node.label())).hover();
                // Words come once the pointer rests.
                (0..6).for_each(|_| window.step());
                assert!(window.query_all_by_label(&label).count() > before, "{game}: {label} at {name}");
                seen += 1;
                break;
            }
            window.state_mut().apply(RaceMessage::Choose(question.options.len() - 1));
            settle(&mut window);
        }
    }
    assert!(seen >= 2, "{seen}");
}

/// Looks forth and back, plays on from the past, and takes that back.
#[test]
fn the_log_shows_the_moment_on_show_whatever_led_there() {
    let mut window = raced("ski-the-mountain", &[0], 40);
    let last = race(&window).timeline().last();
    // The last lines of what is on show are in view.
    let in_log = |window: &Harness<'static, App>, line: &str| {
        let tiles = &window.state().shell.layouts.shown(Room::Play).expect("panes are shown").tiles;
        let log = tiles.find_pane(&Pane::Log).and_then(|tile| tiles.rect(tile)).expect("the log is on show");
        // The Turn pane tells some, too.
        window.query_all_by_label(line).map(|node| node.rect().center()).find(|at| log.contains(*at))
    };
    let is_in_view = |window: &Harness<'static, App>, lines: &[String]| lines.iter().all(|line| in_log(window, line).is_some());
    let told = |window: &Harness<'static, App>| -> Vec<String> {
        let mut lines: Vec<String> =
            race(window).lines().rev().take(2).map(|line| log_line(line.text_for(race(window).viewer()))).collect();
        lines.dedup();
        lines
    };
    let present = told(&window);
    assert!(is_in_view(&window, &present));
    for way_back in [Act::Now, Act::PlayFromHere] {
        let branches = way_back == Act::PlayFromHere;
        act(&mut window, Act::LookAt(last / 3));
        settle(&mut window);
        let past = told(&window);
        assert!(is_in_view(&window, &past) && !is_in_view(&window, &present));
        act(&mut window, way_back);
        settle(&mut window);
        if branches {
            // Somebody reads what came before, and then takes it back.
            let branch = told(&window);
            assert!(is_in_view(&window, &branch));
            let log = in_log(&window, &branch[0]);
            window.hover_at(log.expect("it is in view"));
            window.run_steps(4);
            let (unit, delta, phase) = (egui::MouseWheelUnit::Line, egui::vec2(0.0, 30.0), egui::TouchPhase::Move);
            let (source, modifiers) = (egui::MouseWheelSource::Unknown, Modifiers::NONE);
            window.event(egui::Event::MouseWheel { unit, delta, phase, source, modifiers });
            window.run_steps(40);
            assert!(!is_in_view(&window, &branch));
            window.state_mut().apply(Action::Undo);
            settle(&mut window);
            assert_eq!(race(&window).timeline().last(), last);
        }
        assert!(is_in_view(&window, &present), "the present is on show");
    }
}

#[test]
fn a_line_of_the_log_leads_to_its_moment_and_names_its_rule() {
    for game in GAMES {
        let mut window = raced(game, &[], 0);
        let log = race(&window).game().log.clone();
        assert!(log.iter().filter(|line| line.kind != LineKind::Over).all(|line| !line.rules.is_empty()), "{game}");
        let places = |window: &Harness<'static, App>| {
            let race = race(window);
            log.iter().filter(|line| race.place(line.span, &line.rules).is_some()).count()
        };
        assert!(places(&window) + 1 >= log.len(), "{game}: every line but the last has its place");
        let moves = log.iter().enumerate().filter(|(_, line)| line.moved.is_some()).map(|(n, _)| n).step_by(5);
        for n in moves {
            let line = look_at_line(race(&window), n);
            act(&mut window, line);
            let moved = log[n].moved.as_ref().expect("a move");
            assert_eq!(race(&window).scene.sum.lines, n + 1, "{game}");
            assert_eq!(
                standing(race(&window))[moved.kind.index()][moved.piece],
                *moved.way.last().expect("an end"),
                "{game} {n}"
            );
        }
    }
}

#[test]
fn a_click_on_a_line_shows_what_was_then() {
    let mut window = raced("skoot", &[0], 6);
    window.set_size([1280.0, 1400.0].into());
    settle(&mut window);
    let texts: Vec<String> = race(&window).game().log.iter().map(|line| log_line(&line.text)).collect();
    let is_one = |text: &String| texts.iter().filter(|other| *other == text).count() == 1;
    let (n, text) = texts.iter().enumerate().rev().skip(2).find(|(_, text)| is_one(text)).expect("much has happened");
    window.get_all_by_label(text).last().expect("it is on show").click();
    (0..3).for_each(|_| window.step());
    assert!(race(&window).looks_back);
    assert_eq!(race(&window).scene.sum.lines, n + 1);
    // What came later is still there to be clicked.
    assert!(window.query_all_by_label(texts.last().expect("the last line")).count() > 0);
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder for saved games");
    for game in GAMES {
        let mut window = raced(game, &[0], 9);
        let (hash, choices) = (race(&window).game().hash(), race(&window).game().choices.clone());
        let path = folder.path().join(format!("{game}.ron"));
        window.state_mut().apply(Action::Ask(Ask::SaveGame));
        window.step();
        match &mut window.state_mut().shell.dialog {
            Some(Dialog::SaveGame(form)) => form.path = PathField { is_own: true, ..PathField::at(&path) },
            other => panic!("{other:?}"),
        }
        (0..2).for_each(|_| window.step());
        window.get_by_role_and_label(Role::Button, "Save").click();
        settle(&mut window);
        assert!(path.is_file(), "{game}: {:?}", window.state().shell.notice);
        // Another race lies on the table meanwhile.
        window.state_mut().apply(SetupMessage::Ruleset("skoot".into()));
        settle(&mut window);
        window.state_mut().apply(Action::Ask(Ask::OpenGame));
        window.step();
        // The one that was saved last is proposed.
        match &window.state().shell.dialog {
            Some(Dialog::OpenGame(form)) => assert_eq!(form.path.path(), path),
            other => panic!("{other:?}"),
        }
        (0..2).for_each(|_| window.step());
        window.get_by_role_and_label(Role::Button, "Open").click();
        settle(&mut window);
        assert_eq!((race(&window).game().hash(), &race(&window).game().choices), (hash, &choices), "{game}");
        assert!(window.state().shell.notice.as_ref().is_some_and(|notice| !notice.is_bad), "{:?}", window.state().shell.notice);
        settle(&mut window);
        // It can be looked through, and taken back.
        act(&mut window, Act::LookAt(1));
        act(&mut window, Act::Now);
        let before = race(&window).path().sum().choices;
        window.state_mut().apply(Action::Undo);
        assert!(race(&window).path().sum().choices < before, "{game}");
    }
}

/// In a small window, at every text size.
#[test]
fn the_bar_at_the_foot_never_draws_over_itself() {
    let mut window = raced("skoot", &[0], 6);
    act(&mut window, Act::LookAt(0));
    act(&mut window, Act::PlayFromHere);
    let steps = Stride::ALL.into_iter().flat_map(|stride| [Way::Back, Way::On].map(|way| Command::Step(stride, way)));
    let mut labels: Vec<&str> = steps.chain([Command::PlayPause, Command::EditState]).map(|step| step.entry().title).collect();
    labels.extend(["Edit", "Branches (1)", "The race so far", "turn 0, round 0"]);
    window.set_size(egui::vec2(900.0, 600.0));
    window.state_mut().apply(WindowMessage::ResetLayout);
    for size in [100, 75, 90, 110, 125, 150, 175, 200] {
        window.set_size(egui::vec2(900.0, 600.0) * 100.0 / size as f32);
        (0..6).for_each(|_| window.step());
        let tree = window.state().shell.layouts.shown(Room::Play).expect("panes are shown");
        let panes = tree.root.and_then(|root| tree.tiles.rect(root)).expect("they have a place");
        let foot = window.ctx.content_rect().with_min_y(panes.bottom());
        let is_here = |node: &egui_kittest::Node<'_>| foot.contains(node.rect().center());
        let all =
            labels.iter().flat_map(|label| window.query_all_by_label(label).filter(is_here).map(|node| (*label, node.rect())));
        let all: Vec<_> = all.collect();
        for (n, (label, rect)) in all.iter().enumerate() {
            assert!(foot.expand(1.0).contains_rect(*rect), "{size}: {label} {rect} in {foot}");
            for (other, its) in &all[n + 1..] {
                assert!(!rect.shrink(1.0).intersects(its.shrink(1.0)), "{size}: {label} {rect}, {other} {its}");
            }
        }
        assert!(all.iter().any(|(label, rect)| *label == "The race so far" && rect.width() >= 40.0), "{size}: {all:?}");
    }
}

#[test]
fn the_log_ends_with_whole_lines_however_low_it_is() {
    let mut window = raced("skoot", &[0], 6);
    for height in [600.0, 611.0, 700.0, 800.0] {
        window.set_size(egui::vec2(900.0, height));
        window.state_mut().apply(WindowMessage::ResetLayout);
        (0..6).for_each(|_| window.step());
        let tree = window.state().shell.layouts.shown(Room::Play).expect("panes are shown");
        let pane = tree.tiles.find_pane(&Pane::Log).and_then(|tile| tree.tiles.rect(tile)).expect("the log is on show");
        let race = window.state().sitting.race.as_ref().expect("a race is open");
        let texts: Vec<String> =
            race.all_lines().map(|(_, line)| editor::words::log_line(line.text_for(race.viewer()))).collect();
        let is_here = |node: &egui_kittest::Node<'_>| pane.contains(node.rect().center());
        let lines = texts.iter().flat_map(|text| window.query_all_by_label(text)).filter(is_here);
        let (first, last) = lines
            .fold((f32::INFINITY, 0.0_f32), |(top, bottom), node| (top.min(node.rect().top()), bottom.max(node.rect().bottom())));
        assert!(first < last && first >= pane.top() && last <= pane.bottom(), "{height}: {first} to {last} in {pane}");
    }
}

#[test]
fn of_a_field_that_nobody_has_written_in_nothing_is_said() {
    let mut window = window(library());
    window.state_mut().apply(Action::Ask(Ask::OpenGame));
    (0..3).for_each(|_| window.step());
    let Some(Dialog::OpenGame(form)) = &mut window.state_mut().shell.dialog else { panic!("it is open") };
    assert_eq!(form.check(), Err(String::new()));
    form.path.is_own = true;
    assert!(form.check().is_err_and(|why| why.contains("folder")));
}

#[test]
fn a_file_that_is_no_game_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("note.ron");
    let mut window = raced("skoot", &[0], 3);
    let hash = race(&window).game().hash();
    for text in ["", "(", "(format: 1)", "(format: 99, written_by: \"\")", "\u{0}\u{1}"] {
        std::fs::write(&path, text).expect("a file");
        window.state_mut().shell.notice = None;
        window.state_mut().apply(FileMessage::OpenGame(path.clone()));
        settle(&mut window);
        assert!(window.state().shell.notice.as_ref().is_some_and(|notice| notice.is_bad));
        assert_eq!(race(&window).game().hash(), hash);
    }
    for path in [folder.path().join("nothing.ron"), folder.path().to_owned()] {
        window.state_mut().shell.notice = None;
        window.state_mut().apply(FileMessage::OpenGame(path));
        settle(&mut window);
        assert!(window.state().shell.notice.as_ref().is_some_and(|notice| notice.is_bad));
    }
    window.state_mut().apply(FileMessage::SaveGame(folder.path().to_owned()));
    settle(&mut window);
    assert!(window.state().shell.notice.as_ref().is_some_and(|notice| notice.is_bad));
    assert_eq!(race(&window).game().hash(), hash);
}

#[test]
fn of_a_file_that_was_cut_off_it_is_said_where_and_what_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.ron");
    let mut window = raced("skoot", &[0], 5);
    window.state_mut().apply(FileMessage::SaveGame(path.clone()));
    settle(&mut window);
    let whole = std::fs::read_to_string(&path).expect("it is saved");
    let line = |start: &str| whole.lines().position(|line| line.starts_with(start)).expect("such a line");
    let mut said = |lines: usize, rest: &str| {
        let kept: String = whole.split_inclusive('\n').take(lines).collect();
        std::fs::write(&path, kept + rest).expect("a file");
        window.state_mut().apply(FileMessage::OpenGame(path.clone()));
        settle(&mut window);
        window.state().shell.notice.clone().map(|notice| (notice.text, notice.is_bad)).expect("it is said")
    };
    let (begin, refs) = (line("Begin("), line("Refs("));
    let why = format!("game.ron can't be opened: the file ends early, in line {}: no race begins before that", begin + 1);
    assert_eq!(said(begin, "Begin(id:"), (why, true));
    let (text, is_bad) = said(refs - 1, "Choice(id:");
    assert!(text.starts_with(&format!("game.ron ends early, in line {refs}; it is read up to turn ")) && is_bad, "{text}");
    assert_eq!(said(refs + 1, ""), ("game.ron is as it was saved".to_owned(), false));
}
