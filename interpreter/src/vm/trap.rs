//! Why the rules can't go on, as one word of the machine. The words for people are made only when somebody asks.

/// A rule error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum TrapCode {
    Overflow,
    DivisionByZero,
    OutOfRange,
    NoSuchKey,
    NeverSet,
    ListFull,
    EmptyCollection,
    NoOptions,
    TooManyOptions,
    Fuel,
    Depth,
    Failed,
    NotOne,
    NotEvenOne,
    NoResult,
    Clamp,
    NoPlaceLeft,
    NotInGame,
    NobodyLeft,
    SecretStore,
    PileFull,
    Shuffled,
    Internal,
}

impl TrapCode {
    /// All codes, by their word.
    pub const ALL: [TrapCode; 23] = [
        TrapCode::Overflow,
        TrapCode::DivisionByZero,
        TrapCode::OutOfRange,
        TrapCode::NoSuchKey,
        TrapCode::NeverSet,
        TrapCode::ListFull,
        TrapCode::EmptyCollection,
        TrapCode::NoOptions,
        TrapCode::TooManyOptions,
        TrapCode::Fuel,
        TrapCode::Depth,
        TrapCode::Failed,
        TrapCode::NotOne,
        TrapCode::NotEvenOne,
        TrapCode::NoResult,
        TrapCode::Clamp,
        TrapCode::NoPlaceLeft,
        TrapCode::NotInGame,
        TrapCode::NobodyLeft,
        TrapCode::SecretStore,
        TrapCode::PileFull,
        TrapCode::Shuffled,
        TrapCode::Internal,
    ];

    /// What happened, in a designer's words.
    pub fn message(self) -> &'static str {
        match self {
            TrapCode::Overflow => "a number is too large to count: it has more than 32 bits",
            TrapCode::DivisionByZero => "a division by zero",
            TrapCode::OutOfRange => "a value is out of its range",
            TrapCode::NoSuchKey => "there is no entry for this key",
            TrapCode::NeverSet => "this has no value yet",
            TrapCode::ListFull => "the list is full",
            TrapCode::EmptyCollection => "there is none to take the smallest, the largest or a random one of",
            TrapCode::NoOptions => "this decision has no options",
            TrapCode::TooManyOptions => "more options than a decision can hold",
            TrapCode::Fuel => "this never ends",
            TrapCode::Depth => "rules call each other too deeply",
            TrapCode::Failed => "the rules stop here",
            TrapCode::NotOne => "`the` needs exactly one, but there are several",
            TrapCode::NotEvenOne => "`the` needs exactly one, but there is none",
            TrapCode::NoResult => "this rule ended without a result",
            TrapCode::Clamp => "the lower limit is above the upper one",
            TrapCode::NoPlaceLeft => "all places are taken",
            TrapCode::NotInGame => "this player is no longer in the game",
            TrapCode::NobodyLeft => "nobody is left in the game",
            TrapCode::SecretStore => "in `secretly` each player may change only their own secrets",
            TrapCode::PileFull => "the pile is full",
            TrapCode::Shuffled => "the pile is shuffled: nobody knows the top card before it is drawn",
            TrapCode::Internal => "this is a fault of Coursesetter, not of the rules",
        }
    }

    /// What to do about it.
    pub fn hint(self) -> Option<&'static str> {
        Some(match self {
            TrapCode::OutOfRange => "widen the range where it is declared, or limit the value with `min`, `max` or `clamp`",
            TrapCode::Overflow => "limit it with `min`, `max` or `clamp`",
            TrapCode::DivisionByZero => "check first: `if n == 0 then … else … / n`",
            TrapCode::NoSuchKey => "check first: a list has the numbers `1..size(…)`, a table has its keys",
            TrapCode::TooManyOptions => "ask in two steps, or offer fewer options",
            TrapCode::Depth => "look for rules that call each other for ever, or write a loop",
            TrapCode::NoResult => "every way through it must end with `return …`",
            TrapCode::Clamp => "swap them: `clamp(n, low, high)`",
            TrapCode::NotInGame => "check first: `if p in players`",
            TrapCode::NobodyLeft => "check first: `if size(players) > 0 { … }`",
            TrapCode::SecretStore => "store it in a `secret` field of the player who is asked",
            TrapCode::NeverSet => "give it a value where it is declared, or store one before it is read",
            TrapCode::ListFull => "raise the `max` where the list is declared, or declare one: `let l: list of int max 40 = …`",
            TrapCode::EmptyCollection => "write `… otherwise VALUE` for the empty case",
            TrapCode::NoOptions => "add `otherwise { … }` to the options",
            TrapCode::Fuel => "look for a condition that never changes, or rules that call each other for ever",
            TrapCode::PileFull => "raise the `max` where the pile is declared, or check first: `size(…) < …`",
            TrapCode::Shuffled => "draw it first: `draw 1 from … to …`",
            TrapCode::NotOne => "make the condition narrower, or use `first`",
            TrapCode::NotEvenOne => "make the condition wider, or say what to take instead: `first … otherwise …`",
            _ => return None,
        })
    }

    pub(crate) fn of(word: u16) -> TrapCode {
        TrapCode::ALL.get(usize::from(word)).copied().unwrap_or(TrapCode::Internal)
    }
}
