//! Rules and values: bodies with the layers of add-ons around them, from the inside out.

use std::sync::Arc;

use super::*;
use crate::ir::{Condition, Query, Rule, RuleBody, RuleKind, Stmt, StmtKind};
use crate::syntax::tree::{ItemKind as I, Layer, LayerKind, Name, Parameter};
use scope::{LocalKind, Role, Routine, Symbol};

/// All that goes by the name of one rule or value.
pub(super) struct Stack<'t> {
    pub name: &'t Name,
    pub origin: Origin,
    pub span: Span,
    pub is_value: bool,
    pub is_turn: bool,
    /// The rule that calls enter: the outermost layer.
    pub entry: RuleId,
    pub params: Vec<(Arc<str>, Type)>,
    pub result: Option<Type>,
    /// Whether its first line is wrong, so that nothing more is reported about calls.
    pub broken: bool,
    declared: Declared<'t>,
    layers: Vec<Laid<'t>>,
}

impl Stack<'_> {
    /// How an add-on replaces it: `replace rule rest(p) { … }`.
    pub fn replaced(&self) -> String {
        let takes = self.declared.params.iter().map(|p| &*p.name.text).collect::<Vec<_>>().join(", ");
        let name = &self.name.text;
        if self.is_value {
            format!("replace value {name}({takes}) = …")
        } else {
            format!("replace rule {name}({takes}) {{ … }}")
        }
    }
}

/// The declaration of a rule or value.
struct Declared<'t> {
    params: &'t [Parameter],
    result: Option<&'t tree::Type>,
    body: Text<'t>,
    docs: &'t Docs,
}

/// A layer, and where it comes from.
struct Laid<'t> {
    layer: &'t Layer,
    docs: &'t Docs,
    origin: Origin,
}

/// A body as written.
#[derive(Clone, Copy)]
enum Text<'t> {
    Block(&'t tree::Block),
    Expr(&'t tree::Expr),
    Missing,
}

/// A body to resolve.
pub(super) struct Job<'t> {
    /// The rule it belongs to. `None` for a replaced body, whose mistakes are reported all the same.
    rule: Option<RuleId>,
    /// The stack whose signature it has. `None` for `flow`.
    stack: Option<usize>,
    role: Role,
    origin: Origin,
    name: &'t Name,
    params: &'t [Parameter],
    body: Text<'t>,
}

fn text(body: &tree::Body) -> Text<'_> {
    match body {
        tree::Body::Expr(e) => Text::Expr(e),
        tree::Body::Block(b) => Text::Block(b),
    }
}

impl<'t> Resolver<'t> {
    /// Declares the names of all rules, and lays the layers on them.
    pub(super) fn declare_rules(&mut self) {
        for (origin, tree) in self.files.clone() {
            self.enter(origin);
            for item in &tree.items {
                match &item.kind {
                    I::Rule { name, is_turn, params, result, body } => {
                        let body = body.as_ref().map_or(Text::Missing, Text::Block);
                        let declared = Declared { params, result: result.as_ref(), body, docs: &item.docs };
                        self.declare_rule(name, false, *is_turn, declared);
                    }
                    I::Value { name, params, result, body } => {
                        let declared = Declared { params, result: result.as_ref(), body: text(body), docs: &item.docs };
                        self.declare_rule(name, true, false, declared);
                    }
                    I::Flow(_) if origin.is_some() => {
                        let problem = Diagnostic::error(Code::Misplaced, item.span, "an add-on has no `flow` of its own");
                        self.report(problem.hint("change the rules that the game's `flow` calls"));
                    }
                    _ => {}
                }
            }
            for item in &tree.items {
                if let (I::Layer(layer), Some(_)) = (&item.kind, origin) {
                    self.lay(layer, &item.docs);
                }
            }
        }
    }

