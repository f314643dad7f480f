//! Texts in quotation marks, and whole numbers.

use super::*;

const NUMBERS: &str = "the largest is 2147483647, the smallest -2147483646";

impl<'s> Builder<'s> {
    pub(super) fn text(&mut self, pair: Pair<'s>) -> Text {
        let span = self.span(&pair);
        let build = |this: &mut Self| {
            let mut parts = Vec::new();
            for part in pair.into_inner() {
                parts.push(match part.as_rule() {
                    Rule::hole => TextPart::Hole(this.expr(Inner::of(part).find(Rule::expr))),
                    _ => TextPart::Plain(this.plain(&part).into()),
                });
            }
            parts
        };
        Text { span, parts: self.deeper(1, span, build).unwrap_or_default() }
    }

    /// A piece of text with its escapes resolved.
    fn plain(&mut self, pair: &Pair<'s>) -> String {
        let start = pair.as_span().start();
        let mut text = String::with_capacity(pair.as_str().len());
        let mut signs = pair.as_str().char_indices();
        while let Some((_, sign)) = signs.next() {
            if sign != '\\' {
                text.push(sign);
                continue;
            }
            let (at, escaped) = signs.next().expect("the grammar promises a sign behind a backslash");
            match escaped {
                'n' => text.push('\n'),
                '"' | '\\' | '{' | '}' => text.push(escaped),
                other => {
                    let span = self.at(start + at - 1..start + at + other.len_utf8());
                    let problem = Diagnostic::error(Code::Syntax, span, format!("`\\{other}` has no meaning in a text"));
                    self.problems.push(problem.hint(r#"write `\\` for a backslash; there are also `\"`, `\{`, `\}` and `\n`"#));
                }
            }
        }
        text
    }

    pub(super) fn number(&mut self, pair: Pair<'s>) -> i32 {
        let span = self.span(&pair);
        pair.as_str().trim_ascii().parse().unwrap_or_else(|_| {
            let problem = Diagnostic::error(Code::NumberTooLarge, span, "this number is too large");
            self.problems.push(problem.hint(NUMBERS));
            0
        })
    }

    /// Checks a number with a `-` before it. The two lowest 32-bit numbers stand for `none` and for a value that is not set.
    pub(super) fn negative(&mut self, span: Span, value: &Expr) {
        if matches!(value.kind, ExprKind::Int(i32::MAX)) {
            self.problems.push(Diagnostic::error(Code::NumberTooLarge, span, "this number is too small").hint(NUMBERS));
        }
    }
}
