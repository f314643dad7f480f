//! What is computed before the game: params, constants, computed columns, defaults and checks.

use super::*;
use crate::ir::ParamDefault;
use schema::{ConstTree, Progress};
use scope::{LocalKind, Role, Routine, missing_name};

/// The number, if a number is written there.
pub(super) fn literal(e: &Expr) -> Option<i32> {
    match &e.kind {
        ExprKind::Int(n) => Some(*n),
        ExprKind::Negative(of) => literal(of)?.checked_neg(),
        _ => None,
    }
}

/// Whether the expression depends on params and literals alone.
pub(super) fn is_constant(e: &Expr) -> bool {
    first_variable(e).is_none()
}

/// The first part of an expression that isn't constant.
fn first_variable(e: &Expr) -> Option<Span> {
    use ExprKind as K;
    let own = match &e.kind {
        K::Int(_) | K::Bool(_) | K::None | K::Case(_) | K::Param(_) | K::Wrong => true,
        K::Not(_) | K::Negative(_) | K::And(..) | K::Or(..) | K::Compare(..) | K::Arithmetic(..) | K::In(..) | K::IsSome(_) => {
            true
        }
        K::Otherwise(..) | K::If { .. } | K::Members(_) | K::PerKeys { .. } | K::PerRows(_) | K::Range(..) | K::Index { .. } => {
            true
        }
        K::Longest(_) => true,
        K::All(ty) => matches!(ty, Type::Enum(_)),
        K::Builtin(which, _) => matches!(which, Builtin::Min | Builtin::Max | Builtin::Abs | Builtin::Clamp),
        _ => false,
    };
    if !own {
        return Some(e.span);
    }
    let mut found = None;
    walk::parts(walk::Part::Expr(e), &mut |part| {
        if let walk::Part::Expr(part) = part {
            found = found.or_else(|| first_variable(part));
        }
    });
    found
}

impl<'t> Resolver<'t> {
    /// Resolves a constant expression that fits `want`.
    pub(super) fn constant(&mut self, e: &tree::Expr, want: &Type) -> Expr {
        let before = self.problems.len();
        let found = self.looking(Purity::Fixed, |r| r.expr_as(e, want));
        match first_variable(&found) {
            // A mistake in it may be the reason.
            _ if self.problems.len() > before => found,
            None => found,
            Some(span) => {
                let problem = Diagnostic::error(Code::NotConstant, span, "this must be known before the game");
                self.wrong(problem.hint("only numbers, cases and params can be used here"))
            }
        }
    }

    /// A text that is known before the game. It can't contain values.
    pub(super) fn fixed_text(&mut self, text: &tree::Text) -> Arc<str> {
        let hole = text.parts.iter().find_map(|part| if let tree::TextPart::Hole(e) = part { Some(e.span) } else { None });
        if let Some(span) = hole {
            let problem =
                Diagnostic::error(Code::NotConstant, span, "this text is fixed before the game, so it can't have `{…}`");
            self.report(problem.hint("leave the value out; plain braces are written `\\{…\\}`"));
        }
        text.plain().unwrap_or_default().into()
    }

    /// Resolves a formula in a routine of its own, with `self` of the type `own`.
    pub(super) fn formula(&mut self, own: Option<Type>, work: impl FnOnce(&mut Self) -> Expr) -> Formula {
        let routine = Routine { role: Role::Formula, purity: Purity::Fixed, ..Routine::default() };
        let (expr, routine) = self.in_routine(routine, |r| {
            if let Some(own) = own {
                r.hidden_local("self".into(), Span::default(), own, LocalKind::Parameter, true);
            }
            work(r)
        });
        Formula { locals: routine.locals, expr }
    }