    fn declare_rule(&mut self, name: &'t Name, is_value: bool, is_turn: bool, declared: Declared<'t>) {
        self.declare(name, Symbol::Rule(self.stacks.len()));
        self.stacks.push(Stack {
            name,
            origin: self.origin,
            span: name.span,
            is_value,
            is_turn,
            entry: RuleId(0),
            params: vec![],
            result: None,
            broken: false,
            declared,
            layers: vec![],
        });
    }

    fn lay(&mut self, layer: &'t Layer, docs: &'t Docs) {
        let word = if layer.is_value { "value" } else { "rule" };
        let Some(Symbol::Rule(n)) = self.global(&layer.name.text).map(|g| g.symbol) else {
            return self.target_gone(&layer.name, word);
        };
        if self.stacks[n].is_value != layer.is_value {
            let is = if layer.is_value { "rule" } else { "value" };
            let problem = Diagnostic::error(
                Code::AddonSignature,
                layer.name.span,
                format!("`{}` is a {is}, not a {word}", layer.name.text),
            );
            let problem = problem.label(self.stacks[n].span, "declared here");
            let kind = layer.kind.word();
            return self.report(problem.hint(format!("change it as a {is}: `{kind} {is} {}(…)`", layer.name.text)));
        }
        if layer.kind == LayerKind::Replace {
            let before = self.stacks[n].layers.iter().rev().find(|l| l.layer.kind == LayerKind::Replace);
            let before = before.map(|l| (l.origin, l.layer.name.span));
            self.check_conflict(&layer.name, layer.over.as_ref(), before);
            if docs.text.is_empty() {
                let message = format!("the new `{}` has no text for the rulebook", layer.name.text);
                let problem = Diagnostic::warning(Code::AddonSilent, layer.name.span, message);
                self.report(problem.hint("write its paragraph of the rulebook above it, after `///`"));
            }
        }
        self.stacks[n].layers.push(Laid { layer, docs, origin: self.origin });
    }

    /// Resolves parameters and results, then makes the rules with all their layers, still without bodies.
    pub(super) fn resolve_signatures(&mut self) {
        for n in 0..self.stacks.len() {
            self.enter(self.stacks[n].origin);
            let Declared { params, result, .. } = self.stacks[n].declared;
            let params = params.iter().map(|p| (p.name.text.clone(), self.parameter(p))).collect();
            self.stacks[n].params = params;
            self.stacks[n].result = result.map(|ty| self.ty(ty, None));
            if self.stacks[n].is_value && self.stacks[n].result.is_none() {
                let name = self.stacks[n].name;
                let problem = Diagnostic::error(Code::NoResult, name.span, format!("what kind of value is `{}`?", name.text));
                self.report(problem.hint("say what it gives: `-> int`, `-> bool`, `-> space?` …"));
                self.stacks[n].result = Some(Type::Unknown);
                self.stacks[n].broken = true;
            }
            self.weave(n);
        }
        self.weave_flow();
        self.weave_whenevers();
        self.find_prospects();
    }

    /// Finds the value that bots go by, if the rules have one.
    fn find_prospects(&mut self) {
        let Some(stack) = self.stacks.iter().find(|s| &*s.name.text == "prospects") else { return };
        let takes_player = matches!(stack.params[..], [(_, Type::Player)]);
        if stack.is_value && takes_player && matches!(stack.result, Some(Type::Int(_))) {
            self.ir.prospects = Some(stack.entry);
            return;
        }
        let unknown = stack.params.iter().map(|(_, ty)| ty).chain(&stack.result).any(|ty| matches!(ty, Type::Unknown));
        if !unknown {
            let message = "bots can't use this `prospects`: it has to give a number for one player";
            let problem = Diagnostic::warning(Code::WrongType, stack.name.span, message);
            self.report(problem.hint("write `value prospects(p: player) -> int = …`, or choose another name"));
        }
    }

