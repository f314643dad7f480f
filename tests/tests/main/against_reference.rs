//! The rules, played by the machine, against a race written by hand: the same luck, the same choices, the same state after every turn.

use std::sync::Arc;

use interpreter::program::{Program, header};
use interpreter::vm::random::Draw;
use interpreter::vm::{Host, Machine, Stop};
use suite::reference_skoot::{self, Decision, Die, Luck, Race};
use suite::shipped::{self, MODES};

/// One stream of numbers for both.
struct Script(u64);

impl Script {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize * n) >> 31
    }
}

impl Luck for Script {
    fn die(&mut self, _: Die) -> i32 {
        self.below(6) as i32 + 1
    }
    fn first(&mut self, players: usize) -> usize {
        self.below(players)
    }
    fn choose(&mut self, _: Decision, _: usize, options: usize) -> usize {
        self.below(options)
    }
}

/// Plays the machine by the script and notes the state after each turn.
struct Scripted<'a> {
    script: Script,
    program: &'a Program,
    names: &'a [(usize, usize)],
    notes: Vec<i32>,
}

impl Host for Scripted<'_> {
    fn draw(&mut self, _: u64, _: Draw, sides: u32) -> u32 {
        self.script.below(sides as usize) as u32
    }
    fn decide(&mut self, _: &Program, machine: &Machine) -> Option<usize> {
        Some(self.script.below(machine.options().len()))
    }
    fn turn_ends(&mut self, machine: &Machine) -> bool {
        note_machine(self.program, self.names, machine, &mut self.notes);
        true
    }
}

const FIELDS: [&str; 12] =
    ["lap", "tactic", "plan", "shots", "penalties", "misses", "owed", "home_in", "overshoot", "heart", "single_dice", ""];
const SHEET: [&str; 3] = ["sheet_tactics", "sheet_recovery", "sheet_misses"];
const MEASURES: [&str; 5] = ["drafts", "missed", "recovery_waits", "two_dice_turns", "lost_turns"];

fn note_machine(program: &Program, columns: &[(usize, usize)], machine: &Machine, notes: &mut Vec<i32>) {
    let sheet = SHEET.map(|name| program.layout.fields[shipped::field(program, name).index()]);
    for p in 0..program.players {
        notes.extend(columns.iter().map(|(base, present)| if *present == 1 { machine.memory[base + p] } else { 0 }));
        for (base, words) in sheet {
            let row = usize::from(base) + p * words;
            notes.extend_from_slice(&machine.memory[row..row + 3]);
        }
    }
}

fn columns(program: &Program) -> Vec<(usize, usize)> {
    let mut columns = vec![(usize::from(program.layout.pieces[0].0), 1)];
    for name in FIELDS.iter().filter(|n| !n.is_empty()) {
        let at = program.ir.fields.iter().position(|f| f.name.as_ref() == *name);
        columns.push(at.map_or((0, 0), |n| (usize::from(program.layout.fields[n].0), 1)));
    }
    for name in MEASURES {
        let at = program.ir.measures.iter().position(|m| &*m.name == name);
        columns.push(at.map_or((0, 0), |n| (usize::from(program.layout.measures[n].0), 1)));
    }
    columns
}

fn note_race(race: &Race, columns: &[(usize, usize)], notes: &mut Vec<i32>) {
    const NONE: i32 = interpreter::ir::fold::NONE;
    for r in &race.racers[..race.players] {
        let all = [
            i32::from(r.at),
            r.lap,
            r.tactic,
            r.plan,
            r.shots.unwrap_or(NONE),
            r.penalties,
            r.misses,
            r.owed,
            r.home_in.unwrap_or(NONE),
            r.overshoot,
            r.heart,
            r.single_dice,
            r.drafts,
            r.missed,
            r.recovery_waits,
            r.two_dice_turns,
            r.lost_turns,
        ];
        notes.extend(all.iter().zip(columns).map(|(value, (_, present))| if *present == 1 { *value } else { 0 }));
        for row in [r.sheet_tactics, r.sheet_recovery, r.sheet_misses] {
            notes.push(row.len as i32);
            notes.extend(row.entries);
        }
    }
}

fn compare(track: &str, games: u64) {
    let ruleset = shipped::ruleset("skoot");
    for (mode, addons) in MODES {
        for players in [1, 2, 4, 8] {
            let program: Arc<Program> = shipped::program(&ruleset, addons, track, players, &[]);
            let board = shipped::reference_board(&program);
            let columns = columns(&program);
            let mut machine = Machine::new(&program);
            for game in 0..games {
                let seed = game * 7919 + players as u64;
                let mut by_hand = vec![];
                let race = reference_skoot::play(&board, mode, players, &mut Script(seed), &mut |race| {
                    note_race(race, &columns, &mut by_hand)
                });
                let mut host = Scripted { script: Script(seed), program: &program, names: &columns, notes: vec![] };
                machine.start(&program, 0);
                let stop = machine.resume(&program, &mut host);
                assert_eq!(stop, Stop::Over, "{mode:?}, {players} players, game {game}");
                assert!(host.notes == by_hand, "{mode:?}, {players} players, game {game}: the races part");
                let places: Vec<u32> = race.racers[..players].iter().map(|r| r.place as u32).collect();
                let found: Vec<u32> = machine.places(&program).into_iter().map(|p| p.unwrap_or(0)).collect();
                assert_eq!(found, places, "{mode:?}, {players} players, game {game}");
                assert!(machine.memory[header::TURNS] > 0);
            }
        }
    }
}

/// Ten thousand games in all: three modes, four numbers of players, two tracks.
#[test]
fn ten_thousand_scripted_games_agree_state_for_state() {
    compare("hilly", 420);
    compare("flat", 420);
}
