//! Plays a stretch of a game again with other luck and other answers, to find out what may be true of things that its viewer can't see.
//!
//! The parts of a stretch that may differ are how the cards that the viewer can't know lie at its beginning, what others keep in secret
//! fields there, each draw of chance that may end up in them, and each hidden answer. First all of them are drawn anew. Then, as long as
//! the viewer would see something else, the parts that have to do with it are drawn again (Minton, Johnston, Philips, Laird: "Minimizing
//! conflicts", 1992). What really happened is neither tried first nor preferred, because it would then be found too often.

use rand::{Rng, RngExt};

use super::anew::{self, each_secret};
use super::redeal::Redeal;
use crate::ir::Type;
use crate::program::{Cards, Part as Shown, Program, Template, header};
use crate::show;
use crate::vm::cards;
use crate::vm::host::Shuffled;
use crate::vm::journal::{Event, Stretch};
use crate::vm::random::{self, BotStream, Draw, derive_seed};
use crate::vm::{Host, Machine, Quiet, Stop, TrapCode};

/// The number of runs for one way in which a stretch may have gone, at most.
const MOST_RUNS: usize = 600;
/// After this many runs that were no better than those before, everything is drawn anew.
const MOST_IN_VAIN: usize = 120;
/// One run in this many draws a single part anew, whatever is known about it.
const ALONE: u32 = 8;
/// The number of parts of a stretch that there is room for from the start.
const USUAL: usize = 64;
/// The search stops after this many runs that didn't end.
const MOST_ENDLESS: usize = 3;

/// A stretch, its viewer, and how it ended.
pub struct Scene<'a> {
    pub stretch: &'a Stretch,
    pub end: &'a [i32],
    /// Who is asked at the end, and how many options are on offer. `None` if the flow calls a rule there.
    pub asks: Option<(usize, usize)>,
    pub player: usize,
    /// Whether something hidden has led to the end, so that another way may lead to the same question.
    pub is_held: bool,
}

/// Something that may differ in a stretch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// How cards lie at the beginning.
    Deal,
    /// A word of what others keep at the beginning: the number of the secret, the number of words before it in a belief, and the position
    /// within it.
    Word { secret: usize, from: usize, at: usize },
    /// The luck that decides an event. The position after the last event stands for whatever was not asked then.
    Luck(usize),
}

/// One assumption about everything that may differ.
#[derive(Clone, Debug, Default)]
struct Guess {
    /// What everybody keeps in secret fields at the beginning, one after the other.
    belief: Vec<i32>,
    /// For each event, the luck that decides it; 0 leaves it as it was.
    luck: Vec<u64>,
    /// For each kind and card, the card that lies in its place.
    deal: Vec<Vec<u16>>,
}

impl Guess {
    fn take(&mut self, other: &Guess) {
        self.belief.clone_from(&other.belief);
        self.luck.clone_from(&other.luck);
        self.deal.clone_from(&other.deal);
    }
}

/// Buffers for playing again.
#[derive(Clone, Debug, Default)]
pub struct Again {
    parts: Vec<Part>,
    /// For each part and place in `seen`, whether the part is known to change this place. The position after the last place tells whether
    /// the stretch ends elsewhere.
    touches: Vec<bool>,
    /// The number of parts tested for that.
    tested: usize,
    /// What the viewer sees at the end: as it was, in the last run, and in the best run before. Empty if a run ended elsewhere.
    target: Vec<i32>,
    seen: Vec<i32>,
    best: Vec<i32>,
    /// The places where `best` differs from what the viewer sees. The position after the last means that it ended elsewhere.
    wrong: Vec<usize>,
    question: Option<u64>,
    /// The state while a question is read.
    room: Vec<i32>,
    guess: Guess,
    kept: Guess,
    /// The parts to draw anew next.
    next: Vec<usize>,
    /// The number of runs that didn't end.
    endless: usize,
    /// Whether a search has failed.
    is_hopeless: bool,
}

/// One try.
pub struct Try<'a, 'b> {
    pub program: &'a Program,
    pub thought: &'b mut Machine,
    pub redeal: &'b mut Redeal,
    pub scene: &'b Scene<'a>,
}

