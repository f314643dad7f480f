//! Built-in functions, chance, and searches over the board.

use super::*;
use crate::ir::{Builtin, Expr, ExprKind};

impl<'a> Compiler<'a> {
    pub(super) fn builtin(&mut self, e: &'a Expr, which: Builtin, args: &'a [Expr], want: Want) -> Slot {
        match which {
            Builtin::Min | Builtin::Max => {
                let mut a = self.eval_kept(&args[0], &args[1..]);
                for (n, arg) in args[1..].iter().enumerate() {
                    if n > 0 && fixed::has_call(arg) {
                        let copy = self.alloc(1);
                        self.copy(copy, a, 1);
                        a = copy;
                    }
                    let b = self.eval(arg, Want::Anywhere);
                    let last = n + 2 == args.len();
                    let dst = if last { self.target(want, 1) } else { self.alloc(1) };
                    self.emit(if which == Builtin::Min { Op::Min { dst, a, b } } else { Op::Max { dst, a, b } });
                    a = dst;
                }
                a
            }
            Builtin::MinOf | Builtin::MaxOf | Builtin::SumOf => {
                let list = self.as_list(&args[0]);
                let dst = self.target(want, 1);
                self.emit(match which {
                    Builtin::MinOf => Op::ListMin { dst, list },
                    Builtin::MaxOf => Op::ListMax { dst, list },
                    _ => Op::ListSum { dst, list },
                });
                dst
            }
            Builtin::Abs => {
                let a = self.eval(&args[0], Want::Anywhere);
                let dst = self.target(want, 1);
                self.emit(Op::Abs { dst, a });
                dst
            }
            Builtin::Clamp => {
                let x = self.eval_kept(&args[0], &args[1..]);
                let low = self.eval_kept(&args[1], &args[2..]);
                let high = self.eval(&args[2], Want::Anywhere);
                let fine = self.label();
                self.jump(Op::JumpLe { a: low, b: high, to: 0 }, fine);
                self.emit(Op::Trap { code: crate::vm::TrapCode::Clamp as u16 });
                self.place(fine);
                let dst = self.fresh(want, 1);
                self.emit(Op::Max { dst, a: x, b: low });
                self.emit(Op::Min { dst, a: dst, b: high });
                self.deliver(dst, 1, want)
            }
            Builtin::Size => match &args[0].ty {
                Type::Set(_) => {
                    let words = self.words(&args[0].ty, e.span);
                    let set = self.eval(&args[0], Want::Anywhere);
                    let dst = self.target(want, 1);
                    self.emit(Op::SetSize { dst, set, words: words as u16 });
                    dst
                }
                _ => {
                    let list = self.as_list(&args[0]);
                    self.deliver(list, 1, want)
                }
            },
            Builtin::Top => self.top(&args[0], want),
            Builtin::Occupants => {
                let words = self.words(&e.ty, e.span);
                let Type::Set(of) = &e.ty else { return self.none() };
                let Type::Piece(piece) = &**of else { return self.none() };
                let (at, count) = self.layout.pieces[piece.index()];
                let space = self.eval(&args[0], Want::Anywhere);
                let dst = self.target(want, words);
                self.emit(Op::Occupants { dst, space });
                self.emit(Op::Extra { a: at, b: count as u16, c: words as u16 });
                dst
            }
            Builtin::Direction => {
                let (from, to) = self.pair(&args[0], &args[1]);
                let dst = self.target(want, 1);
                self.emit(Op::Direction { dst, from, to });
                dst
            }
            Builtin::Opposite => {
                // North, east, south, west: the opposite is two further on.
                let a = self.eval(&args[0], Want::Anywhere);
                let opposite = self.constants(&[2, 3, 0, 1]);
                let dst = self.target(want, 1);
                self.emit(if args[0].ty.is_optional() {
                    Op::LoadSome { dst, base: opposite, index: a }
                } else {
                    Op::Load { dst, base: opposite, index: a }
                });
                dst
            }
            Builtin::NextPlayer => {
                let p = self.eval(&args[0], Want::Anywhere);
                let dst = self.fresh(want, 1);
                let (found, first, nobody) = (self.label(), self.label(), self.label());
                let set = crate::program::header::IN_PLAY as Slot;
                self.emit(Op::Move { dst, src: p });
                self.jump(Op::SetNext { cursor: dst, set, to: 0 }, first);
                self.emit(Op::Extra { a: 1, b: 0, c: 0 });
                self.jump(Op::Jump { to: 0 }, found);
                self.place(first);
                let before = self.constant(-1);
                self.emit(Op::Move { dst, src: before });
                self.jump(Op::SetNext { cursor: dst, set, to: 0 }, nobody);
                self.emit(Op::Extra { a: 1, b: 0, c: 0 });
                self.jump(Op::Jump { to: 0 }, found);
                self.place(nobody);
                self.emit(Op::Trap { code: crate::vm::TrapCode::NobodyLeft as u16 });
                self.place(found);
                self.deliver(dst, 1, want)
            }
            Builtin::Place | Builtin::PreviousPlace => {
                let p = self.eval(&args[0], Want::Anywhere);
                let base = if which == Builtin::Place { self.layout.place } else { self.layout.previous };
                let dst = self.target(want, 1);
                self.emit(Op::Load { dst, base, index: p });
                dst
            }
            Builtin::PlayerNumber => {
                let n = self.eval(&args[0], Want::Anywhere);
                let (low, high) = (self.constant(1), self.constant(self.sizes.players as i32));
                let at = self.emit(Op::CheckIndex { a: n, low, high });
                self.about(at, Subject::Player);
                let dst = self.target(want, 1);
                self.emit(Op::Sub { dst, a: n, b: low });
                dst
            }
        }
    }

