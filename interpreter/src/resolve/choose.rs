//! Decisions and their options.

use super::*;
use crate::ir::{ChoiceOption, Choose, Each, OptionBody, OptionItem};
use branch::Branches;
use scope::LocalKind;

/// What the options of one decision have in common.
struct Offer<'w> {
    /// The types of the options so far, if the decision is a value.
    values: Option<Branches>,
    /// The type expected from the decision as a whole.
    want: Option<&'w Type>,
    otherwise: Option<OptionBody>,
    /// Whether the block of some option reaches its end.
    goes_on: bool,
    decision: DecisionId,
}

impl Resolver<'_> {
    /// Resolves a decision that stands alone. Also returns whether the lines after it can be reached.
    pub(super) fn choose_line(&mut self, choose: &tree::Choose) -> (Choose, bool) {
        let (found, offer) = self.choose(choose, None, false);
        let nothing = found.options.is_empty() && found.otherwise.is_none();
        (found, offer.goes_on || nothing)
    }

    /// Resolves a decision that is a value.
    pub(super) fn choose_value(&mut self, choose: &tree::Choose, want: Option<&Type>) -> Expr {
        let (mut found, offer) = self.choose(choose, want, true);
        let ty = offer.values.and_then(|v| v.ty).unwrap_or(Type::Unknown);
        found.result = Some(ty.clone());
        Expr { span: choose.span, ty, kind: ExprKind::Choose(Box::new(found)) }
    }

    fn choose<'w>(&mut self, choose: &tree::Choose, want: Option<&'w Type>, is_value: bool) -> (Choose, Offer<'w>) {
        self.may_act(choose.span, "a decision");
        let decision = self.decision(&choose.name);
        let by = self.expr_as(&choose.by, &Type::Player);
        let prompt = choose.prompt.as_ref().map(|t| self.looking(Purity::Text, |r| r.text(t)));
        let values = is_value.then(|| Branches::new(want));
        let mut offer = Offer { values, want, otherwise: None, goes_on: false, decision };
        let options = match &choose.options {
            tree::Options::List(items) => self.options(items, &mut offer),
            tree::Options::From(source) => {
                if !is_value {
                    let problem = Diagnostic::error(Code::WrongPlace, source.span, "nothing is done with this choice");
                    self.report(problem.hint(format!("keep it: `let x = choose {} …`", choose.name.text)));
                }
                vec![self.options_from(source, &choose.name, &mut offer)]
            }
        };
        let found = Choose {
            span: choose.span,
            decision,
            by,
            prompt,
            always: choose.always,
            quiet: choose.quiet,
            shortest: choose.shortest,
            options,
            otherwise: offer.otherwise.take(),
            result: None,
        };
        (found, offer)
    }

    /// The decision with this name. Its first use declares it.
    fn decision(&mut self, name: &tree::Name) -> DecisionId {
        let known = self.ir.decisions.iter().position(|d| d.name == name.text);
        let n = known.unwrap_or_else(|| {
            self.ir.decisions.push(Decision { name: name.text.clone(), span: name.span });
            self.answers.resize(self.ir.decisions.len(), vec![]);
            self.ir.decisions.len() - 1
        });
        DecisionId(n as u16)
    }

    /// Notes a type that an answer to the decision may have.
    fn note_answer(&mut self, decision: DecisionId, ty: &Type) {
        if let Some(known) = self.answers.get_mut(decision.index())
            && !ty.is_unknown()
            && !known.iter().any(|k| types::same(k, ty))
        {
            known.push(ty.clone());
        }
    }

    fn options(&mut self, items: &[tree::OptionItem], offer: &mut Offer<'_>) -> Vec<OptionItem> {
        if self.depth >= MOST_DEPTH {
            let within = items.iter().find_map(|item| match item {
                tree::OptionItem::Option(option) => Some(option.span),
                tree::OptionItem::If { .. } => None,
            });
            self.too_deep(within.unwrap_or(self.ir.decisions[offer.decision.index()].span));
            return vec![];
        }
        self.depth += 1;
        let mut found = vec![];
        for item in items {
            match item {
                tree::OptionItem::If { arms, otherwise, .. } => {
                    let outer = self.mark();
                    let mut branches = vec![];
                    for (condition, inner) in arms {
                        let mark = self.mark();
                        let condition = self.looking(Purity::Option, |r| r.condition(condition));
                        let inner = self.options(inner, offer);
                        self.reset(mark);
                        self.note_failed(&condition);
                        branches.push((condition, inner));
                    }
                    let otherwise = otherwise.as_ref().map(|inner| self.options(inner, offer));
                    self.reset(outer);
                    found.push(OptionItem::If { arms: branches, otherwise });
                }
                tree::OptionItem::Option(option) => found.extend(self.option(option, offer)),
            }
        }
        self.depth -= 1;
        found
    }

    fn option(&mut self, option: &tree::ChoiceOption, offer: &mut Offer<'_>) -> Option<OptionItem> {
        let mark = self.mark();
        let mut each = vec![];
        for part in &option.each {
            each.push(self.each(part, offer.decision));
        }
        let label = option.label.as_ref().map(|t| self.looking(Purity::Text, |r| r.text(t)));
        let body = self.option_body(option, offer);
        self.reset(mark);
        if option.is_otherwise {
            if offer.otherwise.is_some() {
                self.error(Code::DuplicateName, option.span, "there is already an `otherwise` in this decision");
            }
            offer.otherwise = Some(body);
            return None;
        }
        Some(OptionItem::Option(ChoiceOption {
            span: option.span,
            docs: option.docs.clone(),
            label,
            written: option.written.clone(),
            each,
            body,
        }))
    }

    fn each(&mut self, part: &tree::EachPart, decision: DecisionId) -> Each {
        let (source, member) = self.looking(Purity::Option, |r| r.collection(&part.source));
        let member = self.answerable(member, source.span);
        self.note_answer(decision, &member);
        let local = self.open_local(&part.name, member, LocalKind::Loop);
        let filter = part.filter.as_ref().map(|f| self.looking(Purity::Option, |r| r.filter(f)));
        Each { local, source, filter }
    }

    fn answerable(&mut self, member: Type, span: Span) -> Type {
        if member.is_single() {
            return member;
        }
        let message = format!("nobody can choose {}", self.words(&member));
        self.error(Code::WrongType, span, message);
        Type::Unknown
    }

    fn option_body(&mut self, option: &tree::ChoiceOption, offer: &mut Offer<'_>) -> OptionBody {
        match (&option.body, &mut offer.values) {
            (tree::Body::Block(block), values) => {
                let (lines, goes_on) = self.block(block);
                offer.goes_on |= goes_on;
                if values.is_some() && goes_on {
                    let problem =
                        Diagnostic::error(Code::NoResult, option.span, "this decision is a value, but this option has none");
                    self.report(problem.hint("write `\"…\" => …`, or end its block with `return`"));
                }
                OptionBody::Block(lines)
            }
            (tree::Body::Expr(value), Some(_)) => {
                let want = offer.values.as_ref().and_then(|v| v.want()).cloned();
                let value = self.looking(Purity::Option, |r| r.expr(value, want.as_ref()));
                let value = match offer.want {
                    Some(ty) => self.fit(value, ty),
                    None => value,
                };
                let ty = self.answerable_value(&value);
                self.note_answer(offer.decision, &ty);
                let value = match &mut offer.values {
                    Some(values) => self.join_branch(value, values),
                    None => value,
                };
                OptionBody::Value(value)
            }
            (tree::Body::Expr(value), None) => {
                offer.goes_on = true;
                let problem = Diagnostic::error(Code::WrongPlace, value.span, "nothing takes the value of this option");
                self.report(problem.hint("write what the option does in `{ … }`, or keep the choice: `let x = choose …`"));
                OptionBody::Block(vec![])
            }
        }
    }

    fn answerable_value(&mut self, value: &Expr) -> Type {
        match &value.ty {
            Type::Nothing => Type::Unknown,
            ty if ty.is_single() => ty.present().clone(),
            ty => {
                let message = format!("nobody can choose {}", self.words(ty));
                self.error(Code::WrongType, value.span, message);
                Type::Unknown
            }
        }
    }

    /// `choose d by p from E` means `each x in E => x`.
    fn options_from(&mut self, source: &tree::Expr, name: &tree::Name, offer: &mut Offer<'_>) -> OptionItem {
        let mark = self.mark();
        let want = offer.want.map(|ty| Type::set_of(ty.present().clone()));
        let source = self.looking(Purity::Option, |r| match &source.kind {
            tree::ExprKind::List(_) => {
                let found = r.expr(source, want.as_ref());
                let member = operate::member_of(&found.ty);
                (found, member.unbounded())
            }
            _ => r.collection(source),
        });
        let (source, member) = source;
        let member = self.answerable(member, source.span);
        self.note_answer(offer.decision, &member);
        let span = source.span;
        let local = self.hidden_local(name.text.clone(), span, member.clone(), LocalKind::Loop, false);
        self.reset(mark);
        let value = Expr { span, ty: member, kind: ExprKind::Local(local) };
        let value = match offer.want {
            Some(ty) => self.fit(value, ty),
            None => value,
        };
        let value = match &mut offer.values {
            Some(values) => self.join_branch(value, values),
            None => value,
        };
        OptionItem::Option(ChoiceOption {
            span,
            docs: Docs::default(),
            label: None,
            written: format!("{{{}}}", name.text).into(),
            each: vec![Each { local, source, filter: None }],
            body: OptionBody::Value(value),
        })
    }
}
