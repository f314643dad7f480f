//! Compiles what is computed once, when rules and board come together: constants, computed columns, defaults and checks. `run` computes
//! them.

use std::collections::VecDeque;

use super::*;
use crate::ir::walk::Part;
use crate::ir::{ConstId, DeriveId, Expr, ExprKind, ExprPlace, Formula, KindId, Owner, Quantifier};
use crate::program::Entry;

mod run;

pub(super) use run::load;

/// Something to compute.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub entry: Entry,
    words: usize,
    /// Where the value goes. If there is one for each space, this is the first entry of their table.
    to: Slot,
    kind: StepKind,
    /// The type that the value must have, unless it may be anything.
    ty: Option<Type>,
    span: Span,
    /// What it is made from, if not from the track: `the rows of Hero`, or params. Empty if it is always the same.
    apart: Option<String>,
}

/// The cost of steps over links, to be compiled later.
pub(super) struct WaitingCost<'a> {
    pub value: &'a Expr,
    pub locals: &'a [ir::Local],
    /// The variable that holds the link, and its kind. `None` means one cost for all.
    pub link: Option<(LocalId, KindId)>,
    pub to: Slot,
    pub done: bool,
}

/// The costs that a step may have.
pub(super) const COSTS: std::ops::RangeInclusive<i32> = 0..=1_000_000;
pub(super) const COST_HINT: &str = "write a cost in this range, or limit it: `cost clamp(…, 0, 1000000)`";

/// The message for a step with an impossible cost.
pub(super) fn wrong_cost(cost: i32) -> String {
    format!("this step costs {cost}, but a step can only cost from {} to {}", COSTS.start(), COSTS.end())
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
        /// `None` means spaces.
        rows: Option<KindId>,
    },
    /// The default of a field of spaces, for the spaces that don't set it. `field` is the position among the fields of spaces.
    SpaceDefault {
        field: usize,
    },
    /// One starting value for all owners.
    Start {
        owners: usize,
    },
    /// A starting value for each owner.
    StartEach {
        owners: usize,
    },
    /// The cost of steps over links, for each link of a kind or for all.
    Cost {
        rows: Option<KindId>,
    },
    /// A value in the rules that no game changes.
    Hoist {
        of: ExprPlace,
    },
    /// A check of the track or the data as a whole.
    Check {
        problem: Arc<str>,
    },
    /// A check of each space or row.
    CheckEach {
        problem: Arc<str>,
        /// `None` means spaces.
        rows: Option<KindId>,
    },
}

/// What something is made from.
#[derive(Default)]
struct Made<'a> {
    of_track: bool,
    /// Rows, by their kinds.
    kinds: Vec<&'a str>,
    params: Vec<&'a str>,
    /// Rules and constants still to be searched.
    rules: Vec<RuleId>,
    consts: Vec<ConstId>,
}

/// Something that others may need first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Const(usize),
    Derive(usize),
    Default(usize),
}

/// The longest chain of values that need each other.
const MOST_NEEDED: usize = 200;

