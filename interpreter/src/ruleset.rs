//! A ruleset as its texts (the manifest, the rules, their data, the tracks), and what is made from them.
//!
//! Reading always returns a ruleset, with a list of problems beside it. A file that exists but can't be read is a text that says why
//! (`Texts`), and is never left out. What is wrong with an add-on that is off, or with another track, is listed and keeps nobody from
//! playing (`Ruleset::problems_of`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::compile::{self, Board, BoardSpace};
use crate::data::manifest::look::Picture;
use crate::data::manifest::{self, Manifest};
use crate::data::track::outline::Outline;
use crate::data::{params, rows, setting, track};
use crate::diagnostic::{Code, Diagnostic, Severity, has_errors, nearest};
use crate::ir::shape::Sizes;
use crate::ir::{Ir, ParamId};
use crate::program::{MOST_PLAYERS, Program};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::tree::{ItemKind, Tree};
use crate::{resolve, syntax};

mod combinations;
mod looks;

/// A text, or why it can't be read.
pub type Text = Result<Arc<str>, String>;

/// The files of a ruleset, as somebody has read them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texts {
    /// The folder's name: `my-race`.
    pub name: String,
    /// Everything in the ruleset's folder that may be needed, by its path there: `game.ron`, `my-race.rules`.
    pub files: BTreeMap<String, Text>,
    /// Its tracks by file name without `.ron`.
    pub tracks: BTreeMap<String, Text>,
    /// Pictures that its looks may name.
    pub pictures: Pictures,
}

/// The pictures of a ruleset by their paths in its folder, `icons/moose.svg`, or why they can't be drawn.
pub type Pictures = BTreeMap<String, Result<Picture, String>>;

impl Texts {
    /// All texts by the names that problems use: `my-race/my-race.rules`, `tracks/my-race/ring.ron`.
    pub fn named(&self) -> impl Iterator<Item = (String, &Text)> {
        let files = self.files.iter().map(|(path, text)| (self.file(path), text));
        files.chain(self.tracks.iter().map(|(track, text)| (self.track(track), text)))
    }

    /// The text with this name.
    pub fn get(&self, name: &str) -> Option<&Text> {
        match self.place(name)? {
            Place::File(path) => self.files.get(path),
            Place::Track(track) => self.tracks.get(track),
        }
    }

    /// Replaces the text with this name, or adds it. Returns whether such a name can belong to this ruleset.
    pub fn set(&mut self, name: &str, text: Text) -> bool {
        let before = match self.place(name) {
            Some(Place::File(path)) => self.files.insert(path.to_owned(), text),
            Some(Place::Track(track)) => self.tracks.insert(track.to_owned(), text),
            None => return false,
        };
        drop(before);
        true
    }

    /// The name of a file in the ruleset's folder.
    fn file(&self, path: &str) -> String {
        format!("{}/{path}", self.name)
    }

    /// The name of a track's file.
    fn track(&self, track: &str) -> String {
        format!("tracks/{}/{track}.ron", self.name)
    }

    fn place<'n>(&self, name: &'n str) -> Option<Place<'n>> {
        let track = || name.strip_prefix("tracks/")?.strip_prefix(&*self.name)?.strip_prefix('/')?.strip_suffix(".ron");
        let file = || name.strip_prefix(&*self.name)?.strip_prefix('/');
        track().map(Place::Track).or_else(|| file().map(Place::File)).filter(|place| !place.name().is_empty())
    }
}

/// The place of a text, by its name.
enum Place<'n> {
    File(&'n str),
    Track(&'n str),
}

impl Place<'_> {
    fn name(&self) -> &str {
        match self {
            Place::File(name) | Place::Track(name) => name,
        }
    }
}

/// A ruleset as read: trees and data, with nothing resolved yet.
#[derive(Clone, Debug)]
pub struct Ruleset {
    pub name: Arc<str>,
    pub sources: Sources,
    pub manifest: Manifest,
    /// The modules of the base.
    pub base: Vec<Arc<Tree>>,
    pub addons: Vec<AddonFile>,
    /// Data files by path.
    pub data: BTreeMap<String, SourceId>,
    /// Tracks by name.
    pub tracks: BTreeMap<String, SourceId>,
    pub pictures: Pictures,
    /// What is wrong with the texts by themselves.
    pub problems: Vec<Diagnostic>,
    /// The problems of texts that can't be read, by their names.
    unreadable: BTreeMap<String, Diagnostic>,
    /// The tracks that are not read again.
    refused: BTreeSet<SourceId>,
    /// Every module and add-on as parsed, with its problems.
    parsed: BTreeMap<SourceId, Parsed>,
}

