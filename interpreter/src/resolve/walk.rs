//! Goes through resolved expressions and statements.

use crate::ir::*;

/// What an expression or statement is made of.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Expr(&'a Expr),
    Stmt(&'a Stmt),
}

type Visit<'v, 'a> = &'v mut dyn FnMut(Part<'a>);

/// Visits an expression, and all within.
pub(super) fn each_expr<'a>(e: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(e);
    parts(e, &mut |part| match part {
        Part::Expr(e) => each_expr(e, visit),
        Part::Stmt(s) => each_expr_of(s, visit),
    });
}

/// Visits all expressions of a statement, and all within.
pub(super) fn each_expr_of<'a>(s: &'a Stmt, visit: &mut dyn FnMut(&'a Expr)) {
    stmt_parts(s, &mut |part| match part {
        Part::Expr(e) => each_expr(e, visit),
        Part::Stmt(s) => each_expr_of(s, visit),
    });
}

/// Visits all expressions of a rule's body, and all within.
pub(super) fn each_expr_of_body<'a>(body: &'a RuleBody, visit: &mut dyn FnMut(&'a Expr)) {
    match body {
        RuleBody::Block(block) => block.iter().for_each(|s| each_expr_of(s, visit)),
        RuleBody::Expr(e) => each_expr(e, visit),
        RuleBody::Watch | RuleBody::Before { .. } | RuleBody::After { .. } => {}
    }
}

/// Visits all statements of a block, and all within; also in the options of decisions that are values.
pub(super) fn each_stmt<'a>(block: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    fn inside<'a>(part: Part<'a>, visit: &mut dyn FnMut(&'a Stmt)) {
        match part {
            Part::Stmt(s) => each_stmt(std::slice::from_ref(s), visit),
            Part::Expr(e) => {
                if let ExprKind::Choose(choose) = &e.kind {
                    choose_parts(choose, &mut |part| inside(part, visit));
                }
            }
        }
    }
    for s in block {
        visit(s);
        stmt_parts(s, &mut |part| inside(part, visit));
    }
}

/// The parts of an expression, in the order in which they are written.
pub(super) fn parts<'a>(e: &'a Expr, f: Visit<'_, 'a>) {
    use ExprKind as K;
    let mut one = |e: &'a Expr| f(Part::Expr(e));
    match &e.kind {
        K::Int(_) | K::Bool(_) | K::None | K::Case(_) | K::Named(_) | K::Text(_) | K::Local(_) | K::Param(_) | K::Const(_) => {}
        K::All(_) | K::Longest(_) | K::Players | K::Wrong => {}
        K::Field { of, .. } | K::Pile { of, .. } => of.iter().for_each(|e| one(e)),
        K::Derived { of, .. } | K::Link { of, .. } | K::RowsAt { of, .. } => one(of),
        K::PieceOf { player, .. } => one(player),
        K::At(e) | K::OwnerOf(e) | K::NumberOf(e) | K::Not(e) | K::Negative(e) | K::IsSome(e) => one(e),
        K::PlayersFrom(e) | K::Others(e) | K::Random(e) | K::Ways(e) => one(e),
        K::Index { of, keys } => {
            one(of);
            keys.iter().for_each(one);
        }
        K::Call { args, .. } | K::Members(args) | K::PerRows(args) | K::Builtin(_, args) => args.iter().for_each(one),
        K::And(a, b) | K::Or(a, b) | K::Compare(_, a, b) | K::Arithmetic(_, a, b) => {
            one(a);
            one(b);
        }
        K::In(a, b) | K::Otherwise(a, b) | K::Range(a, b) => {
            one(a);
            one(b);
        }
        K::If { arms, otherwise } => {
            for (c, value) in arms {
                one(condition(c));
                one(value);
            }
            one(otherwise);
        }
        K::Match { subject, arms, otherwise } => {
            one(subject);
            for (patterns, value) in arms {
                patterns.iter().for_each(&mut one);
                one(value);
            }
            otherwise.iter().for_each(|e| one(e));
        }
        K::Query(q) => {
            one(&q.source);
            q.filter.iter().for_each(&mut one);
            q.by.iter().for_each(|k| one(&k.value));
            q.value.iter().for_each(one);
        }
        K::PerKeys { pairs, otherwise } => {
            for (key, value) in pairs {
                one(key);
                one(value);
            }
            otherwise.iter().for_each(|e| one(e));
        }
        K::Roll { number, .. } => number.iter().for_each(|e| one(e)),
        K::Distance { from, to, over } => {
            one(from);
            one(to);
            crate::ir::walk::costs(over).for_each(one);
        }
        K::Reach { from, within, over } => {
            one(from);
            within.iter().for_each(|e| one(e));
            crate::ir::walk::costs(over).for_each(one);
        }
        K::Choose(choose) => choose_parts(choose, f),
    }
}

/// The expression that a condition looks at.
pub(super) fn condition(c: &Condition) -> &Expr {
    match c {
        Condition::Expr(e) | Condition::Let(_, e) => e,
    }
}

