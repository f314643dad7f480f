//! What the rules of a game let you draw, in the terms of a drawing: fields with their values, links, paths.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::data::track::called::{self, Places};
use interpreter::data::{params, rows, written};
use interpreter::ir::fold::Fold;
use interpreter::ir::shape::Sizes;
use interpreter::ir::{self, Drawn, Ir, LinkArity, OnTrack, Owner, Type};
use interpreter::ruleset::Ruleset;

use super::document::Item;

/// What a track of one game can contain. Empty without rules: then everything is kept, and nothing offered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The game's name in tracks: `my-race`.
    pub ruleset: Arc<str>,
    pub track: Vec<Field>,
    pub space: Vec<Field>,
    pub links: Vec<Link>,
    pub paths: Vec<Path>,
    /// What the rules let exactly one space say, each with its field: a start, a finish. They look for it by `the s in space where s.area == finish`.
    pub sole: BTreeSet<(Arc<str>, Arc<str>)>,
    /// How the game names places.
    pub places: Arc<Places>,
}

/// A field of the track, of spaces, links or paths.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: Arc<str>,
    pub takes: Takes,
    /// Whether it can be `none`.
    pub is_optional: bool,
    /// The default, if it is the same everywhere.
    pub default: Option<Arc<str>>,
    /// Whether the rules work the default out from the space itself.
    pub is_computed: bool,
    /// Whether the track must give it.
    pub is_needed: bool,
    /// The tool that fills it in.
    pub drawn: Option<Drawn>,
    pub docs: Arc<str>,
}

/// The values of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Takes {
    Bool,
    /// A number; both bounds are inclusive.
    Whole(i32, i32),
    /// A word of an enum.
    Word {
        of: Arc<str>,
        cases: Vec<Case>,
    },
    /// The id of a space.
    Space,
    /// The name of a row.
    Row {
        of: Arc<str>,
        names: Vec<Arc<str>>,
    },
    Text,
    Set(Box<Takes>),
    List(Box<Takes>),
    /// RON, to be typed.
    Other {
        names_spaces: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub name: Arc<str>,
    pub docs: Arc<str>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    pub name: Arc<str>,
    /// Whether at most one may lead on from each space.
    pub is_single: bool,
    /// Whether each space needs one.
    pub is_needed: bool,
    pub both_ways: bool,
    pub drawn: Option<Drawn>,
    /// Whether each is a row of its own, which can have a name.
    pub is_row: bool,
    pub fields: Vec<Field>,
    pub docs: Arc<str>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub name: Arc<str>,
    pub fields: Vec<Field>,
    pub docs: Arc<str>,
}

impl Schema {
    /// What these rules let you draw. `ir` can be of the base or with add-ons.
    pub fn of(ruleset: &Ruleset, ir: &Ir) -> Schema {
        let find = |path: &str| ruleset.data.get(path).copied();
        let drafts = rows::drafts(ir, &ruleset.sources, &find);
        let players = ruleset.usual_players(ir);
        let sizes = Sizes { players, spaces: 0, rows: drafts.counts(), longest: vec![] };
        let (values, _) = params(ir, &sizes, &[], &mut |path| find(path), &ruleset.sources);
        let (tables, _) = rows::read(drafts, ir, &values, &sizes, &Default::default());
        let names = tables.kinds.iter().map(|rows| rows.by_name.keys().cloned().collect()).collect();
        let making = Making { fold: Fold { ir, params: &values, sizes: &sizes }, names };
        let kind_fields = |name: &str, built_in: usize| {
            let at = ir.kinds.iter().position(|kind| *kind.name == *name && kind.on_track.is_some());
            let own = at.map(|n| Owner::Rows(ir::KindId(n as u16)));
            own.map(|owner| making.fields(owner).skip(built_in).collect()).unwrap_or_default()
        };
        let link = |link: &ir::Link| Link {
            name: link.name.clone(),
            is_single: link.arity != LinkArity::Many,
            is_needed: link.arity == LinkArity::One,
            both_ways: link.both_ways,
            drawn: link.drawn,
            is_row: link.name.starts_with(char::is_uppercase),
            fields: kind_fields(&link.name, 2),
            docs: link.docs.text.clone(),
        };
        let paths = ir.kinds.iter().filter(|kind| kind.on_track == Some(OnTrack::Paths));
        let path = |kind: &ir::RowKind| Path {
            name: kind.name.clone(),
            fields: kind_fields(&kind.name, 1),
            docs: kind.docs.text.clone(),
        };
        Schema {
            ruleset: ir.game.name.replace('_', "-").into(),
            track: making.fields(Owner::Track).collect(),
            space: making.fields(Owner::Space).collect(),
            links: ir.links.iter().map(link).collect(),
            paths: paths.map(path).collect(),
            sole: called::sole(ir),
            places: Arc::new(Places::of(ir, &ruleset.manifest)),
        }
    }

