//! What can be assigned to, and which values.

use super::*;
use crate::ir::{Change, Place, PlaceKind, StmtKind};
use crate::syntax::tree::ExprKind as E;
use scope::{LocalKind, Role, Symbol};
use types::fits;

/// The change as the machine knows it.
pub(super) fn change(change: tree::Change) -> Change {
    match change {
        tree::Change::Set => Change::Set,
        tree::Change::Add => Change::Add,
        tree::Change::Subtract => Change::Subtract,
    }
}

impl Resolver<'_> {
    pub(super) fn assign(&mut self, span: Span, to: &tree::Expr, how: tree::Change, value: &tree::RightSide) -> Option<StmtKind> {
        let place = self.place(to, how);
        if let Some(place) = &place
            && !matches!(place.base().kind, PlaceKind::Local(_))
        {
            self.may_act(span, "changing the game");
        }
        let ty = place.as_ref().map_or(Type::Unknown, |p| p.ty.clone());
        let want = match (how, &ty) {
            (tree::Change::Set, _) => ty.clone(),
            (_, Type::List(member, _)) if how == tree::Change::Subtract => (**member).clone(),
            _ => ty.clone(),
        };
        let found = match value {
            tree::RightSide::Expr(e) => self.right_value(e, how, &want),
            tree::RightSide::Choose(choose) => self.choose_value(choose, Some(&want)),
        };
        let value = self.fitting_value(found, how, &ty, span);
        Some(StmtKind::Assign { place: place?, change: change(how), value })
    }

    /// The value added to a collection may be one member. Then its names and cases are read as a member's.
    fn right_value(&mut self, e: &tree::Expr, how: tree::Change, ty: &Type) -> Expr {
        match ty {
            Type::Set(member) | Type::List(member, _)
                if how != tree::Change::Set && !matches!(e.kind, E::List(_)) && self.needs_type(e) =>
            {
                self.expr(e, Some(member))
            }
            _ => self.expr(e, Some(ty)),
        }
    }

    fn fitting_value(&mut self, value: Expr, how: tree::Change, ty: &Type, span: Span) -> Expr {
        match (how, ty) {
            (tree::Change::Set, _) | (_, Type::Unknown) => self.fit(value, ty),
            (_, Type::Int(_)) => self.fit(value, &Type::int()),
            (_, Type::Set(member)) if fits(&value.ty, member) => value,
            (_, Type::Set(_)) => self.fit(value, ty),
            (_, Type::List(member, _)) if fits(&value.ty, member) => self.fit(value, member),
            (tree::Change::Add, Type::List(..)) => self.fit(value, ty),
            (_, Type::List(member, _)) => self.fit(value, member),
            (_, Type::Optional(_)) => {
                let problem = Diagnostic::error(Code::MayBeNone, span, "this may be none, so nothing can be added to it");
                self.wrong(problem.hint("write `… = (… otherwise 0) + 1`"))
            }
            _ => {
                let message = format!("`+=` and `-=` are for numbers, sets and lists, but this is {}", self.words(ty));
                self.wrong(Diagnostic::error(Code::WrongType, span, message))
            }
        }
    }

    /// A bare name before `=`. If nothing has this name, it may be meant as a new variable.
    fn stored_name(&mut self, name: &tree::Name, how: tree::Change) -> Expr {
        let symbol = self.global(&name.text).map(|global| global.symbol);
        let is_dice = matches!(symbol, Some(Symbol::Dice(_)))
            || symbol.is_none() && self.local(&name.text).is_none() && &*name.text == "dice";
        if is_dice && self.routine.role == Role::Test {
            let problem = Diagnostic::error(Code::NotAssignable, name.span, "in a test, `dice` sets what the next dice show");
            return self.wrong(problem.hint("write the numbers behind it, without `=`, such as `dice 3, 5`"));
        }
        self.name_for(name, None, Some(how))
    }

    /// The place before `=`.
    fn place(&mut self, e: &tree::Expr, how: tree::Change) -> Option<Place> {
        if let E::Index { of, keys } = &e.kind {
            let of = self.place(of, how)?;
            return match of.ty.clone() {
                Type::Per(value, dims) => {
                    let keys = self.keys(e.span, keys, &dims);
                    Some(Place { span: e.span, ty: *value, kind: PlaceKind::Index { of: Box::new(of), keys } })
                }
                Type::List(member, _) => {
                    let keys = keys.iter().map(|k| self.int(k)).collect();
                    Some(Place { span: e.span, ty: *member, kind: PlaceKind::Index { of: Box::new(of), keys } })
                }
                Type::Unknown => None,
                other => {
                    let message = format!("only tables and lists have `[…]`, but this is {}", self.words(&other));
                    self.error(Code::WrongType, of.span, message);
                    None
                }
            };
        }
        let found = match &e.kind {
            E::Name(name) => self.stored_name(name, how),
            _ => self.expr(e, None),
        };
        let span = found.span;
        let refuse = |r: &mut Self, message: String, hint: &str| {
            r.report(Diagnostic::error(Code::NotAssignable, span, message).hint(hint));
            None
        };
        match found.kind {
            ExprKind::Wrong => None,
            ExprKind::Local(local) => {
                let declared = &self.routine.locals[local.index()];
                let (name, ty, at) = (declared.name.clone(), declared.ty.clone(), declared.span);
                match self.routine.kinds[local.index()] {
                    LocalKind::Var => Some(Place { span, ty, kind: PlaceKind::Local(local) }),
                    kind => {
                        let (what, hint) = match kind {
                            LocalKind::Let => ("is fixed by `let`", format!("declare it with `var {name} = …`")),
                            LocalKind::Parameter => {
                                ("is an argument of the rule", format!("copy it first: `var my_{name} = {name}`"))
                            }
                            _ => ("is the variable of the loop", "use a `var` of its own".into()),
                        };
                        let problem =
                            Diagnostic::error(Code::NotAssignable, span, format!("`{name}` {what}, and can't be changed"));
                        self.report(problem.label(at, "declared here").hint(hint));
                        None
                    }
                }
            }
            ExprKind::Field { field, of } => {
                let declared = &self.ir.fields[field.index()];
                let (ty, name) = (declared.ty.clone(), declared.name.clone());
                match declared.owner {
                    Owner::Rows(kind) => {
                        let kind = self.ir.kinds[kind.index()].name.clone();
                        let text = format!("`{name}` belongs to the rows of {kind}, which don't change in a game");
                        refuse(self, text, "keep what changes in `state`, `player` or a piece")
                    }
                    Owner::Space | Owner::Track => refuse(
                        self,
                        format!("`{name}` belongs to the board, which doesn't change in a game"),
                        "keep what changes in `state`, `player` or a piece",
                    ),
                    _ => {
                        let of = of.map(|of| self.plain(*of));
                        if of.as_ref().is_some_and(|of| of.ty.is_unknown()) {
                            return None;
                        }
                        Some(Place { span, ty, kind: PlaceKind::Field { field, of } })
                    }
                }
            }
            ExprKind::At(_) => refuse(
                self,
                "pieces are moved, not assigned".into(),
                "write `move … to …` with the piece and the space it goes to",
            ),
            ExprKind::Pile { .. } => {
                refuse(self, "cards are moved, not assigned".into(), "write `move c to …` or `move all … to …`")
            }
            ExprKind::Param(_) => {
                refuse(self, "a param is fixed for the whole game".into(), "keep what changes in `state { … }`")
            }
            ExprKind::Const(_) => refuse(self, "a constant can't be changed".into(), "keep what changes in `state { … }`"),
            ExprKind::Derived { .. } | ExprKind::Link { .. } => {
                refuse(self, "the board doesn't change in a game".into(), "keep what changes in `state`, `player` or a piece")
            }
            _ => refuse(self, "nothing can be stored here".into(), "fields and variables made with `var` can be changed"),
        }
    }
}