impl<'a> Compiler<'a> {
    /// Compiles everything that is computed when the board is loaded. What others need comes first.
    pub(super) fn load_steps(&mut self) {
        let ir = self.ir;
        self.note_load_rules();
        let mut done = BTreeMap::new();
        for n in 0..ir.consts.len() {
            self.node(Node::Const(n), 0, &mut done);
        }
        for n in 0..ir.derives.len() {
            self.node(Node::Derive(n), 0, &mut done);
        }
        for n in 0..ir.fields.len() {
            self.node(Node::Default(n), 0, &mut done);
        }
        for (n, field) in ir.fields.iter().enumerate().filter(|(_, field)| field.owner.is_of_state()) {
            let owners = self.owners(field.owner);
            if let Some(default) = field.default.as_ref().filter(|d| self.is_worked_out(field, d)) {
                let (to, _) = self.layout.fields[n];
                let own = default.locals.first().filter(|l| &*l.name == "self").map(|_| LocalId(0));
                let kind = if own.is_some() { StepKind::StartEach { owners } } else { StepKind::Start { owners } };
                self.step(default, own, &field.ty, to, kind, field.span);
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

    /// Whether the machine must compute a default. If the field is too large, which has been reported, it need not.
    fn is_worked_out(&self, field: &ir::Field, default: &Formula) -> bool {
        let fold = self.fold();
        self.sizes.words(&fold, &field.ty).is_some() && fold.words(&default.expr).is_none()
    }

    /// Notes the rules that run while the board is loaded. They can't use what is known only afterwards.
    fn note_load_rules(&mut self) {
        let mut rules = vec![];
        for formula in self.ir.formulas() {
            ir::walk::calls_in(&formula.expr, &mut |rule| rules.push(rule));
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

    fn node(&mut self, node: Node, depth: usize, done: &mut BTreeMap<Node, bool>) {
        let ir = self.ir;
        let (formula, span) = match node {
            Node::Const(n) => (&ir.consts[n].value, ir.consts[n].span),
            Node::Derive(n) => (&ir.derives[n].value, ir.derives[n].span),
            Node::Default(n) => {
                let field = &ir.fields[n];
                match (&field.default, field.owner) {
                    (Some(d), Owner::Space | Owner::Track) if self.is_worked_out(field, d) => (d, field.span),
                    _ => return,
                }
            }
        };
        match done.get(&node) {
            Some(true) => return,
            Some(false) => {
                self.problem(Code::NotConstant, span, "this is made from itself");
                return;
            }
            None if depth > MOST_NEEDED => {
                let message = "this needs too much else to be worked out before it, one after the other";
                self.problem(Code::TooDeep, span, message);
                return;
            }
            None => done.insert(node, false),
        };
        for needed in self.needs(&formula.expr) {
            self.node(needed, depth + 1, done);
        }
        done.insert(node, true);
        match node {
            Node::Const(n) => {
                let c = &ir.consts[n];
                let kind =
                    StepKind::Const { name: c.name.clone(), problem: c.problem.clone(), optional: may_be_any(&c.value.expr.ty) };
                self.step(formula, None, &c.value.expr.ty, self.layout.consts[n], kind, c.span);
            }
            Node::Derive(n) => {
                let d = &ir.derives[n];
                let rows = match d.owner {
                    Owner::Rows(kind) => Some(kind),
                    _ => None,
                };
                let optional = may_be_any(&d.ty);
                let kind = StepKind::Derive { name: d.name.clone(), problem: d.problem.clone(), optional, rows };
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

    /// The constants and columns that an expression reads, itself or through the rules it calls.
    fn needs(&self, e: &Expr) -> Vec<Node> {
        let (mut nodes, mut rules) = (vec![], vec![]);
        ir::walk::expr(e, &mut |e| nodes.extend(self.needs_shallow(e)));
        ir::walk::calls_in(e, &mut |rule| rules.push(rule));
        let mut seen = vec![false; self.ir.rules.len()];
        for rule in rules {
            let mut waiting = VecDeque::from([rule]);
            while let Some(rule) = waiting.pop_front() {
                if !std::mem::replace(&mut seen[rule.index()], true) {
                    ir::walk::rule(&self.ir.rules[rule.index()], &mut |e| nodes.extend(self.needs_shallow(e)));
                    waiting.extend(&self.graph.calls[rule.index()]);
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
        let costs = self.compile_costs();
        self.steps.extend(costs);
        let apart = self.apart_from_track(&formula.expr);
        self.steps.push(Step { entry, words, to, kind, ty: Some(ty.clone()), span, apart });
    }

    /// Compiles an expression to be run by itself.
    fn formula(&mut self, e: &'a Expr, locals: &'a [ir::Local], input: Option<LocalId>, ty: &Type) -> Entry {
        self.ensure_in(|see| ir::walk::all(Part::Expr(e), see));
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
            unset: vec![],
            loops: vec![],
            ret: Return::Stop,
            rule: "test".into(),
            rule_id: None,
            result_ty: None,
        };
        let outer = std::mem::replace(&mut self.scope, scope);
        let base = self.frames_end;
        let frame = self.enter_frame(Frame { base, top: base, high: base });
        let routine_start = std::mem::replace(&mut self.routine_start, self.code.len());
        let made = make(self);
        self.routine_start = routine_start;
        // Pieces of code that run alone never run together, but may call rules compiled later.
        self.alone_end = self.alone_end.max(self.frame.high);
        self.scope = outer;
        self.leave_frame(frame);
        made
    }

    fn check(&mut self, check: &'a ir::Check) {
        let f = &check.condition;
        let problem = check.problem.clone();
        match &f.expr.kind {
            ExprKind::Query(q)
                if q.quantifier == Quantifier::Every && matches!(q.source.kind, ExprKind::All(Type::Space | Type::Row(_))) =>
            {
                let rows = if let ExprKind::All(Type::Row(k)) = q.source.kind { Some(k) } else { None };
                self.ensure_in(|see| ir::walk::all(Part::Expr(&f.expr), see));
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
                let kind = StepKind::CheckEach { problem, rows };
                let costs = self.compile_costs();
                self.steps.extend(costs);
                self.steps.push(Step { entry, words: 1, to: 0, kind, ty: None, span: check.span, apart: None });
            }
            _ => self.step(f, None, &Type::Bool, 0, StepKind::Check { problem }, check.span),
        }
    }

    /// What an expression is made from, if not from the track: rows of data, or else params.
    fn apart_from_track(&self, e: &Expr) -> Option<String> {
        let ir = self.ir;
        let mut made = Made::default();
        let (mut rules, mut consts) = (BTreeSet::new(), BTreeSet::new());
        ir::walk::expr(e, &mut |e| self.note_made(e, &mut made));
        loop {
            if let Some(RuleId(rule)) = made.rules.pop() {
                if rules.insert(rule) {
                    ir::walk::rule(&ir.rules[usize::from(rule)], &mut |e| self.note_made(e, &mut made));
                }
            } else if let Some(ConstId(c)) = made.consts.pop() {
                if consts.insert(c) {
                    ir::walk::expr(&ir.consts[usize::from(c)].value.expr, &mut |e| self.note_made(e, &mut made));
                }
            } else {
                break;
            }
        }
        let rows = (!made.kinds.is_empty()).then(|| format!("the rows of {}", made.kinds.join(" and ")));
        let params = || made.params.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
        (!made.of_track).then(|| rows.unwrap_or_else(params))
    }

    fn note_made(&self, e: &Expr, made: &mut Made<'a>) {
        let ir = self.ir;
        match &e.kind {
            ExprKind::All(Type::Row(kind)) => {
                let kind = &ir.kinds[kind.index()];
                made.of_track |= kind.on_track.is_some();
                if !made.kinds.contains(&&*kind.name) {
                    made.kinds.push(&kind.name);
                }
            }
            ExprKind::All(Type::Space) | ExprKind::Link { .. } | ExprKind::RowsAt { .. } | ExprKind::Longest(_) => {
                made.of_track = true;
            }
            ExprKind::Named(_) => made.of_track |= !matches!(e.ty, Type::Row(k) if ir.kinds[k.index()].on_track.is_none()),
            ExprKind::Field { field, .. } => {
                made.of_track |= matches!(ir.fields[field.index()].owner, Owner::Space | Owner::Track);
            }
            ExprKind::Derived { derive: DeriveId(n), .. } => {
                made.of_track |= ir.derives[usize::from(*n)].owner == Owner::Space;
            }
            ExprKind::Param(param) => {
                let name = &*ir.params[param.index()].name;
                if !made.params.contains(&name) {
                    made.params.push(name);
                }
            }
            ExprKind::Const(c) => made.consts.push(*c),
            ExprKind::Call { rule, .. } => made.rules.push(*rule),
            _ => {}
        }
    }

    /// Whether values that no game changes may be computed beforehand here.
    pub(super) fn hoists(&self, e: &Expr) -> bool {
        let here = !self.loading && !self.scope.rule_id.is_some_and(|r| self.load_rules[r.index()]);
        let beforehand = match self.in_place {
            InPlace::These(known) => !known.contains(&e.place()),
            InPlace::All => false,
        };
        here && beforehand && self.is_fixed(e)
    }

    /// The place of a value that is computed when the board is loaded.
    pub(super) fn hoist(&mut self, e: &'a Expr, words: usize) -> Slot {
        if let Some((.., slot)) = self.waiting.iter().find(|(known, ..)| known.place() == e.place()) {
            return *slot;
        }
        let slot = self.table(&vec![0; words]);
        self.waiting.push((e, self.scope.locals, slot));
        slot
    }

    /// Compiles the values put off by [`Compiler::hoist`].
    pub(super) fn load_hoisted(&mut self) {
        self.loading = true;
        for (e, locals, to) in std::mem::take(&mut self.waiting) {
            let words = self.words(&e.ty, e.span);
            let entry = self.formula(e, locals, None, &e.ty);
            let costs = self.compile_costs();
            self.hoisted.extend(costs);
            self.hoisted.push(Step {
                entry,
                words,
                to,
                kind: StepKind::Hoist { of: e.place() },
                ty: None,
                span: e.span,
                apart: None,
            });
        }
        let costs = self.compile_costs();
        self.hoisted.extend(costs);
    }

    /// Compiles the costs that have come up since. They are computed before the values that need them.
    fn compile_costs(&mut self) -> Vec<Step> {
        let mut steps = vec![];
        while let Some(n) = self.costs.iter().position(|cost| !cost.done) {
            self.costs[n].done = true;
            let WaitingCost { value, locals, link, to, .. } = self.costs[n];
            let ty = Type::int();
            let entry = self.formula(value, locals, link.map(|(local, _)| local), &ty);
            let kind = StepKind::Cost { rows: link.map(|(_, kind)| kind) };
            // A cost may need others, which come first.
            steps.insert(0, Step { entry, words: 1, to, kind, ty: Some(ty), span: value.span, apart: None });
        }
        steps
    }
}

/// Whether the word that stands for none is a value like any other: in an optional value, and among the bits of a set.
fn may_be_any(ty: &Type) -> bool {
    matches!(ty, Type::Optional(_) | Type::Set(_) | Type::List(..) | Type::Per(..))
}
