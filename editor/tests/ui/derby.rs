//! A game with two hands, face-down cards, signs on pieces, and moves that rivals interrupt.

use super::*;

use interpreter::edit::Edit;
use interpreter::game::Offer;
use interpreter::ir::FieldId;
use interpreter::why::What;

/// A person against a bot that answers quickly, for one jam.
fn derby() -> Harness<'static, App> {
    let mut window = against_a_bot("Hell on Eight Wheels");
    window.state_mut().apply(SetupMessage::Set("jams_per_bout".into(), Some("1".into())));
    settle(&mut window);
    window
}

/// How the options of a bout were taken.
#[derive(Default, Debug)]
struct Clicks {
    spaces: usize,
    /// Spaces that several answers lead to.
    far: usize,
    cards: usize,
    buttons: usize,
    /// Blocks of the own skaters, and against them.
    blocks: usize,
}

/// Takes an option where it lies.
fn take(window: &mut Harness<'static, App>, offer: &Offer, clicks: &mut Clicks) {
    match (offer.space(), offer.row()) {
        (Some(space), _) => {
            click_space(window, space);
            clicks.spaces += 1;
        }
        (None, Some(_)) => {
            click_card(window, &offer.told);
            clicks.cards += 1;
        }
        _ => {
            click(window, Role::Button, &offer.told);
            clicks.buttons += 1;
        }
    }
}

