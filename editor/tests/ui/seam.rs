//! A race that other rules took over: looked through over the seam, played on from before it, saved, and opened again.

use super::playtest::{act, raced, state_at};
use super::*;

use std::sync::Arc;

use editor::playtest::Takes;
use editor::playtest::follow::Outcome;
use editor::playtest::timeline::StopKind;
use editor::playtest::{Act, Thing};
use editor::ui::action::Arrangement;
use interpreter::edit::Edit;
use interpreter::game::Game;
use interpreter::ir::PieceId;
use interpreter::why::{self, What};

fn answer(window: &mut Harness<'static, App>, times: usize) {
    for _ in 0..times {
        let options = race(window).question().map_or(1, |question| question.options.len());
        window.state_mut().apply(RaceMessage::Choose(1 % options));
        settle(window);
    }
}

fn set(window: &mut Harness<'static, App>, name: &str, value: &str) {
    window.state_mut().apply(SetupMessage::Set(name.into(), Some(value.into())));
    settle(window);
}

/// A race with two changes of the rules in it, and answers before, between and behind them.
fn carried() -> Harness<'static, App> {
    let mut window = raced("skoot", &[0], 4);
    for laps in ["5", "6"] {
        set(&mut window, "laps", laps);
        assert!(matches!(&window.state().sitting.told, Some(told) if matches!(told.outcome, Outcome::CarriedOver(..))));
        answer(&mut window, 2);
    }
    window
}

fn laps(window: &Harness<'static, App>) -> i32 {
    let program = &race(window).program;
    program.params[program.ir.params.iter().position(|p| &*p.name == "laps").expect("a param of SKOOT")][0]
}

fn what(game: &Game) -> (u64, &[interpreter::game::Choice], usize) {
    (game.hash(), &game.choices, game.log.len())
}

#[test]
fn the_slider_goes_on_over_the_seam() {
    let mut window = carried();
    let present = race(&window).game();
    let timeline = race(&window).timeline();
    let seams: Vec<usize> = (0..timeline.stops.len()).filter(|n| timeline.stops[*n].kind == StopKind::Rules).collect();
    assert_eq!(seams.len(), 2);
    assert_eq!((timeline.stops[0].rules_ago, timeline.stops[0].choices), (2, 0), "it begins at the start of the race");
    let order: Vec<_> = timeline.stops.iter().map(|stop| (stop.lines, stop.choices)).collect();
    assert!(order.is_sorted(), "{order:?}");
    // Back and forth, and jumping.
    let all = 0..timeline.last();
    for n in all.clone().rev().chain(all.clone()).chain(all.clone().map(|n| n * 7 % timeline.last())) {
        act(&mut window, Act::LookAt(n));
        let stop = &timeline.stops[n];
        assert_eq!(race(&window).table_state.state(&race(&window).program), &state_at(race(&window), stop.moment)[..], "{n}");
        let known = [Some(6), Some(5), None][stop.rules_ago];
        assert!(known.is_none_or(|known| known == laps(&window)), "{n}");
        assert_eq!(window.query_by_label_contains("under the rules of that time").is_some(), stop.rules_ago > 0, "{n}");
        assert_eq!(what(&race(&window).game()), what(&present));
    }
    window.get_by_role_and_label(Role::Slider, "The race so far");
    act(&mut window, Act::Now);
    assert_eq!(what(&race(&window).game()), what(&present));
    assert_asked(&window);
    // From the first moment on it is all shown again.
    act(&mut window, Act::LookAt(0));
    window.state_mut().sitting.pace = Pace::Quick;
    act(&mut window, Act::Play(true));
    for _ in 0..20_000 {
        if race(&window).is_all_shown() {
            break;
        }
        window.step();
    }
    assert!(race(&window).is_all_shown());
    assert_eq!(what(&race(&window).game()), what(&present));
    assert_eq!(race(&window).table_state.state(&race(&window).program), present.machine.state(&present.program));
}

