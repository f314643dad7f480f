//! Finds the places where rules wait while a variable, a parameter or a loop holds something that somebody may not see. Nothing can be put
//! into a frame from outside, so a bot that imagines such values runs the rules again.
//!
//! A variable holds something hidden if it was made from secret fields or from cards in piles that not everybody sees. It also does if it
//! was made by chance or by a hidden answer and goes into a secret field. It counts as long as it may still be read. An answer is hidden if
//! people are not told it: in quiet decisions, and in decisions whose options store secret fields.

use std::collections::BTreeSet;

use crate::ir::{
    Choose, Condition, Expr, ExprKind, FieldId, Ir, LocalId, OptionBody, OptionItem, Place, PlaceKind, RuleBody, RuleId,
    RuleKind, Stmt, StmtKind, Text, TextPart, Visibility, walk,
};
use crate::source::Span;

/// Where the rules wait and hold something hidden, and where they store secrets.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// The decisions at which something hidden is held.
    pub sites: BTreeSet<Span>,
    /// The calls that the flow makes while it holds something hidden.
    pub calls: BTreeSet<Span>,
    /// The loops of the flow that begin while it holds something hidden.
    pub loops: BTreeSet<Span>,
    /// The statements that store secret fields.
    pub stores: Vec<(Span, FieldId)>,
    /// The dice and other draws that may decide what is stored in them.
    pub draws: BTreeSet<Span>,
    /// The decisions whose answers are hidden from others.
    pub answers: BTreeSet<Span>,
}

/// What a value is made from.
#[derive(Default)]
struct Made {
    hidden: bool,
    draws: Vec<Span>,
    answers: Vec<Span>,
    locals: Vec<LocalId>,
    calls: Vec<RuleId>,
}

/// An assignment or declaration that gives a variable a value.
struct Given {
    local: LocalId,
    of: Vec<Made>,
    at: usize,
    /// Whether the variable is declared here.
    begins: bool,
    /// The decisions whose answers decide the value.
    within: Vec<Span>,
}

struct Round {
    from: usize,
    to: usize,
    of: Vec<Made>,
}

struct Called {
    at: usize,
    span: Span,
    rule: RuleId,
    args: Vec<Made>,
    /// What led to the call, and what else is being evaluated around it.
    way: Vec<Made>,
    /// What decides whether the call is made, and the decisions whose options contain it.
    when: Vec<Made>,
    within: Vec<Span>,
}

/// A place where a question is asked or a loop begins.
struct Asked {
    at: usize,
    span: Span,
    /// What led to it, and what else is being evaluated around it.
    way: Vec<Made>,
}

/// One rule as a list of what happens in it, in the order of the text.
#[derive(Default)]
struct Outline {
    given: Vec<Given>,
    /// What secret fields are made from, and the decisions whose options store them.
    kept: Vec<Made>,
    keeps_within: Vec<Span>,
    /// The quiet decisions.
    quiet: Vec<Span>,
    stores: bool,
    /// Whether it does something that everybody sees.
    shows: bool,
    reads: Vec<(LocalId, usize)>,
    loops: Vec<Round>,
    /// Where loops over members begin.
    begins: Vec<Asked>,
    asks: Vec<Asked>,
    calls: Vec<Called>,
    results: Vec<Made>,
    /// The rules that a layer consists of. They are called with the layer's own arguments.
    layers: Vec<RuleId>,
}

