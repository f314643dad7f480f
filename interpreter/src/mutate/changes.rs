//! The small changes of a syntax tree, each with a number: one walk finds them, another makes one of them.

use super::{Mutation, Verdict};
use crate::source::{Sources, Span};
use crate::syntax::tree::*;

/// All changes that can be made, by number.
pub(super) fn all(sources: &Sources, tree: &Tree) -> Vec<Mutation> {
    let mut changer = Changer { sources, wanted: None, count: 0, found: vec![] };
    changer.tree(&mut tree.clone());
    changer.found
}

/// Makes one of them.
pub(super) fn apply(sources: &Sources, tree: &mut Tree, number: usize) {
    let mut changer = Changer { sources, wanted: Some(number), count: 0, found: vec![] };
    changer.tree(tree);
}

struct Changer<'s> {
    sources: &'s Sources,
    /// The change to make; `None` while changes are only listed.
    wanted: Option<usize>,
    count: usize,
    found: Vec<Mutation>,
}

impl Changer<'_> {
    /// Whether this is the change to make.
    fn here(&mut self, span: Span, text: impl FnOnce() -> String) -> bool {
        self.count += 1;
        match self.wanted {
            Some(number) => number + 1 == self.count,
            None => {
                self.found.push(Mutation { span, text: text(), verdict: Verdict::Unnoticed });
                false
            }
        }
    }

    fn done(&self) -> bool {
        self.wanted.is_some_and(|number| number < self.count)
    }

    // ── Declarations ─────────────────────────────────────────────────────────────────────────────────────────────

    /// Leaves out what [`super::NOT_TRIED`] lists.
    fn tree(&mut self, tree: &mut Tree) {
        for item in &mut tree.items {
            if self.done() {
                return;
            }
            match &mut item.kind {
                ItemKind::Param { default: ParamDefault::Value(value), ty, .. } => {
                    self.alternative(ty, value);
                    self.expr(value);
                }
                ItemKind::Const { value, .. } | ItemKind::Derive { value, .. } | ItemKind::Set { value, .. } => self.expr(value),
                ItemKind::Dice { faces, .. } => self.expr(faces),
                ItemKind::Check { condition, .. } => self.expr(condition),
                ItemKind::Fields { fields, .. } | ItemKind::Extend { fields, .. } | ItemKind::Piece { fields, .. } => {
                    for member in fields {
                        if let Member::Field(Field { default: Some(default), .. }) = member {
                            self.expr(default);
                        }
                    }
                }
                ItemKind::Rule { body: Some(block), .. } | ItemKind::Flow(block) => self.block(block),
                ItemKind::Value { body, .. } | ItemKind::Layer(Layer { body, .. }) => self.body(body),
                ItemKind::Whenever { each, condition, body } => {
                    if let Some((_, source)) = each {
                        self.expr(source);
                    }
                    if let Some(condition) = condition {
                        self.expr(condition);
                    }
                    self.block(body);
                }
                _ => {}
            }
        }
    }

    /// Replaces a param's value by another of the words it accepts.
    fn alternative(&mut self, ty: &Type, value: &mut Expr) {
        let TypeKind::Alternatives(words) = &ty.kind else { return };
        let ExprKind::Name(name) = &mut value.kind else { return };
        for other in words.iter().filter(|word| word.text != name.text).cloned().collect::<Vec<_>>() {
            if self.here(name.span, || format!("`{}` → `{}`", name.text, other.text)) {
                name.text = other.text;
                return;
            }
        }
    }

    fn body(&mut self, body: &mut Body) {
        match body {
            Body::Expr(e) => self.expr(e),
            Body::Block(b) => self.block(b),
        }
    }

    // ── Statements ───────────────────────────────────────────────────────────────────────────────────────────────

    fn block(&mut self, block: &mut Block) {
        for n in 0..block.lines.len() {
            if self.done() {
                return;
            }
            let line = &block.lines[n];
            // Without its variables and results a rule isn't valid, and tests can't look at what is only said or counted.
            let needed = matches!(
                line.kind,
                StmtKind::Let { .. }
                    | StmtKind::Var { .. }
                    | StmtKind::Return(Some(_))
                    | StmtKind::Say(_)
                    | StmtKind::Count { .. }
                    | StmtKind::Fail(_)
            );
            let (sources, span) = (self.sources, line.span);
            if !needed && self.here(span, || format!("dropped `{}`", short(sources, span))) {
                block.lines.remove(n);
                return;
            }
            self.stmt(&mut block.lines[n]);
        }
    }

    fn right(&mut self, value: &mut RightSide) {
        match value {
            RightSide::Expr(e) => self.expr(e),
            RightSide::Choose(choose) => self.choose(choose),
        }
    }

    fn condition(&mut self, condition: &mut Condition) {
        match condition {
            Condition::Expr(e) => self.expr(e),
            Condition::Let(_, value) => self.right(value),
        }
    }

    fn keys(&mut self, keys: &mut [SortKey]) {
        for key in keys {
            let to = if key.descending { "lowest first" } else { "highest first" };
            if self.here(key.value.span, || format!("sorted with the {to}")) {
                key.descending = !key.descending;
            }
            self.expr(&mut key.value);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Let { value, otherwise, .. } => {
                self.right(value);
                if let Some(otherwise) = otherwise {
                    self.stmt(otherwise);
                }
            }
            StmtKind::Var { value: Some(value), .. } | StmtKind::Return(Some(value)) => self.right(value),
            StmtKind::If { arms, otherwise } => {
                for (condition, block) in arms {
                    self.condition(condition);
                    self.block(block);
                }
                if let Some(block) = otherwise {
                    self.block(block);
                }
            }
            StmtKind::Match { subject, arms } => {
                self.expr(subject);
                arms.iter_mut().for_each(|arm| self.block(&mut arm.body));
            }
            StmtKind::While { condition, body } => {
                self.condition(condition);
                self.block(body);
            }
            StmtKind::Repeat { times, body } => {
                if let Some(times) = times {
                    self.expr(times);
                }
                self.block(body);
            }
            StmtKind::For { source, filter, by, body, .. } => {
                self.expr(source);
                if let Some(filter) = filter {
                    self.expr(filter);
                }
                self.keys(by);
                self.block(body);
            }
            StmtKind::Secretly { source, body, .. } => {
                self.expr(source);
                self.block(body);
            }
            StmtKind::Choose(choose) => self.choose(choose),
            StmtKind::Move { what, to, .. } => {
                self.expr(what);
                if let MoveTo::Place(place, _) = to {
                    self.expr(place);
                }
            }
            StmtKind::Draw { count, from, to } => {
                self.expr(count);
                self.expr(from);
                self.expr(to);
            }
            StmtKind::Shuffle(e) | StmtKind::Act(e) => self.expr(e),
            StmtKind::EndGame { ranking: Some((_, source, keys)) } => {
                self.expr(source);
                self.keys(keys);
            }
            StmtKind::Assign { place, change, value } => {
                if let ExprKind::Index { keys, .. } = &mut place.kind {
                    keys.iter_mut().for_each(|key| self.expr(key));
                }
                let flipped = match change {
                    crate::syntax::tree::Change::Add => Some((crate::syntax::tree::Change::Subtract, "`+=` → `-=`")),
                    crate::syntax::tree::Change::Subtract => Some((crate::syntax::tree::Change::Add, "`-=` → `+=`")),
                    crate::syntax::tree::Change::Set => None,
                };
                if let Some((flipped, text)) = flipped
                    && self.here(stmt.span, || text.to_owned())
                {
                    *change = flipped;
                }
                self.right(value);
            }
            _ => {}
        }
    }

    fn choose(&mut self, choose: &mut Choose) {
        self.expr(&mut choose.by);
        match &mut choose.options {
            Options::List(items) => self.options(items),
            Options::From(e) => self.expr(e),
        }
    }

    fn options(&mut self, items: &mut Vec<OptionItem>) {
        for n in 0..items.len() {
            if self.done() {
                return;
            }
            if let OptionItem::Option(option) = &items[n] {
                let (sources, span) = (self.sources, option.span);
                if self.here(span, || format!("dropped the option `{}`", short(sources, span))) {
                    items.remove(n);
                    return;
                }
            }
            match &mut items[n] {
                OptionItem::If { arms, otherwise, .. } => {
                    for (condition, items) in arms {
                        self.condition(condition);
                        self.options(items);
                    }
                    if let Some(items) = otherwise {
                        self.options(items);
                    }
                }
                OptionItem::Option(option) => {
                    for each in &mut option.each {
                        self.expr(&mut each.source);
                        if let Some(filter) = &mut each.filter {
                            self.expr(filter);
                        }
                    }
                    self.body(&mut option.body);
                }
            }
        }
    }

    // ── Expressions ──────────────────────────────────────────────────────────────────────────────────────────────

    fn expr(&mut self, e: &mut Expr) {
        if self.done() {
            return;
        }
        let span = e.span;
        match &mut e.kind {
            ExprKind::Int(n) => {
                let old = *n;
                for new in [old.checked_add(1), (old == 1).then_some(0)].into_iter().flatten() {
                    if self.here(span, || format!("`{old}` → `{new}`")) {
                        *n = new;
                    }
                }
            }
            ExprKind::Bool(b) => {
                if self.here(span, || format!("`{b}` → `{}`", !*b)) {
                    *b = !*b;
                }
            }
            ExprKind::Call { callee, args } => {
                if let ExprKind::Name(name) = &mut callee.kind {
                    let other = match &*name.text {
                        "min" => Some("max"),
                        "max" => Some("min"),
                        _ => None,
                    };
                    if let Some(other) = other
                        && self.here(name.span, || format!("`{}` → `{other}`", name.text))
                    {
                        name.text = other.into();
                    }
                } else {
                    self.expr(callee);
                }
                for arg in args {
                    self.expr(&mut arg.value);
                }
            }
            ExprKind::Index { of, keys } => {
                self.expr(of);
                keys.iter_mut().for_each(|key| self.expr(key));
            }
            ExprKind::Field { of, .. } => self.expr(of),
            ExprKind::IsSome(_) => {
                if self.here(span, || "`is some` → `is none`".to_owned()) {
                    flip_some(e);
                } else if let ExprKind::IsSome(inner) = &mut e.kind {
                    self.expr(inner);
                }
            }
            ExprKind::IsNone(_) => {
                if self.here(span, || "`is none` → `is some`".to_owned()) {
                    flip_some(e);
                } else if let ExprKind::IsNone(inner) = &mut e.kind {
                    self.expr(inner);
                }
            }
            ExprKind::Not(inner) => {
                if self.here(span, || "dropped `not`".to_owned()) {
                    *e = (**inner).clone();
                } else {
                    self.expr(inner);
                }
            }
            ExprKind::Negative(inner) | ExprKind::PlayersFrom(inner) => self.expr(inner),
            ExprKind::Binary { op, left, right } => {
                if let Some((other, old, new)) = flipped(*op) {
                    let between = Span { source: span.source, start: left.span.end, end: right.span.start };
                    let at = self.sources.slice(between).find(old);
                    let place = at.map_or(span, |at| {
                        let start = between.start + at as u32;
                        Span { start, end: start + old.len() as u32, ..between }
                    });
                    if self.here(place, || format!("`{old}` → `{new}`")) {
                        *op = other;
                    }
                }
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Otherwise { value, default } => {
                self.expr(value);
                self.expr(default);
            }
            ExprKind::List(elements) => {
                for element in elements {
                    match element {
                        Element::Value(value) | Element::Pair(_, value) | Element::Else(value) => self.expr(value),
                        Element::Hop { cost: Some(cost), .. } => self.expr(cost),
                        Element::Hop { .. } => {}
                    }
                }
            }
            ExprKind::If { arms, otherwise } => {
                for (condition, value) in arms {
                    self.condition(condition);
                    self.expr(value);
                }
                self.expr(otherwise);
            }
            ExprKind::Match { subject, arms } => {
                self.expr(subject);
                arms.iter_mut().for_each(|arm| self.expr(&mut arm.value));
            }
            ExprKind::Query(query) => {
                let other = match query.quantifier {
                    Quantifier::Min => Some((Quantifier::Max, "`min` → `max`")),
                    Quantifier::Max => Some((Quantifier::Min, "`max` → `min`")),
                    _ => None,
                };
                if let Some((other, text)) = other
                    && self.here(span, || text.to_owned())
                {
                    query.quantifier = other;
                }
                self.expr(&mut query.source);
                if let Some(filter) = &mut query.filter {
                    self.expr(filter);
                }
                self.keys(&mut query.by);
                if let Some(value) = &mut query.value {
                    self.expr(value);
                }
            }
            ExprKind::LinksOf { space, .. } => self.expr(space),
            ExprKind::None | ExprKind::Text(_) | ExprKind::Name(_) => {}
        }
    }
}