#[test]
fn the_tenth_option_is_taken_by_the_key_0() {
    let mut window = derby();
    for _ in 0..400 {
        let question = race(&window).asked().expect("no question has ten options").clone();
        let before = race(&window).game().choices.len();
        if let Some(tenth) = question.options.get(9) {
            window.key_press(Key::Num0);
            settle(&mut window);
            assert_eq!(race(&window).game().choices[before], question.choice(tenth));
            return;
        }
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    panic!("no question has ten options");
}

/// Answers until a decision of this name is asked, or the bout is over.
fn play_until(window: &mut Harness<'static, App>, decision: &str) -> Clicks {
    let mut clicks = Clicks::default();
    for asked in 0..2_000 {
        if race(window).waiting(Pace::Instant) != Waiting::Person {
            break;
        }
        let question = race(window).question().expect("a person is asked").clone();
        if &*question.decision == decision {
            break;
        }
        clicks.blocks += usize::from(&*question.decision == "block_card");
        let taken = race(window).path().sum().choices;
        // As far as she comes, with one click.
        let end = race(window).ends().iter().rev().find(|end| end.ways.len() == 1 && asked % 2 == 0).cloned();
        if let Some(end) = end {
            click_space(window, end.space);
            clicks.far += 1;
        } else {
            // Fast, but not beyond her means; and nobody gives up the lead.
            let words = ["Gain a speed token", "Skate on", "Don't push"];
            let wanted = question.options.iter().position(|o| words.contains(&&*o.label));
            let farthest = question.options.iter().rposition(|o| o.label.starts_with("Forward"));
            let option = wanted.or(farthest).unwrap_or(asked % question.options.len());
            take(window, &question.options[option].clone(), &mut clicks);
        }
        assert!(race(window).path().sum().choices > taken, "the click took nothing of {:?}", question.decision);
    }
    clicks
}

#[test]
fn a_jam_is_played_by_clicks() {
    let mut window = derby();
    let clicks = play_until(&mut window, "nothing is called so");
    assert_eq!(race(&window).game().status, Status::Over, "{clicks:?}");
    window.get_by_label("The race is over");
    assert!(clicks.spaces >= 6 && clicks.far >= 3 && clicks.cards >= 5 && clicks.buttons >= 10, "{clicks:?}");
    assert!(clicks.blocks >= 1, "{clicks:?}");
}

#[test]
fn a_move_goes_to_the_end_that_is_clicked_or_to_whoever_blocks_it() {
    let mut window = derby();
    for _ in 0..20 {
        play_until(&mut window, "skate");
        let Some(end) = race(&window).ends().iter().rev().find(|end| end.ways.len() == 1).cloned() else {
            window.state_mut().apply(RaceMessage::Choose(0));
            settle(&mut window);
            continue;
        };
        let skaters = standing(race(&window))[0].clone();
        let choices = race(&window).path().sum().choices;
        click_space(&mut window, end.space);
        let taken = race(&window).game().choices[choices..].iter().filter(|c| c.player == 1).count();
        let moved = (0..5).find(|n| standing(race(&window))[0][*n] != skaters[*n]).expect("a skater of the person's has moved");
        let rival_asked = race(&window).game().choices[choices..].iter().any(|c| c.player == 2);
        assert!(
            standing(race(&window))[0][moved] == Some(end.space) || rival_asked || taken > end.ways[0].steps.len(),
            "{end:?}"
        );
        return;
    }
    panic!("no move was long enough");
}

#[test]
fn tokens_hands_and_face_down_cards_are_on_show_but_not_what_is_hidden() {
    let mut window = derby();
    play_until(&mut window, "hand_card");
    window.get_by_label("Hand · 10");
    assert_eq!(window.query_all_by_label("Hand 10").count(), 2, "the other hand is counted");
    // A card lies face down beside each skater, but for the one who has flipped it.
    let told = window.query_all_by_label_contains("'s Blocker 2, face down 1").count();
    assert!(told >= 1, "skaters are told with their signs");
    window.get_by_label_contains("Which card goes with it?");
    window.get_by_label("turn 0, jam 1, sweep 1");
    let flipped =
        window.query_all_by_label_contains("· face up · 1").map(|pile| pile.rect().left()).fold(f32::INFINITY, f32::min);
    assert!(window.get_by_label("Hand · 10").rect().left() < flipped, "the hand doesn't move away for the skaters' piles");
    // The line under the marker is shaded, and somebody stands on it.
    let memory = &race(&window).table_state.memory[..];
    let marked: Vec<usize> =
        race(&window).looks().marks.iter().flat_map(|mark| mark.spaces(race(&window).program.read(memory))).collect();
    assert_eq!(marked.len(), 6, "a line has six lanes");
    assert!(standing(race(&window))[0].iter().flatten().any(|space| marked.contains(space)));
    let program = race(&window).program.clone();
    let kind = program.ir.piles[0].kind;
    let known: Vec<usize> = interpreter::view::heaps(&program, &race(&window).game().machine, Some(0))
        .iter()
        .flat_map(|heap| heap.cards.clone())
        .collect();
    assert!(known.len() >= 11, "ten in the hand, and one flipped");
    for (card, name) in program.rows[kind.index()].names.iter().enumerate().filter(|(card, _)| !known.contains(card)) {
        let shown =
            window.query_by(|node| node.label().is_some_and(|label| label.split([' ', ':', ',']).any(|word| *word == **name)));
        assert!(shown.is_none(), "{name} ({card}) is nobody's to see");
    }
    assert_eq!(window.query_all_by_label_contains(", marked").count(), 0, "nobody acts yet");
    play_until(&mut window, "speed_token");
    let question = race(&window).question().expect("a person is asked");
    let (_, skater) = race(&window).asked_about(question).expect("a skater");
    let piles = interpreter::view::heaps(&program, &race(&window).table_state, Some(0));
    let before_her = piles.into_iter().find(|pile| pile.name == "face up" && pile.number == skater).expect("her cards");
    assert_eq!(before_her.cards.len(), 2);
    for card in before_her.cards {
        window.get_by_role_and_label(Role::Button, &program.rows[kind.index()].names[card]);
    }
    play_until(&mut window, "skate");
    assert!(window.query_all_by_label_contains(", speed tokens 1").count() >= 1);
    let asked = race(&window).question().expect("a person is asked").prompt.clone();
    let name = asked.split(" at ").next().unwrap_or_default();
    assert_eq!(window.query_all_by_label_contains(&format!("{name}, marked")).count(), 1, "who is asked about is marked");
}

/// What a question is about stands there to its end, in as many lines as it needs.
#[test]
fn what_is_said_of_the_skater_who_is_asked_about_is_not_cut() {
    let mut window = derby();
    window.set_size(egui::vec2(900.0, 800.0));
    for _ in 0..40 {
        let question = race(&window).asked().expect("somebody is asked").clone();
        if let Some((_, piece)) = race(&window).asked_about(&question) {
            let program = race(&window).program.clone();
            for (name, value) in [("speed_tokens", "2"), ("fatigue", "3")] {
                let field = program.ir.fields.iter().position(|field| *field.name == *name).expect("a field");
                let edit = Edit::of(&program, What::Field(FieldId(field as u16), piece), value).expect("a field");
                window.state_mut().apply(Action::Playtest(Act::Edit(edit)));
                settle(&mut window);
            }
            let line = window.get_by_label_contains(", fatigue 3").rect();
            assert!(line.height() > 18.0, "two lines: {line:?}");
            return;
        }
        window.state_mut().apply(RaceMessage::Choose(0));
        settle(&mut window);
    }
    panic!("no question is about a skater");
}
