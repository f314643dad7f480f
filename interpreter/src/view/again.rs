//! Plays a stretch of a game again with other luck and other answers: what comes of it that its viewer can't see is what might be.
//!
//! What may differ are the parts of the stretch: how cards that the viewer can't know lie at its beginning, what others keep in secret
//! fields there, each draw of chance and each answer of another. A part of which the outcome shows, as a die that is rolled openly, stays
//! as it was. Found out is that by trying.

use rand::{Rng, RngExt};

use super::anew::each_secret;
use super::redeal::Redeal;
use crate::players::{BotStream, bot_stream};
use crate::program::{Program, header};
use crate::vm::host::Shuffled;
use crate::vm::journal::{Event, Stretch};
use crate::vm::random::{self, Draw, derive_seed};
use crate::vm::{Host, Machine, Stop};

/// Parts of a stretch that there is room for from the beginning.
const USUAL: usize = 512;
/// How often all parts are tried together, and one by itself.
const TOGETHER: usize = 4;
const ALONE: usize = 6;
/// The most runs for finding out which parts show.
const MOST_RUNS: usize = 600;
/// Stretches of which it is remembered which parts show.
const REMEMBERED: usize = 64;

/// A stretch, who looks at it, and how it ended.
pub struct Scene<'a> {
    pub stretch: &'a Stretch,
    pub end: &'a [i32],
    /// Who is asked at the end; `None`: the flow calls a rule there.
    pub asks: Option<usize>,
    /// How many options are on offer there, where that counts.
    pub options: Option<usize>,
    /// A number for the stretch.
    pub key: u64,
    /// The game as it is now.
    pub machine: &'a Machine,
    pub player: usize,
}

/// Room for playing again.
#[derive(Clone, Debug, Default)]
pub struct Again {
    /// By part: the luck that decides it anew; 0: it stays as it was.
    parts: Vec<u64>,
    /// By part: whether another outcome would show nothing.
    hidden: Vec<bool>,
    /// The stretches of which that is known, and the place of the next one.
    known: Vec<(u64, Vec<bool>)>,
    next: usize,
    runs: usize,
    /// Whether cards were dealt anew in the last try.
    pub is_dealt: bool,
}

/// One try.
struct Try<'a, 'b> {
    program: &'a Program,
    thought: &'b mut Machine,
    redeal: &'b mut Redeal,
    belief: &'b [i32],
    scene: &'b Scene<'a>,
}

/// How a try ended.
#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    /// The viewer sees another game.
    Shows,
    /// The viewer sees the same.
    Same { changed: bool },
}

impl Again {
    /// Plays a stretch again so that its viewer sees the same at its end. `thought` is at that end then, and what others may keep in
    /// their secret fields there stands in `belief`. Returns whether that was found.
    pub fn play(
        &mut self,
        program: &Program,
        thought: &mut Machine,
        redeal: &mut Redeal,
        belief: &mut [i32],
        scene: &Scene<'_>,
        luck: u64,
    ) -> bool {
        let secrets = program.hiding.secrets.len();
        let count = 1 + secrets + scene.stretch.events.len();
        let mut one = Try { program, thought, redeal, belief, scene };
        let mut stream = bot_stream(luck, scene.player);
        let found = self.search(&mut one, count, &mut stream);
        self.is_dealt = self.parts.first().is_some_and(|luck| *luck != 0);
        if found {
            one.redeal.turn_round();
            each_secret(program, |secret, at| {
                let words = &mut belief[at];
                words.copy_from_slice(&thought.memory[secret.at..secret.at + secret.words]);
                if secret.holder != scene.player {
                    redeal.exchange_all(program, &program.ir.fields[secret.field.index()].ty, words);
                }
            });
        }
        found
    }

