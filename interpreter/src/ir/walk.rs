//! Walks through resolved rules, outermost first, in the order of the text. Code that looks for something only has to say what it wants.

use super::*;

/// A part of the rules.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    /// Something that is computed.
    Expr(&'a Expr),
    /// Something that is done.
    Stmt(&'a Stmt),
}

impl<'a> Part<'a> {
    /// The decision, if the part is one.
    pub fn choose(self) -> Option<&'a Choose> {
        match self {
            Part::Expr(Expr { kind: ExprKind::Choose(choose), .. }) => Some(choose),
            Part::Stmt(Stmt { kind: StmtKind::Choose(choose), .. }) => Some(choose),
            _ => None,
        }
    }

    /// Whether players act in secret there.
    pub fn is_secretly(self) -> bool {
        matches!(self, Part::Stmt(Stmt { kind: StmtKind::Secretly { .. }, .. }))
    }
}

/// Recognizes piles that are only asked for their size, which everybody may know.
#[derive(Default)]
pub struct Sizes {
    is_asked: bool,
}

impl Sizes {
    /// Whether this is a pile of which only the size is asked for. The caller must pass all expressions, in order.
    pub fn is_next(&mut self, e: &Expr) -> bool {
        let is_asked = std::mem::replace(&mut self.is_asked, matches!(e.kind, ExprKind::Builtin(Builtin::Size, _)));
        is_asked && matches!(e.kind, ExprKind::Pile { .. })
    }
}

type See<'s, 'a> = &'s mut dyn FnMut(Part<'a>);

/// Calls `see` with a part of the rules and everything in it, including the bodies of options.
pub fn all<'a>(part: Part<'a>, see: See<'_, 'a>) {
    see(part);
    parts(part, &mut |part| all(part, see));
}

/// Calls `see` with an expression and all expressions in it.
pub fn expr<'a>(e: &'a Expr, see: &mut dyn FnMut(&'a Expr)) {
    all(Part::Expr(e), &mut exprs(see));
}

/// The same for all expressions of a statement.
pub fn stmt<'a>(s: &'a Stmt, see: &mut dyn FnMut(&'a Expr)) {
    all(Part::Stmt(s), &mut exprs(see));
}

/// The same for all expressions of a rule. Layers have none; [`calls`] tells which rules they call.
pub fn rule<'a>(rule: &'a Rule, see: &mut dyn FnMut(&'a Expr)) {
    all_of_rule(rule, &mut exprs(see));
}

/// Calls `see` with everything in a rule.
pub fn all_of_rule<'a>(rule: &'a Rule, see: See<'_, 'a>) {
    match &rule.body {
        RuleBody::Block(block) => block.iter().for_each(|s| all(Part::Stmt(s), see)),
        RuleBody::Expr(e) => all(Part::Expr(e), see),
        RuleBody::Watch | RuleBody::Before { .. } | RuleBody::After { .. } => {}
    }
}

fn exprs<'a>(see: &mut dyn FnMut(&'a Expr)) -> impl FnMut(Part<'a>) {
    |part| {
        if let Part::Expr(e) = part {
            see(e);
        }
    }
}

/// Calls `see` with each rule that a rule calls, once per call, but not with the effects of a `whenever`.
pub fn calls(caller: &Rule, see: &mut dyn FnMut(RuleId)) {
    if let Some(both) = caller.body.layers() {
        both.into_iter().for_each(&mut *see);
    }
    all_of_rule(caller, &mut called(see));
}

/// Calls `see` with each rule that an expression calls.
pub fn calls_in(e: &Expr, see: &mut dyn FnMut(RuleId)) {
    all(Part::Expr(e), &mut called(see));
}

/// Makes a visitor that calls `see` with the rule of each call.
pub fn called<'a>(see: &mut dyn FnMut(RuleId)) -> impl FnMut(Part<'a>) {
    |part| {
        if let Part::Expr(Expr { kind: ExprKind::Call { rule, .. }, .. }) = part {
            see(*rule);
        }
    }
}

/// Calls `see` with all statements of a block and all statements in them, including those in the options of decisions that are values.
pub fn stmts<'a>(block: &'a [Stmt], see: &mut dyn FnMut(&'a Stmt)) {
    for s in block {
        all(Part::Stmt(s), &mut |part| {
            if let Part::Stmt(s) = part {
                see(s);
            }
        });
    }
}

/// Calls `see` with every place that the statements assign to.
pub fn places<'a>(block: &'a [Stmt], see: &mut dyn FnMut(&'a Place)) {
    stmts(block, &mut |s| {
        if let StmtKind::Assign { place, .. } = &s.kind {
            see(place);
        }
    });
}

