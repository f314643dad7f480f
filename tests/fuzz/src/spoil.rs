//! Texts, spoilt as bytes say: what people do to a file that they edit or that was cut off.

use ::spoil::SIGNS;

use crate::{Result, Unstructured, seldom};

/// Spoils a text up to so many times.
pub fn spoil(text: &str, bytes: &mut Unstructured<'_>, most: usize) -> Result<String> {
    let mut text = text.to_owned();
    for _ in 0..bytes.int_in_range(0..=most)? {
        text = once(&text, bytes)?;
    }
    Ok(text)
}

/// Spoils a saved file up to three times: seldom in what it says of its rules.
pub fn spoil_saved(text: &str, bytes: &mut Unstructured<'_>) -> Result<String> {
    let from = if seldom(bytes, 32) { Some(0) } else { text.find("\nBegin(") };
    let (rules, race) = text.split_at(from.unwrap_or_default());
    Ok(format!("{rules}{}", spoil(race, bytes, 3)?))
}

fn once(text: &str, bytes: &mut Unstructured<'_>) -> Result<String> {
    let place = |bytes: &mut Unstructured<'_>| Ok(text.floor_char_boundary(bytes.int_in_range(0..=text.len())?));
    let at = place(bytes)?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    // The word that begins at the place or behind it.
    let word = |from: usize| {
        let begin = from + text[from..].find(is_word).unwrap_or(text.len() - from);
        let end = begin + text[begin..].find(|c| !is_word(c)).unwrap_or(text.len() - begin);
        begin..end
    };
    Ok(match bytes.int_in_range(0..=6)? {
        0 => format!("{}{}{}", &text[..at], bytes.choose(&SIGNS)?, &text[at..]),
        1 => {
            let end = text.ceil_char_boundary((at + bytes.int_in_range(1..=40)?).min(text.len()));
            format!("{}{}", &text[..at], &text[end..])
        }
        2 => text[..at].to_owned(),
        3 => {
            let (old, new) = (word(at), word(place(bytes)?));
            format!("{}{}{}", &text[..old.start], &text[new], &text[old.end..])
        }
        4 => {
            let (old, number) = (word(at), bytes.arbitrary::<i32>()?);
            format!("{}{number}{}", &text[..old.start], &text[old.end..])
        }
        5 => {
            let from = place(bytes)?;
            let end = text.ceil_char_boundary((from + bytes.int_in_range(1..=400)?).min(text.len()));
            format!("{}{}{}", &text[..at], &text[from..end], &text[at..])
        }
        _ => {
            let raw = bytes.bytes(bytes.len().min(8))?;
            format!("{}{}{}", &text[..at], String::from_utf8_lossy(raw), &text[at..])
        }
    })
}
