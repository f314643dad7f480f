//! Plays a stretch of a game again with other luck and other answers: what comes of it that its viewer can't see is what might be.
//!
//! What may differ are the parts of the stretch: how cards that the viewer can't know lie at its beginning, what others keep in secret
//! fields there, each draw of chance and each answer of another. A part of which the outcome shows, as a die that is rolled openly, stays
//! as it was. Found out is that by trying.

use rand::{Rng, RngExt};

use super::anew::each_secret;
use super::redeal::Redeal;
use crate::program::{Program, header};
use crate::vm::host::Shuffled;
use crate::vm::journal::{Event, Stretch};
use crate::vm::random::{self, Draw, derive_seed};
use crate::vm::random::{BotStream, bot_stream};
use crate::vm::{Host, Machine, Stop};

/// How often one part is tried by itself.
const ALONE: usize = 6;
/// The most runs for one way in which a stretch may have gone.
const MOST_RUNS: usize = 600;

/// A stretch, who looks at it, and how it ended.
pub struct Scene<'a> {
    pub stretch: &'a Stretch,
    pub end: &'a [i32],
    /// Who is asked at the end, and how many options are on offer; `None`: the flow calls a rule there.
    pub asks: Option<(usize, usize)>,
    pub player: usize,
}

/// Room for playing again.
#[derive(Clone, Debug, Default)]
pub struct Again {
    /// By part: the luck that decides it anew; 0: it stays as it was.
    parts: Vec<u64>,
    /// By part: whether another outcome shows nothing, as far as is known. Empty where that can't be found out.
    hidden: Vec<bool>,
    /// Whether cards were dealt anew in the last try.
    pub is_dealt: bool,
}

/// One try.
pub struct Try<'a, 'b> {
    pub program: &'a Program,
    pub thought: &'b mut Machine,
    pub redeal: &'b mut Redeal,
    pub scene: &'b Scene<'a>,
}

impl Again {
    /// Makes ready to play a stretch several times.
    pub fn begin(&mut self, program: &Program, scene: &Scene<'_>) {
        let count = 1 + program.hiding.secrets.len() + scene.stretch.events.len();
        self.hidden.clear();
        self.hidden.extend((0..count).map(|part| scene.may_differ(program, part)));
    }

    /// Plays a stretch again so that its viewer sees the same at its end: first with everything decided anew that doesn't show, and one
    /// belief after the other, from the nth on. Returns whether that was found; the machine is at the end of the stretch then.
    pub fn play(&mut self, one: &mut Try<'_, '_>, beliefs: &[Vec<i32>], n: usize, stream: &mut BotStream) -> bool {
        let found = !self.hidden.is_empty() && (self.together(one, beliefs, n, stream) || self.alone(one, &beliefs[n], stream));
        self.is_dealt = self.parts.first().is_some_and(|luck| *luck != 0);
        found
    }

    fn together(&mut self, one: &mut Try<'_, '_>, beliefs: &[Vec<i32>], n: usize, stream: &mut BotStream) -> bool {
        let (before, after) = beliefs.split_at(n);
        after.iter().chain(before).any(|belief| {
            self.parts.clear();
            self.parts.extend(self.hidden.iter().map(|hidden| if *hidden { stream.next_u64() | 1 } else { 0 }));
            one.run(&self.parts, belief)
        })
    }

    /// Decides one part after the other anew, from what happened. What shows by itself stays as it was from now on.
    fn alone(&mut self, one: &mut Try<'_, '_>, belief: &[i32], stream: &mut BotStream) -> bool {
        let beliefs = 1..=one.program.hiding.secrets.len();
        let mut runs = 0;
        self.parts.fill(0);
        for part in 0..self.parts.len() {
            if !self.hidden[part] {
                continue;
            }
            let is_belief = beliefs.contains(&part);
            // What is believed is always the same.
            let shows = (0..if is_belief { 1 } else { ALONE }).all(|_| {
                runs += 1;
                self.parts[part] = stream.next_u64() | 1;
                !one.run(&self.parts, belief)
            });
            if shows {
                self.parts[part] = 0;
                self.hidden[part] = is_belief;
            }
            if runs > MOST_RUNS {
                self.hidden.clear();
                return false;
            }
        }
        one.run(&self.parts, belief)
    }
}

impl Scene<'_> {
    /// Whether a part is one of those that may be otherwise.
    fn may_differ(&self, program: &Program, part: usize) -> bool {
        let hiding = &program.hiding;
        let secrets = hiding.secrets.len();
        match part {
            0 => !program.ir.piles.is_empty(),
            n if n <= secrets => hiding.secrets[n - 1].holder != self.player,
            n => match self.stretch.events[n - 1 - secrets] {
                Event::Answered { player, secret, .. } => player != self.player && secret,
                Event::Drew { .. } => !hiding.draws.is_empty(),
                // Where cards lie that nobody has seen is dealt anew; what has been seen stays.
                Event::Card { kind, card, .. } => {
                    let cards = &program.cards[kind];
                    let known = |memory: &[i32]| memory[usize::from(cards.known) + usize::from(card)] >> self.player & 1 == 1;
                    !hiding.draws.is_empty() || known(&self.stretch.start) && !known(self.end)
                }
            },
        }
    }
}

impl Try<'_, '_> {
    /// Plays the stretch with its parts decided so. Returns whether its viewer sees the same.
    fn run(&mut self, parts: &[u64], belief: &[i32]) -> bool {
        let (program, scene, thought) = (self.program, self.scene, &mut *self.thought);
        let player = scene.player;
        let secrets = program.hiding.secrets.len();
        thought.set_state(&scene.stretch.start);
        let mut n = 0;
        each_secret(program, |secret, at| {
            n += 1;
            if parts[n] != 0 {
                thought.memory[secret.at..secret.at + secret.words].copy_from_slice(&belief[at]);
            }
        });
        if parts[0] != 0 {
            self.redeal.deal_anew(program, thought, player, Some(scene.end), &mut bot_stream(parts[0], player));
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
        };
        let stop = thought.resume(program, &mut host);
        let answers =
            |who| scene.stretch.events.iter().filter(|e| matches!(e, Event::Answered { player, .. } if *player == who)).count();
        let is_end = match scene.asks {
            Some((who, options)) => {
                let all = usize::from(host.asked[who]) == answers(who);
                // How many options others have is no concern of the viewer.
                stop == Stop::Decide && all && (who != player || thought.options().len() == options)
            }
            None => stop == Stop::Held,
        };
        is_end && sees_same(program, player, scene.end, thought)
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
            Some((n, _)) => random::draw(self.luck[n], draw, sides),
            None => self.rest.random_range(..sides),
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
                    _ => random::draw(self.luck[n], draw, from.number),
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
            let stops = self.scene.asks.is_some_and(|(asked, _)| asked == who) || who == self.scene.player;
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
            _ => Some((derive_seed(self.luck[n], 0) % options.len() as u64) as usize),
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
