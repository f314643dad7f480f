//! The colours of a text, line by line.

use editor::text::Language;
use editor::ui::rules::paper::stretches;

#[test]
fn every_byte_of_every_line_has_a_colour() {
    let texts = ["", "\n", "a\n\nlet b = \"é {c}\"\n", "/* a\nb\n*/ c: \"x\ny\"\n  ", "  let a", "a\r\nb"];
    for text in texts {
        for language in [Language::Rules, Language::Ron] {
            let lines = stretches(language, text);
            assert_eq!(lines.iter().map(|(line, _)| *line).collect::<Vec<_>>().join("\n"), text);
            for (line, found) in lines {
                assert_eq!(found.iter().map(|(len, _)| len).sum::<usize>(), line.len(), "{line:?} of {text:?}");
                assert!(found.windows(2).all(|pair| pair[0].1 != pair[1].1));
            }
        }
    }
}
