//! A game whose moves are chains of questions: one click on the space where a move ends.

use super::*;

use egui_kittest::kittest::By;

use editor::playtest::Act;
use interpreter::chain::End;
use interpreter::edit::Edit;
use interpreter::game::Offer;
use interpreter::ir::FieldId;
use interpreter::why::What;

#[test]
fn days_on_the_mountain_are_played_by_clicks() {
    let mut window = against_a_bot("Ski the Mountain");
    let (mut spaces, mut buttons, mut far) = (0, 0, 0);
    // Days in which runs are completed.
    for seed in [5, 7] {
        window.state_mut().apply(SetupMessage::Seed(seed));
        settle(&mut window);
        let clicks = a_day_is_played_by_clicks(&mut window);
        (spaces, buttons, far) = (spaces + clicks.0, buttons + clicks.1, far + clicks.2);
        // Who has completed a run is seen at its spaces, and nowhere else.
        let completed = |space: &str| is_said(&window, space, ", runs ");
        let of_runs =
            window.state().sitting.race.as_ref().expect("a race").program.spaces.iter().filter(|space| completed(space)).count();
        assert!(of_runs >= 3, "{of_runs}");
        assert!(!completed("Saun") && !completed("Glade-1"));
    }
    assert!(spaces >= 5 && buttons >= 10 && far >= 6, "{spaces} {buttons} {far}");
}

/// Whether the words of a space have these in them.
fn is_said(window: &Harness<'static, App>, space: &str, words: &str) -> bool {
    let race = race(window);
    let at = race.program.spaces.iter().position(|id| **id == *space).expect("a space");
    let name = format!("{},", race.board.spaces[at].title());
    let is_it = |said: String| said.starts_with(&name) && said.contains(words);
    window.query_by(|node| is_it(said(node.label(), node.value()))).is_some()
}

/// What is closed is seen where it is.
#[test]
fn what_is_closed_is_marked_on_the_board() {
    let mut window = against_a_bot("Ski the Mountain");
    let program = race(&window).program.clone();
    let rows = |kind: &str| program.ir.kinds.iter().position(|k| *k.name == *kind).expect("a kind");
    let close = |window: &mut Harness<'static, App>, field: &str, kind: &str, name: &str| {
        let row = program.rows[rows(kind)].names.iter().position(|n| **n == *name).expect("a row");
        let field = program.ir.fields.iter().position(|f| *f.name == *field).expect("a field");
        let (base, _) = program.layout.fields[field];
        let race = window.state_mut().sitting.race.as_mut().expect("a race");
        race.table_state.memory[usize::from(base)] |= 1 << row;
        window.run();
    };
    assert!(!is_said(&window, "Bear-2", "closed") && !is_said(&window, "Dahu", "closed"));
    close(&mut window, "closed_runs", "Run", "Bear");
    close(&mut window, "closed_lifts", "Lift", "Dahu Bubble");
    assert!(is_said(&window, "Bear-2", ", closed runs Bear") && !is_said(&window, "Fox-2", "closed"));
    assert!(is_said(&window, "Dahu", ", closed lifts Dahu Bubble") && is_said(&window, "Saun", ", closed lifts Dahu Bubble"));
}

/// The open display lies on the table when one's turn begins, before it is chosen from.
#[test]
fn what_the_manifest_lists_lies_on_the_table() {
    let window = against_a_bot("Ski the Mountain");
    let display = window.query_by(|node| said(node.label(), node.value()).starts_with("Display · "));
    assert!(display.is_some());
}

/// Nothing of several is said so, and several stand without brackets.
#[test]
fn lists_are_told_in_words() {
    let mut window = against_a_bot("Ski the Mountain");
    window.get_by_label_contains("Closed runs none");
    let program = race(&window).program.clone();
    let field = |name: &str| program.ir.fields.iter().position(|f| *f.name == *name).expect("a field");
    let edit = |window: &mut Harness<'static, App>, value: &str| {
        let what = What::Field(FieldId(field("closed_runs") as u16), 0);
        let edit = Edit::of(&program, what, value).expect("a field");
        window.state_mut().apply(Action::Playtest(Act::Edit(edit)));
        settle(window);
    };
    edit(&mut window, "[Bear, Fox]");
    window.get_by_label_contains("Closed runs Bear, Fox");
    window.get_all_by_label_contains("By hand: closed runs is Bear, Fox now").next().expect("the log says so");
    edit(&mut window, "[]");
    window.get_by_label_contains("Closed runs none");
    assert!(race(&window).game().log.iter().all(|line| !line.text.contains("[]")));
}