/// Analyses all rules.
pub(super) fn held(ir: &Ir) -> Held {
    let mut held = Held::default();
    let rules: Vec<Outline> = ir.rules.iter().map(|rule| Reader::outline(ir, &rule.body, &mut held.stores)).collect();
    let sizes: Vec<usize> = ir.rules.iter().map(|rule| rule.locals.len()).collect();
    let nothing = || sizes.iter().map(|n| vec![false; *n]).collect::<Vec<_>>();
    let storing = reaching(ir, &rules, |rule| rule.stores);
    let asking = reaching(ir, &rules, |rule| !rule.asks.is_empty());
    for rule in &rules {
        // If another question comes before the store, what is stored is that question's answer.
        let calls = rule.calls.iter().filter(|call| storing[call.rule.index()] && !asking[call.rule.index()]);
        held.answers.extend(rule.quiet.iter().chain(&rule.keeps_within).chain(calls.flat_map(|call| &call.within)));
    }
    let is_hidden = |spans: &[Span]| spans.iter().any(|span| held.answers.contains(span));
    let showing = reaching(ir, &rules, |rule| rule.shows || !rule.asks.is_empty());
    // Whatever decides something that everybody sees is told.
    let in_secret: Vec<bool> = storing.iter().zip(&showing).map(|(stores, shows)| *stores && !shows).collect();
    let (_, draws) = kept(&rules, nothing(), &in_secret);
    let (mut seeds, _) = kept(&rules, nothing(), &storing);
    let (by_answer, _) = spread(&rules, nothing(), |made| is_hidden(&made.answers), is_hidden);
    for (n, own) in seeds.iter_mut().enumerate() {
        own.iter_mut().enumerate().for_each(|(k, is)| *is &= by_answer[n][k]);
    }
    let is_drawn = |made: &Made| made.draws.iter().any(|span| draws.contains(span));
    let (hidden, results) = spread(&rules, seeds, |made| made.hidden || is_drawn(made), |_| false);
    // Rules that are called while something hidden is held.
    let mut below = vec![false; rules.len()];
    let holds = |n: usize, at: usize, way: &[Made]| {
        let is_hidden = |made: &Made| {
            let of_locals = made.locals.iter().any(|local| hidden[n].get(local.index()).is_some_and(|is| *is));
            made.hidden || is_drawn(made) || of_locals || made.calls.iter().any(|rule| results[rule.index()])
        };
        way.iter().any(is_hidden) || rules[n].holds(&hidden[n], is_hidden, usize::from(ir.rules[n].params), at)
    };
    for (n, rule) in rules.iter().enumerate() {
        let is_flow = ir.rules[n].kind == RuleKind::Flow;
        for call in rule.calls.iter().filter(|call| is_flow || asking[call.rule.index()]) {
            if holds(n, call.at, &call.way) {
                below[call.rule.index()] |= asking[call.rule.index()];
                held.calls.extend(is_flow.then_some(call.span));
            }
        }
        let begins = rule.begins.iter().filter(|begun| is_flow && holds(n, begun.at, &begun.way));
        held.loops.extend(begins.map(|begun| begun.span));
        if let [first, _] = rule.layers[..] {
            below[first.index()] |= hidden[n].contains(&true);
        }
        if let Some(watch) = ir.watch {
            below[watch.index()] |= rule.asks.iter().any(|asked| holds(n, asked.at, &asked.way));
        }
    }
    let mut open: Vec<usize> = (0..rules.len()).filter(|n| below[*n]).collect();
    while let Some(n) = open.pop() {
        for rule in called(ir, &rules, n) {
            if !std::mem::replace(&mut below[rule.index()], true) {
                open.push(rule.index());
            }
        }
    }
    for (n, rule) in rules.iter().enumerate() {
        let is_held = |asked: &&Asked| below[n] || holds(n, asked.at, &asked.way);
        held.sites.extend(rule.asks.iter().filter(is_held).map(|asked| asked.span));
    }
    held.draws = draws;
    held
}