#[test]
fn from_before_the_seam_one_plays_on_under_the_rules_of_then() {
    let mut window = carried();
    let present = race(&window).game();
    let timeline = race(&window).timeline();
    let stop = (0..timeline.last()).rfind(|n| {
        let stop = &timeline.stops[*n];
        stop.rules_ago == 1 && stop.kind == StopKind::Question
    });
    let stop = stop.expect("somebody was asked between the changes");
    act(&mut window, Act::LookAt(stop));
    let choices = timeline.stops[stop].choices;
    click(&mut window, Role::Button, "Play on from here");
    assert_eq!((laps(&window), race(&window).path().sum().choices), (5, choices));
    assert!(!race(&window).shows_other_rules());
    window.get_by_label_contains("under the old rules, as it was before the change");
    assert_eq!(window.state().sitting.wanted.settings.get("laps").map(String::as_str), Some("5"), "the slider goes back, too");
    assert_eq!(race(&window).branches().len(), 1);
    answer(&mut window, 1);
    assert_eq!((laps(&window), &race(&window).game().choices[..choices]), (5, &present.choices[..choices]));
    // The branch under the newer rules is taken up again.
    act(&mut window, Act::TakeUp(0));
    settle(&mut window);
    assert_eq!((laps(&window), what(&race(&window).game())), (6, what(&present)));
    for _ in 0..3 {
        window.state_mut().apply(Action::Undo);
        settle(&mut window);
    }
    assert_eq!((laps(&window), what(&race(&window).game())), (6, what(&present)));
}

#[test]
fn what_is_taken_back_while_one_looks_over_the_seam_is_of_the_present() {
    let mut window = carried();
    let present = race(&window).game();
    act(&mut window, Act::LookAt(0));
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((laps(&window), !race(&window).looks_back), (6, true));
    assert!(race(&window).path().sum().choices < present.choices.len());
    act(&mut window, Act::LookAt(0));
    // Begun again, it is played under these rules from its start, and what was played stays.
    let played = race(&window).game();
    window.state_mut().apply(RaceMessage::Restart);
    assert_eq!((race(&window).path().sum().choices, race(&window).path().parts().len(), laps(&window)), (0, 1, 6));
    assert!(race(&window).stop_on_show() == 0 && !race(&window).looks_back, "it is shown from its start");
    settle(&mut window);
    assert_eq!(race(&window).branches().len(), 1);
    window.get_by_label_contains("Branches (1)");
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((what(&race(&window).game()), race(&window).branches().len()), (what(&played), 0));
    window.state_mut().apply(Action::Redo);
    settle(&mut window);
    assert_eq!((race(&window).path().parts().len(), race(&window).branches().len()), (1, 1));
}

#[test]
fn rules_apply_at_the_moment_that_one_looks_at() {
    let mut window = carried();
    let present = race(&window).game();
    act(&mut window, Act::LookAt(0));
    set(&mut window, "laps", "7");
    let (stop, stops) = (race(&window).stop_on_show(), race(&window).timeline());
    assert_eq!((stops.stops[stop].choices, race(&window).path().sum().choices), (0, 0), "it goes on being looked at");
    assert_eq!((laps(&window), race(&window).branches().len()), (7, 1), "what was played after it is kept");
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!((what(&race(&window).game()), race(&window).branches().len()), (what(&present), 0));
    act(&mut window, Act::Now);
    assert_eq!(laps(&window), 6);
}

