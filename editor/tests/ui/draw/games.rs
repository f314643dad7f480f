//! A board for each of the shipped games, from an empty sheet.

use super::*;

/// A track for SKOOT that can be raced on.
fn skoot() -> Artist {
    let mut artist = Artist::new("skoot");
    artist.take(Tool::Course);
    // Round as the clock goes; the first point is where the loop leaves the range.
    for at in [
        (120.0, 180.0),
        (200.0, 185.0),
        (290.0, 190.0),
        (330.0, 140.0),
        (290.0, 80.0),
        (200.0, 70.0),
        (100.0, 80.0),
        (60.0, 130.0),
    ] {
        artist.click(at);
    }
    artist.click((120.0, 180.0));
    let count = artist.document().spaces().len();
    assert!((30..60).contains(&count), "{count} spaces");
    let id = |n: usize| format!("a{n:02}");

    artist.take(Tool::Paint);
    artist.brush("terrain", "climb");
    for (from, to) in [(6, 9), (20, 22)] {
        let stroke = [artist.space(&id(from)), artist.space(&id(to))];
        artist.drag(&stroke);
    }
    artist.brush("terrain", "downhill");
    for (from, to) in [(12, 15), (27, 29)] {
        let stroke = [artist.space(&id(from)), artist.space(&id(to))];
        artist.drag(&stroke);
    }
    for (area, n) in [("exit", 1), ("shooting", count), ("recovery", count - 1)] {
        artist.brush("area", area);
        let at = artist.space(&id(n));
        artist.click(at);
    }

    // The penalty loop branches off the exit and leads back behind it.
    artist.pen("around");
    artist.take(Tool::Course);
    artist.bears("area", "penalty");
    let (exit, behind) = (artist.space("a01"), artist.space("a02"));
    artist.click(exit);
    artist.click((115.0, 145.0));
    artist.click((140.0, 145.0));
    artist.click(behind);
    let penalty = artist.with_value("area", "penalty");
    assert!(penalty.len() >= 3, "{}", artist.text());

    // The way home.
    artist.pen("homeward");
    artist.take(Tool::Course);
    artist.bears("area", "home_straight");
    let recovery = artist.space(&id(count - 1));
    artist.click(recovery);
    artist.click((60.0, 215.0));
    artist.double_click((120.0, 235.0));
    let last = artist.document().spaces().last().expect("the finish").id.to_string();

    // The start joins the loop behind its first tile, and the penalty loop comes round.
    artist.take(Tool::Space);
    artist.bears("area", "start");
    artist.click((110.0, 200.0));
    let start = artist.document().spaces().last().expect("the start").id.to_string();
    for (kind, from, to) in [("ahead", &*start, "a02"), ("around", &penalty[penalty.len() - 1], &penalty[0])] {
        artist.pen(kind);
        let stroke = [artist.space(from), artist.space(to)];
        artist.drag(&stroke);
    }
    artist.brush("area", "finish");
    let finish = artist.space(&last);
    artist.click(finish);
    artist
}

#[test]
fn a_board_for_skoot_in_forty_five_actions_and_a_race_on_it() {
    let mut artist = skoot();
    assert!(artist.actions <= 45, "it took {} actions", artist.actions);
    artist.play();
    assert!(play_to_the_end(&mut artist.window) >= 2);
    artist.window.get_by_label("The race is over");
}

