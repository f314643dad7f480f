//! Statements: blocks of them as rules have them, and as values do.

use std::fmt::Write;

use super::types::Ty;
use super::{Maker, Named, Place};
use crate::Result;

impl Maker<'_, '_> {
    /// Some statements; what they name is forgotten behind them.
    pub(super) fn block(&mut self, depth: usize) -> Result<String> {
        let before = self.scope.len();
        let mut text = String::new();
        for _ in 0..self.below(if depth > 2 { 6 } else { 4 })? {
            let statement = self.statement(depth)?;
            text.push_str(&statement);
            text.push('\n');
        }
        self.scope.truncate(before);
        Ok(text)
    }

    /// The block of a value: looking, step by step.
    pub(super) fn looking(&mut self, gives: &Ty) -> Result<String> {
        let before = self.scope.len();
        let mut text = String::new();
        for _ in 0..self.below(3)? {
            text += &(self.declare()? + "\n");
        }
        if self.once_in(2)? {
            let (ty, collection) = self.collection(1)?;
            let name = self.name("y");
            self.scope.push(Named { name: name.clone(), ty, is_open: false });
            let inside = match self.once_in(2)? {
                true => self.store()?,
                false => format!("if {} {{ return {} }}", self.expr(&Ty::Bool, 1)?, self.expr(gives, 1)?),
            };
            self.scope.pop();
            let _ = writeln!(text, "for {name} in {collection} {{ {inside} }}");
        }
        let _ = writeln!(text, "return {}", self.expr(gives, 2)?);
        self.scope.truncate(before);
        Ok(text)
    }

    /// `let` or `var`.
    fn declare(&mut self) -> Result<String> {
        let (name, ty) = (self.name("v"), Ty::any(self.bytes, 2)?);
        let value = self.expr(&ty, 2)?;
        let is_open = self.once_in(2)?;
        let text = format!("{} {name}: {ty} = {value}", if is_open { "var" } else { "let" });
        self.scope.push(Named { name, ty, is_open });
        Ok(text)
    }

    fn statement(&mut self, depth: usize) -> Result<String> {
        let has_all = self.place == Place::Rule;
        Ok(match self.below(if depth == 0 { 8 } else { 20 })? {
            0..=2 => self.declare()?,
            3..=6 => self.store()?,
            7 if has_all => self.act()?,
            8 | 9 if has_all => self.act()?,
            10 => {
                let (condition, then) = (self.expr(&Ty::Bool, 2)?, self.block(depth - 1)?);
                let other = if self.once_in(2)? { format!(" else {{\n{}}}", self.block(depth - 1)?) } else { String::new() };
                format!("if {condition} {{\n{then}}}{other}")
            }
            11 => {
                let of = Ty::any(self.bytes, 0)?;
                let of = if matches!(of, Ty::Optional(_)) { Ty::Space } else { of };
                let Some(maybe) = self.maybe(&of, 2)? else { return self.store() };
                let name = self.name("z");
                self.scope.push(Named { name: name.clone(), ty: of, is_open: false });
                let then = self.block(depth - 1)?;
                self.scope.pop();
                format!("if let {name} = {maybe} {{\n{then}}}")
            }
            12 => {
                let Some(on) = self.named(&Ty::Hue)? else { return self.store() };
                let (one, other) = (self.block(depth - 1)?, self.block(depth - 1)?);
                format!("match {on} {{\nred {{\n{one}}}\ngreen, blue {{\n{other}}}\n}}")
            }
            13 | 14 => {
                let (ty, collection) = self.collection(2)?;
                let name = self.name("y");
                self.scope.push(Named { name: name.clone(), ty, is_open: false });
                let condition = if self.once_in(3)? { format!(" where {}", self.expr(&Ty::Bool, 1)?) } else { String::new() };
                let order = if self.once_in(3)? { format!(" by {}", self.expr(&Ty::Int(None), 1)?) } else { String::new() };
                let body = self.looped(depth)?;
                self.scope.pop();
                format!("for {name} in {collection}{condition}{order} {{\n{body}}}")
            }
            15 => format!("repeat {} times {{\n{}}}", self.expr(&Ty::Int(Some((0, 4))), 1)?, self.looped(depth)?),
            16 => {
                let name = self.name("w");
                let (most, condition) = (1 + self.below(4)?, self.expr(&Ty::Bool, 1)?);
                let body = self.looped(depth)?;
                // Loops without an end are rule errors that take their time: seldom.
                let step = if self.once_in(64)? { "" } else { "+= 1" };
                let step = if step.is_empty() { String::new() } else { format!("{name} {step}\n") };
                format!("var {name} = 0\nwhile {name} < {most} and {condition} {{\n{step}{body}}}")
            }
            17 | 18 if has_all || matches!(self.place, Place::Secret(_)) => self.choose(depth)?,
            19 if has_all => {
                let name = self.name("s");
                self.scope.push(Named { name: name.clone(), ty: Ty::Player, is_open: false });
                let in_loop = std::mem::replace(&mut self.in_loop, false);
                self.place = Place::Secret(name.clone());
                let body = self.block(depth - 1)?;
                self.place = Place::Rule;
                self.in_loop = in_loop;
                self.scope.pop();
                format!("secretly each {name} in players {{\n{body}}}")
            }
            _ => self.store()?,
        })
    }