/// For each variable of each rule, and for each rule's result, whether it may be made from something that `of` accepts, or by `answers`. A
/// result made from arguments is judged where the rule is called.
fn spread(
    rules: &[Outline],
    seeds: Vec<Vec<bool>>,
    of: impl Fn(&Made) -> bool,
    answers: impl Fn(&[Span]) -> bool,
) -> (Vec<Vec<bool>>, Vec<bool>) {
    let mut results = vec![false; rules.len()];
    let mut locals = seeds.clone();
    for into_calls in [false, true] {
        let mut changed = true;
        locals.clone_from(&seeds);
        while std::mem::take(&mut changed) {
            for (n, rule) in rules.iter().enumerate() {
                let own = locals[n].clone();
                let is = |made: &Made| {
                    of(made)
                        || made.locals.iter().any(|local| own.get(local.index()).is_some_and(|is| *is))
                        || made.calls.iter().any(|rule| results[rule.index()])
                };
                let mut mark = |rule: usize, local: usize| {
                    if let Some(known) = locals[rule].get_mut(local) {
                        changed |= !std::mem::replace(known, true);
                    }
                };
                for given in rule.given.iter().filter(|given| answers(&given.within) || given.of.iter().any(is)) {
                    mark(n, given.local.index());
                }
                if into_calls {
                    for call in &rule.calls {
                        call.args.iter().enumerate().filter(|(_, arg)| is(arg)).for_each(|(k, _)| mark(call.rule.index(), k));
                    }
                    for layer in &rule.layers {
                        own.iter().enumerate().filter(|(_, is)| **is).for_each(|(k, _)| mark(layer.index(), k));
                    }
                } else if rule.results.iter().any(is) || rule.layers.iter().any(|layer| results[layer.index()]) {
                    changed |= !std::mem::replace(&mut results[n], true);
                }
            }
        }
    }
    (locals, results)
}

/// For each variable of each rule, whether its value goes into a secret field. Also the draws that do.
fn kept(rules: &[Outline], mut locals: Vec<Vec<bool>>, storing: &[bool]) -> (Vec<Vec<bool>>, BTreeSet<Span>) {
    let (mut results, mut draws) = (vec![false; rules.len()], BTreeSet::new());
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (n, rule) in rules.iter().enumerate() {
            let mut mark = |made: &Made, locals: &mut Vec<Vec<bool>>, results: &mut Vec<bool>| {
                for local in &made.locals {
                    if let Some(known) = locals[n].get_mut(local.index()) {
                        changed |= !std::mem::replace(known, true);
                    }
                }
                made.calls.iter().for_each(|rule| changed |= !std::mem::replace(&mut results[rule.index()], true));
                draws.extend(&made.draws);
            };
            rule.kept.iter().for_each(|made| mark(made, &mut locals, &mut results));
            let storing = rule.calls.iter().filter(|call| storing[call.rule.index()]);
            storing.flat_map(|call| &call.when).for_each(|made| mark(made, &mut locals, &mut results));
            for given in &rule.given {
                if locals[n].get(given.local.index()).is_some_and(|is| *is) {
                    given.of.iter().for_each(|made| mark(made, &mut locals, &mut results));
                }
            }
            for call in &rule.calls {
                for (k, arg) in call.args.iter().enumerate() {
                    if locals[call.rule.index()].get(k).is_some_and(|is| *is) {
                        mark(arg, &mut locals, &mut results);
                    }
                }
            }
            if results[n] {
                rule.results.iter().for_each(|made| mark(made, &mut locals, &mut results));
            }
            for layer in &rule.layers {
                let is_result = results[n];
                changed |= is_result && !std::mem::replace(&mut results[layer.index()], true);
                for k in 0..locals[n].len() {
                    if locals[layer.index()].get(k).is_some_and(|is| *is) {
                        changed |= !std::mem::replace(&mut locals[n][k], true);
                    }
                }
            }
        }
    }
    (locals, draws)
}

/// The rules that a rule may run.
fn called(ir: &Ir, rules: &[Outline], n: usize) -> impl Iterator<Item = RuleId> {
    let watched = ir.whenevers.iter().filter(move |_| ir.watch == Some(RuleId(n as u16)));
    rules[n].calls.iter().map(|call| call.rule).chain(rules[n].layers.iter().copied()).chain(watched.copied())
}