    fn parameter(&mut self, p: &Parameter) -> Type {
        match &p.ty {
            Some(ty) => self.ty(ty, None),
            None => {
                let problem = Diagnostic::error(Code::WrongType, p.name.span, format!("what is `{}`?", p.name.text));
                self.report(problem.hint(format!("give it a type: `{}: player`", p.name.text)));
                Type::Unknown
            }
        }
    }

    /// Makes the rules of one name: the body that counts, then each layer around what is inside it.
    fn weave(&mut self, n: usize) {
        let layers = std::mem::take(&mut self.stacks[n].layers);
        for laid in &layers {
            self.check_signature(n, laid);
        }
        let stack = &self.stacks[n];
        let role = if stack.is_value { Role::Value } else { Role::Rule };
        let (name, origin) = (stack.name, stack.origin);
        let Declared { params, body, docs, .. } = stack.declared;
        let mut bodies = vec![(name, params, body, docs, origin)];
        let replaces = layers.iter().filter(|l| l.layer.kind == LayerKind::Replace);
        bodies.extend(replaces.map(|l| (&l.layer.name, &l.layer.params[..], text(&l.layer.body), l.docs, l.origin)));
        let Some((name, params, body, docs, origin)) = bodies.pop() else { return };
        for (name, params, body, _, origin) in bodies {
            self.jobs.push(Job { rule: None, stack: Some(n), role, origin, name, params, body });
        }
        let mut entry = self.add_rule(n, name, docs, true);
        self.jobs.push(Job { rule: Some(entry), stack: Some(n), role, origin, name, params, body });
        for Laid { layer, docs, origin } in &layers {
            let (role, keeps_result) = match layer.kind {
                LayerKind::Replace => continue,
                LayerKind::Before => (Role::Before, false),
                LayerKind::After => (Role::After, false),
                LayerKind::Around => (Role::Around(entry, n), true),
            };
            let own = self.add_rule(n, &layer.name, docs, keeps_result);
            let (params, body) = (&layer.params[..], text(&layer.body));
            self.jobs.push(Job { rule: Some(own), stack: Some(n), role, origin: *origin, name: &layer.name, params, body });
            let joined = match layer.kind {
                LayerKind::Before => RuleBody::Before { first: own, then: entry },
                LayerKind::After => RuleBody::After { inner: entry, then: own },
                _ => {
                    entry = own;
                    continue;
                }
            };
            entry = self.add_rule(n, &layer.name, &Docs::default(), true);
            let stack = &self.stacks[n];
            let params = stack.params.iter();
            let locals = params.map(|(name, ty)| Local { name: name.clone(), ty: ty.clone(), span: stack.span }).collect();
            let rule = &mut self.ir.rules[entry.index()];
            (rule.body, rule.locals) = (joined, locals);
        }
        self.ir.rules[entry.index()].is_turn = self.stacks[n].is_turn;
        self.stacks[n].entry = entry;
        self.ir.entries.insert(self.stacks[n].name.text.clone(), entry);
        self.stacks[n].layers = layers;
    }

    fn add_rule(&mut self, n: usize, name: &Name, docs: &Docs, keeps_result: bool) -> RuleId {
        let stack = &self.stacks[n];
        let id = RuleId(self.ir.rules.len().min(usize::from(u16::MAX)) as u16);
        self.ir.rules.push(Rule {
            name: name.text.clone(),
            kind: if stack.is_value { RuleKind::Value } else { RuleKind::Rule },
            is_turn: false,
            params: stack.params.len() as u16,
            locals: vec![],
            result: stack.result.clone().filter(|_| keeps_result),
            body: RuleBody::Block(vec![]),
            docs: docs.clone(),
            span: name.span,
        });
        id
    }

