//! What has just happened, for somebody who is to decide: what the choice rests on, the last throw of dice, and what others did since one's
//! own last turn. All of it is read from the lines of the log that are on show and may be read. No line is looked for further back than
//! [`MOST_LINES`], so that a frame has little to do.

use interpreter::game::{CardsMoved, Line, LineKind, Moved, Question, Rolled};
use interpreter::ir::{LinkId, Owner, Visibility};
use interpreter::playtest::Moment;
use interpreter::show::after_words;

use super::Race;
use crate::words::{capital, has_words};

/// How far back lines are looked for.
const MOST_LINES: usize = 400;
/// The most choices of one turn that are told.
const MOST_CHOSEN: usize = 4;
/// The most cards of a pile that belong together.
const MOST_TOGETHER: i32 = 3;
/// The most turns of others that are told.
pub const MOST_TURNS: usize = 8;

/// A throw of dice, with what was made of it.
#[derive(Debug, PartialEq)]
pub struct Throw<'a> {
    pub thrown_by: Option<usize>,
    /// The lines of the log with the dice, in order.
    pub rolled: Vec<&'a Rolled>,
    /// The first lines about what followed from it in the same turn.
    pub made: Vec<&'a Line>,
}

/// What a choice rests on.
#[derive(Debug, Default, PartialEq)]
pub struct Basis<'a> {
    /// What was thrown in this turn, oldest first.
    pub rolled: Vec<&'a Rolled>,
    /// The cards that the player laid out last and that still lie there.
    pub cards: Option<&'a CardsMoved>,
    /// What the player has chosen in this turn.
    pub chosen: Vec<&'a str>,
    /// What somebody else has just done, if it isn't the player's own turn.
    pub others: Vec<&'a Line>,
    /// What has happened to the player since the last choice of their own, and who else has come home.
    pub hits: Vec<&'a Line>,
}

/// A turn of somebody, in few words.
#[derive(Debug, PartialEq)]
pub struct TurnTold<'a> {
    pub turn_of: Option<usize>,
    /// The lines of it that may be read.
    pub lines: Vec<&'a Line>,
}

impl Race {
    /// The lines on show, the last one first, as far as they are looked through.
    fn lines_back(&self) -> impl Iterator<Item = &Line> {
        self.lines().rev().take(MOST_LINES)
    }