impl Again {
    /// Gets ready to play a stretch several times.
    pub fn begin(&mut self, one: &mut Try<'_, '_>) {
        let (program, scene) = (one.program, one.scene);
        self.parts.clear();
        if !program.ir.piles.is_empty() {
            self.parts.push(Part::Deal);
        }
        let mut secret = 0;
        each_secret(program, |own, words| {
            if own.holder != scene.player {
                self.parts.extend((0..own.words).map(|at| Part::Word { secret, from: words.start, at }));
            }
            secret += 1;
        });
        let events = scene.stretch.events.len();
        self.parts.extend((0..events).filter(|n| scene.may_differ(program, *n)).map(Part::Luck));
        self.parts.push(Part::Luck(events));
        (self.tested, self.endless, self.is_hopeless) = (0, 0, false);
        self.best.clear();
        self.wrong.clear();
        self.question = None;
        if scene.is_held {
            one.thought.set_state(scene.end);
            one.thought.wake_all(program);
            if one.thought.resume(program, &mut Quiet) == Stop::Decide {
                self.question = asked(program, one.thought, &mut self.room);
            }
        }
        scene.look(program, scene.end, &mut self.target);
        self.target.extend(scene.is_held.then_some(1));
        let places = self.target.len() + 1;
        self.touches.clear();
        self.touches.reserve(USUAL * places);
        self.touches.resize(self.parts.len() * places, false);
    }

    /// Plays a stretch again so that its viewer sees the same at its end, starting from each belief in turn, first from number `n`. Returns
    /// whether such a way was found. The machine is then at the end of the stretch.
    pub fn play(&mut self, one: &mut Try<'_, '_>, beliefs: &[Vec<i32>], n: usize, stream: &mut BotStream) -> bool {
        let (before, after) = beliefs.split_at(n);
        let found = !self.is_hopeless && self.search(one, after.iter().chain(before), stream);
        self.is_hopeless |= !found;
        found
    }