/// A text of rules, parsed.
#[derive(Clone, Debug)]
struct Parsed {
    tree: Arc<Tree>,
    problems: Arc<[Diagnostic]>,
}

/// The file of an add-on.
#[derive(Clone, Debug)]
pub struct AddonFile {
    /// The name as in the rules: `head_wind`.
    pub name: Arc<str>,
    pub title: Arc<str>,
    pub requires: Vec<Arc<str>>,
    pub tree: Arc<Tree>,
}

/// The number of files and of tracks in a ruleset, at most. Each has an id of 16 bits.
const MOST_FILES: usize = 30_000;

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// Names of add-ons, in any order.
    pub addons: Vec<String>,
    /// A track's name; `None` means the manifest's default, or else the first track.
    pub track: Option<String>,
    /// `None` means as many as the manifest says.
    pub players: Option<usize>,
    /// `laps=2`.
    pub settings: Vec<String>,
    /// Values of parameters by id, which override the settings.
    pub values: Vec<(ParamId, Vec<i32>)>,
    /// Tests to compile with the rules, by position in [`Ir::tests`].
    pub tests: Vec<usize>,
    /// Whether texts call spaces as the board shows them, for people who see it. Otherwise they give ids, which can be typed.
    pub names_spaces: bool,
    /// The names of players, by seat. Where one is missing or empty, the manifest's is taken.
    pub names: Vec<String>,
}

/// The most letters of a player's name.
pub const LONGEST_NAME: usize = 20;

/// A player's name as it is used: in one line, and no longer than a name may be.
pub fn seat_name(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(LONGEST_NAME).collect::<String>().trim_end().to_owned()
}

/// The result of building a [`Setup`].
#[derive(Clone, Debug)]
pub struct Built {
    pub ir: Arc<Ir>,
    pub track: track::Track,
    pub track_name: Arc<str>,
    /// The program, if nothing keeps it from running.
    pub program: Option<Arc<Program>>,
    /// What could be computed for a board that can't be played: a program that must not run.
    pub worked_out: Option<Arc<Program>>,
    /// Everything that is wrong.
    pub problems: Vec<Diagnostic>,
}

impl Ruleset {
    /// Reads all texts.
    pub fn read(texts: &Texts) -> Ruleset {
        Ruleset::read_after(texts, None)
    }

