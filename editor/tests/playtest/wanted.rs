//! Add-ons that require others.

use editor::playtest::wanted::Wanted;
use interpreter::ruleset::AddonFile;
use interpreter::syntax::tree::Tree;

fn addon(name: &str, requires: &[&str]) -> AddonFile {
    let requires = requires.iter().map(|r| (*r).into()).collect();
    AddonFile { name: name.into(), title: name.into(), requires, tree: Tree { source: Default::default(), items: vec![] }.into() }
}

#[test]
fn what_an_addon_requires_comes_and_goes_with_it() {
    let known = [addon("heart", &[]), addon("shots", &["heart"]), addon("series", &["shots"]), addon("fog", &[])];
    let mut wanted = Wanted::default();
    wanted.switch(&known, "series", true);
    assert_eq!(wanted.addons, ["heart", "shots", "series"]);
    wanted.switch(&known, "fog", true);
    wanted.switch(&known, "shots", false);
    assert_eq!(wanted.addons, ["heart", "fog"]);
    wanted.switch(&known, "heart", false);
    assert_eq!(wanted.addons, ["fog"]);
}

#[test]
fn addons_that_require_each_other_do_not_hang() {
    let known = [addon("a", &["b"]), addon("b", &["a"])];
    let mut wanted = Wanted::default();
    wanted.switch(&known, "a", true);
    assert_eq!(wanted.addons, ["a", "b"]);
    wanted.switch(&known, "b", false);
    assert!(wanted.addons.is_empty());
}