    /// Whether a space says what the rules let only one space say.
    pub fn is_sole(&self, space: &Item) -> bool {
        self.sole.iter().any(|(field, value)| space.fields.get(field) == Some(value))
    }

    pub fn link(&self, name: &str) -> Option<&Link> {
        self.links.iter().find(|link| *link.name == *name)
    }

    pub fn path(&self, name: &str) -> Option<&Path> {
        self.paths.iter().find(|path| *path.name == *name)
    }

    /// The links that a tool fills in.
    pub fn links_drawn(&self, way: Drawn) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(move |link| link.drawn == Some(way))
    }

    /// The fields of spaces that a tool fills in.
    pub fn fields_drawn(&self, way: Drawn) -> impl Iterator<Item = &Field> {
        self.space.iter().filter(move |field| field.drawn == Some(way))
    }
}

impl Field {
    /// Whether a value can be left out because it is the default.
    pub fn is_default(&self, written: &str) -> bool {
        let none = |text: &str| matches!(text, "none" | "None");
        match &self.default {
            Some(default) => **default == *written || self.is_optional && none(default) && none(written),
            None => self.is_optional && !self.is_computed && none(written),
        }
    }

    /// The lowest number allowed.
    pub fn lowest(&self) -> Option<i32> {
        match self.takes {
            Takes::Whole(low, _) => Some(low),
            _ => None,
        }
    }

    /// Whether its values can name spaces.
    pub fn names_spaces(&self) -> bool {
        self.takes.names_spaces()
    }
}

impl Takes {
    fn names_spaces(&self) -> bool {
        match self {
            Takes::Space | Takes::Other { names_spaces: true } => true,
            Takes::Set(of) | Takes::List(of) => of.names_spaces(),
            _ => false,
        }
    }
}

struct Making<'a> {
    fold: Fold<'a>,
    names: Vec<Vec<Arc<str>>>,
}

impl Making<'_> {
    fn fields(&self, owner: Owner) -> impl Iterator<Item = Field> {
        self.fold.ir.fields.iter().filter(move |field| field.owner == owner).map(|field| self.field(field))
    }

    fn field(&self, field: &ir::Field) -> Field {
        let words = field.default.as_ref().and_then(|default| self.fold.words(&default.expr));
        let default = words.and_then(|words| written(&self.fold, &field.ty, &words));
        let starts_empty = matches!(field.ty, Type::Optional(_) | Type::Set(_) | Type::List(..) | Type::Unknown);
        Field {
            name: field.name.clone(),
            takes: self.takes(field.ty.present()),
            is_optional: field.ty.is_optional(),
            is_computed: field.default.is_some() && default.is_none(),
            default: default.map(Arc::from),
            is_needed: field.default.is_none() && !starts_empty,
            drawn: field.drawn,
            docs: field.docs.text.clone(),
        }
    }

    fn takes(&self, ty: &Type) -> Takes {
        let fold = &self.fold;
        match ty {
            Type::Bool => Takes::Bool,
            Type::Int(bounds) => {
                let bounds = bounds.as_ref().and_then(|b| Some((fold.word(&b.0)?, fold.word(&b.1)?)));
                let (low, high) = bounds.unwrap_or((i32::MIN + 2, i32::MAX));
                Takes::Whole(low, high)
            }
            Type::Player => Takes::Whole(1, fold.sizes.players as i32),
            Type::Enum(id) => {
                let of = &fold.ir.enums[id.index()];
                let case = |case: &ir::Case| Case { name: case.name.clone(), docs: case.docs.text.clone() };
                Takes::Word { of: of.name.clone(), cases: of.cases.iter().map(case).collect() }
            }
            Type::Space => Takes::Space,
            Type::Row(kind) => Takes::Row {
                of: fold.ir.kinds[kind.index()].name.clone(),
                names: self.names.get(kind.index()).cloned().unwrap_or_default(),
            },
            Type::Text => Takes::Text,
            Type::Set(of) => Takes::Set(Box::new(self.takes(of))),
            Type::List(of, _) => Takes::List(Box::new(self.takes(of))),
            Type::Optional(of) => self.takes(of),
            other => Takes::Other { names_spaces: mentions_space(other) },
        }
    }
}

fn mentions_space(ty: &Type) -> bool {
    let is_space = |key: &ir::Key| matches!(key, ir::Key::Each(Type::Space));
    match ty {
        Type::Space => true,
        Type::Per(of, keys) => mentions_space(of) || keys.iter().any(is_space),
        Type::Set(of) | Type::List(of, _) => mentions_space(of),
        Type::Optional(of) => mentions_space(of),
        _ => false,
    }
}
