//! Starting new work: a track, a ruleset, an add-on. What is written here can be checked and played at once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interpreter::data::node::{Node, Shape};
use interpreter::diagnostic::{Diagnostic, Severity, has_errors};
use interpreter::ir::{RuleKind, Type};
use interpreter::ruleset::{Ruleset, Setup, Texts};
use interpreter::source::{SourceId, Sources, Span};
use interpreter::syntax;
use interpreter::syntax::tree::ItemKind;
use kurbo::Size;

use super::decor::is_picture;
use super::document::{Document, Item, List};
use super::fields::{Fields, millimetres, quoted};
use super::fit;
use super::tools::course::starter;
use super::{Checker, read, write};
use crate::files::{self, Library, Over};

/// A small race that runs, to start from.
const RACE: [(&str, &str); 2] = [
    ("game.ron", include_str!("../../templates/race/game.ron")),
    ("new-race.rules", include_str!("../../templates/race/new-race.rules")),
];
const RING: &str = include_str!("../../templates/race/ring.ron");

/// An empty sheet for a game, with the fields that its tracks must have, and the tile size that fits it.
pub fn track(checker: &Checker, name: &str, sheet: Size) -> Document {
    let schema = &checker.schema;
    let mut document = Document::new(&schema.ruleset, name, sheet);
    let fields = starter(&schema.track, &Fields::default());
    let tile = fit::tile(&document, checker.other_tracks(""));
    let header = Arc::make_mut(&mut document.header);
    header.set("tile", Some(millimetres(tile).into()));
    if !fields.is_empty() {
        header.set("fields", Some(fields.written().into()));
    }
    document
}

/// A copy of a track under another name, for another file. Its pictures are still found, and copied beside it when it is saved.
pub fn copy(mut document: Document, ruleset: &str, title: &str, from: &Path, to: &Path) -> Document {
    let header = Arc::make_mut(&mut document.header);
    header.set("ruleset", Some(quoted(ruleset).into()));
    header.set("name", Some(quoted(title).into()));
    let (from, to) = (from.parent().unwrap_or(Path::new("")), to.parent().unwrap_or(Path::new("")));
    let moved = |item: &Item| {
        let (field, file) = ["file", "picture"].iter().find_map(|name| Some((*name, item.fields.text(name)?)))?;
        let file = std::path::absolute(from.join(file)).ok()?;
        (from != to && is_picture(item)).then(|| (field, files::beside(&file, to)))
    };
    for item in document.list_mut(List::Decor) {
        if let Some((field, file)) = moved(item) {
            Arc::make_mut(item).fields.set(field, Some(quoted(&file).into()));
        }
    }
    document
}