    /// The last throw on show, until something has been chosen in a later turn.
    pub fn last_throw(&self) -> Option<Throw<'_>> {
        let viewer = self.viewer();
        let mut throw = Throw { thrown_by: None, rolled: vec![], made: vec![] };
        let mut chosen_in = None;
        for line in self.lines_back() {
            if line.kind == LineKind::Chose && throw.rolled.is_empty() {
                chosen_in = chosen_in.or(Some(line.turn));
            }
            match line.rolled_for(viewer) {
                Some(rolled) => {
                    throw.thrown_by = line.turn_of;
                    throw.rolled.push(rolled);
                }
                None if !throw.rolled.is_empty() => break,
                None if line.kind == LineKind::Turn => throw.made.clear(),
                None if matches!(line.kind, LineKind::Said | LineKind::Moved) => throw.made.push(line),
                None => {}
            }
        }
        throw.rolled.reverse();
        throw.made.reverse();
        // What was thrown to set the race up doesn't matter later.
        let thrown_in = self.lines_back().find(|line| line.rolled_for(viewer).is_some()).map(|line| line.turn);
        let is_recent =
            (throw.thrown_by.is_some() || self.scene.turn == 0) && chosen_in.is_none_or(|turn| Some(turn) == thrown_in);
        (!throw.rolled.is_empty() && is_recent).then_some(throw)
    }

    /// What a question that a person is asked rests on. If it is about a `piece`, cards before another one don't count.
    pub fn basis(&self, question: &Question, piece: Option<(usize, usize)>) -> Basis<'_> {
        let (player, viewer) = (question.player, self.viewer());
        let mut basis = Basis::default();
        let is_own = self.scene.turn_of == Some(player);
        let is_others = |line: &Line| !is_own && line.turn_of.is_some() && line.turn_of == self.scene.turn_of;
        let name = self.program.names.get(player).map_or("", |name| name);
        let is_by = |line: &Line| line.text_for(viewer).split_once(": ").is_some_and(|(who, _)| who == name);
        let mut is_this_turn = true;
        for line in self.lines_back() {
            if is_this_turn {
                // Between two turns, what was done in the last one is over.
                basis.rolled.extend(line.rolled_for(viewer).filter(|_| line.turn_of == self.scene.turn_of));
                match line.kind {
                    LineKind::Turn => is_this_turn = false,
                    LineKind::Chose if is_own && line.turn_of == Some(player) => {
                        let text = line.text_for(viewer);
                        basis.chosen.push(text.split_once(": ").map_or(text, |(_, chosen)| chosen));
                    }
                    LineKind::Said | LineKind::Moved if is_others(line) => basis.others.push(line),
                    LineKind::Chose if is_others(line) && !is_by(line) => basis.others.push(line),
                    _ => {}
                }
            } else if basis.cards.is_some() || line.turn_of == Some(player) {
                // What was laid out in an earlier turn of one's own no longer counts.
                break;
            }
            if basis.cards.is_none() {
                // On a pile that everybody shares, a card of an earlier turn has been dealt with.
                let counts = |moved: &&CardsMoved| is_this_turn || self.is_somebodys(moved);
                basis.cards = line.cards_for(viewer).filter(counts).filter(|moved| self.is_laid_out(moved, player, piece));
            }
        }
        basis.rolled.reverse();
        basis.chosen.reverse();
        basis.others.truncate(2);
        basis.others.reverse();
        let own_choice = |line: &&Line| line.kind == LineKind::Chose && line.turn_of == Some(player);
        let mut said = None;
        // What followed from one's own last choice in that turn was seen there.
        let chosen_in = self.lines_back().find(own_choice).map(|line| line.turn).filter(|turn| *turn != self.scene.turn);
        let is_later = |line: &&Line| Some(line.turn) != chosen_in;
        for line in self.lines_back().take_while(|line| !own_choice(line)).filter(is_later) {
            let is_home = line.turn_of != Some(player) && self.is_home(line);
            let told = if is_home { said.filter(|said: &&Line| said.turn == line.turn).unwrap_or(line) } else { line };
            if (is_home || self.hits(line, player)) && !basis.others.contains(&told) && !basis.hits.contains(&told) {
                basis.hits.push(told);
            }
            if line.kind == LineKind::Said {
                said = Some(line);
            }
        }
        basis.hits.truncate(2);
        basis.hits.reverse();
        basis
    }

    /// Whether these cards have been moved to a pile of a player or a piece.
    fn is_somebodys(&self, moved: &CardsMoved) -> bool {
        let heap = self.program.cards.get(moved.kind.index()).and_then(|cards| cards.heaps.get(moved.to?));
        heap.is_some_and(|heap| heap.owner.is_some())
    }

    /// Whether these cards have been moved from a pile of a player to another one, where they still lie, and not before another piece.
    fn is_laid_out(&self, moved: &CardsMoved, player: usize, piece: Option<(usize, usize)>) -> bool {
        let (program, state) = (&self.program, self.table_state.read(&self.program));
        let Some(cards) = program.cards.get(moved.kind.index()) else { return false };
        let owner = |heap: Option<usize>| cards.heaps.get(heap?)?.owner;
        // What lay open before is only cleared away.
        let was_open = moved
            .from
            .and_then(|heap| cards.heaps.get(heap))
            .is_some_and(|heap| program.ir.piles[heap.pile.index()].visibility == Visibility::Open);
        let still = |card: &usize| *card < usize::from(cards.count) && state.heap(moved.kind, *card) == moved.to;
        let before =
            moved.to.and_then(|heap| cards.heaps.get(heap)).and_then(|heap| match program.ir.piles[heap.pile.index()].owner {
                Owner::Piece(kind) => Some((kind.index(), heap.number)),
                _ => None,
            });
        let is_others = before.is_some() && piece.is_some() && before != piece;
        owner(moved.from) == Some(player) && !was_open && moved.to.is_some() && !is_others && moved.cards.iter().all(still)
    }

    /// The cards that were moved, and those that lay there already, if the pile has room for two or three only: they belong together.
    pub fn laid_with(&self, moved: &CardsMoved) -> Vec<usize> {
        let heap = moved.to.and_then(|heap| self.program.cards.get(moved.kind.index())?.heaps.get(heap));
        let Some(heap) = heap.filter(|heap| (2..=MOST_TOGETHER).contains(&heap.most)) else { return moved.cards.clone() };
        let all = interpreter::view::heaps(&self.program, &self.table_state, self.viewer());
        let together = all.into_iter().find(|other| (other.pile, other.number) == (heap.pile, heap.number));
        together.map_or(moved.cards.clone(), |heap| heap.cards)
    }

    /// The moment at which a turn that is told of has come to its end.
    pub fn moment_of(&self, told: &TurnTold<'_>) -> Option<Moment> {
        let last = *told.lines.last()?;
        let shown = self.scene.sum.lines;
        let line = (shown.saturating_sub(MOST_LINES * 2)..shown)
            .rev()
            .find(|n| self.path().line(*n).is_some_and(|line| std::ptr::eq(line, last)))?;
        self.path().moment(line)
    }

    /// The turns on show since the last one in which a player chose something before this turn, the oldest first, and how many more there were
    /// before those. A turn of their own in which they chose nothing is among them: it was lost.
    pub fn since_last_turn(&self, player: usize) -> (Vec<TurnTold<'_>>, usize) {
        let mut turns: Vec<(u32, TurnTold<'_>)> = vec![];
        let now = self.scene.turn;
        for line in self.lines_back() {
            let is_own = line.turn_of == Some(player);
            if is_own && line.turn == now {
                continue;
            }
            if line.turn == 0 {
                break;
            }
            if is_own && line.kind == LineKind::Chose {
                turns.pop_if(|(turn, _)| *turn == line.turn);
                break;
            }
            match turns.last_mut().filter(|(turn, _)| *turn == line.turn) {
                Some((_, told)) => {
                    // What comes between two turns belongs to nobody.
                    told.turn_of = told.turn_of.or(line.turn_of);
                    told.lines.push(line);
                }
                None => turns.push((line.turn, TurnTold { turn_of: line.turn_of, lines: vec![line] })),
            }
        }
        let more = turns.len().saturating_sub(MOST_TURNS);
        turns.truncate(MOST_TURNS);
        let told = turns.into_iter().rev().map(|(_, mut told)| {
            told.lines.reverse();
            told
        });
        (told.collect(), more)
    }

    /// Whether a line tells that a piece has come to where its way ends.
    fn is_home(&self, line: &Line) -> bool {
        let to = line.moved.as_ref().and_then(|moved| moved.way.last().copied().flatten());
        let state = self.table_state.read(&self.program);
        let leads_on = |space: usize| (0..self.program.ir.links.len()).any(|n| !state.links(LinkId(n as u16), space).is_empty());
        to.is_some_and(|space| space < self.program.spaces.len() && !leads_on(space))
    }

    /// Whether a line tells of something that happens to this player, other than in a turn in which the player acts.
    fn hits(&self, line: &Line, player: usize) -> bool {
        let name = self.program.names.get(player);
        line.kind == LineKind::Said && name.is_some_and(|name| names(line.text_for(self.viewer()), name))
    }

    /// Whether a line tells of something that happens to somebody in another's turn: a piece that is moved by others, or a person who is
    /// named.
    pub fn hits_somebody(&self, line: &Line) -> bool {
        let Some(turn_of) = line.turn_of else { return false };
        match (&line.moved, line.kind) {
            (Some(moved), _) => self.owner(moved.kind.index(), moved.piece) != turn_of,
            (None, LineKind::Said) => {
                let text = line.text_for(self.viewer());
                let all = self.program.names.iter().enumerate();
                all.filter(|(n, _)| *n != turn_of && self.is_person(*n)).any(|(_, name)| names(text, name))
            }
            _ => false,
        }
    }
}

