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
            Pace::Quick | Pace::Step => 0.1,
            Pace::Slow => 0.22,
        }
    }

    /// Seconds that a move takes at least, so that short ones are seen, too.
    pub(super) fn least_move_secs(self) -> f64 {
        3.0 * self.step_secs()
    }

    /// Seconds for which a line stays the last one on show.
    pub(super) fn line_secs(self, weight: Weight) -> f64 {
        let (turn, choice, throw, hit) = match self {
            Pace::Instant => return 0.0,
            Pace::Quick | Pace::Step => (0.2, 0.25, 0.6, 1.2),
            Pace::Slow => (0.5, 0.6, 0.9, 2.4),
        };
        match weight {
            Weight::Plain => 0.0,
            Weight::Turn => turn,
            Weight::Choice => choice,
            Weight::Throw => throw,
            Weight::OwnThrow => 2.0 * throw,
            Weight::Hit => hit,
        }
    }
}

/// How much there is to see in a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Plain,
    /// A turn begins.
    Turn,
    /// A bot has chosen something, or cards move in its turn.
    Choice,
    /// Dice fall in a bot's turn, or in a person's.
    Throw,
    OwnThrow,
    /// Something happens to somebody in another's turn.
    Hit,
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
