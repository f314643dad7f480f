//! Words, signs, numbers and texts of a file, told apart well enough to colour them. Nothing is refused: what is half written has tokens, too.

use std::ops::Range;

use interpreter::syntax::{MOST_AHEAD, text_end};

use super::{Language, is_word, words};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A word of the language.
    Keyword,
    /// A name as it is declared: `laps` in `param laps`.
    Declared,
    /// The name of a value, in lower case.
    Name,
    /// Behind a dot; in data the name of a field.
    Member,
    /// A rule or function that is called.
    Call,
    /// With a capital: an enum, a kind.
    Capital,
    Number,
    Text,
    Comment,
    /// A `///` line, which the rulebook prints.
    Docs,
    Sign,
}

/// A token with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
}

/// All tokens of a text in order; blanks and line ends lie between them.
pub fn tokens(language: Language, text: &str) -> Vec<Token> {
    let mut scan = Scan { language, text, at: 0, found: vec![], is_hole: false };
    while scan.at < text.len() {
        scan.next();
    }
    scan.found
}

struct Scan<'a> {
    language: Language,
    text: &'a str,
    at: usize,
    found: Vec<Token>,
    /// In a hole of a text others have no holes.
    is_hole: bool,
}

impl Scan<'_> {
    fn next(&mut self) {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return };
        match first {
            c if c.is_whitespace() => self.at += c.len_utf8(),
            '/' if rest.starts_with("//") => {
                let is_docs = self.language == Language::Rules && rest.starts_with("///") && !rest.starts_with("////");
                self.add(if is_docs { Kind::Docs } else { Kind::Comment }, line_end(rest));
            }
            '/' if self.language == Language::Ron && rest.starts_with("/*") => self.add(Kind::Comment, block_end(rest)),
            '"' if self.language == Language::Rules && !self.is_hole => self.text_with_holes(),
            '"' => self.add(Kind::Text, quoted_end(rest)),
            'r' if self.language == Language::Ron && raw_end(rest).is_some() => {
                self.add(Kind::Text, raw_end(rest).unwrap_or(1));
            }
            '0'..='9' => self.number(rest),
            c if is_word(c) => self.word(rest),
            c => self.add(Kind::Sign, c.len_utf8()),
        }
    }

    fn add(&mut self, kind: Kind, len: usize) {
        self.found.push(Token { kind, range: self.at..self.at + len });
        self.at += len;
    }

    fn number(&mut self, rest: &str) {
        let mut len = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        // `0.5` is one number, `1..9` are two.
        let has_part = rest[len..].starts_with('.') && rest[len + 1..].starts_with(|c: char| c.is_ascii_digit());
        if self.language == Language::Ron && has_part {
            len += 1 + rest[len + 1..].find(|c: char| !is_word(c)).unwrap_or(rest.len() - len - 1);
        }
        self.add(Kind::Number, len);
    }

    fn word(&mut self, rest: &str) {
        let len = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = (&rest[..len], rest[len..].trim_start_matches(' '));
        let before = self.found.last().map_or("", |token| &self.text[token.range.clone()]);
        let kind = match self.language {
            Language::Ron => ron_word(word, behind),
            Language::Rules if before == "." => Kind::Member,
            Language::Rules => rules_word(before, word, behind),
        };
        self.add(kind, len);
    }

    /// A text in quotation marks ends with its line at the latest; in braces stands what is worked out.
    fn text_with_holes(&mut self) {
        let rest = &self.text[self.at..];
        let line = line_end(rest);
        let end = self.at + text_end(&rest[..line]).unwrap_or(line);
        let mut start = self.at;
        let mut at = self.at;
        while at < end {
            let rest = &self.text[at..end];
            let Some(open) = rest.find(['{', '\\']) else { break };
            at += open + 1;
            if rest[open..].starts_with('\\') {
                at += self.text[at..end].chars().next().map_or(0, char::len_utf8);
                continue;
            }
            let Some(len) = hole_end(&self.text[at..end]) else { break };
            self.found.push(Token { kind: Kind::Text, range: start..at });
            self.at = at;
            // Nothing in the hole reaches beyond it.
            let whole = self.text;
            (self.text, self.is_hole) = (&whole[..at + len], true);
            while self.at < at + len {
                self.next();
            }
            (self.text, self.is_hole) = (whole, false);
            at += len;
            start = at;
        }
        self.at = start;
        self.add(Kind::Text, end - start);
    }
}

fn rules_word(before: &str, word: &str, behind: &str) -> Kind {
    if word.starts_with(char::is_uppercase) {
        return Kind::Capital;
    }
    if words::RESERVED.contains(&word) {
        return Kind::Keyword;
    }
    if words::DECLARING.contains(&before) && !behind.starts_with('{') {
        return Kind::Declared;
    }
    // Most words of the language are known by their place: where a name must stand they are names.
    let is_named = behind.starts_with([':', '.', '[']) || behind.starts_with('=') && !behind.starts_with("==");
    if behind.starts_with(':') && matches!(before, "{" | "(" | ",") {
        return Kind::Declared;
    }
    if words::help(word).is_some() && !is_named && !behind.starts_with('(') && !words::is_built_in(word) {
        return Kind::Keyword;
    }
    if behind.starts_with('(') { Kind::Call } else { Kind::Name }
}

fn ron_word(word: &str, behind: &str) -> Kind {
    match word {
        "true" | "false" | "None" | "Some" => Kind::Keyword,
        _ if behind.starts_with(':') => Kind::Member,
        _ if behind.starts_with('(') || word.starts_with(char::is_uppercase) => Kind::Capital,
        _ => Kind::Name,
    }
}

