//! Turns resolved rules, a board, parameters and a number of players into a program.
//!
//! Every rule's frame has a fixed address. Callees lie below their callers, and frames of rules that can't be active together overlap. So
//! every operand of every instruction is an address, and a call only pushes the place to return to.
//!
//! A rule that calls itself saves its frame around the call. With fixed frames rather than a stack, operands need no base, and a load or a
//! jump is one instruction.
//!
//! Parameters are compiled in. Changing one compiles the rules again, which takes a few milliseconds, and whatever a parameter rules out
//! costs nothing in play.
//!
//! Compiling always ends. Calls go at most 500 deep, loading a board runs on one tank of fuel, and whatever is too large is refused before
//! memory is taken for it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::fold::{Fold, NONE, Words};
use crate::ir::shape::Sizes;
use crate::ir::{self, Ir, LocalId, RuleId, Type};
use crate::program::{
    Checkpoint, DiceTable, HopTable, Layout, LoopPlace, Op, Part, Pc, Program, Progress, Room, RuleCode, Site, Slot, Stream,
    Subject, Template, TestCode,
};
use crate::source::Span;

mod access;
mod board;
mod branch;
mod builtin;
mod call;
mod cards;
mod check;
mod choose;
mod emit;
mod expr;
mod fixed;
mod held;
mod hiding;
mod layout;
mod list;
mod load;
mod query;
mod stmt;
mod template;
mod tests;
mod tidy;
mod watch;

pub use board::{Board, BoardSpace};
use emit::Label;

/// The input of the compiler.
pub struct Setup<'a> {
    pub ir: Arc<Ir>,
    pub board: &'a Board,
    /// The value of every param, in order.
    pub params: Vec<Words>,
    pub players: usize,
    /// Positions in [`Ir::tests`] of the tests to compile with the rules.
    pub tests: &'a [usize],
}

/// Compiles a program. Problems that only concern the board (a failed `check`) are errors too, but the program is returned with them, so
/// that the board can be looked at.
pub fn compile(setup: Setup<'_>) -> (Option<Program>, Vec<Diagnostic>) {
    let rows = setup.board.tables.counts();
    let longest = setup.board.tables.longest();
    let sizes = Sizes { players: setup.players, spaces: setup.board.spaces.len(), rows, longest };
    let ir = setup.ir.clone();
    let graph = call::Graph::new(&ir);
    if let Some(problem) = graph.too_deep(&ir) {
        return (None, vec![problem]);
    }
    let mut in_place = InPlace::These(vec![]);
    for round in 0.. {
        let mut compiler = Compiler::new(&ir, setup.board, &setup.params, sizes.clone(), graph.clone(), &in_place);
        compiler.all(setup.tests);
        let (program, problems, failed) = compiler.finish(ir.clone(), setup.players, setup.params.clone());
        if failed.is_empty() {
            return (program, problems);
        }
        // The game may never reach this expression: `if size(everyone) > 3 { … player(4) … }`. If it fails, let it fail there.
        in_place = match in_place {
            InPlace::These(mut known) if known.len() < MOST_IN_PLACE && round < MOST_ROUNDS => {
                known.extend(failed);
                InPlace::These(known)
            }
            _ => InPlace::All,
        };
    }
    unreachable!("where nothing is worked out beforehand, nothing fails")
}

/// Which values are computed where they stand although no game changes them.
enum InPlace {
    These(Vec<ir::ExprPlace>),
    All,
}

/// Computes everything where it stands.
const ALL_IN_PLACE: &InPlace = &InPlace::All;

/// If more values than this fail beforehand, all are computed where they stand.
const MOST_IN_PLACE: usize = 50;
/// The number of times the remaining values are tried again.
const MOST_ROUNDS: usize = 5;

/// Where to put a value: anywhere, in a slot that nothing else uses yet, or in a slot that the expression may still read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Anywhere,
    Fresh(Slot),
    Into(Slot),
}

/// The targets of `break` and `continue`.
struct Loop {
    exit: Label,
    next: Label,
}

/// What a `return` does.
#[derive(Clone, Copy)]
enum Return {
    /// Returns to the caller, with the result in the frame.
    ToCaller { result: Slot, ends_turn: bool },
    /// Jumps to the end of a rule compiled in place.
    InPlace { result: Slot, end: Label },
    /// Stops, in a test or the flow.
    Stop,
}

/// The variables of the routine being compiled.
struct Scope<'a> {
    locals: &'a [ir::Local],
    slots: Vec<Option<Slot>>,
    /// Variables that change after their declaration.
    assigned: Vec<LocalId>,
    /// The known bounds of int variables.
    intervals: Vec<Option<(i32, i32)>>,
    /// Variables that were declared without a value.
    unset: Vec<LocalId>,
    loops: Vec<Loop>,
    ret: Return,
    /// The rule's name, which also names the stream of `random`.
    rule: Arc<str>,
    rule_id: Option<RuleId>,
    /// The type of the values it returns.
    result_ty: Option<&'a Type>,
}