#[test]
fn a_race_that_was_taken_over_is_saved_and_opened_with_all_its_past() {
    let folder = tempfile::tempdir().expect("a folder for saved games");
    let path = folder.path().join("carried.ron");
    let mut window = carried();
    let brief = |window: &Harness<'static, App>| -> Vec<_> {
        let stops = race(window).timeline().stops.clone().into_iter();
        stops.map(|stop| (stop.kind, stop.choices, stop.lines, stop.rules_ago, state_at(race(window), stop.moment))).collect()
    };
    let (present, stops) = (race(&window).game(), brief(&window));
    act(&mut window, Act::LookAt(1));
    window.state_mut().apply(FileMessage::SaveGame(path.clone()));
    settle(&mut window);
    assert!(window.state().shell.notice.as_ref().is_some_and(|notice| !notice.is_bad), "{:?}", window.state().shell.notice);
    let mut window = raced("biathlon-blast", &[0], 2);
    window.state_mut().apply(FileMessage::OpenGame(path.clone()));
    settle(&mut window);
    assert!(
        window.state().shell.notice.as_ref().is_some_and(|notice| notice.text.contains("as it was saved")),
        "{:?}",
        window.state().shell.notice
    );
    // What was on show is on show again.
    assert!(race(&window).looks_back && race(&window).stop_on_show() == 1);
    act(&mut window, Act::Now);
    assert_eq!((laps(&window), what(&race(&window).game())), (6, what(&present)));
    window.step();
    assert_eq!(brief(&window), stops);
    act(&mut window, Act::LookAt(0));
    window.get_by_label("Before Laps 6:").rect();
    act(&mut window, Act::PlayFromHere);
    settle(&mut window);
    assert_eq!(race(&window).path().parts().len(), 1);
    assert_eq!(window.state().sitting.wanted.settings.get("laps"), None);
    // It is saved again as it was.
    window.state_mut().apply(FileMessage::OpenGame(path.clone()));
    settle(&mut window);
    let again = folder.path().join("again.ron");
    window.state_mut().apply(FileMessage::SaveGame(again.clone()));
    settle(&mut window);
    let text = |path| std::fs::read_to_string(path).expect("it was saved");
    assert_eq!(text(again), text(path));
}

#[test]
fn who_looks_back_when_rules_change_goes_on_looking_at_that_moment() {
    for takes in [Takes::CarryOver, Takes::Replay] {
        let mut window = raced("skoot", &[0], 8);
        window.state_mut().apply(RaceMessage::Takes(takes));
        act(&mut window, Act::LookAt(3));
        let looked_at = looking_at(race(&window)).expect("the past").clone();
        set(&mut window, "laps", "6");
        let now = race(&window).timeline().stops[race(&window).stop_on_show()].clone();
        assert_eq!((now.kind, now.choices, now.turn), (looked_at.kind, looked_at.choices, looked_at.turn), "{takes:?}");
        act(&mut window, Act::Now);
        assert_eq!(laps(&window), 6);
    }
}

fn step_until(window: &mut Harness<'static, App>, holds: impl Fn(&Race) -> bool) {
    for _ in 0..20_000 {
        if holds(race(window)) {
            return;
        }
        // Frames are long, so that few of them are drawn.
        let now = window.ctx.input(|i| i.time);
        window.input_mut().time = Some(now + 0.2);
        window.step();
        window.input_mut().time = None;
    }
    panic!("it is never shown");
}

/// The race is shown again from this stop on, slowly; so many frames of that have been drawn.
fn shown_from(window: &mut Harness<'static, App>, stop: usize) {
    act(window, Act::LookAt(stop));
    window.state_mut().sitting.pace = Pace::Slow;
    act(window, Act::Play(true));
    let lines = race(window).scene.sum.lines;
    step_until(window, |race| race.scene.sum.lines > lines + 2);
    assert!(!race(window).is_all_shown());
}

#[test]
fn rules_apply_at_what_is_being_shown() {
    for takes in [Takes::CarryOver, Takes::Replay] {
        let mut window = raced("skoot", &[0], 8);
        let (before, choices) = (laps(&window), race(&window).game().choices.clone());
        window.state_mut().apply(RaceMessage::Takes(takes));
        shown_from(&mut window, 3);
        let turn = |window: &Harness<'static, App>| race(window).timeline().stops[race(window).stop_on_show()].turn;
        let then = turn(&window);
        window.state_mut().apply(SetupMessage::Set("laps".into(), Some("7".into())));
        built(&mut window);
        assert!((then..=then + 1).contains(&turn(&window)), "{takes:?}: {} after {then}", turn(&window));
        assert_eq!(laps(&window), 7, "{takes:?}");
        // Nothing of what was not shown yet has happened; what a person did then is kept.
        let now = race(&window).game().choices.clone();
        assert!(now.len() < choices.len() && now == choices[..now.len()], "{takes:?}: {} of {}", now.len(), choices.len());
        let by_person = choices[now.len()..].iter().any(|choice| choice.player == 1);
        assert_eq!(race(&window).branches().len(), usize::from(by_person), "{takes:?}");
        window.state_mut().sitting.pace = Pace::Quick;
        step_until(&mut window, Race::is_all_shown);
        assert_eq!(laps(&window), 7);
        // What was there comes back, and goes on being shown where it was.
        window.state_mut().apply(Action::Undo);
        assert!(!race(&window).is_all_shown(), "{takes:?}: it jumped to the present");
        assert_eq!((turn(&window), laps(&window), &race(&window).game().choices), (then, before, &choices), "{takes:?}");
        step_until(&mut window, Race::is_all_shown);
        window.state_mut().apply(Action::Redo);
        built(&mut window);
        assert_eq!(laps(&window), 7, "{takes:?}");
        window.state_mut().apply(Action::Undo);
        window.state_mut().sitting.pace = Pace::Instant;
        settle(&mut window);
        assert_eq!((laps(&window), &race(&window).game().choices), (before, &choices), "{takes:?}");
    }
}

