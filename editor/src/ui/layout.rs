//! The panes of each room and their layout: the first one, the one last used, and its changes with the size of the window.

use std::collections::BTreeMap;

use egui::Vec2;
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use super::action::{Pane, Room};
use super::panel_cards;

/// The gap between two panes, in points.
pub const GAP: f32 = 2.0;
/// The width, in points, below which a window begins with fewer columns.
const NARROW: f32 = 1_000.0;
/// The least share of a row or column that the board keeps.
const BOARD: f32 = 0.35;
/// Smaller shares, in points, count as never set.
const LEAST: f32 = 24.0;

/// The layouts of all rooms. A narrow window has layouts of its own, whatever lies where in a wide one.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Layouts {
    wide: Rooms,
    narrow: Rooms,
    /// Whether the window is narrow now.
    #[serde(skip)]
    is_narrow: bool,
    /// The panes to bring to the front when their room is shown, in this order.
    #[serde(skip)]
    wanted: Vec<Pane>,
    /// The pane of those in need of more room that the last frame showed.
    #[serde(skip)]
    pub shows: Option<Pane>,
    /// The tile of the board being shown.
    #[serde(skip)]
    pub middle: Option<TileId>,
}

/// The layouts in windows of about the same width. A missing one is made when its room is shown.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Rooms {
    play: Option<Tree<Pane>>,
    draw: Option<Tree<Pane>>,
    /// The height of the cards before they were folded; `None` while they are unfolded.
    folded: Option<f32>,
    /// The height of what the start page came before, in the same place, as long as that is in front.
    #[serde(skip)]
    before_start: Option<f32>,
    /// The tiles with less room than they should have.
    #[serde(skip)]
    squeezed: [Squeezed; 2],
}

/// The tiles that have less room than they should, because the window is small: their own size, and the size they were given.
pub type Squeezed = BTreeMap<u64, (f32, f32)>;

impl Layouts {
    fn here(&self) -> &Rooms {
        if self.is_narrow { &self.narrow } else { &self.wide }
    }

    fn here_mut(&mut self) -> &mut Rooms {
        if self.is_narrow { &mut self.narrow } else { &mut self.wide }
    }

    fn of(&mut self, room: Room) -> &mut Option<Tree<Pane>> {
        match room {
            Room::Play => &mut self.here_mut().play,
            Room::Draw => &mut self.here_mut().draw,
        }
    }

    /// Takes a room's layout out, to be put back later. A layout that has lost a pane is replaced by a new one.
    pub fn take(&mut self, room: Room, size: Vec2) -> Tree<Pane> {
        self.is_narrow = size.x < NARROW;
        let tree = self.of(room).take().filter(|tree| is_whole(tree, room)).unwrap_or_else(|| {
            if room == Room::Play {
                // In a small window the board comes before the cards.
                self.here_mut().folded = self.is_narrow.then(|| cards_height(size));
            }
            usual(room, size)
        });
        self.middle = tree.tiles.find_pane(&Pane::middle(room));
        tree
    }

    /// Returns the tiles of a room with less room than they should have.
    pub fn squeezed(&mut self, room: Room) -> &mut Squeezed {
        &mut self.here_mut().squeezed[usize::from(room == Room::Draw)]
    }

    /// Brings a pane to the front, now or when its room is next shown.
    pub fn want(&mut self, pane: Pane) {
        self.wanted.retain(|wanted| *wanted != pane);
        self.wanted.push(pane);
    }

    /// Returns the panes of a room to bring to the front now.
    pub fn take_wanted(&mut self, room: Room) -> Vec<Pane> {
        let (here, elsewhere) = self.wanted.drain(..).partition(|pane| Pane::of(room).contains(pane));
        self.wanted = elsewhere;
        here
    }

    pub fn put(&mut self, room: Room, tree: Tree<Pane>) {
        *self.of(room) = Some(tree);
        if room == Room::Play && !self.is_in_front(room, Pane::Start) {
            self.here_mut().before_start = None;
        }
    }

    /// Puts all panes back to their first places, in windows of this width.
    pub fn reset(&mut self) {
        *self.here_mut() = Rooms::default();
    }

    /// Whether the cards are folded into a line of names.
    pub fn is_folded(&self) -> bool {
        self.here().folded.is_some()
    }

    /// Folds the cards into a line of names, or unfolds them to their earlier height.
    pub fn fold(&mut self, on: bool) {
        let Rooms { play: Some(tree), folded, .. } = self.here_mut() else { return };
        match (on, *folded) {
            (true, None) => {
                *folded = height_of(tree, Pane::Cards);
                set_height(tree, Pane::Cards, panel_cards::FOLDED);
            }
            (false, Some(height)) => {
                set_height(tree, Pane::Cards, height);
                *folded = None;
            }
            _ => {}
        }
    }

