//! States that agree with what one player sees, for bots to think about.

use crate::ir::fold::NONE;
use crate::program::{Program, header};
use crate::vm::random::{BotStream, bot_stream, derive_seed};
use crate::vm::{Machine, Quiet, Stop};
use rand::RngExt;

use super::again::{Again, Scene, Try};
use super::anew;
use super::redeal::Redeal;

/// The number of ways in which a player imagines what has led to a state.
const WAYS: usize = 4;

/// Imagines states. It keeps its buffers, so that a bot that thinks allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Imagination {
    redeal: Redeal,
    again: Again,
    player: usize,
    /// Whether variables hold what others hide, so that only playing again leads to the decision.
    is_held: bool,
    /// The beliefs of each player.
    beliefs: Vec<Beliefs>,
    /// Whether something had to be imagined, and whether that succeeded.
    is_tried: bool,
    is_found: bool,
    /// Buffers for the next beliefs.
    next: [Vec<i32>; WAYS],
}

/// What a player believes that others keep in their secret fields. Beliefs follow from the journal alone, whatever was thought about
/// before.
#[derive(Clone, Debug, Default)]
struct Beliefs {
    /// Hashes of how the journal begins and of the stretches since.
    past: Vec<u64>,
    /// For each way, the values of all secret fields, one after the other.
    ways: [Vec<i32>; WAYS],
}

impl Imagination {
    /// Gets ready to imagine the current game for `player`, who is being asked. Finds what others may keep in their secret fields by asking
    /// chance and them again from the beginning of the journal.
    pub fn prepare(&mut self, program: &Program, machine: &Machine, thought: &mut Machine, player: usize) {
        self.player = player;
        (self.is_tried, self.is_found) = (false, false);
        let hiding = &program.hiding;
        if !hiding.is_asked_again {
            return;
        }
        let site = machine.options().site();
        self.is_held = machine.memory[header::SECRET] != NONE || hiding.held.get(site).is_some_and(|held| *held);
        let (kept, forgotten) = machine.journal().map_or((&[][..], u64::MAX), |journal| (&journal.kept[..], journal.forgotten));
        let open = open_scene(program, machine, player, self.is_held);
        let begin = derive_seed(machine.seed(), forgotten);
        let last = open.as_ref().filter(|open| !self.is_held && open.stretch.stores != 0);

        self.beliefs.resize_with(program.players.max(self.beliefs.len()), Beliefs::default);
        let mut own = std::mem::take(&mut self.beliefs[player]);
        let past =
            || [begin].into_iter().chain(kept.iter().map(|stretch| stretch.key)).chain(last.map(|open| open.stretch.hash()));
        if own.past.is_empty() || !past().take(own.past.len()).eq(own.past.iter().copied()) {
            own.past.clear();
            own.past.push(begin);
            for (n, way) in own.ways.iter_mut().enumerate() {
                anew::begin(program, forgotten, way, &mut luck(begin, 0, n));
            }
        }
        for (n, key) in past().enumerate().skip(own.past.len()) {
            match kept.get(n - 1) {
                Some(stretch) => {
                    let scene = Scene { stretch, end: &stretch.end, asks: stretch.asks, player, is_held: false };
                    self.advance(program, thought, &scene, &mut own);
                }
                None => last.iter().for_each(|scene| self.advance(program, thought, scene, &mut own)),
            }
            own.past.push(key);
        }
        self.beliefs[player] = own;
        if let Some(scene) = open.filter(|_| self.is_held) {
            self.again.begin(&mut Try { program, thought, redeal: &mut self.redeal, scene: &scene });
        }
    }

    /// Whether nothing has been imagined since that agrees with what the player of [`Imagination::prepare`] can see. The bot then answers
    /// at random.
    pub fn is_blind(&self) -> bool {
        self.is_tried && !self.is_found
    }

    /// Puts a state into `thought` that agrees with what the player of [`Imagination::prepare`] can see. If nothing is hidden, this is the
    /// game itself. Cards whose place the player doesn't know are dealt anew. Returns whether that succeeded.
    pub fn imagine(&mut self, program: &Program, machine: &Machine, thought: &mut Machine, stream: &mut BotStream) -> bool {
        let player = self.player;
        let n = if program.hiding.is_asked_again { stream.random_range(..WAYS) } else { 0 };
        let found = if self.is_held {
            open_scene(program, machine, player, true).is_some_and(|scene| {
                let mut one = Try { program, thought, redeal: &mut self.redeal, scene: &scene };
                self.again.play(&mut one, &self.beliefs[player].ways, n, stream)
            })
        } else {
            thought.set_state(machine.state(program));
            if program.hiding.is_asked_again {
                anew::put(program, thought, player, &self.beliefs[player].ways[n]);
            }
            self.redeal.deal_anew(program, thought, player, stream);
            thought.resume(program, &mut Quiet) == Stop::Decide
        };
        (self.is_tried, self.is_found) = (true, self.is_found || found);
        found
    }

    /// Puts any values of their types into the secret fields of others, whether or not they agree with what is known: what then comes out
    /// otherwise depends on them.
    pub fn stray(&self, program: &Program, thought: &mut Machine, stream: &mut BotStream) {
        let mut any = vec![];
        anew::begin(program, u64::MAX, &mut any, stream);
        anew::put(program, thought, self.player, &any);
    }

    /// Finds what may be believed after a stretch.
    fn advance(&mut self, program: &Program, thought: &mut Machine, scene: &Scene<'_>, own: &mut Beliefs) {
        self.again.begin(&mut Try { program, thought, redeal: &mut self.redeal, scene });
        for (n, next) in self.next.iter_mut().enumerate() {
            let mut stream = luck(own.past[0], own.past.len(), n);
            next.clone_from(&own.ways[n]);
            let mut one = Try { program, thought, redeal: &mut self.redeal, scene };
            if self.again.play(&mut one, &own.ways, n, &mut stream) {
                anew::take(program, thought, &mut self.redeal, scene.player, next);
            } else {
                anew::draw_fields(program, scene.stretch.stores, next, &mut stream);
            }
        }
        std::mem::swap(&mut own.ways, &mut self.next);
    }

    /// Deals the cards anew whose place the player doesn't know. Only cards that look alike change places. Secret fields of others stay as
    /// they are, except that a card in one is replaced by the card that lies in its place now.
    pub fn redeal(&mut self, program: &Program, machine: &mut Machine, player: usize, stream: &mut BotStream) {
        self.redeal.deal_anew(program, machine, player, stream);
    }
}

/// The luck of one way in which a stretch may have gone. It comes from the game's seed, like that of its bots.
fn luck(begin: u64, stretch: usize, way: usize) -> BotStream {
    bot_stream(derive_seed(begin, stretch as u64), way)
}

/// What has happened since the last kept stretch may begin, if it is known how that began.
fn open_scene<'a>(program: &Program, machine: &'a Machine, player: usize, is_held: bool) -> Option<Scene<'a>> {
    let journal = machine.journal().filter(|journal| journal.is_known)?;
    Some(Scene {
        stretch: &journal.open,
        end: machine.state(program),
        asks: Some((player, machine.options().len())),
        player,
        is_held,
    })
}
