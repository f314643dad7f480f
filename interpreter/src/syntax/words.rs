//! Words that the language gives a meaning, wherever they may stand.

/// The words that can't be names.
pub const RESERVED: &[&str] = &[
    "if",
    "then",
    "else",
    "match",
    "while",
    "repeat",
    "for",
    "in",
    "where",
    "by",
    "let",
    "var",
    "return",
    "break",
    "continue",
    "fail",
    "and",
    "or",
    "not",
    "is",
    "true",
    "false",
    "none",
    "otherwise",
    "choose",
    "each",
    "secretly",
];

/// The words that begin statements and lines of tests.
pub(super) const STATEMENTS: &[&str] = &[
    "let", "var", "if", "match", "while", "repeat", "for", "secretly", "choose", "return", "break", "continue", "fail", "move",
    "draw", "shuffle", "say", "count", "end", "run", "expect", "else",
];

/// The words that begin declarations.
pub(super) const DECLARATIONS: &[&str] = &[
    "game", "addon", "requires", "excludes", "param", "enum", "dice", "track", "space", "link", "path", "const", "derive",
    "check", "data", "card", "pile", "state", "player", "piece", "measure", "goal", "turn", "rule", "value", "flow", "whenever",
    "replace", "before", "after", "around", "extend", "set", "test",
];

/// The words that begin searches.
pub(super) const SEARCHES: &[&str] = &["any", "every", "count", "sum", "min", "max", "first", "the", "those"];

/// Names of the built-in functions.
pub const BUILT_IN_CALLS: &[&str] = &[
    "abs",
    "clamp",
    "direction",
    "distance",
    "eliminate",
    "finish",
    "max",
    "min",
    "next_player",
    "occupants",
    "opposite",
    "others",
    "place",
    "player",
    "previous_place",
    "proceed",
    "random",
    "reach",
    "roll",
    "size",
    "sum",
    "top",
    "ways",
];

/// How statements are written. Where several stand for one word, the first is the usual one.
const FORMS: &[(&str, &str)] = &[
    ("choose", "choose x by … { … }"),
    ("count", "count … += 1"),
    ("draw", "draw 1 from … to …"),
    ("end", "end game"),
    ("fail", "fail \"…\""),
    ("for", "for x in … { … }"),
    ("let", "let x = …"),
    ("move", "move … to …"),
    ("move", "move … off board"),
    ("repeat", "repeat … times { … }"),
    ("say", "say \"…\""),
    ("secretly", "secretly each p in players { … }"),
    ("shuffle", "shuffle …"),
];

/// How the statements that begin with this word are written.
pub(crate) fn forms(word: &str) -> impl Iterator<Item = &'static str> {
    FORMS.iter().filter(move |(first, _)| *first == word).map(|(_, form)| *form)
}

/// The hint for `s in space`, where all or one of these spaces are meant. `clause` is `where` or `by`.
pub(crate) fn all_or_one(list: &str, clause: &str) -> String {
    format!("write `those {list} {clause} …` for all of them, `first {list} {clause} …` for one")
}
