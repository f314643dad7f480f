//! Tests in the rules.

use super::*;

#[derive(Clone, Debug)]
pub struct Test {
    pub title: Arc<str>,
    pub span: Span,
    /// `with laps = 1`: constant values.
    pub with: Vec<(ParamId, Expr)>,
    /// The track's file name without `.ron`.
    pub track: Option<Arc<str>>,
    /// The number of players, and where it is written.
    pub players: Option<(u32, Span)>,
    pub locals: Vec<Local>,
    pub lines: Vec<TestLine>,
}

#[derive(Clone, Debug)]
pub struct OtherTest {
    pub span: Span,
    /// The add-ons that it needs, in manifest order.
    pub addons: Vec<Arc<str>>,
}

#[derive(Clone, Debug)]
pub struct TestLine {
    pub span: Span,
    pub kind: TestLineKind,
}

#[derive(Clone, Debug)]
pub enum TestLineKind {
    /// `let`, assignments, `move`, `if`, `for` and other statements that act on the state.
    Stmt(Stmt),
    /// The next results of dice, in the order in which they are rolled.
    Dice(Vec<Expr>),
    /// The next cards that chance picks, by name.
    Draws(Vec<(Arc<str>, Span)>),
    Run(Run),
    Expect(Expect),
}

#[derive(Clone, Debug)]
pub struct Run {
    pub what: RunWhat,
    pub every_roll: bool,
    pub until: Option<DecisionId>,
    pub choosing: Choosing,
}

#[derive(Clone, Debug)]
pub enum RunWhat {
    /// `ExprKind::Call`.
    Call(Expr),
    Game,
}

/// The result type of a called rule; `None` if it returns nothing.
pub fn result_type<'a>(ir: &'a Ir, call: &Expr) -> Option<&'a Type> {
    match call.kind {
        ExprKind::Call { rule, .. } => ir.rules[rule.index()].result.as_ref(),
        _ => None,
    }
}

#[derive(Clone, Debug)]
pub enum Choosing {
    Nothing,
    AtRandom,
    Answers(Vec<Answer>),
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub span: Span,
    /// `None` means whatever decision comes next.
    pub decision: Option<DecisionId>,
    pub values: Vec<AnswerValue>,
}

#[derive(Clone, Debug)]
pub enum AnswerValue {
    /// A label, or the name of a space.
    Text(Arc<str>),
    Value(Expr),
}

#[derive(Clone, Debug)]
pub enum Expect {
    Condition(Expr),
    Option {
        no: bool,
        values: Vec<AnswerValue>,
    },
    /// `by` is the player who must be the one asked, if that matters.
    Decision {
        no: bool,
        decision: DecisionId,
        by: Option<Expr>,
    },
}