    /// The default of a field. Rows are read before anything is computed.
    fn default_of(&mut self, field: usize, default: &tree::Expr) -> Formula {
        let (ty, owner) = (self.ir.fields[field].ty.clone(), self.ir.fields[field].owner);
        let before = self.problems.len();
        let formula = match owner {
            Owner::Rows(_) => self.formula(None, |r| r.constant(default, &ty)),
            Owner::Space => self.formula(Some(Type::Space), |r| r.expr_as(default, &ty)),
            Owner::Player => self.formula(Some(Type::Player), |r| r.expr_as(default, &ty)),
            Owner::Piece(piece) => self.formula(Some(Type::Piece(piece)), |r| r.expr_as(default, &ty)),
            Owner::Track | Owner::State => self.formula(None, |r| r.expr_as(default, &ty)),
        };
        if self.problems.len() == before {
            return formula;
        }
        let fields = &self.ir.fields;
        let name = &fields[field].name;
        for problem in &mut self.problems[before..] {
            let Some(missing) = missing_name(problem) else { continue };
            let other = fields.iter().find(|f| f.owner == owner && *f.name == *missing);
            let hint = match (owner, other) {
                (Owner::Rows(kind), _) if other.is_some() || missing == "self" => {
                    let kind = &self.ir.kinds[kind.index()];
                    let what = if kind.on_track.is_some() { "the track" } else { "a file" };
                    let lacks = other.map_or("has no `self`".into(), |other| format!("can't use `{}`", other.name));
                    problem.message = format!("a field of {} is read from {what}, so its default {lacks}", kind.name);
                    format!("to work it out from others, write `derive {}.{name}: … = …`, with `self.…` in it", kind.name)
                }
                (Owner::Player, Some(other)) => {
                    format!(
                        "a default can't follow it: work `{name}` out whenever it is read, by `value {name}(p: player) -> … = … p.{}`",
                        other.name
                    )
                }
                (Owner::Piece(piece), Some(other)) => {
                    let (kind, other) = (&self.ir.pieces[piece.index()].name, &other.name);
                    let own = kind.to_lowercase();
                    format!(
                        "a default can't follow it: work `{name}` out whenever it is read, by `value {name}({own}: {kind}) -> … = … {own}.{other}`"
                    )
                }
                _ => continue,
            };
            (problem.hint, problem.replace) = (Some(hint), None);
        }
        formula
    }

    pub(super) fn resolve_fixed(&mut self) {
        self.resolve_params();
        self.apply_sets();
        for n in 0..self.schema.dice.len() {
            let (faces, origin) = self.schema.dice[n];
            self.enter(origin);
            self.ir.dice[n].faces = self.faces(faces);
        }
        for n in 0..self.schema.pieces.len() {
            self.resolve_piece(n);
        }
        self.resolve_pile_sizes();
        for n in 0..self.schema.consts.len() {
            self.const_type(ConstId(n as u16));
        }
        for n in 0..self.schema.fields.len() {
            let Some(default) = self.schema.fields[n].and_then(|f| f.default.as_ref()) else { continue };
            self.enter(self.ir.fields[n].origin);
            let mut formula = self.default_of(n, default);
            if matches!(self.ir.fields[n].owner, Owner::Player | Owner::Piece(_)) {
                let mut uses_self = false;
                walk::expr(&formula.expr, &mut |e| uses_self |= matches!(e.kind, ExprKind::Local(LocalId(0))));
                if !uses_self && formula.locals.len() == 1 {
                    formula.locals.clear();
                }
            }
            self.ir.fields[n].default = Some(formula);
        }
        for n in 0..self.schema.derives.len() {
            self.enter(self.schema.derives[n].origin);
            let (value, ty) = (self.schema.derives[n].value, self.ir.derives[n].ty.clone());
            // None is a problem of the track, reported when the track is loaded.
            let may_be_none = if ty.is_single() { ty.clone().optional() } else { ty };
            self.ir.derives[n].value = {
                let own = match self.ir.derives[n].owner {
                    Owner::Rows(kind) => Type::Row(kind),
                    _ => Type::Space,
                };
                self.formula(Some(own), |r| r.expr_as(value, &may_be_none))
            };
        }
        for n in 0..self.schema.checks.len() {
            let (condition, problem, origin) = self.schema.checks[n];
            self.enter(origin);
            let formula = self.formula(None, |r| r.bool(condition));
            let problem = self.fixed_text(problem);
            self.ir.checks.push(Check { condition: formula, problem, span: condition.span });
        }
    }

