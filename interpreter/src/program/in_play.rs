//! What of the rules a game can come to under its settings: `if tactics_as_well { … }` leads nowhere while that parameter is off, and a field
//! that only such rules would change stays as it is.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::Program;
use crate::ir::fold::{NONE, arithmetic, compare};
use crate::ir::walk::{self, Part};
use crate::ir::*;
use crate::source::Span;

/// The parts of the rules that matter in a game.
#[derive(Clone, Debug, Default)]
pub struct InPlay {
    pub rules: BTreeSet<RuleId>,
    pub dice: BTreeSet<DiceId>,
    pub params: BTreeSet<ParamId>,
    /// The places of options that can be offered.
    pub options: BTreeSet<Span>,
    /// The fields of the state, players and pieces that have the same value for all, from the beginning to the end.
    pub fixed: BTreeSet<FieldId>,
}

impl InPlay {
    /// Finds out what of the rules a game can come to, beginning with the flow. What only bots look at doesn't count.
    pub(super) fn of(program: &Program) -> InPlay {
        let mut search = Search::new(program);
        while search.pass() {}
        let ir = &program.ir;
        let begins_alike = |n: &FieldId| search.begins[n.index()].is_some() || ir.fields[n.index()].default.is_none();
        let is_fixed = |n: &FieldId| ir.fields[n.index()].owner.is_of_state() && !search.written.contains(n) && begins_alike(n);
        let fields = (0..ir.fields.len()).map(|n| FieldId(n as u16));
        let mut params = search.found.params;
        of_shapes(ir, &mut |e| {
            if let ExprKind::Param(param) = e.kind {
                params.insert(param);
            }
        });
        InPlay { params, fixed: fields.filter(is_fixed).collect(), ..search.found }
    }
}

/// Calls `see` with everything that says how large or how many something is.
fn of_shapes(ir: &Ir, see: &mut dyn FnMut(&Expr)) {
    let fields = ir.fields.iter().map(|field| &field.ty);
    fields.chain(ir.params.iter().map(|param| &param.ty)).for_each(|ty| of_type(ty, see));
    let dice = ir.dice.iter().map(|dice| &dice.faces);
    let counts =
        dice.chain(ir.pieces.iter().map(|piece| &piece.count)).chain(ir.piles.iter().filter_map(|pile| pile.max.as_ref()));
    counts.for_each(|e| walk::expr(e, &mut |e| see(e)));
}

fn of_type(ty: &Type, see: &mut dyn FnMut(&Expr)) {
    let mut both = |a: &Expr, b: &Expr| [a, b].into_iter().for_each(|e| walk::expr(e, &mut |e| see(e)));
    match ty {
        Type::Int(Some(bounds)) => both(&bounds.0, &bounds.1),
        Type::Optional(of) | Type::Set(of) => of_type(of, see),
        Type::List(of, most) => {
            most.iter().for_each(|most| walk::expr(most, &mut |e| see(e)));
            of_type(of, see);
        }
        Type::Per(of, keys) => {
            for key in keys.iter() {
                if let Key::Range(low, high) = key {
                    both(low, high);
                }
            }
            of_type(of, see);
        }
        _ => {}
    }
}

/// The values of a rule's parameters, as far as they are the same in all calls.
type Args = Vec<Option<i32>>;

/// How deep values are worked out that call others.
const DEPTH: u32 = 8;
/// So many expressions are worked out at most; the value of any other is unknown.
const FUEL: u32 = 1_000_000;