    fn search(&mut self, one: &mut Try<'_, '_>, count: usize, stream: &mut BotStream) -> bool {
        let key = derive_seed(one.scene.key, one.scene.player as u64);
        self.hidden.clear();
        let known = self.known.iter().find(|(of, parts)| *of == key && parts.len() == count);
        let is_known = known.is_some();
        match known {
            Some((_, parts)) => self.hidden.extend_from_slice(parts),
            None => self.hidden.extend((0..count).map(|part| one.may_differ(part))),
        }
        if self.together(one, stream) {
            return true;
        }
        if !is_known {
            if !self.find_hidden(one, count) {
                return false;
            }
            self.remember(key);
            if self.together(one, stream) {
                return true;
            }
        }
        // One after the other, from what happened.
        self.parts.clear();
        self.parts.resize(count, 0);
        for part in 0..count {
            let tries = if !self.hidden[part] || !one.may_differ(part) { 0 } else { one.tries(part) };
            for _ in 0..tries {
                let before = std::mem::replace(&mut self.parts[part], stream.next_u64() | 1);
                if matches!(one.run(&self.parts), Outcome::Same { .. }) {
                    break;
                }
                self.parts[part] = before;
            }
        }
        matches!(one.run(&self.parts), Outcome::Same { .. })
    }

    /// Decides all hidden parts anew, a few times, until nothing shows.
    fn together(&mut self, one: &mut Try<'_, '_>, stream: &mut BotStream) -> bool {
        (0..TOGETHER).any(|_| {
            self.parts.clear();
            self.parts.extend(self.hidden.iter().map(|hidden| if *hidden { stream.next_u64() | 1 } else { 0 }));
            matches!(one.run(&self.parts), Outcome::Same { .. })
        })
    }

    /// Finds out of which events another outcome would not show. Returns whether the stretch can be played again at all.
    fn find_hidden(&mut self, one: &mut Try<'_, '_>, count: usize) -> bool {
        self.parts.clear();
        self.parts.resize(count, 0);
        if one.run(&self.parts) == Outcome::Shows {
            return false;
        }
        // The luck is always the same, so that it doesn't matter who has thought about it before. What else may differ at the beginning
        // depends on what is believed now.
        let mut stream = bot_stream(0, one.scene.player);
        self.runs = 0;
        for part in 1 + one.secrets()..count {
            self.hidden[part] = false;
            for _ in 0..ALONE {
                self.runs += 1;
                if self.runs > MOST_RUNS || !one.may_differ(part) {
                    break;
                }
                self.parts[part] = stream.next_u64() | 1;
                if one.run(&self.parts) == (Outcome::Same { changed: true }) {
                    self.hidden[part] = true;
                    break;
                }
            }
            self.parts[part] = 0;
        }
        self.runs <= MOST_RUNS
    }

    fn remember(&mut self, key: u64) {
        if self.known.len() < REMEMBERED {
            self.known.push((0, Vec::with_capacity(USUAL)));
        }
        let at = self.next % REMEMBERED;
        self.next = at + 1;
        let (of, parts) = &mut self.known[at];
        *of = key;
        parts.clone_from(&self.hidden);
    }
}

impl Try<'_, '_> {
    fn secrets(&self) -> usize {
        self.program.hiding.secrets.len()
    }

    /// Whether a part is one of those that may be otherwise.
    fn may_differ(&self, part: usize) -> bool {
        let secrets = self.secrets();
        match part {
            0 => !self.program.ir.piles.is_empty(),
            n if n <= secrets => self.program.hiding.secrets[n - 1].holder != self.scene.player,
            n => match self.scene.stretch.events[n - 1 - secrets] {
                Event::Answered { player, secret, .. } => player != self.scene.player && secret,
                Event::Drew { .. } => self.program.hiding.by_luck,
                // Where cards lie that nobody has seen is dealt anew; what has been seen stays.
                Event::Card { kind, card, .. } => {
                    let cards = &self.program.cards[kind];
                    let known =
                        |memory: &[i32]| memory[usize::from(cards.known) + usize::from(card)] >> self.scene.player & 1 == 1;
                    self.program.hiding.by_luck || known(&self.scene.stretch.start) && !known(&self.scene.machine.memory[..])
                }
            },
        }
    }

