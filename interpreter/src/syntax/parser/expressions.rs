//! Expressions. Operators get their structure here, by the precedences at the head of the grammar.

use std::cell::RefCell;
use std::sync::LazyLock;

use pest::iterators::Pairs;
use pest::pratt_parser::{Assoc, Op, PrattParser};

use super::*;

static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |sign| Op::infix(sign, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::or_))
        .op(left(Rule::and_))
        .op(Op::prefix(Rule::not_))
        .op(left(Rule::compare))
        .op(left(Rule::range))
        .op(left(Rule::sum))
        .op(left(Rule::product))
        .op(Op::prefix(Rule::negative))
        .op(Op::postfix(Rule::args)
            | Op::postfix(Rule::index)
            | Op::postfix(Rule::field_of)
            | Op::postfix(Rule::is_some)
            | Op::postfix(Rule::is_none))
});

impl<'s> Builder<'s> {
    /// `chain otherwise chain …`.
    pub(super) fn expr(&mut self, pair: Pair<'s>) -> Expr {
        let span = self.span(&pair);
        let mut inner = Inner::of(pair);
        let nodes = inner.0.len() / 2 + 1;
        let build = |this: &mut Self| {
            let mut value = this.chain(inner.next());
            while inner.skip(Rule::OTHERWISE) {
                let default = this.chain(inner.find(Rule::chain));
                let span = value.span.to(default.span);
                value = Expr { span, kind: ExprKind::Otherwise { value: Box::new(value), default: Box::new(default) } };
            }
            value
        };
        self.deeper(nodes - 1, span, build).unwrap_or(nothing(span))
    }

    pub(super) fn chain(&mut self, pair: Pair<'s>) -> Expr {
        self.operators(pair)
    }

    /// Operands and operators in a row, as the parts of `pair`.
    pub(super) fn operators(&mut self, pair: Pair<'s>) -> Expr {
        let span = self.span(&pair);
        self.shaped(pair.into_inner(), span)
    }

    fn shaped(&mut self, mut parts: Pairs<'s, Rule>, span: Span) -> Expr {
        let nodes = height(parts.clone());
        let build = |this: &mut Self| {
            if parts.len() == 1 {
                return this.operand(parts.next().expect("one part"));
            }
            let this = RefCell::new(this);
            PRECEDENCE
                .map_primary(|pair| this.borrow_mut().operand(pair))
                .map_prefix(|sign, value| {
                    let span = this.borrow().span(&sign).to(value.span);
                    let value = Box::new(value);
                    let negative = sign.as_rule() == Rule::negative;
                    if negative {
                        this.borrow_mut().negative(span, &value);
                    }
                    Expr { span, kind: if negative { ExprKind::Negative(value) } else { ExprKind::Not(value) } }
                })
                .map_postfix(|of, pair| this.borrow_mut().behind(of, pair))
                .map_infix(|left, sign, right| this.borrow_mut().binary(left, &sign, right))
                .parse(parts)
        };
        self.deeper(nodes, span, build).unwrap_or(nothing(span))
    }

