//! `show`: a rule's documentation, its text, and the program it was compiled to.

use std::process::ExitCode;

use interpreter::diagnostic::{Code, Diagnostic, nearest};
use interpreter::ir::{Rule, RuleBody, RuleId, RuleKind};
use interpreter::show::disassemble;

use super::setup::{self, Ready};
use super::{WRONG, out, play};
use crate::args;
use crate::files::Library;
use crate::words::without_citations;

/// Shows one rule, or lists all.
pub fn run(args: &args::Show, library: &Library) -> ExitCode {
    let ready = match setup::build(library, &args.game, args.players) {
        Ok(ready) => ready,
        Err(code) => return code,
    };
    let rules = &ready.built.ir.rules;
    let Some(wanted) = &args.rule else {
        list(&ready);
        return ExitCode::SUCCESS;
    };
    // An add-on's layer has the same name as the rule it changes.
    let found: Vec<usize> = (0..rules.len()).filter(|n| *rules[*n].name == **wanted).collect();
    if found.is_empty() {
        let problem = Diagnostic::nowhere(Code::UnknownName, format!("{} has no rule `{wanted}`", ready.ruleset.name));
        let near = nearest(wanted, rules.iter().map(|r| &*r.name));
        let all = format!("`coursesetter show {}` lists all", ready.ruleset.name);
        let hint = near.map_or(all.clone(), |near| format!("did you mean `{near}`? {all}"));
        setup::report(&ready.ruleset.sources, &[problem.hint(hint)]);
        return ExitCode::from(WRONG);
    }
    for (n, rule) in found.iter().enumerate() {
        if n > 0 {
            out::line("");
        }
        show(&ready, *rule);
    }
    ExitCode::SUCCESS
}

fn kind(rule: &Rule) -> &'static str {
    match rule.kind {
        RuleKind::Rule if rule.is_turn => "turn rule",
        RuleKind::Rule => "rule",
        RuleKind::Value => "value",
        RuleKind::Flow => "flow",
    }
}

fn place(ready: &Ready, rule: &Rule) -> String {
    let sources = &ready.ruleset.sources;
    format!("{}:{}", sources.get(rule.span.source).name, sources.line_column(rule.span).0)
}

fn list(ready: &Ready) {
    let mut rows = vec![["", "name", "place", "what it says"].map(str::to_owned).to_vec()];
    for rule in &ready.built.ir.rules {
        let docs = without_citations(&rule.docs.text);
        let first = out::wrapped(&docs, 60).into_iter().next().unwrap_or_default();
        let more = if first.len() < docs.len() { " …" } else { "" };
        rows.push(vec![kind(rule).to_owned(), rule.name.to_string(), place(ready, rule), format!("{first}{more}")]);
    }
    out::print(play::columns(&rows, &[]));
}

fn show(ready: &Ready, number: usize) {
    let rule = &ready.built.ir.rules[number];
    let name = out::styled(out::STRONG, &rule.name);
    if matches!(rule.body, RuleBody::Before { .. } | RuleBody::After { .. }) {
        out::line(format!("{} {name} · with its layers, as it is called", kind(rule)));
    } else {
        out::line(format!("{} {name} · {}", kind(rule), place(ready, rule)));
        for line in out::wrapped(&rule.docs.text, out::width() - 2) {
            out::line(format!("  {}", out::styled(out::DIM, line)));
        }
        out::line("");
        out::print(source_lines(ready, rule));
    }
    let program = &ready.program;
    let code = &program.rules[number];
    let inlined = program.inlined.iter().filter(|(_, _, r)| r.index() == number).count();
    out::line("");
    match code.entry {
        Some(entry) => {
            out::line(format!("{} instructions:", code.end - entry));
            out::print(disassemble::rule(program, RuleId(number as u16)));
        }
        None if inlined > 0 => {
            let places = if inlined == 1 { "1 place".to_owned() } else { format!("{inlined} places") };
            out::line(format!(
                "It has no code of its own: it is compiled in place wherever it is called, at {places}. The first:"
            ));
            if let Some((from, to, _)) = program.inlined.iter().find(|(_, _, r)| r.index() == number) {
                out::print(disassemble::listing(program, *from, *to));
            }
        }
        None => out::line(
            "It has no code: with this track and these settings nothing calls it, or its value is known before the game.",
        ),
    }
}

/// Returns a declaration as written, with line numbers.
fn source_lines(ready: &Ready, rule: &Rule) -> String {
    let ruleset = &ready.ruleset;
    let trees = ruleset.base.iter().chain(ruleset.addons.iter().map(|a| &a.tree)).filter(|t| t.source == rule.span.source);
    let within = |item: &&interpreter::syntax::tree::Item| item.span.start <= rule.span.start && rule.span.end <= item.span.end;
    let span = trees.flat_map(|t| &t.items).find(within).map_or(rule.span, |item| item.span);
    let first = ruleset.sources.line_column(span).0;
    let text = ruleset.sources.slice(span).trim_end();
    text.lines()
        .enumerate()
        .map(|(n, line)| format!("{}  {line}\n", out::styled(out::DIM, format!("{:>5}", first + n))))
        .collect()
}
