//! A watched machine, for tests and fuzzing: it checks that each instruction changes only the words it says it stores, and that these lie
//! in one place. It doesn't change what the rules do.

use std::collections::BTreeMap;

use interpreter::program::places::Places;
use interpreter::program::{Kind, Op, Pc, Program, Room, header, verify};
use interpreter::vm::{self, Host, Machine, Stop, TrapCode};

/// Plays one game with up to `most_answers` random answers, and works out each player's prospects at that point.
///
/// # Panics
/// If an instruction changes a word outside the place it stores in, or the machine finds the program broken. No program that passes
/// [`verify::verify`] does the first, and no program that the compiler makes does the second.
pub fn play(program: &Program, seed: u64, most_answers: i32) -> Stop {
    let stop = watch(program, seed, most_answers, vm::FUEL);
    assert!(!matches!(stop, Stop::Trap(TrapCode::Internal, _)), "the program is broken: {stop:?}");
    stop
}

/// The same for a program that may be broken, with this much fuel for each answer.
///
/// # Panics
/// If an instruction changes a word outside the place it stores in.
pub fn watch(program: &Program, seed: u64, most_answers: i32, fuel: u32) -> Stop {
    let mut machine = Machine::new(program);
    machine.set_tank(fuel);
    machine.start(program, seed);
    let mut watcher = Watcher::new(program, &machine, seed, most_answers);
    let stop = machine.resume(program, &mut watcher);
    watcher.settle(&machine);
    if let (Some(prospects), Stop::Decide | Stop::Over) = (&program.prospects, stop) {
        for player in 0..program.players {
            prospects.inputs.iter().for_each(|input| machine.memory[usize::from(*input)] = player as i32);
            watcher.before.copy_from_slice(&machine.memory[..program.state_len]);
            machine.run_entry(program, prospects.pc, &mut watcher);
            watcher.last = None;
        }
    }
    let constants = program.state_len..program.image.len();
    for slot in constants {
        let changed = machine.memory[slot] != program.image[slot];
        let around = |(at, words): &(u16, usize)| (usize::from(*at)..usize::from(*at) + words).contains(&slot);
        assert!(!changed || program.layout.around.iter().any(around), "the constant at {slot} has changed");
    }
    stop
}

/// How many words are compared at once, and the rooms of how many instructions lie together.
const BLOCK: usize = 64;

struct Watcher<'a> {
    program: &'a Program,
    places: Places<'a>,
    /// The rooms that are open at one of so many instructions.
    near: Vec<Vec<Room>>,
    /// The rooms that are open at each instruction that stores in frames.
    rooms: BTreeMap<Pc, Vec<Room>>,
    /// The state before the last instruction, and which instruction that was.
    before: Vec<i32>,
    last: Option<Pc>,
    numbers: u64,
    most_answers: i32,
}

impl<'a> Watcher<'a> {
    fn new(program: &'a Program, machine: &Machine, seed: u64, most_answers: i32) -> Watcher<'a> {
        let before = machine.memory[..program.state_len].to_vec();
        let mut near = vec![vec![]; program.code.len() / BLOCK + 1];
        for room in program.rooms.iter().filter(|room| room.from < room.to) {
            // Also where it opens at the second half of an instruction.
            let (from, last) = (usize::from(room.from.saturating_sub(1)), usize::from(room.to - 1));
            near[from / BLOCK..=last / BLOCK].iter_mut().for_each(|rooms| rooms.push(*room));
        }
        let (places, rooms) = (Places::new(program), BTreeMap::new());
        Watcher { program, places, near, rooms, before, last: None, numbers: seed, most_answers }
    }

    /// Checks what the last instruction has changed.
    fn settle(&mut self, machine: &Machine) {
        let Some(pc) = self.last.take() else { return };
        let now = &machine.memory[..self.program.state_len];
        if self.before == now {
            return;
        }
        let op = self.program.code[usize::from(pc)];
        let (told, machines_own) = stores(self.program, &self.before, usize::from(pc));
        let rooms = self.rooms.entry(pc).or_insert_with(|| {
            let pcs = pc..=pc + Pc::from(op.does_next());
            let is_open = |room: &&Room| pcs.clone().any(|pc| (room.from..room.to).contains(&pc));
            self.near[usize::from(pc) / BLOCK].iter().filter(is_open).copied().collect()
        });
        let within = |slot: usize, (at, words): &Stretch| (*at..*at + *words).contains(&slot);
        let mut in_one: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (block, (before, now)) in self.before.chunks_mut(BLOCK).zip(now.chunks(BLOCK)).enumerate() {
            if before == now {
                continue;
            }
            let changed = (0..now.len()).filter(|n| before[*n] != now[*n]).map(|n| block * BLOCK + n);
            for slot in changed.filter(|slot| !machines_own.iter().any(|stretch| within(*slot, stretch))) {
                let Some((at, _)) = told.iter().find(|stretch| within(slot, stretch)) else {
                    panic!("{op:?} at {pc} has changed the word at {slot}");
                };
                in_one.entry(*at).or_insert((slot, slot)).1 = slot;
            }
            before.copy_from_slice(now);
        }
        for (first, last) in in_one.into_values() {
            assert!(
                self.places.hold(rooms, first, last + 1 - first),
                "{op:?} at {pc} has stored in two places, from {first} to {last}"
            );
        }
    }
}

impl Host for Watcher<'_> {
    fn step(&mut self, machine: &Machine, pc: Pc) {
        self.settle(machine);
        self.last = Some(pc);
    }

