//! Where art may lie: what is taken by the course, its labels and its links, and the best free place for something.

use emath::{Pos2, Rect, Vec2, pos2, vec2};

use super::ribbon::Strand;
use super::{Subject, unit};

/// How many cells the sheet is divided into, at most.
const MOST_CELLS: f32 = 40_000.0;
/// How near art may come to spaces, in millimetres.
pub const NEAR: f32 = 2.0;
/// The least distance of a panel from the rim of the sheet, in units.
const RIM: f32 = 4.0;

/// What is taken, by cells of the sheet.
#[derive(Clone)]
pub struct Taken {
    cell: f32,
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
    /// How many cells may still be looked at. Then everything counts as taken, so that no track takes long.
    budget: usize,
    sheet: Vec2,
    unit: f32,
    treeless: Vec<Rect>,
}

/// What a cell says of the places in it.
#[derive(Clone, Debug)]
enum Cell {
    /// All are taken.
    Taken,
    /// Near these discs, some are.
    Near(Vec<(Pos2, f32)>),
}

/// See `budget`.
const MOST_LOOKS: usize = 20_000_000;

impl Taken {
    pub fn of(subject: &Subject, strands: &[Strand]) -> Taken {
        let unit = unit(subject);
        let sheet = subject.sheet;
        let cell = (2.5 * unit).max((sheet.x * sheet.y / MOST_CELLS).sqrt()).max(sheet.max_elem() / 2_000.0);
        let count = |side: f32| (side / cell).ceil().max(1.0) as usize;
        let (columns, rows) = (count(sheet.x), count(sheet.y));
        let cells = vec![Cell::Near(vec![]); columns * rows];
        let mut taken = Taken { cell, columns, rows, cells, budget: MOST_LOOKS, sheet, unit, treeless: vec![] };
        subject.labels.iter().for_each(|frame| taken.add_frame(*frame));
        for strand in strands {
            let mut last: Option<Pos2> = None;
            for at in &strand.points {
                if last.is_none_or(|last| last.distance(*at) > strand.width / 8.0) {
                    // Between two discs, the ribbon is a little wider than they are.
                    taken.add(*at, strand.width * 0.53);
                    last = Some(*at);
                }
            }
        }
        for space in &subject.spaces {
            let long = if space.tile.round { space.tile.half } else { space.tile.half * space.tile.long.hypot(1.0) };
            // Corners that reach beyond the ribbon have some air, too.
            taken.add(space.tile.at, long + 1.4 * unit);
        }
        let step = cell.max(2.0);
        for line in &subject.lines {
            for pair in line.windows(2) {
                let steps = ((pair[0].distance(pair[1]) / step).ceil().clamp(1.0, 2_000.0)) as usize;
                (0..=steps).for_each(|n| taken.add(pair[0].lerp(pair[1], n as f32 / steps as f32), step * 0.5));
            }
        }
        taken
    }

    /// The cells that a frame touches, by their first and last column and row; none if it lies beside the sheet.
    fn cells(&self, frame: Rect) -> Option<[usize; 4]> {
        let last = |high: f32, count: usize| ((high / self.cell) as usize).min(count - 1);
        let first = |low: f32| (low / self.cell).max(0.0) as usize;
        let [x0, y0] = [first(frame.min.x), first(frame.min.y)];
        let is_beside = frame.max.x < 0.0 || frame.max.y < 0.0 || x0 >= self.columns || y0 >= self.rows || frame.any_nan();
        (!is_beside).then(|| [x0, y0, last(frame.max.x, self.columns), last(frame.max.y, self.rows)])
    }

