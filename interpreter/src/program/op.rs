//! The instruction set, as one documented list. An instruction takes eight bytes: an operation and three operands.
//!
//! Operands are addresses in the one memory block, where state, frames and constants all lie, so no instruction needs a form for
//! immediates. `m[x]` is the word at address x.

/// What an operand of an instruction means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The address of a word that is read.
    Read,
    /// The address of a word that is written.
    Write,
    /// The address of the first of several words, or of a table.
    Base,
    /// A position in the code to go to.
    To,
    /// A number that is used as it is.
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

            /// The same operation with another value for operand `n`.
            pub fn with_operand(self, n: usize, value: u16) -> Op {
                let mut at = 0..;
                match self {
                    $(Op::$name { $($field),* } => { $(let $field = if at.next() == Some(n) { value } else { $field };)* let _ = &mut at; Op::$name { $($field),* } })+
                }
            }

            /// The same operation with `to` for every `To` operand.
            pub fn retarget(self, to: u16) -> Op {
                match self { $(Op::$name { $($field),* } => Op::$name { $($field: if matches!(Kind::$kind, Kind::To) { to } else { $field }),* },)+ }
            }
        }
    };
}

ops! {
    /// `m[dst] = m[src]`.
    Move { dst: Write, src: Read },
    /// Copies `words` words.
    MoveN { dst: Base, src: Base, words: Count },
    /// `m[dst] = m[a] + m[b]`, checked.
    Add { dst: Write, a: Read, b: Read },
    /// `m[dst] = m[a] - m[b]`, checked.
    Sub { dst: Write, a: Read, b: Read },
    /// `m[dst] = m[a] * m[b]`, checked.
    Mul { dst: Write, a: Read, b: Read },
    /// Division that floors. Traps on division by zero.
    Div { dst: Write, a: Read, b: Read },
    /// The remainder of `Div`, which has the sign of b.
    Rem { dst: Write, a: Read, b: Read },
    /// The smaller.
    Min { dst: Write, a: Read, b: Read },
    /// The larger.
    Max { dst: Write, a: Read, b: Read },
    /// The distance from 0.
    Abs { dst: Write, a: Read },
    /// `1 - m[a]`, for bools.
    Not { dst: Write, a: Read },
    /// `m[dst] = m[a] * factor`, unchecked, for indices.
    Scale { dst: Write, a: Read, factor: Count },
    /// 1 if both are equal, else 0.
    Eq { dst: Write, a: Read, b: Read },
    /// 1 if `m[a] < m[b]`, else 0.
    Lt { dst: Write, a: Read, b: Read },
    /// 1 if `m[a] <= m[b]`, else 0.
    Le { dst: Write, a: Read, b: Read },
    /// Goes to `to`.
    Jump { to: To },
    /// Goes back to `to` and burns fuel.
    Back { to: To },
    /// Goes to `to` if `m[a]` is not 0.
    JumpIf { a: Read, to: To },
    /// Goes to `to` if `m[a]` is 0.
    JumpUnless { a: Read, to: To },
    /// Goes to `to` if both are equal.
    JumpEq { a: Read, b: Read, to: To },
    /// Goes to `to` if they differ.
    JumpNe { a: Read, b: Read, to: To },
    /// Goes to `to` if `m[a] < m[b]`.
    JumpLt { a: Read, b: Read, to: To },
    /// Goes to `to` if `m[a] <= m[b]`.
    JumpLe { a: Read, b: Read, to: To },
    /// Adds 1 to `m[i]`, then goes back to `to` while `m[i] <= m[last]` and burns fuel.
    Next { i: Write, last: Read, to: To },
    /// `m[dst] = m[base + m[index]]`.
    Load { dst: Write, base: Base, index: Read },
    /// As `Load`, together with the `JumpNe` that follows.
    LoadJumpNe { dst: Write, base: Base, index: Read },
    /// As `Load`, together with the `JumpEq` that follows.
    LoadJumpEq { dst: Write, base: Base, index: Read },
    /// As `Load`, together with the `JumpLe` that follows.
    LoadJumpLe { dst: Write, base: Base, index: Read },
    /// As `Load`, together with the `Load` that follows.
    LoadLoad { dst: Write, base: Base, index: Read },
    /// As `Load`, together with the `Load` and the `JumpNe` that follow.
    LoadLoadJumpNe { dst: Write, base: Base, index: Read },
    /// As `Load`, together with the `Load` and the `JumpLe` that follow.
    LoadLoadJumpLe { dst: Write, base: Base, index: Read },
    /// As `Move`, together with the `Jump` that follows.
    MoveJump { dst: Write, src: Read },
    /// As `Move`, together with the `JumpNe` that follows.
    MoveJumpNe { dst: Write, src: Read },
    /// As `Move`, together with the `JumpLe` that follows.
    MoveJumpLe { dst: Write, src: Read },
    /// As `Add`, together with the `BackJumpLe` that follows.
    AddBackJumpLe { dst: Write, a: Read, b: Read },
    /// As `Sub`, together with the `Max` that follows.
    SubMax { dst: Write, a: Read, b: Read },
    /// As `Back`, together with the `JumpLe` at its target.
    BackJumpLe { to: To },
    /// As `Next`, together with the `JumpEq` at its target.
    NextJumpEq { i: Write, last: Read, to: To },
    /// As `Load`, but the result is none if `m[index]` is none.
    LoadSome { dst: Write, base: Base, index: Read },
    /// `m[base + m[index]] = m[src]`. As for every store at an index, the following `Extra` says which words it may write: the first, and
    /// their number.
    Store { base: Base, index: Read, src: Read },
    /// `m[base + m[index]] += m[by]`, checked.
    AddAt { base: Base, index: Read, by: Read },
    /// Copies `words` words (their number is in the following `Extra`) from `base + m[index]` to `dst`.
    LoadN { dst: Base, base: Base, index: Read },
    /// Copies `words` words from `src` to `base + m[index]`, at a multiple of `words`. The following `Extra` has `words`, then the words it
    /// may write.
    StoreN { base: Base, index: Read, src: Base },
    /// Further operands of the instruction before it.
    Extra { a: Count, b: Count, c: Count },
    /// Traps unless `m[low] <= m[a] <= m[high]`, for a value stored in a place with bounds.
    CheckRange { a: Read, low: Read, high: Read },
    /// The same, but lets none pass.
    CheckRangeSome { a: Read, low: Read, high: Read },
    /// The same for each number of a table, or of lists. The following `Extra` has the number of all words, the words of each list (0 for
    /// numbers), and whether none may pass. Words that were never stored pass, because reading them traps.
    CheckEach { at: Base, low: Read, high: Read },
    /// Traps unless `m[low] <= m[a] <= m[high]`, for a key of a table.
    CheckIndex { a: Read, low: Read, high: Read },
    /// Traps if `m[a]` has never been stored.
    CheckSet { a: Read },
    /// The same for each of `words` words.
    CheckAllSet { at: Base, words: Count },
    /// Fills `words` words with `m[src]`.
    Fill { dst: Base, src: Read, words: Count },

    /// `m[dst] = m[a] | m[b]`.
    BitOr { dst: Write, a: Read, b: Read },
    /// `m[dst] = m[a] & m[b]`.
    BitAnd { dst: Write, a: Read, b: Read },
    /// `m[dst] = m[a] & !m[b]`.
    BitAndNot { dst: Write, a: Read, b: Read },
    /// Goes to `to` if the set has the member `m[a]`.
    JumpHas { set: Base, a: Read, to: To },
    /// Goes to `to` if the set does not have the member.
    JumpHasNot { set: Base, a: Read, to: To },
    /// Adds `m[a]` to the set of `words` words.
    SetAdd { set: Base, a: Read, words: Count },
    /// Removes `m[a]` from the set of `words` words.
    SetRemove { set: Base, a: Read, words: Count },
    /// The number of members of a set of `words` words.
    SetSize { dst: Write, set: Base, words: Count },
    /// `m[cursor]` = the next member after it (start with -1), or goes to `to`. The following `Extra` has the words.
    SetNext { cursor: Write, set: Base, to: To },
    /// 1 if all words (their number is in the following `Extra`) are equal, else 0.
    EqN { dst: Write, a: Base, b: Base },

    /// Appends `m[a]` to the list at `list`, where `m[list]` members follow. Traps at the capacity.
    ListAdd { list: Base, a: Read, capacity: Count },
    /// Removes the first `m[a]` from the list.
    ListRemove { list: Base, a: Read, capacity: Count },
    /// 1 if the list has the member, else 0.
    ListHas { dst: Write, list: Base, a: Read },
    /// The smallest member. An empty list traps.
    ListMin { dst: Write, list: Base },
    /// The largest member. An empty list traps.
    ListMax { dst: Write, list: Base },
    /// The sum of the members.
    ListSum { dst: Write, list: Base },
    /// 1 if both lists have the same members in the same order, else 0.
    ListEq { dst: Write, a: Base, b: Base },
    /// Copies a list into one with this capacity. Traps if it doesn't fit.
    ListCopy { dst: Base, src: Base, capacity: Count },
    /// Sorts a list by `count` key columns, each `capacity` words long, smallest first. Equal members keep their order.
    Sort { list: Base, keys: Base, count: Count },

    /// `m[dst]` = a random face of the dice.
    Roll { dst: Write, dice: Id },
    /// Rolls `m[number]` faces into a list. The following `Extra` has the capacity.
    RollMany { list: Base, dice: Id, number: Read },
    /// A random member of a set. The following `Extra` has words and stream.
    RandomOfSet { dst: Write, set: Base },
    /// A random member of a list. The following `Extra` has the stream.
    RandomOfList { dst: Write, list: Base },
    /// A random number in `m[low]..m[high]`. The following `Extra` has the stream.
    RandomOfRange { dst: Write, low: Read, high: Read },

    /// Calls the code of a rule at `to`. The arguments lie in its frame.
    Call { to: To, rule: Id },
    /// Returns to the caller.
    Return { },
    /// Keeps `words` words of frames for a rule that calls itself.
    Keep { from: Base, words: Count },
    /// Puts the kept words back.
    Restore { from: Base, words: Count },
    /// The flow calls a rule. A side table names the place.
    Checkpoint { id: Id },
    /// A loop of the flow begins that may hold something hidden. The journal may rest here.
    Rest { },
    /// A turn of `m[player]` begins.
    TurnBegin { player: Read },
    /// The turn ends.
    TurnEnd { },
    /// A block in which players choose in secret begins (`m[player]` acts) or, with none, ends.
    Secret { player: Read },

    /// Traps if anybody but `m[player]` acts in secret.
    CheckOwn { player: Read },

    /// Starts to gather the options of a decision.
    Choose { site: Id },
    /// Puts an option on offer.
    Offer { site: Id, option: Count },
    /// Asks, and goes on at the option taken.
    Ask { site: Id },

    /// Puts a card on the heap `m[to]`. The following `Extra` has the kind, 1 for the bottom, and 1 for any copy of the card that lies
    /// elsewhere.
    MoveCard { card: Read, to: Read },
    /// Puts all cards of a heap on another. The following `Extra` has the kind, and 1 for the bottom.
    MoveAll { from: Read, to: Read },
    /// Puts `m[number]` cards from the top of a heap on another. The following `Extra` has the kind.
    DrawCards { number: Read, from: Read, to: Read },
    /// Shuffles a heap: from now on chance decides its order.
    Shuffle { heap: Read, kind: Id },
    /// The uppermost card of a heap, or none.
    TopCard { dst: Write, heap: Read, kind: Id },
    /// Goes to `to` if the set has an earlier copy of the card in the same heap, as the decider sees it. The following `Extra` has the kind
    /// and the site.
    JumpCopy { set: Base, card: Read, to: To },
    /// `m[at + m[piece]] = m[space]`. The following `Extra` has the number of pieces.
    MovePiece { at: Base, piece: Read, space: Read },
    /// Things of these classes have changed, for the player `m[of]` or, if it is none, for everybody. Wakes the players whose condition
    /// read them.
    Touch { watch: Base, of: Read, classes: Count },
    /// The condition doesn't hold for `m[member]`. It has read the classes `m[reads]` of this player, and those in the next word of others.
    Doze { watch: Base, member: Read, reads: Base },
    /// The list of players still in the game, from `m[from]` on round the table. Traps at the capacity.
    PlayersFrom { list: Base, from: Read, capacity: Count },
    /// The set of pieces standing on a space. The following `Extra` has table, number of pieces and words.
    Occupants { dst: Base, space: Read },
    /// The fewest hops from a space to a set of spaces, over the hops of a side table.
    Distance { dst: Write, from: Read, to_set: Base },
    /// The set of spaces within `m[within]` hops. The following `Extra` has hops and words.
    Reach { dst: Base, from: Read, within: Read },
    /// The compass direction between two spaces; none if one of them is.
    Direction { dst: Write, from: Read, to: Read },

    /// The player leaves the game with the best free place.
    Finish { player: Read },
    /// The player leaves the game with the worst free place.
    Eliminate { player: Read },
    /// Gives the free places to a sorted list of players. Players with equal keys share a place.
    Rank { list: Base, keys: Base, count: Count },
    /// The game is over.
    EndGame { },
    /// Goes to `to` if nobody reads the message. Otherwise code for its values follows, then `Said`.
    Say { message: Id, to: To },
    /// The values of the message are ready.
    Said { message: Id },
    /// The rules gave up with a message.
    Fail { message: Id },
    /// Stops at the end of the flow, of a test's line or of a label.
    Stop { },
    /// Stops with a rule error of this kind.
    Trap { code: Count },
}

