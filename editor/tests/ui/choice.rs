//! What stands beside a choice: what it rests on, what was thrown, what others did, what options lead to, and their odds.

mod advice;
mod apart;
mod odds;
mod options;

use super::*;

use editor::playtest::Hint;
use editor::ui::command::Command;
use interpreter::game::LineKind;
use interpreter::trial::Counted;

/// A race of SKOOT with heart rates, in which each turn begins with a question about dice.
fn hearts(pace: Pace) -> Harness<'static, App> {
    let addons = vec!["heart_rate".to_owned()];
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("skoot".into()), addons, ..Begin::default() };
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_context_setup(editor::ui::theme::apply);
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library(), begin));
    settle(&mut window);
    window.state_mut().sitting.pace = pace;
    window
}

fn has(window: &Harness<'static, App>, part: &str) -> bool {
    window.query_all_by_label_contains(part).next().is_some()
}

#[test]
fn the_last_throw_and_what_others_did_stand_beside_a_choice() {
    let mut window = hearts(Pace::Instant);
    for _ in 0..3 {
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    for part in ["Last throw: Player", "threw. Ski die: ", "Since your last turn", "Tile "] {
        assert!(has(&window, part), "{part}");
    }
    let (turns, _) = race(&window).since_last_turn(0);
    let others: Vec<_> = turns.iter().map(|told| told.turn_of).collect();
    assert!(others.len() == 3 && !others.contains(&Some(0)), "{others:?}");
    let (hits, told) = turns[0].told(race(&window), 0, |space| race(&window).program.called[space].to_string());
    // First what was chosen and where it led, then what the rules say of it.
    assert!(hits.is_empty() && told.contains("to tile ") && told.contains("Heart rate "), "{told}");
    // A click looks at the end of that turn.
    click(&mut window, Role::Button, "Since your last turn");
    let words = editor::words::log_line(&told);
    window.get_all_by_label(&words).next().expect("a line about that turn").click();
    window.step();
    assert!(race(&window).looks_back, "{words}");
    // What followed from one's own choice in one's own turn is no news in the next one.
    window.state_mut().apply(Action::Playtest(Act::Now));
    let is_told = |window: &Harness<'static, App>| {
        let after = race(window).lines().rev().take_while(|line| line.kind != LineKind::Chose || line.turn_of != Some(0));
        after.filter(|line| line.kind == LineKind::Said && line.turn_of == Some(0)).any(|line| line.text.contains("Player 1 "))
    };
    for _ in 0..40 {
        settle(&mut window);
        if is_told(&window) {
            break;
        }
        window.state_mut().apply(RaceMessage::Choose(1));
    }
    let question = race(&window).asked().expect("somebody is asked").clone();
    let hits = race(&window).basis(&question, None).hits;
    assert!(is_told(&window) && hits.iter().all(|line| line.turn_of != Some(0)), "{hits:?}");
}

/// Where there is little room, the question scrolls together with what lies below it, and the next one begins at its top.
#[test]
fn each_question_begins_at_its_top() {
    let mut window = hearts(Pace::Instant);
    window.set_size(egui::vec2(640.0, 400.0));
    (0..4).for_each(|_| window.step());
    let top = |window: &Harness<'static, App>| window.get_by_label_contains(" decides").rect().top();
    let first = top(&window);
    window.key_press(Key::PageDown);
    (0..30).for_each(|_| window.step());
    assert!(top(&window) < first - 20.0, "{first} {}", top(&window));
    window.state_mut().apply(RaceMessage::Choose(0));
    settle(&mut window);
    assert_eq!(top(&window), first);
    // So do the past and the result, however far what stood there before was scrolled.
    let head = |window: &Harness<'static, App>, label: &str| window.get_by_label_contains(label).rect().top();
    let scrolled = |window: &mut Harness<'static, App>| {
        window.key_press(Key::PageDown);
        (0..30).for_each(|_| window.step());
    };
    scrolled(&mut window);
    window.state_mut().apply(Action::Playtest(Act::LookAt(0)));
    settle(&mut window);
    assert!(head(&window, "Now") > first);
    scrolled(&mut window);
    window.state_mut().apply(Action::Playtest(Act::Now));
    settle(&mut window);
    assert_eq!(top(&window), first);
    scrolled(&mut window);
    window.state_mut().apply(RaceMessage::PlayOn(true));
    settle(&mut window);
    let over = window.get_by_label("The race is over").rect().top();
    assert!((first..first + 40.0).contains(&over), "{over}");
}

