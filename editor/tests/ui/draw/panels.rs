//! The title, the legend and the profile of a board, dragged and kept.

use editor::board::art::Panel;
use editor::drawing::edit::written_place;
use editor::drawing::read;
use kurbo::Point;

use super::*;

fn hilly() -> Artist {
    let text = library().read("skoot").tracks["hilly"].clone().expect("it can be read");
    Artist::with("skoot", Some(read::read(&text).expect("a track")))
}

/// Waits until the art of the board is drawn.
fn drawn(artist: &mut Artist) {
    artist.window.step();
    until(&mut artist.window, |window| !window.state().table.draw.as_ref().expect("a board lies there").canvas.awaits_art());
    artist.window.step();
}

#[test]
fn title_legend_and_profile_stay_where_they_are_dragged_or_kept() {
    let mut artist = hilly();
    artist.act(Act::Do(Deed::Edit(Edit::Track { name: "board".into(), value: None })));
    artist.act(Act::Look(None));
    let middle = |artist: &Artist, panel: Panel| artist.draw().canvas.panel_frame(panel).expect("it lies somewhere").center();
    let said = |artist: &Artist| artist.document().header().get("board").map(|board| board.to_string());
    drawn(&mut artist);
    let (before, title) = (said(&artist), middle(&artist, Panel::Title));
    // Over the free ground in the middle.
    let to = (110.0, 107.0);
    artist.drag(&[(title.x, title.y), (90.0, 120.0), to]);
    drawn(&mut artist);
    let now = middle(&artist, Panel::Title);
    assert!(now.distance(pos2(to.0, to.1)) < 25.0 && now != title, "{now:?}");
    // The track keeps it where it lies.
    let place = written_place(Point::new(f64::from(now.x), f64::from(now.y)));
    assert!(said(&artist).is_some_and(|said| said.contains(&format!("title_at: {place}"))), "{place} in {:?}", said(&artist));
    assert_eq!(artist.draw().desk.drawing.undoes(), Some("keep the title in its place"));
    // A click takes the selection back, as it does on the empty sheet, though it trembles; with Shift nothing happens.
    let kept = said(&artist);
    artist.act(Act::Do(Deed::SelectAll));
    let all = artist.draw().desk.selected.clone();
    artist.modifiers = Modifiers::SHIFT;
    artist.click((now.x, now.y));
    artist.modifiers = Modifiers::NONE;
    assert_eq!(artist.draw().desk.selected, all);
    artist.drag(&[(now.x, now.y), (now.x + 0.5, now.y + 0.5)]);
    assert_eq!((artist.draw().desk.selected.len(), said(&artist)), (0, kept));
    artist.command(Command::Undo);
    drawn(&mut artist);
    assert_eq!((said(&artist), middle(&artist, Panel::Title)), (before.clone(), title));
    // By the right button, it is kept where it is, and let go of.
    let legend = middle(&artist, Panel::Legend);
    for is_kept in [true, false] {
        right(&mut artist, (legend.x, legend.y));
        artist.window.get_by_label("Keep here").click();
        drawn(&mut artist);
        assert_eq!(said(&artist).is_some_and(|said| said.contains("legend_at")), is_kept);
        assert_eq!(middle(&artist, Panel::Legend), legend);
    }
    assert_eq!(said(&artist), before);
}

#[test]
fn a_panel_is_seen_where_it_will_lie_and_pushes_no_other_away() {
    let mut artist = hilly();
    artist.act(Act::Look(None));
    let frame = |artist: &Artist, panel: Panel| artist.draw().canvas.panel_frame(panel);
    let no_room = |artist: &Artist| artist.window.query_by_label_contains("No room here").is_some();
    drawn(&mut artist);
    let lay = |artist: &Artist| [Panel::Title, Panel::Legend, Panel::Profile].map(|panel| frame(artist, panel).expect("it lies"));
    let [title, legend, profile] = lay(&artist);
    // Onto the legend, which the track keeps, too: the title comes to lie beside it.
    let (from, to) = (title.center(), legend.center());
    let [from, to] = [from, to].map(|at| artist.at(at.x, at.y));
    artist.moved(from);
    artist.window.step();
    artist.button(from, true);
    for n in 1..=4 {
        artist.moved(from + (to - from) * n as f32 / 4.0);
        artist.window.step();
    }
    drawn(&mut artist);
    assert!(no_room(&artist), "it is said at the pointer");
    let shown = lay(&artist);
    assert_eq!(shown[1..], [legend, profile]);
    assert!(shown[0] != title && !shown[0].intersects(legend), "{:?}", shown[0]);
    artist.button(to, false);
    drawn(&mut artist);
    assert_eq!(lay(&artist), shown, "it lies where it was shown");
    assert!(!no_room(&artist));
    // Dropped before it could be drawn, a panel lies in the same place.
    artist.command(Command::Undo);
    drawn(&mut artist);
    assert_eq!(lay(&artist), [title, legend, profile]);
    let at = |at: Pos2| (at.x, at.y);
    artist.drag(&[at(title.center()), at(legend.center())]);
    drawn(&mut artist);
    assert_eq!(lay(&artist), shown);
    // Escape puts it back.
    let [from, to] = [shown[0], profile].map(|frame| artist.at(at(frame.center()).0, at(frame.center()).1));
    artist.moved(from);
    artist.window.step();
    artist.button(from, true);
    artist.moved(to);
    drawn(&mut artist);
    assert!(lay(&artist)[0] != shown[0]);
    artist.key(Key::Escape);
    artist.button(to, false);
    drawn(&mut artist);
    assert_eq!((lay(&artist), no_room(&artist)), (shown, false));
}

#[test]
fn what_a_track_keeps_without_room_is_let_go_of_under_problems() {
    let text = "(ruleset: \"skoot\", name: \"A long name\", sheet: (width: 60, height: 40), tile: 30, board: (title_at: (30.0, 20.0)), \
        spaces: [(id: \"a\", at: (15, 20)), (id: \"b\", at: (45, 20))], links: [(kind: \"ahead\", chain: [\"a\", \"b\"])])";
    let mut artist = Artist::with("skoot", Some(read::read(text).expect("a track")));
    drawn(&mut artist);
    artist.window.state_mut().shell.layouts.want(Pane::Faults);
    artist.window.run_steps(3);
    artist.window.get_by_label("Place the title automatically").click();
    artist.window.run_steps(3);
    assert_eq!(artist.document().header().get("board"), None);
    assert!(artist.window.query_by_label("Place the title automatically").is_none());
}
