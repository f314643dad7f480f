//! Declarations, which begin in column 1 of a file.

use super::*;

impl<'s> Builder<'s> {
    /// One declaration. `None` if it is broken, or only documentation.
    pub(super) fn item(&mut self, pair: Pair<'s>) -> Option<Item> {
        let mut inner = Inner::of(pair);
        let docs = self.docs(inner.take(Rule::docs));
        let Some(pair) = inner.0.next() else {
            let problem = Diagnostic::warning(Code::Syntax, docs.span, "nothing follows that this `///` text explains");
            self.problems.push(problem.hint("put it right above a declaration, or write `//` for a note"));
            return None;
        };
        if pair.as_rule() == Rule::broken_item {
            self.broken(&pair, Part::Item);
            return None;
        }
        self.sound();
        self.choose_lost = false;
        self.lines_lost = false;
        let span = self.span(&pair);
        let kind = self.item_kind(pair);
        Some(Item { docs, span, kind })
    }

    fn item_kind(&mut self, pair: Pair<'s>) -> ItemKind {
        let sort = pair.as_rule();
        let mut inner = Inner::of(pair);
        match sort {
            Rule::game => ItemKind::Game {
                name: self.name(inner.find(Rule::name)),
                title: self.text(inner.find(Rule::string)),
                players: self.chain(inner.find(Rule::chain)),
            },
            Rule::addon => ItemKind::Addon {
                name: self.name(inner.find(Rule::name)),
                title: self.text(inner.find(Rule::string)),
                base: self.name(inner.find(Rule::name)),
            },
            Rule::requires => ItemKind::Requires(self.names(inner)),
            Rule::excludes => ItemKind::Excludes(self.names(inner)),
            Rule::param => ItemKind::Param {
                name: self.name(inner.find(Rule::name)),
                ty: self.ty(inner.find(Rule::type_)),
                default: match inner.behind(Rule::FROM) {
                    Some(table) => ParamDefault::From(self.text(table)),
                    None => ParamDefault::Value(self.expr(inner.next())),
                },
            },
            Rule::enum_kind => {
                ItemKind::Enum { name: self.name(inner.find(Rule::kind)), cases: self.cases(inner.find(Rule::cases)) }
            }
            Rule::dice => ItemKind::Dice { name: self.name(inner.find(Rule::name)), faces: self.chain(inner.find(Rule::chain)) },
            Rule::track_fields | Rule::space_fields | Rule::player_fields | Rule::state_fields => {
                ItemKind::Fields { owner: self.owner(inner.next()), fields: self.fields(inner.find(Rule::fields)) }
            }
            Rule::path_kind => ItemKind::Path { name: self.name(inner.find(Rule::kind)), fields: self.fields_if_any(&mut inner) },
            Rule::link => ItemKind::Link(self.link(inner)),
            Rule::constant => ItemKind::Const {
                name: self.name(inner.find(Rule::name)),
                ty: inner.take(Rule::type_).map(|ty| self.ty(ty)),
                value: self.expr(inner.find(Rule::expr)),
                problem: self.problem(&mut inner),
            },
            Rule::derive => {
                inner.skip(Rule::DERIVE);
                ItemKind::Derive {
                    owner: self.owner(inner.next()),
                    name: self.name(inner.find(Rule::name)),
                    ty: self.ty(inner.find(Rule::type_)),
                    value: self.expr(inner.find(Rule::expr)),
                    problem: self.problem(&mut inner),
                }
            }
            Rule::check => ItemKind::Check {
                condition: self.chain(inner.find(Rule::chain)),
                problem: self.problem(&mut inner).expect("a check says what is wrong"),
            },
            Rule::data => ItemKind::Data {
                name: self.name(inner.find(Rule::kind)),
                fields: self.fields(inner.find(Rule::fields)),
                from: inner.behind(Rule::FROM).map(|table| self.text(table)),
            },
            Rule::card => ItemKind::Card {
                name: self.name(inner.find(Rule::kind)),
                fields: self.fields(inner.find(Rule::fields)),
                from: self.text(inner.find(Rule::string)),
                back: inner.skip(Rule::BACK).then(|| self.name(inner.find(Rule::name))),
            },
            Rule::pile_line => ItemKind::Pile(self.pile(inner.find(Rule::pile))),
            Rule::piece => self.piece(inner),
            Rule::measure => ItemKind::Measure {
                name: self.name(inner.find(Rule::name)),
                per: inner.behind(Rule::PER).map(|name| self.name(name)),
            },
            Rule::goal => self.goal(inner),
            Rule::rule => ItemKind::Rule {
                is_turn: inner.skip(Rule::TURN),
                name: self.name(inner.find(Rule::name)),
                params: self.params(inner.find(Rule::params)),
                result: self.result(&mut inner),
                body: inner.take(Rule::block).map(|body| self.block(body)),
            },
            Rule::value => ItemKind::Value {
                name: self.name(inner.find(Rule::name)),
                params: self.params(inner.find(Rule::params)),
                result: self.result(&mut inner),
                body: self.body(inner.next()),
            },
            Rule::flow => ItemKind::Flow(self.block(inner.find(Rule::block))),
            Rule::whenever => {
                inner.skip(Rule::WHENEVER);
                let (each, condition) = match inner.take(Rule::name) {
                    Some(name) => {
                        let each = (self.name(name), self.chain(inner.find(Rule::chain)));
                        (Some(each), self.filter(&mut inner))
                    }
                    None => (None, Some(self.chain(inner.find(Rule::chain)))),
                };
                ItemKind::Whenever { each, condition, body: self.block(inner.find(Rule::block)) }
            }
            Rule::layer => ItemKind::Layer(self.layer(inner)),
            Rule::extend => {
                inner.skip(Rule::EXTEND);
                if inner.skip(Rule::ENUM) {
                    ItemKind::ExtendEnum { name: self.name(inner.find(Rule::kind)), cases: self.cases(inner.find(Rule::cases)) }
                } else {
                    ItemKind::Extend { owner: self.owner(inner.next()), fields: self.fields(inner.find(Rule::fields)) }
                }
            }
            Rule::set => ItemKind::Set {
                name: self.name(inner.find(Rule::name)),
                value: self.expr(inner.find(Rule::expr)),
                over: inner.behind(Rule::OVER).map(|name| self.name(name)),
            },
            Rule::test => ItemKind::Test(self.test(inner)),
            other => unreachable!("{other:?} is no declaration"),
        }
    }

