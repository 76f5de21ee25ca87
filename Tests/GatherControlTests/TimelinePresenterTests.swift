import GatherAPI
import Testing

@testable import GatherControl

@Suite struct TimelinePresenterTests {
    private static func time(_ text: String) -> String { TimeText.timeOfDay(text) }

    @Test("the header has the result, the times and the whole ID")
    func header() {
        var presenter = TimelinePresenter()
        let opened = TimeText.dateAndTime("2026-11-21T15:32:05Z")
        let ended = TimeText.dateAndTime("2026-11-21T15:45:00Z")
        let id = "6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e"
        #expect(
            presenter.header(Sample.summary()) == [
                "Reds 2-1 Blues, winner Reds", "opened \(opened), ended \(ended)", id, "",
            ])
        #expect(
            presenter.header(Sample.summary(.discarded)) == [
                "Reds 2-1 Blues, discarded", "opened \(opened), discarded \(ended)", id, "",
            ])
        #expect(
            presenter.header(Sample.summary(.open))
                == ["Reds 2-1 Blues", "opened \(opened)", id, ""])
    }

    @Test("an event is a line: when, how long was played, the score, who and what")
    func lines() {
        var presenter = TimelinePresenter()
        _ = presenter.header(Sample.summary())
        let times = (9...12).map { Self.time("2026-11-21T15:32:\(10 + $0)Z") }
        #expect(
            presenter.lines([
                Sample.entry(9, "started", kind: "started"),
                Sample.entry(10, "goal for Reds", "1-0", gone: 451, undoneBy: 12),
                Sample.entry(11, "the wall clock was set", "1-0", gone: 6_000, by: nil),
                Sample.entry(12, "undid 10: the goal for Reds", gone: 6_001, by: "bo"),
            ]) == [
                " #  time      played  score  by    event",
                " 9  \(times[0])   00:00  0-0    anna  started",
                "10  \(times[1])   07:31  1-0    anna  goal for Reds (undone by 12)",
                "11  \(times[2])  100:00  1-0    -     the wall clock was set",
                "12  \(times[3])  100:01  0-0    bo    undid 10: the goal for Reds",
            ])
        let next = presenter.lines([Sample.entry(13, "paused", gone: 6_002)])
        #expect(next == ["13  \(Self.time("2026-11-21T15:32:23Z"))  100:02  0-0    anna  paused"])
        _ = presenter.header(Sample.summary())
        #expect(presenter.lines([]) == [])
        #expect(presenter.lines([Sample.entry(1, "started")]).first?.hasPrefix("#  time ") == true)
    }

    @Test("a user without a name is shown by number")
    func user() {
        var presenter = TimelinePresenter()
        var entry = Sample.entry(1, "started")
        entry.operatorName = nil
        _ = presenter.header(Sample.summary())
        #expect(presenter.lines([entry]).last?.contains("  1000  started") == true)
    }

    @Test("a device is shown in the place of the user of its program, and safe to show")
    func device() {
        var presenter = TimelinePresenter()
        var entry = Sample.entry(1, "started", by: "gather-remote")
        entry.operatorDevice = "Anna's phone\u{1B}[2J"
        _ = presenter.header(Sample.summary())
        let line = presenter.lines([entry]).last ?? ""
        #expect(line.contains("  Anna's phone"))
        #expect(!line.contains("gather-remote") && !line.contains("\u{1B}"))
    }

    @Test("another day has a line of its own")
    func days() {
        var presenter = TimelinePresenter()
        _ = presenter.header(Sample.summary())
        let later = "2026-11-23T15:32:05Z"
        let lines = presenter.lines([
            Sample.entry(1, "a"), Sample.entry(2, "b", at: later), Sample.entry(3, "c", at: later),
        ])
        #expect(lines.count == 5)
        #expect(lines[2] == TimeText.dateAndTime(later).prefix(10))
    }

    @Test("numbers at the ends of 64 bits are shown", arguments: [Int.min, .max])
    func extremes(number: Int) {
        var presenter = TimelinePresenter()
        var entry = Sample.entry(1, "started")
        (entry.number, entry.goneMilliseconds, entry.operatorUID) = (number, number, number)
        #expect(presenter.lines([entry]).count == 3)
    }
}
