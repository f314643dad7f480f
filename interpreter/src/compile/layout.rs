//! Decides where everything lies: first header, places, counters, fields and measures, then frames, then constants and the board.
//!
//! Everything before the constants is the state, so copying a game copies one block of words. Constants and the board lie in the same
//! memory, so every operand of every instruction is an address.

use super::*;
use crate::ir::fold::UNSET;
use crate::ir::shape::MOST_PIECES;
use crate::ir::{LinkArity, Owner};
use crate::program::header;

/// The number of words for frames, at most.
const FRAME_WORDS: usize = 12_288;
/// Room for return addresses and kept frames.
const STACK_WORDS: usize = 4_400;

impl Compiler<'_> {
    /// Lays out state and board, with their starting values.
    pub(super) fn lay_out(&mut self) {
        self.memory = vec![0; header::LEN];
        let players = self.sizes.players;
        self.memory[header::TURN_OF] = NONE;
        self.memory[header::SECRET] = NONE;
        self.memory[header::FIRST_TURN] = NONE;
        self.memory[header::IN_PLAY] = crate::program::everybody(players);
        self.memory[header::BEST] = 1;
        self.memory[header::WORST] = players as i32;
        self.layout.place = self.grow(&vec![NONE; players]);
        self.layout.previous = self.grow(&vec![NONE; players]);
        self.layout.turns_of = self.grow(&vec![0; players]);
        self.stream_table();
        self.layout.draws = self.grow(&vec![0; self.streams.len()]);
        let ir = self.ir;
        self.layout.fields = vec![(0, 1); ir.fields.len()];
        for (n, field) in ir.fields.iter().enumerate().filter(|(_, field)| field.owner.is_of_state()) {
            let count = self.owners(field.owner);
            let words = self.words(&field.ty, field.span);
            if !self.has_room(words, count) {
                continue;
            }
            let start = self.start_value(field, words);
            self.layout.fields[n] = (self.grow(&start.repeat(count)), words);
        }
        for (n, piece) in ir.pieces.iter().enumerate() {
            let each = self.fold().word(&piece.count);
            if !each.is_some_and(|each| (1..=MOST_PIECES).contains(&each)) {
                let problem = match each {
                    Some(each) => format!("there can't be {each} pieces of this kind for each player"),
                    None => "how many pieces of this kind there are can't be worked out".to_owned(),
                };
                let problem = Diagnostic::error(Code::TooBig, piece.count.span, problem);
                self.problems.push(problem.hint(format!("a player has from 1 to {MOST_PIECES} of them")));
            }
            let count = self.piece_count(ir::PieceId(n as u16));
            let at = self.grow(&vec![NONE; count]);
            self.layout.pieces.push((at, count));
        }
        self.lay_out_cards();
        for measure in &ir.measures {
            let count = match &measure.per {
                None => 1,
                Some(ty) => self.sizes.members(&self.fold(), ty).unwrap_or(1),
            };
            let at = self.grow(&vec![0; count]);
            self.layout.measures.push((at, count));
        }
        if !ir.whenevers.is_empty() {
            self.lay_out_watches();
        }
        let frames = self.memory.len();
        self.layout.frames = frames.min(usize::from(u16::MAX)) as Slot;
        self.constants_start = frames + FRAME_WORDS + STACK_WORDS;
        self.constants_end = self.constants_start;
        self.frames_end = frames;
        if self.constants_start >= crate::vm::MEMORY {
            self.too_big = true;
            self.constants_start = crate::vm::MEMORY / 2;
            self.constants_end = self.constants_start;
        }
        self.memory.resize(self.constants_start, 0);
        self.lay_out_board();
        self.lay_out_dice();
    }

    /// Whether `count` values of `words` words each fit at all. Asked before room for them is taken.
    pub(super) fn has_room(&mut self, words: usize, count: usize) -> bool {
        let fits = words.saturating_mul(count) <= crate::vm::MEMORY;
        self.too_big |= !fits;
        fits
    }

    pub(super) fn grow(&mut self, words: &[i32]) -> Slot {
        let slot = self.memory.len();
        if slot + words.len() > 40_000 {
            self.too_big = true;
            return 0;
        }
        self.memory.extend_from_slice(words);
        slot as Slot
    }

    /// The number of things in the state with a field, or a pile, of this owner; see [`Program::owners`](crate::program::Program::owners).
    pub(super) fn owners(&self, owner: Owner) -> usize {
        match owner {
            Owner::State => 1,
            Owner::Player => self.sizes.players,
            Owner::Piece(piece) => self.piece_count(piece),
            Owner::Track | Owner::Space | Owner::Rows(_) => 0,
        }
    }

    pub(super) fn piece_count(&self, piece: ir::PieceId) -> usize {
        self.sizes.members(&self.fold(), &Type::Piece(piece)).unwrap_or(self.sizes.players)
    }

    /// The value of a field before anything is stored. A default that can't be computed yet is put in when the board is loaded.
    fn start_value(&mut self, field: &ir::Field, words: usize) -> Words {
        let folded = field.default.as_ref().and_then(|d| self.fold().words_as(&d.expr, &field.ty));
        // A type that is too large has been reported, and takes one word here.
        let folded = folded.filter(|_| self.sizes.words(&self.fold(), &field.ty).is_some());
        match folded {
            Some(given) => {
                let wrong = crate::data::out_of_range(&self.fold(), &field.ty, &given);
                if let (Some(wrong), Some(default)) = (wrong, &field.default) {
                    self.problem(Code::WrongParameter, default.expr.span, format!("`{}`: {wrong}", field.name));
                    return self.empty_value(&field.ty, words);
                }
                given
            }
            None => self.empty_value(&field.ty, words),
        }
    }

    /// The value for an empty place: none, an empty collection, or unset.
    pub(super) fn empty_value(&mut self, ty: &Type, words: usize) -> Words {
        match ty {
            Type::Optional(_) => vec![NONE],
            Type::Set(_) | Type::List(..) => vec![0; words],
            Type::Per(of, _) => {
                let each = self.words(of, Span::default()).max(1);
                self.empty_value(of, each).repeat(words / each)
            }
            _ => vec![UNSET; words],
        }
    }

    /// Makes the streams, one for each die and one for each rule with `random`. They must be known before the state is laid out.
    fn stream_table(&mut self) {
        let ir = self.ir;
        for dice in &ir.dice {
            self.stream(&dice.name);
        }
        for rule in &ir.rules {
            let mut random = false;
            ir::walk::rule(rule, &mut |e| random |= matches!(e.kind, ir::ExprKind::Random(_)));
            if random {
                self.stream(&rule.name);
            }
        }
        for pile in &ir.piles {
            self.stream(&pile.name);
        }
        self.stream(&"test".into());
    }

    fn lay_out_dice(&mut self) {
        let ir = self.ir;
        for dice in &ir.dice {
            let faces: Option<Words> = match &dice.faces.kind {
                ir::ExprKind::Range(low, high) => {
                    let fold = self.fold();
                    match (fold.word(low), fold.word(high)) {
                        (Some(low), Some(high)) if low <= high && i64::from(high) - i64::from(low) < 1000 => {
                            Some((low..=high).collect())
                        }
                        _ => None,
                    }
                }
                ir::ExprKind::Members(faces) if !faces.is_empty() => faces.iter().map(|f| self.fold().word(f)).collect(),
                _ => None,
            };
            let faces = faces.unwrap_or_else(|| {
                let message = "a die has from 1 to 1000 faces: a range such as `1..6`, or a list of them";
                self.problem(Code::NotConstant, dice.faces.span, message);
                vec![1]
            });
            let slot = self.constants(&faces);
            let stream = self.stream(&dice.name);
            self.dice.push(DiceTable { faces: slot, sides: faces.len() as u32, stream });
        }
    }

    /// Lays out fields and links of spaces as tables among the constants.
    fn lay_out_board(&mut self) {
        let (ir, board) = (self.ir, self.board);
        let (mut of_space, mut of_track) = (0, 0);
        let mut of_rows = vec![0; ir.kinds.len()];
        for (n, field) in ir.fields.iter().enumerate() {
            let words = match field.owner {
                Owner::Track | Owner::Space | Owner::Rows(_) => self.words(&field.ty, field.span),
                _ => continue,
            };
            let rows = if field.owner == Owner::Space { board.spaces.len() } else { 1 };
            if !self.has_room(words, rows) {
                continue;
            }
            let default = self.start_value(field, words);
            let mut table = vec![];
            if field.owner == Owner::Track {
                table = board.fields.get(of_track).cloned().flatten().unwrap_or(default);
                table.resize(words, 0);
                of_track += 1;
            } else if let Owner::Rows(kind) = field.owner {
                let place = &mut of_rows[kind.index()];
                for values in board.tables.kinds.get(kind.index()).into_iter().flat_map(|rows| &rows.values) {
                    let mut value = values.get(*place).cloned().flatten().unwrap_or_else(|| default.clone());
                    value.resize(words, 0);
                    table.extend(value);
                }
                *place += 1;
            } else {
                for space in &board.spaces {
                    let mut value = space.fields.get(of_space).cloned().flatten().unwrap_or_else(|| default.clone());
                    value.resize(words, 0);
                    table.extend(value);
                }
                of_space += 1;
            }
            self.layout.fields[n] = (self.table(&table), words);
        }
        for (n, link) in ir.links.iter().enumerate() {
            let pairs = board.links.get(n).map_or(&[][..], |p| p);
            let (table, words) = if link.arity == LinkArity::Many {
                let words = board.spaces.len().div_ceil(32).max(1);
                if !self.has_room(words, board.spaces.len()) {
                    self.layout.links.push((0, words));
                    continue;
                }
                let mut table = vec![0; words * board.spaces.len()];
                for &(from, to) in pairs {
                    table[usize::from(from) * words + usize::from(to) / 32] |= 1 << (to % 32);
                }
                (table, words)
            } else {
                let mut table = vec![NONE; board.spaces.len()];
                for &(from, to) in pairs {
                    table[usize::from(from)] = i32::from(to);
                }
                (table, 1)
            };
            let slot = self.table(&table);
            self.layout.links.push((slot, words));
        }
        for derive in &ir.derives {
            let words = self.words(&derive.ty, derive.span);
            let owners = match derive.owner {
                Owner::Rows(kind) => self.sizes.rows.get(kind.index()).copied().unwrap_or(0),
                _ => board.spaces.len(),
            };
            if !self.has_room(words, owners) {
                self.layout.derives.push((0, words));
                continue;
            }
            let slot = self.table(&vec![NONE; words * owners]);
            self.layout.derives.push((slot, words));
        }
        for c in &ir.consts {
            let words = self.words(&c.value.expr.ty, c.span);
            let slot = self.table(&vec![NONE; words]);
            self.layout.consts.push(slot);
        }
    }
}
