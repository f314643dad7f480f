//! `choose` and its options.

use super::*;

impl<'s> Builder<'s> {
    /// A whole `choose`, as a statement or as a value.
    pub(super) fn choose(&mut self, mut inner: Inner<'s>, span: Span) -> Choose {
        let mut head = Inner::of(inner.find(Rule::choose_head));
        let name = self.name(head.find(Rule::name));
        let by = self.chain(head.find(Rule::chain));
        let prompt = head.take(Rule::string).map(|text| self.text(text));
        let (mut always, mut quiet, mut shortest) = (false, false, false);
        for word in head.0 {
            match word.as_rule() {
                Rule::ALWAYS => always = true,
                Rule::QUIET => quiet = true,
                _ => shortest = true,
            }
        }
        let options = match inner.take(Rule::options) {
            Some(pair) => Options::List(self.options(pair)),
            None => Options::From(self.chain(inner.find(Rule::chain))),
        };
        Choose { span, name, by, prompt, always, quiet, shortest, options }
    }

    fn options(&mut self, pair: Pair<'s>) -> Vec<OptionItem> {
        let (open, span) = (pair.as_span().start(), self.span(&pair));
        let build = |this: &mut Self| {
            let mut options = Vec::new();
            for pair in pair.into_inner() {
                match pair.as_rule() {
                    Rule::broken_line => this.broken(&pair, Part::Option),
                    Rule::unclosed => this.unclosed(&pair, open),
                    Rule::option_group => {
                        this.sound();
                        options.push(this.option_group(Inner::of(pair)));
                    }
                    _ => {
                        this.sound();
                        let span = this.span(&pair);
                        options.push(OptionItem::Option(this.option(Inner::of(pair), span)));
                    }
                }
            }
            options
        };
        self.deeper(1, span, build).unwrap_or_default()
    }

    fn option_group(&mut self, mut inner: Inner<'s>) -> OptionItem {
        let docs = self.docs(inner.take(Rule::docs));
        let (mut arms, mut otherwise, mut condition) = (Vec::new(), None, None);
        for pair in inner.0 {
            match pair.as_rule() {
                Rule::condition => condition = Some(self.condition(pair)),
                Rule::options => match condition.take() {
                    Some(condition) => arms.push((condition, self.options(pair))),
                    None => otherwise = Some(self.options(pair)),
                },
                _ => {}
            }
        }
        OptionItem::If { docs, arms, otherwise }
    }

    fn option(&mut self, mut inner: Inner<'s>, span: Span) -> ChoiceOption {
        let docs = self.docs(inner.take(Rule::docs));
        let mut each = Vec::new();
        while let Some(pair) = inner.take(Rule::each_part) {
            let mut part = Inner::of(pair);
            each.push(EachPart {
                name: self.name(part.find(Rule::name)),
                source: self.chain(part.find(Rule::chain)),
                filter: self.filter(&mut part),
            });
        }
        let label = inner.take(Rule::string).map(|pair| (pair.clone(), self.text(pair)));
        let written = match &label {
            Some((pair, text)) => self::written(pair.clone(), text),
            None => each.iter().map(|part| format!("{{{}}}", part.name.text)).collect::<Vec<_>>().join(", "),
        };
        ChoiceOption {
            docs,
            span,
            label: label.map(|(_, text)| text),
            written: written.into(),
            each,
            is_otherwise: inner.skip(Rule::OTHERWISE),
            body: self.body(inner.next()),
        }
    }
}

/// A text as it is written, without its quotation marks and with its escapes resolved.
fn written(pair: Pair<'_>, text: &Text) -> String {
    let parts = text.parts.iter().zip(pair.into_inner());
    let part = |(part, pair): (&TextPart, Pair<'_>)| match part {
        TextPart::Plain(plain) => plain.to_string(),
        TextPart::Hole(_) => pair.as_str().to_owned(),
    };
    parts.map(part).collect()
}
