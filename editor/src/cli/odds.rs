//! `odds`: the exact distribution of an outcome.

use std::process::ExitCode;

use interpreter::diagnostic::Code;
use interpreter::odds::{Distribution, Question, Trouble, odds};
use interpreter::ruleset::Setup;

use super::{FOUND, WRONG, out, setup};
use crate::args;
use crate::files::Library;

/// Works out the distribution and prints it.
pub fn run(args: &args::Odds, library: &Library) -> ExitCode {
    let ruleset = match setup::ruleset(library, &args.game.ruleset) {
        Ok(ruleset) => ruleset,
        Err(code) => return code,
    };
    let setup = Setup {
        addons: args.game.with.clone(),
        track: args.game.track.clone(),
        players: args.players,
        settings: args.game.set.clone(),
        ..Setup::default()
    };
    let question = Question { given: &args.given, run: &args.run, choosing: &args.choosing, of: args.of.as_deref() };
    match odds(&ruleset, &setup, &question) {
        Ok(found) if args.json => out::line(json(&found)),
        Ok(found) => {
            let of = args.of.as_deref().unwrap_or("its result");
            out::line(out::styled(out::STRONG, format!("{} over every roll: {of}", args.run)));
            out::print(table(&found));
        }
        Err(trouble) => {
            setup::report(&trouble.sources, &trouble.problems);
            if args.given.is_empty() && trouble.problems.iter().any(|p| p.code == Code::TestFailed) {
                out::note(
                    "Nothing has happened yet when the rule runs; `--given` makes a position first: `--given 'player(1).lap = 2'`.",
                );
            }
            return ExitCode::from(if is_argument(&trouble) { WRONG } else { FOUND });
        }
    }
    ExitCode::SUCCESS
}

/// Whether what an argument says is wrong, such as the name of a rule in `--run`. Whatever goes wrong while the rule runs is no such thing.
fn is_argument(trouble: &Trouble) -> bool {
    let is_text = |id| trouble.sources.iter().any(|(own, source)| own == id && source.name.starts_with("--"));
    trouble.problems.iter().any(|problem| {
        let has_run = matches!(problem.code, Code::TestFailed | Code::RuleError);
        !has_run && problem.span.is_some_and(|span| is_text(span.source))
    })
}

/// Returns one line for each value: the ways, their share, and the cumulative share.
fn table(found: &Distribution) -> String {
    let share = |ways: u128| ways as f64 / found.total as f64;
    let percent = |share: f64| format!("{:.2} %", share * 100.0);
    let head = ["value", "ways", "share", "so far"].map(str::to_owned);
    let mut lines = vec![head];
    let mut so_far = 0;
    for row in &found.rows {
        so_far += row.ways;
        lines.push([row.shown.clone(), row.ways.to_string(), percent(share(row.ways)), percent(share(so_far))]);
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2), width(3)];
    let mut text = String::new();
    for [value, ways, share, so_far] in &lines {
        let [a, b, c, d] = widths;
        text.push_str(&format!("  {value:<a$}  {ways:>b$}  {share:>c$}  {so_far:>d$}\n"));
    }
    let rolls = if found.total == 1 { "roll" } else { "rolls" };
    match found.mean {
        Some(mean) => text.push_str(&format!("mean {mean:.3} over {} {rolls}\n", found.total)),
        None => text.push_str(&format!("over {} {rolls}\n", found.total)),
    }
    text
}

/// Returns the distribution as JSON. Numeric values are numbers, all others texts.
fn json(found: &Distribution) -> serde_json::Value {
    let whole = |n: u128| u64::try_from(n).map_or_else(|_| n.to_string().into(), serde_json::Value::from);
    let rows = found.rows.iter().map(|row| {
        let value = row.shown.parse::<i32>().map_or_else(|_| row.shown.as_str().into(), serde_json::Value::from);
        serde_json::json!({ "value": value, "ways": whole(row.ways), "share": row.ways as f64 / found.total as f64 })
    });
    serde_json::json!({ "total": whole(found.total), "rows": rows.collect::<Vec<_>>(), "mean": found.mean })
}
