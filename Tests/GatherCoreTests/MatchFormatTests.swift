import GatherCore
import Testing

/// Formats, as they are made and named.
struct MatchFormatTests {
    private static let play = MatchPeriod(id: "half", length: .seconds(60))
    private static let pause = MatchPeriod(
        id: "break", kind: .pause, length: .seconds(60), begins: .atOnce)

    private static func problem(
        _ name: String = "x", _ periods: MatchPeriod...
    ) -> MatchFormat.Problem? {
        do throws(MatchFormat.Problem) {
            _ = try MatchFormat(name: name, periods: periods)
            return nil
        } catch {
            return error
        }
    }

    @Test("a name has small letters, digits and few marks")
    func names() {
        let long = String(repeating: "a", count: 32)
        for name in ["a", "0", "2x12:30-1", "a.b", long] {
            #expect(Self.problem(name, Self.play) == nil, "\(name)")
        }
        for name in ["", "A", "-a", "a b", "é", "a/b", long + "a"] {
            #expect(Self.problem(name, Self.play) == .name, "\(name)")
        }
    }

    @Test("a format has 1 to 24 periods")
    func count() throws {
        #expect(Self.problem("x") == .count)
        #expect(throws: Never.self) {
            try MatchFormat(name: "x", periods: Array(repeating: Self.play, count: 24))
        }
        #expect(throws: MatchFormat.Problem.count) {
            try MatchFormat(name: "x", periods: Array(repeating: Self.play, count: 25))
        }
    }

    @Test("it begins and ends with play, and has no two breaks in a row")
    func breaks() {
        let (play, pause) = (Self.play, Self.pause)
        #expect(Self.problem("x", play, pause, play) == nil)
        #expect(Self.problem("x", pause, play) == .breakPlace(0))
        #expect(Self.problem("x", play, pause) == .breakPlace(1))
        #expect(Self.problem("x", play, pause, pause, play) == .breakPlace(2))
    }

    @Test("each period has a name, a length and a time that are possible")
    func periods() {
        for id in ["", "a\u{1B}b", String(repeating: "a", count: 33)] {
            let period = MatchPeriod(id: id, length: .seconds(60))
            #expect(Self.problem("x", Self.play, period) == .id(1), "\(id)")
        }
        let lengths: [Duration] = [
            .zero, .seconds(-1), .seconds(86_401), .milliseconds(1_500),
        ]
        for length in lengths {
            let period = MatchPeriod(id: "half", length: length)
            #expect(Self.problem("x", Self.play, period) == .length(1), "\(length)")
        }
        let times: [Duration] = [.seconds(-1), .seconds(86_401), .milliseconds(1)]
        for from in times {
            let period = MatchPeriod(id: "half", length: .seconds(60), from: from)
            #expect(Self.problem("x", period) == .from(0), "\(from)")
        }
    }

    @Test("the first period begins by hand, and a break at once")
    func beginnings() {
        let atOnce = MatchPeriod(id: "half", length: .seconds(60), begins: .atOnce)
        let byHand = MatchPeriod(id: "break", kind: .pause, length: .seconds(60))
        #expect(Self.problem("x", atOnce) == .beginning(0))
        #expect(Self.problem("x", Self.play, byHand, Self.play) == .beginning(1))
        #expect(Self.problem("x", Self.play, atOnce) == nil)
    }

    @Test("those that are built in are possible, and each has its name")
    func builtIn() throws {
        for format in MatchFormat.builtIn {
            #expect(MatchFormat(named: format.name) == format)
            #expect(throws: Never.self) {
                try MatchFormat(name: format.name, periods: format.periods)
            }
        }
        let names = MatchFormat.builtIn.map(\.name)
        #expect(names == ["halves", "futsal", "school", "quarters", "small-sided"])
        #expect(!names.contains(MatchFormat.plainName))
    }

    @Test(
        "a name describes a format",
        arguments: [
            ("2x25-5", "1500 0 up, 300, 1500 1500 up"), ("2x12:30", "750 0 up, 750 750 up"),
            ("3x10", "600 0 up, 600 600 up, 600 1200 up"), ("1x90", "5400 0 up"),
            ("2x0:01-0:30", "1 0 up, 30, 1 1 up"),
        ])
    func described(name: String, periods: String) throws {
        let format = try #require(MatchFormat(named: name))
        #expect(format.name == name)
        let shown = format.periods.map { period in
            let length = "\(period.length.components.seconds)"
            let from = "\(period.from.components.seconds)"
            return period.kind == .pause ? length : "\(length) \(from) \(period.shows)"
        }
        #expect(shown.joined(separator: ", ") == periods)
        #expect(throws: Never.self) { try MatchFormat(name: name, periods: format.periods) }
    }

    @Test(
        "any other name describes none",
        arguments: [
            "", "gather", "2", "x", "2x", "x10", "0x10", "13x10", "2x0", "2x1441", "2x10-",
            "2x10-0",
            "2x10-5-5", "2x10:60", "2x10:5", "2x10:005", "2x-10", "+2x10", "2X10", "2x10 ",
            "2x10x5",
            "2x99999", "٢x10", "-", "2x10:30:30",
        ])
    func wrong(name: String) {
        #expect(MatchFormat(named: name) == nil)
    }

    @Test("every format that a name describes is possible")
    func allDescribed() throws {
        for count in 1...12 {
            for time in ["0:01", "1", "90", "1440"] {
                for pause in ["", "-5"] {
                    let format = MatchFormat(named: "\(count)x\(time)\(pause)")
                    guard let format else { continue }
                    let checked = try? MatchFormat(name: format.name, periods: format.periods)
                    #expect(checked == format, "\(format.name)")
                }
            }
        }
    }
}
