//! Calls: the order in which rules are compiled, where their frames lie, and which rules are compiled in place.
//!
//! A field that holds a rule holds a number. Calling it is a `match` over all rules with the same parameters and result.

use super::*;
use crate::graph;
use crate::ir::{Expr, ExprKind, RuleBody, RuleKind};

/// The size, in nodes, up to which any rule is compiled in place.
const INLINE_NODES: usize = 48;
/// The same for rules called from one place only.
const INLINE_ONCE_NODES: usize = 400;
/// How deep rules may be compiled within each other.
const INLINE_DEPTH: usize = 6;

/// The largest code of one rule, and of all rules together, while others are still compiled in place.
const INLINE_CODE: usize = 6_000;
const INLINE_ALL_CODE: usize = 24_000;
/// How deep calls may be nested, apart from rules that call themselves.
const MOST_CALLS: usize = 500;

/// Which rule calls which.
#[derive(Clone)]
pub(super) struct Graph {
    /// The rules that each rule calls, each once.
    pub calls: Vec<Vec<RuleId>>,
    /// The group of each rule. Rules of the same group call each other in a circle.
    group: Vec<usize>,
    /// The rules of each group.
    members: Vec<Vec<RuleId>>,
    /// The longest chain of calls from each group, not counting calls within a group.
    depth: Vec<usize>,
    recursive: Vec<bool>,
    /// Whether each rule is a formula that depends on nothing but its arguments.
    pub steady: Vec<bool>,
    inline: Vec<bool>,
    done: Vec<bool>,
}

impl Graph {
    pub(super) fn new(ir: &Ir) -> Graph {
        let n = ir.rules.len();
        let mut calls = vec![vec![]; n];
        let mut nodes = vec![0; n];
        let mut called = vec![0; n];
        let mut last_caller = vec![usize::MAX; n];
        for (k, rule) in ir.rules.iter().enumerate() {
            let mut see = |to: RuleId| {
                called[to.index()] += 1;
                if std::mem::replace(&mut last_caller[to.index()], k) != k {
                    calls[k].push(to);
                }
            };
            if matches!(rule.body, RuleBody::Watch) {
                ir.whenevers.iter().for_each(|rule| see(*rule));
            }
            ir::walk::calls(rule, &mut see);
            ir::walk::rule(rule, &mut |_| nodes[k] += 1);
            if let Some(watch) = ir.watch.filter(|_| asks(rule)) {
                called[watch.index()] += 2;
                calls[k].push(watch);
            }
        }
        let group = graph::groups(&calls, |rule: &RuleId| rule.index());
        let members = graph::members(&group);
        let recursive: Vec<bool> =
            (0..n).map(|v| calls[v].iter().any(|c| c.index() == v) || members[group[v]].len() > 1).collect();
        let inline = (0..n)
            .map(|k| {
                let rule = &ir.rules[k];
                let asks = asks(rule) || matches!(rule.body, RuleBody::Watch);
                let small = nodes[k] <= INLINE_NODES || called[k] == 1 && nodes[k] <= INLINE_ONCE_NODES;
                !recursive[k] && !asks && !rule.is_turn && rule.kind != RuleKind::Flow && small
            })
            .collect();
        // Groups come after the groups that they call.
        let (mut depth, mut steady) = (vec![0; members.len()], vec![false; n]);
        for (g, rules) in members.iter().enumerate() {
            let called = rules.iter().flat_map(|k| &calls[*k]).map(|c| group[c.index()]).filter(|c| *c != g);
            depth[g] = called.map(|c| depth[c] + 1).max().unwrap_or(0);
            for k in rules.iter().filter(|k| !recursive[**k]) {
                // A rule's variables are its own. What they hold comes from the arguments, which are checked separately.
                let RuleBody::Expr(e) = &ir.rules[*k].body else { continue };
                steady[*k] = fixed::is_steady(ir, &steady, e, ir.rules[*k].params);
            }
        }
        let members = members.into_iter().map(|rules| rules.into_iter().map(|k| RuleId(k as u16)).collect()).collect();
        Graph { calls, group, members, depth, recursive, steady, inline, done: vec![false; n] }
    }

    pub(super) fn any_recursive(&self) -> bool {
        self.recursive.iter().any(|r| *r)
    }

    /// The longest chain of calls, not counting those within a circle.
    pub(super) fn depth(&self) -> usize {
        self.depth.iter().copied().max().unwrap_or(0)
    }

