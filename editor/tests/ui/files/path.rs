//! The name in a path.

use editor::ui::browse::Looks;
use editor::ui::dialog::path::name_in;

#[test]
fn of_a_file_that_is_written_its_name_is_another_one_most_often() {
    let name = |path: &str, looks| {
        let (from, to) = name_in(path, looks);
        path.chars().skip(from).take(to - from).collect::<String>()
    };
    assert_eq!(name("/tracks/my-race/höhe.ron", Looks::Save), "höhe");
    assert_eq!(name("/tracks/.ron", Looks::Save), ".ron");
    assert_eq!(name("", Looks::Save), "");
    assert_eq!(name("/tracks/a.ron", Looks::Open), "/tracks/a.ron");
}
