//! A record of what chance and players have answered since the game last waited with nothing hidden in its variables. To imagine hidden
//! values, the game is played again from there.

use std::sync::Arc;

use super::Machine;
use super::random::Draw;
use crate::fnv::Fnv;
use crate::ir::fold::NONE;
use crate::program::{Pc, Program, header};

/// The number of stretches of a game that are kept, at most.
const MOST_KEPT: usize = 48;

/// How hidden values came about.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// The stretches of the game in which secret fields may have been stored, the oldest first.
    pub(crate) kept: Vec<Arc<Stretch>>,
    /// What has happened since the last place where a stretch may begin. Its end is where the machine is now.
    pub(crate) open: Stretch,
    /// Whether it is known how `open` began.
    pub(crate) is_known: bool,
    /// The secret fields whose older stores are no longer known.
    pub(crate) forgotten: u64,
    /// Stretches no longer kept, for reuse.
    spare: Vec<Arc<Stretch>>,
}

/// What happened between two waits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stretch {
    pub start: Vec<i32>,
    pub end: Vec<i32>,
    pub events: Vec<Event>,
    /// The cards that moved in somebody's sight: kind, number, and a bitset of who saw it.
    pub seen: Vec<(usize, u16, i32)>,
    /// The values of the options that were taken.
    pub words: Vec<i32>,
    /// The number of rules that the flow called in it.
    pub calls: usize,
    /// Who is asked at its end, and how many options are on offer. `None` if the flow calls a rule there.
    pub asks: Option<(usize, usize)>,
    /// The secret fields that may have been stored in it.
    pub stores: u64,
    /// A hash of all of it.
    pub key: u64,
}

/// An answer of chance or of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Drew {
        draw: Draw,
        side: u32,
        /// Whether the result may end up in secret fields. If so, nobody is told it.
        hidden: bool,
    },
    Card {
        draw: Draw,
        kind: usize,
        card: u16,
        /// The players who have seen where the card is since then.
        seen_by: i32,
    },
    /// The option's values, in [`Stretch::words`] from `from` on.
    Answered {
        player: usize,
        site: u16,
        from: usize,
        len: usize,
        /// Whether the other players did not see the answer.
        secret: bool,
    },
}

impl PartialEq for Journal {
    fn eq(&self, other: &Journal) -> bool {
        (self.is_known, self.forgotten, &self.open, &self.kept) == (other.is_known, other.forgotten, &other.open, &other.kept)
    }
}

/// The number of answers and values that a stretch has room for from the start.
const USUAL: usize = 256;

impl Stretch {
    fn new(state_len: usize) -> Stretch {
        let [start, end] = [(); 2].map(|()| Vec::with_capacity(state_len));
        let (events, seen, words) = (Vec::with_capacity(USUAL), Vec::with_capacity(USUAL), Vec::with_capacity(4 * USUAL));
        Stretch { start, end, events, seen, words, ..Stretch::default() }
    }

    fn begin(&mut self, state: &[i32], stores: u64) {
        self.start.clear();
        self.start.extend_from_slice(state);
        self.events.clear();
        self.seen.clear();
        self.words.clear();
        (self.calls, self.asks, self.stores) = (0, None, stores);
    }

    /// A hash of how it began and what happened in it.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::default();
        self.start.iter().chain(&self.words).for_each(|word| hash.word(*word));
        for event in &self.events {
            let words = match event {
                Event::Drew { draw, side, .. } => [1, draw.stream as i32, draw.nth as i32, *side as i32],
                Event::Card { draw, kind, card, .. } => [2 + *kind as i32, draw.stream as i32, draw.nth as i32, i32::from(*card)],
                Event::Answered { player, site, from, .. } => [0, *player as i32, i32::from(*site), *from as i32],
            };
            words.iter().for_each(|word| hash.word(*word));
        }
        hash.value()
    }
}

impl Journal {
    /// The number of answers of chance and players that are asked again to imagine what variables hold now.
    pub fn asked_again(&self) -> usize {
        self.open.events.len()
    }

    /// A journal with room for a whole game.
    fn with_room(state_len: usize) -> Journal {
        let kept = Vec::with_capacity(MOST_KEPT + 2);
        let mut spare = Vec::with_capacity(2 * MOST_KEPT + 4);
        spare.extend((0..MOST_KEPT + 2).map(|_| Arc::new(Stretch::new(state_len))));
        Journal { kept, open: Stretch::new(state_len), is_known: false, forgotten: 0, spare }
    }

    /// Ends the open stretch, because the game waits with nothing hidden in its variables, and begins the next. From here on, the fields in
    /// `behind` may be stored.
    fn rest(&mut self, program: &Program, state: &[i32], asks: Option<(usize, usize)>, behind: u64) {
        if self.is_known && self.open.stores != 0 {
            let mut next = self.spare.pop().unwrap_or_default();
            if Arc::get_mut(&mut next).is_none() {
                next = Arc::default();
            }
            let stretch = Arc::get_mut(&mut next).expect("nobody else has it");
            std::mem::swap(stretch, &mut self.open);
            stretch.end.clear();
            stretch.end.extend_from_slice(state);
            stretch.asks = asks;
            stretch.key = stretch.hash();
            self.kept.push(next);
            // Many are dropped at once, so that whatever follows from the oldest stays the same for a while.
            if self.kept.len() == MOST_KEPT {
                self.forget(2 * program.players + 4);
            }
        } else if !self.is_known {
            self.forgotten |= self.open.stores;
        }
        self.is_known = true;
        self.open.begin(state, behind);
    }

