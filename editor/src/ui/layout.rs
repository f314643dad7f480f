//! The panes of each room and their layouts: the first ones, those last used, and their changes with the size of the window.

use std::collections::BTreeMap;

use egui::Vec2;
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use super::action::{Arrangement, Pane, Room};
use super::panel_cards;

/// The gap between two panes, in points.
pub const GAP: f32 = 2.0;
/// The width, in points, below which a window begins with fewer columns.
const NARROW: f32 = 1_000.0;
/// The height, in points, below which what lies below the question becomes tabs beside it.
const LOW: f32 = 430.0;
/// The least share of a row or column that the board keeps at the drawing table, and in windows too small for more.
pub const BOARD: f32 = 0.35;
/// The least shares of the window that the board keeps in a race: of its width and of its height.
const BOARD_IN_PLAY: Vec2 = Vec2::new(0.5, 0.6);
/// The share of a row or column that the panes beside the board keep in any case.
const SMALLEST: f32 = 0.2;
/// The share of its column that *Why?* has while it is in front.
const WHY: f32 = 0.45;
/// Smaller shares, in points, count as never set.
const LEAST: f32 = 24.0;

/// The layouts of all rooms. A narrow window has layouts of its own, and so has a low one, whatever lies where in a large one.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Layouts {
    wide: Rooms,
    narrow: Rooms,
    low: Rooms,
    /// How the room for playing is arranged.
    arrangement: Arrangement,
    /// The arrangement before the board was presented.
    #[serde(skip)]
    before: Arrangement,
    /// The pane that lies over the board while it is presented.
    #[serde(skip)]
    over: Option<Pane>,
    /// How much room the window has now.
    #[serde(skip)]
    space: Space,
    /// The panes to bring to the front when their room is shown, in this order.
    #[serde(skip)]
    wanted: Vec<Pane>,
    /// Whether the text of the rules was on show in the last frame.
    #[serde(skip)]
    pub shows_rules: bool,
    /// The tiles that need no title where they lie alone.
    #[serde(skip)]
    pub untitled: Vec<TileId>,
}

/// How much room there is for panes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Space {
    #[default]
    Large,
    Narrow,
    /// Narrow or not.
    Low,
}

impl Space {
    fn of(size: Vec2) -> Space {
        match size {
            Vec2 { y, .. } if y < LOW => Space::Low,
            Vec2 { x, .. } if x < NARROW => Space::Narrow,
            _ => Space::Large,
        }
    }
}

/// The layouts in windows of about the same size. A missing one is made when its room is shown.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Rooms {
    play: BTreeMap<Arrangement, Kept>,
    draw: Option<Kept>,
    /// The pane for which the drawer beside the board was opened; `None` while it is closed.
    drawer: Option<Pane>,
}

/// A layout.
#[derive(Clone, Serialize, Deserialize)]
struct Kept {
    tree: Tree<Pane>,
    /// The height of the cards before they were folded; `None` while they are unfolded.
    folded: Option<f32>,
    /// While *Why?* is in front, the height that it has and the one that its pane had before.
    #[serde(skip)]
    raised: Option<(f32, f32)>,
    /// The tiles with less room than they should have.
    #[serde(skip)]
    squeezed: Squeezed,
}

/// The tiles that have less room than they should, because the window is small: their own size, and the size they were given.
pub type Squeezed = BTreeMap<u64, (f32, f32)>;

impl Layouts {
    fn here(&self) -> &Rooms {
        match self.space {
            Space::Large => &self.wide,
            Space::Narrow => &self.narrow,
            Space::Low => &self.low,
        }
    }

    fn here_mut(&mut self) -> &mut Rooms {
        match self.space {
            Space::Large => &mut self.wide,
            Space::Narrow => &mut self.narrow,
            Space::Low => &mut self.low,
        }
    }

    fn kept(&self, room: Room) -> Option<&Kept> {
        match room {
            Room::Play => self.here().play.get(&self.arrangement),
            Room::Draw => self.here().draw.as_ref(),
        }
    }

    fn kept_mut(&mut self, room: Room) -> Option<&mut Kept> {
        let arrangement = self.arrangement;
        match room {
            Room::Play => self.here_mut().play.get_mut(&arrangement),
            Room::Draw => self.here_mut().draw.as_mut(),
        }
    }

