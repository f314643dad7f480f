//! What is played in one sitting, without a window: work beside it that comes late, or twice, changes nothing.

use std::time::Duration;

use editor::live::News;
use editor::playtest::follow::Told;
use editor::playtest::timeline::{Stride, Way};
use editor::playtest::wanted::{Difference, Wanted};
use editor::playtest::{Act, Pace, Sitting, Waiting};
use interpreter::game::Choice;
use interpreter::players::Seat;
use interpreter::ruleset::Texts;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const LONG: Duration = Duration::from_secs(120);
const RULES: &str = include_str!("../ui/small/small.rules");

/// The small game with these rules.
fn texts(rules: &str) -> Texts {
    let files = [
        ("game.ron", include_str!("../ui/small/game.ron")),
        ("small.rules", rules),
        ("moves.ron", include_str!("../ui/small/moves.ron")),
    ];
    Texts {
        name: "small".to_owned(),
        files: files.map(|(name, text)| (name.to_owned(), Ok(text.into()))).into(),
        tracks: [("line".to_owned(), Ok(include_str!("../ui/small/line.ron").into()))].into(),
        ..Texts::default()
    }
}

/// What changes rules, or begins another race.
#[derive(Clone, Debug)]
enum Change {
    Rules(usize),
    Breeze(bool),
    Seed(u64),
}

/// What a person does in the race.
#[derive(Clone, Debug)]
enum Deed {
    Answer(usize),
    LookBack(Stride),
    Now,
    /// These are done only while nothing is being worked out.
    Undo,
    Redo,
    Restart,
    PlayFromHere,
}

fn changes() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => (0..4usize).prop_map(Change::Rules),
        2 => any::<bool>().prop_map(Change::Breeze),
        1 => (0..3u64).prop_map(Change::Seed),
    ]
}

/// What is done meanwhile, and what is done afterwards.
fn deeds() -> (impl Strategy<Value = Vec<Deed>>, impl Strategy<Value = Vec<Deed>>) {
    let meanwhile = || {
        prop_oneof![
            4 => (0..9usize).prop_map(Deed::Answer),
            1 => Just(Deed::LookBack(Stride::Decision)),
            1 => Just(Deed::LookBack(Stride::Turn)),
            1 => Just(Deed::Now),
        ]
    };
    let afterwards = prop_oneof![
        8 => meanwhile(),
        2 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
        1 => Just(Deed::Restart),
        1 => Just(Deed::PlayFromHere),
    ];
    (proptest::collection::vec(meanwhile(), 0..3), proptest::collection::vec(afterwards, 0..6))
}

/// A sitting, and its clock.
struct Tried {
    sitting: Sitting,
    now: f64,
}

impl Tried {
    fn new() -> Tried {
        let wanted = Wanted { ruleset: "small".to_owned(), ..Wanted::default() };
        let mut sitting = Sitting::new(wanted, 7, Pace::Instant);
        sitting.seats = vec![Seat::Human, Seat::Random];
        sitting.live.open(texts(RULES), sitting.wanted.setup());
        sitting.begin_other();
        let mut tried = Tried { sitting, now: 0.0 };
        tried.settle();
        assert!(tried.sitting.race.is_some(), "it can be played");
        tried
    }

    fn change(&mut self, change: &Change) {
        match change {
            Change::Rules(n) => {
                let others =
                    [("wind = north", "wind = west"), ("repeat 3 times", "repeat 2 times"), ("card Move", "// Two.\ncard Move")];
                let other = n.checked_sub(1).map(|n| others[n]);
                let rules = other.map_or(RULES.to_owned(), |(is, becomes)| RULES.replace(is, becomes));
                self.sitting.live.set_disk(texts(&rules));
            }
            Change::Breeze(on) => {
                self.sitting.wanted.settings = on.then(|| ("breeze".to_owned(), "true".to_owned())).into_iter().collect();
                self.sitting.switched();
            }
            Change::Seed(seed) => {
                self.sitting.seed = *seed;
                self.sitting.begin(Told::anew("with another seed"));
            }
        }
    }

    fn does(&mut self, deed: &Deed) {
        let sitting = &mut self.sitting;
        match deed {
            Deed::Answer(n) => {
                let option = |race: &mut editor::playtest::Race| {
                    let options = race.asked().map_or(1, |question| question.options.len());
                    race.choose(n % options);
                };
                sitting.asked_race().into_iter().for_each(option);
            }
            Deed::LookBack(stride) => drop(sitting.on_race(|race| race.act(Act::Step(*stride, Way::Back)))),
            Deed::Now => drop(sitting.on_race(|race| race.act(Act::Now))),
            Deed::PlayFromHere => drop(sitting.on_race(|race| race.act(Act::PlayFromHere))),
            Deed::Undo => sitting.undo(),
            Deed::Redo => sitting.redo(),
            Deed::Restart => sitting.restart(),
        }
    }

