//! The instruction set, one documented list: eight bytes each, an operation and three operands.
//!
//! Operands are addresses in the one memory block, where state, frames and constants all lie, so that no instruction needs a
//! form for immediates. `m[x]` is the word at address x.

/// What an operand of an instruction is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The address of a word that is read.
    Read,
    /// The address of a word that is written.
    Write,
    /// The address of the first of several words, or of a table.
    Base,
    /// Where in the code it goes on.
    To,
    /// A number as it stands.
    Count,
    /// A position in a side table of the program.
    Id,
}

macro_rules! ops {
    ($($(#[doc = $doc:literal])+ $name:ident { $($field:ident: $kind:ident),* },)+) => {
        /// One instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        pub enum Op { $($(#[doc = $doc])+ $name { $($field: u16),* },)+ }

        impl Op {
            /// Its name, as in the listing.
            pub fn name(self) -> &'static str {
                match self { $(Op::$name { .. } => stringify!($name),)+ }
            }

            /// Calls `see` with each operand's kind and value.
            pub fn operands(self, mut see: impl FnMut(Kind, u16)) {
                match self { $(Op::$name { $($field),* } => { $(see(Kind::$kind, $field);)* let _ = &mut see; })+ }
            }

            /// The operation with another value of its operand `n`.
            pub fn with_operand(self, n: usize, value: u16) -> Op {
                let mut at = 0..;
                match self {
                    $(Op::$name { $($field),* } => { $(let $field = if at.next() == Some(n) { value } else { $field };)* let _ = &mut at; Op::$name { $($field),* } })+
                }
            }

            /// The operation with every `To` operand mapped.
            pub fn retarget(self, to: u16) -> Op {
                match self { $(Op::$name { $($field),* } => Op::$name { $($field: if matches!(Kind::$kind, Kind::To) { to } else { $field }),* },)+ }
            }
        }
    };
}

ops! {
    /// m[dst] = m[src].
    Move { dst: Write, src: Read },
    /// Copies so many words.
    MoveN { dst: Base, src: Base, words: Count },
    /// m[dst] = m[a] + m[b], checked.
    Add { dst: Write, a: Read, b: Read },
    /// m[dst] = m[a] - m[b], checked.
    Sub { dst: Write, a: Read, b: Read },
    /// m[dst] = m[a] * m[b], checked.
    Mul { dst: Write, a: Read, b: Read },
    /// Division that floors; by zero it traps.
    Div { dst: Write, a: Read, b: Read },
    /// The remainder of `Div`; has the sign of b.
    Rem { dst: Write, a: Read, b: Read },
    /// The smaller.
    Min { dst: Write, a: Read, b: Read },
    /// The larger.
    Max { dst: Write, a: Read, b: Read },
    /// The distance from 0.
    Abs { dst: Write, a: Read },
    /// 1 - m[a], for bools.
    Not { dst: Write, a: Read },
    /// m[dst] = m[a] * factor, without check: for indices.
    Scale { dst: Write, a: Read, factor: Count },
    /// 1 where equal, else 0.
    Eq { dst: Write, a: Read, b: Read },
    /// 1 where m[a] < m[b], else 0.
    Lt { dst: Write, a: Read, b: Read },
    /// 1 where m[a] <= m[b], else 0.
    Le { dst: Write, a: Read, b: Read },
    /// Goes on at `to`.
    Jump { to: To },
    /// Goes back to `to`, for fuel.
    Back { to: To },
    /// Goes to `to` where m[a] is not 0.
    JumpIf { a: Read, to: To },
    /// Goes to `to` where m[a] is 0.
    JumpUnless { a: Read, to: To },
    /// Goes to `to` where both are equal.
    JumpEq { a: Read, b: Read, to: To },
    /// Goes to `to` where they differ.
    JumpNe { a: Read, b: Read, to: To },
    /// Goes to `to` where m[a] < m[b].
    JumpLt { a: Read, b: Read, to: To },
    /// Goes to `to` where m[a] <= m[b].
    JumpLe { a: Read, b: Read, to: To },
    /// Adds 1 to m[i]; goes back to `to` while m[i] <= m[last], for fuel.
    Next { i: Write, last: Read, to: To },
    /// m[dst] = m[base + m[index]].
    Load { dst: Write, base: Base, index: Read },
    /// The same, and at once the `JumpNe` that follows.
    LoadJumpNe { dst: Write, base: Base, index: Read },
    /// The same, and at once the `JumpEq` that follows.
    LoadJumpEq { dst: Write, base: Base, index: Read },
    /// The same, and at once the `JumpLe` that follows.
    LoadJumpLe { dst: Write, base: Base, index: Read },
    /// The same, and at once the `Load` that follows.
    LoadLoad { dst: Write, base: Base, index: Read },
    /// The same, and at once the `Load` and the `JumpNe` that follow.
    LoadLoadJumpNe { dst: Write, base: Base, index: Read },
    /// The same, and at once the `Load` and the `JumpLe` that follow.
    LoadLoadJumpLe { dst: Write, base: Base, index: Read },
    /// As `Move`, and at once the `Jump` that follows.
    MoveJump { dst: Write, src: Read },
    /// As `Move`, and at once the `JumpNe` that follows.
    MoveJumpNe { dst: Write, src: Read },
    /// As `Move`, and at once the `JumpLe` that follows.
    MoveJumpLe { dst: Write, src: Read },
    /// As `Add`, and at once the `BackJumpLe` that follows.
    AddBackJumpLe { dst: Write, a: Read, b: Read },
    /// As `Sub`, and at once the `Max` that follows.
    SubMax { dst: Write, a: Read, b: Read },
    /// As `Back`, and at once the `JumpLe` that stands there.
    BackJumpLe { to: To },
    /// As `Next`, and at once the `JumpEq` that stands where it goes.
    NextJumpEq { i: Write, last: Read, to: To },
    /// As `Load`, but none where m[index] is none.
    LoadSome { dst: Write, base: Base, index: Read },
    /// m[base + m[index]] = m[src]. Which words it may be, the first and how many, stands in the following `Extra`, as for all that is
    /// stored at an index.
    Store { base: Base, index: Read, src: Read },
    /// m[base + m[index]] += m[by], checked.
    AddAt { base: Base, index: Read, by: Read },
    /// Copies `words` (of the following `Extra`) from base + m[index] to dst.
    LoadN { dst: Base, base: Base, index: Read },
    /// Copies `words` (of the following `Extra`, before those it may be) from src to base + m[index]: to a multiple of `words`.
    StoreN { base: Base, index: Read, src: Base },
    /// Further operands of the instruction before it.
    Extra { a: Count, b: Count, c: Count },
    /// Traps unless m[low] <= m[a] <= m[high]: a value stored where it may not be.
    CheckRange { a: Read, low: Read, high: Read },
    /// The same, but none may pass.
    CheckRangeSome { a: Read, low: Read, high: Read },
    /// The same for each number of a table, or of lists. In the following `Extra`: all words; words of each list, 0: they are numbers;
    /// whether none may pass. What was never stored passes: it is found when it is read.
    CheckEach { at: Base, low: Read, high: Read },
    /// Traps unless m[low] <= m[a] <= m[high]: a key outside of its table.
    CheckIndex { a: Read, low: Read, high: Read },
    /// Traps where m[a] has never been stored.
    CheckSet { a: Read },
    /// Fills so many words with m[src].
    Fill { dst: Base, src: Read, words: Count },

    /// m[dst] = m[a] | m[b].
    BitOr { dst: Write, a: Read, b: Read },
    /// m[dst] = m[a] & m[b].
    BitAnd { dst: Write, a: Read, b: Read },
    /// m[dst] = m[a] & !m[b].
    BitAndNot { dst: Write, a: Read, b: Read },
    /// 1 where the set has the member m[a], else 0.
    Has { dst: Write, set: Base, a: Read },
    /// Goes to `to` where the set has the member.
    JumpHas { set: Base, a: Read, to: To },
    /// Goes to `to` where it has not.
    JumpHasNot { set: Base, a: Read, to: To },
    /// Puts m[a] into the set of so many words.
    SetAdd { set: Base, a: Read, words: Count },
    /// Takes m[a] out of the set of so many words.
    SetRemove { set: Base, a: Read, words: Count },
    /// The number of members of a set of so many words.
    SetSize { dst: Write, set: Base, words: Count },
    /// m[cursor] = the next member after it (start with -1), or goes to `to`. The words stand in the following `Extra`.
    SetNext { cursor: Write, set: Base, to: To },
    /// 1 where so many words (of the following `Extra`) are equal, else 0.
    EqN { dst: Write, a: Base, b: Base },

    /// Appends m[a] to the list at `list`: m[list] members follow. Traps at the capacity.
    ListAdd { list: Base, a: Read, capacity: Count },
    /// Takes the first m[a] out of the list.
    ListRemove { list: Base, a: Read, capacity: Count },
    /// 1 where the list has the member, else 0.
    ListHas { dst: Write, list: Base, a: Read },
    /// The smallest member; an empty list traps.
    ListMin { dst: Write, list: Base },
    /// The largest member; an empty list traps.
    ListMax { dst: Write, list: Base },
    /// The sum of the members.
    ListSum { dst: Write, list: Base },
    /// m[dst] = member m[index] of the list, from 0; traps outside.
    ListGet { dst: Write, list: Base, index: Read },
    /// 1 where both lists have the same members in the same order, else 0.
    ListEq { dst: Write, a: Base, b: Base },
    /// Copies a list into one of the capacity; traps where it doesn't fit.
    ListCopy { dst: Base, src: Base, capacity: Count },
    /// Sorts a list by `count` key columns, each `capacity` words long, smallest first; stable.
    Sort { list: Base, keys: Base, count: Count },

    /// m[dst] = a face of the dice.
    Roll { dst: Write, dice: Id },
    /// m[number] faces into a list; the capacity stands in the following `Extra`.
    RollMany { list: Base, dice: Id, number: Read },
    /// A random member of a set; words and stream in the following `Extra`.
    RandomOfSet { dst: Write, set: Base },
    /// A random member of a list; the stream in the following `Extra`.
    RandomOfList { dst: Write, list: Base },
    /// A random number of m[low]..m[high]; the stream in the following `Extra`.
    RandomOfRange { dst: Write, low: Read, high: Read },

    /// Calls the code at `to`, a rule; the arguments lie in its frame.
    Call { to: To, rule: Id },
    /// Goes back to the caller.
    Return { },
    /// Keeps so many words of frames for a rule that calls itself.
    Keep { from: Base, words: Count },
    /// Puts the kept words back.
    Restore { from: Base, words: Count },
    /// The flow calls a rule: the place is named in a side table.
    Checkpoint { id: Id },
    /// A loop of the flow begins that may hold what somebody hides: the journal may rest here.
    Rest { },
    /// A turn of m[player] begins.
    TurnBegin { player: Read },
    /// The turn ends.
    TurnEnd { },
    /// A block in which players choose in secret begins (m[player] is the one to act) or, with none, ends.
    Secret { player: Read },

    /// Traps where another than m[player] acts in secret.
    CheckOwn { player: Read },

    /// The options of a decision are gathered from here on.
    Choose { site: Id },
    /// An option is on offer.
    Offer { site: Id, option: Count },
    /// Asks, and goes on at the option taken.
    Ask { site: Id },

    /// Puts a card onto the heap m[to]; in the following `Extra`: kind, 1 for the bottom, 1 for any copy of it that lies elsewhere.
    MoveCard { card: Read, to: Read },
    /// Puts all cards of a heap onto another; kind and 1 for the bottom in the following `Extra`.
    MoveAll { from: Read, to: Read },
    /// Puts m[number] cards from the top of a heap onto another; the kind in the following `Extra`.
    DrawCards { number: Read, from: Read, to: Read },
    /// The order of a heap is left to chance from here on.
    Shuffle { heap: Read, kind: Id },
    /// The uppermost card of a heap, or none.
    TopCard { dst: Write, heap: Read, kind: Id },
    /// Goes to `to` where the set has an earlier copy of the card that lies in the same heap; the kind in the following `Extra`.
    JumpCopy { set: Base, card: Read, to: To },
    /// m[at + m[piece]] = m[space]; how many pieces there are stands in the following `Extra`.
    MovePiece { at: Base, piece: Read, space: Read },
    /// Things of these classes have changed, of the player m[of] or, where that is none, of anybody: wakes those whose condition read them.
    Touch { watch: Base, of: Read, classes: Count },
    /// The condition doesn't hold for m[member]. It has read the classes m[reads] of this player, and those of the word behind of others.
    Doze { watch: Base, member: Read, reads: Base },
    /// The players still in the game, from m[from] on round the table, as a list. Traps at the capacity.
    PlayersFrom { list: Base, from: Read, capacity: Count },
    /// The pieces standing on a space, as a set; table, number of pieces and words in the following `Extra`.
    Occupants { dst: Base, space: Read },
    /// Fewest hops from a space to a set of spaces over the hops of a side table.
    Distance { dst: Write, from: Read, to_set: Base },
    /// The spaces within m[within] hops (of the following `Extra`: hops, words).
    Reach { dst: Base, from: Read, within: Read },
    /// The compass direction between two spaces; none where one is.
    Direction { dst: Write, from: Read, to: Read },

    /// The player leaves the game with the best free place.
    Finish { player: Read },
    /// The player leaves the game with the worst free place.
    Eliminate { player: Read },
    /// Gives the free places to a sorted list of players; equal keys share.
    Rank { list: Base, keys: Base, count: Count },
    /// The game is over.
    EndGame { },
    /// Without anybody to read it, goes to `to`; else the values follow, then `Said`.
    Say { message: Id, to: To },
    /// What the message's values were worked out for.
    Said { message: Id },
    /// The rules gave up with a message.
    Fail { message: Id },
    /// Stops: the end of the flow, of a test's line, of a label.
    Stop { },
    /// Stops with a rule error of this kind.
    Trap { code: Count },
}

impl Op {
    /// Whether it also does what the next instruction says, and that one writes a value, too.
    pub fn does_next(self) -> bool {
        matches!(self, Op::LoadLoad { .. } | Op::LoadLoadJumpNe { .. } | Op::LoadLoadJumpLe { .. } | Op::SubMax { .. })
    }
}

const _: () = assert!(size_of::<Op>() == 8);
