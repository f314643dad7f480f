//! Batches of SKOOT: what is known of the game comes out, whatever the threads. What Ski the Mountain is to be like is judged.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use interpreter::players::{Seat, Table};
use interpreter::program::Program;
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::simulate::{Batches, Comparison, Counts, Figure, compare, simulate};
use interpreter::stats::{self, Estimate, Verdict};
use interpreter::vm::random::derive_seed;
use interpreter::vm::{Host, Machine};

fn skoot(addons: &[&str], settings: &[&str]) -> Arc<Program> {
    let setup = Setup {
        addons: addons.iter().map(|a| (*a).to_owned()).collect(),
        track: Some("hilly".to_owned()),
        players: Some(4),
        settings: settings.iter().map(|s| (*s).to_owned()).collect(),
        ..Setup::default()
    };
    crate::common::program(&crate::common::ruleset("skoot"), &setup)
}

fn run(program: &Program, seats: [Seat; 4], games: Range<u64>, threads: usize) -> Counts {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    pool.install(|| simulate(program, &seats, 1, games, &|_| {}, &AtomicBool::new(false)))
}

fn against(first: &Program, second: &Program, games: Range<u64>) -> Comparison {
    compare([first, second], &[Seat::Random; 4], 1, games, &|_| {}, &AtomicBool::new(false))
}

fn estimate(program: &Program, counts: &Counts, figure: Figure) -> Estimate {
    stats::rows(program, counts).into_iter().find(|r| r.figure == figure).expect("the figure is counted").estimate
}

#[test]
fn counts_do_not_depend_on_threads_or_on_how_a_batch_is_parted() {
    let program = skoot(&["heart_rate"], &[]);
    let one = run(&program, [Seat::Random; 4], 0..300, 1);
    assert_eq!((one.games, one.unfinished, one.failed), (300, 0, 0));
    for threads in [2, 3] {
        assert!(run(&program, [Seat::Random; 4], 0..300, threads) == one, "{threads} threads");
    }
    let mut parts = run(&program, [Seat::Random; 4], 170..300, 2);
    parts.merge(&run(&program, [Seat::Random; 4], 0..170, 2));
    assert!(parts == one);
}

#[test]
fn quick_players_play_the_same_on_any_number_of_threads() {
    let program = skoot(&[], &[]);
    let hash = |threads| run(&program, [Seat::Quick, Seat::Random, Seat::Quick, Seat::Greedy], 0..130, threads).hash;
    assert_eq!(hash(1), hash(3));
}

/// The same number in debug and release builds, on any machine. Changed rules change it: look at the figures, then write the new one.
#[test]
fn equal_seeds_give_equal_games_everywhere() {
    let found = [skoot(&[], &[]), skoot(&["heart_rate", "realistic_shooting"], &[])]
        .map(|program| run(&program, [Seat::Random, Seat::Greedy, Seat::Random, Seat::Random], 0..20, 2).hash);
    assert_eq!(found, [0xed20_1a4c_2d3d_b9bf, 0xdf1c_c2bd_8208_23bf], "{found:#x?}");
}

#[test]
fn a_batch_that_is_called_off_counts_what_it_has_played() {
    let program = skoot(&[], &[]);
    let cancel = AtomicBool::new(false);
    let heard = AtomicU64::new(0);
    let progress = |games| {
        heard.fetch_add(games, Ordering::Relaxed);
        cancel.store(true, Ordering::Relaxed);
    };
    let counts = simulate(&program, &[Seat::Random; 4], 1, 0..100_000, &progress, &cancel);
    assert!(counts.games > 0 && counts.games < 100_000);
    assert_eq!(counts.games, heard.load(Ordering::Relaxed));
    assert_eq!(counts.games, counts.figures[0].n);
}

#[test]
fn random_play_on_hilly_misses_as_the_dice_say() {
    let program = skoot(&[], &[]);
    let counts = run(&program, [Seat::Random; 4], 0..6000, 2);
    assert_eq!(counts.finished(), 6000);
    let missed = program.ir.measures.iter().position(|m| &*m.name == "missed").expect("the measure is there");
    // Two visits to the range in each race.
    let per_visit = estimate(&program, &counts, Figure::Measure(missed)).value / 2.0;
    assert!((per_visit - 1.396).abs() < 0.02, "{per_visit}");
}