    /// How often it is worth while to decide a part by itself: what others are believed to keep is always the same.
    fn tries(&self, part: usize) -> usize {
        if (1..=self.secrets()).contains(&part) { 1 } else { ALONE }
    }

    /// Plays the stretch with its parts decided so.
    fn run(&mut self, parts: &[u64]) -> Outcome {
        let (program, scene, thought) = (self.program, self.scene, &mut *self.thought);
        let player = scene.player;
        let secrets = program.hiding.secrets.len();
        let mut changed = false;
        thought.set_state(&scene.stretch.start);
        let (mut n, belief) = (0, self.belief);
        each_secret(program, |secret, at| {
            n += 1;
            let words = &mut thought.memory[secret.at..secret.at + secret.words];
            if parts[n] != 0 && secret.holder != player && *words != belief[at.clone()] {
                words.copy_from_slice(&belief[at]);
                changed = true;
            }
        });
        if parts[0] != 0 {
            let mut stream = bot_stream(parts[0], player);
            self.redeal.deal_anew(program, thought, player, Some(scene.machine), &mut stream);
            changed |= !program.ir.piles.is_empty();
        } else {
            thought.wake_all(program);
            self.redeal.keep_all(program);
        }
        let luck = parts.iter().fold(1, |luck, part| derive_seed(luck, *part));
        let mut host = Otherwise {
            scene,
            redeal: self.redeal,
            luck: &parts[1 + secrets..],
            rest: bot_stream(luck, player),
            calls: 0,
            asked: [0; 32],
            at: 0,
            changed,
        };
        let stop = thought.resume(program, &mut host);
        let answers =
            |who| scene.stretch.events.iter().filter(|e| matches!(e, Event::Answered { player, .. } if *player == who)).count();
        let is_end = match scene.asks {
            Some(who) => stop == Stop::Decide && usize::from(host.asked[who]) == answers(who),
            None => stop == Stop::Held,
        };
        let changed = host.changed;
        let is_end = is_end && scene.options.is_none_or(|count| count == thought.options().len());
        if is_end && sees_same(program, player, scene.end, thought) { Outcome::Same { changed } } else { Outcome::Shows }
    }
}

/// Whether a player sees the same in two states.
fn sees_same(program: &Program, player: usize, state: &[i32], machine: &Machine) -> bool {
    let other = &machine.memory[..];
    let hiding = &program.hiding;
    let same = |from: usize, to: usize| state[from..to] == other[from..to];
    let places = |memory: &[i32]| {
        let mut sum = 0u64;
        for (kind, cards) in program.cards.iter().enumerate() {
            for card in 0..usize::from(cards.count) {
                let word = |column: u16| memory[usize::from(column) + card] as u32 as u64;
                let (place, known) = (word(cards.place), word(cards.known) >> player & 1);
                let which = if known == 1 { (card as u64) << 20 | word(cards.order) << 40 } else { cards.backs[card].into() };
                sum = sum.wrapping_add(derive_seed(which, place << 8 | known << 4 | (kind as u64) << 32));
            }
        }
        sum
    };
    hiding.open.iter().all(|(from, to)| same(*from, *to))
        && hiding.secrets.iter().filter(|secret| secret.holder == player).all(|secret| same(secret.at, secret.at + secret.words))
        && state[header::DEPTH] == other[header::DEPTH]
        && places(state) == places(other)
}

/// Answers as it was answered, but where luck is to decide anew.
struct Otherwise<'a> {
    scene: &'a Scene<'a>,
    redeal: &'a Redeal,
    /// By event: the luck that decides it; 0: as it was.
    luck: &'a [u64],
    /// Decides what was not asked then.
    rest: BotStream,
    calls: usize,
    /// By player: how often asked.
    asked: [u16; 32],
    /// Where the next draw is looked for first.
    at: usize,
    changed: bool,
}

