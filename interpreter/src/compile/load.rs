//! What is worked out once, when rules and board come together: constants, computed columns, defaults, checks.

use super::*;
use crate::ir::{ConstId, DeriveId, Expr, ExprKind, Formula, Owner, Quantifier};
use crate::program::Entry;
use crate::vm::{Machine, Quiet, Stop};

/// Something to work out.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub entry: Entry,
    words: usize,
    /// Where the value goes; for spaces the first of a table.
    to: Slot,
    kind: StepKind,
    span: Span,
}

#[derive(Clone, Debug)]
enum StepKind {
    Const {
        name: Arc<str>,
        problem: Option<Arc<str>>,
        optional: bool,
    },
    Derive {
        name: Arc<str>,
        problem: Option<Arc<str>>,
        optional: bool,
    },
    /// The default of a field of spaces, for those that give none: by position among the fields of spaces.
    SpaceDefault {
        field: usize,
    },
    /// A starting value for so many owners.
    Start {
        owners: usize,
    },
    /// A value of the rules that no game changes.
    Hoist {
        of: *const Expr,
    },
    /// A check of the whole board.
    Check {
        problem: Arc<str>,
    },
    /// A check of each space.
    CheckSpace {
        problem: Arc<str>,
    },
}

/// What constants and columns are made from each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    Const(usize),
    Derive(usize),
    Default(usize),
}

impl<'a> Compiler<'a> {
    /// Compiles everything that is worked out when the board is loaded, in the order in which it needs each other.
    pub(super) fn load_steps(&mut self) {
        let ir = self.ir;
        self.note_load_rules();
        let mut done: Vec<(Node, bool)> = vec![];
        for n in 0..ir.consts.len() {
            self.node(Node::Const(n), &mut done);
        }
        for n in 0..ir.derives.len() {
            self.node(Node::Derive(n), &mut done);
        }
        for n in 0..ir.fields.len() {
            self.node(Node::Default(n), &mut done);
        }
        for (n, field) in ir.fields.iter().enumerate() {
            let owners = match field.owner {
                Owner::State => 1,
                Owner::Player => self.sizes.players,
                Owner::Piece(p) => self.piece_count(p),
                Owner::Space | Owner::Track => continue,
            };
            if let Some(default) = field.default.as_ref().filter(|d| self.fold().words(&d.expr).is_none()) {
                let (to, _) = self.layout.fields[n];
                self.step(default, None, &field.ty, to, StepKind::Start { owners }, field.span);
            }
        }
        for (n, piece) in ir.pieces.iter().enumerate() {
            if let Some(start) = &piece.start {
                let (to, owners) = self.layout.pieces[n];
                self.step(start, None, &Type::Space, to, StepKind::Start { owners }, piece.span);
            }
        }
        for check in &ir.checks {
            self.check(check);
        }
    }

