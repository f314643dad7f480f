//! Statements. Each tells whether the one after it is ever reached.

use super::*;
use crate::ir::{Block, Condition, Stmt, StmtKind};
use crate::syntax::tree::{ExprKind as E, StmtKind as S};
use branch::Cases;
use scope::{LocalKind, Role, Symbol};

impl Resolver<'_> {
    /// Resolves the statements of a block. Also returns whether their end is reached.
    pub(super) fn block(&mut self, block: &tree::Block) -> (Block, bool) {
        let mark = self.mark();
        let mut lines = vec![];
        let mut goes_on = true;
        for line in &block.lines {
            let (kind, after) = self.stmt(line);
            goes_on &= after;
            if let Some(kind) = kind {
                lines.push(Stmt { span: line.span, kind });
            }
        }
        self.reset(mark);
        (lines, goes_on)
    }

    /// Resolves one statement. `None` if it is too wrong to stand for anything.
    pub(super) fn stmt(&mut self, s: &tree::Stmt) -> (Option<StmtKind>, bool) {
        if self.depth >= MOST_DEPTH {
            self.too_deep(s.span);
            return (None, true);
        }
        self.depth += 1;
        let found = self.stmt_by_form(s);
        self.depth -= 1;
        found
    }

    fn stmt_by_form(&mut self, s: &tree::Stmt) -> (Option<StmtKind>, bool) {
        let span = s.span;
        self.check_flow(s);
        match &s.kind {
            S::Let { name, ty, value, otherwise } => (self.let_line(name, ty.as_ref(), value, otherwise.as_deref()), true),
            S::Var { name, ty, value } => (self.var_line(name, ty.as_ref(), value.as_ref()), true),
            S::If { arms, otherwise } => self.if_line(arms, otherwise.as_ref()),
            S::Match { subject, arms } => self.match_line(span, subject, arms),
            S::While { condition, body } => {
                let mark = self.mark();
                let condition = self.condition(condition);
                let (body, _, _) = self.loop_body(body);
                self.reset(mark);
                (Some(StmtKind::While { condition, body }), true)
            }
            S::Repeat { times, body } => {
                let times = times.as_ref().map(|n| self.int(n));
                let (body, _, has_break) = self.loop_body(body);
                let goes_on = times.is_some() || has_break;
                (Some(StmtKind::Repeat { times, body }), goes_on)
            }
            S::For { name, source, filter, by, body } => (Some(self.for_line(name, source, filter.as_ref(), by, body)), true),
            S::Secretly { name, source, body } => (self.secretly(span, name, source, body), true),
            S::Choose(choose) => {
                let (choose, goes_on) = self.choose_line(choose);
                (Some(StmtKind::Choose(choose)), goes_on)
            }
            S::Return(value) => (self.return_line(span, value.as_ref()), false),
            S::Break | S::Continue => {
                let is_break = matches!(s.kind, S::Break);
                let word = if is_break { "break" } else { "continue" };
                match self.routine.loops.last_mut() {
                    Some(has_break) => *has_break |= is_break,
                    None => {
                        let problem = Diagnostic::error(Code::WrongPlace, span, format!("there is no loop around this `{word}`"));
                        self.report(problem.hint("to leave the rule, write `return`").replacing("return"));
                        return (None, true);
                    }
                }
                (Some(if is_break { StmtKind::Break } else { StmtKind::Continue }), false)
            }
            S::Fail(text) => (Some(StmtKind::Fail(self.text(text))), false),
            S::Move { all, what, to } => (self.move_line(span, *all, what, to), true),
            S::Draw { count, from, to } => (self.draw_line(span, count, from, to), true),
            S::Shuffle(pile) => (self.shuffle_line(span, pile), true),
            S::Say(text) => {
                self.may_act(span, "`say`");
                (Some(StmtKind::Say(self.text(text))), true)
            }
            S::Count { place, change, by } => (self.count_line(span, place, *change, by), true),
            S::EndGame { ranking } => (Some(self.end_game(span, ranking.as_ref())), false),
            S::Act(e) => (self.act(e), true),
            S::Assign { place, change, value } => (self.assign(span, place, *change, value), true),
            S::Script { .. } | S::Run(_) | S::Expect(_) => {
                let message = match self.routine.role {
                    Role::Test => "this can't be inside another statement of a test",
                    _ => "this is for tests only",
                };
                self.error(Code::WrongPlace, span, message);
                (None, true)
            }
        }
    }

    /// Allows only loops and calls in `flow`, nothing that a running game would have to remember.
    fn check_flow(&mut self, s: &tree::Stmt) {
        if self.routine.role != Role::Flow {
            return;
        }
        let what = match &s.kind {
            S::Let { .. } | S::Var { .. } => "a variable",
            S::Choose(_) | S::Secretly { .. } => "a decision",
            S::Move { .. } | S::Draw { .. } | S::Shuffle(_) => "moving something",
            S::Assign { value: tree::RightSide::Choose(_), .. } => "a decision",
            S::Return(_) => "`return`",
            _ => return,
        };
        let problem =
            Diagnostic::error(Code::WrongPlace, s.span, format!("{what} can't be in `flow`, which has only the outer loops"));
        self.report(problem.hint("put it in a rule and call that rule here"));
    }

    fn right_side(&mut self, value: &tree::RightSide, want: Option<&Type>) -> Expr {
        match value {
            tree::RightSide::Expr(e) => self.expr(e, want),
            tree::RightSide::Choose(choose) => self.choose_value(choose, want),
        }
    }

    fn let_line(
        &mut self,
        name: &tree::Name,
        ty: Option<&tree::Type>,
        value: &tree::RightSide,
        otherwise: Option<&tree::Stmt>,
    ) -> Option<StmtKind> {
        let declared = ty.map(|ty| self.ty(ty, None));
        let Some(otherwise) = otherwise else {
            let value = self.right_side(value, declared.as_ref());
            let (ty, value) = self.kept(value, declared);
            let local = self.open_local(name, ty, LocalKind::Let);
            return Some(StmtKind::Let { local, value: Some(value) });
        };
        let value = match value {
            tree::RightSide::Expr(e) => self.maybe(e, declared.as_ref()),
            tree::RightSide::Choose(choose) => self.choose_value(choose, declared.as_ref()),
        };
        let value = self.asked_for_none(value);
        let plain = value.ty.present().clone().unbounded();
        let (ty, value) = match declared {
            Some(ty) => (ty.clone(), self.fit(value, &ty.optional())),
            None => (plain, value),
        };
        let mark = self.mark();
        let (left, goes_on) = self.stmt(otherwise);
        self.reset(mark);
        if goes_on && left.is_some() {
            let problem = Diagnostic::error(Code::WrongPlace, otherwise.span, "the `else` of a `let` must leave the block");
            self.report(problem.hint("write `return`, `break`, `continue` or `fail \"…\"`"));
        }
        let local = self.open_local(name, ty, LocalKind::Let);
        let otherwise = Box::new(Stmt { span: otherwise.span, kind: left? });
        Some(StmtKind::LetElse { local, value, otherwise })
    }

    /// The type under which a value is kept, and the value.
    fn kept(&mut self, value: Expr, declared: Option<Type>) -> (Type, Expr) {
        if let Some(ty) = declared {
            let value = self.fit(value, &ty);
            return (ty, value);
        }
        let (message, hint) = match &value.ty {
            Type::Nothing => ("none of what?", "say what it is meant to be: `let x: space? = …`"),
            Type::Text => {
                ("a text can't be kept", "say what it names: `let x: space = …`; what is shown is written where it is shown")
            }
            Type::Range => ("a range can't be kept", "write it where it is used, such as `for n in 1..3`"),
            ty => return (ty.clone().unbounded(), value),
        };
        let problem = Diagnostic::error(Code::WrongType, value.span, message);
        (Type::Unknown, self.wrong(problem.hint(hint)))
    }

    fn var_line(&mut self, name: &tree::Name, ty: Option<&tree::Type>, value: Option<&tree::RightSide>) -> Option<StmtKind> {
        let declared = ty.map(|ty| self.ty(ty, None));
        let (ty, value) = match value {
            Some(value) => {
                let value = self.right_side(value, declared.as_ref());
                let (ty, value) = self.kept(value, declared);
                (ty, Some(value))
            }
            None => match declared {
                Some(ty) => (ty, None),
                None => {
                    let problem = Diagnostic::error(Code::WrongType, name.span, format!("what is `{}`?", name.text));
                    self.report(problem.hint(format!("give it a value or a type: `var {}: int`", name.text)));
                    (Type::Unknown, None)
                }
            },
        };
        let local = self.open_local(name, ty, LocalKind::Var);
        Some(StmtKind::Let { local, value })
    }

    fn if_line(&mut self, arms: &[(tree::Condition, tree::Block)], otherwise: Option<&tree::Block>) -> (Option<StmtKind>, bool) {
        let outer = self.mark();
        let (mut found, mut any_goes_on) = (vec![], false);
        for (condition, body) in arms {
            let mark = self.mark();
            let condition = self.condition(condition);
            let (body, goes_on) = self.block(body);
            any_goes_on |= goes_on;
            self.reset(mark);
            self.note_failed(&condition);
            found.push((condition, body));
        }
        let Some(otherwise) = otherwise else {
            // If all branches leave, the opposite of their conditions holds from here on.
            if any_goes_on {
                self.reset(outer);
            }
            return (Some(StmtKind::If { arms: found, otherwise: None }), true);
        };
        let (otherwise, else_goes_on) = self.block(otherwise);
        if any_goes_on || !else_goes_on {
            self.reset(outer);
        }
        if !else_goes_on && let [(Condition::Expr(only), _)] = &found[..] {
            self.note_facts(only, true);
        }
        (Some(StmtKind::If { arms: found, otherwise: Some(otherwise) }), any_goes_on || else_goes_on)
    }

    fn match_line(&mut self, span: Span, subject: &tree::Expr, arms: &[tree::Arm]) -> (Option<StmtKind>, bool) {
        let subject = self.expr(subject, None);
        let (mut found, mut otherwise, mut any_goes_on) = (vec![], None, arms.is_empty());
        let mut cases = Cases::default();
        for arm in arms {
            let patterns = self.patterns(&subject.ty, &arm.cases, arm.span, &mut cases);
            let (body, goes_on) = self.block(&arm.body);
            any_goes_on |= goes_on;
            match patterns {
                Some(patterns) => found.push((patterns, body)),
                None => otherwise = Some(body),
            }
        }
        self.check_exhaustive(span, &subject.ty, &cases);
        (Some(StmtKind::Match { subject, arms: found, otherwise }), any_goes_on)
    }

    /// Resolves the body of a loop. Also returns whether its end is reached, and whether a `break` leaves the loop.
    fn loop_body(&mut self, body: &tree::Block) -> (Block, bool, bool) {
        self.routine.loops.push(false);
        let (body, goes_on) = self.block(body);
        let has_break = self.routine.loops.pop().unwrap_or(false);
        (body, goes_on, has_break)
    }

    fn for_line(
        &mut self,
        name: &tree::Name,
        source: &tree::Expr,
        filter: Option<&tree::Expr>,
        by: &[tree::SortKey],
        body: &tree::Block,
    ) -> StmtKind {
        let (source, member) = self.collection(source);
        let mark = self.mark();
        let local = self.open_local(name, member, LocalKind::Loop);
        let filter = filter.map(|f| self.looking(Purity::Query, |r| r.filter(f)));
        let by = self.sort_keys(by);
        // Other languages write steps like this.
        for key in by.iter().filter(|key| fixed::literal(&key.value).is_some()) {
            let problem =
                Diagnostic::warning(Code::WrongType, key.value.span, "this is the same for all of them, so it sorts nothing");
            self.report(problem.hint(format!(
                "sort by something that differs, such as `by {0}`, or `by {0} desc` for the highest first",
                name.text
            )));
        }
        let (body, _, _) = self.loop_body(body);
        self.reset(mark);
        StmtKind::For { local, source, filter, by, body }
    }

    fn secretly(&mut self, span: Span, name: &tree::Name, source: &tree::Expr, body: &tree::Block) -> Option<StmtKind> {
        self.may_act(span, "`secretly`");
        let (source, member) = self.collection(source);
        if !types::same(&member, &Type::Player) {
            let message = format!("`secretly` asks players, but this is {}", self.words(&source.ty));
            self.error(Code::WrongType, source.span, message);
        }
        let mark = self.mark();
        let local = self.open_local(name, Type::Player, LocalKind::Loop);
        // No `break` leaves it, because the answers are given at the same time.
        let loops = std::mem::take(&mut self.routine.loops);
        let (body, _) = self.block(body);
        self.routine.loops = loops;
        self.reset(mark);
        Some(StmtKind::Secretly { local, source, body })
    }

    fn return_line(&mut self, span: Span, value: Option<&tree::RightSide>) -> Option<StmtKind> {
        match (self.routine.role, value) {
            (Role::Before, _) => {
                let problem = Diagnostic::error(Code::WrongPlace, span, "`return` can't be used in a `before`");
                self.report(problem.hint("write an `around`, which decides whether to `proceed`"));
                return None;
            }
            (Role::Flow, _) => return None,
            (Role::Test, _) => {
                self.error(Code::WrongPlace, span, "a test doesn't return");
                return None;
            }
            (Role::After, Some(_)) => {
                let problem = Diagnostic::error(Code::WrongPlace, span, "`after` can't change the result");
                self.report(problem.hint("use `around`"));
                return None;
            }
            _ => {}
        }
        let result = self.routine.result.clone();
        let name = self.routine.name.clone();
        match (value, result) {
            (Some(value), Some(ty)) => {
                let value = self.right_side(value, Some(&ty));
                let value = self.fit(value, &ty);
                Some(StmtKind::Return(Some(value)))
            }
            (Some(value), None) => {
                self.right_side(value, None);
                let problem =
                    Diagnostic::error(Code::NoResult, span, format!("`{name}` has no result, so nothing can follow `return`"));
                self.report(problem.hint(format!("leave the value out, or say what the rule gives: `rule {name}(…) -> int`")));
                None
            }
            (None, Some(ty)) => {
                let message = format!("`{name}` gives {}: write it after `return`", self.words(&ty));
                self.error(Code::NoResult, span, message);
                None
            }
            (None, None) => Some(StmtKind::Return(None)),
        }
    }

    fn move_line(&mut self, span: Span, all: bool, what: &tree::Expr, to: &tree::MoveTo) -> Option<StmtKind> {
        self.may_act(span, "`move`");
        let card_by_name = matches!(what.kind, E::Text(_));
        if all || card_by_name {
            return self.move_cards(span, all, what, to);
        }
        let what = self.expr(what, None);
        if let Type::Row(_) = what.ty.present() {
            return self.move_card(what, to);
        }
        if what.ty.is_unknown() {
            if let tree::MoveTo::Place(place, _) = to
                && !self.needs_type(place)
            {
                self.expr(place, None);
            }
            return None;
        }
        let piece = self.plain(what);
        let off_board = match &piece.ty {
            Type::Piece(p) => self.schema.pieces.get(p.index()).is_some_and(|p| matches!(p.place, tree::PiecePlace::OffBoard)),
            Type::Unknown => return None,
            other => {
                let message = format!("pieces can be moved, but this is {}", self.words(other));
                let problem = Diagnostic::error(Code::WrongType, piece.span, message);
                let hint = self.ir.pieces.first().map(|p| format!("write `move p.{} to …`", p.as_name));
                self.report(match (other, hint) {
                    (Type::Player, Some(hint)) => problem.hint(hint),
                    _ => problem,
                });
                return None;
            }
        };
        let to = match to {
            tree::MoveTo::Place(place, top) => {
                if top.is_some() {
                    self.error(Code::WrongType, span, "`top` and `bottom` are for piles of cards");
                }
                Some(self.expr_as(place, &Type::Space))
            }
            tree::MoveTo::OffBoard => {
                if !off_board {
                    let problem = Diagnostic::error(Code::WrongType, span, "this piece is always on the board");
                    self.report(problem.hint("declare it with `off board` in place of `at …`"));
                }
                None
            }
        };
        Some(StmtKind::Move { piece, to })
    }

    fn count_line(&mut self, span: Span, place: &tree::Expr, change: tree::Change, by: &tree::Expr) -> Option<StmtKind> {
        self.may_act(span, "`count`");
        let (of, keys): (&tree::Expr, &[tree::Expr]) = match &place.kind {
            E::Index { of, keys } => (of, keys),
            _ => (place, &[]),
        };
        let by = self.int(by);
        let E::Name(name) = &of.kind else {
            self.error(Code::UnknownName, of.span, "only a `measure` can be counted");
            return None;
        };
        let measure = match self.global(&name.text).map(|g| g.symbol) {
            Some(Symbol::Measure(m)) => m,
            _ => {
                let measures = self.ir.measures.iter().map(|m| &*m.name);
                let declaration = format!("declare it: `measure {} per player`", name.text);
                self.report(no_such("measure", name, measures).or_hint(declaration));
                return None;
            }
        };
        let key = match (self.ir.measures[measure.index()].per.clone(), keys) {
            (Some(ty), [key]) => Some(self.expr_as(key, &ty)),
            (None, []) => None,
            (Some(ty), _) => {
                let message = format!("`{}` is counted for each: say for which one", name.text);
                let hint = format!("write `{}[…]` with {}", name.text, self.words(&ty));
                self.report(Diagnostic::error(Code::WrongArguments, place.span, message).hint(hint));
                return None;
            }
            (None, _) => {
                let problem =
                    Diagnostic::error(Code::WrongArguments, place.span, format!("`{}` is one figure for the game", name.text));
                self.report(problem.hint(format!("leave out the brackets, or declare `measure {} per player`", name.text)));
                return None;
            }
        };
        Some(StmtKind::Count { measure, key, change: assign::change(change), by })
    }

    fn end_game(&mut self, span: Span, ranking: Option<&(tree::Name, tree::Expr, Vec<tree::SortKey>)>) -> StmtKind {
        self.may_act(span, "`end game`");
        let ranking = ranking.map(|(name, source, by)| {
            let (source, member) = self.collection(source);
            if !types::same(&member, &Type::Player) {
                let message = format!("players are ranked, but this is {}", self.words(&source.ty));
                self.error(Code::WrongType, source.span, message);
            }
            let mark = self.mark();
            let local = self.open_local(name, Type::Player, LocalKind::Loop);
            let by = self.sort_keys(by);
            self.reset(mark);
            Ranking { local, source, by }
        });
        StmtKind::EndGame { ranking }
    }

    /// Resolves a call that stands alone.
    fn act(&mut self, e: &tree::Expr) -> Option<StmtKind> {
        if let E::Call { callee, args } = &e.kind {
            if let (E::Name(name), [arg]) = (&callee.kind, &args[..])
                && matches!(&*name.text, "finish" | "eliminate")
            {
                self.may_act(e.span, &format!("`{}`", name.text));
                let player = self.expr_as(&arg.value, &Type::Player);
                return Some(if &*name.text == "finish" { StmtKind::Finish(player) } else { StmtKind::Eliminate(player) });
            }
            let found = self.call(e.span, callee, args, true);
            return match &found.kind {
                ExprKind::Call { rule, .. } => {
                    if self.ir.rules[rule.index()].kind == RuleKind::Value {
                        let problem =
                            Diagnostic::warning(Code::WrongPlace, e.span, "this is worked out, and then nothing is done with it");
                        self.report(problem.hint("a `value` changes nothing; use what it gives, or call a `rule`"));
                    }
                    Some(StmtKind::Call(found))
                }
                ExprKind::Wrong => None,
                // One of the rules that a field may hold.
                ExprKind::Match { subject, arms, .. } if !matches!(&subject.ty, Type::Rule(of) if of.is_value) => {
                    let alone = |call: &Expr| vec![Stmt { span: e.span, kind: StmtKind::Call(call.clone()) }];
                    let arms = arms.iter().map(|(cases, call)| (cases.clone(), alone(call))).collect();
                    Some(StmtKind::Match { subject: (**subject).clone(), arms, otherwise: None })
                }
                _ => {
                    self.nothing_done(e.span);
                    None
                }
            };
        }
        let found = self.expr(e, None);
        if !matches!(found.kind, ExprKind::Wrong) {
            self.nothing_done(e.span);
        }
        None
    }

    fn nothing_done(&mut self, span: Span) {
        let problem = Diagnostic::error(Code::WrongPlace, span, "nothing is done with this");
        self.report(problem.hint("keep it with `let x = …`, or change something with it"));
    }
}
