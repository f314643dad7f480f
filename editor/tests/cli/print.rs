//! `print`: pages as PDF.

use super::*;

#[test]
fn pages_are_printed_over_earlier_ones_and_over_nothing_else() {
    let folder = dash("print", &[]);
    let printed = run_in(&folder, &["print", "dash", "--paper", "letter", "--png", "40"], "");
    let wanted =
        ["boards.pdf: 1 page", "pieces.pdf: ", "list.pdf: 1 page", "rules.pdf: "].map(|file| format!("dash-print/dash-{file}"));
    printed.check(0, &wanted.each_ref().map(|file| &**file));
    assert!(!printed.out.contains("cards"), "it has none: {}", printed.out);
    let pdf = |name: &str| fs::read(folder.join(format!("dash-print/{name}.pdf"))).expect("it was written");
    let board = pdf("dash-boards");
    assert!(board.starts_with(b"%PDF") && folder.join("dash-print/dash-rules-1.png").is_file());
    // The same again, byte for byte.
    run_in(&folder, &["print", "dash", "--paper", "letter", "--what", "boards"], "").check(0, &["1 page"]);
    assert!(board == pdf("dash-boards"));
    write(&folder.join("dash-print/dash-boards.pdf"), "%PDF my own");
    let boards = ["print", "dash", "--what", "boards"];
    run_in(&folder, &boards, "").check(2, &["nothing printed by Coursesetter", "--force"]);
    run_in(&folder, &[&boards[..], &["--force"]].concat(), "").check(0, &["1 page"]);
    // A template of the ruleset's own, and one with a mistake.
    write(
        &folder.join("rulesets/dash/print/boards.typ"),
        "#import \"/kit.typ\": *\n#sheet([mine], board(0))\n#sheet([more], [])",
    );
    run_in(&folder, &boards, "").check(0, &["2 pages"]);
    write(&folder.join("rulesets/dash/print/boards.typ"), "#import \"/kit.typ\": *\n#shet([mine], board(0))");
    run_in(&folder, &boards, "").check(1, &["boards.typ:2:2: unknown variable: shet"]);
    run_in(&folder, &["print", "dash", "--what", "cards"], "").check(0, &["has no cards"]);
    run_in(&folder, &["print", "dash", "--what", "rules", "--booklet"], "").check(0, &["rules.pdf: 2 pages"]);
    run_in(&folder, &["print", "dash", "--margin", "50"], "").check(2, &["a number from 0 to 40"]);
    fs::remove_file(folder.join("rulesets/dash/print/boards.typ")).expect("it is there");
    write(&folder.join("file"), "");
    run_in(&folder, &["print", "dash", "--to", "file/there"], "").check(2, &["can't be written"]);
}

#[test]
fn what_to_look_at_before_printing_is_told_below_the_files_or_alone() {
    let folder = dash("check", &[]);
    let small = ["print", "dash", "--what", "boards", "--scale", "20"];
    let printed = run_in(&folder, &small, "");
    printed.check(0, &["dash-boards.pdf: 1 page", "note: tracks/dash/", "narrower than a pawn of 8 mm"]);
    let to = ["--to", "checked", "--check"];
    run_in(&folder, &[&small[..], &to].concat(), "").check(1, &["narrower than a pawn of 8 mm"]);
    assert!(!folder.join("checked").exists());
    run_in(&folder, &["print", "dash", "--what", "rules", "--check"], "").check(0, &["nothing to look at before printing"]);
}

#[test]
fn only_cards_that_changed_since_the_last_print_are_printed() {
    let folder = dash("changed", &[]);
    let rules = folder.join("rulesets/dash/dash.rules");
    let text = fs::read_to_string(&rules).expect("it is there");
    write(&rules, &format!("{text}\ncard Move {{ steps: int, words: text }} from \"moves.ron\"\npile deck of Move open full\n"));
    let moves = folder.join("rulesets/dash/moves.ron");
    write(&moves, "{ \"One\": (copies: 2, steps: 1, words: \"Go.\"), \"Two\": (copies: 9, steps: 2, words: \"Run.\") }");
    let cards = ["print", "dash", "--what", "cards", "--duplex", "fold"];
    let changed = [&cards[..], &["--changed"]].concat();
    run_in(&folder, &changed, "").check(0, &["dash-cards-changed.pdf: 3 pages"]);
    run_in(&folder, &changed, "").check(1, &["no card has changed since the last print"]);
    write(&moves, "{ \"One\": (copies: 2, steps: 1, words: \"Go on.\"), \"Two\": (copies: 9, steps: 2, words: \"Run.\") }");
    run_in(&folder, &changed, "").check(0, &["dash-cards-changed.pdf: 1 page"]);
    run_in(&folder, &cards, "").check(0, &["dash-cards.pdf: 3 pages"]);
    // The same cards for a table on a screen.
    let there = ["print", "dash", "--for", "tabletop-simulator", "--to", "table"];
    run_in(&folder, &there, "")
        .check(0, &["Dash on line, 2 players\n", "dash-board-1.png", "dash-move-1.png", "dash-move-back.png"]);
    let read = |name: &str| fs::read_to_string(folder.join("table").join(name)).expect("it was written");
    let parts = read("dash-parts.csv");
    assert!(parts.contains("dash-move-1.png,Two,9,63.5,88.9\n"), "{parts}");
    let saved: serde_json::Value = serde_json::from_str(&read("dash-tabletop-simulator.json")).expect("it is JSON");
    let deck = &saved["ObjectStates"][1];
    assert_eq!(deck["DeckIDs"].as_array().map(Vec::len), Some(11), "{deck}");
    // Each card is found on the picture of its sheet, by its number there.
    let cards = deck["DeckIDs"].as_array().into_iter().flatten().zip(deck["ContainedObjects"].as_array().into_iter().flatten());
    for (id, card) in cards {
        let number = id.as_u64().expect("a number");
        let (key, place) = ((number / 100).to_string(), number % 100);
        let sheet = &deck["CustomDeck"][&key];
        assert_eq!((&card["CardID"], &card["CustomDeck"][&key], place < 2), (id, sheet, true), "{card}");
        assert_eq!((&sheet["NumWidth"], &sheet["NumHeight"], &sheet["UniqueBack"]), (&2.into(), &2.into(), &false.into()));
    }
    let face = deck["CustomDeck"]["101"]["FaceURL"].as_str().and_then(|url| url.strip_prefix("file://")).expect("an address");
    assert!(Path::new(face).is_file(), "{face}");
    // Where backs differ, there is one for each front.
    let text = fs::read_to_string(&rules).expect("it is there");
    write(&rules, &text.replace("from \"moves.ron\"", "from \"moves.ron\" back by steps"));
    run_in(&folder, &[&there[..4], &["--to", "backs"]].concat(), "").check(0, &["dash-move-1-back.png"]);
    let sides =
        ["backs/dash-move-1.png", "backs/dash-move-1-back.png"].map(|file| fs::read(folder.join(file)).expect("a picture"));
    assert!(sides[0] != sides[1] && sides[0][16..24] == sides[1][16..24], "they have one size");
    let saved = fs::read_to_string(folder.join("backs/dash-tabletop-simulator.json")).expect("it was written");
    assert!(saved.contains("\"UniqueBack\": true"), "{saved}");
    write(&rules, &text);
    // The same again replaces them.
    run_in(&folder, &there, "").check(0, &["dash-parts.csv"]);
    run_in(&folder, &["print", "dash", "--what", "boards", "--tiles", "c9"], "").check(1, &["has no sheet C9: they are A1 to"]);
}