    /// Reports a layer whose parameters or result differ from those of the rule it is laid on.
    fn check_signature(&mut self, n: usize, laid: &Laid<'t>) {
        self.enter(laid.origin);
        let layer = laid.layer;
        let (name, span) = (&layer.name.text, self.stacks[n].span);
        let (takes, has) = (self.stacks[n].params.len(), layer.params.len());
        if takes != has {
            let message = format!("`{name}` takes {}, but has {has} here", call::arguments(takes));
            let problem = Diagnostic::error(Code::AddonSignature, layer.name.span, message).label(span, "declared here");
            let names = self.stacks[n].params.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(", ");
            let problem = problem.hint(format!("write `{name}({names})`"));
            self.report(match layer.params.last() {
                Some(last) if last.ty.is_none() => {
                    problem.replacing_at(layer.name.span.to(last.name.span), format!("{name}({names}"))
                }
                _ => problem,
            });
        }
        for (k, p) in layer.params.iter().enumerate() {
            let (Some(ty), Some((_, base))) = (&p.ty, self.stacks[n].params.get(k).cloned()) else { continue };
            let own = self.ty(ty, None);
            if !types::same(&own, &base) {
                let message =
                    format!("`{}` is {} here, but {} in what this changes", p.name.text, self.words(&own), self.words(&base));
                self.report(Diagnostic::error(Code::AddonSignature, ty.span, message).label(span, "declared here"));
            }
        }
        let Some(result) = &layer.result else { return };
        let own = self.ty(result, None);
        let base = self.stacks[n].result.clone();
        let fits = match layer.kind {
            LayerKind::Before | LayerKind::After => false,
            _ => base.as_ref().is_some_and(|base| types::same(base, &own)),
        };
        if !fits {
            let message = match (layer.kind, base) {
                (LayerKind::Before | LayerKind::After, _) => "`before` and `after` have no result".to_owned(),
                (_, Some(base)) => format!("this gives {}, but what it changes gives {}", self.words(&own), self.words(&base)),
                (_, None) => "what this changes has no result".to_owned(),
            };
            let problem = Diagnostic::error(Code::AddonSignature, result.span, message).label(span, "declared here");
            self.report(problem.hint("leave out `->` and the kind: they are those of the base"));
        }
    }

    fn weave_flow(&mut self) {
        let mut first: Option<Span> = None;
        for (origin, tree) in self.files.clone() {
            for item in &tree.items {
                let (I::Flow(block), None) = (&item.kind, origin) else { continue };
                if let Some(first) = first {
                    let problem = Diagnostic::error(Code::DuplicateName, item.span, "there is already a `flow`");
                    self.report(problem.label(first, "here"));
                    continue;
                }
                first = Some(item.span);
                let rule = RuleId(self.ir.rules.len() as u16);
                self.ir.rules.push(Rule {
                    name: "flow".into(),
                    kind: RuleKind::Flow,
                    is_turn: false,
                    params: 0,
                    locals: vec![],
                    result: None,
                    body: RuleBody::Block(vec![]),
                    docs: item.docs.clone(),
                    span: item.span,
                });
                self.ir.flow = Some(rule);
                self.schema.flow = Some((rule, block));
            }
        }
        if first.is_none() {
            let problem = Diagnostic::nowhere(Code::Misplaced, "no file says how the game is played");
            let span = (self.ir.game.span != Span::default()).then_some(self.ir.game.span);
            self.report(
                Diagnostic { span, ..problem }.hint("write one, such as `flow { repeat { for p in players { turn(p) } } }`"),
            );
        }
    }

    /// Makes a rule for each `whenever`, and one that checks them all.
    fn weave_whenevers(&mut self) {
        for (origin, tree) in self.files.clone() {
            for item in &tree.items {
                if let I::Whenever { .. } = &item.kind {
                    let rule = self.add_bare("whenever", &item.docs, item.span, RuleBody::Block(vec![]));
                    self.ir.whenevers.push(rule);
                    self.schema.whenevers.push((rule, item, origin));
                }
            }
        }
        if let Some((_, first, _)) = self.schema.whenevers.first().copied() {
            let watch = self.add_bare("watch", &Docs::default(), first.span, RuleBody::Watch);
            self.ir.watch = Some(watch);
        }
    }