/// For each rule, whether `is` holds for it or for a rule that it may run.
fn reaching(ir: &Ir, rules: &[Outline], is: impl Fn(&Outline) -> bool) -> Vec<bool> {
    let mut all: Vec<bool> = rules.iter().map(is).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for n in 0..rules.len() {
            let now = called(ir, rules, n).any(|rule| all[rule.index()]);
            changed |= now && !std::mem::replace(&mut all[n], true);
        }
    }
    all
}

impl Outline {
    /// Whether something hidden may still be read after this place.
    fn holds(&self, hidden: &[bool], is_made_hidden: impl Fn(&Made) -> bool, params: usize, at: usize) -> bool {
        let is_hidden = |local: LocalId| hidden.get(local.index()).is_some_and(|is| *is);
        let around = |round: &&Round| round.from <= at && at <= round.to;
        if self.loops.iter().filter(around).any(|round| round.of.iter().any(&is_made_hidden)) {
            return true;
        }
        (0..hidden.len()).map(|n| LocalId(n as u16)).filter(|local| is_hidden(*local)).any(|local| {
            let given = || self.given.iter().filter(|given| given.local == local);
            let is_there = local.index() < params || given().any(|given| given.at < at);
            let begins_in = |round: &Round| given().any(|g| g.begins && round.from <= g.at && g.at <= round.to);
            let read_later = self.reads.iter().any(|(l, read)| *l == local && *read >= at);
            let read_again = || {
                self.loops
                    .iter()
                    .filter(around)
                    .filter(|round| !begins_in(round))
                    .any(|round| self.reads.iter().any(|(l, read)| *l == local && round.from <= *read && *read <= round.to))
            };
            is_there && (read_later || read_again())
        })
    }
}

/// A statement that leaves a rule or a turn of a loop.
struct Leave<'a> {
    at: usize,
    is_return: bool,
    /// What decides whether it leaves, and what a later question would tell.
    why: Vec<&'a Expr>,
    way: Vec<&'a Expr>,
}

struct Reader<'a, 'b> {
    ir: &'a Ir,
    out: Outline,
    at: usize,
    /// What decides whether this place is reached.
    conditions: Vec<&'a Expr>,
    /// How many of the conditions everybody knows to hold: those around an answer that people are told.
    public: usize,
    /// What a question reached here would tell. These are all conditions except those of options that others are told about.
    way: Vec<&'a Expr>,
    /// The expressions being evaluated around this place.
    around: Vec<&'a Expr>,
    /// The statements that leave something before its end.
    leaves: Vec<Leave<'a>>,
    /// The decisions whose options contain this place.
    asked: Vec<Span>,
    stores: &'b mut Vec<(Span, FieldId)>,
}

