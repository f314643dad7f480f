//! Every kind of problem, one line each, by the stage that finds it. The comments are shown to users.

macro_rules! codes {
    ($($(#[doc = $meaning:literal])+ $name:ident = $text:literal,)+) => {
        /// A kind of problem: a letter for the stage and a number that never changes.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code { $($(#[doc = $meaning])+ $name,)+ }

        impl Code {
            /// All kinds, in order.
            pub const ALL: &[Code] = &[$(Code::$name,)+];

            /// The code as shown: `S01`.
            pub fn text(self) -> &'static str {
                match self { $(Code::$name => $text,)+ }
            }

            /// Its meaning in one line.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$name => concat!($($meaning),+).trim_ascii(),)+ }
            }
        }
    };
}

impl Code {
    /// Whether a track may have such an error only because it isn't finished, so that drawing on fixes it.
    pub fn is_unfinished(self) -> bool {
        matches!(self, Code::MissingField | Code::CheckFailed | Code::NoSuchOnTrack | Code::RuleError)
    }
}

codes! {
    /// The text can't be read as rules here.
    Syntax = "S01",
    /// A `}` is missing.
    Unclosed = "S02",
    /// Nested too deeply to be read.
    TooDeep = "S03",
    /// A number that doesn't fit 32 bits.
    NumberTooLarge = "S04",

    /// A construct of the language that this version can't run yet.
    NotYet = "Y01",

    /// A name that nothing declares.
    UnknownName = "N01",
    /// A name that is declared twice, or hides another.
    DuplicateName = "N02",
    /// A declaration that is missing (no `game`, no `flow` …) or stands where it may not.
    Misplaced = "N03",

    /// A value of another type than its place takes.
    WrongType = "T01",
    /// Too many or too few arguments.
    WrongArguments = "T02",
    /// A value that may be none where it may not.
    MayBeNone = "T03",
    /// A match that leaves out a case, or names one twice.
    NotExhaustive = "T04",
    /// Something that changes the game where only looking is allowed.
    NotPure = "T05",
    /// An assignment to what can't be changed.
    NotAssignable = "T06",
    /// A statement that stands where it may not (`break` outside of a loop, `proceed` outside of `around` …).
    WrongPlace = "T07",
    /// Options or prompts that read what the decider may not see, or secret blocks that touch what is not secret.
    Secret = "T08",
    /// A path through a rule that ends without the promised result.
    NoResult = "T09",
    /// An expression that needs a fixed value, known before the game.
    NotConstant = "T10",

    /// An add-on names something that its base lacks.
    AddonTarget = "A01",
    /// Two add-ons change the same thing.
    AddonConflict = "A02",
    /// An add-on without one that it requires, with one that it excludes, or in the wrong order.
    AddonNeeds = "A03",
    /// A layer on something that is no longer called.
    AddonUnused = "A04",
    /// A layer that doesn't fit what it is laid on.
    AddonSignature = "A05",
    /// A replacement that says nothing to the readers of the rulebook.
    AddonSilent = "A06",

    /// A file that can't be read.
    Unreadable = "D01",
    /// A file that is no RON.
    RonSyntax = "D02",
    /// A field that the schema doesn't know.
    UnknownField = "D03",
    /// A field that is missing.
    MissingField = "D04",
    /// A value of another type than its field takes.
    WrongValue = "D05",
    /// Two things of the same id.
    DuplicateId = "D06",
    /// An id that nothing bears.
    DanglingId = "D07",
    /// A file that belongs to another ruleset.
    OtherRuleset = "D08",
    /// A larger or deeper file than can be handled.
    TooLarge = "D09",
    /// A series with fewer points than there may be places.
    TooFewPoints = "D10",
    /// Two spaces on one another.
    Overlap = "D11",

    /// A `check` of the rules fails on this track.
    CheckFailed = "B01",
    /// A value computed from the track can't be found.
    NoSuchOnTrack = "B02",
    /// A parameter, a default or the cost of a step outside of its range, or an unknown parameter.
    WrongParameter = "B03",
    /// More players than the game allows, or fewer.
    WrongPlayers = "B04",
    /// More state, code or board than the machine holds.
    TooBig = "B05",

    /// A rule could not go on.
    RuleError = "R01",
    /// A choice that is not on offer.
    NotOffered = "R02",
    /// A saved game or replay that can't be read or doesn't fit.
    BadReplay = "R03",
    /// A test of the rules fails.
    TestFailed = "R04",
}
