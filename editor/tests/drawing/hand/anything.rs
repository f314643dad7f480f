//! Anything is done at the drawing table, on every track that is shipped and on blank sheets of every game: nothing breaks, and nothing is lost.
//! The long run, with a line for each track as soon as it has ended, and with `TRACKS` only of those with this part in their names:
//! `DEEDS=10000 SEEDS=3 TRACKS= cargo test -p editor --test drawing --config profile.dev.package.editor.opt-level=1 any_tool`

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Write, stderr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use editor::drawing::bends;
use editor::drawing::courses::Course;
use editor::drawing::document::Content;
use editor::drawing::layers::Layers;
use editor::drawing::{Key, List, ids};
use rayon::prelude::*;
use spoil::Numbers;

use super::*;

mod deeds;
mod kinds;

use deeds::Anybody;
use kinds::Named;

/// One thing that is done.
#[derive(Clone, Debug)]
pub enum Act {
    Deed(Deed),
    /// The pointer leaves the sheet.
    Left,
    /// The other button is pressed here.
    OtherButton(Point),
    Saved,
    /// Another program has written this.
    Theirs(String),
    /// The rules have changed: add-ons were switched on, or off again.
    Rules,
}

/// How often all that takes long is looked at.
const NOW_AND_THEN: usize = 20;
/// How often everything is checked by the rules.
const SELDOM: usize = 100;

/// How long the fewest deeds are looked for that show what is wrong, and in the long run.
const LONGEST: [Duration; 2] = [Duration::from_secs(40), Duration::from_mins(4)];
const IN_VAIN: &str = "proposed in vain";

/// A table at which anything is done, with all that must hold there.
struct Play {
    desk: Desk,
    checkers: [Arc<Checker>; 2],
    /// The document after each step.
    states: Vec<Document>,
    /// The last document that was whole.
    whole: Document,
    /// The comments of the file, each with what it belongs to.
    comments: Vec<(Owner, String)>,
    /// What was done and not refused.
    done: BTreeSet<Named>,
    /// What has changed the drawing.
    drew: BTreeSet<Named>,
}

#[derive(Clone, PartialEq, Debug)]
enum Owner {
    Track,
    Entry(Arc<str>),
    Item(Key),
}

impl Play {
    fn new(start: &Document, checkers: &[Arc<Checker>; 2]) -> Play {
        let on_disk = OnDisk::new(Path::new("nowhere/mine.ron"));
        let desk = Desk::new(start.clone(), on_disk, checkers[0].clone());
        let (states, comments) = (vec![start.clone()], owned_comments(start));
        let (done, drew) = (BTreeSet::new(), BTreeSet::new());
        Play { desk, checkers: checkers.clone(), states, whole: Document::default(), comments, done, drew }
    }