/// What is on show is how the race stands.
fn assert_all_shown(window: &Harness<'static, App>) {
    let race = race(window);
    assert!(race.is_all_shown() && race.glide.is_none());
    assert_eq!(race.table_state.state(&race.program), race.game().machine.state(&race.game().program));
}

#[test]
fn what_was_done_by_hand_is_taken_back_while_it_is_being_shown() {
    let mut window = raced("skoot", &[0], 20);
    let hash = race(&window).game().hash();
    let edit = Edit::of(&race(&window).program, What::Piece(PieceId(0), 1), "off the board").expect("a piece");
    act(&mut window, Act::Edit(edit));
    assert_eq!(race(&window).game().edits().len(), 1);
    shown_from(&mut window, 3);
    window.state_mut().apply(Action::Undo);
    assert_eq!(race(&window).game().hash(), hash);
    assert_all_shown(&window);
    // The same with another way on.
    let half = race(&window).timeline().last() / 2;
    act(&mut window, Act::LookAt(half));
    act(&mut window, Act::PlayFromHere);
    assert_eq!(race(&window).branches().len(), 1);
    shown_from(&mut window, 3);
    window.state_mut().apply(Action::Undo);
    assert_eq!(race(&window).game().hash(), hash);
    assert_all_shown(&window);
}

#[test]
fn taking_back_rules_shows_nothing_from_before_them_again() {
    let mut window = raced("skoot", &[0], 4);
    set(&mut window, "laps", "5");
    answer(&mut window, 3);
    let (lines, log) = (race(&window).scene.sum.lines, race(&window).game().log.len());
    assert_eq!(lines, log);
    set(&mut window, "laps", "6");
    // From here on bots play, so that this change is what is taken back; what they did is still being shown.
    window.state_mut().apply(RaceMessage::Seat(0, Seat::Random));
    settle(&mut window);
    let last = race(&window).timeline().last();
    assert!(race(&window).timeline().stops[last - 4].lines > lines);
    shown_from(&mut window, last - 4);
    window.state_mut().apply(Action::Undo);
    assert_eq!(laps(&window), 5);
    assert!(race(&window).scene.sum.lines >= lines, "{} of {lines}", race(&window).scene.sum.lines);
}

#[test]
fn a_race_of_a_series_is_saved_and_opened_with_the_places_before_it() {
    let (folder, library) = with_series("[10, 8, 6, 4, 3, 2, 1, 0]");
    let path = folder.path().join("second.ron");
    let mut window = window(library);
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("2".into())));
    window.state_mut().apply(SetupMessage::Series(Some("Two Hills".into())));
    settle(&mut window);
    play_to_the_end(&mut window);
    window.state_mut().apply(RaceMessage::NextRace);
    settle(&mut window);
    answer(&mut window, 2);
    let game = race(&window).game();
    assert!(!game.previous.is_empty() && game.program.ir.addons.len() == 1);
    window.state_mut().apply(FileMessage::SaveGame(path.clone()));
    settle(&mut window);
    assert!(window.state().shell.notice.as_ref().is_some_and(|notice| !notice.is_bad), "{:?}", window.state().shell.notice);
    window.state_mut().apply(SetupMessage::Series(None));
    settle(&mut window);
    window.state_mut().apply(FileMessage::OpenGame(path));
    settle(&mut window);
    let told = |text: &str| text.contains("It was race 2 of Two Hills");
    let notice = window.state().shell.notice.as_ref();
    assert!(notice.is_some_and(|notice| !notice.is_bad && told(&notice.text)), "{notice:?}");
    assert_eq!((what(&race(&window).game()), &race(&window).game().previous), (what(&game), &game.previous));
    answer(&mut window, 1);
}