    /// Keeps, for each field, the last `most` stretches in which it may have been stored.
    fn forget(&mut self, most: usize) {
        let mut later = [0usize; 64];
        let mut at = self.kept.len();
        let mut kept = 0;
        while at > 0 {
            at -= 1;
            let stores = self.kept[at].stores;
            let bits = (0..64).filter(|bit| stores >> bit & 1 == 1);
            let is_kept = kept < MOST_KEPT / 2 && bits.clone().any(|bit| later[bit] < most);
            bits.for_each(|bit| later[bit] += 1);
            if is_kept {
                kept += 1;
            } else {
                self.forgotten |= stores;
                let old = self.kept.remove(at);
                self.spare.push(old);
            }
        }
    }

    fn begin(&mut self, state: &[i32], stores: u64, is_known: bool, forgotten: u64) {
        self.spare.append(&mut self.kept);
        self.spare.truncate(MOST_KEPT + 2);
        self.open.begin(state, stores);
        (self.is_known, self.forgotten) = (is_known, forgotten);
    }
}

impl Machine {
    /// How hidden values came about, if the rules hide more than cards.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_deref()
    }

    /// Makes room for the journal of a whole game, so that playing many games allocates nothing.
    pub fn with_room_for_journal(mut self, program: &Program) -> Machine {
        if let Some(journal) = &mut self.journal {
            **journal = Journal::with_room(program.state_len);
            self.journal_begins(program);
        }
        self
    }

    /// Stops writing a journal, for a machine in whose games nobody imagines hidden values.
    pub fn without_journal(mut self) -> Machine {
        self.journal = None;
        self
    }

    /// Puts the journal of a game back after its state.
    pub(crate) fn put_journal(&mut self, journal: Option<&Journal>) {
        if let (Some(own), Some(journal)) = (&mut self.journal, journal) {
            (**own).clone_from(journal);
        }
    }

    /// Begins the journal of a game.
    pub(super) fn journal_begins(&mut self, program: &Program) {
        if let Some(journal) = &mut self.journal {
            journal.begin(&self.memory[..program.state_len], program.hiding.behind_start, true, 0);
        }
    }

    /// Forgets everything: the game is in another state, and nobody knows how it came about.
    pub(crate) fn journal_breaks(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.begin(&[], 0, false, u64::MAX);
        }
    }

    /// The game waits in the flow, which goes on at `pc`.
    #[cold]
    pub(super) fn journal_rest(&mut self, program: &Program, pc: Pc) {
        let Some(journal) = &mut self.journal else { return };
        let (is_held, behind) = program.hiding.rests.get(&pc).copied().unwrap_or((true, u64::MAX));
        if is_held {
            journal.open.stores |= behind;
            journal.open.calls += 1;
        } else {
            journal.rest(program, &self.memory[..program.state_len], None, behind);
        }
    }

    /// A player takes an option; `asked` tells whether there was a choice.
    #[cold]
    pub(super) fn journal_answer(&mut self, program: &Program, n: usize, asked: bool) {
        let Some(journal) = &mut self.journal else { return };
        let site = usize::from(self.options.site);
        let behind = program.hiding.behind_sites.get(site).copied().unwrap_or(u64::MAX);
        if !asked {
            journal.open.stores |= behind;
            return;
        }
        let player = usize::try_from(self.memory[usize::from(program.sites[site].by)]).unwrap_or(0);
        if self.memory[header::SECRET] == NONE && !program.hiding.held.get(site).is_some_and(|held| *held) {
            journal.rest(program, &self.memory[..program.state_len], Some((player, self.options.count)), behind);
        } else {
            journal.open.stores |= behind;
        }
        let secret = self.memory[header::SECRET] != NONE || program.hiding.by_answer.get(site).is_none_or(|is| *is);
        let words = &self.options.words[n * self.options.stride..(n + 1) * self.options.stride];
        let (from, len) = (journal.open.words.len(), words.len());
        journal.open.words.extend_from_slice(words);
        journal.open.events.push(Event::Answered { player, site: site as u16, from, len, secret });
    }

    /// A card has moved, and the players in `by` know now where it is.
    pub(super) fn journal_sees(&mut self, kind: usize, card: usize, by: i32) {
        let Some(open) = self.journal.as_mut().map(|journal| &mut journal.open).filter(|_| by != 0) else { return };
        let own = card as u16;
        match open.seen.iter_mut().find(|(k, card, _)| (*k, *card) == (kind, own)) {
            Some((.., seen_by)) => *seen_by |= by,
            None => open.seen.push((kind, own, by)),
        }
        for event in open.events.iter_mut().rev() {
            match event {
                Event::Card { kind: k, card, seen_by, .. } if (*k, *card) == (kind, own) => return *seen_by |= by,
                _ => {}
            }
        }
    }

    #[inline]
    pub(super) fn journal_event(&mut self, event: Event) {
        if let Some(journal) = &mut self.journal {
            journal.open.events.push(event);
        }
    }
}
