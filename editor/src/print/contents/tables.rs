//! Tables to look things up in: parameters with a value for each key, rows of data, and what cases mean.

use interpreter::data::manifest::Manifest;
use interpreter::face;
use interpreter::ir::{KindId, Type};
use interpreter::program::Program;
use interpreter::rulebook::Rulebook;
use interpreter::show;
use serde_json::{Value, json};

use super::sign;
use crate::faces;
use crate::looks;
use crate::paper::Colours;
use crate::scoresheet::{self, Grid, Sign};
use crate::words::{capital, titled, without_citations};

/// Tables of more rows aren't looked up in, and more columns don't fit on a page.
const MOST_ROWS: usize = 80;
const MOST_COLUMNS: usize = 14;
/// More keys than these stand below each other.
const MOST_BESIDE: usize = 10;

/// All tables of what is switched on, each with its title, what is said of it, the titles of its columns and its rows.
pub fn tables(program: &Program, manifest: &Manifest, book: &Rulebook, colours: Colours) -> Value {
    let maker = Maker { program, manifest, colours };
    let params = book.settings.iter().filter(|setting| setting.is_in_play).filter_map(|setting| {
        let (title, grid) = scoresheet::table(program, manifest, &setting.name)?;
        Some(maker.of_grid(&title, &setting.text, grid))
    });
    let enums = (0..program.ir.enums.len()).filter_map(|n| maker.of_cases(n));
    let kinds = (0..program.ir.kinds.len()).filter_map(|n| maker.of_rows(KindId(n as u16)));
    params.chain(kinds).chain(enums).collect()
}

struct Maker<'a> {
    program: &'a Program,
    manifest: &'a Manifest,
    colours: Colours,
}

impl Maker<'_> {
    fn cell(&self, text: &str, of: &Sign) -> Value {
        json!({ "text": text, "sign": sign(of, self.colours) })
    }

    fn plain(&self, text: &str) -> Value {
        self.cell(text, &Sign::default())
    }

    fn table(&self, title: &str, text: &str, head: Vec<Value>, rows: Vec<Vec<Value>>) -> Value {
        json!({ "title": title, "text": without_citations(text), "head": head, "rows": rows })
    }

    /// A parameter. Few keys stand beside each other.
    fn of_grid(&self, title: &str, text: &str, grid: Grid) -> Value {
        let entry = |entry: &scoresheet::Entry| self.cell(&entry.text, &entry.sign);
        let key = |(name, sign): &(String, Sign)| self.cell(name, sign);
        if grid.rows.is_empty() && grid.keys.len() > MOST_BESIDE {
            let rows = grid.keys.iter().zip(&grid.values[0]).map(|(name, value)| vec![key(name), entry(value)]);
            return self.table(title, text, vec![], rows.collect());
        }
        let has_names = !grid.rows.is_empty();
        let corner = has_names.then(|| self.plain(&grid.corner));
        let head = corner.into_iter().chain(grid.keys.iter().map(key)).collect();
        let row = |(n, values): (usize, &Vec<scoresheet::Entry>)| {
            let name = grid.rows.get(n).map(|name| self.plain(name));
            name.into_iter().chain(values.iter().map(entry)).collect()
        };
        self.table(title, text, head, grid.values.iter().enumerate().map(row).collect())
    }

    /// The cases of an enum of which something is said.
    fn of_cases(&self, n: usize) -> Option<Value> {
        let of = &self.program.ir.enums[n];
        // What may be agreed on before a race stands in the rulebook.
        let is_setting = self.program.ir.params.iter().any(|param| param.name == of.name);
        let said = of.cases.iter().filter(|case| !without_citations(&case.docs.text).trim().is_empty());
        let row = |case: &interpreter::ir::Case| {
            let look = self.manifest.look(&format!("{}.{}", of.name, case.name));
            let sign = Sign { colour: look.colour, icon: look.icon.clone(), shape: look.shape };
            let title = look.title.as_ref().map_or_else(|| titled(&case.name), ToString::to_string);
            vec![self.cell(&title, &sign), self.plain(&without_citations(&case.docs.text))]
        };
        let rows: Vec<Vec<Value>> = said.filter(|_| !is_setting).map(row).collect();
        (!rows.is_empty()).then(|| self.table(&capital(&show::plain(&of.name)), &of.docs.text, vec![], rows))
    }

    /// Rows of data that are no cards, with the columns in which they say something that isn't drawn.
    fn of_rows(&self, kind: KindId) -> Option<Value> {
        let (of, rows) = (&self.program.ir.kinds[kind.index()], &self.program.rows[kind.index()]);
        if of.is_card || rows.names.is_empty() || rows.len() > MOST_ROWS {
            return None;
        }
        let facts: Vec<Vec<face::Fact>> = (0..rows.len()).map(|row| face::facts(self.program, kind, row)).collect();
        let columns = 0..facts.first().map_or(0, Vec::len);
        let says = |column: &usize| facts.iter().any(|row| row.get(*column).is_some_and(|fact| !fact.said.is_nothing()));
        // What lies where is seen on the board.
        let is_of_board = |column: &usize| match self.program.ir.fields[facts[0][*column].field.index()].ty.present() {
            Type::List(of, _) | Type::Set(of) => matches!(of.present(), Type::Space),
            ty => matches!(ty, Type::Space),
        };
        let columns: Vec<usize> = columns.filter(says).filter(|column| !is_of_board(column)).take(MOST_COLUMNS).collect();
        let look = |fact: &face::Fact| self.manifest.of_field(&of.name, &self.program.ir.fields[fact.field.index()].name);
        let title = |column: &usize| {
            let fact = &facts[0][*column];
            self.plain(&look(fact).title.as_ref().map_or_else(|| titled(&fact.name), ToString::to_string))
        };
        let cell = |fact: &face::Fact| {
            let text = if fact.said.is_nothing() { String::new() } else { fact.said.text() };
            self.plain(looks::in_words(look(fact), &text))
        };
        let row = |(n, row): (usize, &Vec<face::Fact>)| {
            let cells = columns.iter().filter_map(|column| row.get(*column)).map(cell);
            [self.plain(&titled(&rows.names[n]))].into_iter().chain(cells).collect()
        };
        let head = [self.plain("")].into_iter().chain(columns.iter().map(title)).collect();
        let name = faces::title_of_kind(self.program, self.manifest, kind);
        (!columns.is_empty()).then(|| self.table(&name, &of.docs.text, head, facts.iter().enumerate().map(row).collect()))
    }
}
