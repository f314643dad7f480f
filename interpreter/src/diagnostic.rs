//! Problems as data: a code, a place, what was expected in the designer's words, and what to write instead.

use crate::source::Span;

pub mod code;

pub use code::Code;

/// How much a problem matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The rules can't be played.
    Error,
    /// The rules can be played, but probably not as meant.
    Warning,
}

/// One problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// Whether the rules can be played in spite of it.
    pub severity: Severity,
    /// Its place; `None` for a problem that is in no text (a file that can't be read).
    pub span: Option<Span>,
    /// What is wrong: short, lower case, without a final dot.
    pub message: String,
    /// Further places that explain it.
    pub labels: Vec<(Span, String)>,
    /// What to write instead.
    pub hint: Option<String>,
    /// The number of unlisted problems that it stands for: "and 2500 more". 0 if it is a single problem.
    pub stands_for: usize,
    /// Whether it is a rule error of rules that would go on for ever.
    pub is_endless: bool,
    /// The hint as an edit, if it leaves nothing open.
    pub replace: Option<Box<Replacement>>,
}

/// What to write in place of a part of a text. An empty part is where to insert it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    pub span: Span,
    pub text: String,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span: Some(span), ..Diagnostic::nowhere(code, message) }
    }

    /// A warning at `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// An error without a place in a text.
    pub fn nowhere(code: Code, message: impl Into<String>) -> Diagnostic {
        let (severity, message) = (Severity::Error, message.into());
        Diagnostic {
            code,
            severity,
            span: None,
            message,
            labels: vec![],
            hint: None,
            stands_for: 0,
            is_endless: false,
            replace: None,
        }
    }

    /// Adds what to write instead.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds what to write in place of everything that the problem marks: "write `1..9`".
    pub fn write(self, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        self.hint(format!("write `{text}`")).replacing(text)
    }

    /// Adds the name that was probably meant, for a problem that marks a name.
    pub fn did_you_mean(self, near: Option<impl AsRef<str>>) -> Diagnostic {
        let Some(near) = near else { return self };
        self.hint(format!("did you mean `{}`?", near.as_ref())).replacing(near.as_ref())
    }

    /// The same for names in quotes.
    pub fn did_you_mean_text(self, near: Option<impl AsRef<str>>) -> Diagnostic {
        let Some(near) = near else { return self };
        let near = format!("{:?}", near.as_ref());
        self.hint(format!("did you mean {near}?")).replacing(near)
    }

    /// Adds a hint, unless there is a better one.
    pub fn or_hint(self, hint: impl Into<String>) -> Diagnostic {
        if self.hint.is_some() { self } else { self.hint(hint) }
    }

    /// Adds the hint as an edit of what the problem marks.
    pub fn replacing(self, text: impl Into<String>) -> Diagnostic {
        match self.span {
            Some(span) => self.replacing_at(span, text),
            None => self,
        }
    }

    /// Adds the hint as an edit of another place.
    pub fn replacing_at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.replace = Some(Box::new(Replacement { span, text: text.into() }));
        self
    }

    /// Adds a further place that explains the problem.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push((span, text.into()));
        self
    }
}

/// The number of these problems, including those that they stand for.
pub fn count<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> usize {
    diagnostics.into_iter().map(|d| d.stands_for.max(1)).sum()
}

/// Whether any of the problems keeps the rules from being played.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// `a`, `b` and `c`, in quotes.
pub fn list_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|n| format!("`{n}`")).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => "none".into(),
    }
}

/// `1st`, `2nd`, `3rd`, `4th` …
pub fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// The name in `known` nearest to `word`, if one is near enough for "did you mean".
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let chars: Vec<char> = word.chars().collect();
    let limit = (chars.len() / 3).max(1);
    // One letter is as near to any other.
    let is_other = |k: &str| chars.len() == 1 && k.len() == 1 && !k.eq_ignore_ascii_case(word);
    let known = known.into_iter().filter(|k| !is_other(k));
    known.map(|k| (edits(&chars, k, limit), k)).filter(|(n, k)| *n <= limit && *k != word).min().map(|(_, k)| k)
}

/// The Levenshtein distance with swaps of neighbours, in characters. Anything above `limit` may be reported as `limit + 1`.
fn edits(a: &[char], b: &str, limit: usize) -> usize {
    // Most names are known by their length alone not to be meant.
    if a.len().abs_diff(b.chars().count()) > limit {
        return limit + 1;
    }
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(!a[i - 1].eq_ignore_ascii_case(&b[j - 1]));
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        // A swap looks back over two rows.
        if row.iter().chain(&last).all(|edits| *edits > limit) {
            return limit + 1;
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
