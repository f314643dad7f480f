//! Tests in the margin, and what happened in one.

use std::time::{Duration, Instant};

use editor::text::runs::{Ran, Runs};
use editor::text::tests::{self, Verdict};
use interpreter::testing::StepKind;

use super::*;

fn wait(runs: &mut Runs) -> Ran {
    let begun = Instant::now();
    loop {
        if let Some(ran) = runs.poll().pop() {
            return ran;
        }
        assert!(begun.elapsed() < Duration::from_secs(300));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn tests_are_run_and_told_beside_their_lines() {
    let build = small();
    let later = format!("// More.\n{TESTS}");
    let there = tests::of(&build, "hop/tests.rules", &later);
    assert_eq!(there.iter().map(|test| &*test.title).collect::<Vec<_>>(), ["a leap", "too far"]);
    assert!(later[there[1].range.clone()].starts_with("test \"too far\""));
    let mut runs = Runs::default();
    runs.run_all(&build, || {});
    let Ran::All(of, report) = wait(&mut runs) else { panic!("all were run") };
    assert!(Arc::ptr_eq(&of, &build));
    let verdict = |title| {
        let at = tests::outcome(&report, &build, "hop/tests.rules", title, 0);
        Verdict::of(at.and_then(|at| report.tests.get(at)))
    };
    assert_eq!((verdict("a leap"), verdict("too far"), verdict("other")), (Verdict::Passed, Verdict::Failed, Verdict::NotRun));
    // The same build needs no second run.
    runs.run_all(&build, || {});
    assert!(!runs.is_running());
    runs.run_one(&build, there[0].span, || {});
    let Ran::One(_, outcome) = wait(&mut runs) else { panic!("one was run") };
    assert!(outcome.passed());
    let lines = outcome.trace.iter().filter(|step| step.kind == StepKind::Line).count();
    assert_eq!(lines, 2);
    assert!(outcome.trace.iter().any(|step| step.text.contains("a → b → c")), "{:#?}", outcome.trace);
}

#[test]
fn a_test_of_rules_that_are_broken_is_not_run() {
    let build = build(texts(&RULES.replace("left -= 1", "left -= "), TESTS));
    let there = tests::of(&build, "hop/tests.rules", TESTS);
    assert_eq!(there.len(), 2);
    let mut runs = Runs::default();
    runs.run_all(&build, || {});
    assert!(!runs.is_running());
    runs.run_one(&build, there[0].span, || {});
    assert!(matches!(wait(&mut runs), Ran::Nothing(_)));
}
