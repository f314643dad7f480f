//! What a designer waits for: from texts to a program, copying a state, and what a second thread brings.
//!
//! `cargo bench -p suite --bench stages`, or one part of it: `… -- read`, `build`, `copy`, `threads`.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::simulate::simulate;
use interpreter::vm::Machine;
use suite::shipped;

/// The median of so many samples of `run`, which returns seconds.
fn median(samples: usize, mut run: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..samples).map(|_| run()).collect();
    times.sort_by(f64::total_cmp);
    times[samples / 2]
}

fn timed<T>(run: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

/// Whether this part is wanted: named on the command line, or nothing is.
fn wanted(part: &str) -> bool {
    let mut named = std::env::args().skip(1).filter(|a| !a.starts_with('-')).peekable();
    named.peek().is_none() || named.any(|a| a == part)
}

fn main() {
    let texts = shipped::library().read("skoot");
    let setup = Setup {
        addons: vec!["heart_rate".into(), "realistic_shooting".into()],
        track: Some("hilly".into()),
        players: Some(4),
        ..Setup::default()
    };
    let ruleset = Ruleset::read(&texts);
    let front = [
        ("read", "reading all its files", &(|| timed(|| Ruleset::read(&texts))) as &dyn Fn() -> f64),
        ("build", "weaving, board, compiling", &|| timed(|| ruleset.build(&setup))),
        ("front", "together", &|| timed(|| Ruleset::read(&texts).build(&setup))),
    ];
    if front.iter().any(|(part, ..)| wanted(part)) {
        println!("front end, SKOOT with both add-ons, texts to verified program (median of 51):");
    }
    for (_, title, run) in front.iter().filter(|(part, ..)| wanted(part)) {
        println!("  {title:26} {:>8.2} ms", median(51, run) * 1e3);
    }

    let program = ruleset.build(&setup).program.expect("SKOOT has no errors");
    if wanted("copy") {
        copy(&program);
    }
    if wanted("threads") {
        threads(&program);
    }
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

fn threads(program: &Program) {
    let games = 30_000;
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let (one, two) = (pool(1), pool(2));
    let stop = AtomicBool::new(false);
    let run =
        |pool: &rayon::ThreadPool| timed(|| pool.install(|| simulate(program, &[Seat::Random; 4], 1, 0..games, &|_| {}, &stop)));
    let mut ratios: Vec<f64> = (0..5).map(|_| run(&one) / run(&two)).collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "two threads against one: {:.2} times (median of 5 interleaved, {games} games each; tells only on an idle machine)",
        ratios[2]
    );
}
