//! A playtest written down, with one value per line, in the order in which things were made. A file that was cut short is good up to its
//! last whole line.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::refs::Change;
use super::{Branch, Build, By, Event, Moment, Node, NodeId, Note, Playtest, Refs, Report, RulesChange, RunPoint, Sign, Stage};
use crate::diagnostic::{Code, Diagnostic};
use crate::edit::Edit;
use crate::game::{Choice, Status, luck_at_first};
use crate::players::BotStream;
use crate::replay::{self, OfSeries, Under};
use crate::ruleset::{Setup, Text, Texts};

/// The version of this form. The first two versions hold one race, or the races of a series: [`crate::replay`].
pub const FORM: u32 = 3;

/// One line.
#[derive(Debug, Serialize, Deserialize)]
enum Entry {
    Playtest {
        form: u32,
        written_by: String,
    },
    /// Who sits in each seat.
    Seats(Vec<String>),
    Series(OfSeries),
    /// A text, by its number.
    Text(usize, String),
    /// A text that differs from another one in a single range: its number, the number of the other text, the first byte of the range, its
    /// length in bytes, and the new text.
    Changed(usize, usize, usize, usize, String),
    /// Texts by their numbers, and what was built from them.
    Build {
        name: String,
        files: BTreeMap<String, usize>,
        tracks: BTreeMap<String, usize>,
        addons: Vec<String>,
        set: Vec<String>,
        track: Option<String>,
        players: Option<usize>,
        /// What the players are called, where that isn't for the ruleset to say.
        #[serde(default)]
        names: Vec<String>,
    },
    Begin {
        id: u32,
        after: Option<u32>,
        build: usize,
        seed: u64,
        previous: Vec<u32>,
        /// The moment that was shown under other rules.
        instead: Option<(u32, u32)>,
        mark: String,
    },
    Choice {
        id: u32,
        after: u32,
        player: usize,
        decision: String,
        label: String,
        branch: String,
        values: Vec<String>,
        by: By,
        millis: u32,
        /// How far the bots have used their luck by then, for those that have used some.
        luck: Vec<(usize, BotStream)>,
        mark: String,
    },
    Edit {
        id: u32,
        after: u32,
        edit: Edit,
        mark: String,
    },
    Rules {
        id: u32,
        after: u32,
        call: usize,
        build: usize,
        from: (u32, u32),
        mark: String,
    },
    /// What somebody wrote at a moment; the seat of whoever it was, if not an onlooker's.
    Note {
        at: (u32, u32),
        by: Option<usize>,
        sign: Sign,
        text: String,
    },
    Refs {
        branches: Vec<(Option<String>, u32)>,
        on: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on_show: Option<(u32, u32)>,
    },
}

/// What a file says besides what was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Who sits in each seat.
    pub seats: Vec<String>,
    /// The series that the race belonged to.
    pub series: Option<OfSeries>,
    /// The moment on show, unless the race stands there.
    pub on_show: Option<Moment>,
}

/// A playtest that was read.
pub struct Opened {
    pub playtest: Playtest,
    /// What was built for it.
    pub rules: BTreeMap<Stage, Arc<Under>>,
    pub about: About,
    /// The first node whose state differs from that when it was written.
    pub differs: Option<NodeId>,
    /// If the text ends early, the line that is missing or not whole.
    pub ends_early: Option<usize>,
}

fn bad(line: usize, why: &str) -> Diagnostic {
    Diagnostic::nowhere(Code::BadReplay, format!("this is no saved playtest: line {line}: {why}"))
}