#[test]
fn seats_win_alike_where_the_first_player_is_drawn_but_turn_orders_do_not() {
    let program = skoot(&[], &[]);
    let counts = run(&program, [Seat::Random; 4], 0..6000, 2);
    for seat in 0..4 {
        let rate = estimate(&program, &counts, Figure::WinBySeat(seat));
        assert!(!rate.excludes(0.25), "seat {seat}: {rate:?}");
    }
    let orders = [0, 1, 2, 3].map(|n| estimate(&program, &counts, Figure::WinByOrder(n)));
    println!("wins by order of the first turn: {:?}", orders.map(|o| (o.value, o.low, o.high)));
    assert!(orders.iter().any(|rate| rate.excludes(0.25)), "{orders:?}");
    let shares = (0..4).map(|n| estimate(&program, &counts, Figure::WinBySeat(n)).value);
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9, "each game has one win to share");
}

#[test]
fn a_variant_does_not_differ_from_itself() {
    let program = skoot(&["heart_rate"], &[]);
    let comparison = against(&program, &program, 0..200);
    assert_eq!(comparison.first, comparison.second);
    assert_eq!(comparison.pairs.len(), Figure::all(&program).len());
    assert!(comparison.pairs.iter().all(|p| {
        let t = &p.difference;
        p.at[0] == p.at[1] && t.n == 200 && (t.min, t.max, t.squares) == (0, 0, 0)
    }));
    assert!(stats::paired_rows([&program, &program], &comparison).iter().all(|row| !row.differs()));
}

#[test]
fn the_same_luck_makes_differences_surer() {
    let (three, owed) = (skoot(&[], &[]), skoot(&[], &["climb_half_step=owed_next_turn"]));
    let comparison = against(&three, &owed, 0..1500);
    let rows = stats::paired_rows([&three, &owed], &comparison);
    let rounds = rows.iter().find(|r| r.first.figure == Figure::Rounds).expect("rounds are counted");
    assert!(rounds.differs() && rounds.difference.low > 0.0, "owed climbs take longer: {:?}", rounds.difference);
    let apart = (rounds.first.estimate.margin().powi(2) + rounds.second.estimate.margin().powi(2)).sqrt();
    assert!(rounds.difference.margin() < apart, "{} paired, {apart} apart", rounds.difference.margin());
}

#[test]
fn a_rule_error_is_counted_and_described() {
    let mut texts = crate::common::shipped("skoot");
    let rules = texts.files["skoot.rules"].clone().expect("a text");
    let broken = rules.replace("rule rest(p: player) {", "rule rest(p: player) {\n  if round > 30 { fail \"{p} is too tired\" }");
    texts.files.insert("skoot.rules".to_owned(), Ok(broken.into()));
    let program = crate::common::program(&Ruleset::read(&texts), &Setup::default());
    let counts = run(&program, [Seat::Random; 4], 0..200, 2);
    let failure = counts.failure.as_ref().expect("somebody rests late");
    assert!(counts.failed > 0 && counts.failed < 200 && counts.figures[0].n == counts.finished(), "{}", counts.failed);
    assert!(failure.problem.message.ends_with("is too tired (in `rest`)"), "{}", failure.problem.message);
    assert_eq!(failure.seed, derive_seed(1, failure.game));
    assert_eq!(run(&program, [Seat::Random; 4], 0..failure.game, 2).failed, 0, "it is the first");
    assert_eq!(run(&program, [Seat::Random; 4], 0..200, 3), counts);
}

#[test]
fn goals_of_the_rules_are_judged() {
    let program = skoot(&[], &[]);
    let few = stats::goals(&program, &run(&program, [Seat::Random; 4], 0..100, 2));
    let many = stats::goals(&program, &run(&program, [Seat::Random; 4], 0..6000, 2));
    fn spread(goals: &[stats::Judged]) -> &stats::Judged {
        goals.iter().find(|g| g.wanted.starts_with("spread(win_rate)")).expect("a goal")
    }
    assert_eq!(spread(&few).verdict, Verdict::Unsure);
    assert_ne!(spread(&many).verdict, Verdict::Red);
    let width = |goal: &stats::Judged| goal.estimate.map_or(f64::NAN, |e| e.margin());
    assert!(width(spread(&many)) < width(spread(&few)) / 3.0);
    let length = many.iter().find(|g| g.wanted.starts_with("p95(rounds)")).expect("a goal");
    assert!(length.estimate.is_some_and(|e| e.low <= e.value && e.value <= e.high), "{length:?}");
}

