//! How an expectation fails, in words: what something is, and what it should be.

use crate::ir::Comparison;
use crate::program::{Claim, Expectation};
use crate::source::{Sources, Span};

/// The longest piece of the rules that a message repeats.
const LONGEST: usize = 60;

/// The failure of an expectation whose sides have the values in `shown`. `failing` is the first of several members for which it doesn't
/// hold, and the first of those within it.
pub(super) fn failure(sources: &Sources, expectation: &Expectation, shown: &[String], failing: &[String]) -> String {
    let text = |n: usize| quoted(sources, expectation.sides[n].span);
    match (expectation.claim, shown) {
        (Claim::Compares(op), [left, right]) => {
            let subject = text(0);
            let wanted = match op {
                Comparison::Eq => right.clone(),
                Comparison::Ne if right == left => return format!("{subject} is {left}, expected anything else"),
                Comparison::Ne => format!("not {right}"),
                Comparison::Lt => format!("less than {right}"),
                Comparison::Le => format!("at most {right}"),
                Comparison::Gt => format!("more than {right}"),
                Comparison::Ge => format!("at least {right}"),
            };
            let written = source_text(sources, expectation.sides[1].span);
            let plain = |s: &str| s.replace(['"', ' ', '_'], "").to_lowercase();
            let explained = if plain(&written) == plain(right) || written.len() > LONGEST {
                String::new()
            } else {
                format!(" (`{written}`)")
            };
            format!("{subject} is {left}, expected {wanted}{explained}")
        }
        (Claim::IsSome, [value]) => format!("{} is {value}, expected some", text(0)),
        (Claim::IsNone, [value]) => format!("{} is {value}, expected none", text(0)),
        (Claim::IsIn, [value]) => format!("{} is {value}: {} does not hold", text(0), quoted(sources, expectation.span)),
        _ => {
            let whom = if failing.is_empty() { String::new() } else { format!(" for {}", failing.join(", ")) };
            let values = shown.iter().enumerate().map(|(n, value)| format!("{} is {value}", text(n))).collect::<Vec<_>>();
            let values = if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
            format!("{} does not hold{whom}{values}", quoted(sources, expectation.span))
        }
    }
}

/// A piece of the rules for a message.
fn quoted(sources: &Sources, span: Span) -> String {
    let text = source_text(sources, span);
    if text.chars().count() <= LONGEST { format!("`{text}`") } else { "this".to_owned() }
}

/// A piece of the rules on one line.
pub(super) fn source_text(sources: &Sources, span: Span) -> String {
    sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
}
