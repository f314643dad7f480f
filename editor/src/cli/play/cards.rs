//! What lies before somebody who is asked in the terminal: what holds now, and the own cards with what they say.

use std::collections::BTreeMap;

use interpreter::face;
use interpreter::game::{Game, Offer, Question};
use interpreter::ir::{KindId, Owner, PileId, Visibility};
use interpreter::view::{self, Heap, Seen};

use super::super::out::{self, DIM, STRONG, styled};
use super::ahead::Course;
use super::pieces;

/// What has been told to whom.
#[derive(Default)]
pub struct Told {
    /// Cards that have been told in full: they are named afterwards.
    cards: Vec<(usize, PileId, Vec<usize>)>,
    /// By player: what held when it was told last.
    now: BTreeMap<usize, Vec<String>>,
}

impl Told {
    /// What the player who is asked has before them; nothing in games without cards of one's own.
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
                // The options tell all of it.
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

    /// Somebody's lines have been cleared away: all that holds is told anew.
    pub fn forget_now(&mut self, player: usize) {
        self.now.remove(&player);
    }

    /// Whether these cards are others than the last time; they are told now.
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

/// What an option's row of data says: a card's actions, a racer's figures.
pub fn told_of(game: &Game, offer: &Offer) -> Option<String> {
    offer.row().map(|(kind, row)| told(game, kind, row))
}

/// A row without what its name says of its back: "Tuck Wei" is Wei's.
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

/// The piles in which anything is. What lies face down beside several pieces of somebody is told together.
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

/// A pile's name, with that of the piece that it lies with where its cards are known.
pub fn name_of(game: &Game, heap: &Heap) -> String {
    match game.program.ir.piles[heap.pile.index()].owner {
        Owner::Piece(kind) if !heap.cards.is_empty() => {
            format!("{}'s {}", pieces::name(&game.program, kind, heap.number), heap.name)
        }
        _ => heap.name.clone(),
    }
}

/// The fields of the state and of one player, as far as they say something and the manifest lists them; then their pieces, if there are
/// several.
fn now(game: &Game, player: usize, course: &Course) -> Vec<String> {
    let seen = view::fields(&game.program, &game.machine, Some(player));
    let nothing = ["none", "no", "0", "not set", "off the board"];
    // A list of nothing, or a no of one's own, need not be told even where the manifest lists it.
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