/// The values in a text.
pub(super) fn text_parts<'a>(text: &'a Text, f: Visit<'_, 'a>) {
    for part in &text.parts {
        if let TextPart::Hole(e) = part {
            f(Part::Expr(e));
        }
    }
}

/// The parts of a decision.
pub(super) fn choose_parts<'a>(choose: &'a Choose, f: Visit<'_, 'a>) {
    f(Part::Expr(&choose.by));
    choose.prompt.iter().for_each(|t| text_parts(t, f));
    option_parts(&choose.options, f);
    choose.otherwise.iter().for_each(|b| body_parts(b, f));
}

fn option_parts<'a>(options: &'a [OptionItem], f: Visit<'_, 'a>) {
    for option in options {
        match option {
            OptionItem::If { arms, otherwise } => {
                for (c, inner) in arms {
                    f(Part::Expr(condition(c)));
                    option_parts(inner, f);
                }
                otherwise.iter().for_each(|inner| option_parts(inner, f));
            }
            OptionItem::Option(option) => {
                for each in &option.each {
                    f(Part::Expr(&each.source));
                    each.filter.iter().for_each(|e| f(Part::Expr(e)));
                }
                option.label.iter().for_each(|t| text_parts(t, f));
                body_parts(&option.body, f);
            }
        }
    }
}

fn body_parts<'a>(body: &'a OptionBody, f: Visit<'_, 'a>) {
    match body {
        OptionBody::Block(block) => block.iter().for_each(|s| f(Part::Stmt(s))),
        OptionBody::Value(e) => f(Part::Expr(e)),
    }
}

fn place_parts<'a>(place: &'a Place, f: Visit<'_, 'a>) {
    match &place.kind {
        PlaceKind::Local(_) => {}
        PlaceKind::Field { of, .. } => of.iter().for_each(|e| f(Part::Expr(e))),
        PlaceKind::Index { of, keys } => {
            place_parts(of, f);
            keys.iter().for_each(|e| f(Part::Expr(e)));
        }
    }
}

/// The parts of a statement.
pub(super) fn stmt_parts<'a>(s: &'a Stmt, f: Visit<'_, 'a>) {
    use StmtKind as K;
    let block = |b: &'a [Stmt], f: Visit<'_, 'a>| b.iter().for_each(|s| f(Part::Stmt(s)));
    match &s.kind {
        K::Break | K::Continue => {}
        K::Let { value, .. } | K::Return(value) => value.iter().for_each(|e| f(Part::Expr(e))),
        K::LetElse { value, otherwise, .. } => {
            f(Part::Expr(value));
            f(Part::Stmt(otherwise));
        }
        K::Assign { place, value, .. } => {
            place_parts(place, f);
            f(Part::Expr(value));
        }
        K::If { arms, otherwise } => {
            for (c, inner) in arms {
                f(Part::Expr(condition(c)));
                block(inner, f);
            }
            otherwise.iter().for_each(|b| block(b, f));
        }
        K::Match { subject, arms, otherwise } => {
            f(Part::Expr(subject));
            for (patterns, inner) in arms {
                patterns.iter().for_each(|e| f(Part::Expr(e)));
                block(inner, f);
            }
            otherwise.iter().for_each(|b| block(b, f));
        }
        K::While { condition: c, body } => {
            f(Part::Expr(condition(c)));
            block(body, f);
        }
        K::Repeat { times, body } => {
            times.iter().for_each(|e| f(Part::Expr(e)));
            block(body, f);
        }
        K::For { source, filter, by, body, .. } => {
            f(Part::Expr(source));
            filter.iter().for_each(|e| f(Part::Expr(e)));
            by.iter().for_each(|k| f(Part::Expr(&k.value)));
            block(body, f);
        }
        K::Secretly { source, body, .. } => {
            f(Part::Expr(source));
            block(body, f);
        }
        K::Choose(choose) => choose_parts(choose, f),
        K::Fail(text) | K::Say(text) => text_parts(text, f),
        K::Move { piece, to } => {
            f(Part::Expr(piece));
            to.iter().for_each(|e| f(Part::Expr(e)));
        }
        K::MoveCard { card: a, to: b, .. } | K::MoveAll { from: a, to: b, .. } => {
            f(Part::Expr(a));
            f(Part::Expr(b));
        }
        K::Draw { number, from, to } => [number, from, to].into_iter().for_each(|e| f(Part::Expr(e))),
        K::Shuffle(pile) => f(Part::Expr(pile)),
        K::Count { key, by, .. } => {
            key.iter().for_each(|e| f(Part::Expr(e)));
            f(Part::Expr(by));
        }
        K::Finish(e) | K::Eliminate(e) | K::Call(e) => f(Part::Expr(e)),
        K::EndGame { ranking } => {
            if let Some(r) = ranking {
                f(Part::Expr(&r.source));
                r.by.iter().for_each(|k| f(Part::Expr(&k.value)));
            }
        }
    }
}
