//! Computes what was compiled for the board, and reports what is wrong with the board.

use super::*;
use crate::ir::fold::UNSET;
use crate::program::header;
use crate::show::checked;
use crate::vm::{FUEL, Machine, Quiet, Stop, TrapCode};

/// The fuel for everything computed when a board is loaded. One value gets at most as much of it as a decision.
const LOAD_FUEL: u32 = 200_000_000;

/// Runs the steps and writes their values into the program's memory. Returns what is wrong with the board, and the values of rules that
/// could not be computed.
pub(in crate::compile) fn load(
    program: &mut Program,
    steps: &[Step],
    hoisted: &[Step],
    board: &Board,
) -> (Vec<Diagnostic>, Vec<ExprPlace>) {
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
                let why = if code == TrapCode::Internal { MADE_OF_NOTHING } else { code.message() };
                let checked = checked(program, &machine, code, pc);
                let (told, instead) = checked.unwrap_or_else(|| (why.to_owned(), None));
                let hint = instead.or_else(|| code.hint().map(str::to_owned));
                let problem = unknown(step, place, board, &told, at, &ir);
                let says_itself = problem.message.contains(&told);
                said.add(&mut problems, why, place, Diagnostic { hint: hint.filter(|_| says_itself), ..problem });
                // What doesn't end for one space doesn't end for any other.
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
                    let why = "it comes to none";
                    let problem = unknown(step, place, board, why, None, &ir);
                    let hint = "say what to take instead, `… otherwise …`, or what is wrong: `else \"…\"`";
                    let says_itself = problem.message.contains(why);
                    said.add(&mut problems, why, place, if says_itself { problem.hint(hint) } else { problem });
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
            // A missing value has been reported already.
            let some = step.ty.as_ref().filter(|ty| ty.is_optional() || value.first() != Some(&NONE));
            if let Some(wrong) = some.and_then(|ty| crate::data::out_of_range(&fold, ty, &value)) {
                let message = format!("{} is out of its range: {wrong}", named(step, &ir));
                said.add(&mut problems, "range", place, on_board(step, place, board, message, None));
            }
            let is_table = step
                .ty
                .as_ref()
                .is_some_and(|ty| matches!(ty, Type::Per(of, _) if !matches!(**of, Type::Set(_) | Type::List(..))));
            if is_table && value.contains(&UNSET) {
                let why = "it has entries without a value";
                said.add(&mut problems, why, place, unknown(step, place, board, why, None, &ir).hint(ENTRIES_HINT));
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

/// The problem of a failed check: the space or row where it fails, and what can be changed there.
fn failed_check(step: &Step, place: Option<&Place>, board: &Board, problem: &str, ir: &Ir) -> Diagnostic {
    let is_data = |kind: &KindId| ir.kinds[kind.index()].on_track.is_none();
    let (message, at, what) = match (place, &step.kind) {
        (Some((name, span)), StepKind::CheckEach { rows: Some(kind), .. }) if is_data(kind) => {
            (format!("`{name}`: {problem}"), *span, format!("`{name}` in its file"))
        }
        (Some((name, span)), _) => (format!("`{name}`: {problem}"), span.or(board.span), format!("`{name}` on the track")),
        (None, _) => match &step.apart {
            Some(what) => (problem.to_owned(), None, what.clone()),
            None => (problem.to_owned(), board.span, "the track".to_owned()),
        },
    };
    let hint = match &*what {
        "" => "change the check: no track and no param can make it hold".to_owned(),
        what => format!("change {what}, or the check if it asks too much"),
    };
    let problem = Diagnostic::error(Code::CheckFailed, at.unwrap_or(step.span), message);
    let problem = if at.is_some() { problem.label(step.span, "the check") } else { problem };
    problem.hint(hint)
}

/// What to do about a table that has been filled in part.
const ENTRIES_HINT: &str = "store a value under every key, or begin with one everywhere: `[else: …]`";

/// Why a value is missing, if it depends on another missing value that has been reported.
const MADE_OF_NOTHING: &str = "something that it depends on has no value here";

/// What a value is computed for: a space or a row, and its place in the file.
type Place = (Arc<str>, Option<Span>);

/// The problems already reported for a value computed for each space: the reason, and the index of its problem.
#[derive(Default)]
struct Said(Vec<(&'static str, usize)>);

/// The number of further spaces that one problem names.
const MOST_LABELS: usize = 20;

impl Said {
    /// Adds a problem. If another space has the same one, that problem names this space as well.
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
fn unknown(step: &Step, place: Option<&Place>, board: &Board, why: &str, at: Option<Span>, ir: &Ir) -> Diagnostic {
    let message = match &step.kind {
        StepKind::Const { problem: Some(text), .. } | StepKind::Derive { problem: Some(text), .. } => text.to_string(),
        _ => {
            let place = if step.apart.is_some() { "" } else { " on this track" };
            format!("{} can't be worked out{place}: {why}", named(step, ir))
        }
    };
    on_board(step, place, board, message, at)
}

/// The name that the rules give to the value.
fn named(step: &Step, ir: &Ir) -> String {
    match &step.kind {
        StepKind::Const { name, .. } | StepKind::Derive { name, .. } => format!("`{name}`"),
        _ => {
            ir.fields.iter().find(|field| field.span == step.span).map_or("this".to_owned(), |field| format!("`{}`", field.name))
        }
    }
}

/// A problem of a value, shown on the track for which it is computed.
fn on_board(step: &Step, place: Option<&Place>, board: &Board, message: String, at: Option<Span>) -> Diagnostic {
    let message = match place {
        Some((name, _)) => format!("`{name}`: {message}"),
        None => message,
    };
    let on_track = place.and_then(|(_, span)| *span).or(board.span.filter(|_| step.apart.is_none()));
    let in_rules = at.unwrap_or(step.span);
    let problem = Diagnostic::error(Code::NoSuchOnTrack, in_rules, message);
    match on_track {
        Some(span) => Diagnostic { span: Some(span), ..problem }.label(in_rules, "worked out here"),
        None => problem,
    }
}
