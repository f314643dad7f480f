//! Bots that think beside the window: the race is the same however long they take, whatever else is done meanwhile.

use super::*;

use std::sync::Arc;

use editor::playtest::{Act, Thinker};
use editor::ui::action::Ask;
use interpreter::edit::Edit;
use interpreter::game::{Choice, Game};
use interpreter::ir::PieceId;
use interpreter::players::{BotStream, Table, bot_stream};
use interpreter::program::Program;
use interpreter::why::What;

/// A game that is answered as it is asked: by people in turn from a list, by bots at once.
struct Reference {
    game: Game,
    table: Table,
}

impl Reference {
    fn new(program: &Arc<Program>, seed: u64, seats: &[Seat]) -> Reference {
        let mut table = Table::new(program, seats);
        table.start(seed);
        Reference { game: Game::start(program.clone(), seed), table }
    }

    /// Bots answer until a person is asked, or so many choices were made.
    fn go_on(&mut self, choices: usize) {
        while matches!(self.game.status, Status::Asking(_)) && self.game.choices.len() < choices {
            let Some(option) = self.table.answer(&self.game.program, &self.game.machine) else { return };
            self.game.choose(option).expect("it is on offer");
        }
    }

    fn play(&mut self, answers: &[usize]) -> &[Choice] {
        self.go_on(usize::MAX);
        for answer in answers {
            self.game.choose(*answer).expect("a person is asked");
            self.go_on(usize::MAX);
        }
        &self.game.choices
    }
}

/// A person against bots that think.
fn against_thinkers(ruleset: &str) -> (Harness<'static, App>, Vec<Seat>) {
    let mut window = window(library());
    playtest::open(&mut window, ruleset);
    let players = race(&window).program.players;
    let seats: Vec<Seat> = (0..players).map(|seat| if seat == 0 { Seat::Human } else { Seat::Greedy }).collect();
    window.state_mut().sitting.seats.clone_from(&seats);
    settle(&mut window);
    (window, seats)
}

/// Nothing of it is missed behind a dialog.
#[test]
fn the_race_waits_while_a_dialog_is_open() {
    let mut window = window(library());
    let is_bots_turn = |window: &Harness<'static, App>| match &race(window).game().status {
        Status::Asking(question) => race(window).seats[question.player] != Seat::Human,
        _ => false,
    };
    for ask in [Ask::Palette, Ask::Keys] {
        for _ in 0..20 {
            settle(&mut window);
            window.state_mut().apply(RaceMessage::Choose(0));
            if is_bots_turn(&window) {
                break;
            }
        }
        assert!(is_bots_turn(&window));
        window.state_mut().apply(Action::Ask(ask));
        let choices = race(&window).path().sum().choices;
        (0..40).for_each(|_| wait(&mut window));
        assert_eq!(race(&window).path().sum().choices, choices, "{ask:?}");
        window.key_press(Key::Escape);
        settle(&mut window);
        assert!(race(&window).path().sum().choices > choices, "{ask:?}");
    }
}

fn reference(window: &Harness<'static, App>, seats: &[Seat], answers: &[usize]) -> Vec<Choice> {
    Reference::new(&race(window).program, race(window).seed(), seats).play(answers).to_vec()
}

fn choose(window: &mut Harness<'static, App>, option: usize) {
    window.state_mut().apply(RaceMessage::Choose(option));
}

#[test]
fn the_race_is_the_same_however_long_bots_think() {
    const MOST: usize = 16;
    let mut window = window(library());
    playtest::open(&mut window, "skoot");
    let players = race(&window).program.players;
    let seats: Vec<Seat> = (0..players).map(|n| [Seat::Greedy, Seat::Quick, Seat::Random][n % 3]).collect();
    window.state_mut().sitting.seats.clone_from(&seats);
    until(&mut window, |window| race(window).path().sum().choices >= MOST);
    let choices = &race(&window).game().choices;
    assert!(choices.len() >= MOST, "{}", choices.len());
    let mut reference = Reference::new(&race(&window).program, race(&window).seed(), &seats);
    reference.go_on(choices.len());
    assert_eq!(&reference.game.choices, choices);
}

#[test]
fn what_is_taken_back_while_a_bot_thinks_is_not_answered_any_more() {
    let (mut window, seats) = against_thinkers("skoot");
    let first = race(&window).path().sum().choices;
    choose(&mut window, 0);
    for frames in [0, 1, 2] {
        (0..frames).for_each(|_| window.step());
        window.state_mut().apply(Action::Undo);
        assert_eq!(race(&window).path().sum().choices, first);
        choose(&mut window, 1);
    }
    settle(&mut window);
    assert_eq!(race(&window).game().choices, reference(&window, &seats, &[1]));
    // So does a race that is begun anew.
    choose(&mut window, 0);
    window.step();
    window.state_mut().apply(RaceMessage::NewRace);
    settle(&mut window);
    assert_eq!(race(&window).game().choices, reference(&window, &seats, &[]));
    window.state_mut().apply(Action::Undo);
    settle(&mut window);
    assert_eq!(race(&window).game().choices, reference(&window, &seats, &[1, 0]));
}

