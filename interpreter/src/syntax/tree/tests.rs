//! Tests in the rules.

use super::*;

#[derive(Clone, Debug)]
pub struct Test {
    pub title: Text,
    pub with: Vec<(Name, Option<Expr>)>,
    pub track: Option<Text>,
    pub players: Option<(i32, Span)>,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub struct Run {
    /// `None` means `run game`.
    pub call: Option<Expr>,
    pub every_roll: bool,
    pub until: Option<Name>,
    pub choosing: Choosing,
}

#[derive(Clone, Debug)]
pub enum Choosing {
    Nothing,
    AtRandom,
    Answers(Vec<Answer>),
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub decision: Option<Name>,
    /// One value, or as many as the option has `each` parts.
    pub values: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub enum Expect {
    Condition(Expr),
    Option {
        no: bool,
        values: Vec<Expr>,
        span: Span,
    },
    /// A decision, optionally with the player who must be asked.
    Decision {
        no: bool,
        name: Name,
        by: Option<Expr>,
    },
}
