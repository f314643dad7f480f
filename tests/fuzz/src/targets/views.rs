//! What players see: at any question, imagining anew what its decider can't see changes nothing of what is shown to the decider.

use interpreter::game::question;
use interpreter::players::bot_stream;
use interpreter::program::Program;
use interpreter::view::{Imagination, fields, view};
use interpreter::vm::{Machine, Quiet, Stop};

use crate::{Result, Unstructured, play};

pub fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (way, machine) = play::machine(bytes)?;
    let program = way.program();
    let site = &program.sites[machine.options().site()];
    let player = machine.word(site.by) as usize;
    let Some(before) = shown(machine.clone(), program, player) else {
        assert!(way.made.is_some(), "shipped texts can be worked out");
        return Ok(());
    };
    let mut luck = bot_stream(bytes.arbitrary()?, 0);
    let (mut twin, mut imagination) = (machine.clone(), Imagination::default());
    imagination.redeal(program, &mut twin, player, &mut luck);
    assert_eq!(shown(twin.clone(), program, player).as_ref(), Some(&before));
    imagination.prepare(program, &machine, &mut twin, player);
    if !imagination.imagine(program, &machine, &mut twin, &mut luck) {
        // The search is bounded, and the values of generated rules may be too rare for it: a bot answers at random then.
        assert!(way.made.is_some() && imagination.is_blind(), "nothing can be imagined: {:?}", way.made);
        return Ok(());
    }
    assert_eq!(twin.options().len(), machine.options().len());
    assert_eq!(shown(twin, program, player).as_ref(), Some(&before));
    // Whoever looks on is shown no field that a player isn't.
    let onlooker = fields(program, &machine, None);
    assert!(onlooker.iter().zip(&before.0).all(|(one, other)| one.value.is_none() || one.value == other.value));
    Ok(())
}

type Shown = (Vec<interpreter::view::Seen>, interpreter::game::Question);

/// `None` if a text can't be worked out.
fn shown(mut machine: Machine, program: &Program, player: usize) -> Option<Shown> {
    assert_eq!(machine.resume(program, &mut Quiet), Stop::Decide, "the question is still asked");
    Some((view(program, &machine, Some(player)), question(program, &mut machine).ok()?))
}
