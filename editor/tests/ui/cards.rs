//! A game with cards: hands on the table, options clicked on cards and on the board.

use super::*;

use editor::ui::action::WindowMessage;
use egui_kittest::kittest::{NodeT, by};
use interpreter::ir::KindId;
use interpreter::players::Seat;

/// The game chosen in the setup panel, with a person and bots that answer quickly.
fn with_cards(players: usize) -> Harness<'static, App> {
    let mut window = window(library());
    pick(&mut window, "Game", "Biathlon Blast");
    assert_eq!(window.state().sitting.wanted.ruleset, "biathlon-blast");
    window.state_mut().apply(SetupMessage::Players(players));
    (1..players).for_each(|seat| window.state_mut().apply(RaceMessage::Seat(seat, Seat::Random)));
    settle(&mut window);
    window
}

/// Chooses from a list.
fn pick(window: &mut Harness<'static, App>, list: &str, entry: &str) {
    click(window, Role::ComboBox, list);
    click(window, Role::Button, entry);
    window.step();
}

/// How the options of a race were taken.
#[derive(Default, Debug)]
struct Clicks {
    cards: usize,
    parts: usize,
    spaces: usize,
    /// Taken from the list that a space opens.
    lists: usize,
    buttons: usize,
}

/// Takes the option by clicking where it lies.
fn take(window: &mut Harness<'static, App>, option: usize, clicks: &mut Clicks) {
    let question = race(window).question().expect("somebody is asked").clone();
    let offer = &question.options[option];
    let taken = race(window).path().sum().choices;
    match (offer.space(), offer.row()) {
        (Some(space), _) => {
            let name = format!("{},", race(window).board.spaces[space].title());
            let at = |label: &str| label.starts_with(&name);
            let variants = question.options.iter().filter(|o| o.space() == Some(space)).count();
            window.get_by(|node| node.role() == Role::Button && node.label().is_some_and(|l| at(&l))).click();
            settle(window);
            clicks.spaces += 1;
            if variants > 1 {
                assert_eq!(race(window).path().sum().choices, taken, "several options wait for a choice");
                window.step();
                window.get_all_by_role_and_label(Role::Button, &offer.told).next().expect("a list at the space").click();
                settle(window);
                clicks.lists += 1;
            }
        }
        (None, Some((kind, row))) => {
            click_card(window, &offer.told);
            let program = &race(window).program;
            if row < usize::from(program.cards[kind.index()].count) {
                clicks.cards += 1;
            } else if program.rows[kind.index()].names.is_empty() {
                clicks.parts += 1;
            }
        }
        _ => {
            click(window, Role::Button, &offer.told);
            clicks.buttons += 1;
        }
    }
    assert!(race(window).path().sum().choices > taken, "the click took {:?} of {:?}", offer.label, question.decision);
}

#[test]
fn a_race_with_cards_is_played_by_clicks() {
    let mut window = with_cards(3);
    assert_eq!(&*race(&window).track_name, "bad-wolfsheim-kurz");
    let mut clicks = Clicks::default();
    for asked in 0..1_000 {
        if race(&window).waiting(Pace::Instant) != Waiting::Person {
            break;
        }
        let question = race(&window).question().expect("a person is asked");
        // The farthest space on offer, so that the race comes to an end.
        let count = question.options.len();
        let option = if question.options[count - 1].space().is_some() { count - 1 } else { asked % count };
        take(&mut window, option, &mut clicks);
    }
    assert_eq!(race(&window).game().status, Status::Over, "{clicks:?}");
    window.get_by_label("The race is over");
    assert!(clicks.cards >= 5 && clicks.parts >= 5, "{clicks:?}");
    assert!(clicks.spaces >= 5 && clicks.lists >= 1 && clicks.buttons >= 1, "{clicks:?}");
}