#[test]
fn a_row_of_why_leads_to_the_very_moment_and_its_line_to_the_rules() {
    for ruleset in ["skoot", "hell-on-eight-wheels"] {
        let mut window = raced(ruleset, &[0], 40);
        let (kind, game) = (0, race(&window).game());
        let writes_of = |piece: &usize| why::writes(&game, What::Piece(PieceId(0), *piece), Some(0)).len();
        let piece = (0..game.program.layout.pieces[kind].1).max_by_key(writes_of).expect("there are pieces");
        let thing = Thing { what: What::Piece(PieceId(kind as u16), piece), name: "The piece".into() };
        act(&mut window, Act::Why(thing));
        window.step();
        until(&mut window, |window| race(window).writes().is_some());
        let writes = race(&window).writes().expect("it was found out").to_vec();
        assert!(!writes.is_empty(), "{ruleset}");
        for (n, write) in writes.iter().enumerate() {
            act(&mut window, Act::LookAtMoment(write.moment.expect("it is on the way")));
            let race = race(&window);
            let at =
                standing(race)[kind][piece].map_or("off the board".to_owned(), |space| race.program.called[space].to_string());
            assert_eq!(at, write.new, "{ruleset}: write {n}");
            assert!(looking_at(race).is_some_and(|stop| stop.choices <= write.choices), "{ruleset}: write {n}");
            let standing = writes.iter().rposition(|write| race.has_come_to(write));
            assert_eq!(standing, Some(n), "{ruleset}: write {n} is the one that stands");
        }
        // Its rule is a way into the rules, which stays at this moment.
        let place = writes.iter().rev().find_map(|write| race(&window).place(write.span, &write.rules));
        let moment = race(&window).scene.moment;
        (0..4).for_each(|_| window.step());
        let label = format!("Rule in {}", place.expect("a rule has moved it").at());
        window.get_all_by_label(&label).next().expect("the row says so").click();
        settle(&mut window);
        assert_eq!(race(&window).scene.moment, moment, "{ruleset}");
        assert_eq!(window.state().shell.layouts.arrangement(), Arrangement::Rules, "{ruleset}");
        window.get_by_label("Back to the race").click();
        settle(&mut window);
        assert_eq!(window.state().shell.layouts.arrangement(), Arrangement::Play, "{ruleset}");
        assert!(Arc::ptr_eq(&race(&window).program, &race(&window).present_stage().program));
    }
}

#[test]
fn why_reaches_back_over_the_seam() {
    let mut window = carried();
    let path = race(&window).path().clone();
    let of = |piece: usize| why::writes_along(&path, path.last().node, What::Piece(PieceId(0), piece), Some(0));
    let pieces = path.last().program.layout.pieces[0].1;
    let piece = (0..pieces).max_by_key(|piece| of(*piece).len()).expect("there are pieces");
    act(&mut window, Act::Why(Thing { what: What::Piece(PieceId(0), piece), name: "The piece".into() }));
    until(&mut window, |window| race(window).writes().is_some());
    assert_eq!(race(&window).writes(), Some(&of(piece)[..]));
    let first = of(piece)[0].clone();
    act(&mut window, Act::LookAtMoment(first.moment.expect("it is on the way")));
    window.step();
    let race = race(&window);
    assert!(race.shows_other_rules() && race.has_come_to(&first));
    assert_eq!(standing(race)[0][piece].map(|space| &*race.program.called[space]), Some(&*first.new));
    assert!(race.stage_at(race.scene.moment).is_some_and(|stage| stage.place(first.span, &first.rules).is_some()));
    // It is still told, with what came under other rules later.
    assert_eq!(race.writes().map(<[_]>::len), Some(of(piece).len()));
}