    /// The same, but rules that are the same as `before` are not parsed again.
    pub fn read_after(texts: &Texts, before: Option<&Ruleset>) -> Ruleset {
        let mut sources = Sources::default();
        let mut problems = vec![];
        let mut ids: BTreeMap<String, SourceId> = BTreeMap::new();
        for (count, what) in [(texts.files.len(), "files"), (texts.tracks.len(), "tracks")] {
            if count > MOST_FILES {
                let message = format!("`{}` has {count} {what}", texts.name);
                problems.push(Diagnostic::nowhere(Code::TooLarge, message).hint(format!("{MOST_FILES} are read")));
            }
        }
        let mut unreadable = BTreeMap::new();
        let mut add = |name: String, text: &Text| match text {
            Ok(text) => Some(sources.add(name, text.clone())),
            Err(why) => {
                let problem = Diagnostic::nowhere(Code::Unreadable, format!("`{name}` can't be read: {why}"));
                problems.push(problem.clone());
                unreadable.insert(name, problem);
                None
            }
        };
        for (path, text) in texts.files.iter().take(MOST_FILES) {
            ids.extend(add(texts.file(path), text).map(|id| (path.clone(), id)));
        }
        let mut tracks = BTreeMap::new();
        for (track, text) in texts.tracks.iter().take(MOST_FILES) {
            tracks.extend(add(texts.track(track), text).map(|id| (track.clone(), id)));
        }
        let mut manifest = match ids.get("game.ron") {
            Some(id) => {
                let (manifest, found) = manifest::read(&sources, *id);
                problems.extend(found);
                manifest
            }
            // If it can't be read, that has been reported.
            None if texts.files.contains_key("game.ron") => Manifest::default(),
            None => {
                let text = format!("the ruleset `{}` has no manifest", texts.name);
                problems.push(
                    Diagnostic::nowhere(Code::Unreadable, text)
                        .hint("write a file `game.ron` that names its modules and add-ons"),
                );
                Manifest::default()
            }
        };
        let written = manifest.id.replace('_', "-");
        if let Some(span) = manifest.id_span.filter(|_| written != texts.name.replace('_', "-")) {
            let message = format!("the folder of this ruleset is `{}`, not `{}`", texts.name, manifest.id);
            problems.push(Diagnostic::warning(Code::OtherRuleset, span, message).write(format!("{:?}", texts.name)));
        }
        // The files are parsed in parallel. Afterwards it is checked which are missing, and in which order they count.
        let named = manifest.modules.iter().chain(&manifest.addons).filter_map(|(path, _)| ids.get(&**path).copied());
        let named: BTreeSet<SourceId> = named.collect();
        let parse = |id: SourceId| {
            let known = before.and_then(|before| before.parsed_as(&sources, id));
            known.cloned().unwrap_or_else(|| {
                let (tree, problems) = syntax::parse(&sources, id);
                Parsed { tree: Arc::new(tree), problems: problems.into() }
            })
        };
        let parsed: BTreeMap<SourceId, Parsed> =
            named.into_iter().collect::<Vec<_>>().into_par_iter().with_max_len(1).map(|id| (id, parse(id))).collect();
        let mut left: BTreeSet<SourceId> = parsed.keys().copied().collect();
        let mut take = |list: &[(Arc<str>, Span)], problems: &mut Vec<Diagnostic>| -> Vec<Arc<Tree>> {
            let mut trees = vec![];
            for (path, span) in list {
                let Some(id) = ids.get(&**path) else {
                    // A file that can't be read, or can't have this name, has been reported.
                    let unreadable = matches!(texts.files.get(&**path), Some(Err(_)));
                    if unreadable || problems.iter().any(|p| p.span == Some(*span)) {
                        continue;
                    }
                    let problem =
                        Diagnostic::error(Code::Unreadable, *span, format!("there is no file `{path}` beside the manifest"));
                    problems.push(problem.did_you_mean_text(nearest(path, ids.keys().map(String::as_str))));
                    continue;
                };
                // A file that is named twice counts once.
                if left.remove(id)
                    && let Some(known) = parsed.get(id)
                {
                    problems.extend(known.problems.iter().cloned());
                    trees.push(known.tree.clone());
                }
            }
            trees
        };
        let base = take(&manifest.modules, &mut problems);
        let addons = take(&manifest.addons, &mut problems)
            .into_iter()
            .filter_map(|tree| {
                let source = tree.source;
                let addon = addon_file(tree);
                // If the file has a mistake, it may be in the first line.
                if addon.is_none() && !problems.iter().any(|p| p.span.is_some_and(|s| s.source == source)) {
                    let start = Span { source, start: 0, end: 0 };
                    let problem = Diagnostic::error(Code::Misplaced, start, "this file doesn't say which add-on it is");
                    problems.push(problem.hint("begin it with a line such as `addon my_addon \"My add-on\" for my_game`"));
                }
                addon
            })
            .collect::<Vec<AddonFile>>();
        if let Some((_, span)) = manifest.addons.get(resolve::MOST_ADDONS) {
            let message = format!("there are {} add-ons", manifest.addons.len());
            let problem = Diagnostic::error(Code::TooBig, *span, message);
            problems.push(problem.hint(format!("a game may have {}", resolve::MOST_ADDONS)));
        }
        if let Some((path, span)) = &manifest.default_track
            && let wanted = stem(path)
            && !texts.tracks.is_empty()
            && !texts.tracks.contains_key(wanted)
        {
            let problem = Diagnostic::error(Code::UnknownName, *span, format!("{} has no track {wanted:?}", texts.name));
            problems.push(problem.did_you_mean_text(nearest(wanted, tracks.keys().map(String::as_str))));
        }
        if !has_errors(&problems) {
            let trees = base.iter().chain(addons.iter().map(|addon| &addon.tree)).map(|tree| &**tree);
            let names: Vec<&str> = addons.iter().map(|addon| &*addon.name).collect();
            problems.extend(looks::problems(&manifest, trees, &names));
        }
        problems.extend(looks::take_pictures(&mut manifest, &texts.pictures));
        let data = ids.into_iter().filter(|(path, _)| path.ends_with(".ron") && path != "game.ron").collect();
        let name = texts.name.as_str().into();
        let pictures = texts.pictures.clone();
        Ruleset {
            name,
            sources,
            manifest,
            base,
            addons,
            data,
            tracks,
            pictures,
            problems,
            unreadable,
            refused: BTreeSet::new(),
            parsed,
        }
    }

