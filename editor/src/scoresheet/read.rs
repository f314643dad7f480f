//! Reads what stands on a score sheet: the parts that the manifest declares, as far as the rules that are played have what they name, filled
//! in from a state with what somebody may see, or blank.

use std::cell::OnceCell;

use interpreter::data::manifest::look::{Most, Named};
use interpreter::data::manifest::score::{Only, ScorePart, Shows};
use interpreter::data::manifest::{Look, Manifest, Setting};
use interpreter::ir::fold::{NONE, UNSET};
use interpreter::ir::{FieldId, KindId, Owner, PieceId, PileId, Type};
use interpreter::program::Program;
use interpreter::reading::{Value, What};
use interpreter::show;
use interpreter::view::{self, Heap};
use interpreter::vm::Machine;

use super::*;
use crate::looks;
use crate::words::{capital, titled};

mod parts;

/// Whose eyes read a state.
#[derive(Clone, Copy)]
pub struct Eyes<'a> {
    pub machine: &'a Machine,
    /// `None` is an onlooker.
    pub viewer: Option<usize>,
}

/// The sheet of a player with all parts in the order of the manifest; without eyes, blank.
pub fn sheet(program: &Program, manifest: &Manifest, eyes: Option<Eyes<'_>>, player: usize) -> ScoreSheet {
    parts(program, manifest, eyes, player, |_| true)
}

/// The blank sheet on which a player writes, or (`None`) the one on which all look: what the state keeps for everybody.
pub fn blank(program: &Program, manifest: &Manifest, player: Option<usize>) -> ScoreSheet {
    let is_of_all = |part: &ScorePart| {
        let names = part.names();
        let mut owners = names.iter().map(|(name, _)| name.0.split_once('.').map_or("", |(owner, _)| owner));
        owners.clone().any(|owner| owner == "state") && owners.all(|owner| ["state", ""].contains(&owner))
    };
    parts(program, manifest, None, player.unwrap_or(0), |part| is_of_all(part) == player.is_none())
}

/// Whether a part is on the sheet under the rules that are played.
pub fn is_there(program: &Program, manifest: &Manifest, part: &ScorePart) -> bool {
    Reader { program, manifest, eyes: None, player: None, heaps: OnceCell::new() }.is_there(&part.only)
}

/// The title of a table among the parameters, and the table as it is set; `None` if the parameter of this name is none of one key or two. A
/// score sheet may call it, and its keys, something that people at the table say.
pub fn table(program: &Program, manifest: &Manifest, param: &str) -> Option<(String, Grid)> {
    let reader = Reader { program, manifest, eyes: None, player: None, heaps: OnceCell::new() };
    let path = reader.path(param)?;
    let title = path.title.clone();
    let grid = reader.grid(path)?;
    let on_sheet = manifest.score_sheet.iter().find_map(|part| match &part.shows {
        Shows::Strip(strip) if *strip.table.0 == *param => Some((part, strip)),
        _ => None,
    });
    let Some((part, strip)) = on_sheet else { return Some((title, grid)) };
    Some((part.title.as_ref().map_or(title, ToString::to_string), grid.called(&strip.keys)))
}

/// The parts of it that stand beside questions.
pub fn at_questions(program: &Program, manifest: &Manifest, eyes: Eyes<'_>, player: usize) -> ScoreSheet {
    parts(program, manifest, Some(eyes), player, |part| part.is_at_questions)
}

fn parts(
    program: &Program,
    manifest: &Manifest,
    eyes: Option<Eyes<'_>>,
    player: usize,
    is_wanted: impl Fn(&ScorePart) -> bool,
) -> ScoreSheet {
    let reader = Reader { program, manifest, eyes, player: Some(player), heaps: OnceCell::new() };
    let parts = manifest.score_sheet.iter().filter(|part| is_wanted(part) && reader.is_there(&part.only));
    ScoreSheet { parts: parts.filter_map(|part| reader.part(part)).collect() }
}

/// The fields of players that stand on the sheet, so that nothing else need tell them.
pub fn fields(program: &Program, manifest: &Manifest) -> Vec<FieldId> {
    let reader = Reader { program, manifest, eyes: None, player: None, heaps: OnceCell::new() };
    let parts = manifest.score_sheet.iter().filter(|part| reader.is_there(&part.only));
    let names = parts.flat_map(ScorePart::names).filter_map(|(name, _)| match reader.path(&name.0)?.source {
        Source::Field(field) => Some(field),
        _ => None,
    });
    names.filter(|field| program.ir.fields[field.index()].owner == Owner::Player).collect()
}

struct Reader<'a> {
    program: &'a Program,
    manifest: &'a Manifest,
    eyes: Option<Eyes<'a>>,
    player: Option<usize>,
    /// The piles as these eyes see them, once a part asks.
    heaps: OnceCell<Vec<Heap>>,
}

/// What a name of the manifest stands for.
struct Path<'a> {
    source: Source<'a>,
    /// The column of the row that the field names.
    inner: Option<&'a str>,
    look: &'a Look,
    title: String,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    Param(usize),
    Field(FieldId),
    Column(KindId, &'a str),
    Pile(PileId),
}

