//! Lines about pieces, for games in which each player has several of a kind.

use interpreter::game::Game;
use interpreter::ir::{Owner, PieceId, Type};
use interpreter::program::Program;
use interpreter::show;
use interpreter::view::Seen;

use super::ahead::Course;

/// Returns a piece's usual name: `Home's Pivot 5`.
pub fn name(program: &Program, kind: PieceId, piece: usize) -> String {
    show::word(program, &Type::Piece(kind), piece as i32)
}

/// Whether a field belongs to a kind of piece of which each player has several.
pub fn is_of_several(game: &Game, seen: &Seen) -> bool {
    let program = &game.program;
    let is_it = |kind: &PieceId| program.ir.pieces[kind.index()].name == seen.of && program.of_each(Owner::Piece(*kind)) > 1;
    program.piece_kinds().any(|kind| is_it(&kind))
}

/// Returns a line for each of a player's pieces of which there are several, with its place and the fields that the manifest lists: `Home's
/// Pivot 5 at 37-1: speed tokens 1, fatigue 0`. Flags are only printed if they are set.
pub fn lines(game: &Game, seen: &[Seen], player: usize, course: &Course) -> Vec<String> {
    let program = &game.program;
    let mut lines = vec![];
    for kind in program.piece_kinds() {
        let (piece, own) = (&program.ir.pieces[kind.index()], program.pieces(kind) / program.players.max(1));
        if own < 2 {
            continue;
        }
        let mut facts: Vec<Vec<String>> = vec![vec![]; own];
        let listed: Vec<&Seen> =
            seen.iter().filter(|s| s.of == piece.name && s.owner == Some(player) && course.lists(s)).collect();
        for alike in listed.chunk_by(|a, b| a.name == b.name) {
            for (facts, seen) in facts.iter_mut().zip(alike) {
                match seen.value.as_deref() {
                    _ if seen.is_empty => {}
                    None | Some("no") => {}
                    Some("yes") => facts.push(seen.name.clone()),
                    Some(value) => facts.push(format!("{} {value}", seen.name)),
                }
            }
        }
        for (nth, facts) in facts.iter().enumerate() {
            let number = player * own + nth;
            let at = game.machine.read(program).piece(kind, number);
            let place =
                at.and_then(|at| program.spaces.get(at)).map_or("off the board".to_owned(), |space| format!("at {space}"));
            let name = name(program, kind, number);
            let told = if facts.is_empty() { String::new() } else { format!(": {}", facts.join(", ")) };
            lines.push(format!("{name} {place}{told}"));
        }
    }
    lines
}
