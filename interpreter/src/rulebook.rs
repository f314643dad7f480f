//! The rules as players read them: what stands after `///` in everything that is switched on, in the order of the texts, with numbers as they
//! are set, what add-ons change where they change it, and the rules' own tests as examples.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::data::Manifest;
use crate::game::LineKind;
use crate::ir::{self, ExprKind, Key, OptionItem, Owner, RuleId, Type, walk};
use crate::program::{InPlay, Program};
use crate::ruleset::{Ruleset, Setup};
use crate::show;
use crate::source::{Sources, Span};
use crate::syntax::lex::{Sort, tokens};
use crate::syntax::tree::{self, Case, Docs, Item, ItemKind, Layer, LayerKind, Member, Tree};
use crate::testing::{self, Options, Outcome, Scene, StepKind};

/// An example has this many lines of the log, at most.
const LONGEST: usize = 8;
/// And so many things to begin with.
const MOST_SET_UP: usize = 5;
/// It runs so many rules one after the other: a test with more tries them out.
const MOST_RUNS: usize = 3;

/// The rules of one setup, for players. All texts of it may cite numbered rules: `[SK-7]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rulebook {
    pub title: Arc<str>,
    pub subtitle: Arc<str>,
    pub author: Arc<str>,
    pub credits: Arc<str>,
    pub note: Arc<str>,
    /// The least and the most players.
    pub players: (u32, u32),
    /// The titles of the add-ons that are switched on.
    pub addons: Vec<Arc<str>>,
    pub components: Vec<Component>,
    pub sections: Vec<Section>,
    pub settings: Vec<Setting>,
    /// The places of rules to which no game comes.
    pub aside: Vec<Span>,
}

/// Something in the box.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// What the manifest calls it, or its name in the rules: `ski die`.
    pub name: Arc<str>,
    pub count: Count,
    pub docs: Arc<str>,
}

/// How many there are of a component.
#[derive(Clone, Debug, PartialEq)]
pub enum Count {
    /// So many pieces for each player.
    Each(usize),
    /// So many cards.
    Cards(usize),
    /// A die with these faces.
    Faces(Vec<i32>),
}

/// What stands under one heading: a remark between two rows of dashes.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The heading, or else the name of the file: `day`. The first text of a game needs none.
    pub title: Arc<str>,
    /// The title of the add-on whose text it is.
    pub addon: Option<Arc<str>>,
    pub paragraphs: Vec<Paragraph>,
}

/// What is said of one declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Paragraph {
    /// What is declared: `glide`, `Terrain`; empty for texts about the game as a whole.
    pub name: Arc<str>,
    /// Where.
    pub span: Span,
    pub text: Arc<str>,
    /// The title of the add-on that says it about a rule of another text.
    pub addon: Option<Arc<str>>,
    /// Whether an add-on that is switched on has replaced it.
    pub is_replaced: bool,
    /// Cases, fields and options, each with what is said of it.
    pub terms: Vec<Term>,
    /// The settings on which it depends that are set otherwise than the game says by itself, as places in [`Rulebook::settings`].
    pub changed: Vec<usize>,
    pub example: Option<Example>,
}

/// A case, a field or an option.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What the manifest calls it, or as it is written: `climb`, `Move to {s}`.
    pub name: Arc<str>,
    pub text: Arc<str>,
    /// Whether only its owner knows its value.
    pub is_secret: bool,
}

/// A number or a ruling that may be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub name: Arc<str>,
    pub text: Arc<str>,
    /// Its value in words.
    pub value: String,
    /// The same as a table, if it is one: the heads of its columns, then its rows.
    pub table: Vec<Vec<String>>,
    /// What the game sets by itself, without add-ons, if that is something else.
    pub usual: Option<String>,
    /// The title of the add-on that declares it.
    pub addon: Option<Arc<str>>,
    /// Whether it matters to players. Some are only for bots.
    pub is_in_play: bool,
}

/// A test of the rules that shows what a paragraph means.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    pub title: Arc<str>,
    pub span: Span,
    /// Where pieces and cards are to begin with: `Ann's racer: tile 5`.
    pub before: Vec<String>,
    /// What the log said of it.
    pub log: Vec<String>,
    /// Whether it happens on another track, which readers don't see unless there is a picture.
    pub is_elsewhere: bool,
    /// What it makes of the board.
    pub scene: Option<Scene>,
}

