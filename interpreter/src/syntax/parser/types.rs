//! Types, parameters and results.

use super::*;

impl<'s> Builder<'s> {
    pub(super) fn ty(&mut self, pair: Pair<'s>) -> Type {
        let span = self.span(&pair);
        let mut inner = Inner::of(pair);
        let plain = self.plain_type(inner.find(Rule::plain_type));
        if !inner.skip(Rule::PER) {
            return plain;
        }
        let keys = inner.find(Rule::keys).into_inner().map(|key| self.key(key)).collect();
        Type { span, kind: TypeKind::Per(Box::new(plain), keys) }
    }

    fn plain_type(&mut self, pair: Pair<'s>) -> Type {
        let span = self.span(&pair);
        let mut inner = Inner::of(pair);
        let base = inner.next();
        let base = Type { span: self.span(&base), kind: self.type_kind(base) };
        if !inner.skip(Rule::optional) {
            return base;
        }
        Type { span, kind: TypeKind::Optional(Box::new(base)) }
    }

    fn type_kind(&mut self, pair: Pair<'s>) -> TypeKind {
        let sort = pair.as_rule();
        if matches!(sort, Rule::name | Rule::kind) {
            return TypeKind::Named(self.name(pair));
        }
        let span = self.span(&pair);
        let mut inner = Inner::of(pair);
        match sort {
            Rule::set_of => {
                let of = self.nested_type(inner.find(Rule::plain_type), span);
                TypeKind::SetOf(Box::new(of))
            }
            Rule::list_of => {
                let of = self.nested_type(inner.find(Rule::plain_type), span);
                let most = inner.skip(Rule::MAX).then(|| self.operators(inner.find(Rule::bound)));
                TypeKind::ListOf(Box::new(of), most)
            }
            Rule::rule_type => TypeKind::Rule {
                is_value: inner.next().as_rule() == Rule::VALUE,
                params: self.params(inner.find(Rule::params)),
                result: self.result(&mut inner).map(Box::new),
            },
            Rule::int_type => {
                inner.skip(Rule::INT);
                let optional = inner.skip(Rule::optional);
                let range = inner.skip(Rule::IN).then(|| {
                    let from = self.operators(inner.find(Rule::bound));
                    (from, self.operators(inner.find(Rule::bound)))
                });
                TypeKind::Int { optional, range }
            }
            Rule::alternatives => TypeKind::Alternatives(inner.0.map(|name| self.name(name)).collect()),
            other => unreachable!("{other:?} is no type"),
        }
    }

    fn nested_type(&mut self, pair: Pair<'s>, span: Span) -> Type {
        let none = || Type { span, kind: TypeKind::Alternatives(vec![]) };
        self.deeper(1, span, |this| this.plain_type(pair)).unwrap_or_else(none)
    }

    fn key(&mut self, pair: Pair<'s>) -> Key {
        let mut inner = Inner::of(pair);
        let first = inner.next();
        match first.as_rule() {
            Rule::bound => {
                let from = self.operators(first);
                Key::Range(from, self.operators(inner.find(Rule::bound)))
            }
            _ => Key::Named(self.name(first)),
        }
    }

    pub(super) fn params(&mut self, pair: Pair<'s>) -> Vec<Parameter> {
        let span = self.span(&pair);
        let build = |this: &mut Self| {
            let parameter = |pair| {
                let mut inner = Inner::of(pair);
                Parameter { name: this.name(inner.find(Rule::name)), ty: inner.take(Rule::type_).map(|ty| this.ty(ty)) }
            };
            pair.into_inner().map(parameter).collect()
        };
        self.deeper(1, span, build).unwrap_or_default()
    }

    pub(super) fn result(&mut self, inner: &mut Inner<'s>) -> Option<Type> {
        let pair = inner.take(Rule::result)?;
        Some(self.ty(Inner::of(pair).find(Rule::type_)))
    }
}
