//! FNV-1a: short hashes that are the same on every machine and in every version. They don't protect against malice.

const PRIME: u64 = 0x0000_0100_0000_01b3;

/// A hash of everything that was added, in that order.
#[derive(Clone, Copy)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub fn value(self) -> u64 {
        self.0
    }

    /// The hash as text: 16 hexadecimal digits.
    pub fn text(self) -> String {
        format!("{:016x}", self.0)
    }

    pub fn bytes(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// Adds a text and marks its end. Kinds of line ends don't matter.
    pub fn add(&mut self, text: &str) {
        for line in text.split('\r') {
            self.bytes(line.bytes());
        }
        self.bytes([0]);
    }

    /// Adds a word of a state in one step. Its upper bits affect everything that follows, too.
    pub fn word(&mut self, word: i32) {
        self.0 = (self.0 ^ u64::from(word as u32)).wrapping_mul(PRIME).rotate_left(17);
    }
}