impl Rulebook {
    /// Collects what a ruleset says to players under a setup, from which `program` was built.
    pub fn of(ruleset: &Ruleset, program: &Program) -> Rulebook {
        let (ir, manifest) = (&*program.ir, &ruleset.manifest);
        let in_play = in_play(program);
        let settings = settings(ruleset, program);
        let book = Rulebook {
            title: manifest.title.clone(),
            subtitle: manifest.subtitle.clone(),
            author: manifest.author.clone(),
            credits: manifest.credits.clone(),
            note: manifest.note.clone(),
            players: (ir.game.min_players, ir.game.max_players),
            addons: ir.addons.iter().map(|addon| addon.title.clone()).collect(),
            components: components(program, manifest),
            sections: vec![],
            settings,
            aside: vec![],
        };
        let addons = ruleset.addons.iter().filter(|addon| ir.addons.iter().any(|on| on.name == addon.name));
        let texts: Vec<(Option<Arc<str>>, &Tree)> = (ruleset.base.iter().map(|tree| (None, &**tree)))
            .chain(addons.map(|addon| (Some(addon.title.clone()), &*addon.tree)))
            .collect();
        let writer = Writer { program, manifest, layers: layers(&texts), in_play, book };
        writer.write(&texts, &ruleset.sources)
    }

    /// Runs the tests of the rules, and puts them beside the paragraphs whose numbers they cite: for each one that passed and that the log
    /// tells in a few lines, best one on this track that cites little else. Only tests under add-ons that are switched on count, and each only
    /// once.
    pub fn with_examples(mut self, ruleset: &Ruleset, track: &str) -> Rulebook {
        let report = testing::run_with(ruleset, &Options { trace: true, as_examples: true, ..Options::default() });
        let titles = |names: &[Arc<str>]| {
            let title =
                |name: &Arc<str>| ruleset.addons.iter().find(|addon| addon.name == *name).map(|addon| addon.title.clone());
            names.iter().filter_map(title).collect::<Vec<_>>()
        };
        let found = |test: &Outcome| {
            // What add-ons have changed shows something else.
            let is_in =
                |span: Span, aside: Span| span.source == aside.source && aside.start <= span.start && span.end <= aside.end;
            let is_aside = |step: &testing::Step| self.aside.iter().any(|aside| is_in(step.span, *aside));
            if test.trace.iter().any(is_aside) {
                return None;
            }
            let is_elsewhere = ruleset.track_name(test.track.as_deref()).is_none_or(|name| name != track);
            let example = Example { is_elsewhere, ..told(test)? };
            let titles = titles(&test.addons);
            titles.iter().all(|title| self.addons.contains(title)).then_some((titles, example))
        };
        let tests: Vec<(Vec<Arc<str>>, Example)> = report.tests.iter().filter(|test| test.passed()).filter_map(found).collect();
        // What no text cites, such as the number of a worked example, doesn't count.
        let texts = self.sections.iter().flat_map(|section| &section.paragraphs).map(|paragraph| paragraph.text.clone());
        let texts: Vec<Arc<str>> = texts.collect();
        let of_texts: BTreeSet<&str> = texts.iter().flat_map(|text| cited(text)).collect();
        let in_texts = |title| cited(title).into_iter().filter(|cite| of_texts.contains(cite)).collect();
        let cites: Vec<Vec<&str>> = tests.iter().map(|(_, example)| in_texts(&example.title)).collect();
        let mut used = BTreeSet::new();
        for section in &mut self.sections {
            let is_told = |paragraph: &&mut Paragraph| !paragraph.is_replaced && !paragraph.name.is_empty();
            for paragraph in section.paragraphs.iter_mut().filter(is_told) {
                let own = cited(&paragraph.text);
                let addon = paragraph.addon.as_ref().or(section.addon.as_ref());
                // What an add-on says shows only with it; what it leaves of the game shows without it.
                let is_fit = |titles: &[Arc<str>]| addon.is_none_or(|addon| titles.contains(addon));
                let fitting = (0..tests.len())
                    .filter(|n| !used.contains(n) && is_fit(&tests[*n].0) && cites[*n].iter().any(|cite| own.contains(cite)));
                let best = fitting.min_by_key(|n| {
                    let is_aside = !own.first().is_some_and(|first| cites[*n].contains(first));
                    (tests[*n].1.is_elsewhere, is_aside, cites[*n].iter().filter(|cite| !own.contains(cite)).count())
                });
                if let Some(n) = best {
                    used.insert(n);
                    paragraph.example = Some(tests[n].1.clone());
                }
            }
        }
        self
    }
}

