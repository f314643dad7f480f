//! What could have come where the parser stopped, in a designer's words.

use pest::error::{Error, ErrorVariant};

use super::parser::Rule;
use super::recover::Part;

/// The words and signs that the grammar would have accepted at one place.
#[derive(Default)]
pub(super) struct Wanted {
    words: Vec<String>,
    small: bool,
    capital: bool,
    digit: bool,
    /// Whether the statement or declaration could have ended here.
    end: bool,
}

/// Signs and words that may follow any value, so they are rarely what is missing.
const OPERATORS: &[&str] = &[
    "or",
    "and",
    "==",
    "!=",
    "<=",
    ">=",
    "<",
    ">",
    "not",
    "in",
    "..",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "(",
    "[",
    ".",
    "is",
    "otherwise",
    ";",
];

/// Words that may follow, but need not.
const OPTIONAL: &[&str] = &[
    "where", "by", "desc", "over", "max", "always", "quiet", "shortest", "drawn", "else", "from", "?", "|", "per", "of", "//",
    "->",
];

/// What is missing most often, the likeliest first.
const LIKELY: &[&str] = &["{", ")", "]", "=", "=>", ":", "then", "to", "in", "by", "from", "else"];

impl Wanted {
    /// What an error says was wanted. `in_word` tells whether a word or number ends right there.
    pub(super) fn of(error: &Error<Rule>, in_word: bool) -> Wanted {
        let mut wanted = Wanted::default();
        if let ErrorVariant::ParsingError { positives, .. } = &error.variant {
            wanted.end = positives.contains(&Rule::EOI);
        }
        for token in error.parse_attempts().map(|attempts| attempts.expected_tokens()).unwrap_or_default() {
            let token = token.to_string();
            match &*token {
                // More letters would only make the same word longer.
                "a..z" | "A..Z" | "0..9" | "_" if in_word => {}
                "a..z" => wanted.small = true,
                "A..Z" => wanted.capital = true,
                "0..9" => wanted.digit = true,
                "_" | "BUILTIN_RULE" | "/" | "//" | "///" => {}
                // The grammar's lookahead at a first letter.
                range if range.len() == 4 && range[1..].starts_with("..") => {}
                blank if blank.trim_ascii().is_empty() => {}
                _ => wanted.words.push(token),
            }
        }
        wanted
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty() && !self.small && !self.capital && !self.digit
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }

    /// Whether a whole value could have come here.
    pub(super) fn value(&self) -> bool {
        self.digit && self.has("\"") && self.has("[")
    }

    /// Whether a value ends here, so that an operator could have followed.
    pub(super) fn operator(&self) -> bool {
        !self.value() && self.has("or") && self.has("+")
    }

    /// Whether the statement or declaration could have ended here.
    pub(super) fn end(&self) -> bool {
        self.end
    }

    /// Whether a name, and nothing else, could have come here.
    pub(super) fn name(&self) -> bool {
        self.small && !self.value() && !self.ty()
    }

    pub(super) fn kind(&self) -> bool {
        self.capital && !self.value() && !self.ty()
    }

    pub(super) fn ty(&self) -> bool {
        self.has("set") && self.has("list") && self.has("int")
    }

    fn statement(&self) -> bool {
        self.has("while") && self.has("shuffle")
    }

    fn declaration(&self) -> bool {
        self.has("param") && self.has("measure")
    }

    /// The likeliest of what was wanted, as the end of "expected …".
    pub(super) fn text(&self, part: Part) -> String {
        if self.declaration() {
            return "a declaration such as `rule`, `value` or `param`".into();
        }
        if self.statement() {
            return "a statement".into();
        }
        if part == Part::Option && self.has("each") && self.has("otherwise") {
            return "an option".into();
        }
        if part == Part::Field && self.has("secret") && self.has("pile") {
            return "a field".into();
        }
        let mut words: Vec<String> = Vec::new();
        if self.value() {
            return "a value".into();
        }
        if self.ty() {
            return "a type".into();
        }
        if self.small {
            words.push("a name".into());
        }
        if self.capital {
            words.push("a kind".into());
        }
        if self.digit {
            words.push("a number".into());
        }
        if self.has("\"") {
            words.push("a text in quotation marks".into());
        }
        let after_value = self.operator();
        let mut rest: Vec<&str> = self.words.iter().map(String::as_str).filter(|w| *w != "\"").collect();
        if after_value {
            rest.retain(|word| !OPERATORS.contains(word));
        }
        let only_optional = rest.iter().all(|word| OPTIONAL.contains(word));
        if self.end && words.is_empty() && only_optional {
            return if after_value { "an operator or the end of the line" } else { "the end of the line" }.into();
        }
        if !only_optional || !words.is_empty() {
            rest.retain(|word| !OPTIONAL.contains(word) || !after_value && *word != "else");
        }
        rest.sort_by_key(|word| LIKELY.iter().position(|likely| likely == word).unwrap_or(LIKELY.len()));
        words.extend(rest.iter().map(|word| format!("`{word}`")));
        words.truncate(3);
        if self.end {
            words.truncate(2);
            words.push("the end of the line".into());
        }
        match words.as_slice() {
            [] => "the end of the line".into(),
            [one] => one.clone(),
            [before @ .., last] => format!("{} or {last}", before.join(", ")),
        }
    }
}