    fn formulas(&self) -> Vec<&'a Formula> {
        let ir = self.ir;
        let mut all: Vec<&Formula> = vec![];
        all.extend(ir.consts.iter().map(|c| &c.value));
        all.extend(ir.derives.iter().map(|d| &d.value));
        all.extend(ir.fields.iter().filter_map(|f| f.default.as_ref()));
        all.extend(ir.pieces.iter().filter_map(|p| p.start.as_ref()));
        all.extend(ir.checks.iter().map(|c| &c.condition));
        all
    }

    /// Rules that run while the board is loaded can't use what is only known afterwards.
    fn note_load_rules(&mut self) {
        let mut rules = vec![];
        for formula in self.formulas() {
            ir::walk::expr(&formula.expr, &mut |e| {
                if let ExprKind::Call { rule, .. } = e.kind {
                    rules.push(rule);
                }
            });
        }
        let mut load = vec![false; self.ir.rules.len()];
        while let Some(rule) = rules.pop() {
            if !std::mem::replace(&mut load[rule.index()], true) {
                rules.extend(self.graph.calls[rule.index()].iter().copied());
            }
        }
        self.load_rules = load;
        self.loading = true;
    }

    fn node(&mut self, node: Node, done: &mut Vec<(Node, bool)>) {
        let ir = self.ir;
        let (formula, span) = match node {
            Node::Const(n) => (&ir.consts[n].value, ir.consts[n].span),
            Node::Derive(n) => (&ir.derives[n].value, ir.derives[n].span),
            Node::Default(n) => {
                let field = &ir.fields[n];
                match (&field.default, field.owner) {
                    (Some(d), Owner::Space | Owner::Track) if self.fold().words(&d.expr).is_none() => (d, field.span),
                    _ => return,
                }
            }
        };
        match done.iter().find(|(n, _)| *n == node) {
            Some((_, true)) => return,
            Some((_, false)) => {
                self.problem(Code::NotConstant, span, "this is made from itself");
                return;
            }
            None => done.push((node, false)),
        }
        for needed in self.needs(&formula.expr, &mut vec![]) {
            self.node(needed, done);
        }
        if let Some(entry) = done.iter_mut().find(|(n, _)| *n == node) {
            entry.1 = true;
        }
        match node {
            Node::Const(n) => {
                let c = &ir.consts[n];
                let kind =
                    StepKind::Const { name: c.name.clone(), problem: c.problem.clone(), optional: c.value.expr.ty.is_optional() };
                self.step(formula, None, &c.value.expr.ty, self.layout.consts[n], kind, c.span);
            }
            Node::Derive(n) => {
                let d = &ir.derives[n];
                let kind = StepKind::Derive { name: d.name.clone(), problem: d.problem.clone(), optional: d.ty.is_optional() };
                self.step(formula, Some(LocalId(0)), &d.ty, self.layout.derives[n].0, kind, d.span);
            }
            Node::Default(n) => {
                let field = &ir.fields[n];
                let position = ir.fields[..n].iter().filter(|f| f.owner == Owner::Space).count();
                let (to, _) = self.layout.fields[n];
                if field.owner == Owner::Space {
                    self.step(formula, Some(LocalId(0)), &field.ty, to, StepKind::SpaceDefault { field: position }, span);
                } else {
                    self.step(formula, None, &field.ty, to, StepKind::Start { owners: 1 }, span);
                }
            }
        }
    }

    /// The constants and columns that an expression reads, through the rules that it calls.
    fn needs(&self, e: &Expr, seen: &mut Vec<RuleId>) -> Vec<Node> {
        let mut nodes = vec![];
        let mut rules = vec![];
        ir::walk::expr(e, &mut |e| match e.kind {
            ExprKind::Const(ConstId(n)) => nodes.push(Node::Const(usize::from(n))),
            ExprKind::Derived { derive: DeriveId(n), .. } => nodes.push(Node::Derive(usize::from(n))),
            ExprKind::Field { field, .. } => nodes.push(Node::Default(field.index())),
            ExprKind::Call { rule, .. } => rules.push(rule),
            _ => {}
        });
        for rule in rules {
            if !seen.contains(&rule) {
                seen.push(rule);
                let mut inner = vec![];
                ir::walk::rule(&self.ir.rules[rule.index()], &mut |e| {
                    inner.extend(self.needs_shallow(e));
                });
                nodes.extend(inner);
                for callee in self.graph.calls[rule.index()].clone() {
                    if !seen.contains(&callee) {
                        seen.push(callee);
                        ir::walk::rule(&self.ir.rules[callee.index()], &mut |e| nodes.extend(self.needs_shallow(e)));
                    }
                }
            }
        }
        nodes
    }

    fn needs_shallow(&self, e: &Expr) -> Option<Node> {
        match e.kind {
            ExprKind::Const(ConstId(n)) => Some(Node::Const(usize::from(n))),
            ExprKind::Derived { derive: DeriveId(n), .. } => Some(Node::Derive(usize::from(n))),
            ExprKind::Field { field, .. } => Some(Node::Default(field.index())),
            _ => None,
        }
    }

    fn step(&mut self, formula: &'a Formula, input: Option<LocalId>, ty: &Type, to: Slot, kind: StepKind, span: Span) {
        let words = self.words(ty, span);
        let entry = self.formula(&formula.expr, &formula.locals, input, ty);
        self.steps.push(Step { entry, words, to, kind, span });
    }

    /// Compiles an expression to be run by itself.
    fn formula(&mut self, e: &'a Expr, locals: &'a [ir::Local], input: Option<LocalId>, ty: &Type) -> Entry {
        self.ensure_in(|see| ir::walk::expr(e, see));
        self.alone(locals, |this| {
            let inputs: Vec<Slot> = input.map(|l| this.declare(l)).into_iter().collect();
            let words = this.words(ty, e.span);
            let result = this.alloc(words);
            let pc = this.here();
            this.eval_as(e, ty, Want::Fresh(result));
            this.emit(Op::Stop {});
            Entry { pc, inputs, result }
        })
    }

    /// Compiles something with variables of its own, in a frame above all others.
    pub(super) fn alone<T>(&mut self, locals: &'a [ir::Local], make: impl FnOnce(&mut Self) -> T) -> T {
        let scope = Scope {
            locals,
            slots: vec![None; locals.len()],
            assigned: (0..locals.len()).map(|n| LocalId(n as u16)).collect(),
            intervals: vec![None; locals.len()],
            loops: vec![],
            ret: Return::Stop,
            rule: "test".into(),
            rule_id: None,
        };
        let outer = std::mem::replace(&mut self.scope, scope);
        let base = self.frames_end;
        let frame = std::mem::replace(&mut self.frame, Frame { base, top: base, high: base });
        let made = make(self);
        // Nothing that runs alone runs together with another such thing; but what is compiled later may be called by it.
        self.alone_end = self.alone_end.max(self.frame.high);
        self.scope = outer;
        self.frame = frame;
        made
    }

    fn check(&mut self, check: &'a ir::Check) {
        let f = &check.condition;
        let problem = check.problem.clone();
        match &f.expr.kind {
            ExprKind::Query(q) if q.quantifier == Quantifier::Every && matches!(q.source.kind, ExprKind::All(Type::Space)) => {
                self.ensure_in(|see| ir::walk::expr(&f.expr, see));
                let entry = self.alone(&f.locals, |this| {
                    let input = this.declare(q.local);
                    let result = this.alloc(1);
                    let pc = this.here();
                    this.span = f.expr.span;
                    let (yes, end) = (this.label(), this.label());
                    let (zero, one) = (this.constant(0), this.constant(1));
                    if let Some(filter) = &q.filter {
                        this.branch(filter, yes, false);
                    }
                    if let Some(value) = &q.value {
                        this.branch(value, yes, true);
                    }
                    this.emit(Op::Move { dst: result, src: zero });
                    this.jump(Op::Jump { to: 0 }, end);
                    this.place(yes);
                    this.emit(Op::Move { dst: result, src: one });
                    this.place(end);
                    this.emit(Op::Stop {});
                    Entry { pc, inputs: vec![input], result }
                });
                let kind = StepKind::CheckSpace { problem };
                self.steps.push(Step { entry, words: 1, to: 0, kind, span: check.span });
            }
            _ => self.step(f, None, &Type::Bool, 0, StepKind::Check { problem }, check.span),
        }
    }

    /// Whether values that no game changes may be worked out beforehand here.
    pub(super) fn hoists(&self, e: &Expr) -> bool {
        let here = !self.loading && !self.scope.rule_id.is_some_and(|r| self.load_rules[r.index()]);
        let beforehand = match self.in_place {
            InPlace::These(known) => !known.iter().any(|k| std::ptr::eq(*k, e)),
            InPlace::All => false,
        };
        here && beforehand && self.is_fixed(e)
    }

    /// The place of a value that is worked out when the board is loaded.
    pub(super) fn hoist(&mut self, e: &'a Expr, words: usize) -> Slot {
        let key = std::ptr::from_ref(e);
        if let Some((.., slot)) = self.waiting.iter().find(|(known, ..)| std::ptr::eq(*known, key)) {
            return *slot;
        }
        let slot = self.table(&vec![0; words]);
        self.waiting.push((e, self.scope.locals, slot));
        slot
    }

    /// Compiles what was put off.
    pub(super) fn load_hoisted(&mut self) {
        self.loading = true;
        for (e, locals, to) in std::mem::take(&mut self.waiting) {
            let words = self.words(&e.ty, e.span);
            let entry = self.formula(e, locals, None, &e.ty);
            self.hoisted.push(Step { entry, words, to, kind: StepKind::Hoist { of: e }, span: e.span });
        }
    }
}