    fn binary(&mut self, left: Expr, sign: &Pair<'s>, right: Expr) -> Expr {
        let op = binary_op(sign.as_str());
        let span = left.span.to(right.span);
        if is_comparison(op)
            && let ExprKind::Binary { op: before, left: first, right: middle } = &left.kind
            && is_comparison(*before)
            && (first.span.start, middle.span.end) == (left.span.start, left.span.end)
        {
            let sign = self.span(sign);
            let text = |span: Span| self.text[span.start as usize..span.end as usize].trim_ascii();
            let both = format!("{} and {} {} {}", text(left.span), text(middle.span), text(sign), text(right.span));
            let problem = Diagnostic::error(Code::Syntax, sign, "comparisons can't be chained");
            self.problems.push(problem.hint(format!("write `{both}`")).replacing_at(span, both));
            // Reads on as if it were written like this.
            let second = ExprKind::Binary { op, left: middle.clone(), right: Box::new(right) };
            let right = Box::new(Expr { span, kind: second });
            return Expr { span, kind: ExprKind::Binary { op: BinaryOp::And, left: Box::new(left), right } };
        }
        Expr { span, kind: ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) } }
    }

    /// A call, `[ ]`, `.field`, `is some` or `is none` after `of`.
    fn behind(&mut self, of: Expr, pair: Pair<'s>) -> Expr {
        let span = of.span.to(self.span(&pair));
        let of = Box::new(of);
        let kind = match pair.as_rule() {
            Rule::args => ExprKind::Call { callee: of, args: self.args(pair) },
            Rule::index => ExprKind::Index { of, keys: pair.into_inner().map(|key| self.expr(key)).collect() },
            Rule::field_of => ExprKind::Field { of, name: self.name(Inner::of(pair).find(Rule::field_name)) },
            Rule::is_some => ExprKind::IsSome(of),
            _ => ExprKind::IsNone(of),
        };
        Expr { span, kind }
    }

    fn args(&mut self, pair: Pair<'s>) -> Vec<Arg> {
        let arg = |pair| {
            let mut inner = Inner::of(pair);
            Arg {
                name: inner.take(Rule::name).map(|name| self.name(name)),
                value: self.expr(inner.find(Rule::expr)),
                of: inner.behind(Rule::OF).map(|die| self.expr(die)),
            }
        };
        pair.into_inner().map(arg).collect()
    }

    /// A name followed by calls, keys and fields. It can stand alone or be set.
    pub(super) fn path(&mut self, pair: Pair<'s>) -> Expr {
        self.operators(pair)
    }

    fn operand(&mut self, pair: Pair<'s>) -> Expr {
        let span = self.span(&pair);
        let sort = pair.as_rule();
        let kind = match sort {
            Rule::name | Rule::kind => ExprKind::Name(self.name(pair)),
            Rule::number_ => ExprKind::Int(self.number(pair)),
            Rule::TRUE => ExprKind::Bool(true),
            Rule::FALSE => ExprKind::Bool(false),
            Rule::NONE => ExprKind::None,
            Rule::string => ExprKind::Text(self.text(pair)),
            Rule::group => self.expr(Inner::of(pair).find(Rule::expr)).kind,
            Rule::list => {
                let build = |this: &mut Self| pair.into_inner().map(|pair| this.element(Inner::of(pair))).collect();
                ExprKind::List(self.deeper(1, span, build).unwrap_or_default())
            }
            _ => {
                let build = |this: &mut Self| this.long_operand(sort, Inner::of(pair), span);
                self.deeper(1, span, build).unwrap_or(ExprKind::None)
            }
        };
        Expr { span, kind }
    }

    fn long_operand(&mut self, sort: Rule, mut inner: Inner<'s>, span: Span) -> ExprKind {
        match sort {
            Rule::query => ExprKind::Query(Box::new(self.query(inner))),
            Rule::if_value => self.if_value(inner),
            Rule::match_value => {
                let subject = Box::new(self.chain(inner.find(Rule::chain)));
                let mut arms = Vec::new();
                for pair in inner.0 {
                    match pair.as_rule() {
                        Rule::unclosed => self.unclosed(&pair, self.brace_behind(subject.span)),
                        _ => arms.push(self.case_value(pair)),
                    }
                }
                ExprKind::Match { subject, arms }
            }
            Rule::players_from => {
                inner.skip(Rule::PLAYERS);
                inner.skip(Rule::FROM);
                ExprKind::PlayersFrom(Box::new(self.shaped(inner.0, span)))
            }
            Rule::links_of => {
                let kind = self.name(inner.find(Rule::kind));
                let from = inner.next().as_rule() == Rule::FROM;
                let start = inner.0.peek().map_or(span, |pair| self.span(&pair));
                let space = self.shaped(inner.0, start.to(Span { start: span.end, ..span }));
                ExprKind::LinksOf { kind, from, space: Box::new(space) }
            }
            other => unreachable!("{other:?} is no operand"),
        }
    }

    fn element(&mut self, mut inner: Inner<'s>) -> Element {
        match inner.rule() {
            Some(Rule::hop) => self.hop(Inner::of(inner.next())),
            Some(Rule::ELSE) => Element::Else(self.expr(inner.find(Rule::expr))),
            _ => {
                let value = self.expr(inner.next());
                match inner.take(Rule::expr) {
                    Some(pair) => Element::Pair(value, self.expr(pair)),
                    None => Element::Value(value),
                }
            }
        }
    }

    fn hop(&mut self, mut inner: Inner<'s>) -> Element {
        let first = self.name(inner.next());
        let (variable, link) = if inner.skip(Rule::IN) { (Some(first), self.name(inner.next())) } else { (None, first) };
        let backwards = inner.skip(Rule::BACKWARDS);
        let cost = inner.behind(Rule::COST).map(|cost| self.chain(cost));
        Element::Hop { variable, link, backwards, cost }
    }

    fn if_value(&mut self, inner: Inner<'s>) -> ExprKind {
        let (mut arms, mut otherwise, mut condition) = (Vec::new(), None, None);
        for pair in inner.0 {
            match pair.as_rule() {
                Rule::value_condition => {
                    let mut inner = Inner::of(pair);
                    let variable = inner.skip(Rule::LET).then(|| self.name(inner.find(Rule::name)));
                    let value = self.chain(inner.find(Rule::chain));
                    condition = Some(match variable {
                        Some(name) => Condition::Let(name, RightSide::Expr(value)),
                        None => Condition::Expr(value),
                    });
                }
                Rule::chain => match condition.take() {
                    Some(condition) => arms.push((condition, self.chain(pair))),
                    None => otherwise = Some(Box::new(self.chain(pair))),
                },
                _ => {}
            }
        }
        ExprKind::If { arms, otherwise: otherwise.expect("an `if` as a value has an `else`") }
    }

    fn case_value(&mut self, pair: Pair<'s>) -> CaseValue {
        let span = self.span(&pair);
        let mut inner = Inner::of(pair);
        inner.skip(Rule::ELSE);
        let mut cases = Vec::new();
        while let Some(case) = inner.take(Rule::chain) {
            cases.push(self.chain(case));
        }
        CaseValue { span, cases, value: self.expr(inner.find(Rule::expr)) }
    }

    fn query(&mut self, mut inner: Inner<'s>) -> Query {
        let quantifier = match inner.find(Rule::quantifier).as_str() {
            "any" => Quantifier::Any,
            "every" => Quantifier::Every,
            "count" => Quantifier::Count,
            "sum" => Quantifier::Sum,
            "min" => Quantifier::Min,
            "max" => Quantifier::Max,
            "first" => Quantifier::First,
            "the" => Quantifier::The,
            _ => Quantifier::Those,
        };
        let (name, source) = self.source(inner.find(Rule::source));
        Query {
            quantifier,
            name,
            source,
            filter: self.filter(&mut inner),
            by: self.sort_keys(&mut inner),
            value: inner.take(Rule::chain).map(|value| self.chain(value)),
        }
    }
}

