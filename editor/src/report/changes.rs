//! The rules that were changed on the way: in which turn, in which file, and which lines.

use similar::{ChangeTag, TextDiff};

use super::{Page, said};
use crate::playtest::wanted::differences;
use crate::playtest::{Race, RulesChanged, Stage};
use crate::words::escaped;

/// The most lines of one change that are shown, and so many unchanged ones around it.
const MOST: usize = 60;
const AROUND: usize = 1;

pub(super) fn write(page: &mut Page, race: &Race) {
    let changes = race.rules_changed();
    if changes.is_empty() {
        return;
    }
    page.heading("Rules changed on the way");
    for change in &changes {
        let when = match change.turn {
            Some(0) => "Before the first turn".to_owned(),
            Some(turn) => format!("In turn {turn}"),
            None => "The race began anew".to_owned(),
        };
        page.add(format_args!("<h3>{when}</h3>"));
        one(page, change);
    }
}

fn one(page: &mut Page, RulesChanged { before, now, notes, .. }: &RulesChanged) {
    let settings = differences(&before.setup, &now.setup, &now.ruleset);
    let files = files(before, now);
    page.list(&settings);
    for (file, text) in &files {
        page.add(format_args!("<p>{}</p>\n{text}", escaped(file)));
    }
    if settings.is_empty() && files.is_empty() {
        page.paragraph("Nothing that is played was changed.");
    }
    notes.iter().for_each(|note| page.remark(&said(note)));
}

/// The texts that are played differently, with their lines as HTML. A track is drawn, so its lines mean nothing to anybody.
fn files(before: &Stage, now: &Stage) -> Vec<(String, String)> {
    let told = |name: String| {
        if name.starts_with("tracks/") {
            return ("The track was drawn otherwise.".to_owned(), String::new());
        }
        let [old, new] =
            [&before.build, &now.build].map(|build| build.texts.get(&name).and_then(|text| text.as_ref().ok().cloned()));
        match (old, new) {
            (Some(old), Some(new)) => {
                let (lines, text) = lines(&old, &new);
                (format!("{name}, {lines}"), text)
            }
            (None, Some(_)) => (format!("{name}: new"), String::new()),
            _ => (format!("{name}: gone"), String::new()),
        }
    };
    now.build.played_otherwise(&before.build).into_iter().map(told).collect()
}

/// Which lines of a text are others by now, and what stood and stands there.
pub fn lines(old: &str, new: &str) -> (String, String) {
    let diff = TextDiff::from_lines(old, new);
    let (mut places, mut text, mut shown) = (vec![], String::new(), 0);
    for group in diff.grouped_ops(AROUND) {
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let line = escaped(change.value().trim_end());
            match (change.tag(), change.new_index()) {
                (ChangeTag::Insert, Some(n)) => places.push(n + 1),
                (ChangeTag::Delete, _) => places.extend(change.old_index().map(|n| n + 1).filter(|_| places.is_empty())),
                _ => {}
            }
            shown += 1;
            if shown > MOST {
                continue;
            }
            text.push_str(&match change.tag() {
                ChangeTag::Insert => format!("<ins>+ {line}</ins>\n"),
                ChangeTag::Delete => format!("<del>− {line}</del>\n"),
                ChangeTag::Equal => format!("  {line}\n"),
            });
        }
    }
    if shown > MOST {
        text.push_str(&format!("… and {} more lines\n", shown - MOST));
    }
    (told(&places), format!("<pre>{text}</pre>"))
}

/// `line 4`, `lines 4 to 6 and 12`
fn told(lines: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = vec![];
    for line in lines {
        match ranges.last_mut() {
            Some((_, last)) if *line <= *last + 1 => *last = (*last).max(*line),
            _ => ranges.push((*line, *line)),
        }
    }
    let range = |(first, last): &(usize, usize)| if first == last { first.to_string() } else { format!("{first} to {last}") };
    let words: Vec<String> = ranges.iter().map(range).collect();
    match &words[..] {
        [one] if ranges[0].0 == ranges[0].1 => format!("line {one}"),
        [one] => format!("lines {one}"),
        [before @ .., last] => format!("lines {} and {last}", before.join(", ")),
        [] => "its end".to_owned(),
    }
}