#[test]
fn wins_by_order_of_the_first_turn_are_a_goal() {
    let program = skoot(&[], &[]);
    let counts = run(&program, [Seat::Random; 4], 0..6000, 2);
    let goals = stats::goals(&program, &counts);
    let goal = goals.iter().find(|g| g.wanted.starts_with("spread(win_rate by order)")).expect("a goal");
    let shares: Vec<f64> = (0..4).map(|n| estimate(&program, &counts, Figure::WinByOrder(n)).value).collect();
    let by_hand = shares.iter().copied().fold(f64::MIN, f64::max) - shares.iter().copied().fold(f64::MAX, f64::min);
    let found = goal.estimate.expect("a spread");
    assert!((found.value - by_hand).abs() < 1e-9 && found.low > 0.0 && found.n == 6000, "{found:?}, {shares:?}");
    assert!(goal.note.ends_with("orders of the first turn"), "{}", goal.note);
}

#[test]
fn uneven_wins_are_told_where_no_goal_looks_at_them() {
    let told = |goals: [&str; 2], settings: &[&str], seats: [Seat; 4]| {
        let mut texts = crate::common::shipped("skoot");
        let rules = texts.files["skoot.rules"].clone().expect("a text");
        let rules = rules.replace("spread(win_rate) < 4%", goals[0]).replace("spread(win_rate by order) < 25%", goals[1]);
        texts.files.insert("skoot.rules".to_owned(), Ok(rules.into()));
        let settings = settings.iter().map(|s| (*s).to_owned()).collect();
        let program = crate::common::program(&Ruleset::read(&texts), &Setup { settings, ..Setup::default() });
        let counts = run(&program, seats, 0..2000, 2);
        let found = stats::uneven(&program, &counts, &seats);
        found.iter().map(|u| (u.figure, u.ends[0].0.clone(), u.ends[1].0.clone())).collect::<Vec<_>>()
    };
    let (seat, order, other) = ("spread(win_rate) < 4%", "spread(win_rate by order) < 25%", "p95(rounds) < 99");
    let (all, by_order) = ([Seat::Random; 4], "spread(win_rate by order)");
    assert_eq!(told([seat, order], &[], all), []);
    assert_eq!(told([seat, other], &[], all), [(by_order, "1st to have a turn".into(), "4th to have a turn".into())]);
    // The draw for the first player keeps the seats fair.
    assert_eq!(told([other, order], &[], all), []);
    // Who plays better wins more often: that is nothing to tell.
    let mixed = [Seat::Random, Seat::Random, Seat::Random, Seat::Greedy];
    assert_eq!(told([other, other], &["laps=1"], mixed), []);
    // Where seats have their turns in one order, it is told once, and one goal is enough.
    let in_order = ["first_player=first_seat"];
    assert_eq!(told([other, other], &in_order, all).iter().map(|t| t.0).collect::<Vec<_>>(), ["spread(win_rate)"]);
    assert_eq!(told([other, order], &in_order, all), []);
}

#[test]
fn players_who_think_beat_random_ones() {
    let program = skoot(&[], &[]);
    for thinker in [Seat::Quick, Seat::Greedy] {
        let counts = run(&program, [thinker, Seat::Random, Seat::Random, Seat::Random], 0..150, 2);
        let rate = estimate(&program, &counts, Figure::WinBySeat(0));
        println!("{} wins {rate:?}", thinker.name());
        assert!(rate.low > 0.25, "{} {rate:?}", thinker.name());
    }
}