/// Runs the steps and writes their values into the program's memory. Returns what is wrong with the board, and the values of rules
/// that could not be worked out.
pub(super) fn load(
    program: &mut Program,
    steps: &[Step],
    hoisted: &[Step],
    board: &Board,
) -> (Vec<Diagnostic>, Vec<*const Expr>) {
    let (mut problems, mut failed) = (vec![], vec![]);
    let mut machine = Machine::new(program);
    for step in steps.iter().chain(hoisted) {
        let mut spaces = 0..1;
        let each = matches!(step.kind, StepKind::Derive { .. } | StepKind::SpaceDefault { .. } | StepKind::CheckSpace { .. });
        if each {
            spaces = 0..board.spaces.len();
        }
        for space in spaces {
            if let StepKind::SpaceDefault { field } = step.kind
                && board.spaces[space].fields.get(field).is_some_and(Option::is_some)
            {
                continue;
            }
            if let Some(input) = step.entry.inputs.first() {
                machine.memory[usize::from(*input)] = space as i32;
            }
            let stop = machine.run_entry(program, step.entry.pc, &mut Quiet);
            let place = each.then(|| &board.spaces[space]);
            if let Stop::Trap(code, pc) = stop {
                machine.memory[crate::program::header::DEPTH] = 0;
                if let StepKind::Hoist { of } = step.kind {
                    failed.push(of);
                    continue;
                }
                problems.push(unknown(program, step, place, board, Some((code, pc))));
                continue;
            }
            let result = usize::from(step.entry.result);
            let value: Vec<i32> = machine.memory[result..result + step.words].to_vec();
            let copies = match &step.kind {
                StepKind::Check { problem } | StepKind::CheckSpace { problem } => {
                    if value[0] == 0 {
                        let at = place.and_then(|s| s.span).or(board.span);
                        let message = match place {
                            Some(s) => format!("`{}`: {problem}", s.id),
                            None => problem.to_string(),
                        };
                        problems.push(
                            Diagnostic { span: at, ..Diagnostic::error(Code::CheckFailed, Span::default(), message) }
                                .label(step.span, "this check of the rules fails")
                                .hint("change the track so that it holds, or the check where the rules ask too much"),
                        );
                    }
                    continue;
                }
                StepKind::Const { optional, .. } | StepKind::Derive { optional, .. } if !optional && value[0] == NONE => {
                    problems.push(unknown(program, step, place, board, None));
                    1
                }
                StepKind::Start { owners } => *owners,
                _ => 1,
            };
            for copy in 0..copies.max(1) {
                let at = usize::from(step.to) + (space + copy) * step.words;
                machine.memory[at..at + step.words].copy_from_slice(&value);
                program.image[at..at + step.words].copy_from_slice(&value);
            }
        }
    }
    (problems, failed)
}

