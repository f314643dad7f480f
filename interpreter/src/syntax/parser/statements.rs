//! Blocks and statements.

use super::*;

impl<'s> Builder<'s> {
    pub(super) fn block(&mut self, pair: Pair<'s>) -> Block {
        self.lines(pair, Part::Statement)
    }

    /// The lines of a block or of a test.
    pub(super) fn lines(&mut self, pair: Pair<'s>, part: Part) -> Block {
        let span = self.span(&pair);
        let open = pair.as_span().start();
        let build = |this: &mut Self| {
            let mut lines = Vec::new();
            for pair in pair.into_inner() {
                match pair.as_rule() {
                    Rule::broken_line => this.broken(&pair, part),
                    Rule::unclosed => this.unclosed(&pair, open),
                    _ => {
                        this.sound();
                        lines.push(this.statement(pair));
                    }
                }
            }
            lines
        };
        Block { span, lines: self.deeper(1, span, build).unwrap_or_default() }
    }

    pub(super) fn statement(&mut self, pair: Pair<'s>) -> Stmt {
        let span = self.span(&pair);
        let sort = pair.as_rule();
        let mut inner = Inner::of(pair);
        let kind = match sort {
            Rule::let_line => StmtKind::Let {
                name: self.name(inner.find(Rule::name)),
                ty: inner.take(Rule::type_).map(|ty| self.ty(ty)),
                value: self.right_side(inner.find(Rule::right_side)),
                otherwise: inner.skip(Rule::ELSE).then(|| Box::new(self.statement(inner.next()))),
            },
            Rule::var_line => StmtKind::Var {
                name: self.name(inner.find(Rule::name)),
                ty: inner.take(Rule::type_).map(|ty| self.ty(ty)),
                value: inner.take(Rule::right_side).map(|value| self.right_side(value)),
            },
            Rule::if_line => self.if_line(inner),
            Rule::match_line => self.match_line(inner),
            Rule::while_line => StmtKind::While {
                condition: self.condition(inner.find(Rule::condition)),
                body: self.block(inner.find(Rule::block)),
            },
            Rule::repeat_line => {
                inner.skip(Rule::REPEAT);
                StmtKind::Repeat {
                    times: inner.take(Rule::chain).map(|times| self.chain(times)),
                    body: self.block(inner.find(Rule::block)),
                }
            }
            Rule::for_line => StmtKind::For {
                name: self.name(inner.find(Rule::name)),
                source: self.chain(inner.find(Rule::chain)),
                filter: self.filter(&mut inner),
                by: self.sort_keys(&mut inner),
                body: self.block(inner.find(Rule::block)),
            },
            Rule::secretly => StmtKind::Secretly {
                name: self.name(inner.find(Rule::name)),
                source: self.chain(inner.find(Rule::chain)),
                body: self.block(inner.find(Rule::block)),
            },
            Rule::choose_block => StmtKind::Choose(self.choose(inner, span)),
            Rule::return_line => {
                inner.skip(Rule::RETURN);
                StmtKind::Return(inner.take(Rule::right_side).map(|value| self.right_side(value)))
            }
            Rule::jump => self.jump(inner),
            Rule::move_line => self.move_line(inner),
            Rule::draw_line => StmtKind::Draw {
                count: self.chain(inner.find(Rule::chain)),
                from: self.chain(inner.find(Rule::chain)),
                to: self.chain(inner.find(Rule::chain)),
            },
            Rule::shuffle_line => StmtKind::Shuffle(self.chain(inner.find(Rule::chain))),
            Rule::say => StmtKind::Say(self.text(inner.find(Rule::string))),
            Rule::count_line => StmtKind::Count {
                place: self.path(inner.find(Rule::path)),
                change: change(&inner.find(Rule::change)),
                by: self.chain(inner.find(Rule::chain)),
            },
            Rule::end_game => StmtKind::EndGame {
                ranking: inner.0.find(|pair| pair.as_rule() == Rule::source).map(|source| {
                    let (name, source) = self.source(source);
                    (name, source, self.sort_keys(&mut inner))
                }),
            },
            Rule::act => {
                let place = self.path(inner.find(Rule::path));
                match inner.take(Rule::change) {
                    Some(sign) => {
                        StmtKind::Assign { place, change: change(&sign), value: self.right_side(inner.find(Rule::right_side)) }
                    }
                    None => StmtKind::Act(place),
                }
            }
            Rule::script => self.script(inner),
            Rule::run => self.run(inner),
            Rule::expect => self.expect(inner, span),
            other => unreachable!("{other:?} is no statement"),
        };
        Stmt { span, kind }
    }