#[test]
fn wins_are_counted_by_fields_of_players() {
    let ruleset = Ruleset::read(&crate::common::fixture("cards"));
    let program = crate::common::program(&ruleset, &Setup::default());
    let seats = vec![Seat::Random; program.players];
    let counts = simulate(&program, &seats, 3, 0..200, &|_| {}, &AtomicBool::new(false));
    let goal = &stats::goals(&program, &counts)[0];
    assert!(goal.wanted == "win_rate by favourite in 5%..60%" && goal.is_share && goal.estimate.is_some(), "{goal:?}");
    let favourites = Figure::all(&program).into_iter().zip(&counts.figures);
    let favourites: Vec<_> = favourites.filter(|(f, _)| matches!(f, Figure::WinByField(..))).collect();
    assert_eq!(favourites.len(), 16, "one for each card");
    assert!(favourites.iter().any(|(f, _)| f.key(&program) == "win_rate.favourite.Jump"));
    assert!(favourites.iter().all(|(_, t)| t.n < 200) && favourites.iter().any(|(_, t)| t.sum > 0));
}

#[test]
fn values_that_nobody_had_do_not_count_against_a_goal() {
    let mut texts = crate::common::fixture("cards");
    let rules = texts.files["cards.rules"]
        .clone()
        .expect("a text")
        .replace("  shuffle deck\n", "  shuffle deck\n  for p in players { p.met = if p == player(1) then start else finish }\n");
    let more = "player { met: space? }\ngoal \"it is all the same\": spread(win_rate by met) < 99%\n";
    texts.files.insert("cards.rules".to_owned(), Ok(format!("{rules}{more}").into()));
    let program = crate::common::program(&Ruleset::read(&texts), &Setup { players: Some(4), ..Setup::default() });
    assert!(program.spaces.len() > 2);
    let counts = run(&program, [Seat::Random; 4], 0..300, 2);
    let goals = stats::goals(&program, &counts);
    let goal = goals.iter().find(|goal| goal.title == "it is all the same").expect("it is there");
    assert!(goal.estimate.is_some(), "{goal:?}");
}

/// No goal of the games that are shipped asks for a figure that isn't counted.
#[test]
fn goals_of_the_shipped_games_can_be_judged() {
    for game in ["skoot", "biathlon-blast", "ski-the-mountain", "hell-on-eight-wheels"] {
        let program = crate::common::program(&Ruleset::read(&crate::common::shipped(game)), &Setup::default());
        let seats = vec![Seat::Random; program.players];
        let counts = simulate(&program, &seats, 1, 0..3, &|_| {}, &AtomicBool::new(false));
        let goals = stats::goals(&program, &counts);
        assert!(!goals.is_empty(), "{game}");
        goals.iter().for_each(|goal| assert_ne!(goal.verdict, Verdict::Unknown, "{game}: {goal:?}"));
    }
}

/// A measure at each of its keys, or at some that the rules name; of none, that is said.
#[test]
fn goals_of_measures_are_judged_by_their_keys() {
    let mut texts = crate::common::fixture("cards");
    let counted = "  shuffle deck\n  for s in ends { count visits[s] += 1 }\n  count visits[start] += 2; count shuffles += 1\n";
    let rules = texts.files["cards.rules"].clone().expect("a text").replace("  shuffle deck\n", counted);
    let more = r#"
const ends = those s in space where s == start or s == finish
const nowhere: set of space = []
measure visits per space
measure shuffles
goal "each end": visits by ends in 1..3
goal "each space": visits by space >= 1
goal "ends alike": evenness(visits by ends) in 49%..51%
goal "spaces alike": evenness(visits) > 5%
goal "far apart": spread(visits by ends) == 2
goal "least": min(visits by ends) == 1
goal "by a set of nothing": evenness(visits by nowhere) > 0
"#;
    texts.files.insert("cards.rules".to_owned(), Ok(format!("{rules}{more}").into()));
    let program = crate::common::program(&Ruleset::read(&texts), &Setup { players: Some(4), ..Setup::default() });
    let goals = stats::goals(&program, &run(&program, [Seat::Random; 4], 0..300, 2));
    let goal = |title: &str| goals.iter().find(|goal| goal.title == title).expect("it is there");
    for (title, value, verdict) in [
        ("each end", 1.0, Verdict::Green),
        ("each space", 0.0, Verdict::Red),
        ("ends alike", 0.5, Verdict::Green),
        ("spaces alike", 0.0, Verdict::Red),
        ("far apart", 2.0, Verdict::Green),
        ("least", 1.0, Verdict::Green),
    ] {
        let goal = goal(title);
        assert_eq!((goal.estimate.map(|e| e.value), goal.verdict), (Some(value), verdict), "{goal:?}");
    }
    let nothing = goal("by a set of nothing");
    assert_eq!((nothing.verdict, &*nothing.note), (Verdict::Unknown, "there are 0 keys to compare"));
}