/// The first line of a piece of the rules.
fn short(sources: &Sources, span: Span) -> String {
    let text = sources.slice(span);
    let first = text.lines().next().unwrap_or_default().trim_end();
    let cut: String = first.chars().take(60).collect();
    if cut.len() == text.len() { cut } else { format!("{cut} …") }
}

fn flip_some(e: &mut Expr) {
    e.kind = match std::mem::replace(&mut e.kind, ExprKind::None) {
        ExprKind::IsSome(inner) => ExprKind::IsNone(inner),
        ExprKind::IsNone(inner) => ExprKind::IsSome(inner),
        other => other,
    };
}

/// What an operator turns into, and how both are written.
fn flipped(op: BinaryOp) -> Option<(BinaryOp, &'static str, &'static str)> {
    use BinaryOp::*;
    Some(match op {
        Or => (And, "or", "and"),
        And => (Or, "and", "or"),
        Eq => (Ne, "==", "!="),
        Ne => (Eq, "!=", "=="),
        Lt => (Le, "<", "<="),
        Le => (Lt, "<=", "<"),
        Gt => (Ge, ">", ">="),
        Ge => (Gt, ">=", ">"),
        In => (NotIn, "in", "not in"),
        NotIn => (In, "not in", "in"),
        Add => (Sub, "+", "-"),
        Sub => (Add, "-", "+"),
        Mul => (Add, "*", "+"),
        Div => (Mul, "/", "*"),
        Rem => (Div, "%", "/"),
        Range | Both => return None,
    })
}
