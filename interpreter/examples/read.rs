//! Reads `.rules` files, lists their problems and says how long reading took: `cargo run --example read -- FILE …`.
#![expect(clippy::disallowed_methods, reason = "it measures")]

use std::time::{Duration, Instant};

use interpreter::source::Sources;
use interpreter::syntax;

fn main() {
    let mut sources = Sources::default();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        sources.add(path, text);
    }
    let mut fastest = Duration::MAX;
    let (mut items, mut problems) = (0, vec![]);
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(300) || fastest == Duration::MAX {
        let start = Instant::now();
        let read: Vec<_> = sources.iter().map(|(id, _)| syntax::parse(&sources, id)).collect();
        fastest = fastest.min(start.elapsed());
        items = read.iter().map(|(tree, _)| tree.items.len()).sum();
        problems = read.into_iter().flat_map(|(_, problems)| problems).collect();
    }
    for problem in &problems {
        let place = problem.span.map_or((0, 0), |span| sources.line_column(span));
        let name = problem.span.map_or("", |span| &sources.get(span.source).name);
        println!("{name}:{}:{} {} {}", place.0, place.1, problem.code.text(), problem.message);
        if let Some(hint) = &problem.hint {
            println!("    {hint}");
        }
    }
    let bytes: usize = sources.iter().map(|(_, source)| source.text.len()).sum();
    println!("{items} declarations, {} problems, {bytes} bytes in {fastest:?} at best", problems.len());
}
