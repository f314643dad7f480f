//! A game with words of its own, which no part of the editor knows.

use super::*;

const RULES: &str = r#"game tides "Tides" for 1..4 players
/// How deep it is.
enum Water {
  /// One can walk.
  shallow,
  deep,
  /// Nobody comes back.
  abyss
}
enum Rope { hemp, wire }
track { harbour: space?, storms: bool = false }
space {
  /// How deep the sea is here.
  water: Water = shallow
  buoy: int in 0..500 = 0
  berth: int in 1..9 = 1 drawn outward
  mile: int in 0..99 = 0 drawn along
  lights: set of Water
  lee: space?
}
/// With the current.
link drift one? drawn along
link seaward one? drawn outward
link Tow many { rope: Rope }
path Ferry { fare: int in 1..20 }
const first = first s in space else "no space"
piece Boat 1 per player as boat at first
flow { end game ranking p in everyone by 1 }
"#;

const TRACK: &str = r#"(
    ruleset: "tides",
    name: "Bay",
    spaces: [
        (id: "a1", at: (10.0, 10.0)),
        (id: "a2", at: (30.0, 10.0), mile: 1, strange: (x: 1)),
        (id: "a3", at: (50.0, 10.0), mile: 7),
        (id: "b3", at: (50.0, 30.0), berth: 2),
    ],
    links: [(kind: "drift", chain: ["a1", "a2", "a3"]), (kind: "seaward", chain: ["a3", "b3"])],
)
"#;

fn bay() -> Panes {
    let mut texts = Texts { name: "tides".to_owned(), ..Texts::default() };
    let manifest = r##"(id: "tides", title: "Tides", modules: ["tides.rules"],
        appearance: { "Water.deep": (colour: "#336699", pattern: stripes, icon: "wave") })"##;
    texts.files.insert("game.ron".into(), Ok(manifest.into()));
    texts.files.insert("tides.rules".into(), Ok(RULES.into()));
    let ruleset = Ruleset::read(&texts);
    assert!(ruleset.problems.is_empty(), "{:?}", ruleset.problems);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bay.ron");
    std::fs::write(&path, TRACK).expect("a track");
    let (on_disk, document) = OnDisk::open(&path).expect("it can be read");
    panes(Draw::new(Desk::new(document, on_disk, Arc::new(Checker::new(&ruleset, &[])))))
}

#[test]
fn its_words_are_in_the_palette() {
    let mut window = bay();
    for button in ["Water: shallow", "Water: deep", "Water: abyss", "Berth: 9", "Drift", "Seaward", "Tow", "Ferry"] {
        window.get_by_role_and_label(Role::Button, button);
    }
    // More numbers than there is room for are typed.
    type_into(&mut window, Role::SpinButton, "Brush: Buoy", "321");
    let hand = &window.state().desk.hand;
    assert_eq!((hand.tool, &hand.settings.brush), (Tool::Paint, &Some(("buoy".into(), Some("321".into())))));
    press(&mut window, Role::Button, "Ferry");
    type_into(&mut window, Role::SpinButton, "Ferry: Fare", "5");
    assert_eq!(window.state().desk.hand.settings.path_fields.get("fare").map(|v| &**v), Some("5"));
}

#[test]
fn its_words_are_in_the_inspector() {
    let mut window = bay();
    press(&mut window, Role::CheckBox, "Storms");
    type_into(&mut window, Role::TextInput, "Harbour", "a2");
    assert_eq!(window.state().desk.document().header().fields().written(), "(storms: true, harbour: \"a2\")");
    select(&mut window, &["a2"]);
    press(&mut window, Role::ComboBox, "Water");
    press(&mut window, Role::Button, "abyss");
    press(&mut window, Role::CheckBox, "Lights: deep");
    press(&mut window, Role::CheckBox, "Lights: abyss");
    assert_eq!(says(&window, "a2", "water").as_deref(), Some("abyss"));
    assert_eq!(says(&window, "a2", "lights").as_deref(), Some("[deep, abyss]"));
    press(&mut window, Role::CheckBox, "Lights: deep");
    assert_eq!(says(&window, "a2", "lights").as_deref(), Some("[abyss]"));
    press(&mut window, Role::Button, "Reset to shallow");
    assert_eq!(says(&window, "a2", "water"), None);
    // What nobody knows is shown, and can be left out.
    window.get_by_label("(x: 1)");
    press(&mut window, Role::Button, "Delete");
    assert_eq!(says(&window, "a2", "strange"), None);
}

#[test]
fn what_a_tool_counts_is_overridden_and_counted_again() {
    let mut window = bay();
    select(&mut window, &["a3"]);
    assert_eq!(says(&window, "a3", "mile").as_deref(), Some("7"));
    press(&mut window, Role::Button, "Auto: 2");
    assert_eq!(says(&window, "a3", "mile").as_deref(), Some("2"));
    type_into(&mut window, Role::SpinButton, "Mile", "50");
    assert_eq!(says(&window, "a3", "mile").as_deref(), Some("50"));
    select(&mut window, &["b3"]);
    window.get_all_by_label("auto").next().expect("its berth is the second one");
    type_into(&mut window, Role::SpinButton, "Berth", "5");
    press(&mut window, Role::Button, "Auto: 2");
    assert_eq!(says(&window, "b3", "berth").as_deref(), Some("2"));
}