    /// The problem of rules that call each other too deeply.
    pub(super) fn too_deep(&self, ir: &Ir) -> Option<Diagnostic> {
        let first = self.depth.iter().position(|depth| *depth > MOST_CALLS)?;
        let rule = &ir.rules[self.members[first].first()?.index()];
        let message = format!("`{}` calls a rule that calls a rule, and so on, more than {MOST_CALLS} deep", rule.name);
        Some(Diagnostic::error(Code::TooDeep, rule.span, message).hint("call them one after the other, or write a loop"))
    }
}

/// Whether a rule itself may ask something.
fn asks(rule: &ir::Rule) -> bool {
    let mut asks = rule.kind == RuleKind::Flow;
    ir::walk::all_of_rule(rule, &mut |part| {
        asks |= part.choose().is_some() || part.is_secretly();
    });
    asks
}

impl<'a> Compiler<'a> {
    /// Makes sure that a rule and everything it calls are compiled.
    pub(super) fn ensure(&mut self, rule: RuleId) {
        if self.graph.done[rule.index()] {
            return;
        }
        let members = self.graph.members[self.graph.group[rule.index()]].clone();
        for m in &members {
            self.graph.done[m.index()] = true;
        }
        for m in &members {
            // A rule that is compiled in place needs code of its own too, because it is called after all where nesting goes too deep.
            for callee in self.graph.calls[m.index()].clone() {
                self.ensure(callee);
            }
        }
        let mut base = usize::from(self.layout.frames);
        for m in &members {
            base = base.max(self.callees_end(*m));
        }
        let first_frame = base;
        for m in &members {
            base = self.sign(*m, base);
        }
        let first_code = self.code.len();
        for m in &members {
            base = self.body(*m, base);
        }
        for m in &members {
            self.rules[m.index()].frame_end = base as Slot;
        }
        self.frames_end = self.frames_end.max(base);
        // Only now is the size of kept frames known.
        for op in &mut self.code[first_code..] {
            if let Op::Keep { from, words } | Op::Restore { from, words } = op {
                *from = first_frame as Slot;
                *words = (base - first_frame) as u16;
            }
        }
    }