    /// The same ruleset, but a refused track is not read again: nobody can play on it, and its problems are known. `None` if the track of this
    /// build isn't refused.
    pub fn without_refused(&self, built: &Built) -> Option<Ruleset> {
        let mut without = self.clone();
        (built.track.is_refused && without.refused.insert(built.track.source)).then_some(without)
    }

    /// Whether this track is not read again.
    pub fn is_refused(&self, track: &str) -> bool {
        self.tracks.get(track).is_some_and(|source| self.refused.contains(source))
    }

    /// Takes pictures that its looks name and that were not at hand when it was read.
    pub fn take_pictures(&mut self, pictures: Pictures) {
        looks::take_pictures(&mut self.manifest, &pictures);
        self.pictures = pictures;
    }

    /// The same ruleset without rules, for callers that have resolved them already.
    pub fn bare(&self) -> Ruleset {
        let mut bare = self.clone();
        bare.base.clear();
        bare.addons.clear();
        bare.problems.clear();
        bare.parsed.clear();
        bare
    }

    /// The parsed text with this id in other sources, if the text with the same id here is equal. One with problems is parsed again, because
    /// their hints depend on what other texts declare.
    fn parsed_as(&self, sources: &Sources, id: SourceId) -> Option<&Parsed> {
        let known = self.parsed.get(&id)?;
        (self.sources.get(id).text == sources.get(id).text).then_some(known).filter(|known| known.problems.is_empty())
    }

    /// The lines of a text of rules that are played: without comments, tests and the `///` lines above tests, but with those above rules.
    /// `None` if there is no such text of rules.
    pub fn played(&self, name: &str) -> Option<String> {
        let mut trees = self.base.iter().chain(self.addons.iter().map(|addon| &addon.tree));
        let tree = trees.find(|tree| &*self.sources.get(tree.source).name == name)?;
        let text = syntax::lex::without_comments(&self.sources.get(tree.source).text);
        let lines = |part: Range<usize>| Some(text.get(part)?.lines().map(str::trim).filter(|line| !line.is_empty()));
        let (mut played, mut from) = (vec![], 0);
        for item in tree.items.iter().filter(|item| matches!(item.kind, ItemKind::Test(_))) {
            let docs = &item.docs.span;
            let start = if docs.start == docs.end { item.span.start } else { docs.start };
            played.extend(lines(from..start as usize)?);
            from = item.span.end as usize;
        }
        played.extend(lines(from..text.len())?);
        // Inside braces, a word like `pile` in column 1 would begin a declaration.
        Some(played.join("\n "))
    }

    /// The names of add-ons in the manifest's order, with problems for unknown ones. `-` counts as `_`.
    pub fn addon_names(&self, wanted: &[String]) -> (Vec<Arc<str>>, Vec<Diagnostic>) {
        let wanted: Vec<String> = wanted.iter().map(|w| w.trim().replace('-', "_")).filter(|w| !w.is_empty()).collect();
        let known = || self.addons.iter().map(|a| &*a.name);
        let mut problems = vec![];
        for name in &wanted {
            if !known().any(|k| k == name) {
                let problem = Diagnostic::nowhere(Code::UnknownName, format!("{} has no add-on `{name}`", self.name));
                let list = known().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
                let there = if list.is_empty() { "there are no add-ons".to_owned() } else { format!("there are: {list}") };
                problems.push(problem.did_you_mean(nearest(name, known())).or_hint(there));
            }
        }
        let names = self.addons.iter().filter(|a| wanted.iter().any(|w| **w == *a.name)).map(|a| a.name.clone()).collect();
        (names, problems)
    }