    fn if_line(&mut self, inner: Inner<'s>) -> StmtKind {
        let (mut arms, mut otherwise, mut condition) = (Vec::new(), None, None);
        for pair in inner.0 {
            match pair.as_rule() {
                Rule::condition => condition = Some(self.condition(pair)),
                Rule::block => match condition.take() {
                    Some(condition) => arms.push((condition, self.block(pair))),
                    None => otherwise = Some(self.block(pair)),
                },
                _ => {}
            }
        }
        StmtKind::If { arms, otherwise }
    }

    fn match_line(&mut self, mut inner: Inner<'s>) -> StmtKind {
        let subject = self.chain(inner.find(Rule::chain));
        let mut arms = Vec::new();
        for pair in inner.0 {
            match pair.as_rule() {
                Rule::unclosed => self.unclosed(&pair, self.brace_behind(subject.span)),
                Rule::broken_line => self.broken(&pair, Part::Arm),
                _ => {
                    self.sound();
                    let span = self.span(&pair);
                    let mut inner = Inner::of(pair);
                    let mut cases = Vec::new();
                    inner.skip(Rule::ELSE);
                    while let Some(case) = inner.take(Rule::chain) {
                        cases.push(self.chain(case));
                    }
                    arms.push(Arm { span, cases, body: self.block(inner.find(Rule::block)) });
                }
            }
        }
        StmtKind::Match { subject, arms }
    }

    /// The place of the `{` that follows an expression.
    pub(super) fn brace_behind(&self, span: Span) -> usize {
        let end = span.end as usize;
        self.text[end..].find('{').map_or(end, |at| end + at)
    }

    fn jump(&mut self, mut inner: Inner<'s>) -> StmtKind {
        match inner.next().as_rule() {
            Rule::RETURN => StmtKind::Return(inner.take(Rule::chain).map(|value| RightSide::Expr(self.chain(value)))),
            Rule::BREAK => StmtKind::Break,
            Rule::CONTINUE => StmtKind::Continue,
            _ => StmtKind::Fail(self.text(inner.find(Rule::string))),
        }
    }

    fn move_line(&mut self, mut inner: Inner<'s>) -> StmtKind {
        inner.skip(Rule::MOVE);
        let all = inner.skip(Rule::ALL);
        let what = self.chain(inner.find(Rule::chain));
        let to = if inner.skip(Rule::off_board) {
            MoveTo::OffBoard
        } else {
            let place = self.chain(inner.find(Rule::chain));
            let end = match inner.rule() {
                Some(Rule::TOP) => Some(Top::Top),
                Some(Rule::BOTTOM) => Some(Top::Bottom),
                _ => None,
            };
            MoveTo::Place(place, end)
        };
        StmtKind::Move { all, what, to }
    }

    pub(super) fn right_side(&mut self, pair: Pair<'s>) -> RightSide {
        let pair = Inner::of(pair).next();
        match pair.as_rule() {
            Rule::choose_value => {
                let span = self.span(&pair);
                RightSide::Choose(self.choose(Inner::of(pair), span))
            }
            _ => RightSide::Expr(self.expr(pair)),
        }
    }

    pub(super) fn condition(&mut self, pair: Pair<'s>) -> Condition {
        let mut inner = Inner::of(pair);
        if inner.skip(Rule::LET) {
            let name = self.name(inner.find(Rule::name));
            return Condition::Let(name, self.right_side(inner.find(Rule::right_side)));
        }
        Condition::Expr(self.expr(inner.next()))
    }

    /// `x in E`.
    pub(super) fn source(&mut self, pair: Pair<'s>) -> (Name, Expr) {
        let mut inner = Inner::of(pair);
        (self.name(inner.find(Rule::name)), self.chain(inner.find(Rule::chain)))
    }

    /// `where C`.
    pub(super) fn filter(&mut self, inner: &mut Inner<'s>) -> Option<Expr> {
        let pair = inner.take(Rule::where_part)?;
        Some(self.chain(Inner::of(pair).find(Rule::chain)))
    }

    /// `by K desc, then K`.
    pub(super) fn sort_keys(&mut self, inner: &mut Inner<'s>) -> Vec<SortKey> {
        let Some(pair) = inner.take(Rule::by_part) else { return vec![] };
        let keys = pair.into_inner().filter(|pair| pair.as_rule() == Rule::key);
        keys.map(|key| {
            let mut inner = Inner::of(key);
            SortKey { value: self.chain(inner.find(Rule::chain)), descending: inner.skip(Rule::DESC) }
        })
        .collect()
    }
}

fn change(pair: &Pair) -> Change {
    match pair.as_str() {
        "+=" => Change::Add,
        "-=" => Change::Subtract,
        _ => Change::Set,
    }
}
