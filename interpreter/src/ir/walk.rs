//! Visits every expression of a piece of resolved rules, outermost first, in the order of the text.

use super::*;

/// Calls `see` with an expression and everything in it, options' bodies included.
pub fn expr<'e>(e: &'e Expr, see: &mut dyn FnMut(&'e Expr)) {
    see(e);
    use ExprKind::*;
    match &e.kind {
        Int(_) | Bool(_) | None | Case(_) | Named(_) | Text(_) | Local(_) | Param(_) | Const(_) => {}
        All(_) | Longest(_) | Players | Wrong => {}
        Field { of, .. } | Pile { of, .. } => of.iter().for_each(|e| expr(e, see)),
        Derived { of, .. } | Link { of, .. } | RowsAt { of, .. } | PieceOf { player: of, .. } => expr(of, see),
        At(a) | OwnerOf(a) | NumberOf(a) | Not(a) | Negative(a) | IsSome(a) | PlayersFrom(a) | Others(a) | Random(a)
        | Ways(a) => {
            expr(a, see);
        }
        Index { of, keys } => {
            expr(of, see);
            keys.iter().for_each(|e| expr(e, see));
        }
        Call { args, .. } | Builtin(_, args) | Members(args) | PerRows(args) => args.iter().for_each(|e| expr(e, see)),
        And(a, b) | Or(a, b) | Compare(_, a, b) | Arithmetic(_, a, b) | In(a, b) | Otherwise(a, b) | Range(a, b) => {
            expr(a, see);
            expr(b, see);
        }
        If { arms, otherwise } => {
            for (c, value) in arms {
                condition(c, see);
                expr(value, see);
            }
            expr(otherwise, see);
        }
        Match { subject, arms, otherwise } => {
            expr(subject, see);
            for (cases, value) in arms {
                cases.iter().for_each(|e| expr(e, see));
                expr(value, see);
            }
            otherwise.iter().for_each(|e| expr(e, see));
        }
        Query(q) => {
            expr(&q.source, see);
            q.filter.iter().for_each(|e| expr(e, see));
            q.by.iter().for_each(|k| expr(&k.value, see));
            q.value.iter().for_each(|e| expr(e, see));
        }
        PerKeys { pairs, otherwise } => {
            for (a, b) in pairs {
                expr(a, see);
                expr(b, see);
            }
            otherwise.iter().for_each(|e| expr(e, see));
        }
        Roll { number, .. } => number.iter().for_each(|e| expr(e, see)),
        Distance { from, to, over } => {
            expr(from, see);
            expr(to, see);
            costs(over).for_each(|e| expr(e, see));
        }
        Reach { from, within, over } => {
            expr(from, see);
            within.iter().for_each(|e| expr(e, see));
            costs(over).for_each(|e| expr(e, see));
        }
        Choose(c) => choose(c, see),
    }
}

/// What the steps of a way cost.
pub fn costs(over: &[Hop]) -> impl Iterator<Item = &Expr> {
    over.iter().filter_map(|hop| hop.cost.as_ref()).map(|cost| &cost.value)
}

fn condition<'e>(c: &'e Condition, see: &mut dyn FnMut(&'e Expr)) {
    match c {
        Condition::Expr(e) | Condition::Let(_, e) => expr(e, see),
    }
}

fn text<'e>(t: &'e Text, see: &mut dyn FnMut(&'e Expr)) {
    for part in &t.parts {
        if let TextPart::Hole(e) = part {
            expr(e, see);
        }
    }
}

/// The same for a `choose`.
pub fn choose<'e>(c: &'e Choose, see: &mut dyn FnMut(&'e Expr)) {
    expr(&c.by, see);
    c.prompt.iter().for_each(|t| text(t, see));
    c.options.iter().for_each(|o| option(o, see));
    c.otherwise.iter().for_each(|b| body(b, see));
}

fn option<'e>(o: &'e OptionItem, see: &mut dyn FnMut(&'e Expr)) {
    match o {
        OptionItem::If { arms, otherwise } => {
            for (c, options) in arms {
                condition(c, see);
                options.iter().for_each(|o| option(o, see));
            }
            otherwise.iter().flatten().for_each(|o| option(o, see));
        }
        OptionItem::Option(o) => {
            o.label.iter().for_each(|t| text(t, see));
            for each in &o.each {
                expr(&each.source, see);
                each.filter.iter().for_each(|e| expr(e, see));
            }
            body(&o.body, see);
        }
    }
}

fn body<'e>(b: &'e OptionBody, see: &mut dyn FnMut(&'e Expr)) {
    match b {
        OptionBody::Block(b) => block(b, see),
        OptionBody::Value(e) => expr(e, see),
    }
}

/// The same for statements.
pub fn block<'e>(b: &'e [Stmt], see: &mut dyn FnMut(&'e Expr)) {
    b.iter().for_each(|s| stmt(s, see));
}

