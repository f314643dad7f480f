//! Rules made of bytes: small games of which most can be played. They know of lists, sets, tables, what may be none, loops, decisions, secrets,
//! cards, pieces, rules that call each other, and an add-on. Types fit; ranges, sizes and ways through the rules are left to chance.

use std::fmt::Write;

use interpreter::ruleset::Texts;

use crate::{Result, Unstructured};

mod expr;
mod stmt;
mod types;

use types::{CARDS, SPACES, Ty};

/// A ruleset, and settings of its parameters.
pub struct Made {
    pub texts: Texts,
    pub settings: Vec<String>,
}

impl Made {
    /// Shows them to whoever looks into what was found.
    pub fn show(&self) {
        if std::env::var_os("SHOW").is_some() {
            let texts = self.texts.named().map(|(name, text)| format!("=== {name}\n{}\n", text.as_deref().unwrap_or_default()));
            println!("{}=== settings\n{}", texts.collect::<String>(), self.settings.join("\n"));
        }
    }
}

/// Any game of that name.
///
/// # Errors
/// None that matter: without bytes everything is as simple as can be.
pub fn any(name: &str, bytes: &mut Unstructured<'_>) -> Result<Made> {
    let mut maker = Maker {
        game: name,
        bytes,
        scope: vec![],
        own: vec![],
        secrets: vec![],
        rules: vec![],
        values: vec![],
        names: 0,
        in_loop: false,
        place: Place::Value,
    };
    maker.game()
}

/// Something that can be read by its name.
#[derive(Clone)]
struct Named {
    name: String,
    ty: Ty,
    /// Whether it can be stored to.
    is_open: bool,
}

/// A rule or a value that can be called.
#[derive(Clone)]
struct Called {
    name: String,
    takes: Vec<(String, Ty)>,
    gives: Option<Ty>,
}

/// What may be done where.
#[derive(Clone, PartialEq)]
enum Place {
    /// Before any game: nothing but constants and the board.
    Board,
    /// Nothing but looking.
    Value,
    /// Looking, where this player reads it.
    Option(String),
    /// Everything.
    Rule,
    /// What this player may do in secret.
    Secret(String),
}

struct Maker<'m, 'b> {
    /// The name of the ruleset.
    game: &'m str,
    bytes: &'m mut Unstructured<'b>,
    /// What has a name here.
    scope: Vec<Named>,
    /// Fields of players, open and secret.
    own: Vec<Named>,
    secrets: Vec<Named>,
    rules: Vec<Called>,
    values: Vec<Called>,
    /// Names given so far.
    names: usize,
    in_loop: bool,
    place: Place,
}

impl Maker<'_, '_> {
    /// A number from 0 up to `count` (exclusive).
    fn below(&mut self, count: usize) -> Result<usize> {
        self.bytes.int_in_range(0..=count.max(1) - 1)
    }

    /// True once in so many times; never when there are no bytes left.
    fn once_in(&mut self, count: u8) -> Result<bool> {
        Ok(!self.bytes.is_empty() && self.bytes.int_in_range(0..=count - 1)? == count - 1)
    }

    fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    fn game(&mut self) -> Result<Made> {
        let mut text = format!("game {} \"Made\" for 2..3 players\n{HEAD}", self.game);
        let mut settings = vec![];
        for _ in 0..self.below(5)? {
            let (name, ty) = (self.name("q"), Ty::any(self.bytes, 2)?);
            let ty = if ty.is_of_games() && !self.once_in(8)? { Ty::Int(None) } else { ty };
            let default = self.literal(&ty)?;
            let _ = writeln!(text, "param {name}: {ty} = {default}");
            if self.once_in(2)? {
                settings.push(format!("{name}={}", self.literal(&ty)?.replace("\"", "")));
            }
            self.scope.push(Named { name, ty, is_open: false });
        }
        self.place = Place::Board;
        self.scope.push(Named { name: "self".into(), ty: Ty::Space, is_open: false });
        let worked_out = if self.once_in(2)? { self.expr(&Ty::Int(None), 2)? } else { "self.height".into() };
        self.scope.pop();
        let _ = writeln!(text, "derive space.depth: int = {worked_out}");
        self.place = Place::Value;
        let state = self.fields("a", 5)?;
        let own = self.fields("b", 5)?;
        let secrets = self.fields("c", 4)?;
        let line = |text: &mut String, secret: &str, field: &(Named, String)| {
            let (Named { name, ty, .. }, default) = field;
            let _ = writeln!(text, "  {secret}{name}: {ty}{default}");
        };
        text.push_str("state {\n  round: int = 0\n");
        state.iter().for_each(|field| line(&mut text, "", field));
        text.push_str("}\nplayer {\n  points: int = 0\n  pile hand of Card private\n  pile shown of Card open\n");
        own.iter().for_each(|field| line(&mut text, "", field));
        secrets.iter().for_each(|field| line(&mut text, "secret ", field));
        text.push_str("}\n");
        self.scope.extend(state.into_iter().map(|(field, _)| field));
        self.own = own.into_iter().map(|(field, _)| field).collect();
        self.secrets = secrets.into_iter().map(|(field, _)| field).collect();
        self.own.push(Named { name: "points".into(), ty: Ty::Int(None), is_open: true });

        let (rules, values) = (self.below(4)?, self.below(5)?);
        let rules: Vec<Called> = (0..rules).map(|_| self.called("rule")).collect::<Result<_>>()?;
        let values: Vec<Called> = (0..values).map(|_| self.called("value")).collect::<Result<_>>()?;
        let rounds = 1 + self.below(3)?;
        let order = ["", " by p.points", " by p.points desc, then size(p.hand)", " where p.points < 9"][self.below(4)?];
        let _ = writeln!(
            text,
            "flow {{\n  prepare()\n  repeat {rounds} times {{\n    round += 1\n    for p in players{order} {{ turn(p) }}\n  }}\n  \
             end game ranking p in everyone by p.points desc\n}}"
        );
        // Each may call those behind it, and seldom one before.
        for (n, value) in values.iter().enumerate() {
            self.values = values[n + 1..].to_vec();
            text.push_str(&self.value(value)?);
        }
        self.values = values;
        for (n, rule) in rules.iter().enumerate() {
            let from = if self.once_in(12)? { 0 } else { n + 1 };
            self.rules = rules[from..].to_vec();
            text.push_str(&self.rule("rule", rule)?);
        }
        self.rules = rules;
        let prepare = Called { name: "prepare".into(), takes: vec![], gives: None };
        text.push_str(&self.rule("rule", &prepare)?);
        let turn = Called { name: "turn".into(), takes: vec![("p".into(), Ty::Player)], gives: None };
        text.push_str(&self.rule("turn rule", &turn)?);
        if self.once_in(4)? {
            self.place = Place::Value;
            let condition = self.expr(&Ty::Bool, 2)?;
            self.place = Place::Rule;
            let body = self.block(2)?;
            let _ = writeln!(text, "whenever {condition} {{\n{body}  round += 1\n}}");
        }
        let addon = self.addon()?;
        let mut tracks = vec![self.track()?];
        if self.once_in(2)? {
            tracks.push(self.track()?);
        }
        let files = [
            ("game.ron", self.manifest(!addon.is_empty())?),
            ("made.rules", text),
            ("extra.rules", addon),
            ("cards.ron", CARDS.into()),
        ];
        let texts = Texts {
            name: self.game.into(),
            files: files
                .into_iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(name, text)| (name.into(), Ok(text.into())))
                .collect(),
            tracks: TRACKS.into_iter().zip(tracks).map(|(name, track)| (name.into(), Ok(track.into()))).collect(),
            ..Texts::default()
        };
        Ok(Made { texts, settings })
    }

    /// With a series of races.
    fn manifest(&mut self, has_addon: bool) -> Result<String> {
        let addons = if has_addon { "\"extra.rules\"" } else { "" };
        let more = if self.once_in(2)? { ", \"line\"" } else { "" };
        let first = self.below(9)?;
        let wins = ["highest", "lowest"][self.below(2)?];
        let ties = ["last_race", "shared"][self.below(2)?];
        Ok(format!(
            "(id: \"{}\", title: \"Made\", modules: [\"made.rules\"], addons: [{addons}], default_track: \"line.ron\", \
             series: [(name: \"Cup\", tracks: [\"line\"{more}], points: [{first}, 2, 1], wins: {wins}, ties: {ties})])",
            self.game
        ))
    }

    fn fields(&mut self, letter: &str, most: usize) -> Result<Vec<(Named, String)>> {
        let mut fields = vec![];
        for _ in 0..self.below(most)? {
            let (name, ty) = (self.name(letter), Ty::any(self.bytes, 2)?);
            let may_be_left_out = matches!(ty, Ty::Optional(_) | Ty::Set(_) | Ty::List(..));
            let default = match may_be_left_out && self.once_in(2)? {
                true => String::new(),
                false => format!(" = {}", self.literal(&ty)?),
            };
            fields.push((Named { name, ty, is_open: true }, default));
        }
        Ok(fields)
    }

    fn called(&mut self, letter: &str) -> Result<Called> {
        let name = self.name(&format!("{letter}_"));
        let mut takes = vec![(self.name("p"), Ty::Player)];
        for _ in 0..self.below(3)? {
            takes.push((self.name("t"), Ty::any(self.bytes, 2)?));
        }
        let gives = match letter == "value" || self.once_in(2)? {
            true => Some(Ty::any(self.bytes, 2)?),
            false => None,
        };
        Ok(Called { name, takes, gives })
    }

    /// What a call takes is in scope in its body.
    fn with<R>(&mut self, called: &Called, place: Place, body: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let before = self.scope.len();
        self.scope.extend(called.takes.iter().map(|(name, ty)| Named { name: name.clone(), ty: ty.clone(), is_open: false }));
        self.place = place;
        let made = body(self);
        self.scope.truncate(before);
        made
    }

    fn value(&mut self, value: &Called) -> Result<String> {
        let gives = value.gives.clone().unwrap_or(Ty::Bool);
        let body = self.with(value, Place::Value, |maker| match maker.once_in(3)? {
            true => Ok(format!("{{\n{}}}", maker.looking(&gives)?)),
            false => Ok(format!("= {}", maker.expr(&gives, 3)?)),
        })?;
        Ok(format!("value {} {body}\n", value.head()))
    }

    fn rule(&mut self, word: &str, rule: &Called) -> Result<String> {
        let body = self.with(rule, Place::Rule, |maker| {
            // Many turns begin with a question.
            let question = if word == "turn rule" && maker.once_in(2)? { maker.choose(3)? + "\n" } else { String::new() };
            let mut body = question + &maker.block(3)?;
            if let Some(gives) = &rule.gives {
                let _ = writeln!(body, "  return {}", maker.expr(gives, 2)?);
            }
            Ok(body)
        })?;
        Ok(format!("{word} {} {{\n{body}}}\n", rule.head()))
    }

    /// A file of layers on what is there, or nothing.
    fn addon(&mut self) -> Result<String> {
        if !self.once_in(4)? {
            return Ok(String::new());
        }
        let mut text = format!("addon extra \"Extra\" for {}\nextend player {{ extra: int in 0..9 = 0 }}\n", self.game);
        if let Some(value) = self.values.first().cloned() {
            let gives = value.gives.clone().unwrap_or(Ty::Bool);
            let inside = value.takes.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
            let body = self.with(&value, Place::Value, |maker| {
                let (condition, other) = (maker.expr(&Ty::Bool, 1)?, maker.expr(&gives, 2)?);
                Ok(format!("if {condition} then proceed({inside}) else {other}"))
            })?;
            let _ = writeln!(text, "around value {} = {body}", value.head());
        }
        if let Some(rule) = self.rules.first().cloned() {
            let word = ["before", "after"][self.below(2)?];
            let body = self.with(&rule, Place::Rule, |maker| maker.block(2))?;
            let _ = writeln!(text, "{word} rule {} {{\n{body}}}", Called { gives: None, ..rule }.head());
        }
        Ok(text)
    }

    /// A board that players can play on and people can print.
    fn track(&mut self) -> Result<String> {
        let mut text = format!("(ruleset: \"{}\", name: \"Line\", ", self.game);
        if self.once_in(2)? {
            let _ = write!(text, "sheet: (width: {}, height: {}), ", 1 + self.below(300)?, 1 + self.below(200)?);
        }
        text.push_str("spaces: [");
        for (n, space) in SPACES.iter().enumerate() {
            let (height, lower) = (self.below(9)?, self.below(4)?);
            let _ = write!(text, "(id: {space}, at: ({}, {}), height: {height}", 10 * (n + 1), 10 + 7 * lower);
            if self.once_in(4)? {
                let hue = ["red", "green", "blue"][self.below(3)?];
                let _ = write!(text, ", hue: {hue}, size: {}, turn: {}", 1 + self.below(20)?, 15 * self.below(24)?);
            }
            text.push_str("), ");
        }
        let _ = write!(text, "], links: [(kind: \"next\", chain: [{}]), ", SPACES.join(", "));
        for _ in 0..self.below(4)? {
            let (from, to, toll) = (self.below(SPACES.len())?, self.below(SPACES.len())?, self.below(9)?);
            let _ = write!(text, "(kind: \"Road\", from: {}, to: {}, toll: {toll}), ", SPACES[from], SPACES[to]);
        }
        text.push(']');
        if self.once_in(2)? {
            text.push_str(", decor: [");
            for _ in 0..1 + self.below(2)? {
                let decor = [
                    "kind: \"label\", text: \"The finish\", size: 4, along: true, halo: \"#ffffff\"",
                    "kind: \"label\", text: \"Über 9\", turn: 30, weight: black, align: right",
                    "kind: \"area\", nodes: [(at: (-9, -9)), (at: (9, -9)), (at: (0, 9))], colour: \"#b9d3b4\", pattern: dots, trees: 0.8",
                    "kind: \"stroke\", nodes: [(at: (-9, -9)), (at: (9, -9)), (at: (0, 9))], width: 2",
                ];
                let _ = write!(text, "({}, at: ({}, 15)), ", decor[self.below(decor.len())?], self.below(90)?);
            }
            text.push(']');
        }
        Ok(text + ")")
    }
}

/// What the tracks are called, as far as there are some.
const TRACKS: [&str; 2] = ["line", "bend"];

impl Called {
    fn head(&self) -> String {
        let takes: Vec<String> = self.takes.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let gives = self.gives.as_ref().map_or(String::new(), |ty| format!(" -> {ty}"));
        format!("{}({}){gives}", self.name, takes.join(", "))
    }
}

/// What every game has.
const HEAD: &str = r#"
enum Hue { red, green, blue }
enum Shape { round_one, square_one }
space { height: int in 0..9 = 0, hue: Hue = red }
link next one?
link Road many back roads_in { toll: int in 0..9 = 1 }
dice die = 1..6
dice odd_die = [0, 1, 1, 3]
card Card { worth: int in 0..9, hue: Hue = red } from "cards.ron" back by hue
pile deck of Card hidden full refills from rubbish
pile rubbish of Card open
pile offer of Card open max 3
piece Runner 1 per player as runner off board
measure tally per player
"#;
