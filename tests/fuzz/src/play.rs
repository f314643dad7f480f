//! Games that are played, edited and looked at as bytes say, and what must hold of any game.

use interpreter::edit::{Edit, values};
use interpreter::game::{Game, Status};
use interpreter::ir::{FieldId, KindId, PieceId, Type};
use interpreter::players::{Seat, bot_stream};
use interpreter::program::Program;
use interpreter::reload::unfit;
use interpreter::show;
use interpreter::vm::{MEMORY, Machine, Quiet, Stop, TrapCode};
use interpreter::why::What;

use arbitrary::Error;

use crate::ways::{self, GIVEN, NEAR, Way};
use crate::{Result, Unstructured};

/// Fuel for each answer. A game that needs more is looked at no further: played again, with all the fuel that there is, it would take long.
pub const FUEL: u32 = 50_000;

/// Memory in which nothing was written.
static NOTHING: [i32; MEMORY] = [0; MEMORY];

/// A way to play and a game of it: its start or some answers on, then so many answers and changes by hand at most as the bytes say.
/// `near`: it is short enough to be played again from its start.
pub fn any(bytes: &mut Unstructured<'_>, near: bool, most: usize) -> Result<(&'static Way, Game)> {
    let way = ways::any(bytes)?;
    let mut game = match bytes.choose_index(if near { NEAR } else { GIVEN.len() })? {
        0 => Game::start(way.program().clone(), u64::from(bytes.arbitrary::<u16>()?)),
        n => way.begun(n).clone(),
    };
    game.machine.set_tank(FUEL);
    play_on(&mut game, bytes, most)?;
    Ok((way, game))
}

/// The machine of a game that was only played: it waits at a question.
pub fn machine(bytes: &mut Unstructured<'_>) -> Result<(&'static Way, Machine)> {
    let way = ways::any(bytes)?;
    let mut machine = way.begun(bytes.choose_index(GIVEN.len())?).machine.clone();
    machine.set_tank(FUEL);
    for _ in 0..bytes.int_in_range(0..=6)? {
        let option = bytes.choose_index(machine.options().len())?;
        match machine.choose(way.program(), option, &mut Quiet) {
            Stop::Decide => {}
            Stop::Over => return Err(Error::NotEnoughData),
            Stop::Trap(..) if way.made.is_some() => return Err(Error::NotEnoughData),
            stop => panic!("rules that are shipped can always go on: {stop:?}"),
        }
    }
    constants(way.program(), &machine.memory[..]);
    assert_eq!(unfit(way.program(), &machine), None);
    Ok((way, machine))
}

/// Answers and changes by hand, so many at most, a byte each and what a change needs. Some bytes end it.
pub fn play_on(game: &mut Game, bytes: &mut Unstructured<'_>, most: usize) -> Result<()> {
    for _ in 0..most {
        let Status::Asking(question) = &game.status else { break };
        match bytes.arbitrary::<u8>()? {
            0xf0.. => break,
            0xd0.. => change(game, bytes)?,
            byte => game.choose(usize::from(byte) % question.options.len()).expect("an option on offer can be taken"),
        }
    }
    check(game);
    if is_endless(game) { Err(Error::NotEnoughData) } else { Ok(()) }
}

/// Whether it has failed as its rules went on for too long.
pub fn is_endless(game: &Game) -> bool {
    matches!(&game.status, Status::Failed(problem) if problem.message.starts_with(TrapCode::Fuel.message()))
}

/// A change by hand: what doesn't fit is refused and changes nothing.
fn change(game: &mut Game, bytes: &mut Unstructured<'_>) -> Result<()> {
    let Some(edit) = any_edit(game, bytes)? else { return Ok(()) };
    edit.told(&game.program);
    let fits = edit.check(&game.program).is_ok();
    let before = (game.hash(), game.log.len(), game.edits().len());
    match game.edit(&edit) {
        Ok(()) => {
            assert!(fits, "{edit:?}");
            check(game);
        }
        Err(why) => {
            let now = (game.hash(), game.log.len(), game.edits().len());
            assert_eq!(now, before, "{edit:?} was refused: {}", why.message);
        }
    }
    Ok(())
}

/// Answers at random until so many choices are made.
pub fn at_random(game: &mut Game, seed: u64, until: usize) {
    let mut luck = bot_stream(seed, 0);
    while let (Status::Asking(question), true) = (&game.status, game.choices.len() < until) {
        let option = Seat::Random.at_once(question.options.len(), &mut luck).expect("it answers at once");
        game.choose(option).expect("an option on offer can be taken");
    }
}

/// What holds of every game, whatever was answered and edited.
///
/// # Panics
/// If it doesn't hold.
pub fn check(game: &Game) {
    let program = &game.program;
    if let Status::Failed(problem) = &game.status {
        assert_ne!(problem.message, TrapCode::Internal.message(), "{problem:?}");
    }
    // What a rule error leaves behind may be half done, but lies in its place.
    constants(program, &game.machine.memory[..]);
    if !matches!(game.status, Status::Failed(_)) {
        assert_eq!(unfit(program, &game.machine), None);
    }
}

