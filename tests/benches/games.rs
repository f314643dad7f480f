//! Games per second: SKOOT's rules on the machine against SKOOT written by hand, interleaved in one run; the median of five ratios.
//!
//! `cargo bench -p suite --bench games`

use std::hint::black_box;
use std::time::Instant;

use interpreter::players::{Seat, Table};
use interpreter::program::header;
use interpreter::vm::random::derive_seed;
use interpreter::vm::{Machine, Stop};
use suite::reference_skoot::{self, RandomLuck};
use suite::shipped::{self, MODES};

const PLAYERS: usize = 4;
const ROUNDS: usize = 5;

fn main() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let ruleset = shipped::ruleset("skoot");
    println!(
        "SKOOT, track hilly, {PLAYERS} players, random choices, one thread; {games} games a sample, median of {ROUNDS} interleaved samples"
    );
    println!("{:<12} {:>14} {:>14} {:>8} {:>14} {:>12}", "mode", "machine", "by hand", "ratio", "decisions/s", "state words");
    for (mode, addons) in MODES {
        let program = shipped::program(&ruleset, addons, "hilly", PLAYERS, &[]);
        let board = shipped::reference_board(&program);
        let mut machine = Machine::new(&program);
        let mut table = Table::new(&program, &[Seat::Random; PLAYERS]);
        let mut samples = vec![];
        for round in 0..ROUNDS {
            let start = Instant::now();
            let mut decisions = 0i64;
            for game in 0..games {
                let seed = derive_seed(round as u64, game);
                machine.start(&program, seed);
                table.start(seed);
                assert_eq!(machine.resume(&program, &mut table), Stop::Over);
                decisions += i64::from(machine.memory[header::DECISIONS]);
            }
            let ours = start.elapsed().as_secs_f64();
            let hand_games = games * 8;
            let start = Instant::now();
            for game in 0..hand_games {
                let mut luck = RandomLuck::new(derive_seed(round as u64, game));
                black_box(reference_skoot::play(&board, mode, PLAYERS, &mut luck, &mut |_| {}));
            }
            let by_hand = start.elapsed().as_secs_f64();
            let (ours_rate, hand_rate) = (games as f64 / ours, hand_games as f64 / by_hand);
            samples.push((hand_rate / ours_rate, ours_rate, hand_rate, decisions as f64 / ours));
        }
        samples.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (ratio, ours, hand, decisions) = samples[ROUNDS / 2];
        println!(
            "{:<12} {ours:>12.0}/s {hand:>12.0}/s {ratio:>8.2} {decisions:>14.0} {:>12}",
            format!("{mode:?}"),
            program.state_len
        );
    }
    mountain(games / 10);
}

/// A day on the mountain with targets, which are looked at whenever something has changed, and without.
fn mountain(games: u64) {
    let ruleset = shipped::ruleset("ski-the-mountain");
    println!("\nSki the Mountain, track three-towns, {PLAYERS} players, random choices, one thread; {games} games a sample");
    println!("{:<12} {:>14} {:>14} {:>12}", "targets", "machine", "decisions/s", "state words");
    let mut samples: [Vec<(f64, f64)>; 2] = Default::default();
    let programs = ["targets=true", "targets=false"].map(|set| shipped::program(&ruleset, &[], "three-towns", PLAYERS, &[set]));
    for round in 0..ROUNDS {
        for (program, samples) in programs.iter().zip(&mut samples) {
            let (mut machine, mut table) = (Machine::new(program), Table::new(program, &[Seat::Random; PLAYERS]));
            let (start, mut decisions) = (Instant::now(), 0i64);
            for game in 0..games {
                let seed = derive_seed(round as u64, game);
                machine.start(program, seed);
                table.start(seed);
                assert_eq!(machine.resume(program, &mut table), Stop::Over);
                decisions += i64::from(machine.memory[header::DECISIONS]);
            }
            let seconds = start.elapsed().as_secs_f64();
            samples.push((games as f64 / seconds, decisions as f64 / seconds));
        }
    }
    for (name, (program, samples)) in ["with", "without"].iter().zip(programs.iter().zip(&mut samples)) {
        samples.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (rate, decisions) = samples[ROUNDS / 2];
        println!("{name:<12} {rate:>12.0}/s {decisions:>14.0} {:>12}", program.state_len);
    }
}
