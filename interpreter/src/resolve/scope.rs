//! Names: what is declared, what a text sees, and which variables a routine has.

use std::sync::Arc;

use super::follow::holds;
use super::*;
use crate::syntax::tree::{Change, Name};
use crate::syntax::{self, BUILT_IN_CALLS};

/// What a declared name means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    Param(ParamId),
    Const(ConstId),
    Dice(DiceId),
    Enum(EnumId),
    Piece(PieceId),
    /// Data, records or cards.
    Rows(KindId),
    State(FieldId),
    /// A pile of the state.
    Pile(PileId),
    Measure(MeasureId),
    /// A rule or value, by its position in `stacks`.
    Rule(usize),
}

/// A declaration and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Global {
    pub symbol: Symbol,
    pub origin: Origin,
    pub span: Span,
}

/// The kind of a local variable, which decides whether it may be assigned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LocalKind {
    Let,
    Var,
    Parameter,
    Loop,
}

/// The rule, value, formula or test being resolved.
#[derive(Default)]
pub(super) struct Routine {
    pub name: Arc<str>,
    pub role: Role,
    pub locals: Vec<Local>,
    pub kinds: Vec<LocalKind>,
    /// The variables that can be named now, innermost last.
    pub visible: Vec<LocalId>,
    /// The values known not to be none now.
    pub facts: Vec<narrow::Path>,
    pub purity: Purity,
    pub result: Option<Type>,
    /// The loops around this place, each with whether a `break` leaves it.
    pub loops: Vec<bool>,
}

/// What the body being resolved is for.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A default, constant, computed column or check.
    #[default]
    Formula,
    Rule,
    Value,
    Flow,
    Before,
    After,
    /// The rule that `proceed` calls, and the stack whose signature it has.
    Around(RuleId, usize),
    Test,
}

/// A point to return to when names and facts end.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    visible: usize,
    facts: usize,
}

/// The variables and facts of a place that is returned to.
pub(super) struct Known {
    visible: Vec<LocalId>,
    facts: Vec<narrow::Path>,
}

/// The bit of an origin in a view.
pub(super) fn bit(origin: Origin) -> u64 {
    1u64 << origin.map_or(0, |n| (u32::from(n) + 1).min(63))
}

/// Names that the language itself gives to values.
pub const BUILT_IN_VALUES: &[&str] = &["players", "everyone", "space", "player", "track", "self"];

/// Explains that only an add-on declares a name, in a file that doesn't see this add-on.
pub(super) fn unseen(problem: Diagnostic, declared: Span) -> Diagnostic {
    problem.label(declared, "an add-on declares it").hint("only an add-on that `requires` that one can use it")
}

/// The name that nothing declares, if that is the problem.
pub(super) fn missing_name(problem: &Diagnostic) -> Option<&str> {
    problem.message.strip_prefix("there is nothing named `")?.strip_suffix('`')
}

impl<'t> Resolver<'t> {
    /// Declares a name of the whole ruleset.
    pub(super) fn declare(&mut self, name: &'t Name, symbol: Symbol) {
        let text: &'t str = &name.text;
        // `finish` may be a constant, but not a rule, because `finish(p)` is built in.
        let called = matches!(symbol, Symbol::Rule(_)) && BUILT_IN_CALLS.contains(&text);
        if called || BUILT_IN_VALUES.contains(&text) || text == "Compass" {
            self.error(Code::DuplicateName, name.span, format!("`{text}` is a word of the language: choose another name"));
            return;
        }
        if let Some(other) = self.names.get(text) {
            let (first, is_of_base) = (other.span, other.origin.is_none() && self.origin.is_some());
            let problem = Diagnostic::error(Code::DuplicateName, name.span, format!("`{text}` is already declared"));
            let change = self.how_to_change(text).filter(|_| is_of_base);
            let hint = match change {
                Some(change) => format!("to change it, write `{change}`; for something new, choose another name"),
                None if is_of_base => "an add-on can't change it: choose another name".into(),
                None => "choose another name, or leave one of them out".into(),
            };
            self.report(problem.label(first, "here").hint(hint));
            return;
        }
        self.names.insert(text, Global { symbol, origin: self.origin, span: name.span });
    }

