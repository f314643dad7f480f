//! The settings behind `--against`.

use editor::cli::sim::against::settings;
use interpreter::ruleset::Setup;

#[test]
fn settings_change_the_first_setup() {
    let base = Setup { addons: vec!["a".to_owned()], settings: vec!["laps=3".to_owned()], ..Setup::default() };
    let found = settings(base.clone(), "laps=2, shared_tiles=[start, exit], track=flat");
    assert_eq!(found.settings, ["laps=3", "laps=2", "shared_tiles=[start, exit]"]);
    assert_eq!((found.addons, found.track.as_deref()), (vec!["a".to_owned()], Some("flat")));
    assert_eq!(settings(base.clone(), "with=b+c,with=d").addons, ["b", "c", "d"]);
    let both = settings(base.clone(), "with=b,c,laps=2");
    assert_eq!(
        (both.addons, both.settings),
        (vec!["b".to_owned(), "c".to_owned()], vec!["laps=3".to_owned(), "laps=2".to_owned()])
    );
    assert!(settings(base, "with=").addons.is_empty());
}
