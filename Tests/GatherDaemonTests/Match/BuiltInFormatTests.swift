import Testing
import Varlink

/// The formats that are built in, as a person sees them who chooses one.
@Suite struct BuiltInFormatTests {
    private let match: MatchFixture

    init() throws { match = try MatchFixture() }

    private static let list = """
        gather: a plain countdown
        halves: 2 x 45:00; breaks of 15:00; the clock counts up, and runs on
        futsal: 2 x 20:00; breaks of 15:00; the clock counts down, and stops at 00:00
        school: 2 x 40:00; breaks of 10:00; the clock counts down, and stops at 00:00
        quarters: 4 x 10:00; breaks of 05:00; the clock counts down, and stops at 00:00
        small-sided: 2 x 20:00; breaks of 05:00; the clock counts up, and runs on

        """

    private static let shown = [
        "gather: a plain countdown\n",
        """
        halves
          45:00  first half: the clock counts up, and runs on
          15:00  half-time
          45:00  second half: the clock counts up, and runs on
          extra time, if wanted at a draw: 2 x 15:00, after a break of 05:00

        """,
        """
        futsal
          20:00  first half: the clock counts down, and stops at 00:00
          15:00  half-time
          20:00  second half: the clock counts down, and stops at 00:00
          extra time, if wanted at a draw: 2 x 05:00, after a break of 05:00
          the clock is stopped by hand at a goal
          time-outs of a side in a period: 1 of 01:00
          fouls of a side in a period before a direct free kick: 5

        """,
        """
        school
          40:00  first half: the clock counts down, and stops at 00:00
          10:00  half-time
          40:00  second half: the clock counts down, and stops at 00:00
          extra time, if wanted at a draw: 2 x 10:00, after a break of 05:00
          the clock is stopped by hand at a goal, a card

        """,
        """
        quarters
          10:00  first quarter: the clock counts down, and stops at 00:00
          05:00  break
          10:00  second quarter: the clock counts down, and stops at 00:00
          05:00  half-time
          10:00  third quarter: the clock counts down, and stops at 00:00
          05:00  break
          10:00  fourth quarter: the clock counts down, and stops at 00:00
          extra time, if wanted at a draw: 2 x 05:00, after a break of 05:00

        """,
        """
        small-sided
          20:00  first half: the clock counts up, and runs on
          05:00  half-time
          20:00  second half: the clock counts up, and runs on
          extra time, if wanted at a draw: 2 x 05:00, after a break of 05:00
          time-outs of a side in a period: 1 of 01:00

        """,
    ]

    @Test func theyAreListed() throws {
        #expect(try match.ctl("format", "list") == Self.list)
        #expect(try match.ctl("format") == Self.list)
    }

    @Test func eachIsShown() throws {
        let names = Self.list.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(names.count == Self.shown.count)
        for (name, golden) in zip(names, Self.shown) {
            #expect(try match.ctl("format", "show", String(name)) == golden)
        }
    }

    @Test func oneThatThereIsNotIsAnErrorHoweverItIsShown() throws {
        for way in ["--quiet", "--json", "--json=off"] {
            let said = try match.ctl(way, "format", "show", "nix", status: 1)
            #expect(said == "gatherctl: there is no format 'nix'\n")
        }
        for name in ["gather", "halves"] {
            #expect(try match.ctl("--quiet", "format", "show", name) == "")
        }
        let plain = try match.json("--json", "format", "show", "gather")
        #expect(plain.first?["formats"] == .array([]))
    }
}