    /// How an add-on changes what has this name, if it can.
    pub(super) fn how_to_change(&self, name: &str) -> Option<String> {
        match self.global(name)?.symbol {
            Symbol::Param(_) => Some(format!("set {name} = …")),
            Symbol::Enum(_) => Some(format!("extend enum {name} {{ … }}")),
            Symbol::Piece(_) | Symbol::Rows(_) => Some(format!("extend {name} {{ … }}")),
            Symbol::Rule(n) => Some(self.stacks[n].replaced()),
            _ => None,
        }
    }

    /// The declaration with this name, if the text sees it.
    pub(super) fn global(&self, name: &str) -> Option<Global> {
        self.names.get(name).copied().filter(|g| self.sees(g.origin))
    }

    /// The variable with this name.
    pub(super) fn local(&self, name: &str) -> Option<LocalId> {
        let r = &self.routine;
        r.visible.iter().rev().copied().find(|l| &*r.locals[l.index()].name == name)
    }

    /// Whether a bare name means something without an expected type.
    pub(super) fn means_something(&self, name: &str) -> bool {
        self.local(name).is_some() || self.global(name).is_some() || BUILT_IN_VALUES.contains(&name) || name == "Compass"
    }

    /// Opens a variable of the routine. It can be named until somebody returns to an earlier mark.
    pub(super) fn open_local(&mut self, name: &Name, ty: Type, kind: LocalKind) -> LocalId {
        self.check_local_name(name, &ty);
        self.hidden_local(name.text.clone(), name.span, ty, kind, true)
    }

    /// Opens a variable whose name nobody wrote, or whose name must not be checked again.
    pub(super) fn hidden_local(&mut self, name: Arc<str>, span: Span, ty: Type, kind: LocalKind, visible: bool) -> LocalId {
        let id = LocalId(self.routine.locals.len().min(usize::from(u16::MAX)) as u16);
        if self.routine.locals.len() >= usize::from(u16::MAX) {
            self.error(Code::TooDeep, span, "there are too many variables in one rule");
            return id;
        }
        self.routine.locals.push(Local { name, ty, span });
        self.routine.kinds.push(kind);
        if visible {
            self.routine.visible.push(id);
        }
        id
    }

    fn check_local_name(&mut self, name: &Name, ty: &Type) {
        let text = &*name.text;
        let other = match (self.local(text), self.global(text)) {
            (Some(local), _) => Some(self.routine.locals[local.index()].span),
            (None, Some(global)) => Some(global.span),
            _ => None,
        };
        if let Some(other) = other {
            let problem = Diagnostic::error(Code::DuplicateName, name.span, format!("`{text}` is already declared"));
            self.report(problem.label(other, "of this").hint("choose another name here: a name can't hide another one"));
        } else if BUILT_IN_VALUES.contains(&text) && text != "self" {
            self.error(Code::DuplicateName, name.span, format!("`{text}` is a word of the language: choose another name"));
        } else if let Type::Enum(e) = ty.present()
            && let Some(case) = self.case_of(*e, text)
        {
            let found = &self.ir.enums[e.index()];
            let problem = Diagnostic::error(
                Code::DuplicateName,
                name.span,
                format!("`{text}` is a case of {}, so a variable of that kind can't have its name", found.name),
            );
            let problem = problem.label(found.cases[usize::from(case)].span, "the case");
            self.report(problem.hint("choose another name"));
        }
    }

    /// The case with this name, if the text sees it.
    pub(super) fn case_of(&self, e: EnumId, name: &str) -> Option<u16> {
        let cases = &self.ir.enums.get(e.index())?.cases;
        let n = cases.iter().position(|c| &*c.name == name)?;
        let origin = self.schema.case_origins.get(e.index()).and_then(|o| o.get(n)).copied().flatten();
        self.sees(origin).then_some(n as u16)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { visible: self.routine.visible.len(), facts: self.routine.facts.len() }
    }

    pub(super) fn reset(&mut self, mark: Mark) {
        self.routine.visible.truncate(mark.visible);
        self.routine.facts.truncate(mark.facts);
    }