    fn decide(&mut self, _: &Program, machine: &Machine) -> Option<usize> {
        self.numbers = self.numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = (self.numbers >> 33) as usize % machine.options().len();
        (machine.memory[header::DECISIONS] < self.most_answers).then_some(number)
    }
}

/// Adjacent words: the first, and how many.
type Stretch = (usize, usize);

/// The words that an instruction may change: those it names, given the memory before it, and the machine's own.
fn stores(program: &Program, memory: &[i32], pc: usize) -> (Vec<Stretch>, Vec<Stretch>) {
    let (op, n) = (program.code[pc], |slot: u16| usize::from(slot));
    let extra = match program.code.get(pc + 1) {
        Some(Op::Extra { a, b, c }) => (*a, *b, *c),
        _ => (0, 0, 0),
    };
    let (mut told, mut own) = (vec![], vec![]);
    let word = |slot: u16| memory.get(usize::from(slot)).or(program.image.get(usize::from(slot))).copied().unwrap_or(0);
    let at = |base: u16, index: u16| n(base.wrapping_add(word(index) as u16));
    for op in program.code[pc..].iter().take(1 + usize::from(op.does_next())) {
        op.operands(|kind, slot| {
            if kind == Kind::Write {
                told.push((n(slot), 1));
            }
        });
    }
    verify::each_stretch(program, op, extra, &mut |at, words, writes| {
        if writes {
            told.push((n(at), words));
        }
    });
    let layout = &program.layout;
    let draws = (n(layout.draws), program.streams.len());
    let (all_header, places) = ((0, header::LEN), (n(layout.place), program.players));
    match op {
        Op::Store { base, index, .. } | Op::AddAt { base, index, .. } => told.push((at(base, index), 1)),
        Op::StoreN { base, index, .. } => told.push((at(base, index), n(extra.0))),
        Op::MovePiece { at: table, piece, .. } => own.push((at(table, piece), 1)),
        Op::Touch { watch, .. } | Op::Doze { watch, .. } => {
            told.push((n(watch), interpreter::program::watch::OWN + program.players));
            own.push((n(layout.changed), 1));
        }
        Op::Roll { .. } | Op::RollMany { .. } | Op::RandomOfSet { .. } | Op::RandomOfList { .. } | Op::RandomOfRange { .. } => {
            own.push(draws);
        }
        Op::Call { .. } | Op::Return {} => own.extend([(header::DEPTH, 1), (n(layout.stack), layout.stack_len)]),
        Op::Keep { from, words } | Op::Restore { from, words } => {
            own.extend([(header::KEPT, 1), (n(layout.kept), layout.kept_len), (n(from), n(words))]);
        }
        Op::Checkpoint { .. } => own.extend([all_header, draws]),
        Op::TurnBegin { .. } => own.extend([all_header, draws, (n(layout.turns_of), program.players)]),
        Op::Rest {} | Op::TurnEnd {} | Op::EndGame {} => own.push(all_header),
        Op::Secret { .. } => {
            own.push(all_header);
            own.extend(program.cards.iter().filter_map(|cards| Some((n(cards.before?), 3 * n(cards.count)))));
        }
        Op::Ask { site } => {
            own.push(all_header);
            let options = &program.sites[n(site)].options;
            own.extend(options.iter().flat_map(|option| &option.values).map(|(slot, _)| (n(*slot), 1)));
        }
        Op::Finish { .. } | Op::Eliminate { .. } | Op::Rank { .. } => own.extend([all_header, places]),
        Op::MoveCard { .. } | Op::MoveAll { .. } | Op::DrawCards { .. } | Op::Shuffle { .. } => {
            let kind = if let Op::Shuffle { kind, .. } = op { kind } else { extra.0 };
            let cards = &program.cards[n(kind)];
            own.push(draws);
            own.extend([cards.place, cards.order, cards.known].map(|column| (n(column), n(cards.count))));
            own.extend(cards.heaps.iter().map(|heap| (n(heap.set), n(cards.words))));
        }
        _ => {}
    }
    (told, own)
}