    /// Adds a rule that nobody calls by its name.
    fn add_bare(&mut self, name: &str, docs: &Docs, span: Span, body: RuleBody) -> RuleId {
        let id = RuleId(self.ir.rules.len().min(usize::from(u16::MAX)) as u16);
        self.ir.rules.push(Rule {
            name: name.into(),
            kind: RuleKind::Rule,
            is_turn: false,
            params: 0,
            locals: vec![],
            result: None,
            body,
            docs: docs.clone(),
            span,
        });
        id
    }

    /// `whenever x in E where C { … }` is `while let x = first x in E where C { … }`, checked when something has changed.
    fn resolve_whenever(&mut self, rule: RuleId, item: &'t tree::Item, origin: Origin) {
        let I::Whenever { each, condition, body } = &item.kind else { return };
        self.enter(origin);
        let routine = Routine { name: "whenever".into(), role: Role::Rule, ..Routine::default() };
        let span = item.span;
        let (body, routine) = self.in_routine(routine, |r| {
            let mark = r.mark();
            let condition = match each {
                Some((name, source)) => {
                    let (source, member) = r.looking(Purity::Query, |r| r.collection(source));
                    let inner = r.mark();
                    let local = r.open_local(name, member.clone(), LocalKind::Loop);
                    let filter = r.looking(Purity::Query, |r| condition.as_ref().map(|c| r.filter(c)));
                    r.reset(inner);
                    if !member.is_single() && !member.is_unknown() || member.is_optional() {
                        let message = format!("`whenever` can't go through {}", r.words(&source.ty));
                        r.error(Code::WrongType, source.span, message);
                    }
                    let ty = member.clone().optional();
                    let kind = if source.ty.is_unknown() {
                        ExprKind::Wrong
                    } else {
                        let quantifier = Quantifier::First;
                        ExprKind::Query(Box::new(Query { quantifier, local, source, filter, by: vec![], value: None }))
                    };
                    let found = r.open_local(name, member, LocalKind::Let);
                    Condition::Let(found, Expr { span, ty, kind })
                }
                None => Condition::Expr(r.looking(Purity::Whenever, |r| match condition {
                    Some(c) => r.filter(c),
                    None => unknown(span),
                })),
            };
            let (lines, _) = r.block(body);
            r.reset(mark);
            vec![Stmt { span, kind: StmtKind::While { condition, body: lines } }]
        });
        let rule = &mut self.ir.rules[rule.index()];
        (rule.body, rule.locals) = (RuleBody::Block(body), routine.locals);
    }

    pub(super) fn resolve_bodies(&mut self) {
        let jobs = std::mem::take(&mut self.jobs);
        // Replaced bodies come first, so that the decisions they name are forgotten again.
        for job in jobs.iter().filter(|j| j.rule.is_none()) {
            self.discarding = true;
            self.resolve_body(job);
            self.discarding = false;
            self.ir.decisions.clear();
            self.answers.clear();
        }
        if let Some((rule, block)) = self.schema.flow {
            self.enter(None);
            let routine = Routine { name: "flow".into(), role: Role::Flow, ..Routine::default() };
            let (lines, routine) = self.in_routine(routine, |r| r.block(block).0);
            let flow = &mut self.ir.rules[rule.index()];
            (flow.body, flow.locals) = (RuleBody::Block(lines), routine.locals);
        }
        for job in jobs.iter().filter(|j| j.rule.is_some()) {
            self.resolve_body(job);
        }
        for (rule, item, origin) in self.schema.whenevers.clone() {
            self.resolve_whenever(rule, item, origin);
        }
    }