    fn search<'b>(
        &mut self,
        one: &mut Try<'_, '_>,
        beliefs: impl Iterator<Item = &'b Vec<i32>> + Clone,
        stream: &mut BotStream,
    ) -> bool {
        let (mut starts, mut first) = (beliefs.clone().cycle(), beliefs.count());
        let (mut wrong, mut in_vain) = (usize::MAX, 0);
        let untested = self.parts.len() - self.tested;
        for _ in 0..MOST_RUNS + untested.min(MOST_RUNS) {
            let tests = first == 0 && self.tested < self.parts.len();
            let begins = first > 0 || !tests && in_vain >= MOST_IN_VAIN;
            self.next.clear();
            if begins {
                // At a dead end, the search begins anew.
                wrong = if in_vain >= MOST_IN_VAIN { usize::MAX } else { wrong };
                first = first.saturating_sub(1);
                starts.next().into_iter().for_each(|belief| self.all_anew(one, belief, stream));
            } else {
                self.guess.take(&self.kept);
                if tests {
                    self.next.push(self.tested);
                    self.tested += 1;
                } else {
                    self.pick(stream);
                }
                for n in 0..self.next.len() {
                    self.change(one, self.parts[self.next[n]], stream);
                }
            }
            let now = self.run(one);
            if let [part] = self.next[..] {
                self.learn(part);
            }
            in_vain = if now < wrong { 0 } else { in_vain + usize::from(!tests) };
            // A part that doesn't matter keeps its old value.
            if now < wrong || now == wrong && !tests && !begins {
                // Only now can tests show what the parts change.
                self.tested = if self.best.is_empty() && !self.seen.is_empty() { 0 } else { self.tested };
                wrong = now;
                std::mem::swap(&mut self.kept, &mut self.guess);
                std::mem::swap(&mut self.best, &mut self.seen);
                self.find_wrong();
            }
            if wrong == 0 {
                return true;
            }
            if self.endless >= MOST_ENDLESS {
                break;
            }
        }
        false
    }

    /// Draws everything anew that may differ.
    fn all_anew(&mut self, one: &mut Try<'_, '_>, belief: &[i32], stream: &mut BotStream) {
        self.guess.belief.clear();
        self.guess.belief.extend_from_slice(belief);
        self.guess.luck.clear();
        self.guess.luck.resize(one.scene.stretch.events.len() + 1, 0);
        for part in &self.parts {
            if let Part::Luck(n) = part {
                self.guess.luck[*n] = stream.next_u64() | 1;
            }
        }
        one.redeal.deal(one.program, |kind, card| one.scene.has_seen(&one.program.cards[kind], kind, card), stream);
        self.guess.deal.clone_from(&one.redeal.now);
    }

    /// Picks the parts to draw anew next: all or some of those that have to do with what is wrong, and sometimes parts of which nobody
    /// knows what they have to do with.
    fn pick(&mut self, stream: &mut BotStream) {
        if stream.random_range(..ALONE) > 0 {
            let (few, unknown) = (stream.random_range(1..=2u32), stream.random_range(..2u32) == 0);
            for unknown in [unknown, true] {
                for (part, touches) in self.touches.chunks_exact(self.target.len() + 1).enumerate() {
                    let is_wrong = self.wrong.iter().any(|at| touches[*at]);
                    let may_matter = is_wrong || unknown && !touches.contains(&true);
                    if may_matter && stream.random_range(..few) == 0 {
                        self.next.push(part);
                    }
                }
                if !self.next.is_empty() {
                    return;
                }
            }
        }
        self.next.push(stream.random_range(..self.parts.len()));
    }

    /// Draws a part anew.
    fn change(&mut self, one: &mut Try<'_, '_>, part: Part, stream: &mut BotStream) {
        let program = one.program;
        match part {
            Part::Deal => {
                let has_seen = |kind: usize, card| one.scene.has_seen(&program.cards[kind], kind, card);
                if stream.random_range(..2u32) == 0 {
                    one.redeal.deal(program, has_seen, stream);
                } else {
                    one.redeal.now.clone_from(&self.guess.deal);
                    one.redeal.exchange_two(program, has_seen, stream);
                }
                self.guess.deal.clone_from(&one.redeal.now);
            }
            Part::Luck(n) => self.guess.luck[n] = stream.next_u64() | 1,
            Part::Word { secret, from, at } => {
                let secret = &program.hiding.secrets[secret];
                let ty = &program.ir.fields[secret.field.index()].ty;
                // Numbers without a range are likely to be among those that can be seen.
                let wrong = stream.random_range(..self.wrong.len().max(1));
                let shown = self.wrong.get(wrong).and_then(|at| self.target.get(*at)).copied().unwrap_or(0);
                anew::change(program, ty, &mut self.guess.belief[from..from + secret.words], at, shown, stream);
            }
        }
    }

    /// Finds the places where the viewer would see something else.
    fn find_wrong(&mut self) {
        let (best, target) = (&self.best, &self.target);
        let differ = best.iter().zip(target).enumerate().filter(|(_, (best, target))| best != target);
        self.wrong.clear();
        self.wrong.extend(differ.map(|(at, _)| at).chain(best.is_empty().then_some(target.len())));
    }

    /// Notes what has changed with another outcome of one part.
    fn learn(&mut self, part: usize) {
        let places = self.target.len() + 1;
        let touches = &mut self.touches[part * places..(part + 1) * places];
        match (self.seen.is_empty(), self.best.is_empty()) {
            (false, false) => {
                let now_and_before = self.seen.iter().zip(&self.best);
                now_and_before.zip(touches).for_each(|((now, before), touches)| *touches |= now != before);
            }
            (true, true) => {}
            _ => touches[places - 1] = true,
        }
    }

    /// Plays the stretch under the current guess. Returns the number of places where its viewer would see something else.
    fn run(&mut self, one: &mut Try<'_, '_>) -> usize {
        self.seen.clear();
        let (stop, is_end) = one.run(&self.guess);
        self.endless += usize::from(matches!(stop, Stop::Trap(TrapCode::Fuel, _)));
        if is_end {
            one.scene.look(one.program, &one.thought.memory[..], &mut self.seen);
            if one.scene.is_held {
                // The texts are compared only where everything else is the same.
                let same = self.seen[..] == self.target[..self.seen.len()];
                let is_asked =
                    same && self.question.is_some() && self.question == asked(one.program, one.thought, &mut self.room);
                self.seen.push(i32::from(is_asked));
            }
        }
        (0..self.target.len()).filter(|at| self.seen.get(*at) != Some(&self.target[*at])).count()
    }
}

/// A hash of what is asked, wherever it stands in the rules: the decision, the prompt, and for each option its branch, values, label and
/// what it gives. `None` if its texts can't be evaluated.
fn asked(program: &Program, machine: &mut Machine, room: &mut Vec<i32>) -> Option<u64> {
    room.clear();
    room.extend_from_slice(machine.state(program));
    let asked = read(program, machine);
    // Evaluating texts may have used room of the frame.
    machine.memory[..room.len()].copy_from_slice(room);
    asked
}