/// The problem of a value that can't be found.
fn unknown(
    program: &Program,
    step: &Step,
    place: Option<&BoardSpace>,
    board: &Board,
    trap: Option<(crate::vm::TrapCode, Pc)>,
) -> Diagnostic {
    let (name, given) = match &step.kind {
        StepKind::Const { name, problem, .. } | StepKind::Derive { name, problem, .. } => (Some(name), problem.as_ref()),
        _ => (None, None),
    };
    let why = trap.map_or("there is none on this track".to_owned(), |(code, _)| code.message().to_owned());
    let mut message = match (given, name) {
        (Some(text), _) => text.to_string(),
        (None, Some(name)) => format!("`{name}` can't be worked out on this track: {why}"),
        (None, None) => format!("this can't be worked out on this track: {why}"),
    };
    if let Some(space) = place {
        message = format!("`{}`: {message}", space.id);
    }
    let on_track = place.and_then(|s| s.span).or(board.span);
    let in_rules = trap.and_then(|(_, pc)| program.spans.get(usize::from(pc)).copied()).unwrap_or(step.span);
    let problem = Diagnostic::error(Code::NoSuchOnTrack, step.span, message);
    match on_track {
        Some(span) => Diagnostic { span: Some(span), ..problem }.label(in_rules, "worked out here"),
        None => problem,
    }
}
