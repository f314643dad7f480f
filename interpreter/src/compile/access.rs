//! Reads and writes values in tables: fields, links, and entries of `per` tables.

use super::*;
use crate::ir::{Expr, ExprKind, Key, Owner, Place, PlaceKind};

/// The place of a value: an address, or a table with an index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access<'a> {
    pub base: Slot,
    /// The address of the index, already in words.
    pub index: Option<Slot>,
    /// Whether the index may be none, which makes the value none.
    pub passes_none: bool,
    /// The table's name, if `base` is the address of an entry 0 that the table may not have.
    pub shifted: Option<&'a Arc<str>>,
    /// For writing: the first word that the index may lead to, and the number of words from there.
    pub within: (Slot, usize),
}

impl Access<'_> {
    /// A place at an address, to be read only.
    fn at(base: Slot) -> Self {
        Access { base, index: None, passes_none: false, shifted: None, within: (base, 0) }
    }
}

impl<'a> Compiler<'a> {
    /// The place of an expression's value, if it has one.
    pub(super) fn access(&mut self, e: &'a Expr) -> Option<Access<'a>> {
        match &e.kind {
            ExprKind::Local(local) => Some(Access::at(self.local(*local))),
            ExprKind::Param(p) => Some(Access::at(self.param_slot(*p))),
            ExprKind::Const(c) => Some(Access::at(self.layout.consts[c.index()])),
            ExprKind::Field { field, of } => {
                let (base, words) = self.layout.fields[field.index()];
                let index = of.as_deref().map(|of| self.row_index(of, words));
                Some(Access { index, passes_none: of.as_deref().is_some_and(|of| of.ty.is_optional()), ..Access::at(base) })
            }
            ExprKind::Derived { derive, of } => {
                let (base, words) = self.layout.derives[derive.index()];
                let index = self.row_index(of, words);
                Some(Access { index: Some(index), passes_none: of.ty.is_optional(), ..Access::at(base) })
            }
            ExprKind::Link { link, of, backwards } => {
                let (base, words) = if *backwards { self.back_table(*link) } else { self.layout.links[link.index()] };
                let index = self.row_index(of, words);
                Some(Access { index: Some(index), passes_none: of.ty.is_optional(), ..Access::at(base) })
            }
            ExprKind::RowsAt { field, of } => {
                let (base, words) = self.rows_table(*field, &e.ty);
                let index = self.row_index(of, words);
                Some(Access { index: Some(index), ..Access::at(base) })
            }
            ExprKind::Pile { pile, of } => {
                let (base, words, _) = self.layout.piles[pile.index()];
                let index = of.as_deref().map(|of| self.row_index(of, words));
                Some(Access { index, ..Access::at(base) })
            }
            ExprKind::At(piece) => {
                let Type::Piece(id) = piece.ty.present() else { return None };
                let base = self.layout.pieces[id.index()].0;
                let index = self.eval(piece, Want::Anywhere);
                Some(Access { index: Some(index), passes_none: piece.ty.is_optional(), ..Access::at(base) })
            }
            ExprKind::Index { of, keys } => {
                let table = match self.access(of) {
                    Some(access) => access,
                    None => Access::at(self.eval(of, Want::Anywhere)),
                };
                let owner = match &of.kind {
                    ExprKind::Field { of, .. } => of.as_deref(),
                    ExprKind::Derived { of, .. } => Some(&**of),
                    _ => None,
                };
                Some(self.entry_of(table, &of.ty, keys, (owner, self.name_of(of))))
            }
            _ => None,
        }
    }

    /// The index of an owner's row in a table with `words` words for each owner.
    fn row_index(&mut self, owner: &'a Expr, words: usize) -> Slot {
        let slot = self.eval(owner, Want::Anywhere);
        self.row(slot, words)
    }

    fn row(&mut self, slot: Slot, words: usize) -> Slot {
        if words == 1 {
            return slot;
        }
        let dst = self.alloc(1);
        self.emit(Op::Scale { dst, a: slot, factor: words as u16 });
        dst
    }

    /// The entry of a `per` table for these keys, or the member of a list. For a field, the last argument names its owner.
    fn entry_of(
        &mut self,
        table: Access<'a>,
        ty: &Type,
        keys: &'a [Expr],
        (owner, name): (Option<&'a Expr>, Option<&'a Arc<str>>),
    ) -> Access<'a> {
        let Type::Per(of, dims) = ty else {
            let owner = owner.map(|owner| self.name_of(owner).map_or("…", |name| &**name));
            let full = name.map(|name| owner.map_or_else(|| name.clone(), |owner| format!("{owner}.{name}").into()));
            return self.member_of(table, &keys[0], full);
        };
        let each = self.words(of, Span::default());
        let sizes: Vec<(i32, usize)> = dims.iter().map(|d| self.fold().dimension(d).unwrap_or((0, 1))).collect();
        let (mut access, start) = (table, table.base);
        let mut stride = each * sizes.iter().map(|(_, n)| n).product::<usize>();
        for (n, (key, (low, size))) in keys.iter().zip(&sizes).enumerate() {
            stride /= size.max(&1);
            let high = low + *size as i32 - 1;
            access.base = access.base.wrapping_sub((low.wrapping_mul(stride as i32)) as u16);
            if let Some(word) = self.fold().word(key).filter(|w| (*low..=high).contains(w)) {
                access.base = access.base.wrapping_add((word.wrapping_mul(stride as i32)) as u16);
                continue;
            }
            let rest = &keys[n + 1..];
            let slot = self.eval_kept(key, rest);
            if matches!(dims[n], Key::Range(..)) && !self.interval(key).is_some_and(|(a, b)| a >= *low && b <= high) {
                let (low, high) = (self.constant(*low), self.constant(high));
                self.span = key.span;
                let at = self.emit(Op::CheckIndex { a: slot, low, high });
                self.about(at, Subject::Key(name.cloned(), (keys.len() > 1).then_some(n)));
            }
            let scaled = if stride == 1 {
                slot
            } else {
                let dst = self.alloc(1);
                self.emit(Op::Scale { dst, a: slot, factor: stride as u16 });
                dst
            };
            access.index = Some(match access.index {
                None => scaled,
                Some(index) => {
                    let dst = self.alloc(1);
                    self.emit(Op::Add { dst, a: index, b: scaled });
                    dst
                }
            });
        }
        if access.index.is_some() && access.base != start {
            self.table_starts.entry(access.base).or_default().insert(start);
            access.shifted = name;
        }
        access
    }