    fn resolve_params(&mut self) {
        for n in 0..self.schema.params.len() {
            self.enter(self.ir.params[n].origin);
            let ty = self.ir.params[n].ty.clone();
            self.ir.params[n].default = match self.schema.params[n].default {
                tree::ParamDefault::Value(value) => ParamDefault::Expr(self.constant(value, &ty)),
                tree::ParamDefault::From(file) => ParamDefault::File(self.fixed_text(file), file.span),
            };
            if let ParamDefault::Expr(e) = &self.ir.params[n].default {
                let e = e.clone();
                self.only_earlier(&e, n);
            }
            if let Type::Int(Some(bounds)) = &ty {
                self.only_earlier(&bounds.0, n);
                self.only_earlier(&bounds.1, n);
            }
        }
    }

    /// Reports params that aren't declared before this one, because params are computed from first to last.
    fn only_earlier(&mut self, e: &Expr, param: usize) {
        let mut later = None;
        walk::expr(e, &mut |e| {
            if let ExprKind::Param(p) = e.kind
                && p.index() >= param
            {
                later = later.or(Some((e.span, p)));
            }
        });
        if let Some((span, p)) = later {
            let other = &self.ir.params[p.index()];
            let problem = Diagnostic::error(Code::NotConstant, span, format!("`{}` is declared only below", other.name));
            let problem = problem.label(other.span, "here").hint("move it up");
            self.report(problem);
        }
    }

    /// Applies `set p = v` of add-ons.
    fn apply_sets(&mut self) {
        let mut set_by: Vec<Option<(Origin, Span)>> = vec![None; self.ir.params.len()];
        for n in 0..self.schema.sets.len() {
            let schema::SetTree { name, value, over, origin } = self.schema.sets[n];
            if origin.is_none() {
                continue;
            }
            self.enter(origin);
            let Some(scope::Symbol::Param(p)) = self.global(&name.text).map(|g| g.symbol) else {
                self.target_gone(name, "param");
                continue;
            };
            self.check_conflict(name, over, set_by[p.index()]);
            set_by[p.index()] = Some((origin, name.span));
            let ty = self.ir.params[p.index()].ty.clone();
            let value = self.constant(value, &ty);
            self.only_earlier(&value, p.index());
            self.ir.params[p.index()].default = ParamDefault::Expr(value);
        }
    }

    /// Reports two add-ons that change the same thing, unless the later one says so.
    pub(super) fn check_conflict(&mut self, name: &tree::Name, over: Option<&tree::Name>, first: Option<(Origin, Span)>) {
        let addon =
            |r: &Self, origin: Origin| origin.and_then(|n| r.ir.addons.get(usize::from(n))).map_or("".into(), |a| a.name.clone());
        let first = first.filter(|(origin, _)| *origin != self.origin);
        match (first, over) {
            (Some((origin, span)), None) => {
                let other = addon(self, origin);
                let message = format!("the add-on `{other}` also changes `{}`", name.text);
                let problem = Diagnostic::error(Code::AddonConflict, name.span, message).label(span, "here");
                self.report(problem.hint(format!("write `… over {other}` if this one is meant to win")));
            }
            (Some((origin, span)), Some(over)) if *over.text != *addon(self, origin) => {
                let other = addon(self, origin);
                let message = format!("it is `{other}` that changes `{}`, not `{}`", name.text, over.text);
                let problem = Diagnostic::error(Code::AddonConflict, over.span, message).label(span, "here");
                self.report(problem.write(&*other));
            }
            _ => {}
        }
    }