/// Nothing is written but the state, and results on their way round a frame that is put back.
fn constants(program: &Program, memory: &[i32]) {
    let end = program.image.len();
    let mut from = program.state_len;
    let mut around: Vec<(usize, usize)> = program.layout.around.iter().map(|(start, len)| (usize::from(*start), *len)).collect();
    around.sort_unstable();
    for (start, len) in around.into_iter().chain([(end, 0)]) {
        assert!(memory[from..start] == program.image[from..start], "a constant between {from} and {start} has changed");
        from = start + len;
    }
    assert!(memory[end..] == NOTHING[end..], "something was written behind the constants");
}

/// Anything that one may ask about, whether it is there or not.
pub fn any_what(program: &Program, bytes: &mut Unstructured<'_>) -> Result<What> {
    let below = |bytes: &mut Unstructured<'_>, n: usize| bytes.int_in_range(0..=n);
    Ok(match bytes.int_in_range(0..=5)? {
        0 => {
            let kind = below(bytes, program.layout.pieces.len())?;
            let count = program.layout.pieces.get(kind).map_or(0, |(_, count)| *count);
            What::Piece(PieceId(kind as u16), below(bytes, count)?)
        }
        1 => {
            let kind = below(bytes, program.cards.len())?;
            let count = program.cards.get(kind).map_or(0, |cards| usize::from(cards.count));
            What::Card(KindId(kind as u16), below(bytes, count)?)
        }
        2 => What::Place(below(bytes, program.players)?),
        _ => {
            let field = below(bytes, program.ir.fields.len())?;
            let owners = program.ir.fields.get(field).map_or(0, |field| program.owners(field.owner));
            What::Field(FieldId(field as u16), below(bytes, owners)?)
        }
    })
}

/// Any change by hand, of which most fit.
pub fn any_edit(game: &Game, bytes: &mut Unstructured<'_>) -> Result<Option<Edit>> {
    let program = &*game.program;
    Ok(match bytes.int_in_range(0..=6)? {
        0 if !program.ir.dice.is_empty() => {
            let die = bytes.choose_index(program.ir.dice.len())?;
            let table = &program.dice[die];
            let faces = &program.image[usize::from(table.faces)..][..table.sides as usize];
            let count = bytes.int_in_range(0..=3)?;
            let mut face = || if bytes.ratio(1, 16)? { bytes.arbitrary() } else { Ok(*bytes.choose(faces)?) };
            let faces = (0..count).map(|_| face()).collect::<Result<_>>()?;
            Some(Edit::Roll { die: program.ir.dice[die].name.to_string(), faces })
        }
        1 if !program.ir.kinds.is_empty() => {
            let kind = bytes.choose_index(program.ir.kinds.len())?;
            let names = &program.rows[kind].names;
            let count = bytes.int_in_range(0..=3)?;
            let mut card = || bytes.choose(names).map(|name| name.to_string());
            let cards = (0..count).map(|_| card()).collect::<Result<_>>();
            Some(Edit::Draw { kind: program.ir.kinds[kind].name.to_string(), cards: cards.unwrap_or_default() })
        }
        2 if !program.ir.kinds.is_empty() => {
            let kind = bytes.choose_index(program.ir.kinds.len())?;
            let cards = &program.cards[kind];
            let (card, heap) = (bytes.int_in_range(0..=usize::from(cards.count))?, bytes.int_in_range(0..=cards.heaps.len())?);
            Edit::card(program, KindId(kind as u16), card, heap)
        }
        _ => {
            let what = any_what(program, bytes)?;
            let value = any_value(game, what, bytes)?;
            Edit::of(program, what, &value)
        }
    })
}

/// A value as somebody may write it: one that fits, what is there already, or anything.
fn any_value(game: &Game, what: What, bytes: &mut Unstructured<'_>) -> Result<String> {
    let program = &*game.program;
    if bytes.ratio(1, 8)? {
        return Ok(String::from_utf8_lossy(bytes.bytes(bytes.len().min(12))?).into_owned());
    }
    match what {
        What::Piece(..) => Ok(bytes.choose(&program.spaces)?.to_string()),
        What::Field(field, owner) if field.index() < program.ir.fields.len() => {
            let ty = &program.ir.fields[field.index()].ty;
            let (base, words) = program.layout.fields[field.index()];
            let is_there = owner < program.owners(program.ir.fields[field.index()].owner);
            let one = |ty: &Type, bytes: &mut Unstructured<'_>| -> Result<String> {
                match values(program, ty) {
                    Some(list) if !list.is_empty() => Ok(bytes.choose(&list)?.clone()),
                    _ => Ok(bytes.arbitrary::<i16>()?.to_string()),
                }
            };
            match ty {
                Type::Set(of) | Type::List(of, _) | Type::Per(of, _) if !bytes.ratio(1, 3)? => {
                    let count = bytes.int_in_range(0..=9)?;
                    let members = (0..count).map(|_| one(of, bytes)).collect::<Result<Vec<_>>>()?;
                    Ok(format!("[{}]", members.join(", ")))
                }
                Type::Set(_) | Type::List(..) | Type::Per(..) if is_there => {
                    let at = usize::from(base) + owner * words;
                    Ok(show::value(program, ty, &game.machine.memory[at..at + words]))
                }
                ty => one(ty, bytes),
            }
        }
        _ => Ok(bytes.arbitrary::<i32>()?.to_string()),
    }
}
