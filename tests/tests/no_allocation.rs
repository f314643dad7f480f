//! A race runs without allocating: nothing per decision, nothing per game. Counted on this thread alone, as the test harness allocates
//! on others.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use interpreter::players::{Seat, Table};
use interpreter::program::{Program, header};
use interpreter::vm::random::derive_seed;
use interpreter::vm::{Machine, Stop};
use suite::shipped::{self, MODES};

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// Safety: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|n| n.set(n.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = COUNT.try_with(|n| n.set(n.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_counter_counts() {
    let before = COUNT.get();
    drop(std::hint::black_box(vec![1, 2, 3]));
    assert!(COUNT.get() > before);
}

#[test]
fn races_run_without_allocating() {
    let ruleset = shipped::ruleset("skoot");
    for (mode, addons) in MODES {
        let program = shipped::program(&ruleset, addons, "hilly", 4, &["tactic_reveal=simultaneous"]);
        play(&format!("{mode:?}"), &program, [Seat::Random; 4], 50);
        play(&format!("{mode:?}"), &program, [Seat::Greedy, Seat::Quick, Seat::Random, Seat::Random], 2);
    }
}

#[test]
fn whenevers_and_ways_with_costs_run_without_allocating() {
    let program = shipped::program(&shipped::ruleset("ski-the-mountain"), &[], "three-towns", 4, &[]);
    play("on the mountain", &program, [Seat::Random; 4], 20);
    play("on the mountain", &program, [Seat::Greedy, Seat::Random, Seat::Random, Seat::Random], 1);
}

#[test]
fn races_with_cards_run_without_allocating() {
    let program = shipped::program(&shipped::ruleset("biathlon-blast"), &[], "port-rock-short", 4, &[]);
    play("with cards", &program, [Seat::Random; 4], 5);
    play("with cards", &program, [Seat::Greedy, Seat::Random, Seat::Quick, Seat::Random], 1);
}

/// Races to warm up.
const WARM_UP: u64 = 30;

/// Plays some races to warm up, in which a thinker makes the room that it keeps, and then `games` that are watched.
fn play(what: &str, program: &Program, seats: [Seat; 4], games: u64) {
    let mut machine = Machine::new(program).with_room_for_journal(program);
    let mut table = Table::new(program, &seats);
    let mut before = 0;
    let mut decisions = 0;
    for game in 0..WARM_UP + games {
        if game == WARM_UP {
            before = COUNT.get();
        }
        let seed = derive_seed(3, game);
        machine.start(program, seed);
        table.start(seed);
        assert_eq!(machine.resume(program, &mut table), Stop::Over);
        decisions += machine.memory[header::DECISIONS];
    }
    assert_eq!(COUNT.get() - before, 0, "{what} with {seats:?}: allocations in {decisions} decisions");
    assert!(decisions > 20);
}