#[test]
fn own_cards_are_read_and_those_of_others_counted() {
    let mut window = with_cards(2);
    while race(&window).question().is_some_and(|q| &*q.decision != "card") {
        take(&mut window, 0, &mut Clicks::default());
    }
    let question = race(&window).question().expect("a card is asked for").clone();
    assert_eq!(&*question.decision, "card");
    window.get_by_label(&format!("Hand · {}", question.options.len()));
    for offer in &question.options {
        assert!(window.query_all_by_role_and_label(Role::Button, &offer.told).count() >= 1, "{} can be clicked", offer.label);
    }
    // The discard pile is open, and as readable as the hand.
    window.get_by_label_contains("; bottom: ");
    let other = &race(&window).game().program.rows;
    let hidden = other.iter().flat_map(|rows| &rows.names).filter(|name| {
        let known = interpreter::view::heaps(&race(&window).program, &race(&window).game().machine, Some(0));
        let kind = race(&window).program.ir.piles[0].kind;
        // Of equal cards one that is seen is enough.
        let names = race(&window).program.rows[kind.index()].names.iter().enumerate();
        let mut cards = names.filter(|(_, n)| n == name).map(|(card, _)| card).peekable();
        cards.peek().is_some() && !cards.any(|card| known.iter().any(|heap| heap.cards.contains(&card)))
    });
    for name in hidden {
        // The log tells what lay open once.
        let tells = |label: String| label.contains(&**name) && !label.contains(" → ");
        let shown = window.query_all(by().predicate(|node| node.label().or(node.value()).is_some_and(tells))).count();
        assert_eq!(shown, 0, "{name} is nobody's to see");
    }
}

#[test]
fn two_people_at_one_window_hide_their_hands_from_each_other() {
    let mut window = with_cards(2);
    window.state_mut().apply(RaceMessage::Seat(1, Seat::Human));
    settle(&mut window);
    let mut handed_over = 0;
    for _ in 0..12 {
        if race(&window).waiting(Pace::Instant) == Waiting::Handover {
            assert_eq!(race(&window).viewer(), None);
            assert!(window.query_by_label_contains("Hand · ").is_none());
            let question = race(&window).question().expect("somebody is to be asked").clone();
            // A key takes nothing before the seat is taken.
            let taken = race(&window).path().sum().choices;
            window.key_press(Key::Num1);
            settle(&mut window);
            assert_eq!(race(&window).path().sum().choices, taken);
            let name = race(&window).program.names[question.player].clone();
            click(&mut window, Role::Button, &format!("It's {name}'s turn: show it"));
            handed_over += 1;
        }
        assert_eq!(race(&window).viewer(), race(&window).question().map(|q| q.player));
        take(&mut window, 0, &mut Clicks::default());
    }
    assert!(handed_over >= 3, "{handed_over}");
}

#[test]
fn a_world_cup_begins_in_the_setup_panel() {
    let mut window = with_cards(2);
    pick(&mut window, "Series", "World Cup");
    let (series, _) = race(&window).series().expect("a series");
    assert_eq!((&*series.name, series.races.len()), ("World Cup", 4));
    assert_eq!((&*race(&window).track_name, window.state().race_number()), ("bad-wolfsheim-lang", Some(0)));
    take(&mut window, 0, &mut Clicks::default());
}

#[test]
fn cards_are_folded_to_a_line_and_laid_out_again() {
    let mut window = with_cards(2);
    let asked = |window: &Harness<'static, App>| {
        let (program, question) = (race(window).program.clone(), race(window).question().cloned()?);
        let is_card = |(kind, row): (KindId, usize)| row < usize::from(program.cards[kind.index()].count);
        question.options.iter().find(|option| option.row().is_some_and(is_card)).map(|option| option.label.clone())
    };
    while asked(&window).is_none() {
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    let name = asked(&window).expect("a card is asked for");
    let height = |window: &Harness<'static, App>| {
        let rects = window.get_all_by_role_and_label(Role::Button, &name).map(|node| node.rect().height());
        rects.fold(0.0, f32::max)
    };
    let before = height(&window);
    assert!(before > 60.0, "{before}");
    click(&mut window, Role::Button, "Fold");
    assert!(window.state().shell.layouts.is_folded() && height(&window) < 40.0, "{}", height(&window));
    // It is clicked there as well.
    let taken = race(&window).path().sum().choices;
    click_card(&mut window, &name);
    assert!(race(&window).path().sum().choices > taken);
    click(&mut window, Role::Button, "Unfold");
    assert!(!window.state().shell.layouts.is_folded());
}