impl Playtest {
    /// The text of a file, with the texts of all builds that are played. After reading it, only what people did on the way to where the
    /// race stands can be undone.
    ///
    /// # Panics
    /// If one of the programs came without its texts.
    pub fn write(&mut self, about: &About) -> String {
        let mut lines = vec![Entry::Playtest { form: FORM, written_by: env!("CARGO_PKG_VERSION").to_owned() }];
        lines.push(Entry::Seats(about.seats.clone()));
        lines.extend(about.series.clone().map(Entry::Series));
        let (mut texts, mut builds) = (Written::default(), vec![]);
        let at = |moment: Moment| (moment.node.0, moment.tick);
        for id in self.nodes.keys().copied().collect::<Vec<_>>() {
            let (stage, event, parent) = (self.nodes[&id].stage, self.nodes[&id].event.clone(), self.nodes[&id].parent);
            let build = builds.iter().position(|known| *known == stage).unwrap_or_else(|| {
                let Build { texts: all, setup } = self.build(stage).expect("a playtest that is saved knows its texts");
                let [files, tracks] = [&all.files, &all.tracks].map(|all| texts.numbers(all, &mut lines));
                let Setup { addons, settings, track, players, names: people, .. } = setup.clone();
                lines.push(Entry::Build {
                    name: all.name.clone(),
                    files,
                    tracks,
                    addons,
                    set: settings,
                    track,
                    players,
                    names: people,
                });
                builds.push(stage);
                builds.len() - 1
            });
            let (id, after, mark) = (id.0, parent.map(|parent| parent.node.0), self.mark(id));
            lines.push(match (&*event, after) {
                (Event::Begin { seed, previous, instead }, after) => {
                    let (previous, instead) = (previous.clone(), instead.as_ref().map(|change| at(change.from)));
                    Entry::Begin { id, after, build, seed: *seed, previous, instead, mark }
                }
                (Event::Choice { choice, by, millis, luck }, Some(after)) => {
                    let before = self.luck(NodeId(after));
                    let used = luck.iter().cloned().enumerate().filter(|(seat, stream)| before.get(*seat) != Some(stream));
                    let Choice { decision, player, branch, values, label } = choice.clone();
                    let (by, millis, luck) = (*by, *millis, used.collect());
                    Entry::Choice { id, after, player, decision, label, branch, values, by, millis, luck, mark }
                }
                (Event::Edit(edit), Some(after)) => Entry::Edit { id, after, edit: edit.clone(), mark },
                (Event::Rules(change), Some(after)) => {
                    let call = parent.and_then(|parent| parent.call).unwrap_or_default();
                    Entry::Rules { id, after, call, build, from: at(change.from), mark }
                }
                (_, None) => unreachable!("only a race begins by itself"),
            });
        }
        lines.extend(self.refs.notes.iter().cloned().map(|Note { at: moment, by, sign, text }| Entry::Note {
            at: at(moment),
            by,
            sign,
            text,
        }));
        let Refs { branches, on, .. } = &self.refs;
        let branches = branches.iter().map(|branch| (branch.name.clone(), branch.tip.0)).collect();
        lines.push(Entry::Refs { branches, on: *on, on_show: about.on_show.map(at) });
        let plain = |e| panic!("a playtest has only plain fields: {e}");
        let written = lines.iter().map(|line| ron::to_string(line).unwrap_or_else(plain) + "\n");
        std::iter::once("// A playtest of Coursesetter. Play it again: coursesetter replay FILE\n".to_owned())
            .chain(written)
            .collect()
    }

    /// Reads such a text, as far as its lines are whole.
    ///
    /// # Errors
    /// The first line that doesn't belong to a playtest or can't be played, and why. Also if no race begins in the text.
    pub fn read(text: &str) -> Result<Opened, Diagnostic> {
        Playtest::read_under(text, Under::builder())
    }