impl Scope<'_> {
    fn is_assigned(&self, local: LocalId) -> bool {
        self.assigned.contains(&local)
    }
}

/// The words of the frame being compiled.
#[derive(Clone, Copy, Default)]
struct Frame {
    base: usize,
    top: usize,
    high: usize,
}

struct Compiler<'a> {
    ir: &'a Ir,
    board: &'a Board,
    params: &'a [Words],
    sizes: Sizes,
    problems: Vec<Diagnostic>,

    code: Vec<Op>,
    spans: Vec<Span>,
    span: Span,
    subjects: BTreeMap<Pc, Subject>,
    /// The place of each label, once it is known.
    labels: Vec<Option<Pc>>,
    /// Instructions whose target is a label.
    jumps: Vec<(usize, Label)>,
    /// `Call`s, by instruction. They get their targets at the end.
    calls: Vec<(usize, RuleId)>,

    memory: Vec<i32>,
    /// The next free address for constants.
    constants_end: usize,
    pool: BTreeMap<i32, Slot>,
    wide_pool: BTreeMap<Words, Slot>,
    /// Texts that are values: those of the board, then those that rules choose from.
    texts: Vec<Arc<str>>,
    /// The starts of tables whose entries are counted from another address, that of an entry 0 which they may not have.
    table_starts: BTreeMap<Slot, BTreeSet<Slot>>,
    param_slots: Vec<Option<Slot>>,
    layout: Layout,
    constants_start: usize,
    frames_end: usize,

    graph: call::Graph,
    rules: Vec<RuleCode>,
    inlined: Vec<(Pc, Pc, RuleId)>,
    inline_depth: usize,
    /// Where the code of the current routine begins.
    routine_start: usize,
    live: Vec<(Pc, Slot, Slot)>,
    rooms: Vec<Room>,
    /// The rooms of the current frame that are still in use, by position.
    open_rooms: Vec<usize>,
    sites: Vec<Site>,
    messages: Vec<Template>,
    dice: Vec<DiceTable>,
    streams: Vec<Stream>,
    cards: Vec<crate::program::Cards>,
    checkpoints: Vec<Checkpoint>,
    flow_loops: Vec<LoopPlace>,
    hops: Vec<HopTable>,
    tests: Vec<TestCode>,
    steps: Vec<load::Step>,
    hoisted: Vec<load::Step>,
    /// Expressions to evaluate when the board is loaded, each with its variables and the place for its value.
    waiting: Vec<(&'a ir::Expr, &'a [ir::Local], Slot)>,
    /// Rules that run while the board is loaded.
    load_rules: Vec<bool>,
    loading: bool,
    /// The address after the frames of code that runs alone.
    alone_end: usize,
    /// The `ways(…)` of the expectation being compiled, by their conditions.
    counted: Vec<(ir::ExprPlace, Slot)>,
    watched: watch::Watched,
    /// Set while the condition of a `whenever` that goes through players is compiled.
    watching: Option<watch::Watching>,
    /// Costs of steps over links, to be computed when the board is loaded.
    costs: Vec<load::WaitingCost<'a>>,
    in_place: &'a InPlace,

    scope: Scope<'a>,
    frame: Frame,
    in_flow: bool,
    too_big: bool,
}

