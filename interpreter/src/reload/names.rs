//! Finds the things of the old program again in the new one, by name.

use crate::ir::fold::{Fold, NONE, UNSET, Words};
use crate::ir::{Key, KindId, Owner, PieceId, Type};
use crate::program::Program;

/// Both programs, and what was found again by name.
pub(super) struct Names<'a> {
    pub old: &'a Program,
    pub new: &'a Program,
    pub old_fold: Fold<'a>,
    pub new_fold: Fold<'a>,
    /// For each old space, the new one with the same id.
    pub spaces: Vec<Option<i32>>,
    /// For each old kind of rows, the new kind, and the new row for each old row.
    rows: Vec<Option<(usize, Vec<Option<i32>>)>>,
}

/// A value under the new rules.
pub(super) struct Mapped {
    pub words: Words,
    /// Why the value had to change, in words. `None` if it fits as it is.
    pub changed: Option<String>,
}

impl<'a> Names<'a> {
    pub fn new(old: &'a Program, new: &'a Program) -> Names<'a> {
        let place = |names: &[std::sync::Arc<str>], name: &str| names.iter().position(|n| **n == *name).map(|n| n as i32);
        let spaces = old.spaces.iter().map(|id| place(&new.spaces, id)).collect();
        let mut names = Names { old, new, old_fold: old.fold(), new_fold: new.fold(), spaces, rows: vec![] };
        names.rows = (0..old.ir.kinds.len()).map(|kind| names.rows_of(kind)).collect();
        names
    }

    fn rows_of(&self, kind: usize) -> Option<(usize, Vec<Option<i32>>)> {
        let name = &self.old.ir.kinds[kind].name;
        let to = self.new.ir.kinds.iter().position(|k| k.name == *name)?;
        let (old, new) = (self.old.rows.get(kind)?, self.new.rows.get(to)?);
        let is_record = self.old.ir.kinds[kind].is_record();
        let row = |n: usize| {
            if is_record {
                // Records have no names. If their number is the same, they count as the same records.
                return (old.len() == new.len()).then_some(n as i32);
            }
            let name = old.names.get(n)?;
            let copy = n - usize::from(*old.first.get(n)?);
            let first = usize::from(*new.by_name.get(name)?);
            let found = first + copy;
            (new.first.get(found).copied() == Some(first as u16)).then_some(found as i32)
        };
        Some((to, (0..old.len()).map(row).collect()))
    }

    /// The new kind for an old kind of rows, and the new row for each old row.
    pub fn rows(&self, kind: KindId) -> Option<(usize, &[Option<i32>])> {
        self.rows.get(kind.index())?.as_ref().map(|(to, rows)| (*to, rows.as_slice()))
    }

    /// The new number of an owner: a player or a piece.
    pub fn owner(&self, old: Owner, n: usize) -> Option<usize> {
        match old {
            Owner::Piece(piece) => usize::try_from(self.piece(piece.index(), n)?).ok(),
            Owner::Player => (n < self.new.players).then_some(n),
            _ => Some(n),
        }
    }

    /// Whether the owners have the same name in both programs.
    pub fn same_owner(&self, old: Owner, new: Owner) -> bool {
        match (old, new) {
            (Owner::Piece(a), Owner::Piece(b)) => self.old.ir.pieces[a.index()].name == self.new.ir.pieces[b.index()].name,
            (a, b) => a == b,
        }
    }

    fn piece(&self, kind: usize, n: usize) -> Option<i32> {
        let name = &self.old.ir.pieces[kind].name;
        let to = self.new.ir.pieces.iter().position(|p| p.name == *name)?;
        let each = |program: &Program, kind: usize| program.of_each(Owner::Piece(PieceId(kind as u16)));
        let (old_each, new_each) = (each(self.old, kind), each(self.new, to));
        let (player, number) = (n / old_each, n % old_each);
        (player < self.new.players && number < new_each).then_some((player * new_each + number) as i32)
    }

    /// One word of a type as a word of another; `Err` if it means nothing there.
    fn word(&self, old: &Type, new: &Type, word: i32) -> Result<(i32, bool), ()> {
        if word == UNSET {
            return Ok((word, false));
        }
        if word == NONE {
            return if new.is_optional() || matches!(new, Type::Unknown) { Ok((word, false)) } else { Err(()) };
        }
        let at = usize::try_from(word).map_err(drop);
        let same = |word: Option<i32>| word.map(|word| (word, false)).ok_or(());
        match (old.present(), new.present()) {
            (Type::Int(_), Type::Int(bounds)) => {
                let bounds = bounds.as_ref().and_then(|b| Some((self.new_fold.word(&b.0)?, self.new_fold.word(&b.1)?)));
                let fits = bounds.map_or(word, |(low, high)| word.clamp(low, high.max(low)));
                Ok((fits, fits != word))
            }
            (Type::Bool, Type::Bool) => Ok((word, false)),
            (Type::Enum(a), Type::Enum(b)) => {
                let name = &self.old.ir.enums[a.index()].cases.get(at?).ok_or(())?.name;
                same(self.new.ir.enums[b.index()].cases.iter().position(|case| case.name == *name).map(|n| n as i32))
            }
            (Type::Player, Type::Player) => same((at? < self.new.players).then_some(word)),
            (Type::Space, Type::Space) => same(self.spaces.get(at?).copied().flatten()),
            (Type::Piece(a), Type::Piece(b)) => {
                let (a, b) = (a.index(), b.index());
                let is_same = self.old.ir.pieces[a].name == self.new.ir.pieces[b].name;
                same(self.piece(a, at?).filter(|_| is_same))
            }
            (Type::Row(a), Type::Row(b)) => {
                let (to, rows) = self.rows(*a).ok_or(())?;
                same(rows.get(at?).copied().flatten().filter(|_| to == b.index()))
            }
            (Type::Rule(_), Type::Rule(_)) => {
                let name = &self.old.ir.rules.get(at?).ok_or(())?.name;
                same(self.new.ir.entries.get(name).map(|id| id.index() as i32))
            }
            (Type::Text, Type::Text) => {
                let text = self.old.texts.get(at?).ok_or(())?;
                same(self.new.texts.iter().position(|t| t == text).map(|n| n as i32))
            }
            _ => Err(()),
        }
    }

    /// A value of a type as a value of another. If it means nothing there, the result is `otherwise`, the field's first value.
    pub fn value(&self, old: &Type, new: &Type, words: &[i32], otherwise: &[i32]) -> Mapped {
        match (old, new) {
            (Type::Set(a), Type::Set(b)) => self.set(a, b, words, otherwise.len()),
            (Type::List(a, _), Type::List(b, _)) => self.list(a, b, words, otherwise.len()),
            (Type::Per(a, dims), Type::Per(b, new_dims)) if dims.len() == new_dims.len() => {
                self.table((a, dims), (b, new_dims), words, otherwise)
            }
            (Type::Set(_) | Type::List(..) | Type::Per(..), _) | (_, Type::Set(_) | Type::List(..) | Type::Per(..)) => {
                Mapped { words: otherwise.to_vec(), changed: Some("it is of another kind now".to_owned()) }
            }
            _ => {
                let word = words.first().copied().unwrap_or(NONE);
                let shown = || crate::show::word(self.old, old, word);
                match self.word(old, new, word) {
                    Ok((now, false)) => Mapped { words: vec![now], changed: None },
                    Ok((now, true)) => Mapped { words: vec![now], changed: Some(format!("{} is out of its range", shown())) },
                    Err(()) => {
                        Mapped { words: otherwise.to_vec(), changed: Some(format!("{} is nothing that it takes", shown())) }
                    }
                }
            }
        }
    }

    fn set(&self, old: &Type, new: &Type, words: &[i32], len: usize) -> Mapped {
        let (low, new_low) = (self.old_fold.first_member(old), self.new_fold.first_member(new));
        let mut out = vec![0; len];
        let mut lost = vec![];
        let bits =
            words.iter().enumerate().flat_map(|(n, w)| (0..32).filter(move |b| w >> b & 1 == 1).map(move |b| n as i32 * 32 + b));
        for bit in bits {
            let member = bit + low;
            match self.word(old, new, member) {
                // A member outside of a new range is no longer a member.
                Ok((now, false)) if usize::try_from(now - new_low).is_ok_and(|n| n < len * 32) => {
                    let n = (now - new_low) as usize;
                    out[n / 32] |= 1 << (n % 32);
                }
                _ => lost.push(crate::show::word(self.old, old, member)),
            }
        }
        Mapped { words: out, changed: lost_members(&lost) }
    }

    fn list(&self, old: &Type, new: &Type, words: &[i32], len: usize) -> Mapped {
        let count = words.first().map_or(0, |n| usize::try_from(*n).unwrap_or(0));
        let (mut out, mut lost) = (vec![0], vec![]);
        for word in words.iter().skip(1).take(count) {
            match self.word(old, new, *word) {
                Ok((now, _)) if out.len() < len => out.push(now),
                _ => lost.push(crate::show::word(self.old, old, *word)),
            }
        }
        out[0] = out.len() as i32 - 1;
        out.resize(len.max(1), 0);
        Mapped { words: out, changed: lost_members(&lost) }
    }

    fn table(&self, (old, dims): (&Type, &[Key]), (new, new_dims): (&Type, &[Key]), words: &[i32], otherwise: &[i32]) -> Mapped {
        let mut out = otherwise.to_vec();
        let mut changed = None;
        let entries = keys(&self.old_fold, dims);
        let each = (words.len() / entries.len().max(1)).max(1);
        let sizes: Option<Vec<(i32, usize)>> = new_dims.iter().map(|dim| self.new_fold.dimension(dim)).collect();
        let sizes = sizes.unwrap_or_default();
        let count: usize = sizes.iter().map(|(_, n)| n).product();
        let new_each = (otherwise.len() / count.max(1)).max(1);
        for (key, words) in entries.iter().zip(words.chunks(each)) {
            let mut at = Some(0);
            for (n, (dim, new_dim)) in dims.iter().zip(new_dims).enumerate() {
                let (low, size) = sizes.get(n).copied().unwrap_or((0, 0));
                let now = match (dim, new_dim) {
                    (Key::Each(a), Key::Each(b)) => self.word(a, b, key[n]).ok().filter(|(_, moved)| !moved).map(|(w, _)| w),
                    (Key::Range(..), Key::Range(..)) => Some(key[n]),
                    _ => None,
                };
                let inside = now.and_then(|now| usize::try_from(now - low).ok()).filter(|n| *n < size);
                at = at.zip(inside).map(|(at, n)| at * size + n);
            }
            let Some(at) = at.map(|at: usize| at * new_each).filter(|at| at + new_each <= out.len()) else { continue };
            let mapped = self.value(old, new, words, &otherwise[at..at + new_each]);
            if mapped.words.len() == new_each {
                out[at..at + new_each].copy_from_slice(&mapped.words);
            }
            changed = changed.or(mapped.changed);
        }
        Mapped { words: out, changed }
    }
}

/// All keys of a table, in order.
fn keys(fold: &Fold<'_>, dims: &[Key]) -> Vec<Vec<i32>> {
    let mut all = vec![vec![]];
    for dim in dims {
        let (low, size) = fold.dimension(dim).unwrap_or((0, 0));
        let behind = |key: &Vec<i32>| {
            let key = key.clone();
            (0..size as i32).map(move |n| key.iter().copied().chain([low + n]).collect::<Vec<i32>>())
        };
        all = all.iter().flat_map(behind).collect();
    }
    all
}

fn lost_members(lost: &[String]) -> Option<String> {
    (!lost.is_empty()).then(|| format!("{} can't be in it any more", lost.join(", ")))
}