    fn looped(&mut self, depth: usize) -> Result<String> {
        let in_loop = std::mem::replace(&mut self.in_loop, true);
        let mut body = self.block(depth - 1)?;
        if self.once_in(6)? {
            let word = ["break", "continue"][self.below(2)?];
            let _ = writeln!(body, "if {} {{ {word} }}", self.expr(&Ty::Bool, 1)?);
        }
        self.in_loop = in_loop;
        Ok(body)
    }

    /// Stores something in a variable or a field, whole or in part.
    fn store(&mut self) -> Result<String> {
        let is_local = |named: &&Named| named.name.starts_with('v');
        let mut places: Vec<Named> = self.scope.iter().filter(|named| named.is_open).cloned().collect();
        match self.place.clone() {
            Place::Rule => {
                if let Some(player) = self.player()? {
                    let own = self.own.iter().chain(&self.secrets);
                    places.extend(own.map(|field| Named { name: format!("{player}.{}", field.name), ..field.clone() }));
                }
            }
            Place::Secret(player) => {
                places = places.iter().filter(is_local).cloned().collect();
                places
                    .extend(self.secrets.iter().map(|field| Named { name: format!("{player}.{}", field.name), ..field.clone() }));
            }
            _ => places = places.iter().filter(is_local).cloned().collect(),
        }
        if places.is_empty() {
            return self.declare();
        }
        let Named { name, ty, .. } = self.bytes.choose(&places)?.clone();
        Ok(match &ty {
            Ty::Int(_) if self.once_in(2)? => format!("{name} {} {}", ["+=", "-="][self.below(2)?], self.expr(&ty, 2)?),
            Ty::Set(of) | Ty::List(of, _) if self.once_in(2)? => {
                let sign = ["+=", "-=", "+="][self.below(3)?];
                format!("{name} {sign} {}", self.expr(of, 2)?)
            }
            Ty::List(of, _) if self.once_in(2)? => {
                let at = self.expr(&Ty::Int(Some((1, 4))), 1)?;
                format!("{name}[{at}] = {}", self.expr(of, 2)?)
            }
            Ty::Per(of, by) if self.once_in(2)? => {
                let key = self.expr(by, 1)?;
                match &**of {
                    Ty::Int(_) if self.once_in(2)? => format!("{name}[{key}] += {}", self.expr(of, 1)?),
                    of => format!("{name}[{key}] = {}", self.expr(of, 2)?),
                }
            }
            ty => format!("{name} = {}", self.expr(ty, 3)?),
        })
    }

