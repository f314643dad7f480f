//! What parts of the library promise by themselves. Their tests stand here, as the library would have to be built a second time for tests
//! of its own.

mod graph {
    use interpreter::graph::{backwards, groups, members};

    #[test]
    fn circles_are_groups_and_what_is_led_to_comes_first() {
        let to: Vec<Vec<usize>> = vec![vec![1], vec![2, 4], vec![1, 3], vec![], vec![4], vec![0, 0]];
        let group = groups(&to, |n| *n);
        assert_eq!(group[1], group[2]);
        assert!(group[3] < group[1] && group[4] < group[1] && group[1] < group[0] && group[0] < group[5]);
        assert_eq!(members(&group)[group[1]], [1, 2]);
        assert_eq!(backwards(&to, |n| *n)[0], [5, 5]);
    }

    #[test]
    fn long_chains_are_no_deep_calls() {
        let n = 300_000;
        let to: Vec<Vec<usize>> = (0..n).map(|k| if k + 1 < n { vec![k + 1] } else { vec![] }).collect();
        assert_eq!(groups(&to, |n| *n)[0], n - 1);
    }
}

mod fnv {
    use interpreter::fnv::Fnv;

    #[test]
    fn numbers_are_those_of_fnv_1a() {
        let of = |text: &str| {
            let mut fnv = Fnv::default();
            fnv.bytes(text.bytes());
            fnv.value()
        };
        assert_eq!((of(""), of("a"), of("foobar")), (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c, 0x8594_4171_f739_67e8));
    }
}

mod node {
    use interpreter::data::node::{length, read_length};

    #[test]
    fn at_a_glance_values_are_as_long_as_read() {
        let values = [
            r#"(a: 1, b: [2, (3)], c: {"k": x})"#,
            r#"["]", "\"]", "\\", (")")]"#,
            "[1, // not ]\n 2]",
            "(a: 'x', b: ')')",
            r##"[r"\", r#"]"#, "x"]"##,
            "[/* ] */ 1]",
            "()",
            "[Some([1]), None, Other(a: (1, 2))]",
            "{(1, 2): [], \"}\": [[[]]]}",
        ];
        for value in values {
            for behind in ["", ", 7", "]", " // ]\n, (1)"] {
                let text = format!("{value}{behind}");
                assert_eq!(length(&text), Some(value.len()), "{text}");
                if behind.is_empty() {
                    assert_eq!(read_length(&text), Some(value.len()), "{text}");
                }
            }
        }
    }
}

mod random {
    use interpreter::vm::random::{Draw, bot_stream, derive_seed, draw, philox, stream_key};
    use rand::Rng;
    use rand_pcg::Pcg32;

    /// Changed numbers would change every committed game of bots.
    #[test]
    fn the_stream_is_pcg32_and_stays_as_it_is() {
        // The outputs of the authors' own demo of pcg32, state 42 and sequence 54.
        let mut reference = Pcg32::new(42, 54);
        let outputs = [(); 6].map(|()| reference.next_u32());
        assert_eq!(outputs, [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e]);
        let mut own = bot_stream(7, 0);
        let mut plain = Pcg32::new(derive_seed(7 ^ 0x626f_7473, 0), 1_442_695_040_888_963_407 >> 1);
        let outputs = [(); 3].map(|()| own.next_u32());
        assert_eq!(outputs, [(); 3].map(|()| plain.next_u32()));
        assert_eq!(outputs, [0x33cd_3c80, 0x297f_43e2, 0x0d29_a80b], "{outputs:#x?}");
        assert_ne!(bot_stream(7, 1).next_u32(), bot_stream(7, 0).next_u32());
    }