/// Calls `see` with everything in a line of a test.
pub fn test_line<'a>(line: &'a TestLine, see: See<'_, 'a>) {
    let mut one = |e: &'a Expr| all(Part::Expr(e), see);
    let value = |value: &'a AnswerValue| if let AnswerValue::Value(e) = value { Some(e) } else { None };
    match &line.kind {
        TestLineKind::Stmt(s) => all(Part::Stmt(s), see),
        TestLineKind::Dice(values) => values.iter().for_each(one),
        TestLineKind::Draws(_) => {}
        TestLineKind::Run(run) => {
            if let RunWhat::Call(e) = &run.what {
                one(e);
            }
            if let Choosing::Answers(list) = &run.choosing {
                list.iter().flat_map(|answer| &answer.values).filter_map(value).for_each(one);
            }
        }
        TestLineKind::Expect(Expect::Condition(e)) => one(e),
        TestLineKind::Expect(Expect::Option { values, .. }) => values.iter().filter_map(value).for_each(one),
        TestLineKind::Expect(Expect::Decision { by, .. }) => by.iter().for_each(one),
    }
}

/// The costs of the steps of a search.
pub fn costs(over: &[Hop]) -> impl Iterator<Item = &Expr> {
    over.iter().filter_map(|hop| hop.cost.as_ref()).map(|cost| &cost.value)
}

/// Calls `see` with the direct parts of a part, but not with the parts of those.
pub fn parts<'a>(part: Part<'a>, see: See<'_, 'a>) {
    match part {
        Part::Expr(e) => expr_parts(e, see),
        Part::Stmt(s) => stmt_parts(s, see),
    }
}

fn expr_parts<'a>(e: &'a Expr, see: See<'_, 'a>) {
    use ExprKind::*;
    let mut one = |e: &'a Expr| see(Part::Expr(e));
    match &e.kind {
        Int(_) | Bool(_) | None | Case(_) | Named(_) | Text(_) | Local(_) | Param(_) | Const(_) => {}
        All(_) | Longest(_) | Players | Wrong => {}
        Field { of, .. } | Pile { of, .. } | Roll { number: of, .. } => of.iter().for_each(|e| one(e)),
        Derived { of, .. } | Link { of, .. } | RowsAt { of, .. } => one(of),
        PieceOf { player, number, .. } => {
            one(player);
            number.iter().for_each(|e| one(e));
        }
        At(e) | OwnerOf(e) | NumberOf(e) | Not(e) | Negative(e) | IsSome(e) => one(e),
        PlayersFrom(e) | Others(e) | Random(e) | Ways(e) => one(e),
        Index { of, keys } => {
            one(of);
            keys.iter().for_each(one);
        }
        Call { args, .. } | Builtin(_, args) | Members(args) | PerRows(args) => args.iter().for_each(one),
        And(a, b) | Or(a, b) | Compare(_, a, b) | Arithmetic(_, a, b) | In(a, b) | Otherwise(a, b) | Range(a, b) => {
            one(a);
            one(b);
        }
        If { arms, otherwise } => {
            for (c, value) in arms {
                one(c.expr());
                one(value);
            }
            one(otherwise);
        }
        Match { subject, arms, otherwise } => {
            one(subject);
            for (cases, value) in arms {
                cases.iter().for_each(&mut one);
                one(value);
            }
            otherwise.iter().for_each(|e| one(e));
        }
        Query(q) => {
            one(&q.source);
            q.filter.iter().for_each(&mut one);
            q.by.iter().for_each(|k| one(&k.value));
            q.value.iter().for_each(one);
        }
        PerKeys { pairs, otherwise } => {
            for (key, value) in pairs {
                one(key);
                one(value);
            }
            otherwise.iter().for_each(|e| one(e));
        }
        Distance { from, to, over } => {
            one(from);
            one(to);
            costs(over).for_each(one);
        }
        Reach { from, within, over } => {
            one(from);
            within.iter().for_each(|e| one(e));
            costs(over).for_each(one);
        }
        Choose(choose) => choose_parts(choose, see),
    }
}