/// A test as an example: what it sets up, then what the rules make of it. None if they do nothing that needs telling, or if it is for designers.
fn told(test: &Outcome) -> Option<Example> {
    if test.title.contains('_') {
        return None;
    }
    let mut example = Example {
        title: test.title.clone(),
        span: test.span,
        before: vec![],
        log: vec![],
        is_elsewhere: false,
        scene: test.scene.clone(),
    };
    let (mut is_set_up, mut runs, mut kinds) = (false, 0, vec![]);
    for step in &test.trace {
        match step.kind {
            // What a test runs is told, and what it moves by itself is set up.
            StepKind::Line => {
                is_set_up = !step.text.starts_with("run ");
                runs += usize::from(!is_set_up);
            }
            StepKind::Rules(LineKind::Turn) => {}
            // A test that begins anew tells several stories.
            StepKind::Rules(_) if is_set_up && !example.log.is_empty() => return None,
            StepKind::Rules(_) if is_set_up => {
                let Some((what, place)) = set_up(&step.text) else { continue };
                example.before.retain(|before| !before.starts_with(&what));
                example.before.push(what + place);
            }
            StepKind::Rules(kind) => {
                kinds.push(kind);
                example.log.push(step.text.clone());
            }
            StepKind::Held | StepKind::Failed => {}
        }
    }
    // Choices alone don't show what comes of them, and moves alone not why.
    let has = |kind| kinds.contains(&kind);
    let is_telling = has(LineKind::Said) || has(LineKind::Cards) || has(LineKind::Chose) && has(LineKind::Moved);
    (is_telling && runs <= MOST_RUNS && example.before.len() <= MOST_SET_UP && example.log.len() <= LONGEST).then_some(example)
}

/// What has been put where: `Ann's racer: start → tile 5` is `Ann's racer: ` and `tile 5`. Whole decks that are put aside say nothing.
fn set_up(text: &str) -> Option<(String, &str)> {
    let (what, way) = text.split_once(": ")?;
    let (_, place) = way.rsplit_once(" → ")?;
    (!what.ends_with(" more")).then(|| (format!("{what}: "), place))
}

/// Whether a text says anything besides what it cites.
fn says(text: &str) -> bool {
    let mut parts = text.split('[');
    parts.next().is_some_and(|first| !first.trim().is_empty())
        || parts.any(|part| part.split_once(']').is_none_or(|(inside, rest)| !inside.contains('-') || !rest.trim().is_empty()))
}

/// The numbered rules that a text cites: `SK-7`.
fn cited(text: &str) -> Vec<&str> {
    let inside = text.split('[').skip(1).filter_map(|part| part.split_once(']').map(|(inside, _)| inside));
    inside.filter(|inside| inside.contains('-')).collect()
}

/// The headings of a text, each with where it stands: remarks between two rows of dashes.
fn headings(text: &str) -> Vec<(usize, &str)> {
    let heading = |range: Range<usize>| {
        let is_dash = |letter: char| matches!(letter, '─' | '—' | '-' | '=');
        let inside = text.get(range.clone())?.trim_start_matches('/').trim();
        let title = inside.trim_matches(is_dash).trim();
        let is_framed = inside.starts_with(is_dash) && inside.ends_with(is_dash) && !title.is_empty();
        is_framed.then_some((range.start, title))
    };
    tokens(text, 0..text.len()).filter(|token| token.sort == Sort::Comment).filter_map(|token| heading(token.range)).collect()
}

/// A layer that an add-on lays around a rule.
struct Laid<'t> {
    addon: Arc<str>,
    layer: &'t Layer,
    item: &'t Item,
}

