//! The words of the rules language, each with one line of help.

use interpreter::resolve::BUILT_IN_VALUES;
use interpreter::syntax::BUILT_IN_CALLS;

/// Words followed by the name that they declare.
pub const DECLARING: &[&str] = &[
    "param", "const", "enum", "dice", "rule", "value", "let", "var", "link", "data", "card", "piece", "path", "measure", "pile",
    "each",
];

/// The words and their help. Those after the comment below are built-in values and functions.
const WORDS: &[(&str, &str)] = &[
    ("across", "drawn across: a link that the course tool draws from lane to lane"),
    ("addon", "addon name \"Title\" for game: the first line of an add-on"),
    ("after", "after rule name(…): what is done behind a rule of the base"),
    ("all", "move all pile to pile"),
    ("along", "drawn along: a link that the course tool draws along a lane"),
    ("always", "asked even where there is one option only"),
    ("and", "both hold"),
    ("any", "any x in … where …: whether there is one"),
    ("around", "around rule name(…): in the place of a rule, which `proceed(…)` calls"),
    ("as", "piece Kind … as name: what players call their piece"),
    ("at", "where a piece starts; piece.at: where it stands"),
    ("back", "the other end of a link; what a card shows from behind"),
    ("backwards", "a link followed against its arrow"),
    ("before", "before rule name(…): what is done ahead of a rule of the base"),
    ("board", "off board: where a piece is that stands on no space"),
    ("bool", "true or false"),
    ("both", "both ways: a link that leads there and back"),
    ("bottom", "below all other cards of a pile"),
    ("break", "leaves the loop"),
    ("by", "who decides; what a list is ordered by"),
    ("card", "card Kind { … } from \"file.ron\": a kind of cards"),
    ("check", "check condition else \"problem\": what must hold for every track"),
    ("choose", "choose name by player { options }: somebody decides"),
    ("choosing", "the answers of a test's run"),
    ("const", "const name = …: worked out once for each track"),
    ("continue", "goes on with the next round of the loop"),
    ("cost", "what a step over a link costs"),
    ("count", "count x in … where …: how many; count measure += …: adds to a figure"),
    ("data", "data Kind { … } from \"file.ron\": rows that no game changes"),
    ("decision", "expect decision name: that somebody was asked"),
    ("derive", "derive space.name: type = …: a column worked out once for each track"),
    ("desc", "the largest first"),
    ("dice", "dice name = 1..6: a die; in a test the rolls to come"),
    ("draw", "draw number from pile to pile"),
    ("drawn", "which tool of the drawing table fills it in"),
    ("draws", "the cards that a test draws"),
    ("each", "each x in …: an option for every x"),
    ("else", "otherwise"),
    ("end", "end game ranking p in … by …"),
    ("enum", "enum Kind { a, b }: a choice of cases"),
    ("every", "every x in …: whether it holds for all; on every roll: a run with all rolls"),
    ("excludes", "add-ons that this one can't be played with"),
    ("expect", "what must hold in a test"),
    ("extend", "adds fields or cases in an add-on"),
    ("fail", "fail \"words\": the rules can't go on"),
    ("false", "no"),
    ("first", "first x in … where …: the first one, or none"),
    ("flow", "flow { … }: the whole game, from start to end"),
    ("for", "for x in … { … }: once for each"),
    ("from", "where something comes from"),
    ("full", "a pile in which all cards begin"),
    ("game", "game name \"Title\" for 2..4 players: the first line of a game"),
    ("goal", "goal \"words\": figure < limit: what the figures should be"),
    ("hidden", "a pile that nobody looks into"),
    ("if", "if condition { … } else { … }"),
    ("in", "a member of"),
    ("int", "a number; int in 0..9: with bounds that are checked"),
    ("inward", "drawn inward: a link to the lane inside"),
    ("is", "is some, is none: whether there is a value"),
    ("let", "let name = …: a value that does not change"),
    ("link", "link name one?: leads from space to space"),
    ("list", "list of kind max n: values in order"),
    ("many", "a link with any number of arrows"),
    ("match", "match value { case { … } else { … } }"),
    ("max", "the largest; the most that a list or pile may hold"),
    ("measure", "measure name per player: a figure for the statistics"),
    ("min", "the smallest"),
    ("move", "move piece to space; move card to pile"),
    ("no", "expect no option …, expect no decision …"),
    ("none", "no value"),
    ("not", "the contrary"),
    ("of", "set of, list of; 2 of die"),
    ("off", "off board: a piece that stands nowhere"),
    ("on", "on \"track\": where a test is played"),
    ("one", "one: always one arrow; one?: one or none"),
    ("open", "a pile that all look into"),
    ("option", "expect option …: what must be on offer"),
    ("or", "one of both holds"),
    ("otherwise", "what is taken where there is none"),
    ("outward", "drawn outward: a link to the lane outside"),
    ("over", "which layer an add-on's rule lies on; over: [link] in distances"),
    ("param", "param name: type = value: what a designer may turn"),
    ("path", "path Kind { … }: a row of spaces that the track draws"),
    ("per", "one for each: int per player"),
    ("piece", "piece Kind 1 per player as name at space"),
    ("pile", "pile name of Card hidden: where cards lie"),
    ("private", "a pile that its owner looks into"),
    ("quiet", "a decision that the log does not tell"),
    ("ranking", "who is ahead of whom at the end"),
    ("refills", "refills from pile: what is shuffled in where nothing is left"),
    ("repeat", "repeat { … }: until something leaves it; repeat 3 times { … }"),
    ("replace", "replace rule name(…): another text for a rule of the base"),
    ("requires", "add-ons that this one needs"),
    ("return", "leaves the rule, with a value if it gives one"),
    ("rule", "rule name(p: player) { … }: what is done"),
    ("run", "run rule(…), run game: what a test plays"),
    ("say", "say \"words\": a line of the log"),
    ("secret", "a field that only its player may see"),
    ("secretly", "secretly each p in …: all decide before anything is shown"),
    ("set", "set of kind: values without order; set param = … in an add-on"),
    ("shortest", "of several ways to a space only the shortest are offered"),
    ("shuffle", "shuffle pile"),
    ("some", "is some: there is a value"),
    ("space", "space { … }: fields of each space; all spaces"),
    ("state", "state { … }: fields of the game as a whole"),
    ("sum", "sum x in …: value"),
    ("test", "test \"words\" { … }: what must come out, played again at each change"),
    ("text", "words to be shown"),
    ("the", "the x in … where …: the only one"),
    ("then", "if condition then value else value; by a, then b"),
    ("those", "those x in … where …: all of them, as a set or in order"),
    ("times", "repeat 3 times"),
    ("to", "where something goes"),
    ("top", "above all other cards of a pile; top(pile): its uppermost card"),
    ("track", "track { … }: fields of the track as a whole"),
    ("true", "yes"),
    ("turn", "turn rule name(p: player): calling it begins that player's turn"),
    ("until", "run … until decision: stops where it is asked"),
    ("value", "value name(…) -> type = …: what only looks, and changes nothing"),
    ("var", "var name = …: a value that may change"),
    ("whenever", "whenever condition { … }: done as soon as it holds"),
    ("where", "only those for which it holds"),
    ("while", "while condition { … }"),
    ("with", "with addon, with param = …: what a test is played with"),
    // Built-in values and functions.
    ("abs", "abs(n): without its sign"),
    ("clamp", "clamp(n, low, high): brought between two bounds"),
    ("direction", "direction(a, b): the compass direction from one space to another"),
    ("distance", "distance(a, to: [b], over: [link]): the fewest steps, or none"),
    ("eliminate", "eliminate(p): out of the game"),
    ("everyone", "all players, also those who are home or out"),
    ("finish", "finish(p): home, with the next place"),
    ("next_player", "next_player(p): who follows in seat order"),
    ("occupants", "occupants(s): the pieces on a space"),
    ("opposite", "opposite(c): the other compass direction"),
    ("others", "others(p): all players but this one"),
    ("place", "place(p): in which place somebody is home, or none"),
    ("player", "a player; player { … }: fields of each; player(1): by seat, in tests"),
    ("players", "those still in the game, in seat order; players from p: beginning with p"),
    ("previous_place", "previous_place(p): the place in the race before, or none"),
    ("proceed", "proceed(…): what this rule is wrapped around"),
    ("random", "random(set): one of them, drawn"),
    ("reach", "reach(a, over: [link], within: n): all spaces so near"),
    ("roll", "roll(die), roll(2 of die)"),
    ("self", "the space, row or piece whose field it is"),
    ("size", "size(set): how many"),
    ("ways", "ways(condition): in how many of all rolls, in tests"),
];

