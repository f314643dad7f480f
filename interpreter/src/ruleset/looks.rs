//! Checks whether the looks in a manifest, and its score sheet, belong to things that the rules declare. Whatever else they name is not
//! shown, and a designer should hear of that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::data::Manifest;
use crate::data::manifest::look::{Icon, Look, Marks, Most, Named, OWN_NAME, USES, Use, no_colour};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir;
use crate::program::Program;
use crate::ruleset::Pictures;
use crate::source::Span;
use crate::syntax::tree::{ItemKind, Member, Owner, Tree, Type, TypeKind};

mod score;

/// How many fields fit on a badge of spaces, and around a piece.
const BADGES: (usize, usize) = (2, 8);

/// Things by name, each with its cases or fields: `Ground` with `sand`, `player` with `thirst`.
struct Things<'t> {
    by_name: BTreeMap<&'t str, BTreeSet<&'t str>>,
    /// The types of the fields of spaces.
    of_spaces: BTreeSet<&'t str>,
    /// The types of fields, by their owner and name.
    types: BTreeMap<(&'t str, &'t str), &'t Type>,
    enums: BTreeSet<&'t str>,
    cards: BTreeSet<&'t str>,
    links: BTreeSet<&'t str>,
    params: BTreeSet<&'t str>,
    /// Each of their faces may have a look: `ski_die.6`.
    dice: BTreeSet<&'t str>,
}

/// The problems of looks that name something that neither the base nor any add-on declares.
pub(super) fn problems<'t>(manifest: &Manifest, trees: impl Iterator<Item = &'t Tree>, addons: &[&str]) -> Vec<Diagnostic> {
    let things = Things::of(trees);
    let mut problems = vec![];
    for look in &manifest.appearance {
        match things.of_look(look) {
            Ok(own) => {
                things.fields(look, own, &mut problems);
                things.spaces_alone(look, &mut problems);
                things.words(look, &mut problems);
                things.cards_alone(look, &mut problems);
            }
            Err(problem) => problems.push(problem),
        }
    }
    problems.extend(manifest.score_sheet.iter().flat_map(|part| score::problems(part, &things, addons)));
    problems
}

/// Puts the ruleset's own pictures into the looks that name them. Returns the problems of those that can't be drawn.
pub(super) fn take_pictures(manifest: &mut Manifest, pictures: &Pictures) -> Vec<Diagnostic> {
    let mut problems = vec![];
    for look in &mut manifest.appearance {
        let Some(Icon::Other(name)) = &look.icon else { continue };
        let lower = name.to_ascii_lowercase();
        if !name.contains('/') && !lower.ends_with(".svg") && !lower.ends_with(".png") {
            continue;
        }
        let wrong = |message: String| Diagnostic::warning(Code::Unreadable, look.icon_span, message);
        match pictures.get(&**name) {
            Some(Ok(picture)) => look.icon = Some(Icon::Own(picture.clone())),
            Some(Err(why)) => {
                let problem = wrong(format!("the icon `{name}` can't be drawn: {why}"));
                problems.push(problem.hint("replace the file, or choose another icon under Looks"));
            }
            None => {
                let inside = format!("icons/{}", name.rsplit('/').next().unwrap_or_default());
                let is_inside = pictures.contains_key(&inside);
                let near = nearest(name, pictures.keys().map(String::as_str)).filter(|_| !is_inside).map(str::to_owned);
                let near = near.or(is_inside.then_some(inside));
                let problem = wrong(format!("there is no icon `{name}` in the folder of this ruleset"));
                let hint = "put an SVG or PNG into its folder `icons`, or choose another icon under Looks";
                problems.push(problem.did_you_mean_text(near).or_hint(hint));
            }
        }
    }
    problems
}

/// For each kind of piece, the name of each piece, if its `label` is a field that names a different row of data for each of a player's
/// pieces from the start: `Pivot 5` instead of `skater 5`.
pub(super) fn piece_names(program: &Program, manifest: &Manifest) -> Vec<Vec<Arc<str>>> {
    let names = |(n, piece): (usize, &ir::Piece)| {
        let label = manifest.look(&piece.name).field(Use::Label)?;
        let owner = ir::Owner::Piece(ir::PieceId(n as u16));
        let (id, field) = program.fields_of(owner).find(|(_, f)| *f.name == *label && !f.secret)?;
        let ir::Type::Row(kind) = *field.ty.present() else { return None };
        let row = |piece| program.at_first().field(id, piece).index();
        let rows: Vec<usize> = (0..program.owners(owner)).map(row).collect::<Option<_>>()?;
        let each = program.of_each(owner);
        let differ = rows.chunks(each).all(|own| own.iter().collect::<BTreeSet<_>>().len() == own.len());
        let name = |row: &usize| program.rows[kind.index()].names.get(*row).map(|name| Arc::from(&**name));
        differ.then(|| rows.iter().map(name).collect::<Option<_>>())?
    };
    program.ir.pieces.iter().enumerate().map(|piece| names(piece).unwrap_or_default()).collect()
}