    /// The same. `build` builds the rules, or knows them already.
    ///
    /// # Errors
    /// As [`Playtest::read`].
    pub fn read_under(text: &str, build: impl FnMut(Build) -> Arc<Under>) -> Result<Opened, Diagnostic> {
        let mut reading = Reading::of(build);
        let lines = text.trim_start_matches('\u{feff}').split_inclusive('\n').enumerate();
        let mut ends_early = Some(1);
        for (n, line) in lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with("//")) {
            let entry = match ron::from_str(line) {
                Ok(entry) => entry,
                Err(_) if !line.ends_with('\n') => break,
                Err(e) => return Err(bad(n + 1, &replay::amiss(&e.code))),
            };
            // Where the branches stand is written last.
            ends_early = (!matches!(entry, Entry::Refs { .. })).then_some(n + 2);
            reading.take(entry).map_err(|why| bad(n + 1, &why))?;
        }
        let Reading { playtest: Some(mut playtest), rules, about, differs, .. } = reading else {
            let why = format!("the file ends early, in line {}: no race begins before that", ends_early.unwrap_or(1));
            return Err(Diagnostic::nowhere(Code::BadReplay, why));
        };
        playtest.deeds_again();
        playtest.drop_unreached();
        Ok(Opened { playtest, rules, about, differs, ends_early })
    }

    /// Whether a text is meant as a saved playtest.
    pub fn is_written_in(text: &str) -> bool {
        let mut lines = text.trim_start_matches('\u{feff}').lines();
        lines.find(|line| !line.trim().is_empty() && !line.starts_with("//")).is_some_and(|line| line.starts_with("Playtest("))
    }

    /// Makes the deeds of people on the way to where the race stands, so that they can be undone. Before a change of rules, that is the way
    /// to the moment at which it was made.
    fn deeds_again(&mut self) {
        let (mut deeds, mut id) = (vec![], self.head());
        while let Some(parent) = self.nodes[&id].parent {
            let (event, stage) = (self.nodes[&id].event.clone(), self.nodes[&id].stage);
            let mut from = None;
            let name = match &*event {
                Event::Rules(change) => {
                    // It leads back even in a file that was edited.
                    from = Some(change.from).filter(|from| from.node < id && self.nodes.contains_key(&from.node));
                    Some("The rules were changed".to_owned())
                }
                Event::Edit(edit) => Some(edit.told(&self.program(stage))),
                _ => event.is_of_person().then(String::new),
            };
            let before = from.map_or(parent.node, |from| from.node);
            deeds.extend(name.map(|name| (name, before, from.map(|from| Change { from, to: Moment::end(id), head: id }))));
            id = before;
        }
        for (name, tip, rules) in deeds.into_iter().rev() {
            let (mut before, on) = (self.refs.clone(), self.refs.on);
            before.branches[on].tip = tip;
            self.add_deed(name, before);
            if let Some(deed) = self.undo.last_mut() {
                deed.rules = rules;
            }
        }
    }

    /// How far the bots have used their luck where a node's run stops.
    pub fn luck(&mut self, node: NodeId) -> Arc<[BotStream]> {
        let is_told = |node: &Node| matches!(*node.event, Event::Choice { .. } | Event::Begin { .. });
        let found = self.ways_back(node).map(|id| &self.nodes[&id]).find(|node| is_told(node));
        let (event, stage) = found.map(|node| (node.event.clone(), node.stage)).expect("a race has a beginning");
        match &*event {
            Event::Begin { seed, .. } => luck_at_first(&self.program(stage), *seed),
            Event::Choice { luck, .. } => luck.clone(),
            Event::Edit(_) | Event::Rules(_) => unreachable!("they tell of no luck"),
        }
    }

    /// A mark of the state where a node's run stops: [`replay::mark`].
    fn mark(&mut self, node: NodeId) -> String {
        let (run, stage) = (self.run_of(node), self.nodes[&node].stage);
        let program = self.program(stage);
        let mut machine = self.machine(stage, &program);
        machine.set_state(&run.end.state);
        let mark = replay::mark_of(&program, &machine);
        self.put_by(stage, machine);
        mark
    }
}

/// Texts that are already written.
#[derive(Default)]
struct Written {
    all: Vec<Arc<str>>,
    /// The last text under each name.
    last: BTreeMap<String, usize>,
}

impl Written {
    /// The numbers of texts by name. New texts are written first.
    fn numbers(&mut self, texts: &BTreeMap<String, Text>, lines: &mut Vec<Entry>) -> BTreeMap<String, usize> {
        let read = texts.iter().filter_map(|(name, text)| Some((name, text.as_ref().ok()?)));
        read.map(|(name, text)| {
            let known = self.all.iter().position(|known| known == text);
            let n = known.unwrap_or_else(|| {
                let n = self.all.len();
                lines.push(match self.last.get(name) {
                    Some(of) => changed(n, *of, &self.all[*of], text),
                    None => Entry::Text(n, text.to_string()),
                });
                self.all.push(text.clone());
                n
            });
            self.last.insert(name.clone(), n);
            (name.clone(), n)
        })
        .collect()
    }
}