#[test]
fn one_looks_back_while_a_bot_thinks() {
    let (mut window, seats) = against_thinkers("skoot");
    choose(&mut window, 2);
    window.step();
    for stop in [0, 1] {
        window.state_mut().apply(Action::Playtest(Act::LookAt(stop)));
        window.step();
    }
    settle(&mut window);
    window.state_mut().apply(Action::Playtest(Act::Now));
    settle(&mut window);
    assert_eq!(race(&window).game().choices, reference(&window, &seats, &[2]));
    // Played on from before the answer, what follows is as it was.
    let stop = stop_after(&window, 0);
    window.state_mut().apply(Action::Playtest(Act::LookAt(stop)));
    window.state_mut().apply(Action::Playtest(Act::PlayFromHere));
    window.step();
    window.state_mut().apply(Action::Playtest(Act::Play(true)));
    settle(&mut window);
    choose(&mut window, 1);
    settle(&mut window);
    assert_eq!(race(&window).game().choices, reference(&window, &seats, &[1]));
}

/// Takes first options until a bot is asked, which it isn't yet; returns how many.
fn to_a_bot(window: &mut Harness<'static, App>) -> usize {
    for answers in 0..100 {
        let race = window.state_mut().sitting.race.as_mut().expect("a race");
        race.skip();
        match race.waiting(Pace::Instant) {
            Waiting::Bot => return answers,
            Waiting::Person => race.choose(0),
            other => panic!("{other:?}"),
        }
    }
    panic!("no bot is ever asked");
}

/// Lets bots answer until nobody but a person is asked.
fn answered(window: &mut Harness<'static, App>, thinker: &mut Thinker) {
    let race = window.state_mut().sitting.race.as_mut().expect("a race");
    while race.waiting(Pace::Instant) == Waiting::Bot {
        race.ask_bots(thinker, Pace::Instant, Duration::from_secs(1));
    }
}

#[test]
fn an_answer_to_what_is_not_asked_any_more_is_dropped() {
    let (mut window, seats) = against_thinkers("skoot");
    let mut thinker = Thinker::default();
    let answers = to_a_bot(&mut window);
    let race = window.state_mut().sitting.race.as_mut().expect("a race");
    // A bot begins to think; then the state is changed by hand.
    race.ask_bots(&mut thinker, Pace::Instant, Duration::ZERO);
    let at = race.path().sum().choices;
    let space = race.program.spaces[9].to_string();
    let edit = Edit::of(&race.program, What::Piece(PieceId(0), 1), &space).expect("a piece");
    race.edit(&edit).expect("it can be set");
    assert_eq!(race.waiting(Pace::Instant), Waiting::Paused);
    assert!(!race.ask_bots(&mut thinker, Pace::Instant, Duration::from_secs(1)), "it waits");
    race.act(Act::Play(true));
    answered(&mut window, &mut thinker);
    let race = self::race(&window);
    let mut reference = Reference::new(&race.program, race.seed(), &seats);
    reference.go_on(usize::MAX);
    (0..answers).for_each(|_| reference.game.choose(0).expect("a person is asked"));
    reference.go_on(at);
    reference.game.edit(&edit).expect("it can be set");
    reference.go_on(usize::MAX);
    assert_eq!(race.game().choices, reference.game.choices);

    // A bot begins to think; then a person takes its seat.
    to_a_bot(&mut window);
    let race = window.state_mut().sitting.race.as_mut().expect("a race");
    race.ask_bots(&mut thinker, Pace::Instant, Duration::ZERO);
    let before = race.game().choices.clone();
    race.seats = vec![Seat::Human; seats.len()];
    assert!(!race.ask_bots(&mut thinker, Pace::Instant, Duration::from_secs(1)));
    assert_eq!(race.game().choices, before);
    // Who answers at random instead has the luck that was left.
    let random = vec![Seat::Random; seats.len()];
    race.seats = random;
    while race.path().sum().choices == before.len() {
        race.ask_bots(&mut thinker, Pace::Instant, Duration::ZERO);
    }
    assert_eq!(race.game().choices[..before.len()], before);
}

#[test]
fn a_bots_luck_is_its_own() {
    let (window, seats) = against_thinkers("skoot");
    let mut table = Table::new(&race(&window).program, &seats);
    table.start(race(&window).seed());
    let luck: Vec<BotStream> = (0..seats.len()).map(|seat| bot_stream(race(&window).seed(), seat)).collect();
    assert_eq!(table.streams, luck, "as everywhere else");
}

