//! The players at the table: their names, and how they stand in the words of the manifest.

use super::*;

use editor::ui::panel_players::table::{of_list, two_lines};
use egui_kittest::kittest::{NodeT, by};
use interpreter::playtest::Playtest;

#[test]
fn players_have_names_which_are_kept_in_the_playtest() {
    let mut window = window(library());
    for (seat, name) in [(0, " Anna  Berg "), (1, "Ben")] {
        window.state_mut().apply(SetupMessage::Name(seat, name.to_owned()));
        settle(&mut window);
    }
    let names =
        |window: &Harness<'static, App>| race(window).program.names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&window), ["Anna Berg", "Ben", "Player 3", "Player 4"]);
    assert_eq!(race(&window).letter(0), "A");
    assert!(window.query_all_by_label_contains("Anna Berg").count() > 0);
    assert!(window.query_all_by_label_contains("Player 1").count() == 0, "nobody is called so any more");
    // Two of one name could not be told apart.
    window.state_mut().apply(SetupMessage::Name(2, "Ben".to_owned()));
    settle(&mut window);
    window.get_by_label_contains("“Ben” sits at the table already");
    assert_eq!(names(&window)[2], "Player 3");
    // In the middle of a race, nothing else changes.
    (0..3).for_each(|_| {
        let label = race(&window).question().expect("somebody is asked").options[0].told.clone();
        click(&mut window, Role::Button, &label);
    });
    let (choices, asked) = (race(&window).path().sum().choices, race(&window).question().map(|q| q.decision.clone()));
    assert!(choices > 2);
    window.state_mut().apply(SetupMessage::Name(2, "Chloe".to_owned()));
    settle(&mut window);
    assert_eq!(names(&window), ["Anna Berg", "Ben", "Chloe", "Player 4"]);
    assert_eq!((race(&window).path().sum().choices, race(&window).question().map(|q| q.decision.clone())), (choices, asked));
    let text = window.state().sitting.writing().expect("a race is on the table")();
    let opened = Playtest::read(&text).unwrap_or_else(|problem| panic!("{}", problem.message));
    let mut playtest = opened.playtest;
    let stage = playtest.node(playtest.head()).expect("a race").stage;
    assert_eq!(&*playtest.program(stage).names[2], "Chloe");
}

#[test]
fn a_name_is_typed_into_the_setup() {
    let mut window = window(library());
    window.get_by_role_and_label(Role::TextInput, "Name of player 2").focus();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    window.step();
    window.event(egui::Event::Text("Dora".to_owned()));
    window.step();
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(&*race(&window).program.names[1], "Dora");
}

/// All labels that stand in the window.
fn labels(window: &Harness<'static, App>) -> Vec<String> {
    window
        .query_all(by().predicate(|_| true))
        .filter_map(|node| {
            let node = node.accesskit_node();
            node.label().or(node.value())
        })
        .collect()
}

#[test]
fn the_table_says_in_the_manifests_words_how_all_stand() {
    for (game, titles, on_sheet) in [
        ("skoot", &["Loop", "Dice", "Penalty loops", "Misses"][..], "Loop 1, Tactic: "),
        ("biathlon-blast", &["Lap", "Bullets", "Wax"], "Bullets: "),
        ("ski-the-mountain", &["Points", "Turns to lose", "Day"], "Marmot 10: "),
        ("hell-on-eight-wheels", &["Points", "Speed", "Fatigue", "Lines"], "Skater Jammer"),
    ] {
        let mut window = playtest::raced(game, &[0], 12);
        window.set_size([1600.0, 2400.0].into());
        settle(&mut window);
        let all = labels(&window);
        titles.iter().for_each(|title| assert!(all.iter().any(|label| label == title), "{game}: no {title:?} in {all:?}"));
        assert!(all.iter().any(|label| label.starts_with(on_sheet)), "{game}: no {on_sheet:?} in {all:?}");
        for bare in ["no", "yes", "no no", "no no no no", "no no no no no", "0 0 0 0 0", "st"] {
            assert!(!all.iter().any(|label| label == bare), "{game}: {bare:?}");
        }
    }
}

#[test]
fn where_room_is_short_the_table_is_whole_and_the_score_sheet_a_tab() {
    let mut window = playtest::raced("skoot", &[0], 7);
    let since = "Since your last turn";
    assert!(window.query_by_label(since).is_some() && window.query_by_label_contains("Loop 1").is_none());
    let lowest = window.get_all_by_label("Player 4").map(|row| row.rect().bottom()).fold(0.0, f32::max);
    let log = window.get_all_by_label("Log").map(|tab| tab.rect().top()).fold(f32::INFINITY, f32::min);
    assert!(lowest > 0.0 && lowest < log, "the row of the last player ends at {lowest}, the pane at {log}");
    click(&mut window, Role::Button, "Score sheet");
    window.get_by_label("Loop 1, now, Misses: empty");
    assert!(window.query_all_by_label("Player 4").count() < 2, "the table has given room to the sheet");
    // Another player's sheet is a click away, and hides nothing that is open.
    click(&mut window, Role::Button, "Score sheet of Player 2");
    assert_eq!(window.get_all_by_label("Score sheet of Player 2").count(), 2, "as a heading, too");
    click(&mut window, Role::Button, since);
    assert!(window.query_by_label_contains("Loop 1, now").is_none());
    // In a tall window, all of it lies one below the other.
    window.set_size([1280.0, 1700.0].into());
    settle(&mut window);
    window.get_by_label(since);
    click(&mut window, Role::Button, "Score sheet of Player 1");
    window.get_by_label("Loop 1, now, Misses: empty");
}

#[test]
fn lists_are_told_as_far_as_they_fit() {
    assert_eq!(of_list("Otter-North and South"), "Otter-North and South");
    assert_eq!(of_list("a, b"), "a, b");
    assert_eq!(of_list("Otter-North, Dahu"), "2");
    assert_eq!([two_lines("Laps"), two_lines("Penalty loops")], ["Laps", "Penalty\nloops"]);
}