    /// Does it, and looks at all that is quickly seen.
    fn act(&mut self, act: &Act) -> Result<(), String> {
        let (before, version) = (self.desk.document().clone(), self.desk.drawing.version());
        let (done_before, refusals, tool) = (self.desk.drawing.steps().1, self.desk.refusals, self.desk.hand.tool);
        match act {
            Act::Deed(deed) => {
                if let Deed::Pointer(pointer) = deed {
                    self.desk.over = pointer.at.is_finite().then_some(pointer.at);
                }
                self.desk.apply(deed.clone());
            }
            Act::Left => {
                self.desk.over = None;
                self.desk.hand.left();
            }
            Act::OtherButton(at) => {
                let key = self.desk.lies_at(*at, 1.5);
                self.desk.press_step(*at, 1.5);
                self.desk.apply(Deed::Select(key.into_iter().collect(), Mode::Replace));
            }
            Act::Saved => self.desk.drawing.mark_saved(),
            Act::Theirs(theirs) => {
                // What they have spoiled is theirs.
                if let Some(read) = read::read(theirs).ok().filter(|read| whole(read).and_then(|()| finite(read)).is_ok()) {
                    let on_disk = self.desk.on_disk.clone();
                    self.desk.take_theirs(&read, on_disk);
                    self.comments.retain(|(_, comment)| theirs.contains(comment));
                }
            }
            Act::Rules => {
                let is_first = Arc::ptr_eq(&self.desk.checker, &self.checkers[0]);
                self.desk.set_rules(self.checkers[usize::from(is_first)].clone());
            }
        }
        self.desk.shows();
        self.desk.usual_size();
        // What the window asks of it in every frame.
        let _ = (self.desk.insertable(), self.desk.line_part(), self.desk.straightened(), self.desk.single_step());
        let is_refused = self.desk.refusals > refusals;
        let now = self.desk.document().clone();
        let differs = now != before;
        let has_changed = self.desk.drawing.version() != version && differs;
        if let Act::Deed(deed) = act {
            let mut kinds = kinds::of(deed);
            kinds.extend(matches!(deed, Deed::Pointer(_) | Deed::Answer(_)).then(|| kinds::Kind::kind(&tool)));
            self.done.extend(kinds.iter().filter(|_| !is_refused));
            self.drew.extend(kinds.into_iter().filter(|_| has_changed));
            if is_refused && has_changed && !matches!(deed, Deed::Pointer(_)) {
                return Err(format!("refused and yet done: {:?}", self.desk.refused));
            }
        }
        self.history(act, done_before)?;
        // What is equal has been looked at.
        if now != self.whole {
            whole(&now)?;
            finite(&now)?;
            self.whole = now.clone();
        }
        let known: BTreeSet<Key> = List::ALL.into_iter().flat_map(|list| now.list(list)).map(|item| item.key).collect();
        if let Some(key) = self.desk.selected.iter().find(|key| !known.contains(key)).filter(|_| !self.desk.is_moving()) {
            return Err(format!("selected is what is gone: {key:?}"));
        }
        if differs && keeps_locked(act) { locked(&before, &now) } else { Ok(()) }
    }

    /// Notes the document after each step, and that steps taken back lead where they came from.
    fn history(&mut self, act: &Act, before: usize) -> Result<(), String> {
        let (names, done) = self.desk.drawing.steps();
        let names: Vec<&str> = names.collect();
        if names.iter().any(|name| name.trim().is_empty()) {
            return Err(format!("a step without a name: {names:?}"));
        }
        let total = names.len();
        let is_back = matches!(act, Act::Deed(Deed::Undo | Deed::Redo | Deed::GoTo(_)));
        if !is_back && done >= before {
            // What was undone is forgotten as soon as something else is done; a drag changes the last step.
            let same = self.states.get(done).is_some_and(|state| *state == *self.desk.document());
            if !(same && self.states.len() == total + 1) {
                self.states.truncate(before);
                let mut drawing = self.desk.drawing.clone();
                for n in before..=done {
                    drawing.go_to(n);
                    self.states.push(drawing.document().clone());
                }
            }
        }
        self.states.truncate(total + 1);
        let is_as_noted = self.states.get(done).is_some_and(|state| *state == *self.desk.document());
        if self.states.len() == total + 1 && is_as_noted {
            return Ok(());
        }
        Err(format!("history: {} states for {total} steps, {done} of them done, {is_as_noted}", self.states.len()))
    }