    /// Takes a disc. It is noted in each cell from which one may ask for it.
    pub fn add(&mut self, at: Pos2, radius: f32) {
        let far = radius + NEAR.max(NEAR * self.unit) + self.cell;
        let Some([x0, y0, x1, y1]) = self.cells(Rect::from_center_size(at, Vec2::splat(far * 2.0))) else { return };
        for row in y0..=y1 {
            for column in x0..=x1 {
                self.budget = self.budget.saturating_sub(1);
                if self.budget == 0 {
                    return;
                }
                let middle = (vec2(column as f32, row as f32) + Vec2::splat(0.5)) * self.cell;
                let cell = &mut self.cells[row * self.columns + column];
                let Cell::Near(discs) = cell else { continue };
                if middle.to_pos2().distance(at) + self.cell * 0.71 < radius {
                    *cell = Cell::Taken;
                } else {
                    discs.push((at, radius));
                }
            }
        }
    }

    /// Lets no tree grow in a frame, in which panels may lie.
    pub fn shut_out_trees(&mut self, frame: Rect) {
        self.treeless.push(frame);
    }

    pub fn lets_trees_grow(&self, at: Pos2) -> bool {
        !self.treeless.iter().any(|frame| frame.contains(at))
    }

    pub fn add_frame(&mut self, frame: Rect) {
        let Some([x0, y0, x1, y1]) = self.cells(frame.expand(NEAR)) else { return };
        for row in y0..=y1 {
            self.cells[row * self.columns..][x0..=x1].fill(Cell::Taken);
        }
    }

    /// Returns whether nothing lies nearer to a place than `near` millimetres, up to [`NEAR`] or a cell.
    pub fn is_free(&self, at: Pos2, near: f32) -> bool {
        let (column, row) = ((at.x / self.cell).max(0.0) as usize, (at.y / self.cell).max(0.0) as usize);
        self.budget > 0
            && match &self.cells[row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)] {
                Cell::Taken => false,
                Cell::Near(discs) => discs.iter().all(|(other, radius)| other.distance(at) >= radius + near),
            }
    }

    /// Returns the free frame of this size with the highest score, which is given its middle and how many millimetres around it are free, up
    /// to 6 units.
    pub fn best(&self, size: Vec2, score: impl Fn(Pos2, f32) -> f32) -> Option<Rect> {
        // How many taken cells lie left of and above each corner.
        let wide = self.columns + 1;
        let mut sums = vec![0u32; wide * (self.rows + 1)];
        for row in 0..self.rows {
            for column in 0..self.columns {
                let middle = pos2(column as f32 + 0.5, row as f32 + 0.5) * self.cell;
                let taken = u32::from(!self.is_free(middle, self.cell * 0.7));
                let at = |row: usize, column: usize| row * wide + column;
                sums[at(row + 1, column + 1)] =
                    taken + sums[at(row, column + 1)] + sums[at(row + 1, column)] - sums[at(row, column)];
            }
        }
        let is_clear = |frame: Rect| {
            let low = (frame.min.to_vec2() / self.cell).floor().max(Vec2::ZERO);
            let high = (frame.max.to_vec2() / self.cell).ceil();
            let (x0, y0) = ((low.x as usize).min(self.columns), (low.y as usize).min(self.rows));
            let (x1, y1) = ((high.x.max(0.0) as usize).min(self.columns), (high.y.max(0.0) as usize).min(self.rows));
            let at = |row: usize, column: usize| sums[row * wide + column];
            x0 >= x1 || y0 >= y1 || at(y1, x1) + at(y0, x0) == at(y0, x1) + at(y1, x0)
        };
        let within = Rect::from_min_size(Pos2::ZERO, self.sheet).shrink(RIM * self.unit);
        let mut best: Option<(f32, Rect)> = None;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let frame = Rect::from_min_size(pos2(column as f32 * self.cell, row as f32 * self.cell), size);
                if !within.contains_rect(frame) || !is_clear(frame) {
                    continue;
                }
                let air = [6.0, 4.0, 2.0, 1.0].into_iter().map(|air| air * self.unit).find(|air| is_clear(frame.expand(*air)));
                let score = score(frame.center(), air.unwrap_or(0.0) / self.unit);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, frame));
                }
            }
        }
        best.map(|(_, frame)| frame)
    }

    /// How far places for frames lie apart, in millimetres.
    pub fn step(&self) -> f32 {
        self.cell
    }
}