    /// Whether the problems of the texts keep the game from being played with these add-ons, on this track if one is given.
    pub fn is_stopped(&self, addons: &[Arc<str>], track: Option<&str>) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error && self.matters(problem, addons, track))
    }

    /// The problems of the texts that matter for this setup.
    pub fn problems_of(&self, setup: &Setup) -> Vec<Diagnostic> {
        let (addons, unknown) = self.addon_names(&setup.addons);
        let track = self.track_name(setup.track.as_deref());
        // An unknown add-on may be declared in a file that can't be read.
        let is_lost = !unknown.is_empty() && self.lacks_addons() || !self.is_whole(&addons);
        let matter = self.problems.iter().filter(|p| is_lost || self.matters(p, &addons, track.as_deref()));
        matter.cloned().collect()
    }

    /// The file that a problem is in, or that can't be read because of it.
    pub fn file_of(&self, problem: &Diagnostic) -> Option<&str> {
        let unreadable = || self.unreadable.iter().find(|(_, known)| *known == problem).map(|(name, _)| &**name);
        problem.span.map(|span| &*self.sources.get(span.source).name).or_else(unreadable)
    }

    /// Whether a problem of the texts matters with these add-ons. Problems of add-ons that are off, or of other tracks, don't.
    fn matters(&self, problem: &Diagnostic, addons: &[Arc<str>], track: Option<&str>) -> bool {
        let Some(file) = self.file_of(problem) else { return true };
        let of = file.strip_prefix("tracks/").and_then(|rest| rest.strip_prefix(&*self.name)?.strip_prefix('/'));
        // A ruleset may itself be called `tracks`.
        if of.is_some() || &*self.name != "tracks" && file.starts_with("tracks/") {
            return track.is_some() && of.and_then(|of| of.strip_suffix(".ron")) == track;
        }
        let is_missing = |span: &Span| problem.code == Code::Unreadable && problem.span == Some(*span);
        let is_at = |path: &str| file.strip_prefix(&*self.name).and_then(|rest| rest.strip_prefix('/')) == Some(path);
        let is_on = |addon: &AddonFile| addons.contains(&addon.name) && &*self.sources.get(addon.tree.source).name == file;
        if self.manifest.addons.iter().any(|(path, span)| is_missing(span) || is_at(path)) {
            self.addons.iter().any(is_on)
        } else {
            // Rules that nobody names are not read.
            !file.ends_with(".rules") || self.manifest.modules.iter().any(|(path, _)| is_at(path))
        }
    }

    /// Whether everything that these add-ons depend on could be read: every module that the manifest names, and what they require.
    fn is_whole(&self, addons: &[Arc<str>]) -> bool {
        let base = self.base.len() >= self.manifest.modules.len() && !(self.base.is_empty() && has_errors(&self.problems));
        let mut required = self.addons.iter().filter(|addon| addons.contains(&addon.name)).flat_map(|addon| &addon.requires);
        base && (!self.lacks_addons() || required.all(|name| self.addons.iter().any(|addon| addon.name == *name)))
    }

    /// Whether the names of some add-ons are unknown because their files can't be read.
    pub(crate) fn lacks_addons(&self) -> bool {
        self.addons.len() < self.manifest.addons.len()
    }

    /// Resolves the base with the add-ons (by name, in the manifest's order). Leaves out problems that only follow from others, or from
    /// what could not be read.
    pub fn weave(&self, addons: &[Arc<str>]) -> (Arc<Ir>, Vec<Diagnostic>) {
        let known: Vec<&str> = self.addons.iter().map(|addon| &*addon.name).collect();
        let trees: Vec<&Tree> = self.addons.iter().filter(|a| addons.contains(&a.name)).map(|a| &*a.tree).collect();
        let (ir, problems) = resolve::resolve(&self.base, &trees, (!self.lacks_addons()).then_some(&known));
        // Nobody knows what a file that can't be read would have declared.
        let mut problems = if self.is_whole(addons) { problems } else { vec![] };
        problems.retain(|p| p.code != Code::AddonUnused || !self.works_alone(p, addons));
        (Arc::new(ir), resolve::essential(problems, &self.problems, &self.base, &trees))
    }

    /// Whether a layer that does nothing among these add-ons has work to do without the others. If one of them replaces the rule it is laid
    /// on, that is intended.
    fn works_alone(&self, problem: &Diagnostic, addons: &[Arc<str>]) -> bool {
        let of = problem.span.and_then(|span| self.addons.iter().find(|a| a.tree.source == span.source));
        let Some(alone) = of.map(|addon| self.with_required(std::slice::from_ref(&addon.name))) else { return false };
        alone.len() < addons.len() && !self.weave(&alone).1.iter().any(|p| p.code == problem.code && p.span == problem.span)
    }

    /// The texts needed to build it again on a track: all but other tracks. Rows are read for the usual one.
    pub fn texts(&self, track: Option<&str>) -> Texts {
        let needed = [self.track_name(track), self.track_name(None)];
        let is_needed = |name: &String| needed.iter().flatten().any(|track| track == name);
        let others: Vec<_> = self.tracks.iter().filter(|(name, _)| !is_needed(name)).map(|(_, source)| *source).collect();
        let mut texts = Texts { name: self.name.to_string(), ..Texts::default() };
        for (_, source) in self.sources.iter().filter(|(id, _)| !others.contains(id)) {
            texts.set(&source.name, Ok((*source.text).into()));
        }
        texts
    }

    /// The track that is meant: by name, by path, or the default.
    pub fn track_name(&self, wanted: Option<&str>) -> Option<String> {
        match wanted {
            Some(name) => Some(stem(name).to_owned()),
            None => {
                let default = self.manifest.default_track.as_ref().map(|(path, _)| stem(path).to_owned());
                default.filter(|d| self.has_track(d)).or_else(|| self.tracks.keys().next().cloned())
            }
        }
    }

    /// Whether there is a track with this name, readable or not.
    pub fn has_track(&self, name: &str) -> bool {
        self.tracks.contains_key(name) || self.unreadable.contains_key(&format!("tracks/{}/{name}.ron", self.name))
    }

    /// Builds a setup up to its program. The ruleset's own problems are not repeated.
    pub fn build(&self, setup: &Setup) -> Built {
        let (addons, mut problems) = self.addon_names(&setup.addons);
        let (ir, found) = self.weave(&addons);
        let unread = !self.is_whole(&addons) || !problems.is_empty() && self.lacks_addons();
        let own = self.problems_of(setup);
        if unread && has_errors(&own) {
            problems.clear();
        }
        problems.extend(found);
        // Wrong rules are not compiled, because all further problems would only follow from theirs.
        let mut built = self.assemble(ir, setup, !unread && !has_errors(&problems));
        if unread || has_errors(&problems) || has_errors(&own) {
            // If declarations may be missing, tracks and settings can't be checked against them.
            let torn = |p: &Diagnostic| matches!(p.code, Code::Syntax | Code::Unclosed | Code::TooDeep | Code::Misplaced);
            let torn = unread || problems.iter().chain(&own).any(torn);
            let lost = torn || problems.iter().any(|p| p.code == Code::UnknownName);
            // If a file's name isn't a plain text, no file can be found. The problem within the name says so already.
            let is_in =
                |inner: Span, outer: Span| inner.source == outer.source && outer.start <= inner.start && inner.end <= outer.end;
            let says = |told: Span, p: &Diagnostic, span: Span| told == span || p.code == Code::Unreadable && is_in(told, span);
            let said = |p: &Diagnostic| {
                p.span.is_some_and(|span| problems.iter().any(|told| told.span.is_some_and(|told| says(told, p, span))))
            };
            let alone =
                |p: &Diagnostic| matches!(p.code, Code::Unreadable | Code::RonSyntax | Code::OtherRuleset | Code::TooLarge);
            let named = |p: &Diagnostic| !torn && p.code == Code::UnknownName;
            built.problems.retain(|p| !said(p) && (!lost || alone(p) || named(p)));
        }
        problems.append(&mut built.problems);
        let broken = has_errors(&problems) || has_errors(&own);
        Built { program: built.program.filter(|_| !broken), problems, ..built }
    }

    /// The number of players if nobody says otherwise.
    pub fn usual_players(&self, ir: &Ir) -> usize {
        self.manifest.players.map_or((ir.game.min_players as usize).max(1), |(n, _)| n)
    }

    /// The same with rules that are already resolved. The setup's add-ons are ignored.
    pub fn build_woven(&self, ir: Arc<Ir>, setup: &Setup) -> Built {
        self.assemble(ir, setup, true)
    }

    /// The same without a program, to check whether the track can be read.
    pub fn read_woven(&self, ir: Arc<Ir>, setup: &Setup) -> Built {
        self.assemble(ir, setup, false)
    }

    /// Builds params, track and, if it is wanted and everything is sound, the program.
    fn assemble(&self, ir: Arc<Ir>, setup: &Setup, compiled: bool) -> Built {
        let mut problems = vec![];
        let mut players = setup.players.unwrap_or_else(|| self.usual_players(&ir));
        let place = self.manifest.players.filter(|_| setup.players.is_none()).map(|(_, span)| span);
        if let Some(problem) = wrong_players(&ir, players, place) {
            problems.push(problem);
            let (fewest, most) = players_of(&ir);
            players = players.clamp(fewest.max(1), most.max(1));
        }
        let name = self.track_name(setup.track.as_deref()).unwrap_or_default();
        if self.is_refused(&name) {
            let track = track::Track::default();
            return Built { ir, track, track_name: name.into(), program: None, worked_out: None, problems };
        }
        let mut drafts = rows::drafts(&ir, &self.sources, &|path| self.data.get(path).copied());
        let outline = self.tracks.get(&name).map(|source| Outline::read(&self.sources, *source, &ir)).unwrap_or_default();
        // The default track must have everything that rows name. On other tracks, rows that name something missing are left out, so that
        // boards may be small.
        if self.track_name(None).is_some_and(|usual| usual != name) {
            drafts.leave_out(&ir, &outline);
        }
        let longest = outline.kinds.iter().map(|rows| rows.longest).collect();
        let sizes = Sizes { players, spaces: 0, rows: drafts.counts_with(&outline), longest };
        let (mut values, _) = self.params(&ir, &sizes, &[]);
        let mut overrides: Vec<(ParamId, Vec<i32>)> = vec![];
        for text in &setup.settings {
            match setting::parse(&ir, &sizes, &values, text) {
                Ok(set) => overrides.push(set),
                Err(problem) => problems.push(problem),
            }
        }
        overrides.extend(setup.values.iter().cloned());
        let (with, found) = self.params(&ir, &sizes, &overrides);
        values.clone_from(&with);
        problems.extend(found);
        let with_spaces = Sizes { spaces: outline.spaces(), ..sizes.clone() };
        let (tables, found) = rows::read(drafts, &ir, &values, &with_spaces, &outline);
        problems.extend(found);
        let Some(source) = self.tracks.get(&name) else {
            // A track that can't be read has been reported.
            problems.extend((!self.has_track(&name)).then(|| self.no_track(&name, None)));
            let track = track::Track::default();
            return Built { ir, track, track_name: name.into(), program: None, worked_out: None, problems };
        };
        let (drawn, found) = track::read_with(&self.sources, *source, &ir, &values, &sizes, (tables, &self.manifest));
        problems.extend(found);
        problems.extend(track::kit::problems((&self.sources, &self.data), (&ir, &values, &sizes), &drawn.tables));
        let program = if compiled && !has_errors(&problems) {
            let board = board(&drawn);
            let compile = compile::Setup { ir: ir.clone(), board: &board, params: values, players, tests: &setup.tests };
            let (program, found) = compile::compile(compile);
            problems.extend(found);
            program.map(|mut program| {
                if setup.names_spaces {
                    program.called = track::called::of_track(&drawn, &ir, &self.manifest);
                }
                Arc::new(if has_errors(&problems) { program } else { self.with_names(program, &setup.names) })
            })
        } else {
            None
        };
        let (program, worked_out) = if has_errors(&problems) { (None, program) } else { (program, None) };
        Built { ir, track: drawn, track_name: name.into(), program, worked_out, problems }
    }

    /// The problem of a track that isn't there, with the place where it is named, if it is. Without a name, any track would have done.
    pub(crate) fn no_track(&self, name: &str, place: Option<Span>) -> Diagnostic {
        let problem = if name.is_empty() {
            Diagnostic::nowhere(Code::Unreadable, format!("{} has no track", self.name))
        } else {
            Diagnostic::nowhere(Code::UnknownName, format!("{} has no track `{name}`", self.name))
        };
        let known = || self.tracks.keys().map(String::as_str);
        let list = known().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
        let there = if list.is_empty() {
            format!("draw one and put it in the folder tracks/{}", self.name)
        } else {
            format!("there are {list}")
        };
        Diagnostic { span: place, ..problem }.did_you_mean(nearest(name, known())).or_hint(there)
    }

    /// Gives the program the names of seats and pieces.
    fn with_names(&self, mut program: Program, given: &[String]) -> Program {
        let given = |seat: usize| given.get(seat).map(|name| seat_name(name)).filter(|name| !name.is_empty()).map(Arc::from);
        for (seat, name) in program.names.iter_mut().enumerate() {
            let own = given(seat).or_else(|| self.manifest.seats.get(seat).cloned());
            own.into_iter().for_each(|own| *name = own);
        }
        program.piece_names = looks::piece_names(&program, &self.manifest);
        program
    }

    /// The numbers of players and rows. The spaces of a track are left out.
    pub fn sizes(&self, ir: &Ir, players: usize) -> Sizes {
        let drafts = rows::drafts(ir, &self.sources, &|path| self.data.get(path).copied());
        Sizes { players, spaces: 0, rows: drafts.counts(), longest: vec![] }
    }

    pub(crate) fn params(&self, ir: &Ir, sizes: &Sizes, overrides: &[(ParamId, Vec<i32>)]) -> (Vec<Vec<i32>>, Vec<Diagnostic>) {
        params::params(ir, sizes, overrides, &mut |path| self.data.get(path).copied(), &self.sources)
    }
}