/// What was found at a path.
enum Found<'a> {
    Blank,
    Hidden,
    Value(Value<'a>, Option<What>),
}

/// A row, before its cells are read.
#[derive(Default)]
struct Head {
    name: String,
    /// Its key in tables and sets, and its place in lists.
    key: i32,
    number: usize,
    /// The piece or the row of data that it is about.
    piece: Option<usize>,
    row: Option<usize>,
    is_hidden: bool,
}

impl<'a> Reader<'a> {
    fn is_there(&self, only: &Only) -> bool {
        let is_on = |(name, _): &Named| self.program.ir.addons.iter().any(|addon| addon.name == *name);
        only.with.iter().all(is_on)
            && !only.without.iter().any(is_on)
            && only.when.iter().all(|setting| self.is_set(setting))
            && !only.unless.iter().any(|setting| self.is_set(setting))
    }

    /// Whether a parameter has this value.
    fn is_set(&self, setting: &Setting) -> bool {
        let Some(n) = self.program.ir.params.iter().position(|param| param.name == setting.param) else { return false };
        let (ty, words) = (&self.program.ir.params[n].ty, &self.program.params[n][..]);
        let value = match (ty, words) {
            (Type::Bool, [word]) => (*word != 0).to_string(),
            _ => show::value(self.program, ty, words).replace(' ', "_"),
        };
        value == *setting.value
    }

    /// Whether a name belongs to players or their pieces.
    fn is_of_players(&self, name: &str) -> bool {
        let owner = name.split_once('.').map_or(name, |(owner, _)| owner);
        owner == "player" || self.program.ir.pieces.iter().any(|piece| *piece.name == *owner)
    }