fn line_end(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// How long the hole is that begins before `rest`: texts and braces in it are whole, if it isn't too long.
fn hole_end(rest: &str) -> Option<usize> {
    let (mut braces, mut is_text) = (0, false);
    for (at, c) in rest.char_indices().take(MOST_AHEAD) {
        match c {
            '"' => is_text = !is_text,
            '{' if !is_text => braces += 1,
            '}' if !is_text && braces == 0 => return Some(at),
            '}' if !is_text => braces -= 1,
            _ => {}
        }
    }
    rest.find('}')
}

/// How long the text is with which `rest` begins; one that is not closed goes on to the end.
fn quoted_end(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

/// `r"…"`, `r#"…"#`.
fn raw_end(rest: &str) -> Option<usize> {
    let hashes = rest[1..].bytes().take_while(|b| *b == b'#').count();
    let open = 1 + hashes;
    rest[open..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    Some(rest[open + 1..].find(&close).map_or(rest.len(), |at| open + 1 + at + close.len()))
}

/// Such comments may hold others.
fn block_end(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(found) = rest[at..].find(['/', '*']) {
        at += found;
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
        } else {
            at += 1;
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(language: Language, text: &str) -> Vec<(Kind, &str)> {
        tokens(language, text).into_iter().map(|token| (token.kind, &text[token.range])).collect()
    }

    #[test]
    fn words_of_rules_are_known_by_their_place() {
        use Kind::*;
        let line = "param count: int in 1..9 = 3 // x";
        let parts = [(Keyword, "param"), (Declared, "count"), (Sign, ":"), (Keyword, "int"), (Keyword, "in"), (Number, "1")];
        assert_eq!(told(Language::Rules, line)[..6], parts);
        assert_eq!(told(Language::Rules, line).last(), Some(&(Comment, "// x")));
        let said = told(Language::Rules, "let n = count p in players: p.count + turn(Red)");
        let kinds: Vec<Kind> = said.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(
            kinds,
            [Keyword, Declared, Sign, Keyword, Name, Keyword, Name, Sign, Name, Sign, Member, Sign, Call, Sign, Capital, Sign]
        );
        assert_eq!(told(Language::Rules, "/// [X] \"a\"\n")[0].0, Docs);
    }

    #[test]
    fn what_is_worked_out_in_a_text_is_no_text() {
        use Kind::*;
        let said = told(Language::Rules, r#""To {s.at} \{no} {x" end"#);
        let parts = [(Text, r#""To {"#), (Name, "s"), (Sign, "."), (Member, "at"), (Text, r#"} \{no} {x""#), (Keyword, "end")];
        assert_eq!(said, parts);
        assert_eq!(told(Language::Rules, "\"open\nrule")[1], (Keyword, "rule"));
        let said = told(Language::Rules, r#""{if a then "b // {c" else "d"}s" + e"#);
        let (words, other) = ((Text, r#""b // {c""#), (Text, r#""d""#));
        assert_eq!(said[1..6], [(Keyword, "if"), (Name, "a"), (Keyword, "then"), words, (Keyword, "else")]);
        assert_eq!(said[6..], [other, (Text, r#"}s""#), (Sign, "+"), (Name, "e")]);
    }

    /// A line is coloured while somebody types in it: it isn't read to its end for each of its texts.
    #[test]
    fn a_text_ends_early_where_no_end_is_near() {
        let line = |blanks: usize| format!(r#""{{a "b"{}}}" c"#, " ".repeat(blanks));
        assert_eq!(told(Language::Rules, &line(MOST_AHEAD / 2))[..2], [(Kind::Text, "\"{"), (Kind::Name, "a")]);
        assert_eq!(told(Language::Rules, &line(MOST_AHEAD * 2))[..2], [(Kind::Text, "\"{a \""), (Kind::Name, "b")]);
    }

    #[test]
    fn data_has_colours_too() {
        use Kind::*;
        let text = "Game(id: \"a\nb\", /* x /* y */ */ at: (0.5, -1), on: true, r#\"q\"\"#, c: up)";
        let said = told(Language::Ron, text);
        assert!(said.contains(&(Kind::Capital, "Game")) && said.contains(&(Member, "id")) && said.contains(&(Text, "\"a\nb\"")));
        assert!(
            said.contains(&(Comment, "/* x /* y */ */")) && said.contains(&(Number, "0.5")) && said.contains(&(Keyword, "true"))
        );
        assert!(said.contains(&(Text, "r#\"q\"\"#")) && said.contains(&(Name, "up")));
    }

    #[test]
    fn tokens_lie_in_order_whatever_is_written() {
        let deep = format!("\"{}}}\"", "{\"".repeat(30_000));
        for text in [
            &*deep,
            "\"{\"a}\"",
            "\"{//}\"",
            "\"{\"{\"}\"",
            "\"{",
            "\"\\",
            "\"{\"",
            "/*",
            "/*/",
            "r#",
            "r\"",
            "é\"ü{ß}\"€",
            "\\\"",
            "\"{{}}\"",
            "1.",
            "1.e",
            "0..5",
            "///",
            "/",
        ] {
            for language in [Language::Rules, Language::Ron] {
                let mut end = 0;
                for token in tokens(language, text) {
                    assert!(token.range.start >= end && token.range.end > token.range.start, "{text}: {token:?}");
                    assert!(text.get(token.range.clone()).is_some());
                    end = token.range.end;
                }
                assert!(end <= text.len());
            }
        }
    }
}