    pub(super) fn random(&mut self, of: &'a Expr, want: Want) -> Slot {
        let name = self.scope.rule.clone();
        let stream = self.stream(&name);
        match (&of.kind, &of.ty) {
            (ExprKind::Range(low, high), _) => {
                let (low, high) = self.pair(low, high);
                let dst = self.target(want, 1);
                self.emit(Op::RandomOfRange { dst, low, high });
                self.emit(Op::Extra { a: stream, b: 0, c: 0 });
                dst
            }
            (_, Type::Set(ty)) => {
                let words = self.words(&of.ty, of.span);
                let set = self.eval(of, Want::Anywhere);
                let dst = self.target(want, 1);
                self.emit(Op::RandomOfSet { dst, set });
                self.emit(Op::Extra { a: words as u16, b: stream, c: 0 });
                let low = self.fold().first_member(ty);
                if low != 0 {
                    let b = self.constant(low);
                    self.emit(Op::Add { dst, a: dst, b });
                }
                dst
            }
            _ => {
                let list = self.as_list(of);
                let dst = self.target(want, 1);
                self.emit(Op::RandomOfList { dst, list });
                self.emit(Op::Extra { a: stream, b: 0, c: 0 });
                dst
            }
        }
    }

    /// The table of the spaces that one hop leads to.
    pub(super) fn hop_table(&mut self, over: &'a [ir::Hop]) -> u16 {
        let costly = over.iter().any(|hop| hop.cost.is_some());
        let mut neighbours = vec![vec![]; self.board.spaces.len()];
        let mut costs = vec![vec![]; if costly { neighbours.len() } else { 0 }];
        for hop in over {
            let mut add = |from: u16, to: u16, cost: Slot| {
                let (from, to) = if hop.backwards { (to, from) } else { (from, to) };
                if let Some(list) = neighbours.get_mut(usize::from(from)) {
                    list.push(to);
                    costs.get_mut(usize::from(from)).into_iter().for_each(|list: &mut Vec<Slot>| list.push(cost));
                }
            };
            let board = self.board;
            let pairs = board.links.get(hop.link.index()).map_or(&[][..], |l| l);
            let Some(cost) = &hop.cost else {
                let one = self.constant(1);
                pairs.iter().for_each(|(from, to)| add(*from, *to, one));
                continue;
            };
            let Some((first, kind)) = self.cost_table(cost) else {
                let slot = match self.known_cost(cost) {
                    Some(word) => self.constant(word),
                    None => self.fixed_cost(cost),
                };
                pairs.iter().for_each(|(from, to)| add(*from, *to, slot));
                continue;
            };
            let rows = board.tables.kinds.get(kind.index()).map_or(&[][..], |rows| &rows.values);
            for (row, values) in rows.iter().enumerate() {
                if let [Some(from), Some(to), ..] = values.as_slice() {
                    add(from[0] as u16, to[0] as u16, first + row as Slot);
                }
            }
        }
        let table = HopTable { neighbours, costs };
        match self.hops.iter().position(|h| *h == table) {
            Some(n) => n as u16,
            None => {
                self.hops.push(table);
                (self.hops.len() - 1) as u16
            }
        }
    }

    /// A cost made of params and literals only. Reports a value that can't be a cost.
    pub(super) fn known_cost(&mut self, cost: &ir::Cost) -> Option<i32> {
        let word = self.fold().word(&cost.value)?;
        if !load::COSTS.contains(&word) {
            let problem = Diagnostic::error(Code::WrongParameter, cost.value.span, load::wrong_cost(word));
            self.problems.push(problem.hint(load::COST_HINT));
        }
        Some(word)
    }

    /// The table for the costs of a kind of links, one for each link, filled when the board is loaded.
    fn cost_table(&mut self, cost: &'a ir::Cost) -> Option<(Slot, ir::KindId)> {
        let local = cost.local?;
        let Type::Row(kind) = self.scope.locals[local.index()].ty else { return None };
        let known = self.costs.iter().find(|known| std::ptr::eq(known.value, &cost.value));
        if let Some(known) = known {
            return Some((known.to, kind));
        }
        let rows = self.sizes.rows.get(kind.index()).copied().unwrap_or(0);
        let to = self.table(&vec![0; rows.max(1)]);
        self.costs.push(load::WaitingCost {
            value: &cost.value,
            locals: self.scope.locals,
            link: Some((local, kind)),
            to,
            done: false,
        });
        Some((to, kind))
    }

    /// The same for a cost that all links share.
    fn fixed_cost(&mut self, cost: &'a ir::Cost) -> Slot {
        if let Some(known) = self.costs.iter().find(|known| std::ptr::eq(known.value, &cost.value)) {
            return known.to;
        }
        let to = self.table(&[0]);
        self.costs.push(load::WaitingCost { value: &cost.value, locals: self.scope.locals, link: None, to, done: false });
        to
    }
}