    /// The names and facts since the mark.
    pub(super) fn known_since(&self, mark: Mark) -> Known {
        Known { visible: self.routine.visible[mark.visible..].to_vec(), facts: self.routine.facts[mark.facts..].to_vec() }
    }

    /// Runs `work` with these names and facts.
    pub(super) fn knowing<T>(&mut self, known: &Known, work: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.mark();
        self.routine.visible.extend(&known.visible);
        self.routine.facts.extend(known.facts.iter().cloned());
        let made = work(self);
        self.reset(mark);
        made
    }

    /// The problem of a name that nothing declares, with the nearest one that something does. `stored`: how something is stored under it, so
    /// that it may be meant as a new one.
    pub(super) fn unknown_name(&mut self, name: &Name, want: Option<&Type>, stored: Option<Change>) -> Diagnostic {
        let text = &*name.text;
        let problem = Diagnostic::error(Code::UnknownName, name.span, format!("there is nothing named `{text}`"));
        if let Some(global) = self.names.get(text) {
            return unseen(problem, global.span);
        }
        let foreign = match &*text.to_lowercase() {
            "yes" | "on" | "true" => Some("true"),
            "no" | "off" | "false" => Some("false"),
            "null" | "nil" | "nothing" | "none" | "undefined" => Some("none"),
            _ => None,
        };
        if let Some(word) = foreign {
            return problem.write(word);
        }
        if let Some(form) = syntax::forms(text).next() {
            return problem.hint(format!("write `{form}`"));
        }
        if let Some(sides) = text.strip_prefix('d').filter(|sides| sides.parse::<u16>().is_ok_and(|sides| sides > 0)) {
            return problem.hint(format!("write the faces of a die as a range, such as `dice my_die = 1..{sides}`"));
        }
        if text == "self" {
            return problem.hint("`self` can be used in fields of spaces, players and pieces, and in `derive`");
        }
        // A member that something has is likelier than a name that only looks alike.
        if let Some(owner) = self.owner_of(text) {
            let who = match owner {
                Type::Player => "players have",
                Type::Space => "spaces have",
                _ => "pieces have",
            };
            let of = self.example_of(&owner);
            return problem.hint(format!("{who} one: say whose, as in `{of}.{text}`"));
        }
        if self.ir.decisions.iter().any(|d| &*d.name == text) {
            return problem.hint(format!(
                "`{text}` is a decision, not a value: what is chosen gets its name from `let x = choose {text} by … {{ … }}`"
            ));
        }
        if text.split('_').any(|word| word == "player") {
            let example = self.example_of(&Type::Player);
            return match self.local(&example) {
                Some(_) => problem.hint(format!("here a player is called `{example}`")).replacing(example),
                None => problem.hint("a rule is told whom it is about, as in `rule rest(p: player) { … }`"),
            };
        }
        let locals = self.routine.visible.iter().map(|l| &*self.routine.locals[l.index()].name);
        // The name being declared can't be meant.
        let item = self.files.iter().flat_map(|(_, tree)| &tree.items).find(|item| holds(item.span, name.span));
        let before = |span: &Span| item.is_some_and(|i| holds(i.span, *span)) && span.start < name.span.start;
        let own = self.names.values().map(|g| g.span).filter(before).max_by_key(|span| span.start);
        let globals = self.names.iter().filter(|(_, g)| self.sees(g.origin) && Some(g.span) != own).map(|(n, _)| *n);
        if let Some(near) = nearest(text, locals.chain(globals).chain(BUILT_IN_VALUES.iter().copied())) {
            return match stored {
                Some(Change::Set) => {
                    let new = format!("A new name is declared: `let {text} = …`, or `var {text} = …` if it changes later");
                    problem.hint(format!("did you mean `{near}`? {new}")).replacing(near)
                }
                _ => problem.did_you_mean(Some(near)),
            };
        }
        let owner = self.ir.enums.iter().find(|e| e.cases.iter().any(|c| &*c.name == text));
        match owner {
            Some(e) if self.is_collection_of(want, &e.name) => {
                let message = format!("`{text}` is one case of {}, but several may stand here", e.name);
                Diagnostic { message, ..problem.write(format!("[{text}]")) }
            }
            Some(e) if want.is_some() => {
                problem.hint(format!("`{text}` is a case of {}, which is not what is expected here", e.name))
            }
            Some(e) => problem.hint(format!("`{text}` is a case of {0}, but nothing here says that {0} is meant", e.name)),
            None if text.starts_with(char::is_uppercase) => {
                problem.hint("names with a capital are declared by `enum`, `piece`, `card`, `data`, `link` or `path`")
            }
            None if self.routine.purity == Purity::Whenever => {
                problem.hint(format!("to watch many things, write `whenever {text} in … where … {{ … }}`"))
            }
            None => match want.map(Type::present) {
                Some(Type::Space) => problem
                    .hint(format!("a space of the track is named in quotes: write `{text:?}`"))
                    .replacing(format!("{text:?}")),
                Some(Type::Row(kind)) if !self.ir.kinds[kind.index()].is_record() => {
                    problem.hint(format!("a row is named in quotes: write `{text:?}`")).replacing(format!("{text:?}"))
                }
                _ if self.local("self").is_some() => {
                    problem.hint("what this belongs to is named `self`; values of your own are declared by `param` or `const`")
                }
                _ => match stored {
                    None => {
                        let hint = "or give a value this name";
                        problem.hint(format!("declare it, such as `param {text}: int = 1`, {hint}: `let {text} = …`"))
                    }
                    Some(Change::Set) => problem
                        .hint(format!("write `let {text} = …` to give a value a name, or `var {text} = …` if it changes later"))
                        .replacing_at(Span { end: name.span.start, ..name.span }, "let "),
                    Some(_) => problem.hint(format!(
                        "say what it begins with, such as `var {text} = 0`, or `state {{ {text}: int = 0 }}` to keep it"
                    )),
                },
            },
        }
    }