    fn resolve_body(&mut self, job: &Job<'t>) {
        self.enter(job.origin);
        let Some(n) = job.stack else { return };
        let stack = &self.stacks[n];
        let keeps_result = !matches!(job.role, Role::Before | Role::After);
        let result = stack.result.clone().filter(|_| keeps_result);
        let types: Vec<Type> = stack.params.iter().map(|(_, ty)| ty.clone()).collect();
        let routine = Routine {
            name: job.name.text.clone(),
            role: job.role,
            purity: if stack.is_value { Purity::Value } else { Purity::Free },
            result: result.clone(),
            ..Routine::default()
        };
        let (body, routine) = self.in_routine(routine, |r| {
            for (k, ty) in types.iter().enumerate() {
                match job.params.get(k) {
                    Some(p) => r.open_local(&p.name, ty.clone(), LocalKind::Parameter),
                    None => r.hidden_local("".into(), job.name.span, ty.clone(), LocalKind::Parameter, false),
                };
            }
            for extra in job.params.iter().skip(types.len()) {
                r.open_local(&extra.name, Type::Unknown, LocalKind::Let);
            }
            r.body(job, result)
        });
        if let Some(rule) = job.rule {
            let rule = &mut self.ir.rules[rule.index()];
            (rule.body, rule.locals) = (body, routine.locals);
        }
    }

    fn body(&mut self, job: &Job<'t>, result: Option<Type>) -> RuleBody {
        let name = &job.name.text;
        match job.body {
            Text::Expr(e) => match result {
                Some(ty) => RuleBody::Expr(self.expr_as(e, &ty)),
                None => {
                    self.expr(e, None);
                    let problem = Diagnostic::error(Code::NoResult, e.span, format!("`{name}` has no result here"));
                    self.report(problem.hint("write what it does in `{ … }`"));
                    RuleBody::Block(vec![])
                }
            },
            Text::Missing => {
                let problem = Diagnostic::error(Code::NoResult, job.name.span, format!("nothing says what `{name}` does"));
                self.report(problem.hint("write it in braces that begin on the same line: `rule r(p: player) { … }`"));
                RuleBody::Block(vec![])
            }
            Text::Block(_) => {
                let (lines, goes_on) = match job.body {
                    Text::Block(block) => self.block(block),
                    _ => (vec![], true),
                };
                if let (true, Some(ty)) = (goes_on, result.as_ref().filter(|ty| !ty.is_unknown())) {
                    let message = format!("`{name}` can end without its result, {}", self.words(ty));
                    let problem = Diagnostic::error(Code::NoResult, job.name.span, message);
                    self.report(problem.hint("every way through it must end with `return …`"));
                }
                RuleBody::Block(lines)
            }
        }
    }

    /// Reports the layers laid on rules that are no longer called.
    pub(super) fn check_unused_layers(&mut self) {
        let called = self.called_rules();
        let mut unused = vec![];
        for stack in &self.stacks {
            if called.get(stack.entry.index()).copied().unwrap_or(true) {
                continue;
            }
            unused.extend(stack.layers.iter().filter(|l| l.layer.kind != LayerKind::Replace).map(|l| l.layer));
        }
        for layer in unused {
            let word = layer.kind.word();
            let message = format!("this `{word}` does nothing: `{}` is no longer called", layer.name.text);
            let hint = "lay it on a rule that is called, or leave it out";
            self.report(Diagnostic::warning(Code::AddonUnused, layer.name.span, message).hint(hint));
        }
    }

    /// For each rule, whether a game can reach it.
    fn called_rules(&self) -> Vec<bool> {
        let mut called = vec![false; self.ir.rules.len()];
        let mut waiting: Vec<RuleId> =
            self.ir.flow.into_iter().chain(self.ir.prospects).chain(self.ir.whenevers.clone()).collect();
        self.ir.formulas().for_each(|formula| walk::calls_in(&formula.expr, &mut |rule| waiting.push(rule)));
        while let Some(rule) = waiting.pop() {
            if std::mem::replace(&mut called[rule.index()], true) {
                continue;
            }
            walk::calls(&self.ir.rules[rule.index()], &mut |rule| waiting.push(rule));
        }
        called
    }
}