/// Assumes that fields and parameters of rules are constant until something is found that makes them others, and then begins anew.
struct Search<'p> {
    program: &'p Program,
    /// For each field, the value that it begins with.
    begins: Vec<Option<i32>>,
    written: BTreeSet<FieldId>,
    args: BTreeMap<RuleId, Args>,
    /// Whether an assumption has proved wrong.
    is_wrong: bool,
    fuel: Cell<u32>,
    left: Vec<RuleId>,
    found: InPlay,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program) -> Self {
        let fold = program.fold();
        let begin = |field: &Field| match &field.default {
            Some(formula) if field.owner.is_of_state() => fold.word(&formula.expr),
            _ => None,
        };
        let begins = program.ir.fields.iter().map(begin).collect();
        let (written, args) = (BTreeSet::new(), BTreeMap::new());
        Search { program, begins, written, args, is_wrong: false, fuel: Cell::new(FUEL), left: vec![], found: InPlay::default() }
    }

    /// Follows all that is in play. Returns whether an assumption has proved wrong.
    fn pass(&mut self) -> bool {
        let program = self.program;
        let ir = &*program.ir;
        (self.is_wrong, self.found) = (false, InPlay::default());
        self.left = ir.flow.into_iter().chain(ir.whenevers.iter().copied()).collect();
        ir.formulas().for_each(|formula| self.follow(Part::Expr(&formula.expr), &vec![]));
        while let Some(id) = self.left.pop() {
            if !self.found.rules.insert(id) {
                continue;
            }
            let rule = &ir.rules[id.index()];
            let args = self.args.get(&id).cloned().unwrap_or_else(|| vec![None; usize::from(rule.params)]);
            match &rule.body {
                RuleBody::Block(block) => {
                    self.block(block, &args);
                }
                RuleBody::Expr(e) => self.follow(Part::Expr(e), &args),
                RuleBody::Watch => {}
                RuleBody::Before { first: a, then: b } | RuleBody::After { inner: a, then: b } => {
                    [*a, *b].into_iter().for_each(|layer| self.call(layer, args.clone()));
                }
            }
        }
        self.is_wrong
    }

    /// A rule is called with these values.
    fn call(&mut self, rule: RuleId, mut args: Args) {
        args.resize(usize::from(self.program.ir.rules[rule.index()].params), None);
        let known = self.args.entry(rule).or_insert_with(|| args.clone());
        for (known, arg) in known.iter_mut().zip(args) {
            if known.is_some() && *known != arg {
                *known = None;
                self.is_wrong = true;
            }
        }
        // What was followed with fewer values in mind is followed again in the next pass.
        self.left.push(rule);
    }

    /// Follows the statements of a block. Returns whether it is sure to be left.
    fn block(&mut self, block: &'p [Stmt], args: &Args) -> bool {
        for stmt in block {
            match &stmt.kind {
                StmtKind::If { arms, otherwise } => {
                    if self.arms(arms, otherwise.as_ref(), args, &mut |search, block| search.block(block, args)) {
                        return true;
                    }
                }
                _ => self.follow(Part::Stmt(stmt), args),
            }
            if matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Fail(_)) {
                return true;
            }
        }
        false
    }

    /// Follows those arms to which it can come. Returns whether the only such arm is sure to leave.
    fn arms<T>(
        &mut self,
        arms: &'p [(Condition, T)],
        otherwise: Option<&'p T>,
        args: &Args,
        inside: &mut dyn FnMut(&mut Self, &'p T) -> bool,
    ) -> bool {
        let mut is_open = false;
        for (condition, arm) in arms {
            self.follow(Part::Expr(condition.expr()), args);
            match self.holds(condition, args) {
                Some(false) => {}
                Some(true) => return inside(self, arm) && !is_open,
                None => {
                    is_open = true;
                    inside(self, arm);
                }
            }
        }
        otherwise.is_some_and(|arm| inside(self, arm)) && !is_open
    }

    /// The same for the arms of a `match`.
    fn cases<T>(&self, subject: &Expr, arms: &'p [(Vec<Expr>, T)], otherwise: Option<&'p T>, args: &Args) -> Vec<&'p T> {
        let all = || arms.iter().map(|(_, arm)| arm).chain(otherwise).collect();
        let Some(word) = self.word(subject, args, 0) else { return all() };
        let fits =
            |(cases, _): &&(Vec<Expr>, T)| cases.iter().any(|case| self.word(case, args, 0).is_none_or(|case| case == word));
        arms.iter().find(fits).map(|(_, arm)| arm).or(otherwise).into_iter().collect()
    }

    fn holds(&self, condition: &Condition, args: &Args) -> Option<bool> {
        match condition {
            Condition::Expr(e) => Some(self.word(e, args, 0)? != 0),
            Condition::Let(_, e) => (self.word(e, args, 0)? == NONE).then_some(false),
        }
    }

    fn is_never(&self, filter: Option<&Expr>, args: &Args) -> bool {
        filter.is_some_and(|filter| self.word(filter, args, 0) == Some(0))
    }

    fn follow(&mut self, part: Part<'p>, args: &Args) {
        match part {
            Part::Expr(e) => self.expr(e, args),
            Part::Stmt(s) => self.stmt(s, args),
        }
    }

    fn inside(&mut self, part: Part<'p>, args: &Args) {
        let mut inner = vec![];
        walk::parts(part, &mut |part| inner.push(part));
        inner.into_iter().for_each(|part| self.follow(part, args));
    }

    fn expr(&mut self, e: &'p Expr, args: &Args) {
        match &e.kind {
            ExprKind::If { arms, otherwise } => {
                self.arms(arms, Some(&**otherwise), args, &mut |search, value| {
                    search.follow(Part::Expr(value), args);
                    true
                });
                return;
            }
            ExprKind::Match { subject, arms, otherwise } => {
                self.follow(Part::Expr(subject), args);
                let values = self.cases(subject, arms, otherwise.as_deref(), args);
                values.into_iter().for_each(|value| self.follow(Part::Expr(value), args));
                return;
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.follow(Part::Expr(a), args);
                let decides = i32::from(matches!(e.kind, ExprKind::Or(..)));
                if self.word(a, args, 0) != Some(decides) {
                    self.follow(Part::Expr(b), args);
                }
                return;
            }
            ExprKind::Query(query) if self.is_never(query.filter.as_ref(), args) => {
                let parts = [Some(&query.source), query.filter.as_ref()];
                parts.into_iter().flatten().for_each(|e| self.follow(Part::Expr(e), args));
                return;
            }
            ExprKind::Choose(choose) => return self.choose(choose, args),
            ExprKind::Param(param) => {
                self.found.params.insert(*param);
            }
            ExprKind::Roll { dice, .. } => {
                self.found.dice.insert(*dice);
            }
            ExprKind::Call { rule, args: values } => {
                let values = values.iter().map(|value| self.word(value, args, 0)).collect();
                self.call(*rule, values);
            }
            _ => {}
        }
        self.inside(Part::Expr(e), args);
    }

    fn stmt(&mut self, s: &'p Stmt, args: &Args) {
        match &s.kind {
            StmtKind::If { arms, otherwise } => {
                self.arms(arms, otherwise.as_ref(), args, &mut |search, block| search.block(block, args));
                return;
            }
            StmtKind::Match { subject, arms, otherwise } => {
                self.follow(Part::Expr(subject), args);
                let blocks = self.cases(subject, arms, otherwise.as_ref(), args);
                for block in blocks {
                    self.block(block, args);
                }
                return;
            }
            StmtKind::For { source, filter, .. } if self.is_never(filter.as_ref(), args) => {
                [Some(source), filter.as_ref()].into_iter().flatten().for_each(|e| self.follow(Part::Expr(e), args));
                return;
            }
            StmtKind::While { condition, .. } if self.holds(condition, args) == Some(false) => {
                return self.follow(Part::Expr(condition.expr()), args);
            }
            StmtKind::Choose(choose) => return self.choose(choose, args),
            StmtKind::Assign { place, change, value } => self.assign(place, *change, value, args),
            _ => {}
        }
        self.inside(Part::Stmt(s), args);
    }

    fn assign(&mut self, place: &Place, change: Change, value: &Expr, args: &Args) {
        let PlaceKind::Field { field, .. } = place.base().kind else { return };
        let is_whole = matches!(place.kind, PlaceKind::Field { .. }) && change == Change::Set;
        let begins = self.begins[field.index()].filter(|_| is_whole);
        if begins.is_none() || self.word(value, args, 0) != begins {
            self.is_wrong |= self.written.insert(field);
        }
    }

    fn choose(&mut self, choose: &'p Choose, args: &Args) {
        self.follow(Part::Expr(&choose.by), args);
        let mut said = vec![];
        choose.prompt.iter().for_each(|text| walk::text_parts(text, &mut |part| said.push(part)));
        said.into_iter().for_each(|part| self.follow(part, args));
        self.options(&choose.options, args);
        choose.otherwise.iter().for_each(|body| self.body(body, args));
    }

    fn options(&mut self, options: &'p [OptionItem], args: &Args) {
        for option in options {
            match option {
                OptionItem::If { arms, otherwise } => {
                    self.arms(arms, otherwise.as_ref(), args, &mut |search, inner| {
                        search.options(inner, args);
                        true
                    });
                }
                OptionItem::Option(option) => self.option(option, args),
            }
        }
    }

    fn option(&mut self, option: &'p ChoiceOption, args: &Args) {
        let each = option.each.iter().flat_map(|each| [Some(&each.source), each.filter.as_ref()]).flatten();
        each.for_each(|e| self.follow(Part::Expr(e), args));
        if option.each.iter().any(|each| self.is_never(each.filter.as_ref(), args)) {
            return;
        }
        self.found.options.insert(option.span);
        let mut said = vec![];
        option.label.iter().for_each(|text| walk::text_parts(text, &mut |part| said.push(part)));
        said.into_iter().for_each(|part| self.follow(part, args));
        self.body(&option.body, args);
    }

    fn body(&mut self, body: &'p OptionBody, args: &Args) {
        match body {
            OptionBody::Block(block) => {
                self.block(block, args);
            }
            OptionBody::Value(e) => self.follow(Part::Expr(e), args),
        }
    }

    /// The value of an expression, if it is the same throughout each game.
    fn word(&self, e: &Expr, args: &Args, depth: u32) -> Option<i32> {
        use ExprKind::*;
        self.fuel.set(self.fuel.get().checked_sub(1)?);
        let word = |e: &Expr| self.word(e, args, depth);
        match &e.kind {
            Local(local) => *args.get(local.index())?,
            Field { field, of } => {
                let is_sure = !self.written.contains(field) && of.iter().all(|of| !matches!(of.ty, Type::Optional(_)));
                self.begins[field.index()].filter(|_| is_sure)
            }
            Call { rule, args: values } if depth < DEPTH => {
                let values = values.iter().map(word).collect();
                self.result(*rule, &values, depth + 1)
            }
            Not(a) => Some(i32::from(word(a)? == 0)),
            And(a, b) => match (word(a), word(b)) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (a, b) => a.and(b),
            },
            Or(a, b) => match (word(a), word(b)) {
                (Some(1), _) | (_, Some(1)) => Some(1),
                (a, b) => a.and(b),
            },
            Compare(op, a, b) => Some(i32::from(compare(*op, word(a)?, word(b)?))),
            Arithmetic(op, a, b) if matches!(e.ty, Type::Int(_)) => arithmetic(*op, word(a)?, word(b)?),
            IsSome(a) => Some(i32::from(word(a)? != NONE)),
            If { arms, otherwise } => {
                for (condition, value) in arms {
                    let Condition::Expr(condition) = condition else { return Option::None };
                    if word(condition)? != 0 {
                        return word(value);
                    }
                }
                word(otherwise)
            }
            Query(query) => match query.quantifier {
                Quantifier::Any | Quantifier::Count => {
                    let never = |e: &Expr| word(e) == Some(0);
                    query.filter.iter().chain(&query.value).any(never).then_some(0)
                }
                _ => Option::None,
            },
            _ => self.program.fold().word(e),
        }
    }

    /// What a rule gives back.
    fn result(&self, rule: RuleId, args: &Args, depth: u32) -> Option<i32> {
        match &self.program.ir.rules.get(rule.index())?.body {
            RuleBody::Expr(e) => self.word(e, args, depth),
            RuleBody::Block(block) => self.returned(block, args, depth)?,
            RuleBody::Before { then: inner, .. } | RuleBody::After { inner, .. } => self.result(*inner, args, depth),
            RuleBody::Watch => None,
        }
    }

    /// What a block gives back that only decides and returns: `None` if that isn't sure, and `Some(None)` if it returns nothing.
    fn returned(&self, block: &[Stmt], args: &Args, depth: u32) -> Option<Option<i32>> {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Return(value) => return Some(value.as_ref().and_then(|value| self.word(value, args, depth))),
                StmtKind::If { arms, otherwise } => {
                    let mut taken = otherwise.as_ref();
                    for (condition, arm) in arms {
                        let Condition::Expr(condition) = condition else { return None };
                        if self.word(condition, args, depth)? != 0 {
                            taken = Some(arm);
                            break;
                        }
                    }
                    match taken.map(|block| (block, block.last().map(|last| &last.kind))) {
                        None | Some((_, None)) => {}
                        Some((block, Some(StmtKind::Return(_)))) => return self.returned(block, args, depth),
                        Some(_) => return None,
                    }
                }
                _ => return None,
            }
        }
        Some(None)
    }
}
