//! Short marks of states and texts. Equal marks mean equal states or texts.

use crate::fnv::Fnv;
use crate::game::Game;
use crate::ir::Type;
use crate::program::{Program, header};
use crate::reading::What;
use crate::ruleset::Ruleset;
use crate::show;
use crate::vm::Machine;

/// A short mark of everything that the rules name: fields, pieces, places, whose turn it is. It stays the same if a change of the rules
/// only changes the layout of the program.
pub fn mark(game: &Game) -> String {
    mark_of(&game.program, &game.machine)
}

/// The same for a state in a machine.
pub(crate) fn mark_of(program: &Program, machine: &Machine) -> String {
    let (mut hash, mut text, fold, state) = (Fnv::default(), String::new(), program.fold(), machine.read(program));
    for (id, field) in program.fields().filter(|(_, field)| field.owner.is_of_state()) {
        hash.add(&field.name);
        for owner in 0..program.owners(field.owner) {
            text.clear();
            show::add_value(&mut text, program, &fold, &field.ty, state.field(id, owner).words, show::For::Files);
            hash.add(&text);
        }
    }
    for kind in program.piece_kinds() {
        hash.add(&program.ir.pieces[kind.index()].name);
        for piece in 0..program.pieces(kind) {
            text.clear();
            show::add_word(&mut text, program, &Type::Space, state.of(What::Piece(kind, piece))[0]);
            hash.add(&text);
        }
    }
    for (cards, rows) in program.cards.iter().zip(&program.rows) {
        for (number, heap) in cards.heaps.iter().enumerate() {
            hash.add(&program.ir.piles[heap.pile.index()].name);
            machine.cards_in(cards, number).for_each(|card| hash.add(&rows.names[card]));
        }
    }
    for place in machine.places(program) {
        hash.add(&format!("{place:?}"));
    }
    hash.add(&format!("{:?} {}", machine.turn_of(), machine.memory[header::OVER]));
    format!("{:08x}", (hash.value() >> 32) as u32 ^ hash.value() as u32)
}

/// The mark of the texts of the base, the add-ons and the data. Ends of lines don't count.
pub(crate) fn rules_mark(ruleset: &Ruleset, addons: &[String]) -> String {
    let on = ruleset.addon_names(addons).0;
    let trees = ruleset.base.iter().chain(ruleset.addons.iter().filter(|a| on.contains(&a.name)).map(|a| &a.tree));
    let mut hash = Fnv::default();
    for source in trees.map(|t| t.source).chain(ruleset.data.values().copied()) {
        hash.add(&ruleset.sources.get(source).text);
    }
    hash.text()
}

pub(crate) fn track_mark(ruleset: &Ruleset, track: &str) -> String {
    let mut hash = Fnv::default();
    if let Some(source) = ruleset.tracks.get(track) {
        hash.add(&ruleset.sources.get(*source).text);
    }
    hash.text()
}