    /// What takes longer: the file.
    fn on_disk(&self) -> Result<(), String> {
        let document = self.desk.document();
        let written = text(document);
        let again = read::read(&written).map_err(|problem| format!("unreadable: {problem:?}\n{written}"))?;
        for list in List::ALL {
            if again.list(list).len() != document.list(list).len() {
                return Err(format!(
                    "saved and read back: {} {} were {}",
                    again.list(list).len(),
                    list.name(),
                    document.list(list).len()
                ));
            }
            if let Some((a, b)) = again.list(list).iter().zip(document.list(list)).find(|(a, b)| !a.says_as(b)) {
                return Err(format!("saved and read back: {a:?} was {b:?}"));
            }
        }
        for entry in &document.header().entries {
            let was = document.header().get(&entry.name);
            if was.is_some() && again.header().get(&entry.name) != was {
                return Err(format!("saved and read back: the track's {} was {was:?}", entry.name));
            }
        }
        if text(&again) != written {
            let other = written.lines().zip(text(&again).lines()).find(|(a, b)| a != b).map(|(a, b)| format!("{a} is {b}"));
            return Err(format!("saved again: {other:?}"));
        }
        // What was taken away and is written anew has comments of its own.
        let has = |document: &Document, name: &str| document.header().entries.iter().any(|entry| *entry.name == *name);
        let done = self.states.iter().take(self.desk.drawing.steps().1 + 1);
        let is_there = |owner: &Owner| match owner {
            Owner::Track => true,
            Owner::Entry(name) => has(document, name) && done.clone().all(|state| has(state, name)),
            Owner::Item(key) => document.item(*key).is_some(),
        };
        match self.comments.iter().find(|(owner, comment)| !written.contains(comment) && is_there(owner)) {
            Some((owner, comment)) => Err(format!("lost comment: {comment} of {owner:?}")),
            None => Ok(()),
        }
    }

    /// What takes longest: the rules.
    fn checked(&mut self, numbers: &mut Numbers) -> Result<Option<Act>, String> {
        let checked = self.desk.checker.check(self.desk.document(), "mine");
        let mended: Vec<_> = checked.problems.iter().flat_map(|problem| &problem.fixes).collect();
        let Some(fix) = mended.get(numbers.below(mended.len().max(1))) else { return Ok(None) };
        let mut mended = self.desk.drawing.clone();
        match mended.edit(&fix.edit) {
            Ok(true) => Ok(Some(Act::Deed(Deed::Edit(fix.edit.clone())))),
            other => Err(format!("{IN_VAIN}: {other:?} {}: {:?}", fix.title, fix.edit)),
        }
    }

    /// Step by step to the beginning and to the end.
    fn undone_and_done_again(&mut self) -> Result<(), String> {
        let (count, done) = (self.states.len(), self.desk.drawing.steps().1);
        for n in (0..count).rev().chain(0..count) {
            self.desk.apply(Deed::GoTo(n));
            if *self.desk.document() != self.states[n] {
                return Err(format!("history: after {n} of {} steps, it isn't as it was", count - 1));
            }
        }
        self.desk.apply(Deed::GoTo(done));
        Ok(())
    }
}

/// Whether what is locked stays as it is: nobody takes hold of it, and its own values aren't set.
fn keeps_locked(act: &Act) -> bool {
    let Act::Deed(deed) = act else { return false };
    !matches!(
        deed,
        Deed::Edit(_)
            | Deed::Drag(..)
            | Deed::CancelDrag(_)
            | Deed::Undo
            | Deed::Redo
            | Deed::GoTo(_)
            | Deed::Key(HandKey::Escape)
    )
}

/// Each id once, and nothing leads to what isn't there.
fn whole(document: &Document) -> Result<(), String> {
    let mut keys = BTreeSet::new();
    if let Some(twice) = List::ALL.into_iter().flat_map(|list| document.list(list)).find(|item| !keys.insert(item.key)) {
        return Err(format!("a key twice: {twice:?}"));
    }
    let mut known = BTreeSet::new();
    if let Some(wrong) = document.spaces().iter().find(|space| !known.insert(&space.id) || !ids::is_good(&space.id)) {
        return Err(format!("an id twice, or none: {:?}", wrong.id));
    }
    for list in [List::Links, List::Paths, List::Courses] {
        for item in document.list(list) {
            let may_be = |id: &Arc<str>| list == List::Courses && id.is_empty();
            let ends = ["from", "to"].into_iter().filter_map(|name| item.fields.text(name)).map(Arc::from);
            let mut all = item.spaces.iter().cloned().chain(ends.filter(|_| list == List::Courses));
            if let Some(lost) = all.find(|id| !known.contains(id) && !may_be(id)) {
                return Err(format!("{} lead to {lost:?}, which isn't there: {item:?}", list.name()));
            }
        }
    }
    for link in document.links() {
        let steps: BTreeSet<_> = link.steps().collect();
        let bent = bends::read(link);
        if let Some(lost) = bent.iter().find(|bend| bend.unread.is_none() && !steps.contains(&(&bend.from, &bend.to))) {
            return Err(format!("a bend without its step: {lost:?} of {:?}", link.spaces));
        }
    }
    Ok(())
}