    /// Known answers of the authors' own implementation (Random123, `kat_vectors`).
    #[test]
    fn philox_gives_the_known_answers() {
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(philox([u32::MAX; 4], [u32::MAX; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        assert_eq!(
            philox([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn every_side_comes_up_alike() {
        let mut counts = [0u32; 6];
        for nth in 0..60_000 {
            counts[draw(7, Draw { stream: stream_key("ski_die"), player: 1, turn: 1, nth }, 6) as usize] += 1;
        }
        assert!(counts.iter().all(|n| n.abs_diff(10_000) < 400), "{counts:?}");
    }
}

mod show {
    use interpreter::show::plain;

    #[test]
    fn kinds_are_named_as_people_say_them() {
        let said = ["WindCard", "Ware", "OWNCard", "Own_card"].map(plain);
        assert_eq!(said, ["wind card", "ware", "owncard", "own card"]);
    }
}

mod players {
    use interpreter::vm::random::bot_stream;
    use rand::RngExt;

    #[test]
    fn every_option_is_taken_alike() {
        let mut stream = bot_stream(1, 2);
        let mut counts = [0u32; 5];
        (0..50_000).for_each(|_| counts[stream.random_range(..5usize)] += 1);
        assert!(counts.iter().all(|n| n.abs_diff(10_000) < 400), "{counts:?}");
    }
}

mod standing {
    use interpreter::data::manifest::series::Ties;
    use interpreter::series::{Scoring, Standing, counted};

    fn scoring(points: &[i32], lowest_wins: bool, ties: Ties) -> Scoring {
        Scoring { points: points.into(), lowest_wins, ties }
    }

    fn places(races: &[&[u32]]) -> Vec<Vec<Option<u32>>> {
        races.iter().map(|race| race.iter().map(|place| Some(*place)).collect()).collect()
    }

    /// A table from a rulebook: four races of four players, one point for each place, the fewest points win.
    #[test]
    fn a_tie_goes_to_the_better_place_in_the_last_race() {
        let races = places(&[&[1, 3, 2, 4], &[2, 1, 3, 4], &[4, 3, 2, 1], &[4, 1, 3, 2]]);
        let found = Standing::new(&scoring(&[1, 2, 3, 4, 5, 6], true, Ties::LastRace), 4, &races);
        assert_eq!(found.totals, [11, 8, 10, 11]);
        assert_eq!(found.places, [4, 1, 2, 3]);
        assert_eq!(found.order(), [1, 2, 3, 0]);
        assert!(found.was_tied() && found.points_are_places() && !found.is_shared(3));
        let shared = Standing::new(&scoring(&[1, 2, 3, 4], true, Ties::Shared), 4, &races);
        assert_eq!((shared.places.as_slice(), shared.is_shared(0)), ([3, 1, 2, 3].as_slice(), true));
    }

    #[test]
    fn where_the_last_race_was_shared_the_one_before_decides() {
        let races = places(&[&[2, 3, 1], &[1, 2, 3], &[3, 1, 1]]);
        let found = Standing::new(&scoring(&[9, 5, 1], false, Ties::LastRace), 3, &races);
        assert_eq!(found.totals, [15, 15, 19]);
        assert_eq!(found.places, [3, 2, 1]);
        let races = places(&[&[1, 2], &[2, 1], &[1, 1]]);
        assert_eq!(Standing::new(&scoring(&[3, 1], false, Ties::LastRace), 2, &races).places, [2, 1]);
        let races = places(&[&[1, 1]]);
        assert_eq!(Standing::new(&scoring(&[3, 1], false, Ties::LastRace), 2, &races).places, [1, 1], "equal in all");
    }

    #[test]
    fn who_has_no_place_shares_the_best_that_is_free() {
        assert_eq!(counted(&[None, Some(1), None, Some(4)]), [2, 1, 2, 4]);
        assert_eq!(counted(&[Some(1), Some(1), None, None]), [1, 1, 3, 3]);
        assert_eq!(counted(&[None, None]), [1, 1]);
        assert_eq!(counted(&[Some(2), None, Some(2)]), [2, 1, 2]);
        assert_eq!(counted(&[]), Vec::<u32>::new());
    }

    #[test]
    fn a_table_without_races_is_all_shared() {
        let found = Standing::new(&scoring(&[1, 2], true, Ties::LastRace), 2, &[]);
        assert_eq!((found.totals, found.places), (vec![0, 0], vec![1, 1]));
    }
}

mod figure {
    use interpreter::program::MOST_PLAYERS;
    use interpreter::simulate::win_units;

    #[test]
    fn a_win_can_be_shared_by_any_number_of_players() {
        assert_eq!(win_units(4), 12);
        assert_eq!(win_units(8), 840);
        for players in 1..=MOST_PLAYERS {
            assert!((1..=players as i64).all(|n| win_units(players) % n == 0), "{players}");
        }
    }
}

mod stats {
    use interpreter::simulate::{Histogram, Tally};
    use interpreter::stats::{CONFIDENCE, Method, mean, percentile, proportion, share};

    fn tally(unit: i64, values: &[i64]) -> Tally {
        let mut tally = Tally::new(unit, true);
        values.iter().for_each(|v| tally.add(*v));
        tally
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found}, expected {expected}");
    }

    #[test]
    fn shares_of_yes_and_no_have_wilsons_interval() {
        // 8 of 10: 0.4902 to 0.9433 (Brown, Cai, DasGupta: "Interval estimation for a binomial proportion", 2001).
        let found = share(&tally(12, &[12, 12, 12, 12, 12, 12, 12, 12, 0, 0]), CONFIDENCE).unwrap();
        assert_eq!(found.method, Method::Wilson);
        close(found.low, 0.4902);
        close(found.high, 0.9433);
        let none = proportion(0, 20, CONFIDENCE).unwrap();
        assert_eq!(none.low, 0.0);
        close(none.high, 0.1611);
    }

    #[test]
    fn shared_wins_have_the_narrower_interval_of_their_mean() {
        let halves = tally(2, &[1; 400]);
        let found = share(&halves, CONFIDENCE).unwrap();
        assert_eq!((found.value, found.low, found.high, found.method), (0.5, 0.5, 0.5, Method::Mean));
    }

    #[test]
    fn means_have_students_interval() {
        // 2.5 ± 3.1824 · 1.2910 / 2
        let found = mean(&tally(1, &[1, 2, 3, 4]), CONFIDENCE).unwrap();
        assert_eq!(found.value, 2.5);
        assert!((found.margin() - 2.0543).abs() < 2e-2, "{}", found.margin());
        assert!(mean(&tally(1, &[]), CONFIDENCE).is_none());
        assert!(mean(&tally(1, &[7]), CONFIDENCE).unwrap().margin().is_infinite());
    }

    #[test]
    fn percentiles_lie_between_ranks() {
        let values: Vec<i64> = (1..=1000).collect();
        let found = percentile(tally(1, &values).histogram.as_ref().unwrap(), 0.95, CONFIDENCE).unwrap();
        assert_eq!((found.value, found.low, found.high), (950.0, 936.0, 965.0));
        let few = percentile(tally(1, &[7, 9]).histogram.as_ref().unwrap(), 0.95, CONFIDENCE).unwrap();
        assert_eq!((few.value, few.low, few.high), (9.0, 7.0, f64::INFINITY));
        assert!(percentile(&Histogram::default(), 0.5, CONFIDENCE).is_none());
    }

    #[test]
    fn negative_and_large_values_are_in_order() {
        let tally = tally(1, &[5, -3, 1_000_000, 0, -7]);
        assert_eq!(tally.histogram.unwrap().iter().map(|(v, _)| v).collect::<Vec<_>>(), [-7, -3, 0, 5, 1_000_000]);
    }
}

mod goals {
    use interpreter::ir::{Comparison, Limit};
    use interpreter::stats::{Estimate, Method, Verdict};

    fn verdict(limit: Limit, low: f64, high: f64) -> Verdict {
        limit.verdict(&Estimate { value: (low + high) / 2.0, low, high, n: 100, method: Method::Mean })
    }

    #[test]
    fn a_goal_is_sure_when_its_whole_interval_is_on_one_side() {
        let below = || Limit::Compare(Comparison::Lt, 4.0);
        assert_eq!(verdict(below(), 1.0, 3.9), Verdict::Green);
        assert_eq!(verdict(below(), 3.0, 4.1), Verdict::Unsure);
        assert_eq!(verdict(below(), 4.0, 5.0), Verdict::Red);
        let within = || Limit::Within(2.0, 3.0);
        assert_eq!(verdict(within(), 2.1, 2.9), Verdict::Green);
        assert_eq!(verdict(within(), 1.0, 4.0), Verdict::Unsure);
        assert_eq!(verdict(within(), 1.9, 2.9), Verdict::Unsure);
        assert_eq!(verdict(within(), 3.1, 4.0), Verdict::Red);
        assert_eq!(verdict(Limit::Compare(Comparison::Eq, 2.0), 1.0, 3.0), Verdict::Unsure);
        assert_eq!(verdict(Limit::Compare(Comparison::Eq, 2.0), 2.0, 2.0), Verdict::Green);
    }
}

mod quantile {
    use interpreter::stats::{normal_quantile, t_quantile};

    #[test]
    fn quantiles_agree_with_tables() {
        for (p, z) in [(0.5, 0.0), (0.975, 1.959_964), (0.995, 2.575_829), (0.001, -3.090_232), (0.999_9, 3.719_016)] {
            assert!((normal_quantile(p) - z).abs() < 1e-5, "{p}: {}", normal_quantile(p));
        }
        for (freedom, t) in [(1.0, 12.7062), (2.0, 4.3027), (5.0, 2.5706), (10.0, 2.2281), (30.0, 2.0423), (1000.0, 1.9623)] {
            assert!((t_quantile(0.975, freedom) - t).abs() < 3e-3, "{freedom}: {}", t_quantile(0.975, freedom));
        }
    }
}