#[test]
fn rules_are_changed_while_a_bot_thinks() {
    let (mut window, _) = against_thinkers("skoot");
    choose(&mut window, 1);
    for laps in ["2", "9", "3"] {
        window.state_mut().apply(SetupMessage::Set("laps".into(), Some(laps.into())));
        window.step();
    }
    settle(&mut window);
    let program = &race(&window).program;
    let laps = program.ir.params.iter().position(|p| &*p.name == "laps").expect("a param of SKOOT");
    assert_eq!(program.params[laps], [3]);
    assert_asked(&window);
}

/// What was done while the race was being taken over is not lost by that.
#[test]
fn somebody_answers_otherwise_while_the_race_is_taken_over() {
    let mut window = window(library());
    window.state_mut().sitting.seats = [Seat::Human; 1].into_iter().chain([Seat::Random; 7]).collect();
    settle(&mut window);
    choose(&mut window, 2);
    settle(&mut window);
    let mut seen = 0;
    for n in 0..40 {
        let before = race(&window).game().choices.clone();
        if race(&window).question().is_none_or(|question| question.options.len() < 2) {
            window.state_mut().apply(RaceMessage::NewRace);
            settle(&mut window);
            continue;
        }
        choose(&mut window, n % 2);
        settle(&mut window);
        let first = race(&window).game().choices[before.len()].clone();
        window.state_mut().apply(SetupMessage::Set("laps".into(), Some(["9", "8"][n % 2].into())));
        for _ in 0..10_000 {
            window.step();
            if window.state().sitting.is_taking() || !window.state().is_building() {
                break;
            }
        }
        if window.state().sitting.is_taking() {
            window.state_mut().apply(Action::Undo);
            choose(&mut window, 1 - n % 2);
            settle(&mut window);
            let now = &race(&window).game().choices;
            assert!(now.iter().zip(&before).all(|(now, before)| now == before));
            assert_ne!(now.get(before.len()), Some(&first), "what was taken back is not back");
            seen += 1;
        }
        if seen > 2 {
            break;
        }
        window.state_mut().apply(RaceMessage::NewRace);
        settle(&mut window);
    }
    assert!(seen > 0, "it is never seen while it is taken over");
}

#[test]
fn what_is_being_begun_is_called_off() {
    let (mut window, seats) = against_thinkers("skoot");
    choose(&mut window, 1);
    settle(&mut window);
    let (choices, wanted) = (race(&window).game().choices.clone(), window.state().sitting.wanted.clone());
    for action in [
        Action::Race(RaceMessage::NewRace),
        Action::Race(RaceMessage::Restart),
        Action::Setup(SetupMessage::Seed(99)),
        Action::Setup(SetupMessage::Track("flat".into())),
        Action::Setup(SetupMessage::Players(2)),
    ] {
        window.state_mut().apply(action.clone());
        window.state_mut().apply(Action::Undo);
        settle(&mut window);
        assert_eq!(race(&window).game().choices, choices, "{action:?}");
        assert_eq!(
            (&window.state().sitting.wanted.track, window.state().sitting.seed),
            (&wanted.track, race(&window).seed()),
            "{action:?}"
        );
    }
    choose(&mut window, 0);
    settle(&mut window);
    assert_eq!(race(&window).game().choices, reference(&window, &seats, &[1, 0]));
    // One beginning after the other: the last one counts.
    for seed in [5, 6, 7, 8] {
        window.state_mut().apply(SetupMessage::Seed(seed));
    }
    settle(&mut window);
    assert_eq!((race(&window).seed(), race(&window).game().choices.clone()), (8, reference(&window, &seats, &[])));
}

#[test]
fn rulesets_are_chosen_one_after_the_other_while_bots_think() {
    let (mut window, _) = against_thinkers("skoot");
    choose(&mut window, 1);
    for name in ["biathlon-blast", "hell-on-eight-wheels", "ski-the-mountain", "skoot", "biathlon-blast"] {
        window.state_mut().apply(SetupMessage::Ruleset(name.into()));
        window.step();
        window.state_mut().apply(Action::Undo);
        choose(&mut window, 0);
        window.step();
    }
    built(&mut window);
    assert_eq!(&*race(&window).ruleset.name, "biathlon-blast");
    assert_eq!(window.state().ruleset.as_ref().map(|ruleset| ruleset.name.to_string()), Some("biathlon-blast".to_owned()));
    let titles: Vec<&str> = window.state().catalogue.tracks.iter().map(|track| track.title.as_str()).collect();
    assert!(!titles.is_empty() && window.state().catalogue.tracks.iter().any(|track| track.title != track.file), "{titles:?}");
}
