//! The cards and fields shown to the person who is asked: the current state, and their own cards with their contents.

use std::collections::BTreeMap;

use interpreter::face;
use interpreter::game::{Game, Offer, Question};
use interpreter::ir::{KindId, Owner, PileId, Visibility};
use interpreter::view::{self, Heap, Seen};

use super::super::out::{self, DIM, STRONG, styled};
use super::ahead::Course;
use super::pieces;

/// The facts already shown to each person.
#[derive(Default)]
pub struct Told {
    /// The cards shown in full. From then on, only their names are printed.
    cards: Vec<(usize, PileId, Vec<usize>)>,
    /// For each player, the lines last shown.
    now: BTreeMap<usize, Vec<String>>,
}

impl Told {
    /// Returns the state and cards of the player who is asked; empty in games without cards of one's own.
    pub fn before(&mut self, game: &Game, question: &Question, course: &Course) -> String {
        let program = &game.program;
        let heaps = view::heaps(program, &game.machine, Some(question.player));
        let own = together(heaps.into_iter().filter(|heap| heap.owner == Some(question.player)));
        if !program.ir.piles.iter().any(|p| !matches!(p.owner, Owner::State)) {
            return String::new();
        }
        let mut text = String::new();
        let now = now(game, question.player, course);
        let last = self.now.insert(question.player, now.clone()).unwrap_or_default();
        for line in now.iter().filter(|line| !last.contains(line)) {
            for line in out::wrapped(line, out::width().saturating_sub(2)) {
                text.push_str(&format!("  {}\n", styled(DIM, line)));
            }
        }
        let on_table = view::heaps(program, &game.machine, Some(question.player)).into_iter();
        let on_table = on_table.filter(|h| h.owner.is_none() && h.count() > 0 && course.lists_pile(&h.name));
        for heap in on_table.chain(own) {
            let pile = &program.ir.piles[heap.pile.index()];
            let offered = question.options.iter().filter_map(Offer::row).filter(|(kind, _)| *kind == pile.kind);
            let offered: Vec<usize> = offered.map(|(_, card)| card).collect();
            let is_offered = heap.cards.iter().all(|card| offered.contains(card)) && !heap.cards.is_empty();
            let is_new = pile.visibility == Visibility::Private && self.is_new(question.player, heap.pile, &heap.cards);
            if is_offered {
                // The options already show everything.
            } else if is_new {
                text.push_str(&format!("  {}\n", styled(STRONG, format!("{}:", heap.name))));
                let rows = &program.rows[pile.kind.index()];
                let longest = heap.cards.iter().map(|c| rows.names[*c].chars().count()).max().unwrap_or(0).min(30);
                for card in &heap.cards {
                    text.push_str(&card_lines(&rows.names[*card], &told(game, pile.kind, *card), longest));
                }
            } else {
                let line = format!("{}: {}", name_of(game, &heap), heap.told(program));
                for line in out::wrapped(&line, out::width().saturating_sub(2)) {
                    text.push_str(&format!("  {line}\n"));
                }
            }
        }
        text
    }

    /// Shows all lines again, because the player's screen has been cleared.
    pub fn forget_now(&mut self, player: usize) {
        self.now.remove(&player);
    }

    /// Whether any of these cards is new to the player. From now on they count as shown.
    fn is_new(&mut self, player: usize, pile: PileId, cards: &[usize]) -> bool {
        match self.cards.iter_mut().find(|(p, own, _)| (*p, *own) == (player, pile)) {
            Some((.., last)) => {
                let is_new = cards.iter().any(|card| !last.contains(card));
                *last = cards.to_vec();
                is_new
            }
            None => {
                self.cards.push((player, pile, cards.to_vec()));
                !cards.is_empty()
            }
        }
    }
}

/// Returns the contents of an option's row of data: a card's actions, a racer's figures.
pub fn told_of(game: &Game, offer: &Offer) -> Option<String> {
    offer.row().map(|(kind, row)| told(game, kind, row))
}

/// Returns the contents of a row without its back, if the name already contains that: "Tuck Wei" is Wei's.
fn told(game: &Game, kind: KindId, row: usize) -> String {
    let back = game.program.ir.kinds[kind.index()].back;
    let mut facts = face::facts(&game.program, kind, row);
    // Records have no names.
    if let Some(name) = game.program.rows[kind.index()].names.get(row) {
        facts.retain(|fact| Some(fact.field) != back || !name.contains(&fact.said.text()));
    }
    face::told(&facts)
}

fn card_lines(name: &str, says: &str, longest: usize) -> String {
    let indent = 4 + longest + 2;
    let lines = out::wrapped(says, out::width().saturating_sub(indent).max(20));
    let gap = " ".repeat((longest + 2).saturating_sub(name.chars().count()).max(2));
    let mut text = format!("    {name}{gap}{}\n", styled(DIM, &lines[0]));
    for line in &lines[1..] {
        text.push_str(&format!("{}{}\n", " ".repeat(indent), styled(DIM, line)));
    }
    text
}

/// Returns the piles that hold anything. Face-down piles beside several pieces of the same player count as one.
pub fn together(heaps: impl IntoIterator<Item = Heap>) -> Vec<Heap> {
    let mut all: Vec<Heap> = vec![];
    for heap in heaps.into_iter().filter(|heap| heap.count() > 0) {
        match all.last_mut() {
            Some(last)
                if (last.pile, last.owner) == (heap.pile, heap.owner) && last.cards.is_empty() && heap.cards.is_empty() =>
            {
                last.add(&heap);
            }
            _ => all.push(heap),
        }
    }
    all
}

/// Returns a pile's name, preceded by that of its piece if its cards are known.
pub fn name_of(game: &Game, heap: &Heap) -> String {
    match game.program.ir.piles[heap.pile.index()].owner {
        Owner::Piece(kind) if !heap.cards.is_empty() => {
            format!("{}'s {}", pieces::name(&game.program, kind, heap.number), heap.name)
        }
        _ => heap.name.clone(),
    }
}

/// Returns the fields of the state and of one player that are not empty and that the manifest lists. Lines for the player's pieces follow,
/// if there are several.
fn now(game: &Game, player: usize, course: &Course) -> Vec<String> {
    let seen = view::fields(&game.program, &game.machine, Some(player));
    let nothing = ["none", "no", "0", "not set", "off the board"];
    // An empty list, or a player's “no”, is left out even if the manifest lists it.
    let is_empty = |seen: &&Seen| seen.is_empty || seen.owner.is_some() && seen.value.as_deref() == Some("no");
    let all = seen.iter().filter(|s| (s.owner.is_none() || s.owner == Some(player)) && course.lists(s));
    let all: Vec<&Seen> = all.filter(|s| !pieces::is_of_several(game, s)).collect();
    let told = all.chunk_by(|a, b| a.name == b.name && a.owner == b.owner).filter_map(|alike| {
        let values: Vec<&str> = alike.iter().filter_map(|s| s.value.as_deref()).collect();
        let is_listed = course.names(alike[0]);
        let says = is_listed || alike[0].owner.is_none() || values.iter().any(|value| !nothing.contains(value));
        (says && !values.is_empty() && !alike.iter().all(is_empty)).then(|| format!("{} {}", alike[0].name, values.join(", ")))
    });
    let mut lines = vec![told.collect::<Vec<_>>().join(" · ")];
    lines.extend(pieces::lines(game, &seen, player, course));
    lines
}
