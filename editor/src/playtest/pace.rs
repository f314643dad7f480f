//! How fast a race is shown, and what it waits for.

/// How fast what has happened is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pace {
    /// At once.
    Instant,
    /// Pieces glide quickly.
    #[default]
    Quick,
    /// Pieces glide so that one can follow.
    Slow,
    /// Each turn waits for a click.
    Step,
}

impl Pace {
    /// All with what they are called.
    pub const ALL: [(Pace, &'static str); 4] =
        [(Pace::Instant, "Instant"), (Pace::Quick, "Quick"), (Pace::Slow, "Slow"), (Pace::Step, "Turn by turn")];

    /// Seconds for one step of a piece.
    pub(super) fn step_secs(self) -> f64 {
        match self {
            Pace::Instant => 0.0,
            Pace::Quick | Pace::Step => 0.075,
            Pace::Slow => 0.22,
        }
    }

    /// Seconds before a turn's lines are shown.
    pub(super) fn rest_secs(self) -> f64 {
        match self {
            Pace::Instant => 0.0,
            Pace::Quick | Pace::Step => 0.12,
            Pace::Slow => 0.5,
        }
    }
}

/// What the window waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Something is still being shown.
    Showing,
    /// A click shows the next turn.
    NextTurn,
    /// A bot is asked.
    Bot,
    /// A person is asked.
    Person,
    /// Another person must sit down first: what is asked and shown then is not for the others.
    Handover,
    /// Somebody looks at how it was.
    Past,
    /// Somebody stopped it while bots were at it.
    Paused,
    /// The game is over, or can't go on.
    Nobody,
}