    /// Something that happens in the game.
    fn act(&mut self) -> Result<String> {
        let Some(player) = self.player()? else { return self.store() };
        Ok(match self.below(20)? {
            0 | 1 => format!("move {player}.runner to {}", self.expr(&Ty::Space, 2)?),
            2 => format!("move {player}.runner off board"),
            3 => format!("draw {} from deck to {player}.hand", self.expr(&Ty::Int(Some((0, 3))), 1)?),
            4 => "draw 1 from deck to offer".into(),
            5 | 6 => {
                let card = match self.named(&Ty::Card)? {
                    Some(card) => card,
                    None => format!("random({})", self.collection_of(&Ty::Card, 1)?),
                };
                format!("move {card} to {}", [format!("{player}.hand"), "rubbish".into(), "offer".into()][self.below(3)?])
            }
            7 => ["shuffle deck", "move all rubbish to deck", "move all offer to rubbish bottom"][self.below(3)?].into(),
            8 => format!("move all {player}.hand to {player}.shown"),
            9 => format!("count tally[{player}] += {}", self.expr(&Ty::Int(Some((0, 9))), 1)?),
            10 | 11 => {
                let ty = Ty::any(self.bytes, 1)?;
                let value = self.named(&ty)?.unwrap_or("round".into());
                format!("say \"{{{player}}} has {{{}}}\"", unquoted(&value))
            }
            12 if self.once_in(4)? => format!("finish({player})"),
            13 if self.once_in(4)? => format!("eliminate({player})"),
            14 if self.once_in(4)? => format!("if {} {{ end game }}", self.expr(&Ty::Bool, 1)?),
            15 => format!("{player}.points += {}", self.expr(&Ty::Int(Some((0, 9))), 1)?),
            _ => match self.rules.is_empty() {
                true => self.store()?,
                false => {
                    let rule = self.bytes.choose(&self.rules)?.clone();
                    let call = self.call(&rule, 2)?;
                    match rule.gives {
                        Some(ty) if self.once_in(2)? => {
                            let name = self.name("v");
                            self.scope.push(Named { name: name.clone(), ty: ty.clone(), is_open: true });
                            format!("var {name}: {ty} = {call}")
                        }
                        _ => call,
                    }
                }
            },
        })
    }

    pub(super) fn choose(&mut self, depth: usize) -> Result<String> {
        let place = self.place.clone();
        let decider = match &place {
            Place::Secret(player) => Some(player.clone()),
            _ => self.player()?,
        };
        let Some(decider) = decider else { return self.store() };
        let name = self.name("d");
        let looking = Place::Option(decider.clone());
        self.place = looking.clone();
        let prompt = unquoted(&self.expr(&Ty::Int(None), 1)?);
        if self.once_in(4)? {
            let (ty, collection) = self.collection(1)?;
            self.place = place;
            let chosen = self.name("v");
            self.scope.push(Named { name: chosen.clone(), ty, is_open: false });
            return Ok(format!("let {chosen} = choose {name} by {decider} \"Which? {{{prompt}}}\" from {collection}"));
        }
        let mut text = format!("choose {name} by {decider} \"Which? {{{prompt}}}\" {{\n");
        for n in 0..1 + self.below(3)? {
            self.place = looking.clone();
            let before = self.scope.len();
            let condition = if self.once_in(3)? { Some(self.expr(&Ty::Bool, 2)?) } else { None };
            let label = match self.once_in(2)? {
                true => {
                    let (ty, collection) = self.collection(1)?;
                    let each = self.name("e");
                    self.scope.push(Named { name: each.clone(), ty, is_open: false });
                    let filter = if self.once_in(2)? { format!(" where {}", self.expr(&Ty::Bool, 1)?) } else { String::new() };
                    let says = unquoted(&self.expr(&Ty::Int(None), 1)?);
                    let label = [format!(" \"{n} {{{each}}}\""), format!(" \"{n} for {{{says}}}\""), String::new()];
                    format!("each {each} in {collection}{filter}{}", label[self.below(3)?])
                }
                false => format!("\"Option {n}\""),
            };
            self.place = place.clone();
            let body = self.block(depth - 1)?;
            self.scope.truncate(before);
            let option = format!("{label} {{\n{body}}}\n");
            match condition {
                Some(condition) => {
                    let _ = write!(text, "if {condition} {{\n{option}}}\n");
                }
                None => text.push_str(&option),
            }
        }
        self.place = place;
        if self.once_in(2)? {
            let _ = writeln!(text, "otherwise {{\n{}}}", self.block(depth - 1)?);
        }
        text.push('}');
        Ok(text)
    }
}

/// What can stand in a text.
fn unquoted(expr: &str) -> String {
    if expr.contains('"') { "round".into() } else { expr.to_owned() }
}
