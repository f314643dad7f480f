//! What a designer waits for: from texts to a program, copying a state, any moment of a playtest and other rules at it, races and the rules
//! they spend their time in, and what a second thread brings.
//!
//! `cargo bench -p suite --bench stages`, or one part of it: `… -- read`, `build`, `refused`, `copy`, `playtest`, `rules`, `threads`. `GAME=biathlon-blast`
//! takes another ruleset than SKOOT with both add-ons on its hilly track: as it comes, on the track its manifest names.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use interpreter::players::{Seat, Table};
use interpreter::playtest::{By, Moment, Playtest};
use interpreter::program::{Pc, Program};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::simulate::simulate;
use interpreter::vm::random::derive_seed;
use interpreter::vm::{Host, Machine, Stop};
use suite::shipped;

const PLAYERS: usize = 4;

/// The median of so many samples of `run`, which returns seconds.
fn median(samples: usize, mut run: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..samples).map(|_| run()).collect();
    times.sort_by(f64::total_cmp);
    times[samples / 2]
}

fn timed<T>(run: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let made = black_box(run());
    let seconds = start.elapsed().as_secs_f64();
    // Nobody waits for what is put away behind them.
    drop(made);
    seconds
}

/// Whether this part is wanted: named on the command line, or nothing is.
fn wanted(part: &str) -> bool {
    let mut named = std::env::args().skip(1).filter(|a| !a.starts_with('-')).peekable();
    named.peek().is_none() || named.any(|a| a == part)
}

fn main() {
    let game = std::env::var("GAME").unwrap_or_else(|_| "skoot".to_owned());
    let texts = shipped::library().read(&game);
    let mut setup = Setup::default();
    if game == "skoot" {
        setup.players = Some(PLAYERS);
        setup.addons = vec!["heart_rate".into(), "realistic_shooting".into()];
        setup.track = Some("hilly".into());
    }
    let ruleset = Ruleset::read(&texts);
    let front = [
        ("read", "reading all its files", &(|| timed(|| Ruleset::read(&texts))) as &dyn Fn() -> f64),
        ("build", "weaving, board, compiling", &|| timed(|| ruleset.build(&setup))),
        ("front", "together", &|| {
            timed(|| {
                let ruleset = Ruleset::read(&texts);
                let built = ruleset.build(&setup);
                (ruleset, built)
            })
        }),
    ];
    if front.iter().any(|(part, ..)| wanted(part)) {
        println!("front end, {game}, texts to verified program (median of 51):");
    }
    for (_, title, run) in front.iter().filter(|(part, ..)| wanted(part)) {
        println!("  {title:26} {:>8.2} ms", median(51, run) * 1e3);
    }

    if wanted("refused") {
        refused(texts.clone());
    }

    let program = ruleset.build(&setup).program.expect("the ruleset has no errors");
    if wanted("copy") {
        copy(&program);
    }
    if wanted("playtest") {
        let other = ruleset.build(&setup).program.expect("the ruleset has no errors");
        playtest(&program, &other);
    }
    if wanted("rules") {
        rules(&program);
    }
    if wanted("threads") {
        threads(&program);
    }
}

/// A track with far more spaces than there may be, all with the same id: how long until it is refused, and what another build with it takes.
fn refused(mut texts: Texts) {
    const SPACES: usize = 100_000;
    let spaces = "(id: \"x\", at: (10, 10)),\n".repeat(SPACES);
    let track = format!("(ruleset: {:?}, name: \"Many\", sheet: (width: 100, height: 20), spaces: [\n{spaces}])", texts.name);
    texts.tracks.insert("many".into(), Ok(track.into()));
    let ruleset = Ruleset::read(&texts);
    let setup = Setup { track: Some("many".into()), ..Setup::default() };
    let without = ruleset.without_refused(&ruleset.build(&setup)).expect("it has an id twice");
    let (first, again) = (median(5, || timed(|| ruleset.build(&setup))), median(5, || timed(|| without.build(&setup))));
    println!("{SPACES} equal ids: refused in {:.0} ms, again in {:.0} ms (median of 5)", first * 1e3, again * 1e3);
}