    /// Builds what is wanted, and hears of it. Nothing that follows from it has come yet.
    fn build(&mut self) {
        while let Some(news) = self.sitting.live.build_now() {
            self.sitting.hear(news);
        }
    }

    /// Waits for all that is being worked out, and for the bots.
    fn settle(&mut self) {
        for _ in 0..10_000 {
            self.build();
            self.sitting.follow(LONG);
            if self.sitting.is_changing() {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            self.now += 1.0;
            let next = self.sitting.go_on(self.now);
            let waiting = self.sitting.race.as_ref().map(|race| race.waiting(Pace::Instant));
            if next.is_none() && !matches!(waiting, Some(Waiting::Bot | Waiting::Showing)) {
                return;
            }
            // What is worked out beside it needs time, and not turns of this loop.
            if next != Some(Duration::ZERO) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        panic!("it never comes to an end");
    }

    /// All that somebody can see of it.
    fn seen(&self) -> Seen {
        let race = self.sitting.race.as_ref().expect("a race is on the table");
        let branches = race.branches().iter().map(|branch| branch.title()).collect();
        Seen {
            choices: race.game().choices,
            hash: race.game().hash(),
            shown: (race.looks_back, race.scene.sum.lines, race.scene.state.to_vec()),
            wanted: self.sitting.wanted.clone(),
            told: self.sitting.told.clone(),
            undoes: self.sitting.undoes(),
            branches,
            away: self.sitting.shelf.away().map(|(_, title)| title.to_owned()).collect(),
            without: self.sitting.played_without(),
        }
    }
}

#[derive(Debug, PartialEq)]
struct Seen {
    choices: Vec<Choice>,
    hash: u64,
    shown: (bool, usize, Vec<i32>),
    wanted: Wanted,
    told: Option<Told>,
    undoes: Option<String>,
    branches: Vec<String>,
    away: Vec<String>,
    without: Vec<Difference>,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    /// In one sitting a person goes on while a change is being taken up; in the other all that is done first, and then changed.
    #[test]
    fn work_that_comes_late_or_twice_changes_nothing(
        steps in proptest::collection::vec((changes(), deeds().0, deeds().1), 1..6)
    ) {
        let [mut late, mut early] = [Tried::new(), Tried::new()];
        for (change, meanwhile, afterwards) in &steps {
            late.change(change);
            late.build();
            meanwhile.iter().for_each(|deed| late.does(deed));
            late.settle();
            meanwhile.iter().for_each(|deed| early.does(deed));
            early.change(change);
            early.settle();
            let seen = late.seen();
            prop_assert_eq!(&seen, &early.seen(), "{:?}", steps);
            // The same build comes once more.
            let again = late.sitting.live.good().cloned().expect("it can be played");
            late.sitting.hear(News::Built(again));
            late.settle();
            prop_assert_eq!(seen, late.seen(), "{:?}", steps);
            for deed in afterwards {
                for tried in [&mut late, &mut early] {
                    tried.does(deed);
                    tried.settle();
                }
            }
        }
    }

    /// What is played, and what is undone, all the way back and on again, leads to the same.
    #[test]
    fn undo_across_changes_and_back_leads_to_the_same(
        steps in proptest::collection::vec((changes(), deeds().1), 1..5)
    ) {
        let mut tried = Tried::new();
        for (change, deeds) in &steps {
            if !matches!(change, Change::Seed(_)) {
                tried.change(change);
                tried.settle();
            }
            for deed in deeds {
                tried.does(deed);
                tried.settle();
            }
        }
        tried.does(&Deed::Now);
        let now = |tried: &Tried| tried.seen().hash;
        let (last, mut way) = (now(&tried), vec![]);
        while tried.sitting.race.as_ref().is_some_and(|race| race.can_undo()) {
            way.push(now(&tried));
            tried.sitting.on_race(|race| race.undo());
        }
        for then in way.into_iter().rev() {
            tried.sitting.redo();
            prop_assert_eq!(now(&tried), then, "{:?}", steps);
        }
        prop_assert_eq!(now(&tried), last);
    }
}
