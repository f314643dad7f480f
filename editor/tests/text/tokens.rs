//! Words, signs, numbers and texts, whatever is half-written.

use editor::text::Language;
use editor::text::tokens::{Kind, tokens};
use interpreter::syntax::lex::MOST_AHEAD;

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

/// The line is coloured while somebody types in it, so it must not be read to its end for each of its texts.
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
    assert!(said.contains(&(Comment, "/* x /* y */ */")) && said.contains(&(Number, "0.5")) && said.contains(&(Keyword, "true")));
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
