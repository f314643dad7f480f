//! What is told before printing: each thing that won't be readable or can't be printed, with its place.

use editor::paper::{Colours, What};
use editor::print::folder::Source;
use editor::print::{self, Order, preflight};
use interpreter::ruleset::Texts;

use super::*;

const GAME: &str = r##"Game(
    id: "paper",
    title: "Paper",
    modules: ["paper.rules"],
    default_track: "tracks/paper/line.ron",
    appearance: {
        "Ground.meadow": (colour: "#5a9a4a"),
        "Ground.forest": (colour: "#9a7a7a"),
        "Ground.night": (colour: "#101820"),
        "space": (fill: "ground"),
        "Move": (label: "title"),
    },
)"##;
const RULES: &str = r#"game paper "Paper" for 2..2 players
enum Ground { meadow, forest, night }
space { ground: Ground = meadow, is_start: bool = false }
link next one drawn along
const first = the s in space where s.is_start
card Move { title: text, steps: int, words: text } from "moves.ron"
pile deck of Move open full
piece Racer 1 per player as racer at first
flow { end game ranking p in everyone by 1 }
"#;
const MOVES: &str = r#"{
    "One": (title: "Ahead", steps: 1, words: "Move."),
    "Two": (title: "Back", steps: 2, words: "Move back."),
}"#;
const LINE: &str = r#"(
    ruleset: "paper",
    name: "Line",
    sheet: (width: 160, height: 100),
    tile: 12,
    spaces: [(id: "a1", at: (20, 60), is_start: true), (id: "a2", at: (60, 60))],
    links: [(kind: "next", chain: ["a1", "a2", "a1"])],
)"#;

/// What is told of a document whose texts were changed so.
#[track_caller]
fn told(what: What, order: &Order, changes: &[(&str, &str, &str)]) -> Vec<String> {
    let mut files = [("game.ron", GAME), ("paper.rules", RULES), ("moves.ron", MOVES), ("line.ron", LINE)].map(|(name, text)| {
        let changed = |text: String, (of, from, to): &(&str, &str, &str)| {
            assert!(*of != name || text.contains(from), "{from}");
            if *of == name { text.replacen(from, to, 1) } else { text }
        };
        (name.to_owned(), Ok(Arc::<str>::from(changes.iter().fold(text.to_owned(), changed))))
    });
    let line = std::mem::replace(&mut files[3].1, Ok("".into()));
    let texts = Texts {
        name: "paper".into(),
        files: files.into_iter().take(3).collect(),
        tracks: [("line".to_owned(), line)].into(),
        ..Texts::default()
    };
    let ruleset = Ruleset::read(&texts);
    let built = ruleset.build(&Setup::default());
    let program = built.program.clone().unwrap_or_else(|| panic!("{:?} {:?}", ruleset.problems, built.problems));
    let library = library();
    let source = Source {
        library: &library,
        ruleset: &ruleset,
        program: &program,
        course: &built.track,
        track: "line",
        text: texts.tracks.get("line"),
    };
    let game = source.game(&[what]).expect("it can be read");
    let refused = print::files(&game, what, order).err().into_iter().flatten().map(|wrong| wrong.to_string());
    refused.chain(preflight::check(&source, &game, what, order).iter().map(ToString::to_string)).collect()
}

#[test]
fn what_prints_well_gives_nothing_to_tell() {
    for what in What::ALL {
        assert_eq!(told(what, &Order::default(), &[]), [""; 0]);
    }
}

