//! What one player may see, and states imagined from it.

use crate::ir::fold::NONE;
use crate::ir::{Owner, Type};
use crate::players::BotStream;
use crate::program::{Program, header};
use crate::show;
use crate::vm::{Host, Machine, Stop};

/// A value that somebody may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Whose it is: a player, a piece, or nobody's.
    pub owner: Option<usize>,
    pub name: String,
    /// `None`: it is there, but hidden from the one who looks.
    pub value: Option<String>,
    pub docs: std::sync::Arc<str>,
}

/// What a player sees of the state; `None`: somebody who looks on, who sees no secrets at all.
pub fn view(program: &Program, machine: &Machine, player: Option<usize>) -> Vec<Seen> {
    let mut seen = vec![];
    for (n, field) in program.ir.fields.iter().enumerate() {
        let (base, words) = program.layout.fields[n];
        let owners = match field.owner {
            Owner::State => 1,
            Owner::Player => program.players,
            Owner::Piece(p) => program.layout.pieces[p.index()].1,
            Owner::Track | Owner::Space | Owner::Rows(_) => continue,
        };
        for owner in 0..owners {
            let at = usize::from(base) + owner * words;
            let holder = match field.owner {
                Owner::State => None,
                Owner::Piece(_) => Some(owner / (owners / program.players.max(1)).max(1)),
                _ => Some(owner),
            };
            let hidden = field.secret && (player.is_none() || holder != player);
            let value = (!hidden).then(|| show::value(program, &field.ty, &machine.memory[at..at + words]));
            let name = field.name.replace('_', " ");
            seen.push(Seen { owner: holder, name, value, docs: field.docs.text.clone() });
        }
    }
    for (piece, &(base, count)) in program.ir.pieces.iter().zip(&program.layout.pieces) {
        for n in 0..count {
            let word = machine.memory[usize::from(base) + n];
            let value = if word == NONE { "off the board".to_owned() } else { show::word(program, &Type::Space, word) };
            let owner = Some(n / (count / program.players.max(1)).max(1));
            seen.push(Seen { owner, name: piece.as_name.replace('_', " "), value: Some(value), docs: piece.docs.text.clone() });
        }
    }
    seen
}

/// Whether anything in the state is hidden from the player.
fn has_secrets(program: &Program) -> bool {
    program.ir.fields.iter().any(|f| f.secret)
}

/// Puts into `thought` a state that agrees with what `player`, who is being asked, can see: the game itself where nothing is hidden.
/// What others have answered in secret since the block began is asked again of chance. Returns whether that could be done.
pub fn imagine(program: &Program, machine: &Machine, thought: &mut Machine, player: usize, stream: &mut BotStream) -> bool {
    let block = machine.secret_block();
    let in_secret = machine.memory[header::SECRET] != NONE;
    if !has_secrets(program) || !in_secret || block.is_none() {
        thought.set_state(machine.state(program));
        thought.memory[header::PC] = machine.memory[header::PC];
        return thought.resume(program, &mut StopAtOnce) == Stop::Decide;
    }
    let Some(block) = block else { return false };
    thought.set_state(&block.state);
    let own: Vec<usize> = block.answers.iter().filter(|(p, _)| *p == player).map(|(_, option)| *option).collect();
    let mut host = AskAgain { player: player as i32, own, given: 0, stream };
    thought.resume(program, &mut host) == Stop::Decide
}

struct StopAtOnce;

impl Host for StopAtOnce {}

/// Answers at random for the others, as before for the player, and stops at the player's next question.
struct AskAgain<'a> {
    player: i32,
    own: Vec<usize>,
    given: usize,
    stream: &'a mut BotStream,
}

impl Host for AskAgain<'_> {
    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        let options = machine.options();
        if machine.word(program.sites[options.site()].by) != self.player {
            return Some(self.stream.below(options.len()));
        }
        let answer = self.own.get(self.given).copied();
        self.given += 1;
        answer.map(|n| n.min(options.len() - 1))
    }
}
