//! Chance in tests: the script's results, every outcome in turn, or results from the fixed seed.

use crate::diagnostic::Diagnostic;
use crate::ir::{DecisionId, KindId};
use crate::program::Program;
use crate::show::{Texts, has_text_in_only};
use crate::source::Span;
use crate::vm::host::Shuffled;
use crate::vm::random::{self, Draw};
use crate::vm::{Host, Machine};

/// Gives the results of chance.
pub(super) struct Dealer<'a> {
    program: &'a Program,
    /// The scripted faces; `None` if the test scripts none.
    script: Option<&'a [(i32, Span)]>,
    /// How many of them have been rolled.
    pub used: usize,
    /// The scripted cards, as kind and first copy; `None` if the test scripts none.
    cards: Option<&'a [(KindId, u16, Span)]>,
    /// How many of them have been drawn.
    pub drawn: usize,
    /// If set, draws without a script take every outcome in turn.
    pub every: Option<Path>,
    /// Decisions that had only one option, which was taken without asking.
    pub forced: Vec<DecisionId>,
    /// The rule error in the label of such an option, and what works labels out.
    pub broken: Option<Box<Diagnostic>>,
    texts: Option<Texts>,
    /// Why the script can't be followed.
    pub trouble: Option<(String, Wrong)>,
}

/// What is wrong with a script.
pub(super) enum Wrong {
    /// What is written there can't come.
    Written(Span),
    /// There is nothing left behind this word.
    UsedUp(&'static str),
}

/// The outcomes taken so far, draw by draw: the number of the outcome, and how many there were.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    taken: Vec<(u32, u32)>,
    at: usize,
}

impl Path {
    fn next(&mut self, sides: u32) -> u32 {
        self.at += 1;
        match self.taken.get(self.at - 1) {
            Some((outcome, _)) => *outcome,
            None => {
                self.taken.push((0, sides));
                0
            }
        }
    }

    /// One in this many rolls goes this way; `None` if they are beyond counting.
    pub fn rolls(&self) -> Option<u128> {
        self.taken.iter().try_fold(1_u128, |all, (_, sides)| all.checked_mul(u128::from(*sides)))
    }

    /// Goes on to the next way. Returns false when all have been taken.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((outcome, sides)) = self.taken.pop() {
            if outcome + 1 < sides {
                self.taken.push((outcome + 1, sides));
                return true;
            }
        }
        false
    }
}

impl<'a> Dealer<'a> {
    pub fn new(program: &'a Program, script: Option<&'a [(i32, Span)]>, every: Option<Path>) -> Dealer<'a> {
        let (broken, texts) = (None, None);
        Dealer { program, script, used: 0, cards: None, drawn: 0, every, forced: vec![], broken, texts, trouble: None }
    }

    /// The same, with cards to be drawn.
    pub fn with_cards(self, cards: Option<&'a [(KindId, u16, Span)]>) -> Dealer<'a> {
        Dealer { cards, ..self }
    }

    fn scripted_card(&mut self, machine: &Machine, from: Shuffled, script: &[(KindId, u16, Span)]) -> Option<u32> {
        let (cards, rows) = (&self.program.cards[from.kind], &self.program.rows[from.kind]);
        let pile = &self.program.ir.piles[cards.heaps[from.heap].pile.index()].name;
        let Some((kind, first, written)) = script.get(self.drawn) else {
            if self.every.is_some() {
                return None;
            }
            self.fail(format!("a card is drawn from `{pile}`, but no draws are left in the script"), Wrong::UsedUp("draws"));
            return Some(0);
        };
        self.drawn += 1;
        let mut there = machine.shuffled_in(cards, from.heap);
        match there.position(|card| kind.index() == from.kind && rows.first[card] == *first) {
            Some(n) => Some(n as u32),
            None => {
                let name = &self.program.rows[kind.index()].names[usize::from(*first)];
                self.fail(format!("the script draws {name:?}, which can't be drawn from `{pile}`"), Wrong::Written(*written));
                Some(0)
            }
        }
    }

    fn scripted(&mut self, die: usize, script: &[(i32, Span)], sides: u32) -> Option<u32> {
        let name = &self.program.ir.dice[die].name;
        let Some((face, written)) = script.get(self.used) else {
            if self.every.is_some() {
                return None;
            }
            self.fail(format!("a roll of {name}, but no dice are left in the script"), Wrong::UsedUp("dice"));
            return Some(0);
        };
        self.used += 1;
        let first = usize::from(self.program.dice[die].faces);
        let faces = &self.program.image[first..first + sides as usize];
        match faces.iter().position(|f| f == face) {
            Some(side) => Some(side as u32),
            None => {
                let list = faces.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
                self.fail(
                    format!("the script gives {face} for {name}, which has only the faces {list}"),
                    Wrong::Written(*written),
                );
                Some(0)
            }
        }
    }

    fn fail(&mut self, why: String, wrong: Wrong) {
        self.trouble.get_or_insert((why, wrong));
    }
}

impl Host for Dealer<'_> {
    const TEXTS: bool = true;

    fn forced(&mut self, program: &Program, machine: &Machine) -> bool {
        self.forced.push(program.sites[machine.options().site()].decision);
        if has_text_in_only(program, machine) {
            let texts = self.texts.get_or_insert_with(|| Texts::new(program));
            self.broken = texts.work_out_only(program, machine).err();
        }
        self.broken.is_none()
    }

    fn draw(&mut self, seed: u64, draw: Draw, sides: u32) -> u32 {
        let program = self.program;
        let die = program.dice.iter().position(|d| program.streams[usize::from(d.stream)].key == draw.stream);
        if let (Some(die), Some(script)) = (die, self.script)
            && let Some(side) = self.scripted(die, script, sides)
        {
            return side;
        }
        match &mut self.every {
            Some(path) => path.next(sides),
            None => random::draw(seed, draw, sides),
        }
    }

    fn draw_card(&mut self, _: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        if let Some(script) = self.cards
            && let Some(n) = self.scripted_card(machine, from, script)
        {
            return n;
        }
        match &mut self.every {
            Some(path) => path.next(from.number),
            None => random::draw(machine.seed(), draw, from.number),
        }
    }

    fn checkpoint(&mut self, _: &Machine, _: u16) -> bool {
        self.trouble.is_none()
    }

    fn turn_ends(&mut self, _: &Machine) -> bool {
        self.trouble.is_none()
    }
}