/// What is shown of a race that was taken over in the middle of a run, saved, and opened again.
#[test]
fn a_race_that_was_taken_over_before_it_waited_is_saved_and_opened() {
    let folder = tempfile::tempdir().expect("a folder for saved games");
    let path = folder.path().join("amid.ron");
    let mut window = raced("skoot", &[], 1);
    let last = race(&window).timeline().last();
    let amid = (0..last).rfind(|n| race(&window).timeline().stops[*n].kind == StopKind::Turn).expect("a turn");
    act(&mut window, Act::LookAt(amid / 2));
    set(&mut window, "laps", "5");
    assert!(matches!(&window.state().sitting.told, Some(told) if matches!(told.outcome, Outcome::CarriedOver(..))));
    act(&mut window, Act::PlayFromHere);
    settle(&mut window);
    let game = race(&window).game();
    assert!(race(&window).path().parts().len() > 1 && laps(&window) == 5);
    window.state_mut().apply(FileMessage::SaveGame(path.clone()));
    settle(&mut window);
    window.state_mut().apply(FileMessage::OpenGame(path));
    settle(&mut window);
    let notice = window.state().shell.notice.as_ref();
    assert!(notice.is_some_and(|notice| notice.text.contains("as it was saved")), "{notice:?}");
    assert_eq!(what(&race(&window).game()), what(&game));
}

/// Board, table and cards are of the line that the log shows last, whatever the pace.
#[test]
fn board_table_and_log_show_one_moment() {
    for game in ["skoot", "ski-the-mountain"] {
        let mut window = raced(game, &[0], 20);
        act(&mut window, Act::LookAt(0));
        window.state_mut().sitting.pace = Pace::Step;
        act(&mut window, Act::Play(true));
        let mut seen = 0;
        for _ in 0..4_000 {
            let race = race(&window);
            if race.is_all_shown() {
                break;
            }
            if race.waiting(Pace::Step) == Waiting::NextTurn {
                window.key_press(Key::Space);
            }
            // So often as each line is shown for the first time.
            let places = race.program.layout.pieces.iter().flat_map(|(base, count)| {
                race.table_state.memory[usize::from(*base)..][..*count].iter().map(|word| usize::try_from(*word).ok())
            });
            assert_eq!(standing(race).concat(), places.collect::<Vec<_>>(), "{game}: line {}", race.scene.sum.lines);
            let told = race.path().line(race.scene.sum.lines.saturating_sub(1)).and_then(|line| line.moved.clone());
            if let Some(moved) = told {
                let end = *moved.way.last().expect("an end");
                assert_eq!(standing(race)[moved.kind.index()][moved.piece], end, "{game}: line {}", race.scene.sum.lines);
                seen += 1;
            }
            window.step();
        }
        assert!(race(&window).is_all_shown() && seen > 3, "{game}: {seen}");
    }
}

#[test]
fn dice_set_for_later_are_told_until_they_are_used() {
    let mut window = raced("skoot", &[0], 6);
    let die = race(&window).program.ir.dice[0].name.to_string();
    let edit = Edit::Roll { die: die.clone(), faces: vec![1, 1] };
    act(&mut window, Act::Edit(edit));
    let told = format!("To come: {} shows 1", die.replace('_', " "));
    window.get_by_label_contains(&told);
    // Before it was wished nothing is told of it, and afterwards no more.
    act(&mut window, Act::LookAt(1));
    assert!(window.query_by_label_contains(&told).is_none());
    act(&mut window, Act::Now);
    window.get_by_label_contains(&told);
    for _ in 0..60 {
        if race(&window).scene.pending.is_empty() {
            break;
        }
        answer(&mut window, 1);
    }
    assert!(race(&window).scene.pending.is_empty() && window.query_by_label_contains(&told).is_none());
}

#[test]
fn the_edit_menu_says_what_undo_takes_back_and_escape_only_closes_it() {
    let mut window = raced("skoot", &[0], 8);
    let label = race(&window).undoes().expect("somebody has answered").to_owned();
    shown_from(&mut window, 1);
    window.get_all_by_role_and_label(Role::Button, "Edit").next().expect("the menu").click();
    window.run_steps(2);
    window.get_by_label(&format!("Undo: {label}"));
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(window.query_by_label(&format!("Undo: {label}")).is_none(), "the menu is closed");
    assert!(!race(&window).is_all_shown(), "nothing was skipped");
}