#[test]
fn what_is_said_of_a_day_holds_after_it_too() {
    let window = against_a_bot("Ski the Mountain");
    assert!(window.query_all_by_label_contains("Sun at the next event").next().is_some());
    assert!(window.query_all_by_label("goes on").next().is_none());
}

#[test]
fn parameters_stand_as_they_are_written_file_by_file() {
    let mut window = against_a_bot("Ski the Mountain");
    window.set_size(egui::vec2(1280.0, 4_000.0));
    settle(&mut window);
    click(&mut window, Role::DisclosureTriangle, "Parameters");
    window.run_steps(30);
    let top = |label: &str| window.get_all_by_label(label).map(|node| node.rect().top()).fold(f32::MAX, f32::min);
    let order = [
        "Ski the mountain",
        "Cards dealt",
        "Tiebreak",
        "Skiing",
        "Harder than",
        "Most skied",
        "Targets",
        "Prospects",
        "Bots time",
    ];
    let tops = order.map(top);
    // The title of the game stands above all.
    assert!(tops[1..].is_sorted(), "{tops:?}");
}

/// The keys of options count up where these are few.
#[test]
fn options_stand_in_the_order_of_their_keys() {
    let mut window = against_a_bot("Ski the Mountain");
    let mut mixed = 0;
    for _ in 0..60 {
        let Some(question) = race(&window).question().filter(|_| race(&window).waiting(Pace::Instant) == Waiting::Person) else {
            break;
        };
        let question = question.clone();
        let spaces = question.options.iter().filter(|option| option.space().is_some()).count();
        let tops: Vec<f32> = question
            .options
            .iter()
            .filter_map(|option| {
                let buttons = window.query_all_by_role_and_label(Role::Button, &option.told);
                // Of the list beside the board, not of the board or the cards.
                buttons.map(|node| node.rect()).find(|rect| rect.left() > 940.0).map(|rect| rect.top())
            })
            .collect();
        if (1..=4).contains(&spaces) && spaces < question.options.len() && tops.len() == question.options.len() {
            assert!(tops.is_sorted(), "{:?} {tops:?}", question.decision);
            mixed += 1;
        }
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    assert!(mixed > 0, "there was no such question");
}

/// Plays to the end. Gives the clicks on spaces, on buttons, and on spaces where a move of several steps ends.
fn a_day_is_played_by_clicks(window: &mut Harness<'static, App>) -> (usize, usize, usize) {
    let (mut spaces, mut buttons, mut far) = (0, 0, 0);
    for asked in 0..2_000 {
        if race(window).waiting(Pace::Instant) != Waiting::Person {
            break;
        }
        let question = race(window).question().expect("a person is asked").clone();
        let taken = race(window).path().sum().choices;
        // As far as the card goes, with one click. (Not by bus over several turns: somebody may play an event in between.)
        let is_ski = |end: &&End| matches!(&end.ways[..], [way] if way.steps.iter().skip(1).all(|step| step.decision == "step"));
        let end = race(window).ends().iter().rev().find(is_ski).cloned();
        if let Some(end) = end {
            click_space(window, end.space);
            assert!(race(window).path().sum().choices >= taken + end.ways[0].steps.len(), "{end:?}");
            far += 1;
            continue;
        }
        // Skiing before all else, then up a lift; and nobody goes home early.
        let words = ["Ski with", "Ride", "Take cards", "Bus"];
        let wanted = |o: &Offer| words.iter().rev().position(|w| o.label.starts_with(w)).map_or(1, |n| n + 1);
        let candidates: Vec<usize> = (0..question.options.len()).filter(|n| question.options[*n].label != "Pass").collect();
        let best = candidates.iter().map(|n| wanted(&question.options[*n])).max().unwrap_or(0);
        let best: Vec<usize> = candidates.into_iter().filter(|n| wanted(&question.options[*n]) == best).collect();
        let offer = &question.options[best[asked % best.len()]];
        let alone = question.options.iter().filter(|o| o.space() == offer.space()).count() == 1;
        // A run is clicked on its first spot.
        let first_spot = format!("{}-1", offer.label);
        let of_run = race(window).program.spaces.iter().position(|s| **s == *first_spot);
        match offer.space().filter(|_| alone).or(of_run) {
            Some(space) => {
                click_space(window, space);
                spaces += 1;
            }
            None => {
                click_card(window, &offer.told);
                buttons += 1;
            }
        }
        assert!(race(window).path().sum().choices > taken, "the click took {:?} of {:?}", offer.label, question.decision);
    }
    assert_eq!(race(window).game().status, Status::Over, "{spaces} {buttons} {far}");
    (spaces, buttons, far)
}

/// A person stands at the foot of a lift and is asked what to do; with the spaces at its ends.
fn at_a_lift() -> (Harness<'static, App>, usize, usize) {
    let mut window = against_a_bot("Ski the Mountain");
    let saun = race(&window).program.spaces.iter().position(|s| &**s == "Saun").expect("a town");
    click_space(&mut window, saun);
    for _ in 0..50 {
        let question = race(&window).question().expect("somebody is asked").clone();
        if &*question.decision == "action" && question.player == 0 {
            break;
        }
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    let dahu = race(&window).program.spaces.iter().position(|s| &**s == "Dahu").expect("a summit");
    (window, saun, dahu)
}

#[test]
fn a_lift_is_clicked_anywhere_along_its_way() {
    let (mut window, saun, dahu) = at_a_lift();
    let middle = |window: &Harness<'static, App>, space: usize| {
        let name = format!("{},", race(window).board.spaces[space].title());
        let is_it = |label: &str| label.starts_with(&name);
        window.get_by(|node| is_it(&said(node.label(), node.value()))).rect().center()
    };
    let (from, to) = (middle(&window, saun), middle(&window, dahu));
    let titles: Vec<String> = race(&window).board.spaces.iter().map(|space| format!("{},", space.title())).collect();
    let spaces: Vec<egui::Rect> = window
        .query_all(By::new().predicate(|node| titles.iter().any(|title| said(node.label(), node.value()).starts_with(title))))
        .map(|node| node.rect())
        .collect();
    let along = (2..9).map(|n| from + (to - from) * (n as f32 / 10.0));
    let at = along.into_iter().find(|at| spaces.iter().all(|space| !space.expand(2.0).contains(*at)));
    let at = at.expect("the lift is seen between its spaces") + egui::vec2(2.0, 0.0);
    window.hover_at(at);
    // Words come once the pointer rests.
    (0..8).for_each(|_| window.step());
    assert!(window.query_all_by_label_contains("Ride Dahu Bubble").count() > 1, "the option is told under the pointer");
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        window.step();
    }
    settle(&mut window);
    let moved = race(&window).game().choices.iter().any(|c| c.values == ["Dahu Bubble"]);
    assert!(moved, "{:?}", race(&window).game().choices);
}

