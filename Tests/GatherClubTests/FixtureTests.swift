import GatherAPI
import GatherClub
import Testing
import Varlink

struct FixtureTests {
    private let fixture = Samples.fixture("12 Reds Blues A")

    @Test(
        "a time is a date and a time of day, a time of day alone, or a moment",
        arguments: [
            ("2026-11-28 10:30", FixtureTime.date("2026-11-28", hour: 10, minute: 30)),
            ("10:30", .clock(hour: 10, minute: 30)), ("9:05", .clock(hour: 9, minute: 5)),
            ("1970-01-01T00:00:00Z", .moment(0)), ("1970-01-02T00:00:01Z", .moment(86_401)),
            ("2026-11-28T10:30:00Z", .moment(1_795_861_800)),
            ("2026-11-28T10:30:00.250+01:00", .moment(1_795_858_200)),
            ("2026-11-28T10:30:00-02:30", .moment(1_795_870_800)),
            ("2024-02-29 00:00", .date("2024-02-29", hour: 0, minute: 0)),
            ("2000-03-01T00:00:00Z", .moment(951_868_800)),
            ("2100-03-01T00:00:00Z", .moment(4_107_542_400)),
        ])
    func time(text: String, expected: FixtureTime) {
        #expect(FixtureTime(text) == expected)
    }

    @Test(
        "anything else is no time",
        arguments: [
            "", "10", "24:00", "10:60", "10:3", "1:2:3", "2026-11-28", "2026-11-31 10:00",
            "2026-02-29 10:00", "2100-02-29 10:00", "2026-13-01 10:00", "2026-00-01 10:00",
            "1969-12-31 10:00", "2026-11-28T10:30", "2026-11-28T10:30:00", "tomorrow",
            "2026-11-28T10:30:60Z", "2026-11-28T10:30:00.Z", "2026-11-28T10:30:00+1:0",
            "2026-11-28T24:30:00Z", "2026-11-28  10:30", " 10:30", "10:30 ", "٠٩:٣٠",
            "2026-11-28T9:30:00Z", "2026-11-28T10:30:00+24:00", "+1:30", "-1:30",
        ])
    func noTime(text: String) {
        #expect(FixtureTime(text) == nil)
        #expect(FixtureTime.normalized(text) == nil)
    }

    @Test("a time of day has four digits in the list")
    func normalizedTime() {
        #expect(FixtureTime.normalized("9:05") == "09:05")
        #expect(FixtureTime.normalized("2026-11-28 9:05") == "2026-11-28 09:05")
        #expect(FixtureTime.normalized("2026-11-28 19:05") == "2026-11-28 19:05")
        #expect(FixtureTime.normalized("2026-11-28T10:30:00Z") == "2026-11-28T10:30:00Z")
    }