impl<'a> Compiler<'a> {
    fn new(
        ir: &'a Ir,
        board: &'a Board,
        params: &'a [Words],
        sizes: Sizes,
        graph: call::Graph,
        in_place: &'a InPlace,
    ) -> Compiler<'a> {
        let scope = Scope {
            locals: &[],
            slots: vec![],
            assigned: vec![],
            intervals: vec![],
            unset: vec![],
            loops: vec![],
            ret: Return::Stop,
            rule: "".into(),
            rule_id: None,
            result_ty: None,
        };
        let mut compiler = Compiler {
            ir,
            board,
            params,
            sizes,
            problems: vec![],
            code: vec![],
            spans: vec![],
            subjects: BTreeMap::new(),
            span: Span::default(),
            labels: vec![],
            jumps: vec![],
            calls: vec![],
            memory: vec![],
            constants_end: 0,
            pool: BTreeMap::new(),
            wide_pool: BTreeMap::new(),
            texts: board.texts.clone(),
            table_starts: BTreeMap::new(),
            param_slots: vec![None; ir.params.len()],
            layout: Layout::default(),
            constants_start: 0,
            frames_end: 0,
            graph,
            rules: vec![RuleCode::default(); ir.rules.len()],
            inlined: vec![],
            inline_depth: 0,
            routine_start: 0,
            live: vec![],
            rooms: vec![],
            open_rooms: vec![],
            sites: vec![],
            messages: vec![],
            dice: vec![],
            streams: vec![],
            cards: vec![],
            checkpoints: vec![],
            flow_loops: vec![],
            hops: vec![],
            tests: vec![],
            steps: vec![],
            hoisted: vec![],
            waiting: vec![],
            load_rules: vec![false; ir.rules.len()],
            loading: false,
            alone_end: 0,
            counted: vec![],
            watched: watch::Watched::default(),
            watching: None,
            costs: vec![],
            in_place,
            scope,
            frame: Frame::default(),
            in_flow: false,
            too_big: false,
        };
        compiler.watched = compiler.what_is_watched();
        compiler.lay_out();
        compiler
    }

    fn fold(&self) -> Fold<'_> {
        Fold { ir: self.ir, params: self.params, sizes: &self.sizes }
    }

    /// The number of words in a value of the type.
    fn words(&mut self, ty: &Type, span: Span) -> usize {
        match self.sizes.words(&self.fold(), ty) {
            Some(n) => n,
            None => {
                let problem = crate::ir::shape::too_big(span);
                if !self.problems.contains(&problem) {
                    self.problems.push(problem);
                }
                1
            }
        }
    }

    /// Names whatever takes the most room.
    fn what_is_large(&self) -> String {
        let numbers = |field: &ir::Field| {
            let owners = match field.owner {
                ir::Owner::Track => 1,
                ir::Owner::Space => self.sizes.spaces,
                ir::Owner::Rows(kind) => self.sizes.rows.get(kind.index()).copied().unwrap_or(0),
                of_state => self.owners(of_state),
            };
            self.sizes.words(&self.fold(), &field.ty).unwrap_or(0) * owners
        };
        let fields: Vec<(usize, &str)> = self.ir.fields.iter().map(|field| (numbers(field), &*field.name)).collect();
        let total: usize = fields.iter().map(|(n, _)| n).sum();
        match fields.into_iter().max() {
            _ if self.code.len() > 60_000 => {
                "the rules become more than 65000 instructions; what is written again and again can be one rule".to_owned()
            }
            Some((most, name)) if total > 10_000 => {
                format!(
                    "the fields hold {total} numbers in all, `{name}` alone {most}; with variables and constants 65536 are the most"
                )
            }
            _ => "look for large lists and tables within rules: a list's `max` says how much room it takes".to_owned(),
        }
    }

    fn problem(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, span, message));
    }

    /// Compiles everything that can be reached.
    fn all(&mut self, tests: &[usize]) {
        self.check_literals(tests);
        self.load_steps();
        self.loading = false;
        if let Some(flow) = self.ir.flow {
            self.ensure(flow);
        }
        if let Some(p) = self.ir.prospects {
            self.ensure(p);
        }
        for &t in tests {
            self.test(t);
        }
        self.check_unused();
        self.load_hoisted();
    }

    /// Reports wrong keys of tables wherever they stand, and wrong names of rows in rules, because rows are the same on every track.
    fn check_literals(&mut self, tests: &[usize]) {
        let ir = self.ir;
        for rule in &ir.rules {
            ir::walk::rule(rule, &mut |e| {
                if let ir::ExprKind::Named(name) = &e.kind {
                    self.named_row(e, name);
                }
                self.check_keys(e);
            });
        }
        ir.formulas().for_each(|formula| ir::walk::expr(&formula.expr, &mut |e| self.check_keys(e)));
        for line in tests.iter().flat_map(|test| &ir.tests[*test].lines) {
            ir::walk::test_line(line, &mut |part| {
                if let ir::walk::Part::Expr(e) = part {
                    self.check_keys(e);
                }
            });
        }
    }

    fn check_keys(&mut self, e: &ir::Expr) {
        let problems = ir::table::wrong_keys(&self.fold(), e);
        self.problems.extend(problems);
    }

    /// The program, its problems, and the values that could not be computed beforehand.
    fn finish(
        mut self,
        ir: Arc<Ir>,
        players: usize,
        params: Vec<Words>,
    ) -> (Option<Program>, Vec<Diagnostic>, Vec<ir::ExprPlace>) {
        let stub = self.code.len();
        let prospects = self.ir.prospects.map(|rule| self.prospects_entry(rule));
        debug_assert!(stub <= self.code.len());
        for &(at, rule) in &self.calls {
            let to = self.rules[rule.index()].entry.unwrap_or(0);
            self.code[at] = self.code[at].retarget(to);
        }
        for &(at, label) in &self.jumps {
            let to = self.labels[label.0].expect("every label is placed");
            self.code[at] = self.code[at].retarget(to);
        }
        if self.code.len() >= usize::from(u16::MAX) {
            self.too_big = true;
        }
        let frames_end = self.frames_end.max(self.alone_end).max(usize::from(self.layout.frames));
        let recursive = self.graph.any_recursive();
        self.layout.stack = frames_end as Slot;
        self.layout.stack_len = if recursive { 200 } else { self.graph.depth() + 2 };
        self.layout.kept = (frames_end + self.layout.stack_len) as Slot;
        self.layout.kept_len = if recursive { 4096 } else { 0 };
        let state_len = frames_end + self.layout.stack_len + self.layout.kept_len;
        if state_len > self.constants_start || self.constants_end > crate::vm::MEMORY {
            self.too_big = true;
        }
        if self.too_big {
            let span = self.ir.game.span;
            let problem = Diagnostic::error(Code::TooBig, span, "rules and board together are larger than the machine can hold");
            let hint = self.what_is_large();
            self.problems.push(problem.hint(hint));
            return (None, self.problems, vec![]);
        }
        self.layout.params = self.param_slots;
        self.memory.resize(self.constants_end.max(state_len), 0);
        self.inlined.sort_by_key(|(from, to, _)| (*to, Reverse(*from)));
        self.live.sort_unstable();
        self.live.dedup_by_key(|(at, ..)| *at);
        let mut program = Program {
            ir,
            players,
            params,
            code: self.code,
            steps: crate::program::fill_up(&[]),
            spans: self.spans,
            subjects: self.subjects,
            image: self.memory,
            state_len,
            layout: self.layout,
            flow: 0,
            rules: self.rules,
            inlined: self.inlined,
            sites: self.sites,
            live: self.live,
            rooms: self.rooms,
            messages: self.messages,
            dice: self.dice,
            streams: self.streams,
            checkpoints: self.checkpoints,
            hops: self.hops,
            prospects,
            tests: self.tests,
            names: (1..=players).map(|n| format!("Player {n}").into()).collect(),
            piece_names: vec![],
            spaces: self.board.spaces.iter().map(|s| s.id.clone()).collect(),
            called: self.board.spaces.iter().map(|s| s.id.clone()).collect(),
            sizes: self.sizes,
            rows: self.board.tables.kinds.clone(),
            texts: self.texts,
            cards: self.cards,
            positions: self.board.spaces.iter().map(|s| ((s.at.0 * 1000.0) as i64, (s.at.1 * 1000.0) as i64)).collect(),
            hiding: crate::program::Hiding::default(),
            in_play: Default::default(),
        };
        if let Some(flow) = program.ir.flow {
            program.flow = program.rules[flow.index()].entry.unwrap_or(0);
            program.image[crate::program::header::PC] = i32::from(program.flow);
        }
        let mut places: Vec<&mut Pc> = self.steps.iter_mut().chain(&mut self.hoisted).map(|s| &mut s.entry.pc).collect();
        let words = tidy::Words { literals: &self.pool, table_starts: &self.table_starts };
        tidy::tidy(&mut program, &mut places, &words);
        if let Err(wrong) = crate::program::verify::verify(&program) {
            let span = program.spans.get(usize::from(wrong.pc)).copied().unwrap_or_default();
            let text = format!(
                "the compiler made a faulty instruction: {}; this is a fault of Coursesetter, not of the rules",
                wrong.what
            );
            self.problems.push(Diagnostic::error(Code::TooBig, span, text));
            return (None, self.problems, vec![]);
        }
        program.steps = crate::program::fill_up(&program.code);
        program.hiding = hiding::hiding(&program);
        let (problems, failed) = load::load(&mut program, &self.steps, &self.hoisted, self.board);
        // If something can't be computed, a name that the track lacks may be the cause.
        let wrong = crate::diagnostic::has_errors(&self.problems);
        self.problems.extend(problems.into_iter().filter(|p| !wrong || p.code != Code::NoSuchOnTrack));
        (Some(program), self.problems, failed)
    }

    fn prospects_entry(&mut self, rule: RuleId) -> crate::program::Entry {
        let pc = self.here();
        let code = self.rules[rule.index()].clone();
        self.emit_call(rule);
        self.emit(Op::Stop {});
        crate::program::Entry { pc, inputs: code.params, result: code.result }
    }

    fn local(&mut self, local: LocalId) -> Slot {
        match self.scope.slots[local.index()] {
            Some(slot) => slot,
            None => self.declare(local),
        }
    }

    /// Gives a variable its place in the frame.
    fn declare(&mut self, local: LocalId) -> Slot {
        let l = &self.scope.locals[local.index()];
        let words = self.words(&l.ty, l.span);
        let slot = self.alloc(words);
        self.scope.slots[local.index()] = Some(slot);
        self.scope.intervals[local.index()] = None;
        slot
    }

    fn none(&mut self) -> Slot {
        self.constant(NONE)
    }
}
