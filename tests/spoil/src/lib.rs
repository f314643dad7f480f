//! Texts, spoilt in many ways.

/// A plain stream of numbers: the same in each run.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below `n`, which is at least 1.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Signs and words that mean something in rules or in RON.
pub const SIGNS: [&str; 35] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    ":",
    ",",
    ";",
    "=",
    "==",
    "+=",
    "..",
    ".",
    "->",
    "=>",
    "//",
    "///",
    "|",
    "?",
    "\n",
    " none ",
    " else ",
    " if ",
    " -1 ",
    " 2147483647 ",
    " 99999999999 ",
    " 0 ",
    " in ",
    "é",
    "\u{FEFF}",
    "\t",
    "\\",
    "Some(",
];

/// Spoils a text in one way.
pub fn spoil(text: &str, numbers: &mut Numbers) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<&str> = text.split(|c: char| !is_word(c)).filter(|w| !w.is_empty()).collect();
    let lines: Vec<&str> = text.lines().collect();
    let place = text.floor_char_boundary(numbers.below(text.len() + 1));
    let line = numbers.below(lines.len().max(1));
    let join = |lines: Vec<&str>| lines.join("\n") + "\n";
    match numbers.below(9) {
        0 => format!("{}{}{}", &text[..place], SIGNS[numbers.below(SIGNS.len())], &text[place..]),
        1 => {
            let end = text.floor_char_boundary((place + 1 + numbers.below(40)).min(text.len()));
            format!("{}{}", &text[..place], &text[end.max(place)..])
        }
        2 => join(lines.iter().enumerate().filter(|(n, _)| *n != line).map(|(_, l)| *l).collect()),
        3 => {
            let mut twice = lines.clone();
            twice.insert(numbers.below(lines.len().max(1)), lines.get(line).copied().unwrap_or(""));
            join(twice)
        }
        4 => {
            let mut swapped = lines.clone();
            if !swapped.is_empty() {
                let other = numbers.below(swapped.len());
                swapped.swap(line, other);
            }
            join(swapped)
        }
        // Another word of the same text instead of one.
        5..=7 if !words.is_empty() => {
            let old = words[numbers.below(words.len())];
            let new = words[numbers.below(words.len())];
            let at = old.as_ptr() as usize - text.as_ptr() as usize;
            format!("{}{new}{}", &text[..at], &text[at + old.len()..])
        }
        _ => {
            let from = text.floor_char_boundary(numbers.below(text.len() + 1));
            let end = text.floor_char_boundary((from + numbers.below(400)).min(text.len()));
            format!("{}{}{}", &text[..place], &text[from..end], &text[place..])
        }
    }
}
