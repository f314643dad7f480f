//! What ships, switched on together.

use interpreter::ruleset::{Ruleset, Setup};
use suite::shipped;

/// An add-on may replace what another one's layer is laid on: that is its purpose, and nothing to warn of.
#[test]
fn all_addons_of_a_ruleset_go_together_without_a_word() {
    let mut with_addons = 0;
    for name in shipped::library().names() {
        let ruleset = Ruleset::read(&shipped::library().read(&name));
        let addons: Vec<String> = ruleset.addons.iter().map(|a| a.name.to_string()).collect();
        with_addons += usize::from(addons.len() > 1);
        let built = ruleset.build(&Setup { addons, ..Setup::default() });
        assert!(built.program.is_some() && built.problems.is_empty(), "{name}: {:?}", built.problems);
    }
    assert!(with_addons > 0, "SKOOT has two");
}
