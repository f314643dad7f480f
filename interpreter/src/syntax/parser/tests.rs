//! `test` blocks and the statements that occur only there.

use super::*;

impl<'s> Builder<'s> {
    pub(super) fn test(&mut self, mut inner: Inner<'s>) -> Test {
        let title = self.text(inner.find(Rule::string));
        let mut with = Vec::new();
        if inner.skip(Rule::WITH) {
            while let Some(pair) = inner.take(Rule::with) {
                let mut part = Inner::of(pair);
                with.push((self.name(part.find(Rule::name)), part.take(Rule::chain).map(|value| self.chain(value))));
            }
        }
        Test {
            title,
            with,
            track: inner.behind(Rule::ON).map(|name| self.text(name)),
            players: inner.behind(Rule::FOR).map(|number| (self.number(number.clone()), self.span(&number))),
            body: self.lines(inner.find(Rule::test_block), Part::TestLine),
        }
    }

    pub(super) fn script(&mut self, mut inner: Inner<'s>) -> StmtKind {
        let what = match inner.next().as_rule() {
            Rule::SCRIPT_DICE => ScriptKind::Dice,
            _ => ScriptKind::Draws,
        };
        StmtKind::Script { what, values: inner.0.map(|value| self.expr(value)).collect() }
    }

    pub(super) fn run(&mut self, mut inner: Inner<'s>) -> StmtKind {
        inner.skip(Rule::RUN);
        let mut run = Run { call: None, every_roll: false, until: None, choosing: Choosing::Nothing };
        let mut answers = Vec::new();
        for pair in inner.0 {
            match pair.as_rule() {
                Rule::path => run.call = Some(self.path(pair)),
                Rule::every_roll => run.every_roll = true,
                Rule::until => run.until = Some(self.name(Inner::of(pair).find(Rule::name))),
                Rule::at_random => run.choosing = Choosing::AtRandom,
                Rule::answer => answers.push(self.answer(Inner::of(pair))),
                _ => {}
            }
        }
        if !answers.is_empty() {
            run.choosing = Choosing::Answers(answers);
        }
        StmtKind::Run(run)
    }

    fn answer(&mut self, mut inner: Inner<'s>) -> Answer {
        Answer { decision: inner.take(Rule::name).map(|name| self.name(name)), values: self.values(inner.next()) }
    }

    /// One value, or several in brackets.
    fn values(&mut self, pair: Pair<'s>) -> Vec<Expr> {
        match pair.as_rule() {
            Rule::tuple => pair.into_inner().map(|value| self.expr(value)).collect(),
            _ => vec![self.expr(pair)],
        }
    }

    pub(super) fn expect(&mut self, mut inner: Inner<'s>, span: Span) -> StmtKind {
        inner.skip(Rule::EXPECT);
        let no = inner.skip(Rule::NO);
        let pair = inner.next();
        StmtKind::Expect(match pair.as_rule() {
            Rule::OPTION => Expect::Option { no, values: self.values(inner.next()), span },
            Rule::DECISION => {
                let name = self.name(inner.find(Rule::name));
                let by = inner.skip(Rule::BY).then(|| self.chain(inner.next()));
                Expect::Decision { no, name, by }
            }
            _ => Expect::Condition(self.chain(pair)),
        })
    }
}
