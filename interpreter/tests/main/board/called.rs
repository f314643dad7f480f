//! What people call spaces.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::data::track::called::{Named, NamedSpace, Place, Places, names};

fn space<'a>(id: &'a str, x: f64, says: &[(&'a str, &'a str)]) -> NamedSpace<'a> {
    NamedSpace { id, at: (x, 0.0), says: says.iter().map(|(field, value)| (*field, (*value).into())).collect(), name: None }
}

fn called(board: &Named<'_>, places: &Places) -> Vec<String> {
    names(board, places).iter().map(|name| name.to_string()).collect()
}

#[test]
fn spaces_are_called_as_the_board_shows_them() {
    let (area, kind) = (Arc::<str>::from("area"), |name: &str| Place { name: name.into(), is_sign: true });
    let places = Places {
        words: [((area.clone(), "start".into()), kind("Start")), ((area.clone(), "hut".into()), kind("Hut"))].into(),
        titles: [((area, "home_straight".into()), "Finish section".into())].into(),
        numbers: BTreeSet::new(),
        has_rules: true,
    };
    let mut spaces: Vec<NamedSpace<'_>> = ["s", "a1", "a2", "a3", "x1", "x2", "h1", "h2", "Mid-Town", "f1"]
        .into_iter()
        .zip(0..)
        .map(|(id, n)| space(id, f64::from(n * 10), &[]))
        .collect();
    spaces[0].says = vec![("area", "start".into())];
    spaces[6].says = vec![("area", "hut".into())];
    spaces[7].says = vec![("area", "hut".into())];
    spaces[9].says = vec![("area", "home_straight".into())];
    spaces[2].name = Some("The Bridge".into());
    let links = [("next", 0, 1), ("next", 1, 2), ("next", 2, 3), ("side", 3, 4), ("side", 4, 5), ("side", 5, 6)];
    let board = Named { spaces, links: links.into(), paths: vec![] };
    assert_eq!(
        called(&board, &places),
        [
            "Start",
            "tile 1",
            "The Bridge",
            "tile 3",
            "the space after tile 3",
            "the space before Hut 1",
            "Hut 1",
            "Hut 2",
            "Mid Town",
            "Finish section 1"
        ]
    );
    let runs = Named { paths: vec![("Bear".into(), vec![4, 5])], ..board };
    assert_eq!(called(&runs, &places)[4..6], ["Bear 1", "Bear 2"]);
}

#[test]
fn spaces_of_another_course_are_called_by_it() {
    let spaces: Vec<NamedSpace<'_>> = (0..9).map(|n| space("", f64::from(n) * 10.0, &[])).collect();
    let links = [(0, 1), (1, 2), (2, 3), (7, 6), (6, 5), (5, 4)].map(|(from, to)| ("on", from, to));
    let board = Named { spaces, links: links.into(), paths: vec![] };
    let names = called(&board, &Places::default());
    assert_eq!(names[..4], ["tile 1", "tile 2", "tile 3", "tile 4"]);
    assert_eq!(names[4..], ["tile 4 of course 2", "tile 3 of course 2", "tile 2 of course 2", "tile 1 of course 2", "space 9"]);
}

#[test]
fn numbers_that_tell_all_spaces_apart_are_their_names() {
    let spaces = vec![
        space("0-1", 0.0, &[("line", "0"), ("lane", "1")]),
        space("0-2", 0.0, &[("line", "0"), ("lane", "2")]),
        space("1-1", 10.0, &[("line", "1"), ("lane", "1")]),
    ];
    let numbers = ["line", "lane"].map(Arc::from).into();
    let places = Places { numbers, has_rules: true, ..Places::default() };
    let mut board = Named { spaces, links: vec![("on", 0, 2)], paths: vec![] };
    assert_eq!(called(&board, &places), ["line 0 lane 1", "line 0 lane 2", "line 1 lane 1"]);
    board.spaces[1].says[1].1 = "1".into();
    assert_eq!(called(&board, &places), ["tile 1", "space 2", "tile 2"], "two of them say the same");
}

#[test]
fn the_first_of_a_course_that_comes_round_is_the_one_listed_first() {
    let spaces = vec![space("a", 0.0, &[]), space("b", 10.0, &[]), space("c", 5.0, &[])];
    let board = Named { spaces, links: vec![("on", 1, 2), ("on", 2, 0), ("on", 0, 1)], paths: vec![] };
    assert_eq!(called(&board, &Places::default()), ["tile 1", "tile 2", "tile 3"]);
}

#[test]
fn a_course_that_comes_round_is_not_left_where_another_way_leads_on_straighter() {
    // At b, the way from x leads straight on to c, that from a hardly on.
    let places = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (10.0, -10.0), (10.0, -20.0)];
    let spaces = ["a", "b", "c", "d", "x", "y"].into_iter().zip(places);
    let spaces = spaces.map(|(id, at)| NamedSpace { at, ..space(id, 0.0, &[]) }).collect();
    let links = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 1), (5, 4)].map(|(from, to)| ("on", from, to));
    let board = Named { spaces, links: links.into(), paths: vec![] };
    assert_eq!(called(&board, &Places::default())[..4], ["tile 1", "tile 2", "tile 3", "tile 4"]);
}