/// The folder's name for a title: `My Race!` becomes `my-race`.
pub fn folder_name(title: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let words: String = title.chars().map(plain).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Checks that a name can be a game's or an add-on's.
///
/// # Errors
/// Why it can't.
pub fn check_name(name: &str) -> Result<(), String> {
    let good = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !name.ends_with('-')
        && !name.contains("--")
        && name.len() <= 60;
    if good { Ok(()) } else { Err(format!("{name:?} can't be a name here: use small letters, digits and `-`, a letter first")) }
}

/// The same for a name used in rules.
fn check_word(name: &str) -> Result<(), String> {
    check_name(name)?;
    if interpreter::syntax::RESERVED.contains(&name) {
        Err(format!("{name:?} can't be a name here: it is a word of the rules language"))
    } else {
        Ok(())
    }
}

/// Checks that a title can stand in rules, where braces and line ends have a meaning.
///
/// # Errors
/// Why it can't.
pub fn check_title(title: &str) -> Result<(), String> {
    let bad = title.trim().is_empty() || title.chars().any(|c| matches!(c, '{' | '}' | '\\') || c.is_control());
    if bad { Err(format!("{title:?} can't be a title: leave out braces and `\\`")) } else { Ok(()) }
}

/// The texts of a new ruleset: a minimal race, or a copy of another ruleset under a new name.
///
/// # Errors
/// Why it can't be made.
pub fn ruleset(from: Option<&Texts>, name: &str, title: &str) -> Result<Texts, String> {
    check_word(name)?;
    check_title(title)?;
    let mut race = Texts { name: "new-race".to_owned(), ..Texts::default() };
    race.files = RACE.iter().map(|(path, text)| ((*path).to_owned(), Ok(Arc::from(*text)))).collect();
    race.tracks = BTreeMap::from([("ring".to_owned(), Ok(RING.into()))]);
    let from = from.unwrap_or(&race);
    let mut new = Texts { name: name.to_owned(), ..Texts::default() };
    let text = |path: &str, text: &Result<Arc<str>, String>| {
        text.clone().map_err(|why| format!("{}/{path} can't be read: {why}", from.name))
    };
    for (path, old) in &from.files {
        let old = text(path, old)?;
        let renamed = match path.as_str() {
            "game.ron" => manifest(&old, &from.name, name, title)?,
            rules if rules.ends_with(".rules") => renamed_rules(&old, name, title),
            _ => old.to_string(),
        };
        let path = path.replace("new-race", name);
        new.files.insert(path, Ok(renamed.into()));
    }
    let unfinished = unfinished(from);
    for (track, old) in from.tracks.iter().filter(|(track, _)| !unfinished.contains(track)) {
        let old = text(track, old)?;
        // A track that can't be opened is copied as it is.
        let renamed = read::read(&old).map(|mut document| {
            Arc::make_mut(&mut document.header).set("ruleset", Some(quoted(name).into()));
            write::text(&document).into()
        });
        new.tracks.insert(track.clone(), Ok(renamed.unwrap_or(old)));
    }
    Ok(new)
}

/// The tracks of a game that can't be raced on yet. A copy is made without them, except for the one that the game opens on. Unknown where
/// the rules themselves have errors.
pub fn unfinished(texts: &Texts) -> Vec<String> {
    let ruleset = Ruleset::read(texts);
    let is_in = |problem: &Diagnostic, tracks: &str| {
        let file = problem.span.map(|span| &*ruleset.sources.get(span.source).name);
        problem.severity == Severity::Error && file.is_some_and(|file| file.starts_with(tracks))
    };
    let (ir, problems) = ruleset.weave(&[]);
    if has_errors(&problems) || ruleset.is_stopped(&[], None) {
        return vec![];
    }
    let opens_on = ruleset.track_name(None);
    let cannot = |track: &&String| {
        let file = format!("tracks/{}/{track}.ron", ruleset.name);
        let built = ruleset.build_woven(ir.clone(), &Setup { track: Some((*track).clone()), ..Setup::default() });
        built.problems.iter().chain(&ruleset.problems).any(|problem| is_in(problem, &file))
    };
    ruleset.tracks.keys().filter(|track| opens_on.as_ref() != Some(*track)).filter(cannot).cloned().collect()
}

/// A message about tracks that were left behind; empty if there are none.
pub fn left_behind(unfinished: &[String]) -> String {
    match unfinished {
        [] => String::new(),
        [one] => format!("; the track {one} can't be raced on yet and was left behind"),
        many => format!("; the tracks {} can't be raced on yet and were left behind", many.join(", ")),
    }
}

/// The manifest with a new id and title, and with paths into the new folder.
fn manifest(old: &str, from: &str, name: &str, title: &str) -> Result<String, String> {
    let node = Node::parse(SourceId(0), old).map_err(|problem| format!("{from}/game.ron: {}", problem.message))?;
    let form = if matches!(node.shape(), Shape::Call(_)) { node.call() } else { node };
    let mut changes = vec![];
    for (key, value) in form.entries() {
        match (key.written(), value.text()) {
            ("id", _) => changes.push((value.span(), quoted(name))),
            ("title", _) => changes.push((value.span(), quoted(title))),
            ("default_track", Some(path)) => {
                let file = path.rsplit('/').next().unwrap_or_default();
                changes.push((value.span(), quoted(&format!("tracks/{name}/{file}"))));
            }
            // The window goes on opening on the old one.
            ("opens_first", _) => changes.push((value.span(), "false".to_owned())),
            ("modules", _) => {
                changes.extend(value.items().iter().filter_map(|item| {
                    let file = item.text()?;
                    (*file == *"new-race.rules").then(|| (item.span(), quoted(&format!("{name}.rules"))))
                }));
            }
            _ => {}
        }
    }
    Ok(replaced(old, changes))
}

/// Rules whose first line names another game.
fn renamed_rules(old: &str, name: &str, title: &str) -> String {
    let mut sources = Sources::default();
    let source = sources.add("rules", old);
    let (tree, _) = syntax::parse(&sources, source);
    let word = name.replace('-', "_");
    let mut changes = vec![];
    for item in &tree.items {
        match &item.kind {
            ItemKind::Game { name, title: old, .. } => {
                changes.push((name.span, word.clone()));
                changes.push((old.span, quoted(title)));
            }
            ItemKind::Addon { base, .. } => changes.push((base.span, word.clone())),
            _ => {}
        }
    }
    replaced(old, changes)
}

fn replaced(old: &str, mut changes: Vec<(Span, String)>) -> String {
    changes.sort_by_key(|(span, _)| span.start);
    let (mut text, mut at) = (String::new(), 0);
    for (span, new) in changes {
        text.push_str(&old[at..span.start as usize]);
        text.push_str(&new);
        at = span.end as usize;
    }
    text.push_str(&old[at..]);
    text
}

/// An add-on for a game: its file's name and text, and the manifest that names it. It contains one example that does no harm.
///
/// # Errors
/// Why it can't be made.
pub fn addon(ruleset: &Ruleset, texts: &Texts, name: &str, title: &str) -> Result<[(String, String); 2], String> {
    check_word(name)?;
    check_title(title)?;
    let (file, word) = (format!("{name}.rules"), name.replace('-', "_"));
    let is_taken = || Err(format!("{} has a file {file} already", texts.name));
    let names = ruleset.manifest.addons.iter().any(|(path, _)| **path == *file);
    if names || ruleset.addons.iter().any(|addon| *addon.name == *word) {
        return is_taken();
    }
    let (ir, _) = ruleset.weave(&[]);
    let game = if ir.game.name.is_empty() { texts.name.replace('-', "_") } else { ir.game.name.to_string() };
    let mut rules = format!(
        "/// What it changes, for the readers of the rulebook.\naddon {word} {} for {game}\n\n/// Counts turns, so that `sim` shows \
         how many there are. Take it out when you have rules of your own.\nmeasure {word}_turns\n\n",
        quoted(title)
    );
    let turn = ir.rules.iter().find(|rule| rule.is_turn && rule.kind == RuleKind::Rule);
    if let Some(turn) = turn {
        let takes = |local: &interpreter::ir::Local| matches!(local.ty, Type::Unknown);
        let params = &turn.locals[..usize::from(turn.params)];
        if !params.iter().any(takes) {
            let names: Vec<&str> = params.iter().map(|local| &*local.name).collect();
            rules.push_str(&format!(
                "/// A layer: what is done before each turn. `around rule` and `after rule` are written the same way.\nbefore rule \
                 {}({}) {{\n  count {word}_turns += 1\n}}\n",
                turn.name,
                names.join(", ")
            ));
        }
    }
    // An identical file may be left from a program that was ended before the manifest named it.
    if texts.files.get(&file).is_some_and(|old| old.as_ref().map_or(true, |old| **old != *rules)) {
        return is_taken();
    }
    let manifest = texts.files.get("game.ron").ok_or_else(|| format!("{} has no manifest", texts.name))?;
    let old = manifest.clone().map_err(|why| format!("{}/game.ron can't be read: {why}", texts.name))?;
    Ok([(file.clone(), rules), ("game.ron".to_owned(), with_addon(&old, &file)?)])
}

/// The manifest with one more add-on.
fn with_addon(old: &str, file: &str) -> Result<String, String> {
    let node = Node::parse(SourceId(0), old).map_err(|problem| format!("game.ron: {}", problem.message))?;
    let form = if matches!(node.shape(), Shape::Call(_)) { node.call() } else { node };
    let entries = form.entries();
    let named = |name: &str| entries.iter().find(|(key, _)| key.written() == name).map(|(_, value)| *value);
    let (at, new) = match (named("addons"), named("modules")) {
        (Some(list), _) => match list.items().last() {
            Some(last) => (last.span().end, format!(", {}", quoted(file))),
            None => (list.span().start + 1, quoted(file)),
        },
        (None, Some(modules)) => (modules.span().end, format!(",\n    addons: [{}]", quoted(file))),
        (None, None) => return Err("the manifest names no modules".to_owned()),
    };
    Ok(replaced(old, vec![(Span { source: SourceId(0), start: at, end: at }, new)]))
}

/// Checks that a name is free for a new ruleset in a library. Files left by a program that was ended while writing this very ruleset don't
/// count; the manifest is written last, so they have none.
///
/// # Errors
/// What is there.
pub fn check_free(library: &Library, texts: &Texts) -> Result<(), String> {
    let list = listed(library, texts)?;
    let is_known =
        |path: &PathBuf| list.iter().any(|(known, text, _)| known == path && files::read(path).is_ok_and(|old| *old == **text));
    let is_left = |folder: &PathBuf| {
        !files::is_there(&folder.join("game.ron"))
            && files::entries(folder).is_ok_and(|all| all.iter().all(|path| files::is_hidden(path) || is_known(path)))
    };
    let folders = [library.rulesets.join(&texts.name), library.tracks.join(&texts.name)];
    let taken = folders.into_iter().find(|folder| files::is_there(folder) && !is_left(folder));
    taken.map_or(Ok(()), |folder| Err(format!("{} already exists: choose another name", folder.display())))
}

/// The files of a new ruleset, with the manifest last.
fn listed(library: &Library, texts: &Texts) -> Result<Vec<(PathBuf, String, Over)>, String> {
    let (rules, tracks) = (library.rulesets.join(&texts.name), library.tracks.join(&texts.name));
    let named = texts.tracks.iter().map(|(name, text)| (tracks.join(format!("{name}.ron")), text));
    let (manifest, other): (Vec<_>, Vec<_>) =
        texts.files.iter().map(|(path, text)| (rules.join(path), text)).partition(|(path, _)| path.ends_with("game.ron"));
    let all = other.into_iter().chain(named).chain(manifest);
    all.map(|(path, text)| Ok((path, text.clone()?.to_string(), Over::Nothing))).collect()
}

/// Writes a new ruleset into a library's folders, without overwriting anything.
///
/// # Errors
/// Why it can't be written.
pub fn write_ruleset(library: &Library, texts: &Texts) -> Result<Vec<PathBuf>, String> {
    check_free(library, texts)?;
    write_all(listed(library, texts)?)
}

/// Writes an add-on into a ruleset's folder, and the manifest that names it.
///
/// # Errors
/// Why it can't be written.
pub fn write_addon(library: &Library, ruleset: &str, made: [(String, String); 2]) -> Result<Vec<PathBuf>, String> {
    let folder = library.rulesets.join(ruleset);
    // The manifest exists already and is written last, so that the add-on can be removed again if that fails.
    let [(file, rules), (manifest, named)] = made;
    write_all(vec![(folder.join(file), rules, Over::Nothing), (folder.join(manifest), named, Over::Any)])
}

fn write_all(list: Vec<(PathBuf, String, Over)>) -> Result<Vec<PathBuf>, String> {
    // A file with exactly this text was left by a program that was ended on the way.
    let is_left = |path: &Path, text: &str| files::read(path).is_ok_and(|old| *old == *text);
    let missing: Vec<_> = list.iter().filter(|(path, text, _)| !is_left(path, text)).cloned().collect();
    files::write_all(&missing).map_err(|(path, why)| format!("{} can't be written: {why}", path.display()))?;
    Ok(list.into_iter().map(|(path, ..)| path).collect())
}