    /// Gives a pane that comes to the front at least this height.
    pub fn grow(&mut self, tree: &mut Tree<Pane>, pane: Pane, height: f32) {
        let now = height_of(tree, pane).filter(|now| *now < height);
        if now.is_some() {
            set_height(tree, pane, height);
            let before = &mut self.here_mut().before_start;
            *before = now.filter(|_| pane == Pane::Start).or(*before);
        }
    }

    /// Lets the log stand before the start page again where both share a place, which gets as low as it was: what is raced on needs room.
    pub fn leave_start(&mut self) {
        if !self.is_in_front(Room::Play, Pane::Start) {
            return;
        }
        let Rooms { play: Some(tree), before_start, .. } = self.here_mut() else { return };
        let place = |pane: Pane| tree.tiles.find_pane(&pane).and_then(|tile| tree.tiles.parent_of(tile));
        if place(Pane::Start) == place(Pane::Log) {
            if let Some(height) = before_start.take() {
                set_height(tree, Pane::Log, height);
            }
            self.want(Pane::Log);
        }
    }

    /// Returns the layouts as text to save.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads saved layouts. Anything that can't be read becomes the first layout.
    pub fn read(text: &str) -> Layouts {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Whether a pane is in front, not behind another pane's tab.
    pub fn is_in_front(&self, room: Room, pane: Pane) -> bool {
        let Some(tree) = self.shown(room) else { return false };
        let tile = tree.tiles.find_pane(&pane);
        let tabs = tile.and_then(|tile| tree.tiles.parent_of(tile)).and_then(|tabs| tree.tiles.get_container(tabs));
        matches!(tabs, Some(Container::Tabs(tabs)) if tabs.active == tile)
    }

    /// Returns the layout in which a room was last shown.
    pub fn shown(&self, room: Room) -> Option<&Tree<Pane>> {
        match room {
            Room::Play => self.here().play.as_ref(),
            Room::Draw => self.here().draw.as_ref(),
        }
    }
}

/// Whether every pane of the room occurs exactly once, and no other pane does.
fn is_whole(tree: &Tree<Pane>, room: Room) -> bool {
    let (mut seen, mut panes) = (vec![], vec![]);
    let mut open: Vec<TileId> = tree.root.into_iter().collect();
    while let Some(tile) = open.pop() {
        if seen.contains(&tile) {
            return false;
        }
        seen.push(tile);
        match tree.tiles.get(tile) {
            Some(Tile::Pane(pane)) => panes.push(*pane),
            Some(Tile::Container(container)) => open.extend(container.children().copied()),
            None => return false,
        }
    }
    panes.sort();
    let mut wanted = Pane::of(room).to_vec();
    wanted.sort();
    panes == wanted && finite(tree)
}

/// Whether all shares are finite, and can be divided by where that is needed.
fn finite(tree: &Tree<Pane>) -> bool {
    let is_good = |tile: &Tile<Pane>| match tile {
        Tile::Container(Container::Linear(linear)) => linear.children.iter().all(|child| {
            let share = linear.shares[*child];
            share.is_finite() && share >= 0.0
        }),
        Tile::Container(Container::Grid(grid)) => {
            grid.col_shares.iter().chain(&grid.row_shares).all(|s| s.is_finite() && *s > 0.0)
        }
        _ => true,
    };
    tree.tiles.tiles().all(is_good)
}

/// Makes the first layout of a room. Its shares are points.
fn usual(room: Room, size: Vec2) -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let is_narrow = size.x < NARROW;
    let root = match room {
        Room::Play => play(&mut tiles, size, is_narrow),
        Room::Draw => draw(&mut tiles, size, is_narrow),
    };
    let id = match room {
        Room::Play => "panes for playing",
        Room::Draw => "panes for drawing",
    };
    Tree::new(egui::Id::unique(id), root, tiles)
}

/// The height of unfolded cards, with their tab.
fn cards_height(size: Vec2) -> f32 {
    panel_cards::height(size.y) + 24.0
}