impl Otherwise<'_> {
    /// The event of this draw, where there was one.
    fn event_of(&mut self, draw: Draw) -> Option<usize> {
        let events = &self.scene.stretch.events;
        let is_it = |n: &usize| match &events[*n] {
            Event::Drew { draw: own, .. } | Event::Card { draw: own, .. } => *own == draw,
            Event::Answered { .. } => false,
        };
        let found = (self.at..events.len()).find(is_it).or_else(|| (0..self.at.min(events.len())).find(is_it))?;
        self.at = found + 1;
        Some(found)
    }
}

impl Host for Otherwise<'_> {
    fn draw(&mut self, _: u64, draw: Draw, sides: u32) -> u32 {
        let event = self.event_of(draw);
        match event.map(|n| (n, self.scene.stretch.events[n])) {
            Some((n, Event::Drew { side, .. })) if self.luck[n] == 0 => side.min(sides - 1),
            Some((n, Event::Drew { side, .. })) => {
                let other = random::draw(self.luck[n], draw, sides);
                self.changed |= other != side;
                other
            }
            _ => self.rest.random_range(..sides),
        }
    }

    fn draw_card(&mut self, program: &Program, machine: &Machine, from: Shuffled, draw: Draw) -> u32 {
        let event = self.event_of(draw);
        let mut there = machine.shuffled_in(&program.cards[from.kind], from.heap);
        match event.map(|n| (n, self.scene.stretch.events[n])) {
            Some((n, Event::Card { kind, card, .. })) => {
                let place = there.position(|c| c == usize::from(self.redeal.card(kind, card))).map(|place| place as u32);
                match place {
                    Some(place) if self.luck[n] == 0 => place,
                    _ => {
                        let other = random::draw(self.luck[n], draw, from.number);
                        self.changed |= Some(other) != place;
                        other
                    }
                }
            }
            _ => self.rest.random_range(..from.number),
        }
    }

    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        let options = machine.options();
        let who = usize::try_from(machine.word(program.sites[options.site()].by)).ok()?;
        let events = &self.scene.stretch.events;
        let of_who = |event: &Event| matches!(event, Event::Answered { player, .. } if *player == who);
        let before = self.asked.get(who).copied()?;
        let found = events.iter().enumerate().filter(|(_, event)| of_who(event)).nth(before.into());
        let Some((n, Event::Answered { site, from, len, .. })) = found else {
            // The end, or one question more of somebody else.
            let stops = self.scene.asks == Some(who) || who == self.scene.player;
            return (!stops).then(|| self.rest.random_range(..options.len()));
        };
        self.asked[who] += 1;
        let words = &self.scene.stretch.words[*from..from + len];
        let then = (0..options.len()).find(|n| self.is_option(program, *site, words, machine, *n));
        if who == self.scene.player {
            return then;
        }
        match then {
            Some(then) if self.luck[n] == 0 => Some(then),
            _ => {
                let other = random::derive_seed(self.luck[n], 0) % options.len() as u64;
                self.changed |= then != Some(other as usize);
                Some(other as usize)
            }
        }
    }

    fn checkpoint(&mut self, _: &Machine, _: u16) -> bool {
        self.calls += 1;
        self.calls <= self.scene.stretch.calls
    }
}

impl Otherwise<'_> {
    /// Whether an option is the one of these words, with the cards that lie now where those lay.
    fn is_option(&self, program: &Program, site: u16, words: &[i32], machine: &Machine, n: usize) -> bool {
        let options = machine.options();
        let (number, values) = options.get(n);
        let types = &program.sites[options.site()].options[number].values;
        let is_now = |(k, (_, ty)): (usize, &(u16, crate::ir::Type))| {
            let then = words.get(1 + k).copied().unwrap_or(0);
            let now = match (ty.present(), u16::try_from(then)) {
                (crate::ir::Type::Row(kind), Ok(card)) => i32::from(self.redeal.card(kind.index(), card)),
                _ => then,
            };
            now == values[k]
        };
        options.site() == usize::from(site) && number as i32 == words[0] && types.iter().enumerate().all(is_now)
    }
}
