//! Evaluates constant expressions over parameters without the machine: bounds, defaults, faces and capacities.

use super::*;
use crate::ir::shape::Sizes;

/// The value of a constant expression, in as many words as its type takes.
pub type Words = Vec<i32>;

/// The word that stands for `none`.
pub const NONE: i32 = i32::MIN;
/// The word that stands for a field in which nothing has been stored yet.
pub const UNSET: i32 = i32::MIN + 1;

/// Evaluates constant expressions for one set of parameter values.
#[derive(Clone, Copy)]
pub struct Fold<'a> {
    pub ir: &'a Ir,
    /// The values, by param id. A param without a value yet is empty.
    pub params: &'a [Words],
    pub sizes: &'a Sizes,
}

impl Fold<'_> {
    /// The value of a constant int, bool, enum or other one-word expression; `None` if it is not constant.
    pub fn word(&self, e: &Expr) -> Option<i32> {
        use ExprKind::*;
        Some(match &e.kind {
            Int(n) => *n,
            Bool(b) => i32::from(*b),
            None => NONE,
            Longest(kind) => self.sizes.longest.get(kind.index()).copied().unwrap_or(0) as i32,
            Case(n) => i32::from(*n),
            Param(p) => match self.params.get(p.index())?.as_slice() {
                [one] => *one,
                _ => return Option::None,
            },
            Not(a) => 1 - self.word(a)?,
            Negative(a) => arithmetic(super::Arithmetic::Subtract, 0, self.word(a)?)?,
            And(a, b) => match self.word(a) {
                Some(0) => 0,
                Some(_) => self.word(b)?,
                Option::None if self.word(b) == Some(0) && pure(a) => 0,
                Option::None => return Option::None,
            },
            Or(a, b) => match self.word(a) {
                Some(0) => self.word(b)?,
                Some(_) => 1,
                Option::None if self.word(b) == Some(1) && pure(a) => 1,
                Option::None => return Option::None,
            },
            Compare(op, a, b) => {
                let (a, b) = (self.word(a)?, self.word(b)?);
                i32::from(compare(*op, a, b))
            }
            Arithmetic(op, a, b) if matches!(e.ty, Type::Int(_)) => arithmetic(*op, self.word(a)?, self.word(b)?)?,
            In(a, set) => {
                let a = self.word(a)?;
                match &set.kind {
                    Range(low, high) => i32::from(self.word(low)? <= a && a <= self.word(high)?),
                    _ => {
                        let (Type::Set(of), set) = (&set.ty, self.words(set)?) else { return Option::None };
                        let bit = usize::try_from(a.checked_sub(self.first_member(of))?).ok()?;
                        i32::from(set.get(bit / 32).is_some_and(|w| w >> (bit % 32) & 1 == 1))
                    }
                }
            }
            IsSome(a) => i32::from(self.word(a)? != NONE),
            Otherwise(a, b) => match self.word(a)? {
                NONE => self.word(b)?,
                some => some,
            },
            If { arms, otherwise } => {
                for (condition, value) in arms {
                    let Condition::Expr(c) = condition else { return Option::None };
                    if self.word(c)? != 0 {
                        return self.word(value);
                    }
                }
                self.word(otherwise)?
            }
            Builtin(which, args) => {
                let args: Vec<i32> = args.iter().map(|a| self.word(a)).collect::<Option<_>>()?;
                match (which, args.as_slice()) {
                    (super::Builtin::Min, [_, ..]) => *args.iter().min()?,
                    (super::Builtin::Max, [_, ..]) => *args.iter().max()?,
                    (super::Builtin::Abs, [a]) => a.checked_abs()?,
                    (super::Builtin::Clamp, [x, low, high]) if low <= high => *x.clamp(low, high),
                    _ => return Option::None,
                }
            }
            Index { of, keys } => {
                let Type::Per(_, dims) = &of.ty else { return Option::None };
                let mut at = 0usize;
                for (key, dim) in keys.iter().zip(dims.iter()) {
                    let (low, size) = self.dimension(dim)?;
                    let k = usize::try_from(self.word(key)?.checked_sub(low)?).ok()?;
                    if k >= size {
                        return Option::None;
                    }
                    at = at * size + k;
                }
                *self.words(of)?.get(at)?
            }
            _ => return Option::None,
        })
    }

    /// The words of a constant expression of any type.
    pub fn words(&self, e: &Expr) -> Option<Words> {
        use ExprKind::*;
        // Refuses to make values too large to be stored.
        let wide = matches!(e.kind, Members(_) | All(_) | PerRows(_) | PerKeys { .. });
        if wide && self.sizes.words(self, &e.ty).is_none() {
            return Option::None;
        }
        match (&e.kind, &e.ty) {
            (Param(p), _) => self.params.get(p.index()).filter(|w| !w.is_empty()).cloned(),
            (Members(members), Type::Set(of)) => {
                let mut words = vec![0; self.sizes.set_words(self, of)?];
                for m in members {
                    let bit = usize::try_from(self.word(m)?.checked_sub(self.first_member(of))?).ok()?;
                    *words.get_mut(bit / 32)? |= 1 << (bit % 32);
                }
                Some(words)
            }
            (All(_), Type::Set(of)) => {
                let n = self.sizes.members(self, of)?;
                let mut words = vec![0; n.div_ceil(32)];
                (0..n).for_each(|bit| words[bit / 32] |= 1 << (bit % 32));
                Some(words)
            }
            (Members(members), Type::List(..)) => {
                let mut words = vec![i32::try_from(members.len()).ok()?];
                for m in members {
                    words.push(self.word(m)?);
                }
                let size = self.sizes.words(self, &e.ty)?;
                words.resize(size.max(words.len()), 0);
                Some(words)
            }
            (PerRows(rows), Type::Per(..)) => {
                let mut words = vec![];
                let row_ty = e.ty.row();
                for row in rows {
                    words.extend(self.words_as(row, &row_ty)?);
                }
                (words.len() == self.sizes.words(self, &e.ty)?).then_some(words)
            }
            (PerKeys { pairs, otherwise }, Type::Per(_, dims)) => {
                let (low, size) = self.dimension(&dims[0])?;
                let row_ty = e.ty.row();
                let each = self.sizes.words(self, &row_ty)?;
                let rest = match otherwise {
                    Some(e) => self.words_as(e, &row_ty)?,
                    // Where a key is missing, that has been reported.
                    Option::None => vec![UNSET; each],
                };
                let mut words = rest.repeat(size);
                for (key, value) in pairs {
                    let at = usize::try_from(self.word(key)?.checked_sub(low)?).ok()?;
                    words.get_mut(at * each..(at + 1) * each)?.copy_from_slice(&self.words_as(value, &row_ty)?);
                }
                Some(words)
            }
            (Arithmetic(op, a, b), Type::Set(_)) => {
                let (a, b) = (self.words(a)?, self.words(b)?);
                let both = a.iter().zip(&b);
                Some(match op {
                    super::Arithmetic::Add => both.map(|(a, b)| a | b).collect(),
                    super::Arithmetic::Subtract => both.map(|(a, b)| a & !b).collect(),
                    super::Arithmetic::Both => both.map(|(a, b)| a & b).collect(),
                    _ => return Option::None,
                })
            }
            (If { arms, otherwise }, _) => {
                for (condition, value) in arms {
                    let Condition::Expr(c) = condition else { return Option::None };
                    if self.word(c)? != 0 {
                        return self.words(value);
                    }
                }
                self.words(otherwise)
            }
            _ => self.word(e).map(|w| vec![w]),
        }
    }

    /// The same for a place of a type in which a list may have another capacity. If the list has too many members, it is cut to the place's
    /// words, and [`out_of_range`](crate::data::out_of_range) reports it.
    pub fn words_as(&self, e: &Expr, ty: &Type) -> Option<Words> {
        let mut words = self.words(e)?;
        if matches!(ty, Type::List(..)) {
            words.resize(self.sizes.words(self, ty)?, 0);
        }
        (words.len() == self.sizes.words(self, ty)?).then_some(words)
    }

    /// The first key and the number of keys of a dimension.
    pub fn dimension(&self, key: &Key) -> Option<(i32, usize)> {
        match key {
            Key::Each(ty) => Some((0, self.sizes.members(self, ty)?)),
            Key::Range(low, high) => {
                let (low, high) = (self.word(low)?, self.word(high)?);
                Some((low, usize::try_from(i64::from(high) - i64::from(low) + 1).ok()?))
            }
        }
    }

    /// The smallest member of a finite type: the lower bound of a bounded int, else 0.
    pub fn first_member(&self, ty: &Type) -> i32 {
        match ty {
            Type::Int(Some(bounds)) => self.word(&bounds.0).unwrap_or(0),
            _ => 0,
        }
    }
}

/// Whether evaluating the expression can neither fail nor change anything (a quick test that errs on the safe side).
fn pure(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Local(_) | ExprKind::Bool(_) | ExprKind::Param(_) | ExprKind::Const(_))
}

/// The result of comparing two words.
pub fn compare(op: Comparison, a: i32, b: i32) -> bool {
    match op {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Le => a <= b,
        Comparison::Ge => a >= b,
        Comparison::Lt => a < b,
        Comparison::Gt => a > b,
    }
}

/// Checked arithmetic as in the rules: division floors. `None` on overflow and division by zero.
pub fn arithmetic(op: Arithmetic, a: i32, b: i32) -> Option<i32> {
    let n = match op {
        Arithmetic::Add => a.checked_add(b)?,
        Arithmetic::Subtract => a.checked_sub(b)?,
        Arithmetic::Multiply => a.checked_mul(b)?,
        Arithmetic::Divide => {
            let q = a.checked_div(b)?;
            if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
        }
        Arithmetic::Remainder => {
            let r = a.checked_rem(b)?;
            if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
        }
        Arithmetic::Both => return None,
    };
    (n > UNSET).then_some(n)
}
