//! The examples in `--help`, with the library's own games, add-ons and tracks.

use std::collections::BTreeMap;
use std::path::PathBuf;

use interpreter::ir::{RuleKind, Type};
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::syntax::tree::ItemKind;

use crate::args::Folders;
use crate::files::Library;

/// Fills in the examples of a command and its subcommands.
pub fn filled(command: clap::Command, library: &Library) -> clap::Command {
    fill(command, &words(library))
}

fn fill(mut command: clap::Command, words: &BTreeMap<&'static str, String>) -> clap::Command {
    if let Some(help) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(written(&help, words));
    }
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |sub| fill(sub, words));
    }
    command
}

/// Fills in the words of a text, and aligns the explanations of its examples in a column.
fn written(text: &str, words: &BTreeMap<&'static str, String>) -> String {
    let fill = |line: &str| words.iter().fold(line.to_owned(), |line, (word, is)| line.replace(&format!("{{{word}}}"), is));
    let lines: Vec<(String, Option<String>)> = text
        .lines()
        .map(|line| match line.split_once("  # ") {
            Some((example, does)) => (fill(example), Some(fill(does))),
            None => (fill(line), None),
        })
        .collect();
    let width = lines.iter().filter(|(_, does)| does.is_some()).map(|(example, _)| example.chars().count()).max().unwrap_or(0);
    let line = |(example, does): &(String, Option<String>)| match does {
        Some(does) => format!("{example:width$}   {does}"),
        None => example.clone(),
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the replacement for each word in braces: something from the library, or else the word in capitals.
fn words(library: &Library) -> BTreeMap<&'static str, String> {
    let mut words: BTreeMap<&'static str, String> =
        ["game", "addon", "track", "param", "variant", "series", "series-game", "file", "rule", "test"]
            .map(|word| (word, word.to_uppercase().replace('-', " ")))
            .into();
    words.insert("series-game", "GAME".to_owned());
    let rulesets: Vec<Ruleset> = library.names().iter().map(|name| Ruleset::read(&library.read(name))).collect();
    if let Some((ruleset, series)) = rulesets.iter().find_map(|r| Some((r, r.manifest.series.first()?))) {
        words.insert("series-game", ruleset.name.to_string());
        words.insert("series", series.name.to_string());
    }
    let first = library.first().unwrap_or_default();
    if let Some(ruleset) = rulesets.iter().find(|ruleset| *ruleset.name == *first) {
        words.extend(of_ruleset(ruleset));
    }
    words
}

fn of_ruleset(ruleset: &Ruleset) -> Vec<(&'static str, String)> {
    let mut words = vec![("game", ruleset.name.to_string())];
    if let Some(addon) = ruleset.addons.first() {
        words.push(("addon", addon.name.replace('_', "-")));
    }
    let usual = ruleset.track_name(None);
    let other = ruleset.tracks.keys().find(|name| Some(*name) != usual.as_ref()).or(usual.as_ref());
    words.extend(other.map(|name| ("track", name.clone())));
    let plain = |variant: &&interpreter::data::manifest::Variant| !variant.addons.is_empty() || !variant.set.is_empty();
    words.extend(ruleset.manifest.variants.iter().find(plain).map(|variant| ("variant", variant.name.to_string())));
    let files = ruleset.manifest.addons.iter().chain(&ruleset.manifest.modules);
    words.extend(files.map(|file| ("file", file.0.to_string())).take(1));
    let (ir, _) = ruleset.weave(&[]);
    let turn = ir.rules.iter().find(|rule| rule.is_turn && rule.kind == RuleKind::Rule);
    words.extend(turn.or(ir.rules.first()).map(|rule| ("rule", rule.name.to_string())));
    let trim = |word: &str| word.trim_matches(['[', ']', ':', ',']).to_owned();
    let tests = ruleset.base.iter().flat_map(|tree| &tree.items).filter_map(|item| match &item.kind {
        ItemKind::Test(test) => test.title.plain().unwrap_or_default().split_whitespace().next().map(trim),
        _ => None,
    });
    words.extend(tests.take(1).map(|word| ("test", word)));
    words.extend(param(ruleset));
    words
}

/// Returns a numeric parameter with a slightly different value: `laps=2`.
fn param(ruleset: &Ruleset) -> Option<(&'static str, String)> {
    let program = ruleset.build(&Setup::default()).program?;
    let fold = program.fold();
    program.ir.params.iter().zip(&program.params).find_map(|(param, now)| {
        let (Type::Int(Some(bounds)), [now]) = (&param.ty, now.as_slice()) else { return None };
        let (low, high) = (fold.word(&bounds.0)?, fold.word(&bounds.1)?);
        let other = if *now > low { now - 1 } else { (now + 1).min(high) };
        Some(("param", format!("{}={other}", param.name)))
    })
}

/// Returns the folders that the arguments name, even if the arguments as a whole can't be parsed.
pub fn folders(arguments: &[String]) -> Folders {
    let of = |name: &str| {
        let given = arguments.iter().enumerate().find_map(|(n, argument)| match argument.strip_prefix(name)? {
            "" => arguments.get(n + 1).cloned(),
            rest => rest.strip_prefix('=').map(str::to_owned),
        });
        given.map(PathBuf::from)
    };
    Folders { rulesets: of("--rulesets"), tracks: of("--tracks") }
}