    /// What a name stands for; `None` if the rules that are played don't have it or never change it.
    fn path(&self, name: &'a str) -> Option<Path<'a>> {
        let (program, manifest) = (self.program, self.manifest);
        let Some((owner, rest)) = name.split_once('.') else {
            let param = program.ir.params.iter().position(|param| *param.name == *name)?;
            return Some(Path { source: Source::Param(param), inner: None, look: manifest.look(""), title: titled(name) });
        };
        let (field, inner) = rest.split_once('.').map_or((rest, None), |(field, inner)| (field, Some(inner)));
        let kind = program.ir.kinds.iter().position(|kind| *kind.name == *owner).map(|n| KindId(n as u16));
        let piece = program.ir.pieces.iter().position(|piece| *piece.name == *owner).map(|n| PieceId(n as u16));
        let source = match (owner, kind, piece) {
            (_, Some(kind), _) => program.at_first().column(kind, field, 0).map(|_| Source::Column(kind, field))?,
            (_, _, piece) => {
                let owner = match owner {
                    "player" => Owner::Player,
                    "state" => Owner::State,
                    _ => Owner::Piece(piece?),
                };
                let pile = |pile: &interpreter::ir::Pile| pile.owner == owner && *pile.name == *field;
                let pile = || Some(Source::Pile(PileId(program.ir.piles.iter().position(pile)? as u16)));
                let state = self.eyes.map_or_else(|| program.at_first(), |eyes| eyes.machine.read(program));
                match program.field_called(owner, field) {
                    // What can't change is nothing to write down.
                    Some(field) if state.is_fixed(field) => return None,
                    field => field.map(Source::Field).or_else(pile)?,
                }
            }
        };
        let (of, last) = match (source, inner) {
            (Source::Field(id), Some(inner)) => {
                let Type::Row(kind) = program.ir.fields[id.index()].ty.present() else { return None };
                program.at_first().column(*kind, inner, 0)?;
                (&*program.ir.kinds[kind.index()].name, inner)
            }
            (_, Some(_)) => return None,
            _ => (owner, field),
        };
        let look = manifest.of_field(of, last);
        let title = look.title.as_ref().map_or_else(|| titled(last), |title| title.to_string());
        Some(Path { source, inner, look, title })
    }

    /// What a path leads to, for a row.
    fn find(&self, path: &Path<'a>, head: &Head) -> Found<'a> {
        let program = self.program;
        let (value, what) = match path.source {
            Source::Param(n) => (Value { program, ty: &program.ir.params[n].ty, words: &program.params[n] }, None),
            Source::Column(kind, name) => match head.row.and_then(|row| program.at_first().column(kind, name, row)) {
                Some(value) => (value, None),
                None => return Found::Blank,
            },
            Source::Pile(_) => return Found::Blank,
            Source::Field(id) => {
                let field = &program.ir.fields[id.index()];
                let owner = match field.owner {
                    Owner::Player => self.player,
                    Owner::Piece(_) => head.piece,
                    _ => Some(0),
                };
                let (Some(eyes), Some(owner)) = (self.eyes, owner) else { return Found::Blank };
                let what = What::Field(id, owner);
                if !view::is_open(program, eyes.machine, what, eyes.viewer) {
                    return Found::Hidden;
                }
                (eyes.machine.read(program).field(id, owner), Some(what))
            }
        };
        let Some(inner) = path.inner else { return Found::Value(value, what) };
        let (Type::Row(kind), Some(row)) = (value.ty.present(), value.index()) else { return Found::Blank };
        program.at_first().column(*kind, inner, row).map_or(Found::Blank, |value| Found::Value(value, what))
    }

    /// The part of a value that belongs to a row: the entry of a table, the member of a list, or whether a set has it.
    fn of_row(&self, value: Value<'a>, head: &Head) -> Option<Value<'a>> {
        const YES: (&Type, &[i32], &[i32]) = (&Type::Bool, &[1], &[0]);
        let program = self.program;
        match value.ty {
            Type::Per(of, keys) if keys.len() == 1 => {
                let (low, count) = program.fold().dimension(&keys[0])?;
                let each = (value.words.len() / count.max(1)).max(1);
                let at = usize::try_from(i64::from(head.key) - i64::from(low)).ok().filter(|at| *at < count)?;
                let words = value.words.get(at * each..(at + 1) * each)?;
                Some(Value { program, ty: of, words })
            }
            Type::List(of, _) => {
                let count = value.words.first().and_then(|count| usize::try_from(*count).ok())?;
                let words = value.words.get(1 + head.number..2 + head.number).filter(|_| head.number < count)?;
                Some(Value { program, ty: of, words })
            }
            Type::Set(_) => {
                let words = if value.members().contains(&head.key) { YES.1 } else { YES.2 };
                Some(Value { program, ty: YES.0, words })
            }
            _ => Some(value),
        }
    }

    fn sign(&self, case: Option<&str>) -> Sign {
        let Some(look) = case.map(|case| self.manifest.look(case)) else { return Sign::default() };
        Sign { colour: look.colour, icon: look.icon.clone(), shape: look.shape }
    }

    /// What people call a value of a type.
    fn called(&self, ty: &Type, word: i32) -> (String, Sign) {
        let value = Value { program: self.program, ty, words: &[word] };
        let case = value.case();
        let title = case.as_deref().and_then(|case| self.manifest.look(case).title.as_deref());
        let name = title.map_or_else(|| capital(&show::told(self.program, ty, &[word])), str::to_owned);
        (name, self.sign(case.as_deref()))
    }

    fn entry(&self, value: Option<Value<'a>>, what: Option<What>, look: &Look) -> Entry {
        let Some(value) = value.filter(|value| !value.words.is_empty()) else { return Entry { what, ..Entry::default() } };
        let told = show::told(self.program, value.ty, value.words);
        let said = looks::in_words(look, &told);
        let is_none = value.words.len() == 1 && [NONE, UNSET].contains(&value.word());
        if is_none && said == told {
            return Entry { what, ..Entry::default() };
        }
        let case = value.case();
        let title = case.as_deref().and_then(|case| self.manifest.look(case).title.as_deref()).filter(|_| said == told);
        let number = (!is_none).then(|| value.word());
        Entry { state: State::Known, text: title.unwrap_or(said).to_owned(), number, sign: self.sign(case.as_deref()), what }
    }

    fn read(&self, path: &Path<'a>, head: &Head) -> Entry {
        match self.find(path, head) {
            Found::Blank => Entry::default(),
            Found::Hidden => Entry { state: State::Hidden, ..Entry::default() },
            Found::Value(value, what) => self.entry(self.of_row(value, head), what, path.look),
        }
    }

    /// The type of what stands at a path, in one row.
    fn ty(&self, path: &Path<'a>) -> Option<&'a Type> {
        let program = self.program;
        let ty = match (path.source, path.inner) {
            (Source::Param(n), _) => &program.ir.params[n].ty,
            (Source::Column(kind, name), _) => program.at_first().column(kind, name, 0)?.ty,
            (Source::Pile(_), _) => return None,
            (Source::Field(id), None) => &program.ir.fields[id.index()].ty,
            (Source::Field(id), Some(inner)) => {
                let Type::Row(kind) = program.ir.fields[id.index()].ty.present() else { return None };
                program.at_first().column(*kind, inner, 0)?.ty
            }
        };
        Some(match ty {
            Type::Per(of, _) | Type::List(of, _) => of.present(),
            ty => ty.present(),
        })
    }

    /// The lowest and the highest value that a number may have.
    fn range(&self, path: &Path<'a>) -> Option<(i32, i32)> {
        let Type::Int(Some(bounds)) = self.ty(path)? else { return None };
        let fold = self.program.fold();
        Some((fold.word(&bounds.0)?, fold.word(&bounds.1)?))
    }

    /// A number, or the first word of the parameter that says it.
    fn most(&self, most: &Most) -> Option<i32> {
        match most {
            Most::Number(number) => Some(*number),
            Most::Param(named) => self.param(named)?.first().copied(),
        }
    }

    fn param(&self, (name, _): &Named) -> Option<&'a [i32]> {
        let n = self.program.ir.params.iter().position(|param| param.name == *name)?;
        self.program.params.get(n).map(Vec::as_slice)
    }
}
