//! The manual in the program: its links, its examples, and its search.

use editor::manual::{Book, MOST_CHARS, Part, Section, first, linked, links, parts, search, sections, with_links};

#[test]
fn all_links_between_the_books_lead_somewhere() {
    for book in Book::ALL {
        let first = &sections()[first(book)];
        assert_eq!(first.book, book);
    }
    for section in sections() {
        for to in links(section).iter().filter(|to| !to.starts_with("http")) {
            assert!(linked(section.book, to).is_some(), "{} of {:?}: {to}", section.title, section.book);
        }
    }
    let not_yet = linked(Book::Guide, "grammar/README.md#not-yet").expect("the guide leads there");
    assert_eq!(sections()[not_yet].title, "Not yet");
    assert!(!sections().iter().any(|section| section.text.contains("cargo bench")), "nothing is for developers");
}

#[test]
fn blocks_of_code_are_told_from_words() {
    let section = |text: &str| Section { text: text.to_owned(), ..sections()[0].clone() };
    let one = section("# A\n```rules run\nrule a() { }\n```\nThen.\n```\n```\n");
    assert_eq!(parts(&one), [Part::Words("# A\n"), Part::Code("rule a() { }\n"), Part::Words("Then.\n"), Part::Code("")]);
    assert_eq!(parts(&section("A\n```\nopen")), [Part::Words("A\n"), Part::Code("open")]);
    let is_left = |part: &Part<'_>| matches!(part, Part::Words(words) if words.contains("```"));
    assert!(sections().iter().all(|section| !parts(section).iter().any(is_left)));
}

#[test]
fn links_that_lead_nowhere_are_words() {
    let text = "See [this](a.md) and [that](#b).\n```\n[c](d)\n```\n`x[1](y)` ends.\n";
    let changed = with_links(text, |label, to| Some(label.to_uppercase()).filter(|_| to == "#b"));
    assert_eq!(changed, "See this and [THAT](#b).\n```\n[c](d)\n```\n`x[1](y)` ends.\n");
}

#[test]
fn sections_are_found_by_their_words() {
    let hits = search("piles CARDS");
    assert_eq!(sections()[hits[0].section].title, "Cards and piles");
    assert!(hits.iter().all(|hit| hit.line.chars().count() <= MOST_CHARS + 4), "{hits:?}");
    assert!(search("").is_empty() && search("zzyzx").is_empty());
    for odd in ["`", "İ", "ß ẞ", "](", "…", "\u{0}"] {
        search(odd);
    }
}
