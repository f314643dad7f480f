//! What is worked out once, when rules and board come together: constants, computed columns, defaults, checks.

use std::collections::VecDeque;

use super::*;
use crate::ir::{ConstId, DeriveId, Expr, ExprKind, Formula, KindId, Owner, Quantifier};
use crate::program::{Entry, header};
use crate::vm::{FUEL, Machine, Quiet, Stop, TrapCode};

/// Something to work out.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub entry: Entry,
    words: usize,
    /// Where the value goes; for spaces the first of a table.
    to: Slot,
    kind: StepKind,
    /// What the value must be; `None` where it may be anything.
    ty: Option<Type>,
    span: Span,
}

/// The cost of steps over links that is still to be compiled.
pub(super) struct WaitingCost<'a> {
    pub value: &'a Expr,
    pub locals: &'a [ir::Local],
    /// The variable that is the link, and its kind; `None`: one cost for all.
    pub link: Option<(LocalId, KindId)>,
    pub to: Slot,
    pub done: bool,
}

/// What a step may cost.
pub(super) const COSTS: std::ops::RangeInclusive<i32> = 0..=1_000_000;
pub(super) const COST_HINT: &str =
    "write a cost in this range; what may lie outside of it is limited by `cost clamp(…, 0, 1000000)`";

/// Says that a step can't cost that.
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
        /// `None`: of spaces.
        rows: Option<KindId>,
    },
    /// The default of a field of spaces, for those that give none: by position among the fields of spaces.
    SpaceDefault {
        field: usize,
    },
    /// A starting value for so many owners.
    Start {
        owners: usize,
    },
    /// A starting value for each of so many owners.
    StartEach {
        owners: usize,
    },
    /// What steps over links cost, for each link of a kind or for all.
    Cost {
        rows: Option<KindId>,
    },
    /// A value of the rules that no game changes.
    Hoist {
        of: *const Expr,
    },
    /// A check of the whole board, or of nothing but these rows of data.
    Check {
        problem: Arc<str>,
        data: Option<String>,
    },
    /// A check of each space, or row.
    CheckEach {
        problem: Arc<str>,
        /// `None`: of spaces.
        rows: Option<KindId>,
    },
}

/// What constants and columns are made from each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Const(usize),
    Derive(usize),
    Default(usize),
}

/// How many may need each other, one after the other.
const MOST_NEEDED: usize = 200;
/// Fuel for all that is worked out when a board is loaded, and for one value of it what a decision has.
const LOAD_FUEL: u32 = 200_000_000;

impl<'a> Compiler<'a> {
    /// Compiles everything that is worked out when the board is loaded, in the order in which it needs each other.
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

