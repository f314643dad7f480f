//! A look at the brackets of a text before it is parsed: too deep nesting is refused, not tried.

/// How many brackets may be open at one place. Rulebooks need about ten.
const MOST_OPEN: usize = 100;

/// Where the first bracket stands that is nested too deeply.
///
/// Texts and comments are stepped over. This need not be exact: the parser watches its stack too.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut open = 0_usize;
    let mut open_before_text = None;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                open = match open_before_text.take() {
                    Some(before) => before,
                    None => {
                        open_before_text = Some(open);
                        open
                    }
                }
            }
            b'\n' => {
                if let Some(before) = open_before_text.take() {
                    open = before;
                }
            }
            b'\\' if open_before_text.is_some() => at += 1,
            b'/' if open_before_text.is_none() && bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at);
                continue;
            }
            b'(' | b'[' | b'{' => {
                open += 1;
                if open > MOST_OPEN {
                    return Some(at);
                }
            }
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}
