//! States that agree with what one player sees: what bots think on.

use crate::ir::fold::NONE;
use crate::players::BotStream;
use crate::program::{Program, header};
use crate::vm::{Host, Machine, Stop};
use rand::Rng;

use super::again::{Again, Scene};
use super::anew;
use super::redeal::Redeal;

/// Imagines states. It keeps the room that it needs for it, so that a bot that thinks doesn't ask for memory.
#[derive(Clone, Debug, Default)]
pub struct Imagination {
    redeal: Redeal,
    again: Again,
    /// What others may keep in their secret fields, one value behind the other.
    belief: Vec<i32>,
}

impl Imagination {
    /// Puts into `thought` a state that agrees with what `player`, who is being asked, can see: the game itself where nothing is
    /// hidden. What others keep secret is found by asking chance and them again, from where it began; cards of which the player doesn't
    /// know where they are are dealt anew. Returns whether that could be done.
    pub fn imagine(
        &mut self,
        program: &Program,
        machine: &Machine,
        thought: &mut Machine,
        player: usize,
        stream: &mut BotStream,
    ) -> bool {
        let hiding = &program.hiding;
        if hiding.is_asked_again {
            let site = machine.options().site();
            let is_held = machine.memory[header::SECRET] != NONE || hiding.held.get(site).is_some_and(|held| *held);
            let is_found = self.believe(program, machine, thought, player, is_held, stream);
            if is_held {
                // Where no other deal would have led here, cards are dealt anew here.
                if is_found && !self.again.is_dealt && !program.ir.piles.is_empty() {
                    self.redeal.deal_anew(program, thought, player, None, stream);
                    return thought.resume(program, &mut StopAtOnce) == Stop::Decide;
                }
                return is_found;
            }
        }
        thought.set_state(machine.state(program));
        thought.memory[header::PC] = machine.memory[header::PC];
        if hiding.is_asked_again {
            anew::put(program, thought, player, &self.belief);
        }
        self.redeal.deal_anew(program, thought, player, None, stream);
        thought.resume(program, &mut StopAtOnce) == Stop::Decide
    }

    /// Finds what others may keep in their secret fields. `is_held`: also what is held in variables, so that `thought` is at the
    /// decision afterwards. Returns whether it could be found by playing again.
    fn believe(
        &mut self,
        program: &Program,
        machine: &Machine,
        thought: &mut Machine,
        player: usize,
        is_held: bool,
        stream: &mut BotStream,
    ) -> bool {
        let Some(journal) = machine.journal() else {
            anew::begin(program, u64::MAX, &mut self.belief, stream);
            return false;
        };
        anew::begin(program, journal.forgotten, &mut self.belief, stream);
        for stretch in &journal.kept {
            let (asks, key) = (stretch.asks, stretch.key);
            let scene = Scene { stretch, end: &stretch.end, asks, options: None, key, machine, player };
            let luck = stream.next_u64();
            if !self.again.play(program, thought, &mut self.redeal, &mut self.belief, &scene, luck) {
                anew::draw_fields(program, stretch.stores, &mut self.belief, stream);
            }
        }
        let stretch = &journal.open;
        if !is_held && stretch.stores == 0 {
            return false;
        }
        let end = machine.state(program);
        let key = if journal.is_known { stretch.hash() } else { 0 };
        let options = Some(machine.options().len());
        let scene = Scene { stretch, end, asks: Some(player), options, key, machine, player };
        let luck = stream.next_u64();
        let is_found = journal.is_known && self.again.play(program, thought, &mut self.redeal, &mut self.belief, &scene, luck);
        if !is_found {
            anew::draw_fields(program, stretch.stores, &mut self.belief, stream);
        }
        is_found
    }

    /// Deals anew, at random, the cards of which the player doesn't know where they are. Only cards that look alike change places.
    /// What others keep secret in fields stays as it is, but that a card in such a field is the one that lies there now.
    pub fn redeal(&mut self, program: &Program, machine: &mut Machine, player: usize, stream: &mut BotStream) {
        self.redeal.deal_anew(program, machine, player, None, stream);
    }
}

struct StopAtOnce;

impl Host for StopAtOnce {}