/// A text as another text with one range changed.
fn changed(n: usize, of: usize, old: &str, new: &str) -> Entry {
    let common = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| -> usize {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let from = common(&mut old.chars(), &mut new.chars());
    let behind = common(&mut old[from..].chars().rev(), &mut new[from..].chars().rev());
    Entry::Changed(n, of, from, old.len() - from - behind, new[from..new.len() - behind].to_owned())
}

/// What has been read so far.
struct Reading<B> {
    build: B,
    texts: BTreeMap<usize, Arc<str>>,
    builds: Vec<Arc<Under>>,
    rules: BTreeMap<Stage, Arc<Under>>,
    playtest: Option<Playtest>,
    about: About,
    differs: Option<NodeId>,
}

impl<B: FnMut(Build) -> Arc<Under>> Reading<B> {
    fn of(build: B) -> Reading<B> {
        let (texts, builds, rules, about) = Default::default();
        Reading { build, texts, builds, rules, playtest: None, about, differs: None }
    }

    fn take(&mut self, entry: Entry) -> Result<(), String> {
        let unknown = || "it leads to what doesn't stand before it".to_owned();
        match entry {
            Entry::Playtest { form: FORM, .. } => {}
            Entry::Playtest { form, .. } => return Err(format!("it is of form {form}, and this version reads form {FORM}")),
            Entry::Seats(seats) => self.about.seats = seats,
            Entry::Series(series) => self.about.series = Some(series),
            Entry::Text(n, text) => drop(self.texts.insert(n, text.into())),
            Entry::Changed(n, of, from, len, text) => {
                let old = self.texts.get(&of).ok_or_else(unknown)?;
                let end = from.checked_add(len).ok_or_else(unknown)?;
                let (head, tail) = old.get(..from).zip(old.get(end..)).ok_or_else(unknown)?;
                self.texts.insert(n, format!("{head}{text}{tail}").into());
            }
            Entry::Build { name, files, tracks, addons, set, track, players, names } => {
                let text = |n: usize| self.texts.get(&n).cloned().map(Ok);
                let of = |all: BTreeMap<String, usize>| -> Option<BTreeMap<String, Text>> {
                    all.into_iter().map(|(name, n)| Some((name, text(n)?))).collect()
                };
                let (files, tracks) = of(files).zip(of(tracks)).ok_or_else(unknown)?;
                let setup = Setup { addons, settings: set, track, players, names, names_spaces: true, ..Setup::default() };
                let under = (self.build)(Build { texts: Texts { name, files, tracks, ..Texts::default() }, setup });
                if under.built.program.is_none() {
                    return Err(format!("these rules can't be played: {}", under.problem()));
                }
                self.builds.push(under);
            }
            Entry::Begin { id, after, build, seed, previous, instead, mark } => {
                let instead = instead.map(|(node, tick)| change(node, tick));
                self.playtest.get_or_insert_with(Playtest::empty);
                let (stage, players) = self.stage(build).ok_or_else(unknown)?;
                replay::are_places(&previous, players)?;
                self.add(id, after, None, stage, Event::Begin { seed, previous, instead }, 0, &mark)?;
            }
            Entry::Choice { id, after, player, decision, label, branch, values, by, millis, luck, mark } => {
                let playtest = self.playtest.as_mut().filter(|own| own.nodes.contains_key(&NodeId(after))).ok_or_else(unknown)?;
                let mut streams = playtest.luck(NodeId(after)).to_vec();
                for (seat, stream) in luck {
                    *streams.get_mut(seat).ok_or("there is no such seat")? = stream;
                }
                let choice = Choice { decision, player, branch, values, label };
                let found = match &playtest.run_of(NodeId(after)).status {
                    Status::Asking(question) => question.find(&choice),
                    _ => None,
                };
                let option = found.ok_or_else(|| format!("`{}` is not on offer for `{}`", choice.label, choice.decision))?;
                let stage = playtest.nodes[&NodeId(after)].stage;
                let event = Event::Choice { choice, by, millis, luck: streams.into() };
                self.add(id, Some(after), None, stage, event, option, &mark)?;
            }
            Entry::Edit { id, after, edit, mark } => {
                let node = self.playtest.as_ref().and_then(|own| own.nodes.get(&NodeId(after))).ok_or_else(unknown)?;
                self.add(id, Some(after), None, node.stage, Event::Edit(edit), 0, &mark)?;
            }
            Entry::Rules { id, after, call, build, from: (node, tick), mark } => {
                let (stage, _) = self.stage(build).ok_or_else(unknown)?;
                self.add(id, Some(after), Some(call), stage, Event::Rules(change(node, tick)), 0, &mark)?;
            }
            Entry::Note { at: (node, tick), by, sign, text } => {
                let at = Moment { node: NodeId(node), tick };
                let playtest = self.playtest.as_mut().filter(|own| own.nodes.contains_key(&at.node)).ok_or_else(unknown)?;
                playtest.refs.notes = playtest.refs.notes.iter().cloned().chain([Note { at, by, sign, text }]).collect();
            }
            Entry::Refs { branches, on, on_show } => {
                let playtest = self.playtest.as_mut().ok_or_else(unknown)?;
                let branches: Vec<Branch> = branches.into_iter().map(|(name, tip)| Branch { name, tip: NodeId(tip) }).collect();
                if on >= branches.len() || !branches.iter().all(|branch| playtest.nodes.contains_key(&branch.tip)) {
                    return Err(unknown());
                }
                let moment = on_show.map(|(node, tick)| Moment { node: NodeId(node), tick });
                self.about.on_show = moment.filter(|moment| playtest.nodes.contains_key(&moment.node));
                (playtest.refs.branches, playtest.refs.on) = (branches, on);
            }
        }
        Ok(())
    }

    /// What the build with this number is played as, and its number of players.
    fn stage(&mut self, build: usize) -> Option<(Stage, usize)> {
        let under = self.builds.get(build)?;
        let Under { texts, setup, built, .. } = &**under;
        let (build, program) = (Build { texts: texts.clone(), setup: setup.clone() }, built.program.as_ref()?);
        let stage = self.playtest.as_mut()?.stage(Some(build), program);
        self.rules.insert(stage, under.clone());
        Some((stage, program.players))
    }

    /// Adds a node as it was. The race stands there until a line says where it does.
    #[expect(clippy::too_many_arguments, reason = "they are the parts of a node")]
    fn add(
        &mut self,
        id: u32,
        after: Option<u32>,
        call: Option<usize>,
        stage: Stage,
        event: Event,
        option: usize,
        mark: &str,
    ) -> Result<(), String> {
        let playtest = self.playtest.as_mut().ok_or("no race has begun")?;
        let parent = after.map(|node| RunPoint { node: NodeId(node), call });
        let is_known = parent.is_none_or(|parent| playtest.nodes.contains_key(&parent.node));
        if !is_known || !(playtest.next..u32::MAX).contains(&id) {
            return Err("it leads to what doesn't stand before it".to_owned());
        }
        let players = parent.map(|parent| playtest.nodes[&parent.node].stage).map(|before| playtest.program(before).players);
        if players.is_some_and(|players| players != playtest.program(stage).players) {
            return Err("another number of players sits at the table".to_owned());
        }
        let run = playtest.play(parent, stage, &event, option, None).map_err(|problem| problem.message)?;
        playtest.next = id;
        let node = playtest.grow(parent, stage, event, option, run);
        (playtest.refs.branches, playtest.refs.on) = (vec![Branch { name: None, tip: node }], 0);
        if self.differs.is_none() && playtest.mark(node) != mark {
            self.differs = Some(node);
        }
        Ok(())
    }
}

fn change(node: u32, tick: u32) -> RulesChange {
    RulesChange { from: Moment { node: NodeId(node), tick }, report: Report::default() }
}