#[test]
fn dice_fall_for_a_while_before_what_comes_of_them() {
    let mut window = hearts(Pace::Quick);
    window.state_mut().apply(RaceMessage::Choose(0));
    let mut now = window.ctx.input(|i| i.time);
    let mut step = |window: &mut Harness<'static, App>| {
        now += 0.05;
        window.input_mut().time = Some(now);
        window.step();
        now
    };
    while race(&window).thrown.is_none() {
        step(&mut window);
    }
    let begun = step(&mut window);
    let lines = race(&window).scene.sum.lines;
    assert!(race(&window).lines().next_back().is_some_and(|line| line.kind == LineKind::Rolled));
    // The timeline doesn't tell what is still to be shown.
    let seen = race(&window).last_seen();
    assert!(seen < race(&window).timeline().last() && seen == race(&window).stop_on_show(), "{seen}");
    let mut shares = vec![];
    while race(&window).scene.sum.lines == lines {
        let now = step(&mut window);
        shares.extend(race(&window).thrown.map(|thrown| thrown.share(now)));
    }
    let took = step(&mut window) - begun;
    assert!((0.8..1.6).contains(&took), "{took}");
    assert!(shares.iter().any(|share| *share < 0.5) && shares.is_sorted(), "{shares:?}");
}

#[test]
fn odds_are_counted_when_somebody_wants_them() {
    let mut window = hearts(Pace::Instant);
    until(&mut window, |window| race(window).tried(0).is_some());
    assert!(race(&window).tried(0).is_some_and(|tried| tried.meets_chance) && race(&window).chances(0).is_none());
    let odds = Command::Odds.action(window.state());
    window.state_mut().apply(odds);
    until(&mut window, |window| race(window).chances(0).is_some());
    (0..2).for_each(|_| window.step());
    let chances = race(&window).chances(0).expect("it leads to a die");
    let sum: f64 = chances.outcomes.iter().map(|outcome| outcome.share).sum();
    assert!(matches!(chances.counted, Counted::All(_)) && (sum - 1.0).abs() < 1e-9, "{chances:?}");
    assert!(has(&window, " %") && has(&window, "Exact: all "));
    // They are gone with the question.
    window.state_mut().apply(RaceMessage::Choose(0));
    window.step();
    assert!(race(&window).chances(0).is_none() || race(&window).asked().is_some());
}

/// H asks a greedy bot, which says of each option what it is worth, and which is best.
#[test]
fn a_bot_gives_a_hint_when_somebody_wants_one() {
    let mut window = hearts(Pace::Instant);
    assert!(!has(&window, "Hint: "));
    window.key_press(Key::H);
    window.step();
    until(&mut window, |window| race(window).hint().is_some());
    (0..2).for_each(|_| window.step());
    let Some(Hint::Given(advice)) = race(&window).hint() else { panic!("{:?}", race(&window).hint()) };
    let question = race(&window).asked().expect("somebody is asked");
    assert_eq!((advice.values.len(), advice.by), (question.options.len(), "greedy"));
    assert!(advice.values.iter().all(|value| value.mean <= advice.values[advice.best].mean), "{advice:?}");
    let best = format!("Hint: {}", question.options[advice.best].told);
    assert!(has(&window, &best) && has(&window, "imagined continuations"), "{best}");
    // It is gone with the question, and another one isn't answered unasked.
    window.state_mut().apply(RaceMessage::Choose(0));
    settle(&mut window);
    assert!(!race(&window).wants_hint() && !has(&window, "Hint: "));
}

#[test]
fn options_say_what_they_lead_to_and_many_on_spaces_stand_in_a_grid() {
    let (_folder, mut window) = small::small();
    for _ in 0..2 {
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    until(&mut window, |window| race(window).tried(0).is_some());
    (0..2).for_each(|_| window.step());
    let question = race(&window).asked().expect("a space is asked for").clone();
    let (n, option) = question.options.iter().enumerate().next_back().expect("an option");
    let tried = race(&window).tried(n).expect("it is tried");
    assert_eq!(tried.moved[0].way.last(), Some(&option.space()), "{tried:?}");
    assert!(!tried.meets_chance);
    // The card that was just played and the ski that was chosen stand beside the question.
    let basis = race(&window).basis(&question, None);
    assert_eq!((basis.cards.is_some(), basis.chosen.len()), (true, 2), "{basis:?}");
    // A row for each space, the farthest on top.
    let [near, far] = [0, question.options.len() - 1].map(|n| {
        let told = &question.options[n].told;
        window.get_all_by_role_and_label(Role::Button, told).next().expect("a button").rect().top()
    });
    assert!(far < near, "{far} {near}");
}