/// All places are on the sheet or not too far beside it, and all courses can be read.
fn finite(document: &Document) -> Result<(), String> {
    let far = |at: Point| !at.is_finite() || at.x.abs().max(at.y.abs()) > editor::drawing::edit::FARTHEST;
    for list in List::ALL {
        for item in document.list(list) {
            let odd = |value: &str| value.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "NaN" | "inf"));
            let fields = item.fields.iter().find(|(_, value)| !value.starts_with('"') && odd(value));
            if item.at.is_some_and(far) || fields.is_some() {
                return Err(format!("no place: {item:?}"));
            }
        }
    }
    match document.courses().iter().find(|item| Course::read(item).is_none()) {
        Some(course) => Err(format!("no course: {course:?}")),
        None => Ok(()),
    }
}

/// What was locked is there, where it was.
fn locked(before: &Document, now: &Document) -> Result<(), String> {
    let (layers, places): (Layers, BTreeMap<Key, _>) =
        (before.layers(), now.spaces().iter().chain(now.decor()).map(|item| (item.key, item.at)).collect());
    let of = before.spaces().iter().chain(before.decor()).filter(|item| layers.lies(item).is_locked);
    match of.into_iter().find(|item| places.get(&item.key) != Some(&item.at)) {
        Some(item) => Err(format!("locked and yet moved: {item:?} to {:?}", places.get(&item.key))),
        None => Ok(()),
    }
}

/// A text with comments in many places, each with a number.
fn commented(text: &str, numbers: &mut Numbers) -> String {
    let (mut out, mut rest, mut count) = (String::new(), text, 0);
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '"' => 1 + rest[1..].find('"').map_or(rest.len() - 1, |end| end + 1),
            '/' => rest.find('\n').unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        out.push_str(&rest[..skipped]);
        rest = &rest[skipped..];
        if matches!(c, ',' | '(' | '[' | ':' | ']' | ')') && numbers.below(12) == 0 && out.contains('(') {
            count += 1;
            match numbers.below(3) {
                0 => out.push_str(&format!(" // c{count:04}\n")),
                1 => out.push_str(&format!("\n// c{count:04}\n")),
                _ => out.push_str(&format!(" /* c{count:04} */ ")),
            }
        }
    }
    out
}

/// The comments with numbers, each with what it belongs to.
fn owned_comments(document: &Document) -> Vec<(Owner, String)> {
    let mut owners: BTreeMap<String, Owner> = BTreeMap::new();
    let mut note = |owner: Owner, text: &str| {
        let marks = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.len() == 5 && word.starts_with('c') && word[1..].chars().all(|c| c.is_ascii_digit()));
        marks.for_each(|mark| drop(owners.insert(mark.to_owned(), owner.clone())));
    };
    note(Owner::Track, &text(document));
    for entry in &document.header().entries {
        let lines = entry.notes.before.iter().chain(&entry.notes.behind);
        lines.for_each(|line| note(Owner::Entry(entry.name.clone()), line));
        if let Content::Value(value) = &entry.is {
            note(Owner::Entry(entry.name.clone()), value);
        }
    }
    for item in List::ALL.into_iter().flat_map(|list| document.list(list)) {
        let lines = item.notes.before.iter().chain(&item.notes.behind).chain(&item.written);
        lines.for_each(|line| note(Owner::Item(item.key), line));
    }
    owners.into_iter().map(|(comment, owner)| (owner, comment)).collect()
}

