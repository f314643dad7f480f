//! Drawing without a window: whatever is opened, changed, undone and saved is looked at as a document.

use std::path::Path;
use std::sync::Arc;

use editor::drawing::{Document, Schema, read, write};
use editor::files::Library;
use interpreter::data::Track;
use interpreter::ruleset::{Ruleset, Setup};

mod areas;
mod art;
mod begin;
mod board;
mod called;
mod courses;
mod curve;
mod dice;
mod disk;
mod edits;
mod faces;
mod fields;
mod files;
mod fit;
mod hand;
mod history;
mod kit;
mod legible;
mod letters;
mod line;
mod notes;
mod on_table;
#[cfg(feature = "print")]
mod pages;
mod pictures;
#[cfg(feature = "print")]
mod preflight;
mod problems;
mod scoresheet;
mod tools;
mod trail;
mod typed;

/// The repository's own rulesets and tracks.
fn library() -> Library {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the editor lies in the repository");
    Library { rulesets: top.join("rulesets"), tracks: top.join("tracks") }
}

/// Every shipped track: its game, its name, its text.
fn shipped() -> Vec<(String, String, Arc<str>)> {
    let library = library();
    let mut all = vec![];
    for game in library.names() {
        let tracks = library.read(&game).tracks;
        all.extend(tracks.into_iter().map(|(name, text)| (game.clone(), name, text.expect("it can be read"))));
    }
    assert!(all.len() >= 13, "only {} tracks are shipped", all.len());
    all
}

fn ruleset(game: &str) -> Ruleset {
    Ruleset::read(&library().read(game))
}

fn schema(game: &str) -> Arc<Schema> {
    let ruleset = ruleset(game);
    Arc::new(Schema::of(&ruleset, &ruleset.weave(&[]).0))
}

fn document(text: &str) -> Document {
    read::read(text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"))
}

fn shipped_document(game: &str, track: &str) -> Document {
    let texts = library().read(game);
    document(texts.tracks[track].as_ref().expect("it can be read"))
}

/// What a track means to the interpreter, places in the text aside.
fn meaning(game: &str, text: &str) -> Track {
    let mut texts = library().read(game);
    texts.tracks.insert("under-test".into(), Ok(text.into()));
    let built = Ruleset::read(&texts).build(&Setup { track: Some("under-test".into()), ..Setup::default() });
    let mut track = built.track;
    track.span = Default::default();
    track.link_spans.clear();
    track.spaces.iter_mut().for_each(|space| space.span = Default::default());
    track.decor.iter_mut().for_each(|decor| decor.span = Default::default());
    for rows in &mut track.tables.kinds {
        rows.spans.clear();
    }
    track
}

/// The lines of `new` that are not in `old`, and the other way round.
fn changed_lines(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let not_in = |a: &str, b: &str| a.lines().filter(|line| !b.lines().any(|l| l == *line)).map(str::to_owned).collect();
    (not_in(old, new), not_in(new, old))
}

/// The same SVG with every line where it is drawn, instead of once for several places.
fn spelt_out(svg: &str) -> String {
    let part = |text: &str, name: &str| Some(text.split_once(&format!("{name}=\""))?.1.split('"').next()?.to_owned());
    let line = |line: &str| {
        let id = part(line, "<use href").filter(|_| line.starts_with("<use"))?;
        let def = svg.lines().find(|def| def.starts_with(&format!("<path id=\"{}\"", id.trim_start_matches('#'))))?;
        let (x, y, path) = (part(line, " x")?, part(line, " y")?, part(def, " d")?);
        let paint = line.split_once(&format!(" y=\"{y}\""))?.1;
        Some(format!("<path d=\"M{x} {y}{}\"{paint}", path.trim_start_matches("M0 0")))
    };
    svg.lines().map(|text| line(text).unwrap_or_else(|| text.to_owned()) + "\n").collect()
}

/// The lines in an SVG that has been spelt out.
fn lines(svg: &str) -> Vec<kurbo::BezPath> {
    let paths = svg.split("<path d=\"").skip(1).filter_map(|part| part.split('"').next());
    paths.map(|path| kurbo::BezPath::from_svg(path).unwrap_or_else(|error| panic!("{error}: {path}"))).collect()
}

fn text(document: &Document) -> String {
    write::text(document)
}