fn play(tiles: &mut Tiles<Pane>, size: Vec2, is_narrow: bool) -> TileId {
    // A few lines of log are enough, and the last one in a small window: panes behind the log get more room when they come to the front.
    let log_height = if is_narrow { 64.0 } else { (size.y * 0.15).clamp(90.0, 220.0) };
    let cards = tabs(tiles, &[Pane::Cards]);
    let cards_height = if is_narrow { panel_cards::FOLDED } else { cards_height(size) };
    // In a small window the start page must not stand before the question.
    let below = [Pane::Log, Pane::Rules, Pane::Statistics, Pane::Problems, Pane::Why, Pane::Start];
    let log = tabs(tiles, if is_narrow { &below } else { &below[..5] });
    let board = tabs(tiles, &[Pane::Board]);
    let middle = row(tiles, LinearDir::Vertical, &[(board, 0.0), (log, log_height)]);
    if is_narrow {
        let left = row(tiles, LinearDir::Vertical, &[(middle, 0.0), (cards, cards_height)]);
        let side = tabs(tiles, &[Pane::Race, Pane::Setup]);
        return row(tiles, LinearDir::Horizontal, &[(left, 0.0), (side, 300.0)]);
    }
    let setup = tabs(tiles, &[Pane::Setup, Pane::Start]);
    let upper = row(tiles, LinearDir::Horizontal, &[(setup, 246.0), (middle, 0.0)]);
    // Cards lie at the bottom, from the window's left edge on, so that they have room.
    let left = row(tiles, LinearDir::Vertical, &[(upper, 0.0), (cards, cards_height)]);
    let race = tabs(tiles, &[Pane::Race]);
    row(tiles, LinearDir::Horizontal, &[(left, 0.0), (race, 340.0)])
}

fn draw(tiles: &mut Tiles<Pane>, size: Vec2, is_narrow: bool) -> TileId {
    let tools = tabs(tiles, &[Pane::Tools]);
    let sheet = tabs(tiles, &[Pane::Sheet]);
    // The tabs of problems and steps have room for their counts.
    let inspector = tabs(tiles, &[Pane::Inspector, Pane::Looks, Pane::History]);
    let below = tabs(tiles, &[Pane::Faults, Pane::Steps, Pane::Layers]);
    let below_height = size.y * 0.4;
    // What is wrong stands beside the board, which keeps its height.
    let side = row(tiles, LinearDir::Vertical, &[(inspector, size.y - below_height), (below, below_height)]);
    let (left, right) = if is_narrow { (190.0, 230.0) } else { (236.0, 290.0) };
    row(tiles, LinearDir::Horizontal, &[(tools, left), (sheet, 0.0), (side, right)])
}

fn tabs(tiles: &mut Tiles<Pane>, panes: &[Pane]) -> TileId {
    let children: Vec<TileId> = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
    tiles.insert_tab_tile(children)
}

/// Puts tiles side by side, each with its size in points.
fn row(tiles: &mut Tiles<Pane>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(dir, children.iter().map(|(tile, _)| *tile).collect());
    children.iter().for_each(|(tile, points)| linear.shares.set_share(*tile, *points));
    tiles.insert_container(linear)
}

/// Gives the board the room that is left. All others keep their size in points, whatever the window's size.
pub fn fit(tree: &mut Tree<Pane>, squeezed: &mut Squeezed, board: Pane, size: Vec2, tab_bar: f32) {
    let Some(board) = tree.tiles.find_pane(&board) else { return };
    let (mut at, mut size) = (tree.root, size);
    while let Some(tile) = at.filter(|tile| *tile != board) {
        let Some(container) = tree.tiles.get_container(tile) else { return };
        let children = on_show(&tree.tiles, container);
        let Some(towards) = children.iter().copied().find(|child| holds(&tree.tiles, *child, board)) else { return };
        match tree.tiles.get_mut(tile) {
            Some(Tile::Container(Container::Linear(linear))) => {
                let along = if linear.dir == LinearDir::Horizontal { &mut size.x } else { &mut size.y };
                let total = (*along - GAP * (children.len() - 1) as f32).max(1.0);
                *along = split(linear, squeezed, &children, towards, total);
            }
            Some(Tile::Container(Container::Tabs(_))) => size.y -= tab_bar,
            _ => return,
        }
        at = Some(towards);
    }
}

/// Returns the height of a pane, if it is in a column.
fn height_of(tree: &Tree<Pane>, pane: Pane) -> Option<f32> {
    let (tabs, column) = in_column(tree, pane)?;
    match tree.tiles.get(column) {
        Some(Tile::Container(Container::Linear(linear))) => Some(linear.shares[tabs]),
        _ => None,
    }
}

fn set_height(tree: &mut Tree<Pane>, pane: Pane, height: f32) {
    let Some((tabs, column)) = in_column(tree, pane) else { return };
    if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(column) {
        linear.shares.set_share(tabs, height);
    }
}

/// Returns the tabs that hold a pane, and the column that holds those.
fn in_column(tree: &Tree<Pane>, pane: Pane) -> Option<(TileId, TileId)> {
    let tabs = tree.tiles.parent_of(tree.tiles.find_pane(&pane)?)?;
    let column = tree.tiles.parent_of(tabs)?;
    let is_column =
        matches!(tree.tiles.get(column), Some(Tile::Container(Container::Linear(linear))) if linear.dir == LinearDir::Vertical);
    is_column.then_some((tabs, column))
}