    /// Returns a room's layout, to be put back later. A layout that has lost a pane is replaced by a new one.
    pub fn take(&mut self, room: Room, size: Vec2) -> Tree<Pane> {
        self.space = Space::of(size);
        let arrangement = self.arrangement;
        if self.kept(room).is_none_or(|kept| !is_whole(&kept.tree, room)) {
            let folds = folds(arrangement, self.space);
            let folded = (room == Room::Play && folds).then(|| cards_height(size));
            let kept = Kept { tree: usual(room, arrangement, size), folded, raised: None, squeezed: Squeezed::default() };
            match room {
                Room::Play => drop(self.here_mut().play.insert(arrangement, kept)),
                Room::Draw => self.here_mut().draw = Some(kept),
            }
        }
        let mut tree = self.kept(room).map_or_else(|| usual(room, arrangement, size), |kept| kept.tree.clone());
        let below: &[Pane] = if arrangement == Arrangement::Play { &[] } else { &[Pane::Cards, Pane::Race] };
        let untitled = below.iter().copied().filter(|_| room == Room::Play).chain([Pane::middle(room)]);
        self.untitled = untitled.filter_map(|pane| tree.tiles.find_pane(&pane)).collect();
        if room == Room::Play {
            let is_docked = self.here().drawer.is_some() && self.space == Space::Large;
            for pane in Pane::of(room) {
                let is_shown =
                    arrangement.shows(*pane) && (arrangement != Arrangement::Play || is_docked || !Pane::DRAWER.contains(pane));
                if let Some(tile) = tree.tiles.find_pane(pane) {
                    tree.set_visible(tile, is_shown);
                }
            }
        }
        tree
    }

    /// Gives the board of a room the space that is left in a layout. `window` is the size of the whole window.
    pub fn fit(&mut self, room: Room, tree: &mut Tree<Pane>, size: Vec2, window: Vec2, tab_bar: f32) {
        let least = if room == Room::Play { window * BOARD_IN_PLAY } else { size * BOARD };
        let is_beside = room == Room::Play && self.arrangement == Arrangement::Play;
        if let Some(kept) = self.kept_mut(room) {
            if is_beside {
                raise(tree, &mut kept.raised);
            }
            fit(tree, &mut kept.squeezed, Pane::middle(room), (size, least), tab_bar);
        }
    }

    pub fn arrangement(&self) -> Arrangement {
        self.arrangement
    }

    /// Arranges the room for playing. The same key leads back from a presentation.
    pub fn arrange(&mut self, arrangement: Arrangement) {
        let is_back = arrangement == Arrangement::Present && self.arrangement == arrangement;
        if self.arrangement != Arrangement::Present {
            self.before = self.arrangement;
        }
        self.arrangement = if is_back { self.before } else { arrangement };
        self.over = None;
    }

    /// Returns the pane that floats over the board: the one asked for in a presentation, or the drawer in a window without room for it beside
    /// the board.
    pub fn floating(&self) -> Option<Pane> {
        match self.arrangement {
            Arrangement::Present => self.over,
            Arrangement::Play => self.here().drawer.filter(|_| self.space != Space::Large),
            Arrangement::Rules | Arrangement::Figures => None,
        }
    }

    /// Closes the drawer, or the pane that lies over a presentation.
    pub fn close_drawer(&mut self) {
        if self.arrangement == Arrangement::Present {
            self.over = None;
        } else {
            self.here_mut().drawer = None;
        }
    }

    /// Brings a pane to the front, now or when its room is next shown. A presentation goes on below it, unless it is one of text or figures.
    pub fn want(&mut self, pane: Pane) {
        if pane.room() == Room::Play && !self.arrangement.shows(pane) {
            if self.arrangement == Arrangement::Present && Arrangement::of(pane) == Arrangement::Play {
                self.over = Some(pane);
                return;
            }
            self.arrange(Arrangement::of(pane));
        }
        if Pane::DRAWER.contains(&pane) {
            self.here_mut().drawer = Some(pane);
        }
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
        if let Some(kept) = self.kept_mut(room) {
            kept.tree = tree;
        }
    }

    /// Puts all panes back to their first places, in windows of this width.
    pub fn reset(&mut self) {
        *self.here_mut() = Rooms::default();
    }

    /// Whether the cards are folded into a line of names.
    pub fn is_folded(&self) -> bool {
        self.kept(Room::Play).is_some_and(|kept| kept.folded.is_some())
    }