    fn names(&mut self, inner: Inner<'s>) -> Vec<Name> {
        inner.0.filter(|pair| pair.as_rule() == Rule::name).map(|pair| self.name(pair)).collect()
    }

    fn owner(&mut self, pair: Pair<'s>) -> Owner {
        match pair.as_rule() {
            Rule::TRACK => Owner::Track(self.span(&pair)),
            Rule::SPACE => Owner::Space(self.span(&pair)),
            Rule::STATE => Owner::State(self.span(&pair)),
            Rule::PLAYER => Owner::Player(self.span(&pair)),
            Rule::kind => Owner::Kind(self.name(pair)),
            other => unreachable!("{other:?} has no fields"),
        }
    }

    fn problem(&mut self, inner: &mut Inner<'s>) -> Option<Text> {
        let pair = inner.take(Rule::problem)?;
        Some(self.text(Inner::of(pair).find(Rule::string)))
    }

    fn cases(&mut self, pair: Pair<'s>) -> Vec<Case> {
        let open = pair.as_span().start();
        let mut cases = Vec::new();
        for pair in pair.into_inner() {
            match pair.as_rule() {
                Rule::unclosed => self.unclosed(&pair, open),
                _ => {
                    self.sound();
                    let mut inner = Inner::of(pair);
                    cases.push(Case { docs: self.docs(inner.take(Rule::docs)), name: self.name(inner.find(Rule::name)) });
                }
            }
        }
        cases
    }

    fn fields_if_any(&mut self, inner: &mut Inner<'s>) -> Vec<Member> {
        inner.take(Rule::fields).map(|pair| self.fields(pair)).unwrap_or_default()
    }

    pub(super) fn fields(&mut self, pair: Pair<'s>) -> Vec<Member> {
        let open = pair.as_span().start();
        let mut fields = Vec::new();
        for pair in pair.into_inner() {
            match pair.as_rule() {
                Rule::broken_line => self.broken(&pair, Part::Field),
                Rule::unclosed => self.unclosed(&pair, open),
                Rule::pile => {
                    self.sound();
                    fields.push(Member::Pile(self.pile(pair)));
                }
                _ => {
                    self.sound();
                    fields.push(Member::Field(self.field(Inner::of(pair))));
                }
            }
        }
        fields
    }

    fn field(&mut self, mut inner: Inner<'s>) -> Field {
        Field {
            docs: self.docs(inner.take(Rule::docs)),
            secret: inner.take(Rule::SECRET).map(|word| self.span(&word)),
            name: self.name(inner.find(Rule::name)),
            ty: self.ty(inner.find(Rule::type_)),
            default: inner.take(Rule::expr).map(|value| self.expr(value)),
            drawn: self.drawn(&mut inner),
        }
    }