/// The same for a statement.
pub fn stmt<'e>(s: &'e Stmt, see: &mut dyn FnMut(&'e Expr)) {
    use StmtKind::*;
    match &s.kind {
        Let { value, .. } => value.iter().for_each(|e| expr(e, see)),
        LetElse { value, otherwise, .. } => {
            expr(value, see);
            stmt(otherwise, see);
        }
        Assign { place: p, value, .. } => {
            place(p, see);
            expr(value, see);
        }
        If { arms, otherwise } => {
            for (c, b) in arms {
                condition(c, see);
                block(b, see);
            }
            otherwise.iter().for_each(|b| block(b, see));
        }
        Match { subject, arms, otherwise } => {
            expr(subject, see);
            for (cases, b) in arms {
                cases.iter().for_each(|e| expr(e, see));
                block(b, see);
            }
            otherwise.iter().for_each(|b| block(b, see));
        }
        While { condition: c, body } => {
            condition(c, see);
            block(body, see);
        }
        Repeat { times, body } => {
            times.iter().for_each(|e| expr(e, see));
            block(body, see);
        }
        For { source, filter, by, body, .. } => {
            expr(source, see);
            filter.iter().for_each(|e| expr(e, see));
            by.iter().for_each(|k| expr(&k.value, see));
            block(body, see);
        }
        Secretly { source, body, .. } => {
            expr(source, see);
            block(body, see);
        }
        Choose(c) => choose(c, see),
        Return(value) => value.iter().for_each(|e| expr(e, see)),
        Break | Continue => {}
        Fail(t) | Say(t) => text(t, see),
        Move { piece, to } => {
            expr(piece, see);
            to.iter().for_each(|e| expr(e, see));
        }
        MoveCard { card: a, to: b, .. } | MoveAll { from: a, to: b, .. } => {
            expr(a, see);
            expr(b, see);
        }
        Draw { number, from, to } => {
            expr(number, see);
            expr(from, see);
            expr(to, see);
        }
        Shuffle(pile) => expr(pile, see),
        Count { key, by, .. } => {
            key.iter().for_each(|e| expr(e, see));
            expr(by, see);
        }
        Finish(e) | Eliminate(e) | Call(e) => expr(e, see),
        EndGame { ranking } => {
            if let Some(r) = ranking {
                expr(&r.source, see);
                r.by.iter().for_each(|k| expr(&k.value, see));
            }
        }
    }
}

fn place<'e>(p: &'e Place, see: &mut dyn FnMut(&'e Expr)) {
    match &p.kind {
        PlaceKind::Local(_) => {}
        PlaceKind::Field { of, .. } => of.iter().for_each(|e| expr(e, see)),
        PlaceKind::Index { of, keys } => {
            place(of, see);
            keys.iter().for_each(|e| expr(e, see));
        }
    }
}

/// The same for a rule; layers name the rules that they call in `calls`.
pub fn rule<'e>(r: &'e Rule, see: &mut dyn FnMut(&'e Expr)) {
    match &r.body {
        RuleBody::Block(b) => block(b, see),
        RuleBody::Expr(e) => expr(e, see),
        RuleBody::Watch | RuleBody::Before { .. } | RuleBody::After { .. } => {}
    }
}

/// Whether any `choose` or `secretly` stands in the statements (not in the rules that they call).
pub fn asks(b: &[Stmt]) -> bool {
    b.iter().any(|s| match &s.kind {
        StmtKind::Choose(_) | StmtKind::Secretly { .. } => true,
        StmtKind::If { arms, otherwise } => arms.iter().any(|(_, b)| asks(b)) || otherwise.as_ref().is_some_and(|b| asks(b)),
        StmtKind::Match { arms, otherwise, .. } => {
            arms.iter().any(|(_, b)| asks(b)) || otherwise.as_ref().is_some_and(|b| asks(b))
        }
        StmtKind::While { body, .. } | StmtKind::Repeat { body, .. } | StmtKind::For { body, .. } => asks(body),
        _ => false,
    }) || {
        let mut found = false;
        block(b, &mut |e| found |= matches!(e.kind, ExprKind::Choose(_)));
        found
    }
}

/// The variables that are assigned to somewhere in the statements.
pub fn assigned(b: &[Stmt], found: &mut Vec<LocalId>) {
    places(b, &mut |place| {
        let mut place = place;
        while let PlaceKind::Index { of, .. } = &place.kind {
            place = of;
        }
        if let PlaceKind::Local(local) = place.kind {
            found.push(local);
        }
    });
}

/// Calls `see` with all that is assigned to in the statements.
pub fn places<'e>(b: &'e [Stmt], see: &mut dyn FnMut(&'e Place)) {
    fn options<'e>(list: &'e [OptionItem], see: &mut dyn FnMut(&'e Place)) {
        for item in list {
            match item {
                OptionItem::If { arms, otherwise } => {
                    arms.iter().for_each(|(_, list)| options(list, see));
                    otherwise.iter().for_each(|list| options(list, see));
                }
                OptionItem::Option(o) => {
                    if let OptionBody::Block(b) = &o.body {
                        places(b, see);
                    }
                }
            }
        }
    }
    for s in b {
        match &s.kind {
            StmtKind::Assign { place, .. } => see(place),
            StmtKind::LetElse { otherwise, .. } => places(std::slice::from_ref(otherwise), see),
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|(_, b)| places(b, see));
                otherwise.iter().for_each(|b| places(b, see));
            }
            StmtKind::Match { arms, otherwise, .. } => {
                arms.iter().for_each(|(_, b)| places(b, see));
                otherwise.iter().for_each(|b| places(b, see));
            }
            StmtKind::While { body, .. }
            | StmtKind::Repeat { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Secretly { body, .. } => places(body, see),
            StmtKind::Choose(c) => {
                options(&c.options, see);
                if let Some(OptionBody::Block(b)) = &c.otherwise {
                    places(b, see);
                }
            }
            _ => {}
        }
    }
}
