//! Sets as bits, 32 members to a word.

use super::MEMORY;

/// Whether the set at `set` has a member.
#[inline(always)]
pub fn has(memory: &[i32; MEMORY], set: u16, member: i32) -> bool {
    let at = set.wrapping_add((member >> 5) as u16);
    member >= 0 && memory[usize::from(at)] >> (member & 31) & 1 == 1
}

/// Adds a member or removes it.
#[inline(always)]
pub fn put(memory: &mut [i32; MEMORY], set: u16, member: i32, present: bool) {
    let word = &mut memory[usize::from(set.wrapping_add((member >> 5) as u16))];
    let bit = 1i32.wrapping_shl((member & 31) as u32);
    if present {
        *word |= bit;
    } else {
        *word &= !bit;
    }
}

/// The first member after `after`, in a set of `words` words.
#[inline(always)]
pub fn next(memory: &[i32; MEMORY], set: u16, words: u16, after: i32) -> Option<i32> {
    let from = after.wrapping_add(1);
    let mut word = (from >> 5) as u16;
    if word >= words {
        return None;
    }
    let mut bits = memory[usize::from(set.wrapping_add(word))] as u32 & (u32::MAX << (from & 31));
    loop {
        if bits != 0 {
            return Some(i32::from(word) * 32 + bits.trailing_zeros() as i32);
        }
        word += 1;
        if word >= words {
            return None;
        }
        bits = memory[usize::from(set.wrapping_add(word))] as u32;
    }
}

/// The number of members.
#[inline(always)]
pub fn size(memory: &[i32; MEMORY], set: u16, words: u16) -> i32 {
    (0..words).map(|w| memory[usize::from(set.wrapping_add(w))].count_ones() as i32).sum()
}