/// One of the texts of a rule: the game's own, or an add-on's.
struct Said<'t> {
    addon: Option<Arc<str>>,
    /// Where its name is declared.
    span: Span,
    item: &'t Item,
    /// Whether it is the whole rule, and not laid around it.
    is_body: bool,
}

impl<'t> Laid<'t> {
    fn said(&self) -> Said<'t> {
        let is_body = self.layer.kind == LayerKind::Replace;
        Said { addon: Some(self.addon.clone()), span: self.layer.name.span, item: self.item, is_body }
    }
}

/// All layers by the names of the rules that they change, in the order in which they are laid.
fn layers<'t>(texts: &[(Option<Arc<str>>, &'t Tree)]) -> BTreeMap<Arc<str>, Vec<Laid<'t>>> {
    let mut layers: BTreeMap<Arc<str>, Vec<Laid<'t>>> = BTreeMap::new();
    for (addon, tree) in texts.iter().filter_map(|(addon, tree)| Some((addon.as_ref()?, *tree))) {
        for item in &tree.items {
            if let ItemKind::Layer(layer) = &item.kind {
                layers.entry(layer.name.text.clone()).or_default().push(Laid { addon: addon.clone(), layer, item });
            }
        }
    }
    layers
}

/// The places of all rules that the game may come to. Others, such as those that only bots look at, are of no use to players.
fn in_play(program: &Program) -> BTreeMap<Span, RuleId> {
    let ir = &program.ir;
    // What joins a layer with the rule inside it stands at the layer's place, too.
    let written = program.in_play().rules.iter().filter(|rule| ir.rules[rule.index()].body.layers().is_none());
    written.map(|rule| (ir.rules[rule.index()].span, *rule)).collect()
}

fn components(program: &Program, manifest: &Manifest) -> Vec<Component> {
    let ir = &program.ir;
    let called = |name: &str| manifest.look(name).title.clone().unwrap_or_else(|| show::plain(name).into());
    let pieces = ir.pieces.iter().enumerate().map(|(n, piece)| Component {
        // The title in the manifest is that of where they stand.
        name: show::plain(&piece.name).into(),
        count: Count::Each(program.of_each(Owner::Piece(ir::PieceId(n as u16)))),
        docs: piece.docs.text.clone(),
    });
    let dice = ir.dice.iter().zip(&program.dice).enumerate();
    let thrown = dice.filter(|(n, _)| program.in_play().dice.contains(&ir::DiceId(*n as u16)));
    let dice = thrown.map(|(_, (dice, table))| {
        let from = usize::from(table.faces);
        let faces = program.image.get(from..from + table.sides as usize).unwrap_or_default().to_vec();
        Component { name: called(&dice.name), count: Count::Faces(faces), docs: dice.docs.text.clone() }
    });
    let cards = ir.kinds.iter().zip(&program.rows).filter(|(kind, _)| kind.is_card).map(|(kind, rows)| Component {
        name: called(&kind.name),
        count: Count::Cards(rows.names.len()),
        docs: kind.docs.text.clone(),
    });
    pieces.chain(dice).chain(cards).collect()
}

fn settings(ruleset: &Ruleset, program: &Program) -> Vec<Setting> {
    let usual = ruleset.build(&Setup { players: Some(program.players), ..Setup::default() });
    let shown = |program: &Program, n: usize| show::told(program, &program.ir.params[n].ty, &program.params[n]);
    let usual = |name: &Arc<str>| {
        let program = usual.program.as_ref()?;
        Some(shown(program, program.ir.params.iter().position(|param| param.name == *name)?))
    };
    let setting = |(n, param): (usize, &ir::Param)| {
        let value = shown(program, n);
        let addon = param.origin.and_then(|n| program.ir.addons.get(usize::from(n)));
        Setting {
            name: param.name.clone(),
            text: param.docs.text.clone(),
            usual: usual(&param.name).filter(|usual| *usual != value),
            value,
            addon: addon.map(|addon| addon.title.clone()),
            is_in_play: program.in_play().params.contains(&ir::ParamId(n as u16)),
            table: table(program, &param.ty, &program.params[n]),
        }
    };
    program.ir.params.iter().enumerate().map(setting).collect()
}