/// The places of the cards that lie there, by their labels.
fn cards_there(window: &Harness<'static, App>) -> Vec<egui::Rect> {
    window.query_all_by_label_contains("Card ").map(|node| node.rect()).collect()
}

#[test]
fn a_hand_fits_however_many_cards_it_has() {
    let mut window = playtest::raced("hell-on-eight-wheels", &[0], 0);
    let mut last = 0.0;
    for width in [1920.0, 1280.0] {
        window.set_size([width, 800.0].into());
        window.state_mut().apply(WindowMessage::ResetLayout);
        settle(&mut window);
        let mut cards = cards_there(&window);
        assert_eq!(cards.len(), 10);
        cards.sort_by(|a, b| a.left().total_cmp(&b.left()));
        let pane = window.get_by_role_and_label(Role::Label, "Hand · 10").rect();
        assert!(cards[0].left() > pane.left());
        for pair in cards.windows(2) {
            assert!(pair[0].right() <= pair[1].left() + 0.5, "what is free of a card lies beside the next");
            assert!(pair[0].width() >= 25.5, "{width}: {cards:?}");
        }
        last = cards[0].width();
        // The board comes first.
        assert!(cards[0].top() > 480.0, "{cards:?}");
        assert!(cards[9].right() < width - 250.0, "all of them are seen: {cards:?}");
    }
    assert!(last < 90.0, "in a narrow window they lie over one another: {last}");
}

#[test]
fn a_card_is_played_by_pulling_it_onto_the_board() {
    let mut window = with_cards(2);
    while race(&window).question().is_some_and(|q| &*q.decision != "card") {
        take(&mut window, 0, &mut Clicks::default());
    }
    let offer = race(&window).question().expect("a card is asked for").options[0].clone();
    let card = window.get_all_by_role_and_label(Role::Button, &offer.told).next().expect("it lies there").rect();
    let pull = |window: &mut Harness<'static, App>, to: egui::Pos2| {
        let button = |pos, pressed| egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::default(),
        };
        window.event(egui::Event::PointerMoved(card.center()));
        window.step();
        window.event(button(card.center(), true));
        for n in 1..=6 {
            window.event(egui::Event::PointerMoved(card.center().lerp(to, n as f32 / 6.0)));
            window.step();
        }
        window.event(button(to, false));
        settle(window);
    };
    // Under the pointer, a card is shown as large as it is read easily.
    window.event(egui::Event::PointerMoved(card.center()));
    window.run_steps(40);
    let name = &race(&window).program.rows[race(&window).program.ir.piles[0].kind.index()].names;
    let large = window.query_all_by_role(Role::Image).find(|node| node.rect().height() > 250.0);
    let label = large.expect("the card is shown").accesskit_node().label().expect("it has a name");
    assert!(name.iter().any(|name| **name == *label), "{label}");
    // Let go among the cards, nothing has happened.
    pull(&mut window, card.center() + egui::vec2(60.0, 0.0));
    assert_eq!(race(&window).question().map(|q| q.decision.to_string()).as_deref(), Some("card"));
    let taken = race(&window).path().sum().choices;
    pull(&mut window, egui::pos2(600.0, 300.0));
    assert!(race(&window).path().sum().choices > taken);
    let log = race(&window).path().choices().into_iter().any(|choice| choice.label == offer.label);
    assert!(log, "{} was played", offer.told);
}