    /// Folds the cards into a line of names, or unfolds them to their earlier height.
    pub fn fold(&mut self, on: bool) {
        let Some(Kept { tree, folded, .. }) = self.kept_mut(Room::Play) else { return };
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

    /// Closes the start page: what is raced on needs room.
    pub fn leave_start(&mut self) {
        if self.is_in_front(Room::Play, Pane::Start) {
            self.close_drawer();
        }
    }

    /// Returns the layouts as text to save.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads saved layouts. Anything that can't be read becomes the first layout, and nothing begins as a presentation.
    pub fn read(text: &str) -> Layouts {
        let mut layouts: Layouts = serde_json::from_str(text).unwrap_or_default();
        if layouts.arrangement == Arrangement::Present {
            layouts.arrangement = Arrangement::Play;
        }
        for rooms in [&mut layouts.wide, &mut layouts.narrow, &mut layouts.low] {
            rooms.play.remove(&Arrangement::Present);
        }
        layouts
    }

    /// Whether a pane is in front, not behind another pane's tab.
    pub fn is_in_front(&self, room: Room, pane: Pane) -> bool {
        let Some(tree) = self.shown(room) else { return false };
        let tile = tree.tiles.find_pane(&pane);
        if let Some(floating) = self.floating().filter(|_| room == Room::Play)
            && (floating == pane || Pane::DRAWER.contains(&pane))
        {
            return floating == pane;
        }
        let is_open = self.here().drawer.is_some() || self.arrangement != Arrangement::Play || !Pane::DRAWER.contains(&pane);
        tile.is_some() && is_open && (room == Room::Draw || self.arrangement.shows(pane)) && active_beside(tree, pane) == tile
    }

    /// Returns the layout in which a room was last shown.
    pub fn shown(&self, room: Room) -> Option<&Tree<Pane>> {
        Some(&self.kept(room)?.tree)
    }
}

/// Whether the cards are a line of names at first.
fn folds(arrangement: Arrangement, space: Space) -> bool {
    space != Space::Large || matches!(arrangement, Arrangement::Rules | Arrangement::Figures)
}

/// Returns the tile in front where a pane is.
fn active_beside(tree: &Tree<Pane>, pane: Pane) -> Option<TileId> {
    let tabs = tree.tiles.parent_of(tree.tiles.find_pane(&pane)?)?;
    match tree.tiles.get_container(tabs) {
        Some(Container::Tabs(tabs)) => tabs.active,
        _ => None,
    }
}

/// Whether every pane of the room occurs exactly once, and no other pane does.
pub fn is_whole(tree: &Tree<Pane>, room: Room) -> bool {
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
pub fn usual(room: Room, arrangement: Arrangement, size: Vec2) -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let root = match room {
        Room::Play => play(&mut tiles, arrangement, size),
        Room::Draw => draw(&mut tiles, size),
    };
    let id = match room {
        Room::Play => egui::Id::unique(("panes for playing", arrangement)),
        Room::Draw => egui::Id::unique("panes for drawing"),
    };
    Tree::new(id, root, tiles)
}

/// The height of unfolded cards, with their tab.
fn cards_height(size: Vec2) -> f32 {
    panel_cards::height(size.y) + 24.0
}

/// The pane of the question and those that lie below it, or in a low window behind it.
const RACE_AND_BELOW: [Pane; 4] = [Pane::Race, Pane::Log, Pane::Problems, Pane::Why];

fn play(tiles: &mut Tiles<Pane>, arrangement: Arrangement, size: Vec2) -> TileId {
    let space = Space::of(size);
    let folds = folds(arrangement, space);
    let cards_height = if folds { panel_cards::FOLDED } else { cards_height(size) };
    let cards = tabs(tiles, &[Pane::Cards]);
    let board = tabs(tiles, &[Pane::Board]);
    let is_one = space == Space::Low && arrangement == Arrangement::Play;
    let race = tabs(tiles, if is_one { &RACE_AND_BELOW } else { &RACE_AND_BELOW[..1] });
    // One row below the board: who is asked, what, and the options.
    let race_height = (size.y * 0.14).clamp(84.0, 120.0);
    let (front, hidden) = match arrangement {
        Arrangement::Play => {
            let drawer = tabs(tiles, &Pane::DRAWER);
            let middle = row(tiles, LinearDir::Vertical, &[(board, 0.0), (cards, cards_height)]);
            let side = if is_one {
                race
            } else {
                let log = tabs(tiles, &RACE_AND_BELOW[1..]);
                let log_height = (size.y * 0.2).max(104.0);
                row(tiles, LinearDir::Vertical, &[(race, (size.y - log_height).max(LEAST)), (log, log_height)])
            };
            let width = (size.x * 0.27).clamp(288.0, 440.0);
            let hidden = tabs(tiles, &[Pane::Rules, Pane::Statistics]);
            let all = [(drawer, 246.0), (middle, 0.0), (side, width), (hidden, 0.0)];
            return row(tiles, LinearDir::Horizontal, &all);
        }
        Arrangement::Present => {
            let rest = Pane::of(Room::Play).iter().copied().filter(|pane| !arrangement.shows(*pane));
            let hidden = tabs(tiles, &rest.collect::<Vec<_>>());
            // Most boards are no wider than high, so that what else there is costs them least at their side.
            let middle = row(tiles, LinearDir::Vertical, &[(board, 0.0), (cards, cards_height.min(panel_cards::height(size.y)))]);
            let all = [(middle, 0.0), (race, (size.x * 0.27).clamp(232.0, 480.0)), (hidden, 0.0)];
            return row(tiles, LinearDir::Horizontal, &all);
        }
        Arrangement::Rules => (Pane::Rules, Pane::Statistics),
        Arrangement::Figures => (Pane::Statistics, Pane::Rules),
    };
    // The board stays on the right, as wide as it may be without the text getting too narrow.
    let below_height = if front == Pane::Rules { size.y * 0.34 } else { size.y * 0.26 };
    let upper = tabs(tiles, &[front]);
    let below = tabs(tiles, &[Pane::Problems, Pane::Log, Pane::Why, Pane::Rulebook, Pane::Setup, Pane::Start]);
    let left = row(tiles, LinearDir::Vertical, &[(upper, size.y - below_height), (below, below_height)]);
    let right = row(tiles, LinearDir::Vertical, &[(board, 0.0), (cards, cards_height), (race, race_height)]);
    let hidden = tabs(tiles, &[hidden]);
    row(tiles, LinearDir::Horizontal, &[(left, size.x * 0.46), (right, 0.0), (hidden, 0.0)])
}

fn draw(tiles: &mut Tiles<Pane>, size: Vec2) -> TileId {
    let tools = tabs(tiles, &[Pane::Tools]);
    let sheet = tabs(tiles, &[Pane::Sheet]);
    // The tabs of problems and steps have room for their counts.
    let inspector = tabs(tiles, &[Pane::Inspector, Pane::Looks, Pane::History]);
    let below = tabs(tiles, &[Pane::Faults, Pane::Steps, Pane::Layers]);
    let below_height = size.y * 0.4;
    // What is wrong stands beside the board, which keeps its height.
    let side = row(tiles, LinearDir::Vertical, &[(inspector, size.y - below_height), (below, below_height)]);
    let (left, right) = if size.x < NARROW { (190.0, 230.0) } else { (236.0, 290.0) };
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

/// Gives the board the room that is left, and at least the second size. All others keep their size in points, whatever the window's size.
pub fn fit(tree: &mut Tree<Pane>, squeezed: &mut Squeezed, board: Pane, (size, least): (Vec2, Vec2), tab_bar: f32) {
    let Some(board) = tree.tiles.find_pane(&board) else { return };
    let (mut at, mut size) = (tree.root, size);
    while let Some(tile) = at.filter(|tile| *tile != board) {
        let Some(container) = tree.tiles.get_container(tile) else { return };
        let children = on_show(&tree.tiles, container);
        let Some(towards) = children.iter().copied().find(|child| holds(&tree.tiles, *child, board)) else { return };
        match tree.tiles.get_mut(tile) {
            Some(Tile::Container(Container::Linear(linear))) => {
                let is_row = linear.dir == LinearDir::Horizontal;
                let (along, least) = if is_row { (&mut size.x, least.x) } else { (&mut size.y, least.y) };
                let total = (*along - GAP * (children.len() - 1) as f32).max(1.0);
                *along = split(linear, squeezed, (&children, towards), total, least);
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

/// Gives *Why?* a larger part of its column while it is in front. Afterwards its pane is as high as before, unless the user has changed that.
fn raise(tree: &mut Tree<Pane>, raised: &mut Option<(f32, f32)>) {
    let is_in_front = active_beside(tree, Pane::Why).is_some_and(|tile| tree.tiles.find_pane(&Pane::Why) == Some(tile));
    let (Some(height), Some((tabs, column))) = (height_of(tree, Pane::Why), in_column(tree, Pane::Why)) else { return };
    let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(column) else { return };
    let whole: f32 = linear.children.iter().map(|child| linear.shares[*child]).sum();
    let wanted = match raised.take() {
        None if is_in_front && height < whole * WHY => whole * WHY,
        Some((given, before)) if !is_in_front && (height - given).abs() < 0.5 => before,
        before => {
            *raised = before.filter(|_| is_in_front);
            return;
        }
    };
    if is_in_front {
        *raised = Some((wanted, height));
    }
    let (others, left) = (whole - height, whole - wanted);
    for child in linear.children.clone() {
        let share = if child == tabs { wanted } else { linear.shares[child] * left / others.max(1.0) };
        linear.shares.set_share(child, share);
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
fn split(linear: &mut Linear, squeezed: &mut Squeezed, (children, towards): (&[TileId], TileId), total: f32, least: f32) -> f32 {
    // In a very small window, the board alone would be too little.
    let most = (total - least.ceil()).max(total * SMALLEST);
    let others: Vec<TileId> = children.iter().copied().filter(|child| *child != towards).collect();
    // A tile that the user has moved there has no size yet.
    for other in &others {
        if linear.shares[*other] < LEAST {
            linear.shares.set_share(*other, most / children.len() as f32);
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