    fn faces(&mut self, faces: &'t tree::Expr) -> Expr {
        let found = self.looking(Purity::Fixed, |r| r.expr(faces, None));
        let fits = match &found.ty {
            Type::Range | Type::Unknown => true,
            Type::List(of, _) => matches!(**of, Type::Int(_)),
            _ => false,
        };
        if !fits || !is_constant(&found) {
            let problem = Diagnostic::error(Code::NotConstant, faces.span, "the faces of a die are fixed numbers");
            return self.wrong(problem.hint("write a range such as `1..6`, or all faces, such as `[0, 1, 1, 2]`"));
        }
        found
    }

    fn resolve_piece(&mut self, n: usize) {
        let schema::PieceTree { count, place, origin } = self.schema.pieces[n];
        self.enter(origin);
        if let Some(count) = count {
            self.ir.pieces[n].count = self.constant(count, &Type::int());
        }
        self.ir.pieces[n].start = match place {
            tree::PiecePlace::At(at) => Some(self.formula(None, |r| r.expr_as(at, &Type::Space))),
            tree::PiecePlace::OffBoard => None,
            tree::PiecePlace::Unsaid => {
                let (name, span) = (self.ir.pieces[n].name.clone(), self.ir.pieces[n].span);
                let problem = Diagnostic::error(Code::Misplaced, span, format!("where do the pieces `{name}` begin?"));
                self.report(problem.hint("write `at …` with a space, or `off board`"));
                None
            }
        };
    }

    /// The type of a constant, which may be used before it is declared.
    pub(super) fn const_type(&mut self, id: ConstId) -> Type {
        let n = id.index();
        let ConstTree { value, ty, problem, name, origin, state, .. } = self.schema.consts[n];
        match state {
            Progress::Done => return self.ir.consts[n].value.expr.ty.clone(),
            Progress::Working => {
                let message = format!("`{}` is defined in terms of itself", name.text);
                let problem = Diagnostic::error(Code::NotConstant, name.span, message);
                self.report(problem.hint("write a value that doesn't depend on it"));
                return Type::Unknown;
            }
            Progress::Waiting => {}
        }
        if self.depth >= MOST_DEPTH {
            self.error(Code::TooDeep, name.span, format!("`{}` needs too many other constants, one after the other", name.text));
            return Type::Unknown;
        }
        // A constant within another takes as much stack as several expressions.
        self.depth += 8;
        self.schema.consts[n].state = Progress::Working;
        let outer = self.origin;
        self.enter(origin);
        let declared = ty.map(|ty| self.ty(ty, None));
        let formula = self.formula(None, |r| {
            let found = r.expr(value, declared.as_ref());
            match &declared {
                // None is a problem of the track, as in computed columns.
                Some(ty) if ty.is_single() => r.fit(found, &ty.clone().optional()),
                Some(ty) => r.fit(found, ty),
                None => found,
            }
        });
        self.enter(outer);
        self.depth -= 8;
        self.ir.consts[n].value = formula;
        let found = self.ir.consts[n].value.expr.ty.clone();
        // `const x = first … else "…"`: if there is none, the track is refused.
        let ty = declared.unwrap_or(if problem.is_some() { found.present().clone() } else { found });
        if matches!(ty, Type::Nothing | Type::Text | Type::Range) {
            let message = format!("a constant can't be {}", self.words(&ty));
            let hint = match ty {
                Type::Nothing => "say what it is none of: `const home: space? = none`",
                Type::Text => "say what it names: `const home: space = …`; what is shown is written where it is shown",
                _ => "make a constant of each end: `const lowest = 1`",
            };
            self.report(Diagnostic::error(Code::WrongType, value.span, message).hint(hint));
        }
        self.ir.consts[n].value.expr.ty = ty.clone();
        self.schema.consts[n].state = Progress::Done;
        ty
    }
}