/// Stands for an expression nested too deeply to be built.
fn nothing(span: Span) -> Expr {
    Expr { span, kind: ExprKind::None }
}

/// How many nodes may lie on one way down through operands and operators in a row.
fn height(parts: Pairs<Rule>) -> usize {
    if parts.len() == 1 {
        return 0;
    }
    let (mut infix, mut run, mut longest) = (0, 0, 0);
    for part in parts {
        match part.as_rule() {
            Rule::not_ | Rule::negative | Rule::args | Rule::index | Rule::field_of | Rule::is_some | Rule::is_none => run += 1,
            sort if is_infix(sort) => {
                infix += 1;
                run = 0;
            }
            _ => {}
        }
        longest = longest.max(run);
    }
    infix + longest
}

fn is_infix(sort: Rule) -> bool {
    use Rule::*;
    matches!(sort, or_ | and_ | compare | range | sum | product)
}

fn binary_op(sign: &str) -> BinaryOp {
    match sign.trim_ascii_end() {
        "or" => BinaryOp::Or,
        "and" => BinaryOp::And,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "<=" => BinaryOp::Le,
        ">=" => BinaryOp::Ge,
        "<" => BinaryOp::Lt,
        ">" => BinaryOp::Gt,
        "in" => BinaryOp::In,
        ".." => BinaryOp::Range,
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "&" => BinaryOp::Both,
        // `not in`, with any number of blanks.
        _ => BinaryOp::NotIn,
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Eq | Ne | Le | Ge | Lt | Gt | In | NotIn)
}