fn read(program: &Program, machine: &mut Machine) -> Option<u64> {
    let site = &program.sites[machine.options().site()];
    let player = usize::try_from(machine.word(site.by)).ok()?;
    let mut read = text(program, machine, site.prompt.as_ref(), site.decision.index() as u64)?;
    for n in 0..machine.options().len() {
        let option = &site.options[machine.options().get(n).0];
        read = plain(&option.branch, read);
        for (k, (slot, _)) in option.values.iter().enumerate() {
            let word = machine.options().get(n).1[k];
            machine.memory[usize::from(*slot)] = word;
            read = derive_seed(read, word as u64);
        }
        read = text(program, machine, option.label.as_ref(), read)?;
        let gives = option.gives.as_ref().and_then(|gives| show::template_value(program, machine, gives, player));
        read = derive_seed(read, gives.map_or(0, |(word, _)| 1 + u64::from(word as u32)));
    }
    Some(read)
}

/// Continues the hash `before` with a text.
fn text(program: &Program, machine: &mut Machine, template: Option<&Template>, before: u64) -> Option<u64> {
    let Some(template) = template else { return Some(plain("", before)) };
    show::work_out(program, machine, template).ok()?;
    let fold = program.fold();
    let part = |read, part: &Shown| match part {
        Shown::Plain(text) => plain(text, read),
        Shown::Value(slot, ty, _) => {
            let size = |ty: &Type| program.sizes.words(&fold, ty).unwrap_or(1);
            let words = &machine.memory[usize::from(*slot)..usize::from(*slot) + size(ty)];
            // Words after the end of a list mean nothing.
            let used = match ty.present() {
                Type::List(of, _) => words.len().min(1 + usize::try_from(words[0]).unwrap_or(0) * size(of)),
                _ => words.len(),
            };
            words[..used].iter().fold(read, |read, word| derive_seed(read, *word as u64))
        }
    };
    Some(template.parts.iter().fold(before, part))
}

fn plain(text: &str, before: u64) -> u64 {
    text.bytes().fold(derive_seed(before, text.len() as u64), |read, byte| derive_seed(read, byte.into()))
}

impl Scene<'_> {
    /// Whether an event may have gone otherwise.
    fn may_differ(&self, program: &Program, event: usize) -> bool {
        match self.stretch.events[event] {
            Event::Answered { player, secret, .. } => player != self.player && secret,
            Event::Drew { hidden, .. } => hidden,
            // Cards that the player has never seen are dealt anew, and those that were seen when they were drawn or later stay.
            Event::Card { kind, card, seen_by, .. } => {
                seen_by >> self.player & 1 == 0 && self.has_seen(&program.cards[kind], kind, card)
            }
        }
    }

    /// Whether the player knew at any time where a card was.
    pub fn has_seen(&self, cards: &Cards, kind: usize, card: u16) -> bool {
        let known = |memory: &[i32]| memory[usize::from(cards.known + card)] >> self.player & 1 == 1;
        let seen = |(k, c, by): &(usize, u16, i32)| (*k, *c) == (kind, card) && by >> self.player & 1 == 1;
        known(&self.stretch.start) || known(self.end) || self.stretch.seen.iter().any(seen)
    }

    /// What the player sees of a state.
    fn look(&self, program: &Program, state: &[i32], seen: &mut Vec<i32>) {
        let hiding = &program.hiding;
        seen.clear();
        hiding.open.iter().for_each(|(from, to)| seen.extend_from_slice(&state[*from..*to]));
        if !self.is_held {
            seen.extend([state[header::PC], state[header::DEPTH]]);
        }
        let own = hiding.secrets.iter().filter(|secret| secret.holder == self.player);
        own.for_each(|secret| seen.extend_from_slice(&state[secret.at..secret.at + secret.words]));
        for cards in &program.cards {
            let places = seen.len();
            seen.resize(places + cards.heaps.len() + 1, 0);
            let count = usize::from(cards.count);
            for card in 0..count {
                let at = cards::seen(state, cards, card, Some(self.player));
                let place = usize::try_from(state[at]).map_or(0, |place| (place + 1).min(cards.heaps.len()));
                let known = state[at + 2 * count] >> self.player & 1;
                let which =
                    if known == 1 { (card as u64) << 32 | u64::from(state[at + count] as u32) } else { cards.backs[card].into() };
                let sum = &mut seen[places + place];
                *sum = sum.wrapping_add(derive_seed(which, known as u64) as i32);
            }
        }
    }
}

