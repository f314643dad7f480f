//! Settings in the words of a rulebook.

use editor::rulebook::{Told, told};

#[test]
fn a_setting_is_told_in_the_words_of_its_text() {
    let says = |holds: &str, variant: &str| {
        let [holds, variant] = [holds, variant].map(|text| (!text.is_empty()).then(|| text.to_owned()));
        Told { holds, variant }
    };
    let laps = told("Loops in a race. Between two loops you shoot.", "3", "");
    assert_eq!(laps, says("Loops in a race: **3**. Between two loops you shoot.", ""));
    let cards = told("Where a card goes: into your hand, or onto the pile.", "hand", " (usually pile)");
    assert_eq!(cards, says("Where a card goes: into your hand, or onto the pile (here **hand** (usually pile)).", ""));
    assert_eq!(told("Off: you may do nothing.", "on", ""), says("", "You may do nothing."));
    assert_eq!(told("Off: you may do nothing.", "off", " (usually on)"), says("You may do nothing. (usually on)", ""));
    assert_eq!(told("\\[SK-1\\] On: you stop.", "off", ""), says("", "\\[SK-1\\] You stop."));
    assert_eq!(told("After that you count anew. Off: you go on.", "on", ""), says("After that you count anew.", "You go on."));
    assert_eq!(told("On: you stop. Off: you ski on.", "off", ""), says("You ski on.", "You stop."));
}