/// Does all of this anew; what is wrong then.
fn wrong(start: &Document, checkers: &[Arc<Checker>; 2], acts: &[Act], kind: &str) -> Option<String> {
    let mut play = Play::new(start, checkers);
    let played = catch_unwind(AssertUnwindSafe(|| {
        acts.iter().try_for_each(|act| {
            play.act(act)?;
            if acts.len() < SELDOM { play.on_disk() } else { Ok(()) }
        })?;
        play.on_disk()?;
        if kind == IN_VAIN {
            (1..9).try_for_each(|n| play.checked(&mut Numbers(n)).map(drop))?;
        }
        play.undone_and_done_again()
    }));
    played.unwrap_or_else(|_| Err("panic: see above".to_owned())).err().filter(|why| kind_of(why) == kind)
}

/// What kind of thing is wrong.
fn kind_of(why: &str) -> &str {
    why.split(':').next().unwrap_or_default()
}

/// As few of these acts as show that something of this kind is wrong.
fn fewest(start: &Document, checkers: &[Arc<Checker>; 2], acts: Vec<Act>, why: &str) -> (Vec<Act>, String) {
    let (kind, start_of_it) = (kind_of(why).to_owned(), Instant::now());
    let longest = LONGEST[usize::from(count("DEEDS").is_some())];
    let (mut acts, mut why, mut part) = (acts, why.to_owned(), usize::MAX);
    while part > 0 {
        part = part.min(acts.len().div_ceil(2));
        let mut at = 0;
        while at < acts.len() && start_of_it.elapsed() < longest {
            let end = (at + part).min(acts.len());
            let fewer = [&acts[..at], &acts[end..]].concat();
            match wrong(start, checkers, &fewer, &kind) {
                Some(other) => (acts, why) = (fewer, other),
                None => at = end,
            }
        }
        part /= 2;
    }
    (acts, why)
}

/// The keys of all things in their order, by which acts name them.
fn keys(document: &Document) -> String {
    List::ALL
        .map(|list| format!("{} {:?}", list.name(), document.list(list).iter().map(|item| item.key.0).collect::<Vec<_>>()))
        .join(", ")
}

/// Does so much of anything on one board. An error says what is wrong, and how it comes about.
fn play(start: &Document, checkers: &[Arc<Checker>; 2], mut anybody: Anybody, many: usize) -> Result<Play, String> {
    let mut play = Play::new(start, checkers);
    let (mut acts, mut next): (Vec<Act>, Vec<Act>) = (vec![], vec![]);
    let mut begun = vec![];
    let played = catch_unwind(AssertUnwindSafe(|| {
        while acts.len() < many {
            if acts.len() % SELDOM == 0 {
                begun.push((acts.len(), play.desk.document().clone()));
            }
            if next.is_empty() {
                next = anybody.next(&mut play.desk);
                next.reverse();
            }
            let Some(act) = next.pop() else { continue };
            acts.push(act.clone());
            play.act(&act)?;
            if acts.len() % NOW_AND_THEN == 0 {
                play.on_disk()?;
            }
            if acts.len() % SELDOM == 0 {
                next.extend(play.checked(&mut anybody.numbers)?);
            }
        }
        play.on_disk()?;
        play.undone_and_done_again()
    }));
    if let Err(why) = played.unwrap_or_else(|_| Err("panic: see above".to_owned())) {
        // Mostly it is the last of them that matter, done to what there was by then.
        let last = begun.iter().rev().take(8).find(|(n, from)| wrong(from, checkers, &acts[*n..], kind_of(&why)).is_some());
        let (n, from) = last.map_or((0, start), |(n, from)| (*n, from));
        let (acts, why) = fewest(from, checkers, acts.split_off(n), &why);
        let acts: Vec<String> = acts.iter().map(|act| format!("{act:?}")).collect();
        let from = if n == 0 { String::new() } else { format!("from {} and\n{}\n", keys(from), text(from)) };
        return Err(format!("{why}\n{from}after\n{}", acts.join("\n")));
    }
    Ok(play)
}