/// What is counted of games is counted again by hand.
#[test]
fn stops_are_where_pieces_stand_when_turns_begin_and_at_the_end() {
    #[derive(Default)]
    struct ByHand {
        stood: Option<Vec<i32>>,
        stops: std::collections::BTreeMap<i32, i64>,
    }
    impl ByHand {
        fn look(&mut self, program: &Program, machine: &Machine) {
            let (at, count) = program.layout.pieces[0];
            let now = machine.memory[usize::from(at)..][..count].to_vec();
            if let Some(stood) = &self.stood {
                for (now, _) in now.iter().zip(stood).filter(|(now, stood)| now != stood && **now >= 0) {
                    *self.stops.entry(*now).or_default() += 1;
                }
            }
            self.stood = Some(now);
        }
    }
    struct Looks<'a>(Table, &'a Program, ByHand);
    impl Host for Looks<'_> {
        fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
            self.0.decide(program, machine)
        }
        fn turn(&mut self, machine: &Machine, _: i32) {
            self.2.look(self.1, machine);
        }
    }
    let program = skoot(&["heart_rate"], &[]);
    let seats = [Seat::Random; 4];
    let mut expected = std::collections::BTreeMap::<i32, i64>::new();
    for n in 0..20 {
        let mut machine = Machine::new(&program);
        let mut host = Looks(Table::new(&program, &seats), &program, ByHand::default());
        machine.start(&program, derive_seed(1, n));
        host.0.start(derive_seed(1, n));
        machine.resume(&program, &mut host);
        host.2.look(&program, &machine);
        host.2.stops.into_iter().for_each(|(space, n)| *expected.entry(space).or_default() += n);
    }
    let batches = Batches::new(&program, &seats, 1, true);
    let play = |games, threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| batches.play(games, &|_| {}, &AtomicBool::new(false)))
    };
    let counts = play(0..20, 1);
    let stops = counts.stops.as_ref().expect("they are counted");
    assert!(stops.iter().all(|tally| tally.n == 20));
    let found = stops.iter().enumerate().map(|(space, tally)| (space as i32, tally.sum as i64)).filter(|(_, sum)| *sum > 0);
    assert_eq!(found.collect::<std::collections::BTreeMap<_, _>>(), expected);
    let mut parts = play(0..7, 2);
    parts.merge(&play(7..20, 2));
    assert!(parts == counts);
    assert!(Counts { stops: None, ..counts } == run(&program, seats, 0..20, 1), "nothing else is another");
}

/// The goals that days of greedy skiers surely miss on the shipped mountain.
fn missed_goals(texts: &Texts, days: u64) -> Vec<String> {
    let program = crate::common::program(&Ruleset::read(texts), &Setup { players: Some(4), ..Setup::default() });
    let counts = simulate(&program, &[Seat::Greedy; 4], 20_001, 0..days, &|_| {}, &AtomicBool::new(false));
    assert_eq!((counts.finished(), counts.at_random), (days, 0));
    let judged = stats::goals(&program, &counts).into_iter();
    judged.filter(|goal| goal.verdict == Verdict::Red).map(|goal| goal.title).collect()
}

/// A quarter of a second for each day: more of them are in NOTES.
#[test]
fn the_mountain_is_as_its_goals_want_it_until_it_is_spoilt() {
    let mut texts = crate::common::shipped("ski-the-mountain");
    assert_eq!(missed_goals(&texts, 100), [""; 0]);
    let track = texts.tracks.get_mut("three-towns").expect("the shipped mountain");
    let text = track.as_ref().expect("it can be read");
    let (as_drawn, generous) = ("\"Wolf-3\", \"Wolf-4\"], points: 15", "\"Wolf-3\", \"Wolf-4\"], points: 25");
    assert!(text.contains(as_drawn));
    *track = Ok(text.replace(as_drawn, generous).into());
    assert_eq!(missed_goals(&texts, 40), ["a day begins in every town", "no run lies idle"]);
}