#[test]
fn its_loop_is_reshaped_in_five_actions_and_gets_three_tiles_more_in_four() {
    let mut artist = skoot();
    let count = artist.document().spaces().len();
    let ids: Vec<String> = artist.document().spaces().iter().map(|space| space.id.to_string()).collect();
    let wide = |artist: &Artist| {
        artist.document().spaces().iter().filter_map(|space| space.at).fold(0.0, |most: f64, at| most.max(at.x))
    };
    let before = wide(&artist);
    artist.actions = 0;
    artist.take(Tool::Reshape);
    let at = artist.space("a20");
    artist.click(at);
    for (from, to) in [((330.0, 140.0), (350.0, 130.0)), ((290.0, 80.0), (310.0, 60.0)), ((290.0, 190.0), (310.0, 205.0))] {
        artist.drag(&[from, to]);
    }
    assert!(artist.actions <= 5 && wide(&artist) > before + 10.0, "{} actions", artist.actions);
    assert_eq!(artist.document().spaces().iter().map(|space| space.id.to_string()).collect::<Vec<_>>(), ids);

    artist.actions = 0;
    artist.take(Tool::Space);
    for n in [16, 17, 18] {
        let (a, b) = (artist.space(&format!("a{n}")), artist.space(&format!("a{}", n + 1)));
        artist.click(((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0));
    }
    assert!(artist.actions <= 4, "{} actions", artist.actions);
    assert_eq!(artist.document().spaces().len(), count + 3);
    artist.play();
    assert!(play_to_the_end(&mut artist.window) >= 2);
}

#[test]
fn a_venue_of_biathlon_blast() {
    let mut artist = Artist::new("biathlon-blast");
    artist.take(Tool::Course);
    // The loop, from the start line, which lies before its first space.
    for at in [(120.0, 230.0), (230.0, 240.0), (330.0, 200.0), (320.0, 100.0), (200.0, 60.0), (80.0, 100.0), (70.0, 190.0)] {
        artist.click(at);
    }
    artist.click((120.0, 230.0));
    let count = artist.document().spaces().len();
    let id = |n: usize| format!("a{n:02}");
    artist.take(Tool::Paint);
    artist.choose("Start line: yes");
    let at = artist.space("a01");
    artist.click(at);
    artist.brush("lanes", "2");
    let stroke = [artist.space(&id(8)), artist.space(&id(11))];
    artist.drag(&stroke);
    for (terrain, from, to) in [("uphill", 12, 15), ("downhill", 19, 22)] {
        artist.brush("terrain", terrain);
        let stroke = [artist.space(&id(from)), artist.space(&id(to))];
        artist.drag(&stroke);
    }
    let range = artist.space(&id(count - 4));
    for (field, value) in [("area", "range"), ("lanes", "0")] {
        artist.brush(field, value);
        artist.click(range);
    }
    for (n, colour) in [(5, "red"), (17, "white"), (25, "blue")] {
        artist.brush("coach", colour);
        let at = artist.space(&id(n));
        artist.click(at);
        artist.brush("icons", "2");
        artist.click(at);
    }
    // The grid leads to the line; two lanes each.
    artist.take(Tool::Course);
    artist.bears("area", "grid");
    artist.bears("lanes", "2");
    artist.click((60.0, 265.0));
    artist.click((90.0, 255.0));
    let line = artist.space("a01");
    artist.click(line);
    let grid: Vec<String> = artist.with_value("area", "grid");
    assert!(grid.len() >= 3 && grid.iter().all(|id| artist.with_value("lanes", "2").contains(id)), "{}", artist.text());
    // Off the loop to the finish.
    artist.choose("Remove from new spaces: Lanes: 2");
    artist.choose("Remove from new spaces: Area: grid");
    artist.pen("final");
    artist.take(Tool::Course);
    let fork = artist.space("a03");
    artist.click(fork);
    artist.double_click((170.0, 190.0));
    let last = artist.document().spaces().last().expect("the finish").id.to_string();
    artist.take(Tool::Paint);
    let finish = artist.space(&last);
    for (field, value) in [("area", "finish"), ("lanes", "0"), ("facing", "north")] {
        artist.brush(field, value);
        artist.click(finish);
    }
    artist.play();
    assert!(artist.window.query_all_by_label_contains("Space ").count() > 20);
}

#[test]
fn a_mountain_of_forty_spaces_in_forty_five_actions() {
    let mut artist = Artist::new("ski-the-mountain");
    artist.take(Tool::Space);
    let (towns, tops) = ([(60.0, 250.0), (330.0, 250.0)], [(80.0, 60.0), (300.0, 50.0)]);
    for (kind, spots) in [("town", &towns[..]), ("bus", &[(200.0, 262.0)]), ("lift", &tops), ("restaurant", &[(190.0, 140.0)])] {
        artist.bears("kind", kind);
        spots.iter().for_each(|at| artist.held(Modifiers::ALT, |a| a.click(*at)));
    }
    let [west, east, bus, first_top, second_top, hut] = ["a01", "a02", "a03", "a04", "a05", "a06"].map(|id| artist.space(id));
    artist.pen("Bus");
    artist.drag(&[west, bus]);
    artist.drag(&[bus, east]);
    artist.pen("Lift");
    for (kind, way) in [("cable", [west, first_top]), ("chair", [east, second_top])] {
        artist.set(|settings| settings.link_fields = settings.link_fields.clone().with("type", kind));
        artist.drag(&way);
    }
    artist.pen("Piste");
    for (colour, top, by, foot, points) in [
        ("green", first_top, (70.0, 150.0), west, "5"),
        ("red", second_top, (270.0, 150.0), east, "7"),
        ("black", hut, (130.0, 190.0), west, "9"),
    ] {
        artist.take(Tool::Course);
        artist.bears("colour", colour);
        artist.click(top);
        artist.click(by);
        artist.click(foot);
        // What was just drawn is selected: that is the run.
        artist.take(Tool::Path);
        artist.set(|settings| settings.path_fields = settings.path_fields.clone().with("points", points));
        artist.key(Key::Enter);
    }
    let count = artist.document().spaces().len();
    assert!(count >= 40 && artist.actions <= 45, "{count} spaces in {} actions", artist.actions);
    assert_eq!(artist.document().paths().len(), 3, "{}", artist.text());
    assert!(artist.text().contains("(kind: \"Bus\", chain: [\"a01\", \"a03\", \"a02\"])"), "{}", artist.text());
    assert!(artist.text().contains("name: \"Lift 2\", from: \"a02\", to: \"a05\", type: chair"), "{}", artist.text());
    artist.window.step();
    artist.window.get_by(|node| node.label().is_some_and(|label| label.contains("red") && label.contains("number 2")));
    artist.play();
}

#[test]
fn a_derby_oval_with_arrows() {
    let mut artist = Artist::new("hell-on-eight-wheels");
    artist.take(Tool::Grid);
    artist.set(|settings| (settings.lanes, settings.segments, settings.lane_width) = (6, 40, 12.0));
    for at in [(120.0, 220.0), (60.0, 140.0), (120.0, 60.0), (280.0, 60.0), (340.0, 140.0), (280.0, 220.0)] {
        artist.click(at);
    }
    artist.click((120.0, 220.0));
    assert_eq!(artist.document().spaces().len(), 240);
    artist.take(Tool::Paint);
    for (field, value, spaces) in [
        ("mark", "pack", ["a1-01", "a2-01", "a3-01", "a4-01", "a1-02", "a2-02", "a3-02", "a4-02"].as_slice()),
        ("mark", "jam", &["a1-39", "a2-39"]),
        ("arrow", "white", &["a1-10", "a1-12", "a2-11"]),
        ("arrow", "yellow", &["a1-20", "a3-21"]),
    ] {
        artist.brush(field, value);
        for id in spaces {
            let at = artist.space(id);
            artist.click(at);
        }
    }
    artist.play();
}
