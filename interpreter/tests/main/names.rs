//! What names mean and where they are used, for whoever edits rules.

use interpreter::ir::{Ir, Type};
use interpreter::names::{Names, Sort};
use interpreter::ruleset::{Ruleset, Texts};

const RULES: &str = r#"
game hop "Hop" for 1..4 players
/// How far.
param reach: int in 1..9 = 6
enum Part { path, /// Where it ends.
  goal }
space { part: Part = path }
link next one? back before
piece Frog 1 per player as frog at first
const first = the s in space where not (any t in space where t.next == s)
player { wet: int in 0..9 = 0 }
state { rounds: int = reach }
flow { repeat { for p in players { hop(p, 1) } } }
/// Leaps.
rule hop(p: player, dots: int) {
  var left = min(dots, reach)
  while left > 0 {
    let on = p.frog.at.next else return
    if on.part == goal and size(on.before) > 0 { p.wet += doubled(left) }
    move p.frog to on
    left -= 1
    rounds += 1
  }
}
value doubled(n: int) -> int = n * 2
test "it" { let p = player(1)
  run hop(p, 2)
  expect p.wet == 0 }
"#;

fn names() -> (Ruleset, std::sync::Arc<Ir>, Names) {
    let mut texts = Texts { name: "hop".to_owned(), ..Texts::default() };
    let manifest = r#"(id: "hop", title: "Hop", modules: ["hop.rules"])"#;
    texts.files.insert("game.ron".into(), Ok(manifest.into()));
    texts.files.insert("hop.rules".into(), Ok(RULES.into()));
    let ruleset = Ruleset::read(&texts);
    let (ir, problems) = ruleset.weave(&[]);
    assert_eq!(problems, vec![]);
    let names = Names::of(&ir, &ruleset.sources);
    (ruleset, ir, names)
}

/// Each line on which what stands at the mark is written, with the word that is found there.
fn lines_of(mark: &str, within: &str) -> Vec<usize> {
    let (ruleset, _, names) = names();
    let (id, source) = ruleset.sources.iter().find(|(_, source)| source.name.ends_with("hop.rules")).expect("it is there");
    let at = source.text.find(mark).expect("the mark stands there") + mark.find(within).expect("the word is in it");
    let (span, what) = names.at(id, at as u32 + 1).unwrap_or_else(|| panic!("{within} in {mark} is known"));
    assert_eq!(ruleset.sources.slice(span), within);
    assert!(names.places(what).iter().all(|span| ruleset.sources.slice(*span) == within));
    names.places(what).into_iter().map(|span| ruleset.sources.line_column(span).0).collect()
}

#[test]
fn every_use_leads_to_its_declaration_and_back() {
    assert_eq!(lines_of("min(dots, reach)", "reach"), [4, 12, 16]);
    assert_eq!(lines_of("on.part", "part"), [7, 19]);
    assert_eq!(lines_of("== goal", "goal"), [6, 19]);
    assert_eq!(lines_of("on.before", "before"), [8, 19]);
    assert_eq!(lines_of("at.next", "next"), [8, 10, 18]);
    assert_eq!(lines_of("p.frog.at", "frog"), [9, 18, 20]);
    assert_eq!(lines_of("at first", "first"), [10, 9]);
    assert_eq!(lines_of("left -= 1", "left"), [16, 17, 19, 21]);
    assert_eq!(lines_of("rounds += 1", "rounds"), [12, 22]);
    assert_eq!(lines_of("p.wet +=", "wet"), [11, 19, 28]);
    assert_eq!(lines_of("hop(p, 1)", "hop"), [15, 13, 27]);
    assert_eq!(lines_of("doubled(left)", "doubled"), [25, 19]);
    // Variables of one name in two rules are two.
    assert_eq!(lines_of("(p, 2)", "p"), [26, 27, 28]);
}

#[test]
fn what_is_declared_is_told_with_type_and_text() {
    let (_, ir, names) = names();
    let global = |name: &str| &names.declared[names.global(name).unwrap_or_else(|| panic!("{name} is declared"))];
    assert_eq!((global("reach").sort, &*global("reach").docs), (Sort::Param, "How far."));
    assert_eq!((global("hop").sort, &*global("hop").docs), (Sort::Rule, "Leaps."));
    assert_eq!(global("doubled").ty.as_ref().map(|ty| ir.words(ty)).as_deref(), Some("a number"));
    let members = |ty: &Type| names.members(ty).into_iter().map(|n| names.declared[n].name.to_string()).collect::<Vec<_>>();
    assert_eq!(members(&Type::Space), ["part", "next", "before"]);
    assert_eq!(members(&Type::Player.optional()), ["wet", "frog"]);
    assert_eq!(members(&global("Frog").ty.clone().expect("a kind")), ["at", "owner", "number"]);
    let cases = match global("Part").ty {
        Some(Type::Enum(part)) => names.cases(part),
        _ => vec![],
    };
    assert_eq!(cases.iter().map(|n| &*names.declared[*n].docs).collect::<Vec<_>>(), ["", "Where it ends."]);
}