    @Test("each field has its rule")
    func rules() {
        #expect(fixture.faults == [])
        let long = String(repeating: "x", count: 200)
        func problems(_ change: (inout Fixture) -> Void) -> [String] {
            var changed = fixture
            change(&changed)
            return changed.faults.map { "\($0.field) \($0.problem)" }
        }
        #expect(problems { $0.id = "a-b_C.9" } == [])
        #expect(problems { $0.id = "" } == ["id missing"])
        #expect(problems { $0.id = "1 2" } == ["id malformed"])
        #expect(problems { $0.id = "é" } == ["id malformed"])
        #expect(problems { $0.id = String(repeating: "1", count: 33) } == ["id tooLong"])
        #expect(problems { $0.time = "noon" } == ["time malformed"])
        #expect(problems { $0.pitch = "north-2" } == [])
        #expect(problems { $0.pitch = "Pitch 1" } == ["pitch malformed"])
        #expect(problems { $0.pitch = "" } == ["pitch malformed"])
        #expect(problems { $0.pitch = long } == ["pitch tooLong"])
        #expect(problems { $0.home = " " } == ["home missing"])
        #expect(problems { $0.home = long } == ["home tooLong"])
        #expect(problems { $0.away = "a\u{1B}[2J" } == ["away unprintable"])
        #expect(problems { $0.away = "Reds" } == ["away sameSide"])
        #expect(problems { $0.group = long } == ["group tooLong"])
        #expect(problems { $0.lengthSeconds = 86_400 } == [])
        #expect(problems { $0.lengthSeconds = 0 } == ["length outOfRange"])
        #expect(problems { $0.lengthSeconds = .max } == ["length outOfRange"])
        #expect(problems { $0.format = "2x25-5" } == [])
        #expect(problems { $0.format = "" } == ["format missing"])
        #expect(problems { $0.format = long } == ["format tooLong"])
        #expect(problems { $0.format = "a\nb" } == ["format unprintable"])
        #expect(
            problems {
                $0.id = "?"
                $0.home = ""
            } == ["id malformed", "home missing"])
    }

    @Test("blanks around a text go, and what is empty but need not be there is not there")
    func normalized() {
        let typed = Fixture(
            id: " 12 ", time: " 9:30", pitch: " ", home: " Reds ", away: "Blues\t", group: "",
            format: " futsal")
        #expect(
            typed.normalized
                == Fixture(
                    id: "12", time: "09:30", home: "Reds", away: "Blues", format: "futsal"))
        #expect(Fixture(id: "", home: " ", away: "x").normalized.faults.count == 2)
    }

    // MARK: - The list

    @Test("a list is read as it was written, and fields that are not known are skipped")
    func roundTrip() throws {
        var other = fixture
        (other.id, other.lengthSeconds, other.format) = ("13", 1_200, "futsal")
        let list = FixtureList(revision: 7, fixtures: [fixture, other])
        #expect(FixtureList(payload: list.payload) == list)
        let text = String(decoding: list.payload, as: UTF8.self)
        let newer =
            "{\"colour\":{\"a\":[1]},"
            + String(text.dropFirst()).replacing(
                "\"id\":\"12\"", with: "\"id\":\"12\",\"referee\":\"Kim\"")
        #expect(FixtureList(payload: Array(newer.utf8)) == list)
        #expect(list.fixture("13") == other)
        #expect(list.fixture("14") == nil)
    }

    @Test(
        "what is no list is not read",
        arguments: [
            "", "x", "[]", "{}", "{\"revision\":1}", "{\"fixtures\":[]}",
            "{\"revision\":-1,\"fixtures\":[]}",
            "{\"revision\":9223372036854775807,\"fixtures\":[]}",
            "{\"revision\":\"1\",\"fixtures\":[]}",
            "{\"revision\":1,\"fixtures\":[1]}",
            "{\"revision\":1,\"fixtures\":[{\"id\":\"1\",\"home\":\"a\"}]}",
            "{\"revision\":1,\"fixtures\":[{\"id\":\"?\",\"home\":\"a\",\"away\":\"b\"}]}",
        ])
    func noList(text: String) {
        #expect(FixtureList(payload: Array(text.utf8)) == nil)
    }

    @Test("an ID is used once, and the one that is wrong is named by its place")
    func check() throws {
        let other = Samples.fixture("13 Reds Greens A")
        try FixtureList.check([fixture, other])
        do {
            try FixtureList.check([fixture, other, fixture])
            Issue.record("an ID was taken twice")
        } catch {
            #expect(error.index == 2)
            #expect(error.fault.field == .id)
            #expect(error.fault.problem == .repeated)
        }
        let doubled = FixtureList(revision: 1, fixtures: [fixture, fixture])
        #expect(FixtureList(payload: doubled.payload) == nil)
    }

    @Test("the longest list is read, and one more is not")
    func most() {
        let many = (0...FixtureList.most).map { Samples.fixture("f\($0) Reds Blues A") }
        let longest = FixtureList(revision: 1, fixtures: Array(many.dropLast()))
        #expect(FixtureList(payload: longest.payload) == longest)
        #expect(FixtureList(payload: FixtureList(revision: 1, fixtures: many).payload) == nil)
    }
}