impl TurnTold<'_> {
    /// The dice that were thrown.
    pub fn rolled(&self, viewer: Option<usize>) -> Vec<&Rolled> {
        self.lines.iter().filter_map(|line| line.rolled_for(viewer)).collect()
    }

    /// What happened to the reader in it, and everything else: what was chosen, where pieces have come to, and what the rules say. `called` is the
    /// name of a space.
    pub fn told(&self, race: &Race, reader: usize, called: impl Fn(usize) -> String) -> (String, String) {
        let viewer = race.viewer();
        let mut moves: Vec<&Moved> = vec![];
        for moved in self.lines.iter().filter_map(|line| line.moved.as_ref()) {
            moves.retain(|other| (other.kind, other.piece) != (moved.kind, moved.piece));
            moves.push(moved);
        }
        let of = |kind: LineKind| self.lines.iter().copied().filter(move |line| line.kind == kind);
        let name = self.turn_of.and_then(|player| race.program.names.get(player)).map_or("", |name| name);
        let chosen = of(LineKind::Chose).map(|line| {
            let text = line.text_for(viewer);
            text.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(text)
        });
        let chosen: Vec<&str> = chosen.filter(|chosen| !chosen.is_empty()).collect();
        let is_chosen = |to: &String| chosen.iter().any(|chosen| has_words(&chosen.to_lowercase(), &to.to_lowercase()));
        let to: Vec<String> = moves.iter().filter_map(|moved| moved.way.last().copied().flatten()).map(called).collect();
        let left = chosen.len().saturating_sub(MOST_CHOSEN);
        let more = (left > 0).then(|| format!("{left} more"));
        let to = to.iter().rev().filter(|to| !is_chosen(to)).take(2).map(|to| format!("to {to}"));
        let done = chosen.iter().take(MOST_CHOSEN).map(|chosen| (*chosen).to_owned()).chain(more).chain(to);
        let done = done.collect::<Vec<_>>().join(", ");
        let (mut hits, mut rest) = (vec![], vec![]);
        for line in of(LineKind::Said) {
            if race.hits(line, reader) { hits.push(line.text_for(viewer)) } else { rest.push(line.text_for(viewer)) }
        }
        if !done.is_empty() {
            rest.insert(0, &done);
        }
        if hits.is_empty() && rest.is_empty() {
            rest.extend(of(LineKind::Cards).map(|line| line.text_for(viewer)).next_back());
        }
        let dot = |text: &&str| if text.ends_with(['.', '!', '?']) { (*text).to_owned() } else { format!("{text}.") };
        let joined = |texts: Vec<&str>| texts.iter().map(dot).map(|text| capital(&text)).collect::<Vec<_>>().join(" ");
        (joined(hits), joined(rest))
    }
}

/// Whether a text names somebody. `Blue 4` is a thing of this name, and not the player Blue.
pub fn names(text: &str, name: &str) -> bool {
    let is_thing = |after: &str| after.strip_prefix(' ').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    after_words(text, name).any(|after| !is_thing(after))
}
