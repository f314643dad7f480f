//! `test`: the tests that stand in the rules.

use std::io::IsTerminal;
use std::process::ExitCode;

use interpreter::diagnostic::{Diagnostic, Severity, nearest};
use interpreter::mutate::{self, Verdict};
use interpreter::ruleset::Ruleset;
use interpreter::source::Sources;
use interpreter::testing::{self, Outcome, Report};

use crate::args;
use crate::files::Library;
use crate::render::render;

/// Runs the tests of the rulesets that are named, or of all.
pub fn run(args: &args::Test, library: &Library) -> ExitCode {
    let names = match names(&args.rulesets, library) {
        Ok(names) => names,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(super::WRONG);
        }
    };
    let colour = std::io::stdout().is_terminal();
    let mut good = true;
    for name in names {
        let ruleset = Ruleset::read(&library.read(&name));
        let report = testing::run(&ruleset, args.only.as_deref());
        print!("{}", summary(&ruleset.sources, &report, colour));
        good &= report.passed();
        if args.mutate && report.passed() {
            good &= mutate(&ruleset);
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::from(super::FOUND) }
}

/// Changes the rules and tells what no test noticed. Whether they could be changed at all.
fn mutate(ruleset: &Ruleset) -> bool {
    let changes = match mutate::run(ruleset) {
        Ok(changes) => changes,
        Err(report) => {
            print!("{}", summary(&ruleset.sources, &report, false));
            return false;
        }
    };
    let count = |verdict: Verdict| changes.iter().filter(|c| c.verdict == verdict).count();
    for change in changes.iter().filter(|c| c.verdict == Verdict::Unnoticed) {
        println!("not noticed: {}", mutate::line(&ruleset.sources, change));
    }
    let (noticed, rejected, unnoticed) = (count(Verdict::Noticed), count(Verdict::Rejected), count(Verdict::Unnoticed));
    let playable = noticed + unnoticed;
    let share = 100.0 * noticed as f64 / playable.max(1) as f64;
    println!("{noticed} of {playable} changes noticed ({share:.0} %); {rejected} more were rejected by the checker");
    true
}

/// The rulesets that are meant.
pub(super) fn names(wanted: &[String], library: &Library) -> Result<Vec<String>, String> {
    let known = library.names();
    if wanted.is_empty() {
        return if known.is_empty() { Err(format!("there is no ruleset in {}", library.rulesets.display())) } else { Ok(known) };
    }
    match wanted.iter().find(|name| !known.contains(name)) {
        None => Ok(wanted.to_vec()),
        Some(unknown) => Err(match nearest(unknown, known.iter().map(String::as_str)) {
            Some(near) => format!("there is no ruleset `{unknown}`; did you mean `{near}`?"),
            None => format!("there is no ruleset `{unknown}`; there are: {}", known.join(", ")),
        }),
    }
}

/// What became of the tests: what is wrong, then a line for each file, then the sum.
pub fn summary(sources: &Sources, report: &Report, colour: bool) -> String {
    // Warnings about the rules are for `check`.
    let errors: Vec<Diagnostic> = report.problems.iter().filter(|p| p.severity == Severity::Error).cloned().collect();
    let mut text = render(sources, &errors, colour);
    for test in &report.tests {
        if !test.problems.is_empty() {
            text.push_str(&format!("{}\n", heading(sources, test)));
            text.push_str(&render(sources, &test.problems, colour));
        }
    }
    let mut files: Vec<(&str, usize, usize)> = vec![];
    for test in &report.tests {
        let file = &*sources.get(test.span.source).name;
        if files.last().is_none_or(|(name, ..)| *name != file) {
            files.push((file, 0, 0));
        }
        if let Some((_, passed, failed)) = files.last_mut() {
            *(if test.passed() { passed } else { failed }) += 1;
        }
    }
    let width = files.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    for (name, passed, failed) in &files {
        let wrong = if *failed > 0 { format!(", {failed} failed") } else { String::new() };
        text.push_str(&format!("{name:width$}  {passed:3} passed{wrong}\n"));
    }
    let failed = report.tests.iter().filter(|t| !t.passed()).count();
    let checked: usize = report.tests.iter().map(|t| t.expectations).sum();
    let all = report.tests.len();
    let verdict = match (failed, all) {
        (_, 0) => "no tests".to_owned(),
        (0, _) => format!("{all} tests with {checked} expectations passed"),
        _ => format!("{failed} of {all} tests failed"),
    };
    text.push_str(&format!("{verdict}\n"));
    text
}

fn heading(sources: &Sources, test: &Outcome) -> String {
    let (line, _) = sources.line_column(test.span);
    let with = if test.addons.is_empty() { String::new() } else { format!(" with {}", test.addons.join(", ")) };
    format!("{}:{line} {:?}{with}", sources.get(test.span.source).name, &*test.title)
}