impl<'a> Reader<'a, '_> {
    fn outline(ir: &'a Ir, body: &'a RuleBody, stores: &mut Vec<(Span, FieldId)>) -> Outline {
        let out = Outline::default();
        let (conditions, way, around, leaves) = (vec![], vec![], vec![], vec![]);
        let mut reader = Reader { ir, out, at: 0, conditions, public: 0, way, around, leaves, asked: vec![], stores };
        match body {
            RuleBody::Block(block) => reader.block(block),
            RuleBody::Expr(e) => {
                reader.expr(e);
                let made = reader.made(e);
                reader.out.results.push(made);
            }
            RuleBody::Before { first: a, then: b } | RuleBody::After { inner: a, then: b } => reader.out.layers = vec![*a, *b],
            RuleBody::Watch => {}
        }
        reader.out
    }

    fn made(&self, e: &Expr) -> Made {
        made(self.ir, e)
    }

    /// What decides whether this place is reached.
    fn decided(&self) -> Vec<Made> {
        let left = self.leaves.iter().flat_map(|leave| &leave.why);
        self.conditions.iter().chain(left).map(|e| self.made(e)).collect()
    }

    /// What led here, and what is being evaluated around it.
    fn led(&self) -> Vec<Made> {
        let left = self.leaves.iter().flat_map(|leave| &leave.way);
        self.way.iter().chain(left).chain(&self.around).map(|e| self.made(e)).collect()
    }

    /// Notes that this expression decides what happens from here on.
    fn decide(&mut self, e: &'a Expr) {
        self.conditions.push(e);
        self.way.push(e);
    }

    fn all_made(&self, of: &[&'a Expr]) -> Vec<Made> {
        of.iter().map(|e| self.made(e)).collect()
    }

    /// Notes what an expression reads and calls, and the decisions in it.
    fn expr(&mut self, e: &'a Expr) {
        self.at += 1;
        let (at, mut asked) = (self.at, vec![]);
        let mut calls = vec![];
        let top = e.place();
        walk::expr(e, &mut |e| match &e.kind {
            ExprKind::Local(local) => self.out.reads.push((*local, at)),
            ExprKind::Call { rule, args } => calls.push((e.place() == top, e.span, *rule, args)),
            ExprKind::Choose(choose) => asked.push(&**choose),
            _ => {}
        });
        for (is_all, span, rule, args) in calls {
            self.around.extend((!is_all).then_some(e));
            // Arguments have been read by the time the call is made.
            self.call(at + usize::from(is_all), span, rule, args);
            self.around.truncate(self.around.len() - usize::from(!is_all));
        }
        self.at += 1;
        asked.into_iter().for_each(|choose| self.choose(choose));
    }

    fn call(&mut self, at: usize, span: Span, rule: RuleId, args: &'a [Expr]) {
        let args = args.iter().map(|a| self.made(a)).collect();
        let (when, within, mut way) = (self.decided(), self.asked.clone(), self.led());
        // The call's own result isn't known yet.
        way.iter_mut().for_each(|made| made.calls.retain(|own| *own != rule));
        self.out.calls.push(Called { at, span, rule, args, way, when, within });
    }

    fn give(&mut self, local: LocalId, of: &[&'a Expr], begins: bool) {
        let mut all = self.all_made(of);
        if !begins {
            all.extend(self.conditions[self.public..].iter().map(|e| self.made(e)));
        }
        self.out.given.push(Given {
            local,
            of: all,
            at: self.at,
            begins,
            within: if begins { vec![] } else { self.asked.clone() },
        });
    }

    fn leave(&mut self, is_return: bool) {
        let (why, way) = (self.conditions[self.public..].to_vec(), self.way.clone());
        self.leaves.push(Leave { at: self.at, is_return, why, way });
    }

    fn condition(&mut self, c: &'a Condition) -> &'a Expr {
        match c {
            Condition::Expr(e) => {
                self.expr(e);
                e
            }
            Condition::Let(local, e) => {
                self.expr(e);
                self.give(*local, &[e], true);
                e
            }
        }
    }

    fn block(&mut self, block: &'a [Stmt]) {
        block.iter().for_each(|s| self.stmt(s));
    }

    fn text(&mut self, text: &'a Text) {
        for part in &text.parts {
            if let TextPart::Hole(e) = part {
                self.expr(e);
            }
        }
    }

    /// Reads a body that may run several times. `of` decides how often, and what `local` is.
    fn round(&mut self, of: Vec<&'a Expr>, local: Option<LocalId>, keeps: bool, body: &'a [Stmt]) {
        let (from, waiting) = (self.at, [self.conditions.len(), self.way.len()]);
        self.at += 1;
        if let Some(local) = local {
            self.give(local, &of, true);
        }
        of.iter().for_each(|e| self.decide(e));
        self.block(body);
        self.go_on(waiting);
        self.at += 1;
        let (to, mut decides) = (self.at, if keeps { self.all_made(&of) } else { vec![] });
        for Leave { why, .. } in self.leaves.iter().filter(|leave| leave.at > from) {
            for given in self.out.given.iter_mut().filter(|given| !given.begins && given.at > from) {
                given.of.extend(why.iter().map(|e| made(self.ir, e)));
            }
            decides.extend(why.iter().map(|e| made(self.ir, e)));
        }
        self.out.loops.push(Round { from, to, of: decides });
        // After the loop, it makes no difference how it was left.
        self.leaves.retain(|leave| leave.is_return || leave.at <= from);
    }

    /// Drops the conditions that end here.
    fn go_on(&mut self, [conditions, way]: [usize; 2]) {
        self.conditions.truncate(conditions);
        self.way.truncate(way);
    }

    fn stmt(&mut self, s: &'a Stmt) {
        self.at += 1;
        let waiting = [self.conditions.len(), self.way.len()];
        match &s.kind {
            StmtKind::Let { local, value } => {
                value.iter().for_each(|e| self.expr(e));
                self.give(*local, &value.iter().collect::<Vec<_>>(), true);
            }
            StmtKind::LetElse { local, value, otherwise } => {
                self.expr(value);
                self.give(*local, &[value], true);
                self.decide(value);
                self.stmt(otherwise);
            }
            StmtKind::Assign { place, value, .. } => self.assign(s.span, place, value),
            StmtKind::If { arms, otherwise } => {
                for (c, block) in arms {
                    let e = self.condition(c);
                    self.decide(e);
                    self.block(block);
                }
                otherwise.iter().for_each(|block| self.block(block));
            }
            StmtKind::Match { subject, arms, otherwise } => {
                self.expr(subject);
                self.decide(subject);
                arms.iter().for_each(|(_, block)| self.block(block));
                otherwise.iter().for_each(|block| self.block(block));
            }
            StmtKind::While { condition, body } => {
                let from = self.at;
                let e = self.condition(condition);
                self.round(vec![e], None, false, body);
                // The condition is asked again each time.
                if let Some(round) = self.out.loops.last_mut() {
                    round.from = from;
                }
            }
            StmtKind::Repeat { times, body } => {
                times.iter().for_each(|e| self.expr(e));
                self.round(times.iter().collect(), None, true, body);
            }
            StmtKind::For { local, source, filter, by, body } => {
                let way = self.led();
                self.out.begins.push(Asked { at: self.at, span: s.span, way });
                let of: Vec<&Expr> = [source].into_iter().chain(filter).chain(by.iter().map(|key| &key.value)).collect();
                of.iter().for_each(|e| self.expr(e));
                self.round(of, Some(*local), true, body);
            }
            StmtKind::Secretly { local, source, body } => {
                self.expr(source);
                self.round(vec![source], Some(*local), true, body);
            }
            StmtKind::Choose(choose) => self.choose(choose),
            StmtKind::Return(value) => {
                value.iter().for_each(|e| self.expr(e));
                let of: Vec<&Expr> = value.iter().chain(self.conditions[self.public..].iter().copied()).collect();
                let made = self.all_made(&of);
                self.out.results.extend(made);
                self.leave(true);
            }
            StmtKind::Break | StmtKind::Continue => self.leave(false),
            StmtKind::Fail(text) | StmtKind::Say(text) => {
                self.out.shows = true;
                self.text(text);
            }
            StmtKind::Call(e) => self.expr(e),
            _ => {
                self.out.shows = true;
                let (at, around) = (self.at, self.around.len());
                let mut calls = vec![];
                walk::stmt(s, &mut |e| {
                    self.around.push(e);
                    match &e.kind {
                        ExprKind::Local(local) => self.out.reads.push((*local, at)),
                        ExprKind::Call { rule, args } => calls.push((e.span, *rule, args)),
                        _ => {}
                    }
                });
                calls.into_iter().for_each(|(span, rule, args)| self.call(at, span, rule, args));
                self.around.truncate(around);
            }
        }
        self.go_on(waiting);
    }

    fn assign(&mut self, span: Span, place: &'a Place, value: &'a Expr) {
        let (mut base, mut of) = (place, vec![value]);
        while let PlaceKind::Index { of: inner, keys } = &base.kind {
            of.extend(keys);
            base = inner;
        }
        let around = self.around.len();
        self.around.extend(&of[1..]);
        match &base.kind {
            PlaceKind::Local(local) => {
                of.iter().for_each(|e| self.expr(e));
                self.give(*local, &of, false);
            }
            PlaceKind::Field { field, of: owner } => {
                self.around.extend(owner);
                owner.iter().for_each(|e| self.expr(e));
                of.iter().for_each(|e| self.expr(e));
                if self.ir.fields[field.index()].secret {
                    self.stores.push((span, *field));
                    let made = self.all_made(&of);
                    self.out.kept.extend(made);
                    let when = self.decided();
                    self.out.kept.extend(when);
                    self.out.keeps_within.extend(&self.asked);
                    self.out.stores = true;
                } else {
                    self.out.shows = true;
                }
            }
            PlaceKind::Index { .. } => {}
        }
        self.around.truncate(around);
    }

    fn choose(&mut self, choose: &'a Choose) {
        self.at += 1;
        let way = self.led();
        self.out.asks.push(Asked { at: self.at, span: choose.span, way });
        self.out.quiet.extend(choose.quiet.then_some(choose.span));
        self.at += 1;
        self.expr(&choose.by);
        choose.prompt.iter().for_each(|text| self.text(text));
        self.asked.push(choose.span);
        self.options(choose, &choose.options);
        choose.otherwise.iter().for_each(|body| self.body(body));
        self.asked.pop();
    }

    fn options(&mut self, choose: &'a Choose, options: &'a [OptionItem]) {
        for option in options {
            match option {
                OptionItem::If { arms, otherwise } => {
                    let waiting = [self.conditions.len(), self.way.len()];
                    for (c, inner) in arms {
                        let e = self.condition(c);
                        self.conditions.push(e);
                        self.way.extend(choose.quiet.then_some(e));
                        self.options(choose, inner);
                    }
                    otherwise.iter().for_each(|inner| self.options(choose, inner));
                    self.go_on(waiting);
                }
                OptionItem::Option(option) => {
                    for each in &option.each {
                        let of: Vec<&Expr> = [&each.source].into_iter().chain(&each.filter).collect();
                        of.iter().for_each(|e| self.expr(e));
                        self.give(each.local, &of, true);
                        self.out.given.last_mut().expect("it was given just now").within = self.asked.clone();
                    }
                    option.label.iter().for_each(|text| self.text(text));
                    let public = if choose.quiet { self.public } else { self.conditions.len() };
                    let before = std::mem::replace(&mut self.public, public);
                    self.body(&option.body);
                    self.public = before;
                }
            }
        }
    }

    fn body(&mut self, body: &'a OptionBody) {
        match body {
            OptionBody::Block(block) => self.block(block),
            OptionBody::Value(e) => self.expr(e),
        }
    }
}

/// What a value is made from.
fn made(ir: &Ir, e: &Expr) -> Made {
    let (mut made, mut sizes) = (Made::default(), walk::Sizes::default());
    walk::expr(e, &mut |e| {
        let is_size = sizes.is_next(e);
        match &e.kind {
            ExprKind::Field { field, .. } => made.hidden |= ir.fields[field.index()].secret,
            ExprKind::Pile { pile, .. } => made.hidden |= !is_size && ir.piles[pile.index()].visibility != Visibility::Open,
            ExprKind::Roll { .. } | ExprKind::Random(_) => made.draws.push(e.span),
            ExprKind::Choose(choose) => made.answers.push(choose.span),
            ExprKind::Local(local) => made.locals.push(*local),
            ExprKind::Call { rule, .. } => made.calls.push(*rule),
            _ => {}
        }
    });
    made
}