impl Try<'_, '_> {
    /// Plays the stretch. Returns why it stopped, and whether it ended at the same place as before.
    fn run(&mut self, guess: &Guess) -> (Stop, bool) {
        let (program, scene, thought) = (self.program, self.scene, &mut *self.thought);
        let player = scene.player;
        thought.set_state(&scene.stretch.start);
        anew::put(program, thought, player, &guess.belief);
        self.redeal.now.clone_from(&guess.deal);
        self.redeal.put(program, thought, player);
        let mut host = Otherwise { scene, redeal: self.redeal, luck: &guess.luck, calls: 0, asked: [0; 32], at: 0 };
        let stop = thought.resume(program, &mut host);
        let is_end = match (scene.asks, stop) {
            (Some((who, options)), Stop::Decide) => {
                let answers = |event: &&Event| matches!(event, Event::Answered { player, .. } if *player == who);
                let all = usize::from(host.asked[who]) == scene.stretch.events.iter().filter(answers).count();
                // The viewer need not care how many options others have.
                let is_asked = thought.word(program.sites[thought.options().site()].by) == who as i32;
                all && is_asked && (who != player || thought.options().len() == options)
            }
            (None, Stop::Held) => true,
            _ => false,
        };
        (stop, is_end)
    }
}

/// Gives the same answers as before, unless luck is to decide anew.
struct Otherwise<'a> {
    scene: &'a Scene<'a>,
    redeal: &'a Redeal,
    luck: &'a [u64],
    calls: usize,
    /// How often each player has been asked.
    asked: [u16; 32],
    /// Where the search for the next draw begins.
    at: usize,
}

impl Otherwise<'_> {
    /// The luck that decides whatever was not asked then.
    fn other_luck(&self) -> u64 {
        self.luck.last().copied().unwrap_or(1)
    }

    /// The luck that decides an event that can't be as it was.
    fn luck_of(&self, event: usize) -> u64 {
        if self.luck[event] == 0 { self.other_luck() } else { self.luck[event] }
    }

    /// The event of this draw, if there was one.
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
            None => random::draw(self.other_luck(), draw, sides),
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
                    _ => random::draw(self.luck_of(n), draw, from.number),
                }
            }
            _ => random::draw(self.other_luck(), draw, from.number),
        }
    }

    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        let options = machine.options();
        let who = usize::try_from(machine.word(program.sites[options.site()].by)).ok()?;
        let events = &self.scene.stretch.events;
        let of_who = |event: &Event| matches!(event, Event::Answered { player, .. } if *player == who);
        let before = self.asked.get(who).copied()?;
        let found = events.iter().enumerate().filter(|(_, event)| of_who(event)).nth(before.into());
        // The rank of an option doesn't depend on its position, so the choice stays the same when others go.
        let rank = |luck: u64, n: usize| {
            let (number, values) = options.get(n);
            let values = &values[..program.sites[options.site()].options[number].values.len()];
            values.iter().fold(derive_seed(luck, number as u64), |rank, value| derive_seed(rank, *value as u64))
        };
        let any = |luck: u64| {
            let luck = derive_seed(luck, (who as u64) << 16 | u64::from(before));
            (0..options.len()).max_by_key(|n| rank(luck, *n)).unwrap_or(0)
        };
        let Some((n, Event::Answered { site, from, len, .. })) = found else {
            // The end, or one question more for somebody else.
            let stops = self.scene.asks.is_some_and(|(asked, _)| asked == who) || who == self.scene.player;
            return (!stops).then(|| any(self.other_luck()));
        };
        self.asked[who] += 1;
        let words = &self.scene.stretch.words[*from..from + len];
        let then = (0..options.len()).find(|n| self.is_option(program, *site, words, machine, *n));
        if who == self.scene.player {
            return then;
        }
        match then {
            Some(then) if self.luck[n] == 0 => Some(then),
            _ => Some(any(self.luck_of(n))),
        }
    }

    fn checkpoint(&mut self, _: &Machine, _: u16) -> bool {
        self.rest()
    }

    fn rest(&mut self) -> bool {
        self.calls += 1;
        self.calls <= self.scene.stretch.calls
    }
}

impl Otherwise<'_> {
    /// Whether an option has these words, with each card replaced by the one that lies in its place now.
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
        let [here, there] = [options.site(), usize::from(site)].map(|site| &program.sites[site]);
        let branch = usize::try_from(words[0]).ok().and_then(|number| there.options.get(number)).map(|option| &option.branch);
        here.decision == there.decision && branch == Some(&here.options[number].branch) && types.iter().enumerate().all(is_now)
    }
}