    fn drawn(&mut self, inner: &mut Inner<'s>) -> Option<Drawn> {
        let pair = inner.take(Rule::drawn)?;
        let mut words = Inner::of(pair);
        words.skip(Rule::DRAWN);
        Some(match words.next().as_rule() {
            Rule::ALONG => Drawn::Along,
            Rule::ACROSS => Drawn::Across,
            Rule::INWARD => Drawn::Inward,
            _ => Drawn::Outward,
        })
    }

    fn pile(&mut self, pair: Pair<'s>) -> Pile {
        let mut inner = Inner::of(pair);
        Pile {
            docs: self.docs(inner.take(Rule::docs)),
            name: self.name(inner.find(Rule::name)),
            of: self.name(inner.find(Rule::kind)),
            visibility: match Inner::of(inner.find(Rule::visibility)).next().as_rule() {
                Rule::HIDDEN => Visibility::Hidden,
                Rule::PRIVATE => Visibility::Private,
                _ => Visibility::Open,
            },
            full: inner.skip(Rule::FULL),
            max: inner.behind(Rule::MAX).map(|most| self.chain(most)),
            refills: inner.skip(Rule::REFILLS).then(|| self.name(inner.find(Rule::name))),
        }
    }

    fn link(&mut self, mut inner: Inner<'s>) -> Link {
        inner.skip(Rule::LINK);
        Link {
            name: self.name(inner.next()),
            arity: match inner.next().as_rule() {
                Rule::one_optional => LinkArity::OneOptional,
                Rule::ONE => LinkArity::One,
                _ => LinkArity::Many,
            },
            both_ways: inner.skip(Rule::both_ways),
            back: inner.behind(Rule::BACK).map(|name| self.name(name)),
            drawn: self.drawn(&mut inner),
            fields: self.fields_if_any(&mut inner),
        }
    }

    fn piece(&mut self, mut inner: Inner<'s>) -> ItemKind {
        let name = self.name(inner.find(Rule::kind));
        let count = inner.take(Rule::chain).map(|count| self.chain(count));
        if count.is_some() {
            inner.skip(Rule::PER);
            inner.skip(Rule::PLAYER);
        }
        ItemKind::Piece {
            name,
            count,
            as_name: inner.behind(Rule::AS).map(|name| self.name(name)),
            place: match inner.rule() {
                Some(Rule::off_board) => {
                    inner.next();
                    PiecePlace::OffBoard
                }
                Some(Rule::AT) => PiecePlace::At(self.chain(inner.find(Rule::chain))),
                _ => PiecePlace::Unsaid,
            },
            fields: self.fields_if_any(&mut inner),
        }
    }

    fn goal(&mut self, mut inner: Inner<'s>) -> ItemKind {
        let title = self.text(inner.find(Rule::string));
        let figure = self.figure(inner.find(Rule::figure));
        let limit = match inner.take(Rule::comparison) {
            Some(sign) => {
                let comparison = match sign.as_str().trim_ascii() {
                    "==" => Comparison::Eq,
                    "!=" => Comparison::Ne,
                    "<=" => Comparison::Le,
                    ">=" => Comparison::Ge,
                    "<" => Comparison::Lt,
                    _ => Comparison::Gt,
                };
                GoalLimit::Compare(comparison, self.name(inner.find(Rule::goal_limit)))
            }
            None => GoalLimit::Within(self.name(inner.find(Rule::goal_limit)), self.name(inner.find(Rule::goal_limit))),
        };
        ItemKind::Goal { title, figure, limit }
    }

    fn figure(&mut self, pair: Pair<'s>) -> Figure {
        let span = self.span(&pair);
        let mut inner = Inner::of(pair);
        Figure {
            name: self.name(inner.find(Rule::name)),
            of: inner.take(Rule::figure).map(|of| Box::new(self.figure(of))),
            by: inner.behind(Rule::BY).map(|name| self.name(name)),
            span,
        }
    }

    fn layer(&mut self, mut inner: Inner<'s>) -> Layer {
        let kind = match inner.next().as_rule() {
            Rule::REPLACE => LayerKind::Replace,
            Rule::BEFORE => LayerKind::Before,
            Rule::AFTER => LayerKind::After,
            _ => LayerKind::Around,
        };
        Layer {
            kind,
            is_value: inner.next().as_rule() == Rule::VALUE,
            name: self.name(inner.find(Rule::name)),
            params: self.params(inner.find(Rule::params)),
            result: self.result(&mut inner),
            over: inner.behind(Rule::OVER).map(|name| self.name(name)),
            body: self.body(inner.next()),
        }
    }

    /// The part after `=` or `=>`, or in braces.
    pub(super) fn body(&mut self, pair: Pair<'s>) -> Body {
        match pair.as_rule() {
            Rule::block => Body::Block(self.block(pair)),
            _ => Body::Expr(self.expr(pair)),
        }
    }
}