fn copy(program: &Program) {
    let mut machine = Machine::new(program);
    let state = machine.state(program).to_vec();
    const COPIES: usize = 1_000_000;
    let copy = median(5, || {
        timed(|| {
            for _ in 0..COPIES {
                machine.memory[..program.state_len].copy_from_slice(black_box(&state));
            }
        })
    });
    println!("state: {} words; a copy {:.1} ns (median of 5)", program.state_len, copy / COPIES as f64 * 1e9);
}

/// A race with the first option of each question: moments all over it, one of them again, and other rules in its middle.
fn playtest(program: &Arc<Program>, other: &Arc<Program>) {
    let mut playtest = Playtest::new(None, program, 1, vec![]);
    let choices = |playtest: &Playtest| playtest.node(playtest.head()).map_or(0, |node| node.end.choices);
    while choices(&playtest) < 400 && playtest.choose(0, By::Bot, 0, [].into()).is_ok() {}
    let (head, stage) = (playtest.head(), playtest.stage(None, other));
    let nodes = playtest.way(head);
    let stops: Vec<Moment> = nodes.iter().flat_map(|node| playtest.stops(*node)).map(|(moment, _)| moment).collect();
    let mut far = (0..).map(|n| stops[n * 997 % stops.len()]);
    let anew = median(201, || timed(|| playtest.at(far.next().expect("it never ends"))) * 1e3);
    let kept = median(201, || timed(|| playtest.at(stops[0])) * 1e3);
    let before = nodes[nodes.len() / 2];
    let taken = median(51, || {
        playtest.undo();
        timed(|| playtest.take_over(Moment::end(before), stage)) * 1e3
    });
    println!("playtest of {} nodes: a moment {anew:.2} ms, one more {kept:.3} ms, other rules {taken:.2} ms", nodes.len());
}

/// Random players who count, for each place in the code, how often it is run.
struct Counting {
    table: Table,
    steps: Vec<u64>,
}

impl Host for Counting {
    fn step(&mut self, _: &Machine, pc: Pc) {
        self.steps[usize::from(pc)] += 1;
    }

    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        self.table.decide(program, machine)
    }
}

/// Races on one thread, and the rules whose instructions are run most often.
fn rules(program: &Program) {
    let games = 2_000;
    let mut machine = Machine::new(program);
    let mut table = Table::new(program, &vec![Seat::Random; program.players]);
    let seconds = median(5, || {
        timed(|| {
            for seed in (0..games).map(|game| derive_seed(1, game)) {
                machine.start(program, seed);
                table.start(seed);
                assert_eq!(machine.resume(program, &mut table), Stop::Over);
            }
        })
    });
    let mut counting = Counting { table, steps: vec![0; program.code.len()] };
    for seed in (0..games).map(|game| derive_seed(1, game)) {
        machine.start(program, seed);
        counting.table.start(seed);
        assert_eq!(machine.resume(program, &mut counting), Stop::Over);
    }
    let all: u64 = counting.steps.iter().sum();
    let mut by_rule = vec![0; program.ir.rules.len()];
    for (pc, steps) in counting.steps.iter().enumerate() {
        if let Some(rule) = program.rules_at(pc as Pc).first().copied() {
            by_rule[rule.index()] += steps;
        }
    }
    let mut order: Vec<usize> = (0..by_rule.len()).collect();
    order.sort_by_key(|rule| std::cmp::Reverse(by_rule[*rule]));
    let share = |rule: &usize| format!("{} {:.1} %", program.ir.rules[*rule].name, by_rule[*rule] as f64 / all as f64 * 100.0);
    println!(
        "races: {:.0}/s with {} random players on one thread (median of 5); {} instructions each, most of them in: {}",
        games as f64 / seconds,
        program.players,
        all / games,
        order.iter().take(3).map(share).collect::<Vec<_>>().join(", ")
    );
}

fn threads(program: &Program) {
    let games = 30_000;
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let (one, two) = (pool(1), pool(2));
    let stop = AtomicBool::new(false);
    let run = |pool: &rayon::ThreadPool| {
        timed(|| pool.install(|| simulate(program, &vec![Seat::Random; program.players], 1, 0..games, &|_| {}, &stop)))
    };
    let mut ratios: Vec<f64> = (0..5).map(|_| run(&one) / run(&two)).collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "two threads against one: {:.2} times (median of 5 interleaved, {games} games each; tells only on an idle machine)",
        ratios[2]
    );
}