/// The fewest and the most players of a game.
fn players_of(ir: &Ir) -> (usize, usize) {
    (ir.game.min_players as usize, (ir.game.max_players as usize).min(MOST_PLAYERS))
}

/// The problem of a number of players that the game isn't for, with the place where it is written, if it is.
pub(crate) fn wrong_players(ir: &Ir, players: usize, place: Option<Span>) -> Option<Diagnostic> {
    let (fewest, most) = players_of(ir);
    if (fewest..=most).contains(&players) {
        return None;
    }
    let few = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
    let hint = match place {
        Some(_) => format!("write {few}, or let the game's first line say another number of players"),
        None => format!("ask for {few}"),
    };
    let text = format!("{} is for {few} player{}, not {players}", ir.game.title, if most == 1 { "" } else { "s" });
    Some(Diagnostic { span: place, ..Diagnostic::nowhere(Code::WrongPlayers, text) }.hint(hint))
}

/// A track's name from the path of its file.
fn stem(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path).trim_end_matches(".ron")
}

fn addon_file(tree: Arc<Tree>) -> Option<AddonFile> {
    let header = tree.items.iter().find_map(|item| match &item.kind {
        ItemKind::Addon { name, title, .. } => Some((name.text.clone(), title.plain().unwrap_or_default())),
        _ => None,
    });
    let (name, title) = header?;
    let requires = tree
        .items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Requires(names) => Some(names),
            _ => None,
        })
        .flatten()
        .map(|n| n.text.clone())
        .collect();
    Some(AddonFile { name, title: title.into(), requires, tree })
}

/// What the compiler needs from a track.
pub fn board(track: &track::Track) -> Board {
    Board {
        name: track.name.clone(),
        spaces: track
            .spaces
            .iter()
            .map(|s| BoardSpace { id: s.id.clone(), at: s.at, fields: s.fields.clone(), span: Some(s.span) })
            .collect(),
        links: track.links.clone(),
        fields: track.fields.clone(),
        tables: track.tables.clone(),
        texts: track.texts.clone(),
        span: Some(track.span),
    }
}