    /// Ensures all rules called in an expression.
    pub(super) fn ensure_in(&mut self, see: impl Fn(&mut dyn FnMut(ir::walk::Part<'a>))) {
        let mut rules = vec![];
        see(&mut ir::walk::called(&mut |rule| rules.push(rule)));
        for rule in rules {
            self.ensure(rule);
        }
    }

    /// Reports what is wrong on every track in rules that nothing calls. What depends on the track is checked where it is used.
    pub(super) fn check_unused(&mut self) {
        let ir = self.ir;
        let done = self.graph.done.clone();
        for (rule, _) in ir.rules.iter().zip(done).filter(|(_, done)| !done) {
            ir::walk::rule(rule, &mut |e| {
                if let ExprKind::Distance { over, .. } | ExprKind::Reach { over, .. } = &e.kind {
                    over.iter().filter_map(|hop| hop.cost.as_ref()).for_each(|cost| {
                        self.known_cost(cost);
                    });
                }
            });
        }
    }

    /// The address after the frames of everything that a rule calls. Each frame ends after those of its own callees.
    fn callees_end(&self, rule: RuleId) -> usize {
        let ends = self.graph.calls[rule.index()].iter().map(|callee| usize::from(self.rules[callee.index()].frame_end));
        ends.max().unwrap_or(0).max(usize::from(self.layout.frames))
    }

    /// Lays out result and parameters. Returns the address after them.
    fn sign(&mut self, id: RuleId, base: usize) -> usize {
        let rule = &self.ir.rules[id.index()];
        let mut at = base;
        let result = at;
        at += rule.result.as_ref().map_or(0, |ty| self.words(ty, rule.span));
        let mut params = vec![];
        for local in &rule.locals[..usize::from(rule.params)] {
            params.push(at as Slot);
            at += self.words(&local.ty, local.span);
        }
        if at > self.constants_start {
            self.too_big = true;
            at = base;
        }
        self.rules[id.index()].result = result as Slot;
        self.rules[id.index()].params = params;
        at
    }

    /// Compiles a rule's body with its frame starting at `base`. Returns the frame's end.
    fn body(&mut self, id: RuleId, base: usize) -> usize {
        let rule = &self.ir.rules[id.index()];
        let code = self.rules[id.index()].clone();
        let ends_turn = rule.is_turn;
        let mut scope = self.scope_of(rule, Return::ToCaller { result: code.result, ends_turn });
        if rule.kind == RuleKind::Flow {
            scope.ret = Return::Stop;
        }
        scope.rule_id = Some(id);
        for (n, slot) in code.params.iter().enumerate() {
            scope.slots[n] = Some(*slot);
        }
        let outer = std::mem::replace(&mut self.scope, scope);
        // The frame is in use from the signature on, because parameters are alive while the rule waits.
        let start = if code.params.is_empty() && rule.result.is_none() { base } else { usize::from(code.result) };
        let frame = self.enter_frame(Frame { base: start.min(base), top: base, high: base });
        let entry = self.here();
        let (span, depth, in_flow) = (self.span, self.inline_depth, self.in_flow);
        self.span = rule.span;
        self.inline_depth = 0;
        self.in_flow = rule.kind == RuleKind::Flow;
        self.rules[id.index()].entry = Some(self.here());
        let routine_start = std::mem::replace(&mut self.routine_start, self.code.len());
        if ends_turn {
            let player = rule.locals[..usize::from(rule.params)].iter().position(|l| matches!(l.ty, Type::Player));
            let player = player.map_or_else(|| self.constant(NONE), |n| code.params[n]);
            self.emit(Op::TurnBegin { player });
        }
        if !self.through_awake(id) {
            self.rule_body(rule, code.result);
        }
        self.rules[id.index()].end = self.here();
        let end = self.frame.high;
        self.scope = outer;
        self.leave_frame(frame);
        // The result and the rule's own arguments.
        if let Some(ty) = &rule.result {
            let words = self.words(ty, rule.span);
            let to = self.here();
            self.rooms.push(Room { from: entry, to, at: code.result, words: words as u16 });
        }
        self.argument_rooms(id, entry);
        (self.span, self.inline_depth, self.in_flow) = (span, depth, in_flow);
        self.routine_start = routine_start;
        end
    }

    pub(super) fn scope_of(&self, rule: &'a ir::Rule, ret: Return) -> Scope<'a> {
        let mut assigned = vec![];
        if let RuleBody::Block(block) = &rule.body {
            ir::walk::places(block, &mut |place| {
                if let ir::PlaceKind::Local(local) = place.base().kind {
                    assigned.push(local);
                }
            });
        }
        Scope {
            locals: &rule.locals,
            slots: vec![None; rule.locals.len()],
            assigned,
            intervals: vec![None; rule.locals.len()],
            unset: vec![],
            loops: vec![],
            ret,
            rule: rule.name.clone(),
            rule_id: None,
            result_ty: rule.result.as_ref(),
        }
    }

    fn rule_body(&mut self, rule: &'a ir::Rule, result: Slot) {
        match &rule.body {
            RuleBody::Block(block) => {
                self.block(block);
                if self.in_flow && matches!(self.scope.ret, Return::Stop) {
                    self.emit(Op::Stop {});
                } else if rule.result.is_some() {
                    // Never reached: the front end has checked that every way through the rule returns first.
                    self.emit(Op::Trap { code: crate::vm::TrapCode::NoResult as u16 });
                } else {
                    self.leave();
                }
            }
            RuleBody::Expr(e) => {
                self.result(rule, e, result);
                self.leave();
            }
            RuleBody::Watch => self.watch_all(),
            RuleBody::Before { first, then } => {
                self.call_layer(rule, *first);
                let slot = self.call_layer(rule, *then);
                self.hand_back(rule, *then, slot, result);
                self.leave();
            }
            RuleBody::After { inner, then } => {
                let slot = self.call_layer(rule, *inner);
                self.hand_back(rule, *inner, slot, result);
                self.call_layer(rule, *then);
                self.leave();
            }
        }
    }

    /// Computes a rule's result.
    fn result(&mut self, rule: &'a ir::Rule, e: &'a Expr, result: Slot) {
        let ty = rule.result.as_ref().unwrap_or(&e.ty);
        self.put(e, ty, Want::Fresh(result), &Subject::Result(rule.name.clone()));
    }

    /// Copies the result of the rule inside a layer to the place of the layer's own result, which has the same type.
    fn hand_back(&mut self, rule: &'a ir::Rule, inner: RuleId, slot: Slot, result: Slot) {
        if let (Some(_), Some(ty)) = (&self.ir.rules[inner.index()].result, &rule.result) {
            let words = self.words(ty, rule.span);
            self.copy(result, slot, words);
        }
    }

    /// Leaves the rule, whose result is in place.
    pub(super) fn leave(&mut self) {
        match self.scope.ret {
            Return::ToCaller { ends_turn, .. } => {
                if ends_turn {
                    self.emit(Op::TurnEnd {});
                    let here = self.here();
                    self.note_live(here);
                }
                self.emit(Op::Return {});
            }
            Return::InPlace { end, .. } => self.jump(Op::Jump { to: 0 }, end),
            Return::Stop => {
                self.emit(Op::Stop {});
            }
        }
    }

    /// Where a `return` puts its value.
    pub(super) fn result_slot(&self) -> Slot {
        match self.scope.ret {
            Return::ToCaller { result, .. } | Return::InPlace { result, .. } => result,
            Return::Stop => 0,
        }
    }

    /// Calls a rule with argument expressions.
    pub(super) fn call(&mut self, id: RuleId, args: &'a [Expr], want: Want) -> Slot {
        if self.may_inline(id) {
            // A parameter can't change, so its argument may take its place if that can't change either.
            let mut slots = vec![];
            for (n, arg) in args.iter().enumerate() {
                slots.push(self.argument(id, n, arg, &args[n + 1..]));
            }
            let intervals: Vec<_> = args.iter().map(|a| self.interval(a)).collect();
            return self.inline(id, &slots, &intervals, want);
        }
        let (params, from) = (self.rules[id.index()].params.clone(), self.here());
        let later_calls = |n: usize| args[n + 1..].iter().any(fixed::has_call);
        let mut kept = vec![];
        for (n, (arg, param)) in args.iter().zip(&params).enumerate() {
            let ty = &self.ir.rules[id.index()].locals[n].ty;
            let (words, subject) = (self.words(ty, arg.span), self.argument_of(id, n));
            if later_calls(n) || self.same_circle(id) || matches!(ty, Type::List(..)) && fixed::has_call(arg) {
                let slot = self.alloc(words);
                self.put(arg, ty, Want::Fresh(slot), &subject);
                kept.push((*param, slot, words));
            } else if fixed::has_call(arg) {
                let slot = self.put(arg, ty, Want::Anywhere, &subject);
                self.copy(*param, slot, words);
            } else {
                self.put(arg, ty, Want::Fresh(*param), &subject);
            }
        }
        self.argument_rooms(id, from);
        self.call_out(id, &kept, want)
    }

    /// An argument of a rule compiled in place, in a slot that nothing changes. A list whose room differs from the parameter's is copied.
    pub(super) fn argument(&mut self, id: RuleId, n: usize, arg: &'a Expr, rest: &[Expr]) -> Slot {
        let ty = &self.ir.rules[id.index()].locals[n].ty;
        self.same_bounds(&arg.ty, ty, arg.span);
        let (words, subject) = (self.words(ty, arg.span), self.argument_of(id, n));
        if matches!(ty, Type::List(..)) && self.words(&arg.ty, arg.span) != words {
            let slot = self.alloc(words);
            return self.put(arg, ty, Want::Fresh(slot), &subject);
        }
        let slot = self.eval_steady(arg, rest);
        self.check_stored(ty, slot, Some(arg), &subject);
        slot
    }

    fn argument_of(&self, id: RuleId, n: usize) -> Subject {
        let rule = &self.ir.rules[id.index()];
        Subject::Argument(rule.locals[n].name.clone(), rule.name.clone())
    }

    /// Calls the rule that a layer wraps, with the layer's own arguments. Both have the same types.
    fn call_layer(&mut self, layer: &'a ir::Rule, id: RuleId) -> Slot {
        let mut args = vec![];
        for (n, local) in layer.locals[..usize::from(layer.params)].iter().enumerate() {
            args.push((self.local(LocalId(n as u16)), self.words(&local.ty, layer.span)));
        }
        if self.may_inline(id) {
            let slots: Vec<Slot> = args.iter().map(|(slot, _)| *slot).collect();
            return self.inline(id, &slots, &vec![None; args.len()], Want::Anywhere);
        }
        let params = self.rules[id.index()].params.clone();
        let kept: Vec<_> = params.into_iter().zip(args).map(|(param, (slot, words))| (param, slot, words)).collect();
        self.call_out(id, &kept, Want::Anywhere)
    }

    pub(super) fn call_out(&mut self, id: RuleId, args: &[(Slot, Slot, usize)], want: Want) -> Slot {
        let rule = &self.ir.rules[id.index()];
        let words = rule.result.as_ref().map_or(0, |ty| self.words(ty, rule.span));
        let result = self.rules[id.index()].result;
        let circle = self.same_circle(id);
        if circle {
            self.emit(Op::Keep { from: 0, words: 0 });
        }
        let from = self.here();
        for (param, slot, words) in args {
            self.copy(*param, *slot, *words);
        }
        self.argument_rooms(id, from);
        self.emit_call(id);
        if !circle {
            return self.deliver(result, words, want);
        }
        // `Restore` would overwrite the result, so the result is kept elsewhere until then.
        let around = self.table_in_state(words);
        self.copy(around, result, words);
        self.emit(Op::Restore { from: 0, words: 0 });
        let dst = self.alloc(words.max(1));
        self.copy(dst, around, words);
        self.deliver(dst, words, want)
    }

    /// Room among the constants for a result that must survive `Restore`. No other constant is ever written, and this one is read at once.
    fn table_in_state(&mut self, words: usize) -> Slot {
        let slot = self.table(&vec![0; words.max(1)]);
        self.layout.around.push((slot, words.max(1)));
        slot
    }

    pub(super) fn emit_call(&mut self, id: RuleId) {
        let at = self.emit(Op::Call { to: 0, rule: id.0 });
        self.calls.push((at, id));
        let here = self.here();
        self.note_live(here);
    }

    fn same_circle(&self, id: RuleId) -> bool {
        self.graph.recursive[id.index()]
            && self.scope.rule_id.is_some_and(|own| self.graph.group[own.index()] == self.graph.group[id.index()])
    }

    pub(super) fn may_inline(&self, id: RuleId) -> bool {
        let small = self.graph.inline[id.index()] || !self.graph.recursive[id.index()] && self.formula_of(id).is_some();
        let room = self.code.len() < INLINE_ALL_CODE && self.code.len() - self.routine_start < INLINE_CODE;
        small && room && self.inline_depth < INLINE_DEPTH && !self.in_flow
    }

    /// The expression that a rule amounts to under the current params.
    pub(super) fn formula_of(&self, id: RuleId) -> Option<&'a Expr> {
        let rule = &self.ir.rules[id.index()];
        match &rule.body {
            RuleBody::Expr(e) => Some(e),
            RuleBody::Block(block) if !rule.is_turn => self.known_return(block),
            _ => None,
        }
    }

    /// The value that a block returns before anything else happens, if that is known beforehand.
    fn known_return(&self, block: &'a [ir::Stmt]) -> Option<&'a Expr> {
        for stmt in block {
            match &stmt.kind {
                ir::StmtKind::Return(value) => return value.as_ref(),
                ir::StmtKind::If { arms, otherwise } => {
                    let mut taken = otherwise.as_deref();
                    for (condition, block) in arms {
                        let ir::Condition::Expr(c) = condition else { return None };
                        match self.fold().word(c)? {
                            0 => {}
                            _ => {
                                taken = Some(block);
                                break;
                            }
                        }
                    }
                    if let Some(value) = taken.map(|block| self.known_return(block)) {
                        return value;
                    }
                }
                _ => return None,
            }
        }
        None
    }

    /// Compiles a rule at the place of its call.
    fn inline(&mut self, id: RuleId, args: &[Slot], intervals: &[Option<(i32, i32)>], want: Want) -> Slot {
        let rule = &self.ir.rules[id.index()];
        let words = rule.result.as_ref().map_or(0, |ty| self.words(ty, rule.span));
        let start = self.here();
        let result = if words == 0 { 0 } else { self.fresh(want, words) };
        let top = self.frame.top;
        let end = self.label();
        let mut scope = self.scope_of(rule, Return::InPlace { result, end });
        // Circles are recognized by the rule that owns the frame.
        scope.rule_id = self.scope.rule_id;
        for (n, slot) in args.iter().enumerate() {
            scope.slots[n] = Some(*slot);
            scope.intervals[n] = intervals[n];
        }
        let outer = std::mem::replace(&mut self.scope, scope);
        let (span, watching) = (self.span, self.watching.take());
        self.inline_depth += 1;
        if let Some(e) = self.formula_of(id) {
            self.result(rule, e, result);
        } else {
            self.rule_body(rule, result);
            // A jump to the very next instruction does nothing.
            if let Some((at, label)) = self.jumps.last().copied()
                && label == end
                && at + 1 == self.code.len()
                && !self.labels.contains(&Some(self.here()))
            {
                self.jumps.pop();
                self.code.pop();
                self.spans.pop();
            }
        }
        self.place(end);
        self.inline_depth -= 1;
        (self.span, self.watching) = (span, watching);
        self.scope = outer;
        self.free(top);
        self.inlined.push((start, self.here(), id));
        if words == 0 { 0 } else { self.deliver(result, words, want) }
    }
}