/// Returns the help for a word of the language.
pub fn help(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, help)| *help)
}

/// Whether the word is a built-in value or function.
pub fn is_built_in(word: &str) -> bool {
    BUILT_IN_CALLS.contains(&word) || BUILT_IN_VALUES.contains(&word)
}

/// All words and their help.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    WORDS.iter().copied()
}

#[cfg(test)]
mod tests {
    use interpreter::syntax::RESERVED;

    use super::*;

    const GRAMMAR: &str = include_str!("../../../grammar/rules.pest");

    #[test]
    fn every_word_of_the_language_is_told() {
        // `IF = @{ "if" ~ !word }`, several on a line.
        let quoted = GRAMMAR.split("\" ~ !word }").filter_map(|before| before.rsplit('"').next());
        let mut count = 0;
        for word in quoted.filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase())) {
            assert!(help(word).is_some(), "{word} is a word of the language");
            count += 1;
        }
        assert!(count > 60, "{count}");
        for word in BUILT_IN_CALLS.iter().chain(BUILT_IN_VALUES).chain(RESERVED) {
            assert!(help(word).is_some(), "{word}");
        }
        let reserved = GRAMMAR.split("reserved = _{").nth(1).and_then(|rest| rest.split("}").next()).unwrap_or_default();
        let reserved: Vec<&str> = reserved.split('"').skip(1).step_by(2).collect();
        assert!(RESERVED.iter().all(|word| reserved.contains(word)) && reserved.iter().all(|word| RESERVED.contains(word)));
    }

    #[test]
    fn each_is_told_once() {
        let mut words: Vec<&str> = all().map(|(word, _)| word).collect();
        words.sort();
        let count = words.len();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
