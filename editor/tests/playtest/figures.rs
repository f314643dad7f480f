//! Figures that fill in beside the window: which they are, when they are of something else, and what is told when nothing comes of it.

use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use editor::beside::Wake;
use editor::figures::words::{left, number, points, signed};
use editor::figures::{Job, Played, Runner, Side, Snapshot};
use editor::files::Library;
use editor::workspace::Workspace;
use interpreter::players::Seat;
use interpreter::ruleset::{Setup, Texts};
use interpreter::simulate::{Counts, compare, simulate};

fn texts(name: &str) -> Texts {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Library { rulesets: project.join("rulesets"), tracks: project.join("tracks") }.read(name)
}

fn side(texts: &Texts, settings: &[&str]) -> Side {
    let settings = settings.iter().map(|set| (*set).to_owned()).collect();
    let workspace = Workspace::new(texts.clone(), Setup { settings, ..Setup::default() });
    Side::of(&workspace.job().expect("something is to be built").run()).expect("it can be played")
}

/// SKOOT in which somebody who rests late is too tired.
fn tired() -> Side {
    let mut texts = texts("skoot");
    let rules = texts.files["skoot.rules"].clone().expect("a text");
    let broken = rules.replace("rule rest(p: player) {", "rule rest(p: player) {\n  if round > 30 { fail \"{p} is too tired\" }");
    texts.files.insert("skoot.rules".to_owned(), Ok(broken.into()));
    side(&texts, &[])
}

fn job(now: Side, before: Option<Side>, games: u64) -> Job {
    Job { now, before, bots: Seat::Random, seed: 3, games }
}

fn runner(threads: usize) -> Runner {
    Runner::with_threads(NonZero::new(threads))
}

fn nobody() -> Wake {
    Arc::new(|| {})
}

fn done(runner: &Runner) -> Arc<Snapshot> {
    let begun = Instant::now();
    while runner.is_busy() {
        assert!(begun.elapsed() < Duration::from_secs(300), "it never ends");
        std::thread::sleep(Duration::from_millis(2));
    }
    runner.newest().expect("it has ended")
}

fn played(snapshot: &Snapshot) -> &Played {
    snapshot.played.as_ref().expect("games were played")
}

fn without_stops(counts: &Counts) -> Counts {
    Counts { stops: None, ..counts.clone() }
}

#[test]
fn figures_are_those_of_sim_on_any_number_of_threads() {
    let now = side(&texts("skoot"), &[]);
    let seats = vec![Seat::Random; now.program.players];
    let expected = simulate(&now.program, &seats, 3, 0..700, &|_| {}, &AtomicBool::new(false));
    for threads in [1, 2] {
        let mut runner = runner(threads);
        runner.want(job(now.clone(), None, 700), &nobody());
        let snapshot = done(&runner);
        assert!(without_stops(played(&snapshot).now()) == expected, "{threads} threads");
        assert_eq!(snapshot.rests_on(), "700 of 700 games, 4 players (all random), seed 3");
    }
}

#[test]
fn differences_to_what_is_pinned_are_those_of_compare() {
    let (before, now) = (side(&texts("skoot"), &[]), side(&texts("skoot"), &["laps=2"]));
    let seats = vec![Seat::Random; now.program.players];
    let expected = compare([&before.program, &now.program], &seats, 3, 0..300, &|_| {}, &AtomicBool::new(false));
    let mut runner = runner(1);
    runner.want(job(now, Some(before), 300), &nobody());
    let snapshot = done(&runner);
    let Played::Two(comparison) = played(&snapshot) else { panic!("both are played") };
    assert!(comparison.pairs == expected.pairs);
    assert!(without_stops(&comparison.first) == expected.first && without_stops(&comparison.second) == expected.second);
    let rounds =
        snapshot.parts.iter().flat_map(|part| &part.lines).find(|line| line.key == "rounds").expect("rounds are counted");
    assert!(
        rounds.differs() && rounds.difference.is_some_and(|difference| difference.high < 0.0),
        "two loops take less: {rounds:?}"
    );
    assert!(rounds.texts.told.contains("; before ") && rounds.texts.told.ends_with(": differs"), "{}", rounds.texts.told);
}

/// Games of an endless job are called off at once, and nothing of it comes later.
#[test]
fn the_newest_job_wins_and_figures_come_in_quickly() {
    let texts = texts("skoot");
    let heard = Arc::new(AtomicUsize::new(0));
    let wake: Wake = {
        let heard = heard.clone();
        Arc::new(move || {
            heard.fetch_add(1, Ordering::Relaxed);
        })
    };
    let mut runner = runner(1);
    runner.want(Job { bots: Seat::Greedy, ..job(side(&texts, &[]), None, u64::MAX) }, &wake);
    let begun = Instant::now();
    while runner.newest().is_none() || heard.load(Ordering::Relaxed) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(300), "no figures, or nobody hears of them");
        std::thread::sleep(Duration::from_millis(2));
    }
    runner.want(job(side(&texts, &["laps=2"]), None, 64), &wake);
    assert!(!runner.is_of_asked(&runner.newest().expect("the old stay until there are new ones")));
    assert_eq!(done(&runner).job.now.settings, ["laps=2"]);
    // Played on the same thread: when a third comes to its end, what was called off can't be going on.
    runner.want(job(side(&texts, &["laps=1"]), None, 64), &wake);
    let mut told = vec![];
    while told.last() != Some(&vec!["laps=1".to_owned()]) || runner.is_busy() {
        assert!(begun.elapsed() < Duration::from_secs(300), "it never ends");
        told.extend(runner.newest().map(|newest| newest.job.now.settings.clone()));
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(told.iter().all(|settings| !settings.is_empty()), "nothing comes of what was called off");
}