impl<'t> Things<'t> {
    fn of(trees: impl Iterator<Item = &'t Tree>) -> Things<'t> {
        let built_in = ["space", "player", "state", "track"].map(|name| (name, BTreeSet::new()));
        let [of_spaces, enums, cards, links, params, dice] = Default::default();
        let types = BTreeMap::new();
        let mut things = Things { by_name: built_in.into(), of_spaces, types, enums, cards, links, params, dice };
        for item in trees.flat_map(|tree| &tree.items) {
            match &item.kind {
                ItemKind::Enum { name, cases } | ItemKind::ExtendEnum { name, cases } => {
                    things.add(&name.text, cases.iter().map(|case| &*case.name.text));
                    things.enums.insert(&name.text);
                }
                ItemKind::Fields { owner, fields } | ItemKind::Extend { owner, fields } => {
                    things.add(owner_name(owner), fields.iter().map(member_name));
                    things.typed(owner_name(owner), fields);
                    if let Owner::Space(_) = owner {
                        let own = fields.iter().filter_map(|m| if let Member::Field(field) = m { Some(&field.ty) } else { None });
                        things.of_spaces.extend(own.filter_map(type_name));
                    }
                }
                ItemKind::Derive { owner, name, ty, .. } => {
                    things.add(owner_name(owner), [&*name.text]);
                    things.types.insert((owner_name(owner), &name.text), ty);
                    things.of_spaces.extend(type_name(ty).filter(|_| matches!(owner, Owner::Space(_))));
                }
                ItemKind::Path { name, fields }
                | ItemKind::Data { name, fields, .. }
                | ItemKind::Card { name, fields, .. }
                | ItemKind::Piece { name, fields, .. } => {
                    things.add(&name.text, fields.iter().map(member_name));
                    things.typed(&name.text, fields);
                    things.cards.extend(matches!(item.kind, ItemKind::Card { .. }).then_some(&*name.text));
                }
                ItemKind::Link(link) => {
                    things.links.insert(&link.name.text);
                    things.add(&link.name.text, link.fields.iter().map(member_name));
                }
                ItemKind::Pile(pile) => things.add("state", [&*pile.name.text]),
                ItemKind::Dice { name, .. } => {
                    things.dice.insert(&name.text);
                    things.add(&name.text, []);
                }
                ItemKind::Param { name, .. } => {
                    things.params.insert(&name.text);
                }
                _ => {}
            }
        }
        things
    }

    fn add(&mut self, name: &'t str, own: impl IntoIterator<Item = &'t str>) {
        self.by_name.entry(name).or_default().extend(own);
    }

    fn typed(&mut self, owner: &'t str, members: &'t [Member]) {
        let fields = members.iter().filter_map(|member| if let Member::Field(field) = member { Some(field) } else { None });
        self.types.extend(fields.map(|field| ((owner, &*field.name.text), &field.ty)));
    }

    /// Checks whether what only cards can have is said of them.
    fn cards_alone(&self, look: &Look, problems: &mut Vec<Diagnostic>) {
        if self.cards.contains(&*look.of) {
            return;
        }
        let of_field = |(key, used): (&'static str, Use)| Some((key, look.fields(used)?.first()?.1));
        let fields = [("face", Use::Face), ("pips", Use::Pips), ("subtitle", Use::Subtitle)].into_iter().filter_map(of_field);
        for (key, span) in fields.chain(look.size.map(|_| ("size", look.size_span))) {
            let problem =
                Diagnostic::warning(Code::WrongValue, span, format!("only cards have a `{key}`, and `{}` is none", look.of));
            let all: Vec<String> = self.cards.iter().map(|card| format!("\"{card}\"")).collect();
            let hint = if all.is_empty() {
                "leave it out: the rules declare no `card`".to_owned()
            } else {
                format!("write it for {}", all.join(" or "))
            };
            problems.push(problem.hint(hint));
        }
    }

    /// Checks whether the words of a look stand for values that its field can have.
    fn words(&self, look: &Look, problems: &mut Vec<Diagnostic>) {
        let Some(first) = look.words.first() else { return };
        let Some((owner, field)) = look.of.split_once('.') else {
            let message = format!("`{}` has no value that words could stand for", look.of);
            let problem = Diagnostic::warning(Code::WrongValue, first.value_span, message);
            problems.push(problem.hint(format!("write them for a field of it, such as \"{}.lap\"", look.of)));
            return;
        };
        let Some(mut ty) = self.types.get(&(owner, field)).copied() else { return };
        let mut known: Vec<&str> = vec![];
        if let TypeKind::Optional(of) = &ty.kind {
            (ty, known) = (of, vec!["none"]);
        }
        let takes_numbers = match &ty.kind {
            TypeKind::Named(name) if *name.text == *"bool" => {
                known.extend(["true", "false"]);
                false
            }
            TypeKind::Named(name) if self.enums.contains(&*name.text) => {
                known.extend(self.by_name[&*name.text].iter().copied());
                false
            }
            TypeKind::Int { optional, .. } => {
                known.extend(optional.then_some("none"));
                true
            }
            // A table, a set or a list is put into words as a whole.
            _ => return,
        };
        for wording in &look.words {
            let is_number = takes_numbers && wording.value.parse::<i64>().is_ok();
            if is_number || known.contains(&&*wording.value) {
                continue;
            }
            let near = match &*wording.value {
                "yes" => Some("true"),
                "no" => Some("false"),
                value => nearest(value, known.iter().copied()),
            };
            let message = format!("`{}` is never `{}`, so these words are not used", look.of, wording.value);
            let problem = Diagnostic::warning(Code::UnknownName, wording.value_span, message);
            let near = near.filter(|near| known.contains(near)).map(str::to_owned);
            let all = known.iter().map(|value| format!("`{value}`")).chain(takes_numbers.then(|| "a number".to_owned()));
            let hint = format!("give words for values such as {}", all.collect::<Vec<_>>().join(" or "));
            problems.push(problem.did_you_mean_text(near).or_hint(hint));
        }
    }

    /// The cases or fields of the thing that a look belongs to. `None` if the look belongs to a single case.
    fn of_look(&self, look: &Look) -> Result<Option<&BTreeSet<&'t str>>, Diagnostic> {
        let (thing, part) = look.of.split_once('.').map_or((&*look.of, None), |(thing, part)| (thing, Some(part)));
        let unknown = |message: String, near: Option<String>| {
            let problem = Diagnostic::warning(Code::UnknownName, look.of_span, message);
            let rest = "name something that the rules declare, such as \"space\" or \"Area.start\"";
            Err(problem.did_you_mean_text(near).or_hint(rest))
        };
        let Some(own) = self.by_name.get(thing) else {
            let near = nearest(thing, self.by_name.keys().copied());
            let whole = |near: &str| part.map_or(near.to_owned(), |part| format!("{near}.{part}"));
            return unknown(format!("no `{thing}` is declared, so this look is not used"), near.map(whole));
        };
        match part {
            Some(part) if self.dice.contains(thing) && part.parse::<i32>().is_ok() => Ok(None),
            Some(part) if !own.contains(part) => {
                let near = nearest(part, own.iter().copied()).map(|near| format!("{thing}.{near}"));
                unknown(format!("`{thing}` has no `{part}`, so this look is not used"), near)
            }
            Some(_) => Ok(None),
            None => Ok(Some(own)),
        }
    }

    /// Whether a look is that of spaces or of a value of theirs.
    fn is_of_spaces(&self, look: &Look) -> bool {
        let thing = look.of.split_once('.').map(|(thing, _)| thing);
        *look.of == *"space" || thing.is_some_and(|thing| thing == "space" || self.of_spaces.contains(thing))
    }

    /// Checks whether what only spaces can have is said of them.
    fn spaces_alone(&self, look: &Look, problems: &mut Vec<Diagnostic>) {
        let of = &look.of;
        let mut wrong = |span: Span, message: String, hint: String| {
            problems.push(Diagnostic::warning(Code::WrongValue, span, message).hint(hint));
        };
        let fields = |of: Use| look.fields(of).and_then(<[Named]>::first);
        if self.is_of_spaces(look) {
            if let Some((name, span)) = fields(Use::Corner) {
                wrong(
                    *span,
                    format!("expected a radius in millimetres, not {name:?}"),
                    "write a number, such as `corner: 2.8`".to_owned(),
                );
            }
            return;
        }
        let case = |name: &&str| Some(format!("{name}.{}", self.by_name.get(*name)?.first()?));
        let example = self.of_spaces.iter().find_map(case).map_or(String::new(), |case| format!(", such as \"{case}\""));
        let elsewhere = format!("write it for \"space\", or for a value that spaces have{example}");
        for (key, span) in &look.of_spaces {
            let thing = of.split_once('.').map_or(&**of, |(thing, _)| thing);
            match *key {
                _ if self.links.contains(thing) => {
                    let hint = "the line of a link has `colour`, `width`, `dash`, `stroke` and `arrow`".to_owned();
                    wrong(*span, format!("`{thing}` is a link, and only spaces have a `{key}`"), hint);
                }
                "corner" if self.by_name.get(&**of).is_some_and(|own| !own.is_empty()) => {
                    let hint = "name a field of it: what stands in the corner of a card".to_owned();
                    wrong(*span, format!("the `corner` of `{of}` has no radius"), hint);
                }
                key => wrong(*span, format!("only spaces have a `{key}`, and `{of}` is no value of theirs"), elsewhere.clone()),
            }
        }
        // Of anything as a whole, the label is a field.
        if let Some((_, span)) = fields(Use::Label).filter(|_| of.contains('.')) {
            wrong(*span, format!("only spaces have a `label`, and `{of}` is no value of theirs"), elsewhere);
        }
    }

    /// Checks whether everything that a look takes from fields and parameters exists.
    fn fields(&self, look: &Look, own: Option<&BTreeSet<&'t str>>, problems: &mut Vec<Diagnostic>) {
        let badges = look.fields(Use::Badge).map_or(0, <[Named]>::len);
        let most = if *look.of == *"space" { BADGES.0 } else { BADGES.1 };
        if badges > most {
            let message = format!("the badge of `{}` has {badges} fields, but room for only {most}", look.of);
            let problem = Diagnostic::warning(Code::WrongValue, look.of_span, message);
            let hint = match most {
                2 => "the badge of a space shows one field by its colour and shape, and one by its number",
                _ => "leave out those that matter least: `board` lists them beside the board",
            };
            problems.push(problem.hint(hint));
        }
        for (of, names) in &look.fields {
            let key = USES.iter().find(|(_, used)| used == of).map_or("", |(key, _)| key);
            for named in names {
                if let Some(players) = named.0.strip_prefix("owner.") {
                    // `owner.hero`: a field of the player whose piece it is.
                    let message = format!("`player` has no `{players}` for the `{key}` of `{}`", look.of);
                    problems.extend(missing(named, "owner.", &self.by_name["player"], message));
                } else if *of == Use::Colour && own.is_none_or(|own| !own.contains(&*named.0)) {
                    problems.push(no_colour(named.1, &format!("{:?}", named.0)));
                } else if let Some(own) = own.filter(|_| !is_no_field(look, *of, &named.0)) {
                    let message = format!("`{}` has no `{}` for its `{key}`", look.of, named.0);
                    problems.extend(missing(named, "", own, message));
                }
            }
        }
        if let Some(Marks::Spaces(named)) = &look.marks {
            let message = format!("`space` has no `{}` for the `marks` of `{}`", named.0, look.of);
            problems.extend(missing(named, "", &self.by_name["space"], message));
        }
        if let Some(meter) = &look.meter {
            let most = if let Most::Param(most) = &meter.most { Some(most) } else { None };
            for (key, named) in [("max", most), ("zones", meter.zones.as_ref())] {
                let message = |named: &Named| format!("there is no parameter `{}` for the `{key}` of this meter", named.0);
                problems.extend(named.and_then(|named| missing(named, "", &self.params, message(named))));
            }
        }
    }
}

/// Whether what stands for a field names none: the label of spaces may be the name that the track gives each, and their corner has a radius.
fn is_no_field(look: &Look, of: Use, name: &str) -> bool {
    *look.of == *"space" && (of == Use::Corner || of == Use::Label && name == OWN_NAME)
}

/// Returns the problem of a name that isn't known, if so; `before` is what stands before the known part.
fn missing((name, span): &Named, before: &str, known: &BTreeSet<&str>, message: String) -> Option<Diagnostic> {
    let name = &name[before.len()..];
    let near = nearest(name, known.iter().copied()).map(|near| format!("{before}{near}"));
    let problem = Diagnostic::warning(Code::UnknownName, *span, message).did_you_mean_text(near);
    (!known.contains(name)).then(|| problem.or_hint("it is left out until the rules declare it"))
}

/// The name of a type, whether or not a value may be missing.
fn type_name(ty: &Type) -> Option<&str> {
    match &ty.kind {
        TypeKind::Named(name) => Some(&name.text),
        TypeKind::Optional(of) => type_name(of),
        _ => None,
    }
}

fn owner_name(owner: &Owner) -> &str {
    match owner {
        Owner::Track(_) => "track",
        Owner::Space(_) => "space",
        Owner::State(_) => "state",
        Owner::Player(_) => "player",
        Owner::Kind(name) => &name.text,
    }
}

fn member_name(member: &Member) -> &str {
    match member {
        Member::Field(field) => &field.name.text,
        Member::Pile(pile) => &pile.name.text,
    }
}
