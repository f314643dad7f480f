//! Calls of rules, values and built-in functions.

use std::sync::Arc;

use super::*;
use crate::syntax::tree::{Arg, ExprKind as E, Name};
use crate::syntax::{self, BUILT_IN_CALLS};
use scope::{Role, Symbol};

/// So many values in brackets, as hints leave them open: `…, …`.
pub(super) fn blanks(count: usize) -> String {
    vec!["…"; count].join(", ")
}

/// What this language has in place of a function of this name: `say "…"` for `print("…")`, `0..2` for `range(3)`.
fn instead_of_call(name: &str, args: &[Arg]) -> Option<String> {
    let shown = |arg: &Arg| match &arg.value.kind {
        E::Int(number) => Some(number.to_string()),
        E::Name(name) => Some(name.text.to_string()),
        E::Text(text) => text.plain().filter(|plain| !plain.contains(['"', '\\', '{', '}'])).map(|plain| format!("\"{plain}\"")),
        _ => None,
    };
    let before = |arg: &Arg| match arg.value.kind {
        E::Int(number) => Some((number - 1).to_string()),
        _ => Some(format!("{} - 1", shown(arg)?)),
    };
    match (name, args) {
        ("print" | "println" | "echo" | "say", [Arg { value: tree::Expr { kind: E::Text(_), .. }, .. }]) => {
            Some(format!("say {}", shown(&args[0]).unwrap_or_else(|| "\"…\"".into())))
        }
        ("print" | "println" | "echo", _) => syntax::forms("say").next().map(str::to_owned),
        ("range", [to]) => Some(format!("0..{}", before(to).unwrap_or_else(|| "…".into()))),
        ("range", [from, to]) => {
            Some(format!("{}..{}", shown(from).unwrap_or_else(|| "…".into()), before(to).unwrap_or_else(|| "…".into())))
        }
        _ => syntax::forms(name).next().map(str::to_owned),
    }
}

