//! A board for each of the shipped games, from an empty sheet.

use super::*;

/// A track for SKOOT from nothing: a loop of the size of the shipped ones with climbs and downhills, the shooting range with its penalty
/// loop, the start, and the way home.
fn skoot() -> Artist {
    let mut artist = Artist::from_nothing("Mine");
    artist.choose("Template: Shooting range with its penalty loop");
    artist.click((200.0, 235.0));
    let [exit, recovery] = ["exit", "recovery"].map(|area| artist.space(&artist.with_value("area", area)[0]));
    let behind = artist.space("a02");
    assert!(exit.0 < behind.0);
    // The loop leads from the tile behind the exit round to the recovery area.
    artist.take(Tool::Course);
    artist.click(behind);
    for at in [(305.0, 205.0), (345.0, 155.0), (310.0, 100.0), (255.0, 90.0), (210.0, 125.0), (155.0, 90.0), (95.0, 95.0)] {
        artist.click(at);
    }
    artist.click((75.0, 155.0));
    artist.click((110.0, 205.0));
    artist.click(recovery);
    // Climbs, each paid back by a downhill.
    artist.take(Tool::Paint);
    for (stamp, stretches) in [("Climb", [(6, 8), (16, 18), (27, 28)]), ("Downhill", [(11, 13), (21, 23), (31, 32)])] {
        artist.choose(&format!("Stamp: {stamp}"));
        assert_eq!(artist.draw().desk.hand.tool, Tool::Paint);
        for (from, to) in stretches {
            let stroke: Vec<_> = (from..=to).map(|n| artist.space(&format!("a{n:02}"))).collect();
            artist.drag(&stroke);
        }
    }
    artist.choose("Template: Finish section");
    artist.click((186.0, 272.0));
    artist.pen("homeward");
    let home = artist.space(&artist.with_value("area", "home_straight")[0]);
    artist.drag(&[recovery, home]);
    // The start lies inside the loop, and joins it behind the exit.
    artist.take(Tool::Course);
    artist.bears("area", "start");
    artist.click((behind.0 - 10.0, behind.1 - 15.0));
    artist.click(behind);
    artist
}

/// The number of tiles with each of these terrains on a track, and of all of its loop.
fn loop_of(document: &Document) -> [usize; 3] {
    let field = |name: &str, value: &str| {
        document.spaces().iter().filter(|space| space.fields.get(name).is_some_and(|is| **is == *value)).count()
    };
    let beside = ["start", "penalty", "home_straight", "finish"].map(|area| field("area", area)).iter().sum::<usize>();
    [field("terrain", "climb"), field("terrain", "downhill"), document.spaces().len() - beside]
}

#[test]
fn a_board_for_skoot_from_nothing_to_racing_in_forty_five_actions() {
    let mut artist = skoot();
    let shipped = ["flat", "hilly", "rolling", "long"].map(|name| {
        let text = library().read("skoot").tracks[name].clone().expect("it can be read");
        loop_of(&read::read(&text).expect("a track"))
    });
    let own = loop_of(artist.document());
    for n in 0..3 {
        let least = shipped.iter().map(|shipped| shipped[n]).min().expect("there are some");
        let most = shipped.iter().map(|shipped| shipped[n]).max().expect("there are some");
        assert!((least..=most).contains(&own[n]), "{own:?} beside {shipped:?}");
    }
    artist.play();
    // Four minutes are more than five seconds for each of them.
    assert!(artist.actions <= 45, "it took {} actions", artist.actions);
    artist.let_bots_race();
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
    for (from, to) in [((345.0, 155.0), (370.0, 150.0)), ((310.0, 100.0), (325.0, 80.0)), ((95.0, 95.0), (80.0, 80.0))] {
        artist.drag(&[from, to]);
    }
    let problems = artist.draw().desk.checker.problems(artist.document(), "mine");
    assert!(problems.is_empty(), "{:#?}\n{}", problems.iter().map(|p| &p.message).collect::<Vec<_>>(), artist.text());
    assert!(artist.actions <= 5 && wide(&artist) > before + 10.0, "{} actions", artist.actions);
    assert_eq!(artist.document().spaces().iter().map(|space| space.id.to_string()).collect::<Vec<_>>(), ids);

    artist.actions = 0;
    artist.take(Tool::Space);
    for n in [5, 4, 3] {
        let (a, b) = (artist.space(&format!("a{n:02}")), artist.space(&format!("a{:02}", n + 1)));
        artist.click(((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0));
    }
    assert!(artist.actions <= 4, "{} actions", artist.actions);
    assert_eq!(artist.document().spaces().len(), count + 3);
    artist.play();
    artist.let_bots_race();
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
    assert!(artist.window.query_all_by_label_contains(", next to ").count() > 20);
}

#[test]
fn a_mountain_of_forty_spaces_in_forty_five_actions() {
    // As large as the shipped one.
    let mut artist = Artist::on_sheet("ski-the-mountain", kurbo::Size::new(841.0, 594.0));
    artist.take(Tool::Space);
    let (towns, tops) = ([(110.0, 500.0), (690.0, 510.0)], [(130.0, 90.0), (640.0, 80.0)]);
    for (kind, spots) in [("town", &towns[..]), ("lift", &tops), ("restaurant", &[(400.0, 300.0)])] {
        artist.bears("kind", kind);
        spots.iter().for_each(|at| artist.held(Modifiers::ALT, |a| a.click(*at)));
    }
    let [west, east, first_top, second_top, hut] = ["a01", "a02", "a03", "a04", "a05"].map(|id| artist.space(id));
    artist.pen("Bus");
    artist.drag(&[west, east]);
    artist.pen("Lift");
    artist.drag(&[west, first_top]);
    artist.list("Lift: Type", "cable");
    artist.drag(&[east, second_top]);
    // From both tops one comes to the hut, too.
    artist.pen("Piste");
    artist.take(Tool::Course);
    // Each course is a run, for so many points more than the last.
    artist.tick("Join by a path: Run");
    for (colour, top, by, foot, more) in [
        ("Green", hut, &[(280.0, 470.0)][..], west, 10.0),
        ("Red", first_top, &[(360.0, 120.0), (200.0, 260.0)], hut, 10.0),
        ("Blue", second_top, &[(500.0, 200.0)], hut, -6.0),
        ("Black", second_top, &[(790.0, 150.0), (570.0, 270.0), (780.0, 400.0)], east, 16.0),
    ] {
        artist.choose(&format!("Stamp: {colour} piste"));
        artist.turn("Run: Points", more);
        artist.click(top);
        by.iter().for_each(|at| artist.click(*at));
        artist.click(foot);
    }
    let count = artist.document().spaces().len();
    assert_eq!(artist.document().paths().len(), 4, "{}", artist.text());
    assert!(artist.text().contains("(kind: \"Bus\", chain: [\"a01\", \"a02\"])"), "{}", artist.text());
    assert!(artist.text().contains("name: \"Lift 2\", from: \"a02\", to: \"a04\", type: cable"), "{}", artist.text());
    artist.window.step();
    let says = |label: &str| label.contains("red") && label.contains("number 2");
    assert!(artist.window.query_all_by(|node| node.label().is_some_and(|label| says(&label))).next().is_some());
    artist.play();
    assert!(count >= 40 && artist.actions <= 45, "{count} spaces in {} actions", artist.actions);
    artist.let_bots_race();
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
