//! Kinds of values, and what can be written of each without anything else.

use std::fmt;

use super::{Maker, Place};
use crate::{Result, Unstructured};

/// The spaces of the track, as literals.
pub(super) const SPACES: [&str; 6] = ["\"s1\"", "\"s2\"", "\"s3\"", "\"s4\"", "\"s5\"", "\"s6\""];
/// The cards of every game.
pub(super) const CARDS: &str = r#"{ "Salt": (copies: 3, worth: 2), "Honey": (worth: 4), "Amber": (copies: 2, worth: 9, hue: blue), "Silk": (worth: 0, hue: blue) }"#;
const CARD_NAMES: [&str; 4] = ["\"Salt\"", "\"Honey\"", "\"Amber\"", "\"Silk\""];

/// A kind of values.
#[derive(Clone, Debug)]
pub(super) enum Ty {
    Int(Option<(i32, i32)>),
    Bool,
    Hue,
    Shape,
    Player,
    Space,
    Card,
    Optional(Box<Ty>),
    Set(Box<Ty>),
    List(Box<Ty>, usize),
    /// A table: of what, by what.
    Per(Box<Ty>, Box<Ty>),
}

impl Ty {
    /// Any kind; the deeper, the more is inside of it.
    pub fn any(bytes: &mut Unstructured<'_>, depth: usize) -> Result<Ty> {
        let of = |bytes: &mut Unstructured<'_>| Ty::one_word(bytes).map(Box::new);
        Ok(match bytes.int_in_range(0..=if depth == 0 { 5 } else { 13 })? {
            0..=4 => Ty::one_word(bytes)?,
            5 | 6 => Ty::Optional(of(bytes)?),
            7 | 8 => Ty::Set(Box::new(Ty::member(bytes)?)),
            9..=11 => Ty::List(of(bytes)?, bytes.int_in_range(1..=9)?),
            _ => {
                let of = match bytes.int_in_range(0..=4)? {
                    0 => Ty::Optional(of(bytes)?),
                    1 => Ty::Set(Box::new(Ty::member(bytes)?)),
                    2 => Ty::List(of(bytes)?, bytes.int_in_range(1..=5)?),
                    _ => Ty::one_word(bytes)?,
                };
                Ty::Per(Box::new(of), Box::new(Ty::member(bytes)?))
            }
        })
    }

    fn one_word(bytes: &mut Unstructured<'_>) -> Result<Ty> {
        Ok(match bytes.int_in_range(0..=8)? {
            0 => Ty::Int(None),
            1 | 2 => Ty::range(bytes)?,
            3 => Ty::Bool,
            4 => Ty::Hue,
            5 => Ty::Shape,
            6 => Ty::Player,
            7 => Ty::Space,
            _ => Ty::Card,
        })
    }

    /// What sets have as members and tables as keys.
    fn member(bytes: &mut Unstructured<'_>) -> Result<Ty> {
        Ok(match bytes.int_in_range(0..=5)? {
            0 => Ty::Hue,
            1 => Ty::Shape,
            2 => Ty::Player,
            3 => Ty::Space,
            4 => Ty::Card,
            _ => Ty::range(bytes)?,
        })
    }

    fn range(bytes: &mut Unstructured<'_>) -> Result<Ty> {
        let low = bytes.int_in_range(-3..=3)?;
        let more = if bytes.ratio(1, 8)? { bytes.int_in_range(0..=70)? } else { bytes.int_in_range(0..=7)? };
        Ok(Ty::Int(Some((low, low + more))))
    }

    /// Whether a value of one can be written where the other is wanted.
    pub fn is_like(&self, other: &Ty) -> bool {
        match (self, other) {
            (Ty::Int(_), Ty::Int(_)) => true,
            (Ty::Optional(a), Ty::Optional(b)) | (Ty::List(a, _), Ty::List(b, _)) => a.is_like(b),
            (Ty::Set(a), Ty::Set(b)) => a.is_same(b),
            (Ty::Per(a, k), Ty::Per(b, l)) => a.is_same(b) && k.is_same(l),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    fn is_same(&self, other: &Ty) -> bool {
        self.to_string() == other.to_string()
    }

    /// Whether it is of players, of the board or of cards, as parameters hardly are.
    pub fn is_of_games(&self) -> bool {
        match self {
            Ty::Player | Ty::Card | Ty::Space => true,
            Ty::Optional(of) | Ty::Set(of) | Ty::List(of, _) => of.is_of_games(),
            Ty::Per(of, by) => of.is_of_games() || by.is_of_games(),
            Ty::Int(_) | Ty::Bool | Ty::Hue | Ty::Shape => false,
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Int(None) => f.write_str("int"),
            Ty::Int(Some((low, high))) => write!(f, "int in {low}..{high}"),
            Ty::Bool => f.write_str("bool"),
            Ty::Hue => f.write_str("Hue"),
            Ty::Shape => f.write_str("Shape"),
            Ty::Player => f.write_str("player"),
            Ty::Space => f.write_str("space"),
            Ty::Card => f.write_str("Card"),
            Ty::Optional(of) => match &**of {
                Ty::Int(Some((low, high))) => write!(f, "int? in {low}..{high}"),
                of => write!(f, "{of}?"),
            },
            Ty::Set(of) => write!(f, "set of {of}"),
            Ty::List(of, most) => write!(f, "list of {of} max {most}"),
            Ty::Per(of, by) => match &**by {
                Ty::Int(Some((low, high))) => write!(f, "{of} per {low}..{high}"),
                by => write!(f, "{of} per {by}"),
            },
        }
    }
}

impl Maker<'_, '_> {
    /// A value that stands for itself.
    pub(super) fn literal(&mut self, ty: &Ty) -> Result<String> {
        Ok(match ty {
            Ty::Int(None) if self.once_in(16)? => self.bytes.int_in_range(-2_147_483_646..=2_147_483_647)?.to_string(),
            Ty::Int(None) => self.bytes.int_in_range(0..=9)?.to_string(),
            Ty::Int(Some((low, high))) => self.bytes.int_in_range(*low..=*high)?.to_string(),
            Ty::Bool => ["false", "true"][self.below(2)?].into(),
            Ty::Hue => ["red", "green", "blue"][self.below(3)?].into(),
            Ty::Shape => ["round_one", "square_one"][self.below(2)?].into(),
            Ty::Player if self.place == Place::Board => "player(1)".into(),
            Ty::Player => format!("player({})", 1 + self.below(2)?),
            Ty::Space => SPACES[self.below(SPACES.len())?].into(),
            Ty::Card => CARD_NAMES[self.below(CARD_NAMES.len())?].into(),
            Ty::Optional(of) => match self.once_in(2)? {
                true => self.literal(of)?,
                false => "none".into(),
            },
            Ty::Set(of) => {
                let count = self.below(4)?;
                self.brackets(count, |maker| maker.literal(of))?
            }
            Ty::List(of, most) => {
                let count = self.below(most.min(&5) + 1)?;
                self.brackets(count, |maker| maker.literal(of))?
            }
            Ty::Per(of, by) => match &**by {
                Ty::Hue if self.once_in(2)? => format!("[green: {}, else: {}]", self.literal(of)?, self.literal(of)?),
                _ => format!("[else: {}]", self.literal(of)?),
            },
        })
    }

    /// So many of what is made, between brackets.
    pub(super) fn brackets(&mut self, count: usize, mut make: impl FnMut(&mut Self) -> Result<String>) -> Result<String> {
        let members = (0..count).map(|_| make(self)).collect::<Result<Vec<_>>>()?;
        Ok(format!("[{}]", members.join(", ")))
    }
}