    /// The member of a list, counted from 1. The list's first word is its length.
    fn member_of(&mut self, list: Access<'a>, at: &'a Expr, name: Option<Arc<str>>) -> Access<'a> {
        let number = self.eval(at, Want::Anywhere);
        let length = match list.index {
            None => list.base,
            Some(index) => {
                let dst = self.alloc(1);
                self.emit(Op::Load { dst, base: list.base, index });
                dst
            }
        };
        let first = self.constant(1);
        self.span = at.span;
        let check = self.emit(Op::CheckIndex { a: number, low: first, high: length });
        self.about(check, Subject::Member(name));
        let index = match list.index {
            None => number,
            Some(index) => {
                let dst = self.alloc(1);
                self.emit(Op::Add { dst, a: index, b: number });
                dst
            }
        };
        Access { index: Some(index), within: list.within, ..Access::at(list.base) }
    }

    /// Reads a value of `words` words.
    pub(super) fn read(&mut self, access: Access<'a>, words: usize, want: Want) -> Slot {
        let Some(index) = access.index else { return self.deliver(access.base, words, want) };
        let dst = self.target(want, words);
        let base = access.base;
        let at = self.emit(match (words, access.passes_none) {
            (1, true) => Op::LoadSome { dst, base, index },
            (1, false) => Op::Load { dst, base, index },
            _ => Op::LoadN { dst, base, index },
        });
        if words != 1 {
            self.emit(Op::Extra { a: words as u16, b: 0, c: 0 });
        }
        self.about_table(at, access);
        dst
    }

    /// Writes a value of `words` words.
    pub(super) fn write(&mut self, access: Access<'a>, words: usize, src: Slot) {
        let Some(index) = access.index else { return self.copy(access.base, src, words) };
        let base = access.base;
        let at = self.emit(if words == 1 { Op::Store { base, index, src } } else { Op::StoreN { base, index, src } });
        let (first, all) = (access.within.0, access.within.1 as u16);
        self.emit(match words {
            1 => Op::Extra { a: first, b: all, c: 0 },
            _ => Op::Extra { a: words as u16, b: first, c: all },
        });
        self.about_table(at, access);
    }

    fn about_table(&mut self, at: usize, access: Access<'a>) {
        if let Some(name) = access.shifted {
            self.about(at, Subject::Place(name.clone()));
        }
    }

    /// The name that the rules use for a place being read. An entry goes by the name of its table.
    pub(super) fn name_of(&self, e: &Expr) -> Option<&'a Arc<str>> {
        let ir = self.ir;
        match &e.kind {
            ExprKind::Local(local) => Some(&self.scope.locals[local.index()].name),
            ExprKind::Param(param) => Some(&ir.params[param.index()].name),
            ExprKind::Const(c) => Some(&ir.consts[c.index()].name),
            ExprKind::Field { field, .. } => Some(&ir.fields[field.index()].name),
            ExprKind::Derived { derive, .. } => Some(&ir.derives[derive.index()].name),
            ExprKind::Index { of, .. } => self.name_of(of),
            _ => None,
        }
    }

    /// The name that the rules use for a place being written.
    pub(super) fn name_of_place(&self, place: &Place) -> &'a Arc<str> {
        match &place.kind {
            PlaceKind::Local(local) => &self.scope.locals[local.index()].name,
            PlaceKind::Field { field, .. } => &self.ir.fields[field.index()].name,
            PlaceKind::Index { of, .. } => self.name_of_place(of),
        }
    }

    /// Checks that players who act in secret touch only their own secrets.
    fn check_own(&mut self, owner: ir::Owner, slot: Slot) {
        let player = match owner {
            Owner::Player => slot,
            Owner::Piece(piece) => match self.fold().word(&self.ir.pieces[piece.index()].count) {
                Some(1) => slot,
                each => {
                    let (b, dst) = (self.constant(each.unwrap_or(1)), self.alloc(1));
                    self.emit(Op::Div { dst, a: slot, b });
                    dst
                }
            },
            _ => return,
        };
        self.emit(Op::CheckOwn { player });
    }

    /// The place that an assignment writes.
    pub(super) fn place_access(&mut self, place: &'a Place) -> Access<'a> {
        match &place.kind {
            PlaceKind::Local(local) => {
                let base = self.local(*local);
                let words = self.words(&place.ty, place.span);
                Access { within: (base, words), ..Access::at(base) }
            }
            PlaceKind::Field { field, of } => {
                let (base, words) = self.layout.fields[field.index()];
                let def = &self.ir.fields[field.index()];
                let index = of.as_ref().map(|of| {
                    let slot = self.eval(of, Want::Anywhere);
                    if def.secret {
                        self.check_own(def.owner, slot);
                    }
                    self.row(slot, words)
                });
                let all = words * self.owners(def.owner);
                Access { index, within: (base, all), ..Access::at(base) }
            }
            PlaceKind::Index { of, keys } => {
                let table = self.place_access(of);
                let owner = if let PlaceKind::Field { of, .. } = &of.kind { of.as_ref() } else { None };
                self.entry_of(table, &of.ty, keys, (owner, Some(self.name_of_place(of))))
            }
        }
    }

    /// Whether an expression may read a field that was never set.
    pub(super) fn may_be_unset(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Field { field, .. } => {
                let field = &self.ir.fields[field.index()];
                // A value missing in a row is a problem of its file.
                !matches!(field.owner, Owner::Rows(_))
                    && field.default.is_none()
                    && !matches!(field.ty, Type::Optional(_) | Type::Set(_) | Type::List(..))
            }
            ExprKind::Local(local) => self.scope.unset.contains(local),
            ExprKind::Index { of, .. } => self.may_hold_unset(of),
            _ => false,
        }
    }

    /// Whether a table may have entries in which nothing has been stored.
    pub(super) fn may_hold_unset(&self, table: &Expr) -> bool {
        if matches!(check::leaf(&table.ty), Type::Optional(_) | Type::Set(_) | Type::List(..)) {
            return false;
        }
        match &table.kind {
            ExprKind::Field { .. } => self.may_be_unset(table),
            // What is worked out before the game has been looked at there.
            ExprKind::Param(_) | ExprKind::Const(_) | ExprKind::Derived { .. } => false,
            ExprKind::PerRows(_) | ExprKind::PerKeys { .. } => {
                matches!(table.ty.row(), Type::Per(..)) && check::parts_of(table).any(|row| self.may_hold_unset(row))
            }
            ExprKind::If { .. } | ExprKind::Match { .. } => check::parts_of(table).any(|value| self.may_hold_unset(value)),
            _ => true,
        }
    }

    /// For each space, the set of spaces from which links lead to it.
    fn back_table(&mut self, link: ir::LinkId) -> (Slot, usize) {
        let spaces = self.board.spaces.len();
        let words = spaces.div_ceil(32).max(1);
        if !self.has_room(words, spaces) {
            return (0, words);
        }
        let mut table = vec![0; words * spaces];
        for &(from, to) in self.board.links.get(link.index()).map_or(&[][..], |p| p) {
            table[usize::from(to) * words + usize::from(from) / 32] |= 1 << (from % 32);
        }
        (self.constants(&table), words)
    }

    /// For each space, the set of rows whose field is this space or a list that contains it.
    fn rows_table(&mut self, field: ir::FieldId, ty: &Type) -> (Slot, usize) {
        let def = &self.ir.fields[field.index()];
        let Owner::Rows(kind) = def.owner else { return (0, 1) };
        let position = self.ir.fields[..field.index()].iter().filter(|f| f.owner == def.owner).count();
        let (spaces, words) = (self.board.spaces.len(), self.words(ty, def.span));
        if !self.has_room(words, spaces) {
            return (0, words);
        }
        let mut table = vec![0; words * spaces];
        let rows = self.board.tables.kinds.get(kind.index()).map_or(&[][..], |rows| &rows.values);
        for (row, values) in rows.iter().enumerate() {
            let value = values.get(position).and_then(Option::as_deref).unwrap_or(&[]);
            let value = match (&def.ty, value) {
                (Type::List(..), [length, members @ ..]) => members.get(..*length as usize).unwrap_or(members),
                _ => value,
            };
            for space in value.iter().filter_map(|space| usize::try_from(*space).ok()).filter(|space| *space < spaces) {
                table[space * words + row / 32] |= 1 << (row % 32);
            }
        }
        (self.constants(&table), words)
    }

    pub(super) fn param_slot(&mut self, param: ir::ParamId) -> Slot {
        if let Some(slot) = self.param_slots[param.index()] {
            return slot;
        }
        let words = self.params.get(param.index()).cloned().unwrap_or_else(|| vec![0]);
        let slot = self.constants(&words);
        self.param_slots[param.index()] = Some(slot);
        slot
    }
}