#[test]
fn margins_spaces_pictures_and_sheets_are_measured_as_they_are_printed() {
    let order = |scale: f64| Order { scale, ..Order::default() };
    let thin = Order { margin: 2.0, ..Order::default() };
    assert_eq!(
        told(What::Boards, &thin, &[]),
        ["the margin is 2 mm: most printers leave 4 mm or more white, and cut off what lies there"]
    );
    assert_eq!(
        told(What::Boards, &order(0.5), &[]),
        ["tracks/paper/line.ron:6:19: 2 spaces are narrower than a pawn of 8 mm: the start, for one, is 6 mm wide as printed"]
    );
    let tiny = told(What::Boards, &order(0.25), &[("game.ron", "\"space\":", "\"board\": (look: map), \"space\":")]);
    assert!(
        tiny[1].starts_with(
            "one line is too small to be read on a table: the smallest letters, of PAPER, have 1.9 points as printed"
        ),
        "{tiny:?}"
    );
    assert_eq!(told(What::Boards, &order(10.0), &[("line.ron", "width: 160", "width: 400")]).len(), 1);
    let large = told(What::Boards, &order(4.0), &[("line.ron", "width: 160", "width: 1000")]);
    assert_eq!(large.len(), 1);
    assert!(large[0].starts_with("Line is 4 m long as printed, on "), "{large:?}");
    // A board of 160 by 100 mm twice as large nearly fits between the margins of 8 mm and above the foot; at three times its size it doesn't.
    assert_eq!(told(What::Boards, &order(2.0), &[]), ["Line fits on one sheet of A4 at 175 % of its size"]);
    assert_eq!(told(What::Boards, &order(3.0), &[]), [""; 0]);
    let pieces = told(What::Pieces, &order(0.5), &[]);
    assert_eq!(
        pieces,
        ["pieces to cut out are 8 mm wide, and the smallest space is 6 mm wide as printed: they stand over its edges"]
    );
    // What is far too large isn't set at all.
    let huge = told(What::Boards, &order(10.0), &[("line.ron", "width: 160, height: 100", "width: 2000, height: 2000")]);
    assert!(huge[0].contains("and at most 500 are printed: make it smaller, or take larger paper"), "{huge:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("map.png");
    let mut bytes = vec![];
    let mut encoder = png::Encoder::new(&mut bytes, 300, 300);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&vec![200; 90_000])).expect("it is written");
    std::fs::write(&file, bytes).expect("it is written");
    // 300 pixels on 40 mm are 190 dpi, at twice the size 95.
    let decor = format!(
        "sheet: (width: 160, height: 100), decor: [(picture: {:?}, at: (80, 50), width: 40, height: 40)]",
        file.display().to_string()
    );
    let with = [("line.ron", "sheet: (width: 160, height: 100)", &*decor)];
    assert_eq!(told(What::Boards, &order(1.0), &with), [""; 0]);
    let coarse = told(What::Boards, &order(2.0), &with);
    assert_eq!(coarse.len(), 2);
    assert!(coarse[1].contains("the picture map.png has 95 dots per inch as printed; 150 or more look sharp"), "{coarse:?}");
    std::fs::write(&file, "no picture").expect("it is written");
    assert!(told(What::Boards, &order(1.0), &with)[0].ends_with("the picture map.png can't be read"));
}

#[test]
fn cards_say_something_that_fits_and_that_no_other_says() {
    let cards = |changes: &[(&str, &str, &str)]| told(What::Cards, &Order::default(), changes);
    let long = format!("Move. {}", "And then move on and on until the end of the course. ".repeat(40));
    let cut = cards(&[("moves.ron", "Move.", &long)]);
    assert_eq!(cut.len(), 1);
    assert!(cut[0].starts_with("paper/moves.ron:2:"), "{cut:?}");
    assert!(cut[0].contains("on the card Ahead, this doesn't fit and is cut: Move. And then"), "{cut:?}");
    let same = [("moves.ron", "\"Back\", steps: 2, words: \"Move back.\"", "\"Ahead\", steps: 1, words: \"Move.\"")];
    let alike = cards(&same);
    assert_eq!(alike.len(), 1);
    assert!(alike[0].starts_with("paper/moves.ron:3:"), "{alike:?}");
    assert!(alike[0].ends_with("the card Ahead looks the same as Ahead, which is another row"), "{alike:?}");
    let bare = cards(&[("moves.ron", "\"Move back.\"", "\"\"")]);
    assert_eq!(bare.len(), 1);
    assert!(bare[0].starts_with("paper/moves.ron:3:"), "{bare:?}");
    assert!(bare[0].ends_with("the card Back has no text, as other cards of its kind have"), "{bare:?}");
}

#[test]
fn colours_that_are_the_same_in_grey_are_told_when_grey_is_printed() {
    let grey = Order { colours: Colours::Grey, ..Order::default() };
    let all = told(What::Boards, &grey, &[]);
    assert_eq!(
        all,
        ["paper/game.ron:7:9: in grey, meadow and forest of Ground can't be told apart: give them an icon, a shape or a pattern"]
    );
    assert_eq!(
        told(What::Boards, &grey, &[("game.ron", "(colour: \"#5a9a4a\")", "(colour: \"#5a9a4a\", icon: \"tree\")")]),
        [""; 0]
    );
}
