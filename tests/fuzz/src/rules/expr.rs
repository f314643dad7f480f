//! Expressions of a wanted kind.

use super::types::{SPACES, Ty};
use super::{Maker, Named, Place};
use crate::Result;

impl Maker<'_, '_> {
    /// An expression of this kind, so deep at most.
    pub(super) fn expr(&mut self, ty: &Ty, depth: usize) -> Result<String> {
        if self.bytes.is_empty() {
            return self.literal(ty);
        }
        if depth == 0 || self.once_in(3)? {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        // What holds for all kinds.
        match self.below(12)? {
            0 => return self.either(ty, depth),
            1 => {
                let Some(on) = self.named(&Ty::Hue)? else { return self.either(ty, depth) };
                let (a, b) = (self.expr(ty, depth)?, self.expr(ty, depth)?);
                return Ok(format!("(match {on} {{ red, blue => {a}, green => {b} }})"));
            }
            2 => {
                if let Some(call) = self.call_value(ty, depth)? {
                    return Ok(call);
                }
            }
            3 if !matches!(ty, Ty::Optional(_)) => {
                let other = self.leaf(ty)?;
                return Ok(self.maybe(ty, depth)?.map_or(other.clone(), |maybe| format!("({maybe} otherwise {other})")));
            }
            4 => {
                if let Some(member) = self.member_of(ty, depth)? {
                    return Ok(member);
                }
            }
            _ => {}
        }
        match ty {
            Ty::Int(_) => self.number(depth),
            Ty::Bool => self.condition(depth),
            Ty::Hue | Ty::Shape | Ty::Player | Ty::Space | Ty::Card => self.thing(ty, depth),
            Ty::Optional(of) => match self.maybe(of, depth)? {
                Some(maybe) => Ok(maybe),
                None => self.leaf(ty),
            },
            Ty::Set(of) => self.set(of, depth),
            Ty::List(of, most) => self.list(of, *most, depth),
            Ty::Per(..) => self.leaf(ty),
        }
    }

    /// A name, or what stands for itself.
    pub(super) fn leaf(&mut self, ty: &Ty) -> Result<String> {
        match self.named(ty)?.filter(|_| !self.bytes.is_empty()) {
            Some(name) if !self.once_in(4)? => Ok(name),
            _ => self.literal(ty),
        }
    }

    /// Something of this kind that has a name here.
    pub(super) fn named(&mut self, ty: &Ty) -> Result<Option<String>> {
        let mut names: Vec<String> =
            self.readable().filter(|named| named.ty.is_like(ty)).map(|named| named.name.clone()).collect();
        if self.place != Place::Board {
            if let Some(player) = self.player()? {
                names
                    .extend(self.own.iter().filter(|field| field.ty.is_like(ty)).map(|field| format!("{player}.{}", field.name)));
            }
            // Secrets are read by their players, or by rules.
            let reader = match self.place.clone() {
                Place::Option(decider) | Place::Secret(decider) => Some(decider),
                Place::Rule => self.player()?,
                Place::Value | Place::Board => None,
            };
            if let Some(reader) = reader {
                names.extend(
                    self.secrets.iter().filter(|field| field.ty.is_like(ty)).map(|field| format!("{reader}.{}", field.name)),
                );
            }
        }
        Ok(if names.is_empty() { None } else { Some(self.bytes.choose(&names)?.clone()) })
    }

    /// What can be read here by its name alone.
    fn readable(&self) -> impl Iterator<Item = &Named> {
        let is_board = self.place == Place::Board;
        self.scope.iter().filter(move |named| !is_board || !named.is_open)
    }

    /// A player who has a name here.
    pub(super) fn player(&mut self) -> Result<Option<String>> {
        let names: Vec<String> = self.scope.iter().filter(|n| matches!(n.ty, Ty::Player)).map(|n| n.name.clone()).collect();
        Ok(if names.is_empty() { None } else { Some(self.bytes.choose(&names)?.clone()) })
    }

    fn either(&mut self, ty: &Ty, depth: usize) -> Result<String> {
        let (c, a, b) = (self.expr(&Ty::Bool, depth)?, self.expr(ty, depth)?, self.expr(ty, depth)?);
        Ok(format!("(if {c} then {a} else {b})"))
    }

    fn call_value(&mut self, ty: &Ty, depth: usize) -> Result<Option<String>> {
        let fitting: Vec<_> = self.values.iter().filter(|v| v.gives.as_ref().is_some_and(|g| g.is_like(ty))).cloned().collect();
        if fitting.is_empty() || self.place == Place::Board {
            return Ok(None);
        }
        let value = self.bytes.choose(&fitting)?.clone();
        Ok(Some(self.call(&value, depth)?))
    }

    /// An entry of a list or a table.
    fn member_of(&mut self, ty: &Ty, depth: usize) -> Result<Option<String>> {
        let holds = |named: &&Named| match &named.ty {
            Ty::List(of, _) | Ty::Per(of, _) => of.is_like(ty),
            _ => false,
        };
        let fitting: Vec<Named> = self.readable().filter(holds).cloned().collect();
        if fitting.is_empty() {
            return Ok(None);
        }
        let named = self.bytes.choose(&fitting)?.clone();
        let key = match &named.ty {
            Ty::Per(_, by) => self.expr(by, depth)?,
            _ => self.expr(&Ty::Int(Some((1, 4))), depth)?,
        };
        Ok(Some(format!("{}[{key}]", named.name)))
    }

    fn number(&mut self, depth: usize) -> Result<String> {
        let int = Ty::Int(None);
        Ok(match self.below(18)? {
            0..=3 => {
                let (a, b) = (self.expr(&int, depth)?, self.expr(&int, depth)?);
                format!("({a} {} {b})", ["+", "-", "*", "/", "%"][self.below(5)?])
            }
            4 => format!("{}({}, {})", ["min", "max"][self.below(2)?], self.expr(&int, depth)?, self.expr(&int, depth)?),
            5 => format!("clamp({}, 0, {})", self.expr(&int, depth)?, self.literal(&int)?),
            6 => format!("abs({})", self.expr(&int, depth)?),
            7 => {
                let list = Ty::List(Box::new(int), 5);
                format!("{}({})", ["sum", "size", "max", "min"][self.below(4)?], self.expr(&list, depth)?)
            }
            8 => {
                let of = Ty::any(self.bytes, 0)?;
                let of = if matches!(of, Ty::Optional(_)) { Ty::Card } else { of };
                let (set, list) = (Ty::Set(Box::new(of.clone())), Ty::List(Box::new(of), 9));
                match self.named(&set)?.or(self.named(&list)?) {
                    Some(name) => format!("size({name})"),
                    None if self.place == Place::Board => "2".into(),
                    None => "size(rubbish)".into(),
                }
            }
            9 | 10 => self.search("count", None, depth)?,
            11 | 12 => self.search("sum", Some(&int), depth)?,
            13 => {
                let word = ["min", "max"][self.below(2)?];
                let found = self.search(word, Some(&int), depth)?;
                let other = self.leaf(&int)?;
                format!("({found} otherwise {other})")
            }
            14 if matches!(self.place, Place::Rule) => {
                let die = ["roll(die)", "roll(odd_die)", "sum(roll(2 of die))", "random(1..6)"];
                die[self.below(die.len())?].into()
            }
            15 => match self.named(&Ty::Space)? {
                Some(space) => format!("{space}.{}", if self.place == Place::Board { "height" } else { "depth" }),
                None => "7".into(),
            },
            16 => self.named(&Ty::Card)?.map_or("3".into(), |card| format!("{card}.worth")),
            _ if self.place == Place::Board => "(distance(self, to: [\"s6\"], over: [next]) otherwise 0)".into(),
            _ => {
                let (from, to) = (self.leaf(&Ty::Space)?, SPACES[self.below(SPACES.len())?]);
                format!("(distance({from}, to: [{to}], over: [next, r in Road cost r.toll]) otherwise 9)")
            }
        })
    }

    fn condition(&mut self, depth: usize) -> Result<String> {
        Ok(match self.below(12)? {
            0..=2 => {
                let (a, b) = (self.expr(&Ty::Int(None), depth)?, self.expr(&Ty::Int(None), depth)?);
                format!("({a} {} {b})", ["<", "<=", ">", ">=", "==", "!="][self.below(6)?])
            }
            3 | 4 => {
                let ty = Ty::any(self.bytes, 1)?;
                let ty = if matches!(ty, Ty::Per(..)) { Ty::Player } else { ty };
                match self.named(&ty)? {
                    Some(name) => format!("({name} {} {})", ["==", "!="][self.below(2)?], self.expr(&ty, depth)?),
                    None => "true".into(),
                }
            }
            5 => format!("(not {})", self.expr(&Ty::Bool, depth)?),
            6 => {
                let word = ["and", "or"][self.below(2)?];
                format!("({} {word} {})", self.expr(&Ty::Bool, depth)?, self.expr(&Ty::Bool, depth)?)
            }
            7 => {
                let (ty, collection) = self.collection(depth)?;
                let member = match ty {
                    Ty::Int(_) => self.leaf(&ty)?,
                    _ => self.named(&ty)?.unwrap_or_default(),
                };
                if member.is_empty() {
                    "false".into()
                } else {
                    format!("({member} {} {collection})", ["in", "not in"][self.below(2)?])
                }
            }
            8 | 9 => self.search("any", None, depth)?,
            10 => self.search("every", Some(&Ty::Bool), depth)?,
            _ => {
                let of = Ty::any(self.bytes, 0)?;
                let of = if matches!(of, Ty::Optional(_)) { Ty::Hue } else { of };
                let is = ["some", "none"][self.below(2)?];
                self.maybe(&of, depth)?.map_or("false".into(), |maybe| format!("({maybe} is {is})"))
            }
        })
    }

    fn thing(&mut self, ty: &Ty, depth: usize) -> Result<String> {
        let has_chance = matches!(self.place, Place::Rule);
        Ok(match (ty, self.below(6)?) {
            (_, 0 | 1) => {
                let collection = self.collection_of(ty, depth)?;
                let found = self.search_in("first", collection, ty, None, true, depth)?;
                format!("({found} otherwise {})", self.literal(ty)?)
            }
            (_, 2) if has_chance => format!("random({})", self.collection_of(ty, depth)?),
            (Ty::Hue, 3 | 4) => {
                let of = if self.once_in(2)? { Ty::Card } else { Ty::Space };
                self.named(&of)?.map_or("red".into(), |name| format!("{name}.hue"))
            }
            (Ty::Player, 3) if self.place != Place::Board => format!("next_player({})", self.expr(&Ty::Player, depth)?),
            (Ty::Space, 3 | 4) => {
                let other = self.literal(ty)?;
                self.maybe(&Ty::Space, depth)?.map_or(other.clone(), |maybe| format!("({maybe} otherwise {other})"))
            }
            _ => self.leaf(ty)?,
        })
    }

    /// Something of this kind that may be none.
    pub(super) fn maybe(&mut self, of: &Ty, depth: usize) -> Result<Option<String>> {
        Ok(match (of, self.below(5)?) {
            (Ty::Space, 0) => self.named(of)?.map(|space| format!("{space}.next")),
            (Ty::Space, 1) if self.place != Place::Board => self.player()?.map(|player| format!("{player}.runner.at")),
            (Ty::Card, 0) if self.place != Place::Board => Some("top(rubbish)".into()),
            (Ty::Hue | Ty::Shape | Ty::Player | Ty::Space | Ty::Card, 1 | 2) => {
                let collection = self.collection_of(of, depth)?;
                Some(self.search_in("first", collection, of, None, true, depth)?)
            }
            _ => self.named(&Ty::Optional(Box::new(of.clone())))?,
        })
    }

    fn set(&mut self, of: &Ty, depth: usize) -> Result<String> {
        let wanted = Ty::Set(Box::new(of.clone()));
        Ok(match self.below(7)? {
            0 | 1 => {
                let (a, b) = (self.expr(&wanted, depth)?, self.expr(&wanted, depth)?);
                if a.starts_with('[') && b.starts_with('[') {
                    a
                } else {
                    format!("({a} {} {b})", ["+", "-", "&"][self.below(3)?])
                }
            }
            2 | 3 if !matches!(of, Ty::Int(_)) => {
                let collection = self.collection_of(of, depth)?;
                self.search_in("those", collection, of, None, false, depth)?
            }
            4 if matches!(of, Ty::Space) => format!("reach({}, over: [next], within: 2)", self.expr(of, depth)?),
            5 => {
                let count = self.below(4)?;
                self.brackets(count, |maker| maker.expr(of, depth))?
            }
            _ => self.leaf(&wanted)?,
        })
    }

    fn list(&mut self, of: &Ty, most: usize, depth: usize) -> Result<String> {
        Ok(match self.below(6)? {
            0..=2 => {
                let collection = self.collection_of(of, depth)?;
                self.search_in("those", collection, of, None, true, depth)?
            }
            3 if matches!(of, Ty::Int(_)) && self.place == Place::Rule => format!("roll({} of die)", 1 + self.below(4)?),
            4 => {
                let count = self.below(5)?;
                self.brackets(count, |maker| maker.expr(of, depth))?
            }
            _ => self.leaf(&Ty::List(Box::new(of.clone()), most))?,
        })
    }

    /// A search through anything: `count x in E where C`, `sum x in E: V`.
    fn search(&mut self, word: &str, value: Option<&Ty>, depth: usize) -> Result<String> {
        let (ty, collection) = self.collection(depth)?;
        self.search_in(word, collection, &ty, value, false, depth)
    }

    fn search_in(
        &mut self,
        word: &str,
        collection: String,
        ty: &Ty,
        value: Option<&Ty>,
        ordered: bool,
        depth: usize,
    ) -> Result<String> {
        let name = self.name("x");
        self.scope.push(Named { name: name.clone(), ty: ty.clone(), is_open: false });
        let place = self.place.clone();
        // What is looked through is only looked at.
        if self.place == Place::Rule {
            self.place = Place::Value;
        }
        let condition = if self.once_in(2)? { format!(" where {}", self.expr(&Ty::Bool, depth)?) } else { String::new() };
        let order = match ordered {
            true => format!(" by {}{}", self.expr(&Ty::Int(None), depth)?, ["", " desc"][self.below(2)?]),
            false => String::new(),
        };
        let value = match value {
            Some(ty) => format!(": {}", self.expr(ty, depth)?),
            None => String::new(),
        };
        self.place = place;
        self.scope.pop();
        Ok(format!("({word} {name} in {collection}{condition}{order}{value})"))
    }

    /// Something to go through, and what its members are.
    pub(super) fn collection(&mut self, depth: usize) -> Result<(Ty, String)> {
        let ty = match self.below(6)? {
            0 => Ty::Hue,
            1 => Ty::Player,
            2 => Ty::Space,
            3 => Ty::Card,
            4 => Ty::Shape,
            _ => Ty::Int(Some((0, 9))),
        };
        let ty = if self.place == Place::Board && matches!(ty, Ty::Player) { Ty::Hue } else { ty };
        let collection = self.collection_of(&ty, depth)?;
        Ok((ty, collection))
    }

    pub(super) fn collection_of(&mut self, ty: &Ty, depth: usize) -> Result<String> {
        let holds = |named: &&Named| match &named.ty {
            Ty::List(of, _) | Ty::Set(of) => of.is_like(ty),
            _ => false,
        };
        let named: Vec<String> = self.readable().filter(holds).map(|named| named.name.clone()).collect();
        if !named.is_empty() && self.once_in(2)? {
            return Ok(self.bytes.choose(&named)?.clone());
        }
        Ok(match ty {
            Ty::Hue => "Hue".into(),
            Ty::Shape => "Shape".into(),
            Ty::Space => "space".into(),
            Ty::Player => match (self.below(4)?, self.player()?) {
                (0, Some(player)) => format!("others({player})"),
                (1, Some(player)) => format!("(players from {player})"),
                (2, _) => "everyone".into(),
                _ => "players".into(),
            },
            Ty::Card if self.place == Place::Board => "Card".into(),
            Ty::Card => {
                let mut piles: Vec<String> = ["Card", "rubbish", "offer"].map(Into::into).into();
                match &self.place {
                    Place::Rule => {
                        piles.push("deck".into());
                        piles.extend(self.player()?.map(|player| format!("{player}.hand")));
                    }
                    Place::Option(player) | Place::Secret(player) => piles.push(format!("{player}.hand")),
                    Place::Value | Place::Board => {}
                }
                piles.extend(self.player()?.map(|player| format!("{player}.shown")));
                self.bytes.choose(&piles)?.clone()
            }
            Ty::Int(_) if depth > 0 && self.once_in(3)? => format!("1..{}", self.leaf(&Ty::Int(Some((0, 9))))?),
            Ty::Int(Some((low, high))) => format!("({low})..{high}"),
            Ty::Int(None) => "1..5".into(),
            _ => "[true, false]".into(),
        })
    }

    /// A call with anything that fits.
    pub(super) fn call(&mut self, called: &super::Called, depth: usize) -> Result<String> {
        let takes: Vec<Ty> = called.takes.iter().map(|(_, ty)| ty.clone()).collect();
        let given = takes.iter().map(|ty| self.expr(ty, depth.min(1))).collect::<Result<Vec<_>>>()?;
        Ok(format!("{}({})", called.name, given.join(", ")))
    }
}
