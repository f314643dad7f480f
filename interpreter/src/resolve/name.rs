//! Bare names and texts.

use super::*;
use crate::syntax::tree::{Change, Name};
use scope::Symbol;

impl Resolver<'_> {
    /// Resolves a bare name. It is a case if an enum is expected and has it, or else a variable, or else a declaration.
    pub(super) fn name(&mut self, name: &Name, want: Option<&Type>) -> Expr {
        self.name_for(name, want, None)
    }

    /// The same before `=` or `+=`, where `stored` says which.
    pub(super) fn name_for(&mut self, name: &Name, want: Option<&Type>, stored: Option<Change>) -> Expr {
        let span = name.span;
        if let Some(Type::Enum(e)) = want.map(Type::present)
            && let Some(case) = self.case_of(*e, &name.text)
        {
            return Expr { span, ty: Type::Enum(*e), kind: ExprKind::Case(case) };
        }
        if let Some(Type::Rule(of)) = want.map(Type::present)
            && let Some(Symbol::Rule(n)) = self.global(&name.text).map(|g| g.symbol)
        {
            return self.rule_name(name, n, of.clone());
        }
        if let Some(local) = self.local(&name.text) {
            let ty = self.routine.locals[local.index()].ty.clone();
            return self.narrowed(Expr { span, ty, kind: ExprKind::Local(local) });
        }
        if let Some(global) = self.global(&name.text) {
            return self.declared(name, global.symbol);
        }
        match &*name.text {
            "players" => Expr { span, ty: Type::set_of(Type::Player), kind: ExprKind::Players },
            "everyone" => Expr { span, ty: Type::set_of(Type::Player), kind: ExprKind::All(Type::Player) },
            "space" => Expr { span, ty: Type::set_of(Type::Space), kind: ExprKind::All(Type::Space) },
            "Compass" => {
                let ty = Type::Enum(self.compass());
                Expr { span, ty: Type::set_of(ty.clone()), kind: ExprKind::All(ty) }
            }
            "track" => {
                self.wrong(Diagnostic::error(Code::WrongType, span, "name the field of the track that is meant: `track.…`"))
            }
            "player" => {
                let problem = Diagnostic::error(Code::WrongType, span, "`player` is a kind of thing");
                self.wrong(problem.hint("write `players` for those still in the game, `everyone` for all, `player(1)` for one"))
            }
            // Beside a mistake, a bare name may be a case of whatever type was meant there.
            _ if want.is_some_and(Type::is_unknown) => unknown(span),
            _ if self.missed_before(&self.routine.name.clone(), name) => unknown(span),
            _ => {
                let mut problem = self.unknown_name(name, want, stored);
                if let Some(Type::Enum(e)) = want.map(Type::present)
                    && let Some(e) = self.ir.enums.get(e.index())
                {
                    problem.message = format!("`{}` is neither a case of {} nor declared", name.text, e.name);
                    let cases = || e.cases.iter().map(|c| &*c.name);
                    problem = problem
                        .did_you_mean(nearest(&name.text, cases()))
                        .or_hint(format!("the cases are {}", list_names(cases())));
                }
                self.wrong(problem)
            }
        }
    }

    /// The name of a rule, in a place that holds one.
    fn rule_name(&mut self, name: &Name, n: usize, of: std::sync::Arc<RuleType>) -> Expr {
        let span = name.span;
        if types::same_rule(&self.stack_type(n), &of) {
            let number = i32::from(self.stacks[n].entry.0);
            return Expr { span, ty: Type::Rule(of), kind: ExprKind::Int(number) };
        }
        let message = format!("`{}` has other arguments or another result than are needed here", name.text);
        let problem = Diagnostic::error(Code::WrongArguments, span, message).label(self.stacks[n].span, "declared here");
        let takes: Vec<String> = of.params.iter().map(|ty| self.words(ty)).collect();
        let gives = of.result.as_ref().map_or("nothing".into(), |ty| self.words(ty));
        let word = if of.is_value { "value" } else { "rule" };
        self.wrong(problem.hint(format!("choose a {word} that takes ({}) and gives {gives}", takes.join(", "))))
    }

    /// The parameters and the result of a rule or value, as a type.
    pub(super) fn stack_type(&self, n: usize) -> RuleType {
        let stack = &self.stacks[n];
        RuleType {
            is_value: stack.is_value,
            takes_self: false,
            params: stack.params.iter().map(|(_, ty)| ty.clone()).collect(),
            result: stack.result.clone(),
        }
    }

    fn declared(&mut self, name: &Name, symbol: Symbol) -> Expr {
        let span = name.span;
        match symbol {
            Symbol::Param(p) => {
                let ty = self.ir.params[p.index()].ty.clone();
                self.narrowed(Expr { span, ty, kind: ExprKind::Param(p) })
            }
            Symbol::Const(c) => {
                let ty = self.const_type(c);
                self.narrowed(Expr { span, ty, kind: ExprKind::Const(c) })
            }
            Symbol::State(field) => {
                let ty = self.ir.fields[field.index()].ty.clone();
                if ty.is_unknown() {
                    return unknown(span);
                }
                Expr { span, ty, kind: ExprKind::Field { field, of: None } }
            }
            Symbol::Enum(e) => Expr { span, ty: Type::set_of(Type::Enum(e)), kind: ExprKind::All(Type::Enum(e)) },
            Symbol::Piece(p) => Expr { span, ty: Type::set_of(Type::Piece(p)), kind: ExprKind::All(Type::Piece(p)) },
            Symbol::Rows(k) if self.ir.kinds[k.index()].is_record() => {
                let message = format!("`{}` is a record, written wherever it is used: there is no list of them all", name.text);
                let hint = format!("to have a list, let it have rows: `data {} {{ … }} from \"rows.ron\"`", name.text);
                self.wrong(Diagnostic::error(Code::WrongType, span, message).hint(hint))
            }
            Symbol::Rows(k) => Expr { span, ty: Type::set_of(Type::Row(k)), kind: ExprKind::All(Type::Row(k)) },
            Symbol::Pile(pile) => self.pile_value(span, pile, None),
            Symbol::Dice(_) => {
                let problem =
                    Diagnostic::error(Code::WrongType, span, format!("`{}` is a die, which is not a number yet", name.text));
                let roll = format!("roll({})", name.text);
                self.wrong(problem.hint(format!("roll it: `{roll}`")).replacing(roll))
            }
            Symbol::Rule(n) => {
                let stack = &self.stacks[n];
                // If names like the parameters mean something here, the author probably means those.
                let are_known = stack.params.iter().all(|(name, _)| self.local(name).is_some());
                let args = stack.params.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(", ");
                let problem =
                    Diagnostic::error(Code::WrongType, span, format!("`{}` is a rule, which needs brackets", name.text));
                self.wrong(if are_known {
                    problem.write(format!("{}({args})", name.text))
                } else {
                    problem.hint(format!("write `{}(…)` with what it takes: {args}", name.text))
                })
            }
            Symbol::Measure(_) => {
                let problem = Diagnostic::error(
                    Code::WrongType,
                    span,
                    format!("`{}` is a measure: rules count it, but can't read it", name.text),
                );
                self.wrong(problem.hint("keep what rules depend on in a field"))
            }
        }
    }

    /// A text in quotes. It is the name of a space if a space is expected.
    pub(super) fn text_literal(&mut self, text: &tree::Text, want: Option<&Type>) -> Expr {
        match want.map(Type::present) {
            Some(Type::Row(k)) if self.ir.kinds[k.index()].is_record() => {
                let message = format!("a {} is a record without a name", self.ir.kinds[k.index()].name);
                self.wrong(Diagnostic::error(Code::WrongType, text.span, message))
            }
            Some(ty @ (Type::Space | Type::Row(_))) => match text.plain() {
                Some(name) => Expr { span: text.span, ty: ty.clone(), kind: ExprKind::Named(name.into()) },
                None => {
                    let what = if matches!(ty, Type::Space) { "a space" } else { "a row" };
                    let message = format!("the name of {what} has to be written out");
                    self.wrong(Diagnostic::error(Code::NotConstant, text.span, message))
                }
            },
            Some(Type::Unknown) => unknown(text.span),
            _ => match text.plain() {
                Some(plain) => Expr { span: text.span, ty: Type::Text, kind: ExprKind::Text(plain.into()) },
                None => {
                    let problem =
                        Diagnostic::error(Code::NotConstant, text.span, "a text inside `{…}` can't have `{…}` of its own");
                    self.wrong(problem.hint("put those values in the outer text: `… {n} {if … then \"a\" else \"b\"}`"))
                }
            },
        }
    }

    /// A text for showing.
    pub(super) fn text(&mut self, text: &tree::Text) -> Text {
        let parts = text.parts.iter().map(|part| match part {
            tree::TextPart::Plain(plain) => TextPart::Plain(plain.clone()),
            tree::TextPart::Hole(e) => TextPart::Hole(self.looking(Purity::Text, |r| r.expr(e, None))),
        });
        Text { span: text.span, parts: parts.collect() }
    }
}