#[test]
fn a_lift_is_clicked_at_its_far_end() {
    let (mut window, saun, dahu) = at_a_lift();
    // It is lit along its way.
    let tile = |space: usize| race(&window).board.spaces[space].tile.at;
    let way = (tile(dahu) - tile(saun)).normalized();
    let is_glow = |shape: &egui::Shape| {
        let egui::Shape::Path(path) = shape else { return false };
        let [from, to] = path.points[..] else { return false };
        let is_opaque = matches!(path.stroke.color, egui::epaint::ColorMode::Solid(colour) if colour.is_opaque());
        let drawn = to - from;
        drawn.length() > 100.0 && drawn.normalized().dot(egui::vec2(way.x, way.y)) > 0.999 && !is_opaque
    };
    let glows = |window: &Harness<'static, App>| window.output().shapes.iter().filter(|shape| is_glow(&shape.shape)).count();
    assert_eq!(glows(&window), 1);
    click_space(&mut window, dahu);
    let moved = race(&window).game().choices.iter().any(|c| c.values == ["Dahu Bubble"]);
    assert!(moved, "{:?}", race(&window).game().choices);
}

/// What a node says: buttons by their label, plain words by their value.
fn said(label: Option<String>, value: Option<String>) -> String {
    label.or(value).unwrap_or_default()
}