    /// Whether a default takes the machine. Of a field that is too large, which is said, it doesn't.
    fn is_worked_out(&self, field: &ir::Field, default: &Formula) -> bool {
        let fold = self.fold();
        self.sizes.words(&fold, &field.ty).is_some() && fold.words(&default.expr).is_none()
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

    /// The constants and columns that an expression reads, through the rules that it calls.
    fn needs(&self, e: &Expr) -> Vec<Node> {
        let (mut nodes, mut rules) = (vec![], vec![]);
        ir::walk::expr(e, &mut |e| {
            nodes.extend(self.needs_shallow(e));
            if let ExprKind::Call { rule, .. } = e.kind {
                rules.push(rule);
            }
        });
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
        self.steps.push(Step { entry, words, to, kind, ty: Some(ty.clone()), span });
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
            result_ty: None,
        };
        let outer = std::mem::replace(&mut self.scope, scope);
        let base = self.frames_end;
        let frame = self.enter_frame(Frame { base, top: base, high: base });
        let routine_start = std::mem::replace(&mut self.routine_start, self.code.len());
        let made = make(self);
        self.routine_start = routine_start;
        // Nothing that runs alone runs together with another such thing; but what is compiled later may be called by it.
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
                let kind = StepKind::CheckEach { problem, rows };
                let costs = self.compile_costs();
                self.steps.extend(costs);
                self.steps.push(Step { entry, words: 1, to: 0, kind, ty: None, span: check.span });
            }
            _ => self.step(f, None, &Type::Bool, 0, StepKind::Check { problem, data: self.data_alone(&f.expr) }, check.span),
        }
    }

    /// The kinds of rows that an expression is about, if it is about nothing of the track.
    fn data_alone(&self, e: &Expr) -> Option<String> {
        let (mut kinds, mut track) = (vec![], false);
        ir::walk::expr(e, &mut |e| match &e.kind {
            ExprKind::All(Type::Row(kind)) => {
                let kind = &self.ir.kinds[kind.index()];
                track |= kind.on_track.is_some();
                if !kinds.contains(&&*kind.name) {
                    kinds.push(&*kind.name);
                }
            }
            ExprKind::All(Type::Space) | ExprKind::Link { .. } | ExprKind::Const(_) | ExprKind::Call { .. } => track = true,
            ExprKind::Field { field, .. } => {
                track |= matches!(self.ir.fields[field.index()].owner, Owner::Space | Owner::Track);
            }
            _ => {}
        });
        (!kinds.is_empty() && !track).then(|| kinds.join(" and "))
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
            let costs = self.compile_costs();
            self.hoisted.extend(costs);
            self.hoisted.push(Step { entry, words, to, kind: StepKind::Hoist { of: e }, ty: None, span: e.span });
        }
        let costs = self.compile_costs();
        self.hoisted.extend(costs);
    }

    /// Compiles the costs that came up since: they are worked out before what needs them.
    fn compile_costs(&mut self) -> Vec<Step> {
        let mut steps = vec![];
        while let Some(n) = self.costs.iter().position(|cost| !cost.done) {
            self.costs[n].done = true;
            let WaitingCost { value, locals, link, to, .. } = self.costs[n];
            let ty = Type::int();
            let entry = self.formula(value, locals, link.map(|(local, _)| local), &ty);
            let kind = StepKind::Cost { rows: link.map(|(_, kind)| kind) };
            // A cost may need others in its turn; those come first.
            steps.insert(0, Step { entry, words: 1, to, kind, ty: Some(ty), span: value.span });
        }
        steps
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
    let mut left = LOAD_FUEL;
    let mut machine = Machine::new(program).without_journal();
    let (ir, params) = (program.ir.clone(), program.params.clone());
    let sizes = program.sizes.clone();
    let fold = Fold { ir: &ir, params: &params, sizes: &sizes };
    for step in steps.iter().chain(hoisted) {
        let mut spaces = 0..1;
        let of_links = matches!(step.kind, StepKind::Cost { rows: Some(_) });
        let each =
            matches!(step.kind, StepKind::Derive { .. } | StepKind::SpaceDefault { .. } | StepKind::CheckEach { .. }) || of_links;
        let rows = match step.kind {
            StepKind::CheckEach { rows: Some(k), .. }
            | StepKind::Derive { rows: Some(k), .. }
            | StepKind::Cost { rows: Some(k) } => board.tables.kinds.get(k.index()),
            _ => None,
        };
        if each {
            spaces = 0..rows.map_or(board.spaces.len(), |rows| rows.len());
        }
        if let StepKind::StartEach { owners } = step.kind {
            spaces = 0..owners;
        }
        let mut said = Said::default();
        for space in spaces {
            if let StepKind::SpaceDefault { field } = step.kind
                && board.spaces[space].fields.get(field).is_some_and(Option::is_some)
            {
                continue;
            }
            if let Some(input) = step.entry.inputs.first() {
                machine.memory[usize::from(*input)] = space as i32;
            }
            let mut tank = left.min(FUEL);
            left -= tank;
            let stop = machine.run_entry_on(&mut tank, program, step.entry.pc, &mut Quiet);
            left += tank;
            let place = each.then(|| match rows {
                Some(rows) => (rows.names[space].clone(), Some(rows.spans[space])),
                None => (board.spaces[space].id.clone(), board.spaces[space].span),
            });
            let place = place.as_ref();
            if let Stop::Trap(code, pc) = stop {
                let pc = if code == TrapCode::Fuel { machine.endless(program, pc).pc } else { pc };
                machine.memory[header::DEPTH] = 0;
                machine.memory[header::KEPT] = 0;
                if let StepKind::Hoist { of } = step.kind {
                    failed.push(of);
                    continue;
                }
                if let StepKind::SpaceDefault { .. } = step.kind {
                    let at = usize::from(step.to) + space * step.words;
                    program.image[at..at + step.words].fill(NONE);
                }
                let at = program.spans.get(usize::from(pc)).copied().filter(|_| code != TrapCode::Internal);
                // What is made from something that is not there, which is said, is not there either.
                let why = if code == TrapCode::Internal { THERE_IS_NONE } else { code.message() };
                said.add(&mut problems, why, place, unknown(step, place, board, why, at));
                // What doesn't come to an end here, does so nowhere.
                if code == TrapCode::Fuel {
                    break;
                }
                continue;
            }
            let result = usize::from(step.entry.result);
            let value: Vec<i32> = machine.memory[result..result + step.words].to_vec();
            let copies = match &step.kind {
                StepKind::Check { problem, .. } | StepKind::CheckEach { problem, .. } => {
                    if value[0] == 0 {
                        problems.push(failed_check(step, place, board, problem, &ir));
                    }
                    continue;
                }
                StepKind::Const { optional, .. } | StepKind::Derive { optional, .. }
                    if !optional && value.first() == Some(&NONE) =>
                {
                    let why = THERE_IS_NONE;
                    said.add(&mut problems, why, place, unknown(step, place, board, why, None));
                    1
                }
                StepKind::Start { owners } => *owners,
                _ => 1,
            };
            if let (StepKind::Cost { .. }, [cost]) = (&step.kind, value.as_slice())
                && !COSTS.contains(cost)
            {
                let problem = on_board(step, place, board, wrong_cost(*cost), None).hint(COST_HINT);
                said.add(&mut problems, "cost", place, problem);
            }
            // That there is none is said already.
            let some = step.ty.as_ref().filter(|ty| ty.is_optional() || value.first() != Some(&NONE));
            if let Some(wrong) = some.and_then(|ty| crate::data::out_of_range(&fold, ty, &value)) {
                let message = format!("what this comes to is out of its range: {wrong}");
                said.add(&mut problems, "range", place, on_board(step, place, board, message, None));
            }
            for copy in 0..copies.max(1) {
                let at = usize::from(step.to) + (space + copy) * step.words;
                machine.memory[at..at + step.words].copy_from_slice(&value);
                program.image[at..at + step.words].copy_from_slice(&value);
            }
        }
    }
    (problems, failed)
}