impl Resolver<'_> {
    /// Resolves a call. `alone` means that it is a statement whose result doesn't matter.
    pub(super) fn call(&mut self, span: Span, callee: &tree::Expr, args: &[Arg], alone: bool) -> Expr {
        let E::Name(name) = &callee.kind else {
            // `card.play(p)`: rows that name rules.
            let callee = self.expr(callee, None);
            if let Type::Rule(of) = &callee.ty {
                let of = of.clone();
                return self.call_of_field(span, callee, of, args);
            }
            self.look_at(args);
            if callee.ty.is_unknown() {
                return unknown(span);
            }
            let callee = if matches!(callee.ty.present(), Type::Rule(_)) { self.plain(callee) } else { callee };
            let message = format!("this is {}, which can't be called", self.words(&callee.ty));
            return self.wrong(Diagnostic::error(Code::WrongType, callee.span, message));
        };
        if BUILT_IN_CALLS.contains(&&*name.text) {
            return self.built_in(span, name, args, alone);
        }
        match self.global(&name.text).map(|g| g.symbol) {
            Some(Symbol::Rule(n)) => self.rule_call(span, name, n, args, alone),
            Some(_) => {
                self.look_at(args);
                self.wrong(Diagnostic::error(Code::WrongType, name.span, format!("`{}` is not a rule or value", name.text)))
            }
            None => {
                self.look_at(args);
                if self.missed_before("()", name) {
                    return unknown(span);
                }
                let rules = self.names.iter().filter(|(_, g)| self.sees(g.origin) && matches!(g.symbol, Symbol::Rule(_)));
                let rules = rules.map(|(n, _)| *n).chain(BUILT_IN_CALLS.iter().copied());
                let mut problem = no_such("rule or value", name, rules);
                if let Some(form) = instead_of_call(&name.text, args) {
                    let is_whole = !form.contains('…');
                    let without = if form.starts_with(&*name.text) { ", without brackets" } else { "" };
                    problem = Diagnostic { replace: None, ..problem.hint(format!("write `{form}`{without}")) };
                    problem = if is_whole { problem.replacing_at(span, form) } else { problem };
                }
                if let Some(unseen) = self.names.get(&*name.text) {
                    problem = scope::unseen(problem, unseen.span);
                }
                self.wrong(problem)
            }
        }
    }

    /// `card.play(p)`: one of the rules that the field may hold.
    fn call_of_field(&mut self, span: Span, callee: Expr, of: Arc<RuleType>, args: &[Arg]) -> Expr {
        let own = match &callee.kind {
            ExprKind::Field { of: Some(owner), .. } if of.takes_self => Some((**owner).clone()),
            _ => None,
        };
        if !of.is_value {
            self.may_act(span, "calling a rule");
        }
        let takes = of.params.len() - usize::from(own.is_some());
        if of.takes_self && own.is_none() || takes != args.len() {
            self.look_at(args);
            let message = format!("what this calls takes {}, but gets {} here", arguments(takes), args.len());
            let hint = format!("write `({})` behind the name", blanks(takes));
            let problem = Diagnostic::error(Code::WrongArguments, span, message);
            return self.wrong(if takes > 0 { problem.hint(hint) } else { problem.hint("leave the brackets empty") });
        }
        let mut given: Vec<Expr> = own.into_iter().collect();
        for arg in args {
            self.plain_arg(arg);
            let ty = of.params[given.len()].clone();
            given.push(self.expr_as(&arg.value, &ty));
        }
        if given.iter().any(|arg| arg.ty.is_unknown()) {
            return unknown(span);
        }
        let ty = of.result.clone().unwrap_or(Type::Nothing);
        let fitting = (0..self.stacks.len()).filter(|n| !self.stacks[*n].is_turn && types::same_rule(&self.stack_type(*n), &of));
        let arms = fitting.map(|n| {
            let rule = self.stacks[n].entry;
            let case = Expr { span, ty: callee.ty.clone(), kind: ExprKind::Int(i32::from(rule.0)) };
            (vec![case], Expr { span, ty: ty.clone(), kind: ExprKind::Call { rule, args: given.clone() } })
        });
        let arms: Vec<_> = arms.collect();
        if arms.is_empty() {
            let message = "no rule or value has these arguments and this result";
            let hint = "declare one that takes and gives these; then rows can name it";
            return self.wrong(Diagnostic::error(Code::UnknownName, span, message).hint(hint));
        }
        Expr { span, ty, kind: ExprKind::Match { subject: Box::new(callee), arms, otherwise: None } }
    }

    /// Resolves arguments only to find their own mistakes.
    fn look_at(&mut self, args: &[Arg]) {
        for arg in args {
            if !self.needs_type(&arg.value) {
                self.expr(&arg.value, None);
            }
        }
    }

    fn rule_call(&mut self, span: Span, name: &Name, n: usize, args: &[Arg], alone: bool) -> Expr {
        let stack = &self.stacks[n];
        let (is_value, is_turn, rule) = (stack.is_value, stack.is_turn, stack.entry);
        if !is_value {
            self.may_act(name.span, &format!("calling the rule `{}`", name.text));
        }
        if is_turn && !matches!(self.routine.role, Role::Flow | Role::Test) {
            let problem = Diagnostic::error(
                Code::WrongPlace,
                name.span,
                format!("`{}` begins a turn, so only `flow` can call it", name.text),
            );
            self.report(problem.hint("put what both need in a rule of its own"));
        }
        let args = self.arguments(span, &name.text, n, args);
        match self.result_of_call(span, name, n, alone) {
            Some(ty) => Expr { span, ty, kind: ExprKind::Call { rule, args } },
            None => unknown(span),
        }
    }

    /// The type of a call: its result's type, or `Nothing` for a call without result that stands alone.
    fn result_of_call(&mut self, span: Span, name: &Name, n: usize, alone: bool) -> Option<Type> {
        match &self.stacks[n].result {
            Some(ty) => Some(ty.clone()),
            None if alone => Some(Type::Nothing),
            None => {
                let problem = Diagnostic::error(Code::WrongType, span, format!("`{}` has no result", name.text));
                let problem = problem.label(self.stacks[n].span, "to have one, it needs `-> int` or another kind");
                self.report(problem.hint("call it on a line of its own, or let it give something"));
                None
            }
        }
    }

    /// The arguments in the form that the rule takes.
    fn arguments(&mut self, span: Span, name: &str, n: usize, args: &[Arg]) -> Vec<Expr> {
        let params = self.stacks[n].params.clone();
        if params.len() != args.len() {
            let names = list_names(params.iter().map(|(name, _)| &**name));
            let message = match params.len() {
                0 => format!("`{name}` takes no arguments, but gets {} here", args.len()),
                takes => format!("`{name}` takes {} ({names}), but gets {} here", arguments(takes), args.len()),
            };
            let problem = Diagnostic::error(Code::WrongArguments, span, message).label(self.stacks[n].span, "declared here");
            self.report(problem.hint(format!("a call is written `{name}({})`", blanks(params.len()))));
        }
        let mut found = vec![];
        for (n, arg) in args.iter().enumerate() {
            self.plain_arg(arg);
            match params.get(n) {
                Some((_, ty)) => found.push(self.expr_as(&arg.value, ty)),
                None => self.look_at(&args[n..n + 1]),
            }
        }
        found.resize_with(params.len(), || unknown(span));
        found
    }

    /// Reports an argument with a name or an `of` that it can't have.
    fn plain_arg(&mut self, arg: &Arg) {
        if let Some(name) = &arg.name {
            self.error(Code::WrongArguments, name.span, format!("arguments have no names here: leave out `{}:`", name.text));
        }
        if let Some(of) = &arg.of {
            self.error(Code::WrongArguments, of.span, "`of` belongs to `roll(2 of my_die)` only");
        }
    }

    fn built_in(&mut self, span: Span, name: &Name, args: &[Arg], alone: bool) -> Expr {
        let text = &*name.text;
        match text {
            "roll" => return self.roll(span, args),
            "distance" => return self.distance(span, args),
            "reach" => return self.reach(span, args),
            "proceed" => return self.proceed(span, name, args, alone),
            "ways" => return self.ways(span, name, args),
            _ => {}
        }
        args.iter().for_each(|arg| self.plain_arg(arg));
        let takes: &[usize] = match text {
            "min" | "max" => &[1, 2, 3, 4, 5, 6, 7, 8],
            "clamp" => &[3],
            "direction" => &[2],
            _ => &[1],
        };
        if !takes.contains(&args.len()) {
            self.look_at(args);
            let message = format!("`{text}` takes {}, but gets {} here", arguments(takes[0]), args.len());
            let hint = format!("a call is written `{text}({})`", blanks(takes[0]));
            return self.wrong(Diagnostic::error(Code::WrongArguments, span, message).hint(hint));
        }
        let arg = &args[0].value;
        let build = |ty: Type, which: Builtin, args: Vec<Expr>| Expr { span, ty, kind: ExprKind::Builtin(which, args) };
        match text {
            "min" | "max" if args.len() == 1 => {
                let which = if text == "min" { Builtin::MinOf } else { Builtin::MaxOf };
                self.of_numbers(span, which, arg)
            }
            "sum" => self.of_numbers(span, Builtin::SumOf, arg),
            "min" | "max" => {
                let args = args.iter().map(|a| self.int(&a.value)).collect();
                build(Type::int(), if text == "min" { Builtin::Min } else { Builtin::Max }, args)
            }
            "abs" => {
                let of = self.int(arg);
                build(Type::int(), Builtin::Abs, vec![of])
            }
            "clamp" => {
                let args = args.iter().map(|a| self.int(&a.value)).collect();
                build(Type::int(), Builtin::Clamp, args)
            }
            "size" => {
                let (of, _) = self.collection(arg);
                if of.ty.is_unknown() {
                    return Expr { ty: Type::int(), ..unknown(span) };
                }
                build(Type::int(), Builtin::Size, vec![of])
            }
            "occupants" => {
                let of = self.expr_as(arg, &Type::Space.optional());
                match self.ir.pieces.len() {
                    1 => build(Type::set_of(Type::Piece(PieceId(0))), Builtin::Occupants, vec![of]),
                    0 => {
                        let problem =
                            Diagnostic::error(Code::UnknownName, span, "no pieces are declared, so there are no occupants");
                        self.wrong(problem.hint("declare a kind of piece: `piece Runner 1 per player as runner at start`"))
                    }
                    _ => {
                        let instead = "search the pieces of one kind, such as `count dog in Dog where dog.at == tile`";
                        self.not_yet(span, "`occupants` where there are several kinds of pieces", instead);
                        unknown(span)
                    }
                }
            }
            "direction" => {
                let (from, to) =
                    (self.expr_as(arg, &Type::Space.optional()), self.expr_as(&args[1].value, &Type::Space.optional()));
                let compass = Type::Enum(self.compass());
                let ty = if from.ty.is_optional() || to.ty.is_optional() { compass.optional() } else { compass };
                build(ty, Builtin::Direction, vec![from, to])
            }
            "opposite" => {
                let compass = Type::Enum(self.compass());
                let of = self.expr_as(arg, &compass.clone().optional());
                let ty = if of.ty.is_optional() { compass.optional() } else { compass };
                build(ty, Builtin::Opposite, vec![of])
            }
            "next_player" | "place" | "previous_place" | "others" | "finish" | "eliminate" => {
                let player = self.expr_as(arg, &Type::Player);
                match text {
                    "next_player" => build(Type::Player, Builtin::NextPlayer, vec![player]),
                    "place" => build(Type::int().optional(), Builtin::Place, vec![player]),
                    "previous_place" => build(Type::int().optional(), Builtin::PreviousPlace, vec![player]),
                    "others" => Expr { span, ty: Type::set_of(Type::Player), kind: ExprKind::Others(Box::new(player)) },
                    _ => self.wrong(Diagnostic::error(
                        Code::WrongPlace,
                        span,
                        format!("`{text}(…)` gives no value: write it on a line of its own"),
                    )),
                }
            }
            "player" => {
                let number = self.int(arg);
                build(Type::Player, Builtin::PlayerNumber, vec![number])
            }
            "random" => {
                self.may_act(span, "drawing at random");
                let (of, member) = self.collection(arg);
                if of.ty.is_unknown() {
                    return unknown(span);
                }
                Expr { span, ty: member, kind: ExprKind::Random(Box::new(of)) }
            }
            _ => {
                // `top(pile)`.
                let Some((pile, kind)) = self.pile(arg) else { return unknown(span) };
                build(Type::Row(kind).optional(), Builtin::Top, vec![pile])
            }
        }
    }

    /// `max(thrown)`: of a list, set or range of numbers.
    fn of_numbers(&mut self, span: Span, which: Builtin, arg: &tree::Expr) -> Expr {
        let (of, member) = self.collection(arg);
        if of.ty.is_unknown() {
            return Expr { ty: Type::int(), ..unknown(span) };
        }
        if !matches!(member, Type::Int(_)) {
            let message = format!("numbers are expected here, but this is {}", self.words(&of.ty));
            let problem = Diagnostic::error(Code::WrongType, of.span, message);
            return self.wrong(problem.hint("write what to compare of each: `max x in … : …`"));
        }
        Expr { span, ty: Type::int(), kind: ExprKind::Builtin(which, vec![of]) }
    }

    fn roll(&mut self, span: Span, args: &[Arg]) -> Expr {
        self.may_act(span, "rolling dice");
        let [arg] = args else {
            let problem = Diagnostic::error(Code::WrongArguments, span, "which die is rolled?");
            return self.wrong(problem.hint("write `roll(my_die)` or `roll(2 of my_die)`"));
        };
        let (number, die) = match &arg.of {
            Some(die) => (Some(Box::new(self.int(&arg.value))), die),
            None => (None, &arg.value),
        };
        let symbol = match &die.kind {
            E::Name(name) => self.global(&name.text).map(|g| g.symbol),
            _ => None,
        };
        match symbol {
            Some(Symbol::Dice(dice)) => {
                let ty = match &number {
                    Some(number) if fixed::is_constant(number) => types::list_for((**number).clone()),
                    Some(_) => Type::list_of(Type::int()),
                    None => Type::int(),
                };
                Expr { span, ty, kind: ExprKind::Roll { dice, number } }
            }
            _ => {
                let dice = self.names.iter().filter(|(_, g)| self.sees(g.origin) && matches!(g.symbol, Symbol::Dice(_)));
                let names: Vec<String> = dice.map(|(n, _)| (*n).to_owned()).collect();
                let problem = Diagnostic::error(Code::UnknownName, die.span, "only dice can be rolled");
                let sides = if let E::Int(sides @ 2..) = die.kind { sides } else { 6 };
                let declared = format!("`dice my_die = 1..{sides}`");
                let all = list_names(names.iter().map(|n| &**n));
                self.wrong(match (&die.kind, &names[..]) {
                    (_, []) => problem.hint(format!("declare a die, such as {declared}, and roll it by its name")),
                    (E::Int(_), _) => problem.hint(format!("the dice are {all}; declare another, such as {declared}")),
                    (_, [one]) => problem.write(one),
                    _ => problem.hint(format!("the dice are {all}")),
                })
            }
        }
    }

    fn proceed(&mut self, span: Span, name: &Name, args: &[Arg], alone: bool) -> Expr {
        let Role::Around(inner, n) = self.routine.role else {
            self.look_at(args);
            let problem = Diagnostic::error(Code::WrongPlace, name.span, "`proceed` belongs in an `around` of an add-on");
            return self.wrong(problem.hint("a rule is called by its name"));
        };
        if !self.stacks[n].is_value {
            self.may_act(name.span, "going on with the rule");
        }
        let args = self.arguments(span, "proceed", n, args);
        match self.result_of_call(span, name, n, alone) {
            Some(ty) => Expr { span, ty, kind: ExprKind::Call { rule: inner, args } },
            None => unknown(span),
        }
    }

    fn ways(&mut self, span: Span, name: &Name, args: &[Arg]) -> Expr {
        let [arg] = args else {
            return self.wrong(Diagnostic::error(Code::WrongArguments, span, "`ways` takes a condition"));
        };
        let condition = self.bool(&arg.value);
        if self.routine.role != Role::Test {
            return self.wrong(Diagnostic::error(
                Code::WrongPlace,
                name.span,
                "`ways` is only for tests, after `run … on every roll`",
            ));
        }
        Expr { span, ty: Type::int(), kind: ExprKind::Ways(Box::new(condition)) }
    }
}

/// The number of arguments, in words.
pub(super) fn arguments(n: usize) -> String {
    match n {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}