/// Sets the shares of a row or column in points. Returns the rest, which goes to the child that holds the board.
fn split(linear: &mut Linear, squeezed: &mut Squeezed, children: &[TileId], towards: TileId, total: f32) -> f32 {
    let others: Vec<TileId> = children.iter().copied().filter(|child| *child != towards).collect();
    // A tile that the user has moved there has no size yet.
    for other in &others {
        if linear.shares[*other] < LEAST {
            linear.shares.set_share(*other, total * (1.0 - BOARD) / children.len() as f32);
        }
    }
    // A tile that was squeezed gets its size back, unless the user has changed it since.
    for other in &others {
        if let Some((wanted, given)) = squeezed.remove(&other.0).filter(|(_, given)| (linear.shares[*other] - given).abs() < 0.5)
        {
            linear.shares.set_share(*other, wanted.max(given));
        }
    }
    let wanted: f32 = others.iter().map(|other| linear.shares[*other]).sum();
    let most = total * (1.0 - BOARD);
    if wanted > most {
        for other in &others {
            let wished = linear.shares[*other];
            linear.shares[*other] *= most / wanted;
            squeezed.insert(other.0, (wished, linear.shares[*other]));
        }
    }
    let left = total - wanted.min(most);
    linear.shares.set_share(towards, left);
    left
}

/// Whether a tile is or contains another.
fn holds(tiles: &Tiles<Pane>, tile: TileId, wanted: TileId) -> bool {
    tile == wanted
        || tiles.get_container(tile).is_some_and(|container| container.children().any(|child| holds(tiles, *child, wanted)))
}

/// Returns the visible children of a container.
fn on_show(tiles: &Tiles<Pane>, container: &Container) -> Vec<TileId> {
    container.children().copied().filter(|child| tiles.is_visible_in_layout(*child)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [Vec2; 4] = [Vec2::new(1280.0, 740.0), Vec2::new(800.0, 500.0), Vec2::new(1920.0, 1000.0), Vec2::new(1.0, 1.0)];

    #[test]
    fn every_pane_has_its_place() {
        for room in [Room::Play, Room::Draw] {
            for size in SIZES {
                assert!(is_whole(&usual(room, size), room), "{room:?} {size:?}");
            }
        }
    }

    #[test]
    fn what_was_kept_comes_back_and_what_is_damaged_is_as_at_first() {
        let mut layouts = Layouts::default();
        for room in [Room::Play, Room::Draw] {
            let tree = layouts.take(room, SIZES[0]);
            layouts.put(room, tree);
        }
        let text = layouts.written();
        let read = Layouts::read(&text);
        assert_eq!(read.shown(Room::Play), layouts.shown(Room::Play));
        assert!(read.shown(Room::Draw).is_some());
        for damaged in ["", "{", "[1,2]", &text.replace("Inspector", "Nothing"), &text[..text.len() / 2]] {
            assert!(Layouts::read(damaged).shown(Room::Play).is_none(), "{damaged}");
        }
        // One pane is missing, and another occurs twice.
        let twice = text.replace("\"Setup\"", "\"Log\"");
        assert_ne!(twice, text);
        let mut read = Layouts::read(&twice);
        assert!(read.shown(Room::Play).is_some());
        assert!(is_whole(&read.take(Room::Play, SIZES[0]), Room::Play));
    }

    #[test]
    fn beside_the_board_sizes_stay_when_the_window_grows() {
        let mut tree = usual(Room::Draw, SIZES[0]);
        let mut squeezed = Squeezed::default();
        let share = |tree: &Tree<Pane>, pane: Pane| {
            let mut at = tree.tiles.find_pane(&pane).expect("it is there");
            loop {
                let above = tree.tiles.parent_of(at).expect("every pane is in a row");
                match tree.tiles.get_container(above) {
                    Some(Container::Linear(row)) if row.dir == LinearDir::Horizontal => return row.shares[at],
                    _ => at = above,
                }
            }
        };
        fit(&mut tree, &mut squeezed, Pane::Sheet, SIZES[0], 24.0);
        assert_eq!((share(&tree, Pane::Tools), share(&tree, Pane::Inspector)), (236.0, 290.0));
        fit(&mut tree, &mut squeezed, Pane::Sheet, SIZES[2], 24.0);
        assert_eq!((share(&tree, Pane::Tools), share(&tree, Pane::Inspector)), (236.0, 290.0));
        fit(&mut tree, &mut squeezed, Pane::Sheet, Vec2::new(400.0, 300.0), 24.0);
        assert!(share(&tree, Pane::Tools) + share(&tree, Pane::Inspector) <= 400.0 * (1.0 - BOARD) + 1.0);
        fit(&mut tree, &mut squeezed, Pane::Sheet, Vec2::new(300.0, 300.0), 24.0);
        fit(&mut tree, &mut squeezed, Pane::Sheet, SIZES[0], 24.0);
        assert_eq!((share(&tree, Pane::Tools), share(&tree, Pane::Inspector)), (236.0, 290.0), "there is room again");
    }
}
