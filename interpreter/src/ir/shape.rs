//! The number of words in each value, once players and board are known.

use super::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::fold::Fold;

/// The number of words in one value, at most.
pub const MOST_WORDS: usize = 16_384;
/// The number of pieces of one kind that a player may own, at most.
pub const MOST_PIECES: i32 = 1000;

/// The problem of a value with more than [`MOST_WORDS`] words.
pub fn too_big(span: Span) -> Diagnostic {
    let problem = Diagnostic::error(Code::TooBig, span, "this takes too much room, or its size is not known");
    problem.hint(format!("one field or variable can hold at most {MOST_WORDS} numbers"))
}

/// The sizes that types depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The number of seats.
    pub players: usize,
    /// The number of spaces of the track.
    pub spaces: usize,
    /// The number of rows of each kind. Empty before data is read.
    pub rows: Vec<usize>,
    /// The number of spaces in the longest path, for each kind of rows. Empty before a track is read.
    pub longest: Vec<usize>,
}

impl Sizes {
    /// The number of values of a finite type; `None` if it is not finite or its bounds are not constant.
    pub fn members(&self, fold: &Fold<'_>, ty: &Type) -> Option<usize> {
        Some(match ty {
            Type::Bool => 2,
            Type::Enum(e) => fold.ir.enums[e.index()].cases.len(),
            Type::Player => self.players,
            Type::Space => self.spaces,
            // There are as many records as somebody writes.
            Type::Row(k) if !fold.ir.kinds.get(k.index())?.is_record() => self.rows.get(k.index()).copied().unwrap_or(0),
            // Any other number of pieces is refused when they are laid out.
            Type::Piece(p) => self.players * fold.word(&fold.ir.pieces[p.index()].count)?.clamp(1, MOST_PIECES) as usize,
            Type::Int(Some(bounds)) => {
                let (low, high) = (fold.word(&bounds.0)?, fold.word(&bounds.1)?);
                usize::try_from(i64::from(high) - i64::from(low) + 1).ok().filter(|n| *n <= MOST_WORDS * 32)?
            }
            _ => return None,
        })
    }

    /// The words of a bitset over a finite type.
    pub fn set_words(&self, fold: &Fold<'_>, ty: &Type) -> Option<usize> {
        Some(self.members(fold, ty)?.div_ceil(32).max(1))
    }

    /// The words of a value of this type; `None` if their number is not fixed, or is more than [`MOST_WORDS`].
    pub fn words(&self, fold: &Fold<'_>, ty: &Type) -> Option<usize> {
        let n = match ty {
            Type::Set(of) => self.set_words(fold, of)?,
            Type::List(of, max) => 1 + self.capacity(fold, of, max.as_deref())?,
            Type::Per(of, dims) => {
                let mut n = self.words(fold, of)?;
                for dim in dims.iter() {
                    n = n.checked_mul(fold.dimension(dim)?.1)?;
                }
                n
            }
            _ => 1,
        };
        (n <= MOST_WORDS).then_some(n)
    }

    /// The number of members a list may have: as declared, or else the number of values of a finite type, or else [`LIST_CAPACITY`].
    pub fn capacity(&self, fold: &Fold<'_>, of: &Type, max: Option<&Expr>) -> Option<usize> {
        match max {
            Some(max) => self.most(fold, max),
            None => Some(self.members(fold, of).unwrap_or(LIST_CAPACITY)),
        }
    }

    /// A declared capacity, or the largest of several, for a value that may be either of two lists.
    fn most(&self, fold: &Fold<'_>, max: &Expr) -> Option<usize> {
        match &max.kind {
            // The size of an empty range comes out negative and counts as 0.
            ExprKind::Builtin(Builtin::Max, args) => {
                let each = |arg| self.most(fold, arg).or_else(|| fold.word(arg).filter(|n| *n < 0).map(|_| 0));
                args.iter().map(each).collect::<Option<Vec<_>>>()?.into_iter().max()
            }
            ExprKind::Builtin(Builtin::Size, args) => match &args.first()?.kind {
                ExprKind::All(ty) => self.members(fold, ty),
                _ => None,
            },
            _ => usize::try_from(fold.word(max)?).ok(),
        }
    }
}

/// The capacity of a list of ints for which nothing else is declared.
pub const LIST_CAPACITY: usize = 32;