#[test]
fn equal_texts_and_settings_are_not_played_again() {
    let texts = texts("skoot");
    let mut runner = runner(1);
    runner.want(job(side(&texts, &[]), None, 64), &nobody());
    let first = done(&runner);
    runner.want(job(side(&texts, &[]), None, 64), &nobody());
    assert!(!runner.is_busy() && Arc::ptr_eq(&done(&runner), &first));
    assert_ne!(side(&texts, &["laps=2"]).hash, side(&texts, &[]).hash);
    // Neither comments nor tests are played, nor other tracks.
    let with = |name: &str, more: &str| {
        let mut other = texts.clone();
        let text = texts.get(name).cloned().expect("a text").expect("it can be read");
        assert!(other.set(name, Ok(format!("{text}\n{more}").into())));
        side(&other, &[])
    };
    let track = format!("tracks/skoot/{}.ron", if &*first.job.now.track == "flat" { "hilly" } else { "flat" });
    let test = "test \"two\" on \"flat\" for 2 players { expect 1 + 1 == 2 }";
    for (name, more) in [("skoot/skoot.rules", "// why"), ("skoot/skoot.rules", test), (&track, "// why")] {
        runner.want(job(with(name, more), None, 64), &nobody());
        assert!(!runner.is_busy() && Arc::ptr_eq(&done(&runner), &first), "{more}");
    }
    assert_ne!(with("skoot/skoot.rules", "rule more() { }").hash, first.job.now.hash);
}

#[test]
fn a_paused_runner_plays_nothing() {
    let side = side(&texts("skoot"), &[]);
    let mut runner = runner(1);
    runner.rest(true);
    runner.want(job(side.clone(), None, 64), &nobody());
    // As long as another takes for ten times as much.
    let mut other = self::runner(1);
    other.want(job(side, None, 640), &nobody());
    done(&other);
    assert!(runner.newest().is_none());
    runner.rest(false);
    assert_eq!(done(&runner).games(), 64);
}

#[test]
fn games_that_fail_are_told() {
    let mut runner = runner(1);
    runner.want(job(tired(), None, 200), &nobody());
    let snapshot = done(&runner);
    let counts = played(&snapshot).now();
    assert!(counts.failed > 0 && counts.failed < 200);
    assert!(snapshot.troubles[0].contains(" of 200 games failed ("), "{:?}", snapshot.troubles);
    assert!(counts.failure.as_ref().is_some_and(|failure| failure.problem.message.contains("is too tired")));
}

/// People can't sit in a simulation: asking for it is a fault of the program, such as a bot or a rule might have.
#[test]
fn a_panic_is_told_and_the_next_job_is_played() {
    let now = side(&texts("skoot"), &[]);
    let mut runner = runner(1);
    runner.want(Job { bots: Seat::Human, ..job(now.clone(), None, 64) }, &nobody());
    assert!(done(&runner).fault.as_ref().is_some_and(|why| why.contains("only bots play")));
    runner.want(job(now, None, 64), &nobody());
    assert_eq!(done(&runner).games(), 64);
}

#[test]
fn stops_are_counted_beside_the_same_games() {
    let mut runner = runner(1);
    let now = side(&texts("skoot"), &[]);
    runner.want(job(now.clone(), None, 64), &nobody());
    let snapshot = done(&runner);
    assert_eq!(snapshot.stops.len(), now.program.spaces.len());
    assert!(snapshot.stops.iter().flatten().all(|stops| stops.n == 64));
    assert!(snapshot.stops.iter().flatten().map(|stops| stops.value).sum::<f64>() > 4.0, "everybody rests somewhere");
}

#[test]
fn the_time_left_is_told_roughly() {
    let left = |secs| left(Duration::from_secs_f64(secs));
    assert_eq!([left(0.2), left(43.0), left(200.0)], ["about 1 s left", "about 45 s left", "about 4 min left"]);
    assert_eq!(left(9_000.0), "about 3 h left");
}

#[test]
fn numbers_are_grouped_and_signed() {
    assert_eq!(number(1_234_567), "1\u{202f}234\u{202f}567");
    assert_eq!(number(12), "12");
    assert_eq!([signed(0.0), signed(-0.5), signed(1.25)], ["0.000", "−0.500", "+1.250"]);
    assert_eq!(points(-0.012), "−1.20 pts");
}
