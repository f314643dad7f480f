//! The course: tiles and the ways between them.

use std::ops::RangeInclusive;

/// The part of the board to which a tile belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    Course,
    Start,
    Exit,
    Recovery,
    Shooting,
    Penalty,
    HomeStraight,
    Finish,
}

/// What lies under a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    Plain,
    Climb,
    Downhill,
}

/// One tile, with the ways on from it.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    pub area: Area,
    pub terrain: Terrain,
    /// Dots paid for entering: 2 for a climbing tile, else 1, also for the two areas together on the last loop.
    pub price: u8,
    /// Holds any number of racers and gives no draft.
    pub shared: bool,
    pub ahead: Option<u16>,
    pub around: Option<u16>,
    pub homeward: Option<u16>,
}

/// A whole course, and where its special tiles are.
#[derive(Clone, Debug)]
pub struct Board {
    pub tiles: Vec<Tile>,
    pub start: u16,
    pub exit: u16,
    pub recovery: u16,
    pub shooting: u16,
}

impl Board {
    /// Builds a board from one value for each tile. Panics unless start, exit, recovery and shooting area exist.
    pub fn new(
        area: &[Area],
        terrain: &[Terrain],
        ahead: &[Option<u16>],
        around: &[Option<u16>],
        homeward: &[Option<u16>],
    ) -> Board {
        let tile = |i: usize| Tile {
            area: area[i],
            terrain: terrain[i],
            price: if terrain[i] == Terrain::Climb && area[i] != Area::Recovery { 2 } else { 1 },
            shared: matches!(area[i], Area::Start | Area::Recovery | Area::Shooting | Area::Exit | Area::Finish),
            ahead: ahead[i],
            around: around[i],
            homeward: homeward[i],
        };
        let the = |wanted: Area| {
            let found = area.iter().position(|area| *area == wanted);
            found.unwrap_or_else(|| panic!("a board needs a tile of area {wanted:?}")) as u16
        };
        Board {
            tiles: (0..area.len()).map(tile).collect(),
            start: the(Area::Start),
            exit: the(Area::Exit),
            recovery: the(Area::Recovery),
            shooting: the(Area::Shooting),
        }
    }

    /// Builds a course with tiles in the order of our tracks: start, loop, recovery, shooting, three penalty tiles,
    /// `home_straight` tiles, finish. Tile k of the loop has the index k; the start joins at tile 2.
    pub fn course(
        loop_tiles: u16,
        climbs: &[RangeInclusive<u16>],
        downhills: &[RangeInclusive<u16>],
        home_straight: u16,
    ) -> Board {
        let (exit, recovery) = (1, loop_tiles + 1);
        let (penalty, home) = (recovery + 2, recovery + 5);
        let finish = home + home_straight;
        let size = usize::from(finish) + 1;

        let mut area = vec![Area::Course; size];
        let mut terrain = vec![Terrain::Plain; size];
        let mut ahead: Vec<Option<u16>> = (1..=finish + 1).map(Some).collect();
        let mut around = vec![None; size];
        let mut homeward = vec![None; size];

        area[0] = Area::Start;
        area[usize::from(exit)] = Area::Exit;
        area[usize::from(recovery)] = Area::Recovery;
        area[usize::from(recovery) + 1] = Area::Shooting;
        area[usize::from(penalty)..usize::from(home)].fill(Area::Penalty);
        area[usize::from(home)..size - 1].fill(Area::HomeStraight);
        area[size - 1] = Area::Finish;
        for (runs, kind) in [(climbs, Terrain::Climb), (downhills, Terrain::Downhill)] {
            for tile in runs.iter().cloned().flatten() {
                terrain[usize::from(tile)] = kind;
            }
        }
        ahead[0] = Some(exit + 1);
        ahead[usize::from(recovery) + 1] = Some(exit);
        ahead[usize::from(penalty) + 2] = Some(exit + 1);
        ahead[size - 1] = None;
        around[usize::from(exit)] = Some(penalty);
        around[usize::from(penalty) + 2] = Some(penalty);
        homeward[usize::from(recovery)] = Some(home);
        Board::new(&area, &terrain, &ahead, &around, &homeward)
    }

    /// The tile with this index.
    #[inline]
    pub fn tile(&self, index: u16) -> &Tile {
        &self.tiles[usize::from(index)]
    }
}