    /// Whether a set or list of cases of this enum is expected.
    fn is_collection_of(&self, want: Option<&Type>, of: &str) -> bool {
        let Some(Type::Set(member) | Type::List(member, _)) = want.map(Type::present) else { return false };
        matches!(**member, Type::Enum(e) if self.ir.enums.get(e.index()).is_some_and(|e| *e.name == *of))
    }

    /// The owner of the fields, links or pieces with this name.
    fn owner_of(&self, name: &str) -> Option<Type> {
        let ty = |owner: Owner| match owner {
            Owner::Player => Some(Type::Player),
            Owner::Space => Some(Type::Space),
            Owner::Piece(piece) => Some(Type::Piece(piece)),
            _ => None,
        };
        let field = self.ir.fields.iter().find(|f| &*f.name == name && self.sees(f.origin)).and_then(|f| ty(f.owner));
        let pile = || self.ir.piles.iter().find(|p| &*p.name == name).and_then(|p| ty(p.owner));
        let derived = || self.ir.derives.iter().find(|d| &*d.name == name).and_then(|d| ty(d.owner));
        let is_link = || self.ir.links.iter().any(|l| &*l.name == name || l.back.as_deref() == Some(name));
        let is_piece = || self.ir.pieces.iter().any(|p| &*p.as_name == name);
        let others = || is_link().then_some(Type::Space).or_else(|| is_piece().then_some(Type::Player));
        field.or_else(pile).or_else(derived).or_else(others)
    }

    /// A name for a thing of this kind: that of a variable, or else one that is usual.
    fn example_of(&self, ty: &Type) -> String {
        let visible = self.routine.visible.iter().map(|l| &self.routine.locals[l.index()]);
        match (visible.rev().find(|l| types::same(l.ty.present(), ty)), ty) {
            (Some(local), _) => local.name.to_string(),
            (None, Type::Player) => "p".into(),
            (None, Type::Piece(piece)) => self.ir.pieces[piece.index()].name.to_lowercase(),
            _ => "s".into(),
        }
    }

    /// Runs `work` in a routine of its own. Returns the result and the routine.
    pub(super) fn in_routine<T>(&mut self, routine: Routine, work: impl FnOnce(&mut Self) -> T) -> (T, Routine) {
        let outer = std::mem::replace(&mut self.routine, routine);
        let made = work(self);
        (made, std::mem::replace(&mut self.routine, outer))
    }
}