/// What the environment says, as a number.
fn count(name: &str) -> Option<usize> {
    std::env::var(name).ok().map(|n| n.parse().expect("a number"))
}

#[test]
fn whatever_is_done_with_any_tool_nothing_breaks() {
    let (mut done, mut drew, mut broken) = (BTreeSet::new(), BTreeSet::new(), vec![]);
    let shipped = shipped();
    let copied = |text: &str| {
        let document = document(text);
        let keys: Vec<Key> = document.spaces().iter().chain(document.decor()).map(|item| item.key).take(5).collect();
        editor::drawing::tools::clip::copied(&document, &keys)
    };
    let clips: Vec<String> = shipped.iter().map(|(.., text)| copied(text)).chain(["no track".to_owned()]).collect();
    let part = std::env::var("TRACKS").unwrap_or_default();
    let mut tracks = vec![];
    for game in library().names() {
        let ruleset = ruleset(&game);
        let addons: Vec<Arc<str>> = ruleset.addons.iter().map(|addon| addon.name.clone()).collect();
        let checkers = [&[][..], &addons].map(|addons| Arc::new(Checker::new(&ruleset, addons)));
        let blank = text(&begin::track(&checkers[0], "Mine", Size::new(400.0, 300.0)));
        let own = shipped.iter().filter(|(of, ..)| *of == game).map(|(_, name, text)| (name.clone(), text.to_string()));
        let all = own.chain([("a blank sheet".to_owned(), blank)]).map(|(name, text)| (format!("{game}, {name}"), text));
        tracks.extend(all.filter(|(name, _)| name.contains(&part)).map(|(name, text)| (name, text, checkers.clone())));
    }
    assert!(!tracks.is_empty(), "no track's name contains {part:?}");
    let (deeds, seeds) = (count("DEEDS"), count("SEEDS").unwrap_or(1) as u64);
    let played = |(seed, (name, text, checkers)): &(u64, &(String, String, [Arc<Checker>; 2]))| {
        let (start, begun) = (document(&commented(text, &mut Numbers(*seed))), Instant::now());
        let anybody = Anybody::new(&checkers[0], clips.clone(), seed + text.len() as u64);
        let many = deeds.unwrap_or(260);
        let ended = play(&start, checkers, anybody, many).map_err(|why| format!("{name}, seed {seed}: {why}"));
        let seconds = begun.elapsed().as_secs_f64();
        let line = match &ended {
            Ok(play) => format!("{name}, seed {seed}: {many} deeds in {seconds:.1} s, {} steps", play.states.len() - 1),
            Err(why) => why.clone(),
        };
        if deeds.is_some() {
            // Not by `eprintln`, which is held back until the end.
            writeln!(stderr(), "{line}").expect("it can be written");
        }
        ended.map(|play| [play.done, play.drew])
    };
    let all = kinds::all();
    let never = |done: &BTreeSet<Named>| all.difference(done).copied().collect::<Vec<_>>();
    let drawing = |named: &Named| matches!(named.0, "Deed" | "Tool") && !kinds::draws_nothing(named);
    let never_drew = |drew: &BTreeSet<Named>| all.difference(drew).copied().filter(drawing).collect::<Vec<_>>();
    // What is rare is waited for some rounds more.
    let rounds = [1..=seeds].into_iter().chain((seeds + 1..=seeds + 8).map(|seed| seed..=seed));
    for round in rounds {
        let round: Vec<_> = round.flat_map(|seed| tracks.iter().map(move |track| (seed, track))).collect();
        for ended in round.par_iter().map(played).collect::<Vec<_>>() {
            match ended {
                Ok([now_done, now_drew]) => {
                    done.extend(now_done);
                    drew.extend(now_drew);
                }
                Err(why) => broken.push(why),
            }
        }
        if !part.is_empty() || !broken.is_empty() || never(&done).is_empty() && never_drew(&drew).is_empty() {
            break;
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
    if part.is_empty() {
        assert_eq!(never(&done), [], "never done");
        assert_eq!(never_drew(&drew), [], "it never changed anything");
    }
}