fn stmt_parts<'a>(s: &'a Stmt, see: See<'_, 'a>) {
    use StmtKind::*;
    let mut one = |e: &'a Expr| see(Part::Expr(e));
    match &s.kind {
        Break | Continue | EndGame { ranking: None } => {}
        Let { value, .. } | Return(value) => value.iter().for_each(one),
        LetElse { value, otherwise, .. } => {
            one(value);
            see(Part::Stmt(otherwise));
        }
        Assign { place, value, .. } => {
            place_parts(place, see);
            see(Part::Expr(value));
        }
        If { arms, otherwise } => {
            for (c, block) in arms {
                see(Part::Expr(c.expr()));
                block_parts(block, see);
            }
            otherwise.iter().for_each(|block| block_parts(block, see));
        }
        Match { subject, arms, otherwise } => {
            one(subject);
            for (cases, block) in arms {
                cases.iter().for_each(|e| see(Part::Expr(e)));
                block_parts(block, see);
            }
            otherwise.iter().for_each(|block| block_parts(block, see));
        }
        While { condition, body } => {
            one(condition.expr());
            block_parts(body, see);
        }
        Repeat { times, body } => {
            times.iter().for_each(one);
            block_parts(body, see);
        }
        For { source, filter, by, body, .. } => {
            one(source);
            filter.iter().for_each(&mut one);
            by.iter().for_each(|k| one(&k.value));
            block_parts(body, see);
        }
        Secretly { source, body, .. } => {
            one(source);
            block_parts(body, see);
        }
        Choose(choose) => choose_parts(choose, see),
        Fail(text) | Say(text) => text_parts(text, see),
        Move { piece, to } => {
            one(piece);
            to.iter().for_each(one);
        }
        MoveCard { card: a, to: b, .. } | MoveAll { from: a, to: b, .. } => {
            one(a);
            one(b);
        }
        Draw { number, from, to } => [number, from, to].into_iter().for_each(one),
        Count { key, by, .. } => key.iter().chain([by]).for_each(one),
        Shuffle(e) | Finish(e) | Eliminate(e) | Call(e) => one(e),
        EndGame { ranking: Some(r) } => {
            one(&r.source);
            r.by.iter().for_each(|k| one(&k.value));
        }
    }
}

fn block_parts<'a>(block: &'a [Stmt], see: See<'_, 'a>) {
    block.iter().for_each(|s| see(Part::Stmt(s)));
}

fn place_parts<'a>(place: &'a Place, see: See<'_, 'a>) {
    match &place.kind {
        PlaceKind::Local(_) => {}
        PlaceKind::Field { of, .. } => of.iter().for_each(|e| see(Part::Expr(e))),
        PlaceKind::Index { of, keys } => {
            place_parts(of, see);
            keys.iter().for_each(|e| see(Part::Expr(e)));
        }
    }
}

/// Calls `see` with the values in a text.
pub fn text_parts<'a>(text: &'a Text, see: See<'_, 'a>) {
    for part in &text.parts {
        if let TextPart::Hole(e) = part {
            see(Part::Expr(e));
        }
    }
}

fn choose_parts<'a>(choose: &'a Choose, see: See<'_, 'a>) {
    see(Part::Expr(&choose.by));
    choose.prompt.iter().for_each(|t| text_parts(t, see));
    option_parts(&choose.options, see);
    choose.otherwise.iter().for_each(|body| body_parts(body, see));
}

/// Calls `see` with everything that options are made for each of.
pub fn each_of<'a>(options: &'a [OptionItem], see: &mut dyn FnMut(&'a Each)) {
    for option in options {
        match option {
            OptionItem::If { arms, otherwise } => {
                arms.iter().map(|(_, inner)| inner).chain(otherwise).for_each(|inner| each_of(inner, see));
            }
            OptionItem::Option(option) => option.each.iter().for_each(&mut *see),
        }
    }
}

/// Calls `see` with the direct parts of a decision's options.
pub fn option_parts<'a>(options: &'a [OptionItem], see: See<'_, 'a>) {
    for option in options {
        match option {
            OptionItem::If { arms, otherwise } => {
                for (c, inner) in arms {
                    see(Part::Expr(c.expr()));
                    option_parts(inner, see);
                }
                otherwise.iter().for_each(|inner| option_parts(inner, see));
            }
            OptionItem::Option(option) => {
                for each in &option.each {
                    see(Part::Expr(&each.source));
                    each.filter.iter().for_each(|e| see(Part::Expr(e)));
                }
                option.label.iter().for_each(|t| text_parts(t, see));
                body_parts(&option.body, see);
            }
        }
    }
}

fn body_parts<'a>(body: &'a OptionBody, see: See<'_, 'a>) {
    match body {
        OptionBody::Block(block) => block_parts(block, see),
        OptionBody::Value(e) => see(Part::Expr(e)),
    }
}