/// A table of one or two keys: first the heads of its columns, then a row for each other key, which begins with it.
fn table(program: &Program, ty: &Type, words: &[i32]) -> Vec<Vec<String>> {
    let Type::Per(of, keys) = ty else { return vec![] };
    let heads = |key: &Key| {
        let (low, count) = program.fold().dimension(key)?;
        let said = |n: i32| match key {
            Key::Each(ty) => show::told(program, ty, &[n]),
            Key::Range(..) => n.to_string(),
        };
        Some((low..).take(count).map(said).collect::<Vec<_>>())
    };
    let (first, second) = match &keys[..] {
        [columns] => (Some(vec![]), heads(columns)),
        [rows, columns] => (heads(rows), heads(columns)),
        _ => return vec![],
    };
    let (Some(rows), Some(columns)) = (first, second) else { return vec![] };
    let each = words.len() / (rows.len().max(1) * columns.len()).max(1);
    let mut values = words.chunks(each.max(1)).map(|words| show::told(program, of, words));
    let mut row = |begins: Vec<String>| begins.into_iter().chain(values.by_ref().take(columns.len())).collect::<Vec<_>>();
    let corner = (!rows.is_empty()).then(String::new);
    let below: Vec<_> = if rows.is_empty() { vec![row(vec![])] } else { rows.into_iter().map(|name| row(vec![name])).collect() };
    [corner.into_iter().chain(columns).collect()].into_iter().chain(below).collect()
}

/// The parameters that a rule reads.
fn read_by(rule: &ir::Rule) -> BTreeSet<usize> {
    let mut read = BTreeSet::new();
    walk::rule(rule, &mut |expr| {
        if let ExprKind::Param(param) = expr.kind {
            read.insert(param.index());
        }
    });
    read
}

/// Writes the sections of a rulebook.
struct Writer<'t> {
    program: &'t Program,
    manifest: &'t Manifest,
    layers: BTreeMap<Arc<str>, Vec<Laid<'t>>>,
    in_play: BTreeMap<Span, RuleId>,
    book: Rulebook,
}