/// The problem of a check that fails: on the space or row where it does, and what can be changed there.
fn failed_check(step: &Step, place: Option<&Place>, board: &Board, problem: &str, ir: &Ir) -> Diagnostic {
    let is_data = |kind: &KindId| ir.kinds[kind.index()].on_track.is_none();
    let (message, at, what) = match (place, &step.kind) {
        (Some((name, span)), StepKind::CheckEach { rows: Some(kind), .. }) if is_data(kind) => {
            (format!("`{name}`: {problem}"), *span, format!("`{name}` in its file"))
        }
        (Some((name, span)), _) => (format!("`{name}`: {problem}"), span.or(board.span), format!("`{name}` on the track")),
        (None, StepKind::Check { data: Some(kinds), .. }) => (problem.to_owned(), None, format!("the rows of {kinds}")),
        (None, _) => (problem.to_owned(), board.span, "the track".to_owned()),
    };
    let hint = format!("change {what} so that it holds, or the check where the rules ask too much");
    let problem = Diagnostic::error(Code::CheckFailed, at.unwrap_or(step.span), message);
    let problem = if at.is_some() { problem.label(step.span, "this check of the rules fails") } else { problem };
    problem.hint(hint)
}

/// Why there is no value.
const THERE_IS_NONE: &str = "there is none on this track";

/// Where something is worked out: a space or a row, and its place in the file.
type Place = (Arc<str>, Option<Span>);

/// Whether the word that stands for none is a value like others: of what may be none, and of the bits of a set.
fn may_be_any(ty: &Type) -> bool {
    matches!(ty, Type::Optional(_) | Type::Set(_) | Type::List(..) | Type::Per(..))
}

/// What was said already of something that is worked out for each space: the reason, and which problem says so.
#[derive(Default)]
struct Said(Vec<(&'static str, usize)>);

/// Further spaces that one problem names.
const MOST_LABELS: usize = 20;

impl Said {
    /// Adds a problem; one that is known of another space names this one as well.
    fn add(&mut self, problems: &mut Vec<Diagnostic>, why: &'static str, place: Option<&Place>, problem: Diagnostic) {
        let Some((_, known)) = self.0.iter().find(|(reason, _)| *reason == why) else {
            self.0.push((why, problems.len()));
            return problems.push(problem);
        };
        let labels = &mut problems[*known].labels;
        if let Some(span) = place.and_then(|(_, span)| *span).filter(|_| labels.len() < MOST_LABELS) {
            labels.push((span, "and here".into()));
        }
    }
}

/// The problem of a value that can't be found.
fn unknown(step: &Step, place: Option<&Place>, board: &Board, why: &str, at: Option<Span>) -> Diagnostic {
    let (name, given) = match &step.kind {
        StepKind::Const { name, problem, .. } | StepKind::Derive { name, problem, .. } => (Some(name), problem.as_ref()),
        _ => (None, None),
    };
    let message = match (given, name) {
        (Some(text), _) => text.to_string(),
        (None, Some(name)) => format!("`{name}` can't be worked out on this track: {why}"),
        (None, None) => format!("this can't be worked out on this track: {why}"),
    };
    on_board(step, place, board, message, at)
}

/// A problem of a value and the track that it is worked out for.
fn on_board(step: &Step, place: Option<&Place>, board: &Board, message: String, at: Option<Span>) -> Diagnostic {
    let message = match place {
        Some((name, _)) => format!("`{name}`: {message}"),
        None => message,
    };
    let on_track = place.and_then(|(_, span)| *span).or(board.span);
    let in_rules = at.unwrap_or(step.span);
    let problem = Diagnostic::error(Code::NoSuchOnTrack, step.span, message);
    match on_track {
        Some(span) => Diagnostic { span: Some(span), ..problem }.label(in_rules, "worked out here"),
        None => problem,
    }
}
