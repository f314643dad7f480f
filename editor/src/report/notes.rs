//! What people noted, with the board at that moment, and what they answered to what the ruleset asks.

use interpreter::playtest::{Moment, Note, Sign};

use super::{Page, said};
use crate::board::icons;
use crate::playtest::{Noted, Race, icon, writer};
use crate::words::{capital, escaped};

pub fn write(page: &mut Page, race: &mut Race) {
    answers(page, race);
    let notes = race.notes().to_vec();
    if notes.is_empty() {
        return;
    }
    page.heading("Notes");
    let mut shown: Option<Moment> = None;
    for (n, noted) in notes.iter().enumerate() {
        let Noted { note, by, when, .. } = noted;
        if shown != Some(note.at) {
            page.add(format_args!("<h3>{}</h3>", escaped(&capital(when))));
        }
        shown = Some(note.at);
        let text = if note.text.is_empty() { String::new() } else { format!(": {}", escaped(&note.text)) };
        page.add(format_args!("<p>{} <strong>{}</strong>{text}</p>", sign(&note.sign), escaped(&capital(by))));
        let is_last = notes.get(n + 1).is_none_or(|next| next.note.at != note.at);
        if is_last && let Some((scene, stage)) = race.look_up(note.at) {
            let picture = page.boards.scene(&stage, &scene, &format!("The board: {when}"));
            page.add(picture);
        }
    }
}

/// What was answered, by question.
fn answers(page: &mut Page, race: &Race) {
    let answers: Vec<Note> = race.answers().cloned().collect();
    let mut questions: Vec<&str> = vec![];
    for question in answers.iter().filter_map(Note::answers) {
        if !questions.contains(&question) {
            questions.push(question);
        }
    }
    if questions.is_empty() {
        return;
    }
    page.heading("What was asked afterwards");
    for question in questions {
        page.add(format_args!("<h3>{}</h3>", escaped(question)));
        for answer in answers.iter().filter(|answer| answer.answers() == Some(question)) {
            let by = capital(&writer(&race.present_stage().program.names, answer.by));
            page.add(format_args!("<p><strong>{}</strong>: {}</p>", escaped(&by), escaped(&said(&answer.text))));
        }
    }
}

/// The sign of a note.
fn sign(sign: &Sign) -> String {
    let says = match sign {
        Sign::Smile => "A smile",
        Sign::Question => "A question",
        Sign::Word | Sign::Answer(_) => "A word",
    };
    let line = |line: &Vec<emath::Pos2>| {
        let points: Vec<String> = line.iter().map(|at| format!("{:.2},{:.2}", at.x, at.y)).collect();
        format!("<polyline points=\"{}\"/>", points.join(" "))
    };
    let lines: String = icons::lines(icon(sign)).unwrap_or_default().iter().map(line).collect();
    format!(
        "<svg class=\"sign\" viewBox=\"-1.1 -1.1 2.2 2.2\" role=\"img\" aria-label=\"{says}\" fill=\"none\" stroke=\"currentColor\" \
         stroke-width=\"0.17\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{lines}</svg>"
    )
}