impl<'t> Writer<'t> {
    fn write(mut self, texts: &[(Option<Arc<str>>, &'t Tree)], sources: &Sources) -> Rulebook {
        for (n, (addon, tree)) in texts.iter().enumerate() {
            let source = sources.get(tree.source);
            let headings = headings(&source.text);
            let file = source.name.rsplit('/').next().and_then(|file| file.strip_suffix(".rules")).unwrap_or_default();
            let mut title: Arc<str> = if n == 0 || addon.is_some() { "".into() } else { file.into() };
            let mut next = headings.iter().peekable();
            let mut section = Section { title: title.clone(), addon: addon.clone(), paragraphs: vec![] };
            for item in &tree.items {
                let begins = if item.docs.span.start == item.docs.span.end { item.span.start } else { item.docs.span.start };
                while let Some((_, heading)) = next.next_if(|(at, _)| *at < begins as usize) {
                    title = (*heading).into();
                }
                if title != section.title {
                    let next = Section { title: title.clone(), addon: addon.clone(), paragraphs: vec![] };
                    self.book.sections.push(std::mem::replace(&mut section, next));
                }
                self.book.aside.extend(self.is_aside(item).then_some(item.span));
                let said = self.item(item);
                // A rule without words of its own belongs to what is said before it.
                let before = section.paragraphs.iter_mut().rfind(|paragraph| paragraph.addon.is_none());
                if let (true, Some(before)) = (said.is_empty(), before) {
                    self.add_wordless(item, before);
                }
                section.paragraphs.extend(said);
            }
            self.book.sections.push(section);
        }
        self.book.sections.retain(|section| !section.paragraphs.is_empty());
        self.book
    }

    /// What is said of a declaration, and by add-ons in its place or beside it.
    fn item(&self, item: &'t Item) -> Vec<Paragraph> {
        let about = |name: &Arc<str>, terms| self.paragraph(name, item, terms).into_iter().collect::<Vec<_>>();
        let fields = |of: &Arc<str>, all: &[Member]| {
            let seen = all.iter().filter(|member| !self.is_fixed(member));
            about(of, of_fields(seen, |field| self.manifest.of_field(of, field).title.clone()))
        };
        // What is in the box is listed before all sections; here only what its fields say.
        let boxed = |name: &Arc<str>, called: Option<&Arc<str>>, all| {
            let aside = |said| Paragraph { name: called.unwrap_or(name).clone(), text: "".into(), ..said };
            fields(name, all).into_iter().filter(|said| !said.terms.is_empty()).map(aside).collect()
        };
        match &item.kind {
            ItemKind::Game { .. } | ItemKind::Addon { .. } => about(&"".into(), vec![]),
            ItemKind::Enum { name, cases } | ItemKind::ExtendEnum { name, cases } => {
                // Cases that say nothing are only names in the rules.
                let terms = of_cases(cases, |case| self.manifest.look(&format!("{}.{case}", name.text)).title.clone());
                if terms.is_empty() { vec![] } else { about(&name.text, terms) }
            }
            ItemKind::Fields { owner, fields: all } | ItemKind::Extend { owner, fields: all } => match owner {
                // The track's are for whoever draws it.
                tree::Owner::Track(_) => vec![],
                tree::Owner::Kind(name) => fields(&name.text, all),
                tree::Owner::Space(_) => fields(&"space".into(), all),
                tree::Owner::State(_) => fields(&"state".into(), all),
                tree::Owner::Player(_) => fields(&"player".into(), all),
            },
            ItemKind::Piece { name, fields: all, .. } => boxed(&name.text, None, all),
            ItemKind::Card { name, fields: all, .. } => boxed(&name.text, self.manifest.look(&name.text).title.as_ref(), all),
            ItemKind::Path { name, fields: all } | ItemKind::Data { name, fields: all, .. } => fields(&name.text, all),
            ItemKind::Link(link) => fields(&link.name.text, &link.fields),
            ItemKind::Dice { .. } => vec![],
            ItemKind::Pile(pile) => about(&pile.name.text, vec![]),
            ItemKind::Rule { name, .. } | ItemKind::Value { name, .. } => self.rule(&name.text, name.span, item),
            ItemKind::Flow(_) => self.rule(
                &"".into(),
                self.program.ir.flow.map_or(item.span, |flow| self.program.ir.rules[flow.index()].span),
                item,
            ),
            ItemKind::Whenever { .. } => self.rule(&"whenever".into(), item.span, item),
            // Parameters are listed at the end, and layers where the rules are that they change.
            ItemKind::Param { .. } | ItemKind::Layer(_) | ItemKind::Set { .. } => vec![],
            // What is worked out once is for other rules.
            ItemKind::Const { .. } | ItemKind::Derive { .. } => vec![],
            ItemKind::Requires(_) | ItemKind::Excludes(_) | ItemKind::Check { .. } => vec![],
            ItemKind::Measure { .. } | ItemKind::Goal { .. } | ItemKind::Test(_) => vec![],
        }
    }

    /// Whether it is a rule to which no game comes.
    fn is_aside(&self, item: &Item) -> bool {
        let name = match &item.kind {
            ItemKind::Rule { name, .. } | ItemKind::Value { name, .. } => name.span,
            ItemKind::Layer(layer) => layer.name.span,
            _ => return false,
        };
        !self.in_play.contains_key(&name)
    }

    /// A rule, and what add-ons make of it.
    fn rule(&self, name: &Arc<str>, span: Span, item: &'t Item) -> Vec<Paragraph> {
        let laid = self.layers.get(name).map_or(&[][..], Vec::as_slice);
        let base = Said { addon: None, span, item, is_body: true };
        let all: Vec<Said<'_>> = [base].into_iter().chain(laid.iter().map(Laid::said)).collect();
        if !all.iter().any(|said| self.in_play.contains_key(&said.span)) {
            return vec![];
        }
        // An add-on may take the place of what stands before it.
        let last = all.iter().rposition(|said| said.is_body).unwrap_or(0);
        let paragraph = |(n, said): (usize, Said<'t>)| {
            let rule = self.in_play.get(&said.span).map(|rule| &self.program.ir.rules[rule.index()]);
            let options = rule.map(|rule| of_options(rule, self.program.in_play())).unwrap_or_default();
            let mut paragraph = self.paragraph(name, said.item, options)?;
            paragraph.addon = said.addon;
            paragraph.is_replaced = said.is_body && n < last;
            paragraph.changed = rule.map(|rule| self.changed(rule)).unwrap_or_default();
            Some(paragraph)
        };
        all.into_iter().enumerate().filter_map(paragraph).collect()
    }

    /// Adds to a paragraph what a rule below it cites and which settings it reads.
    fn add_wordless(&self, item: &Item, before: &mut Paragraph) {
        let (ItemKind::Rule { name, .. } | ItemKind::Value { name, .. }) = &item.kind else { return };
        let Some(rule) = self.in_play.get(&name.span).filter(|_| !before.is_replaced && !before.text.is_empty()) else { return };
        if !item.docs.text.is_empty() {
            before.text = format!("{} {}", before.text, item.docs.text).into();
        }
        let changed = self.changed(&self.program.ir.rules[rule.index()]);
        before.changed.extend(changed);
        before.changed.sort_unstable();
        before.changed.dedup();
    }

    /// Whether a field can't have another value than at the beginning.
    fn is_fixed(&self, member: &Member) -> bool {
        let Member::Field(field) = member else { return false };
        let fixed = &self.program.in_play().fixed;
        fixed.iter().any(|id| self.program.ir.fields[id.index()].span == field.name.span)
    }

    /// The settings that a rule reads and that aren't as usual.
    fn changed(&self, rule: &ir::Rule) -> Vec<usize> {
        read_by(rule).into_iter().filter(|n| self.book.settings.get(*n).is_some_and(|setting| setting.usual.is_some())).collect()
    }

    fn paragraph(&self, name: &Arc<str>, item: &Item, terms: Vec<Term>) -> Option<Paragraph> {
        let is_said = says(&item.docs.text) || !terms.is_empty();
        is_said.then(|| Paragraph {
            name: name.clone(),
            span: item.span,
            text: item.docs.text.clone(),
            addon: None,
            is_replaced: false,
            terms,
            changed: vec![],
            example: None,
        })
    }
}

fn term(name: &Arc<str>, docs: &Docs, is_secret: bool) -> Option<Term> {
    says(&docs.text).then(|| Term { name: name.clone(), text: docs.text.clone(), is_secret })
}

/// What has a text of its own, under what the manifest calls it.
fn of_cases(cases: &[Case], title: impl Fn(&str) -> Option<Arc<str>>) -> Vec<Term> {
    let of_case = |case: &Case| {
        let name = title(&case.name.text).unwrap_or_else(|| case.name.text.clone());
        term(&name, &case.docs, false)
    };
    cases.iter().filter_map(of_case).collect()
}

fn of_fields<'m>(members: impl Iterator<Item = &'m Member>, title: impl Fn(&str) -> Option<Arc<str>>) -> Vec<Term> {
    let of_member = |member: &Member| {
        let (name, docs, is_secret) = match member {
            Member::Field(field) => (&field.name.text, &field.docs, field.secret.is_some()),
            Member::Pile(pile) => (&pile.name.text, &pile.docs, false),
        };
        term(&title(name).unwrap_or_else(|| name.clone()), docs, is_secret)
    };
    members.filter_map(of_member).collect()
}

/// The options among which a rule lets players choose, as far as they can be offered.
fn of_options(rule: &ir::Rule, in_play: &InPlay) -> Vec<Term> {
    fn add(options: &[OptionItem], in_play: &InPlay, found: &mut Vec<Term>) {
        for option in options {
            match option {
                OptionItem::If { arms, otherwise } => {
                    arms.iter().map(|(_, inner)| inner).chain(otherwise).for_each(|inner| add(inner, in_play, found));
                }
                OptionItem::Option(option) if !in_play.options.contains(&option.span) => {}
                OptionItem::Option(option) => found.extend(term(&option.written, &option.docs, false)),
            }
        }
    }
    let mut found = vec![];
    walk::all_of_rule(rule, &mut |part| {
        if let Some(choose) = part.choose() {
            add(&choose.options, in_play, &mut found);
        }
    });
    found
}