impl Op {
    /// The instruction by itself, without those that it does together with it.
    pub(crate) fn alone(self) -> Op {
        match self {
            Op::LoadJumpNe { dst, base, index }
            | Op::LoadJumpEq { dst, base, index }
            | Op::LoadJumpLe { dst, base, index }
            | Op::LoadLoad { dst, base, index }
            | Op::LoadLoadJumpNe { dst, base, index }
            | Op::LoadLoadJumpLe { dst, base, index } => Op::Load { dst, base, index },
            Op::MoveJump { dst, src } | Op::MoveJumpNe { dst, src } | Op::MoveJumpLe { dst, src } => Op::Move { dst, src },
            Op::AddBackJumpLe { dst, a, b } => Op::Add { dst, a, b },
            Op::SubMax { dst, a, b } => Op::Sub { dst, a, b },
            Op::BackJumpLe { to } => Op::Back { to },
            Op::NextJumpEq { i, last, to } => Op::Next { i, last, to },
            op => op,
        }
    }

    /// Whether it also does what the next instruction says, and that instruction writes a value, too.
    pub fn does_next(self) -> bool {
        matches!(self, Op::LoadLoad { .. } | Op::LoadLoadJumpNe { .. } | Op::LoadLoadJumpLe { .. } | Op::SubMax { .. })
    }
}

const _: () = assert!(size_of::<Op>() == 8);
