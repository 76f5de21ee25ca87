import GatherAPI
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct MatchCardTests {
    static let opened = TimeText.dateAndTime("2026-11-21T15:32:05Z")
    static let ended = TimeText.dateAndTime("2026-11-21T15:45:00Z")
    static let until = LocalTime(Sample.now.wall + .milliseconds(450_001)).timeOfDay

    static let clocks: [(GatherSnapshot, String)] = [
        (Sample.gather(), "10:00 stopped"),
        (Sample.gather(Sample.running(.milliseconds(450_001))), "07:31 running until \(until)"),
        (Sample.gather(Sample.paused()), "07:31 paused"),
        (Sample.gather(Sample.stopped(.zero)), "00:00 time is up"),
        (Sample.gather(Sample.running(.zero)), "00:00 time is up"),
        (Sample.gather(Sample.stopped(.seconds(7_205))), "120:05 stopped"),
        (Sample.gather(Sample.stopped(.seconds(451)), phase: .ended), "07:31 ended"),
        (Sample.gather(Sample.stopped(.zero), phase: .discarded), "00:00 discarded"),
    ]

    @Test("the first line is the clock", arguments: clocks)
    func clock(gather: GatherSnapshot, line: String) {
        #expect(card(gather).first == line)
    }

    @Test("below it are the score and the times")
    func details() {
        #expect(
            card(Sample.gather(names: ("Reds", "Blues"))) == [
                "10:00 stopped", "Reds 2-1 Blues", "opened \(Self.opened)",
            ])
        #expect(
            card(Sample.gather(Sample.stopped(.zero), score: (0, 1), phase: .ended)) == [
                "00:00 ended", "Team A 0-1 Team B, winner Team B",
                "opened \(Self.opened), ended \(Self.ended)",
            ])
    }

    @Test("a restart is told, and after a reboot which clock the countdown goes by")
    func recovered() {
        let time = TimeText.timeOfDay(Sample.restartedAt)
        #expect(card(Sample.recovered(.boottime)).last == "restarted \(time)")
        #expect(
            card(Sample.recovered(.wall, ago: .seconds(5_000))).last
                == "restarted \(time) after a reboot: the countdown goes by the wall clock")
        var old = Sample.recovered(.boottime)
        old.recovered?.restartedAt = nil
        #expect(card(old).last == "restarted", "by a daemon that does not say when")
        old.recovered?.restartedAt = "\u{1B}[2J"
        #expect(card(old).last == "restarted \u{FFFD}[2J")
    }

    @Test("a countdown that went on for nobody knows how long is told, and how to set it")
    func doubtful() {
        var gather = Sample.gather(
            Sample.running(), recovered: RecoveryFields(unattendedMilliseconds: 0, clock: .none))
        gather.timer.doubtful = true
        let until = LocalTime(Sample.now.wall + .seconds(451)).timeOfDay
        #expect(
            card(gather) == [
                "07:31 running until \(until), doubtful", "Team A 2-1 Team B",
                "opened \(Self.opened)",
                "restarted after a reboot: no clock can tell how long that took",
                "doubtful: less may be left: the machine was down, its clock is not synchronised",
                "  to set it by hand: 'gatherctl adjust -30s' or 'gatherctl set 05:00'",
            ])
        // A format sets its times itself.
        gather.course = Sample.course(0)
        #expect(card(gather).last == "  to set it by hand: 'gatherctl adjust -30s'")
    }

    @Test("a countdown that ran out says when, with the date if that was another day")
    func timeUp() {
        var gather = Sample.gather(Sample.stopped(.zero))
        let today = UniversalTime(Sample.now.wall - .seconds(90))
        gather.timer.timeUpAt = today.rfc3339
        let time = LocalTime(Sample.now.wall - .seconds(90)).timeOfDay
        #expect(card(gather).first == "00:00 time is up since \(time)")
        gather.phase = .ended
        #expect(card(gather).first == "00:00 ended")
        #expect(card(gather).last == "time was up at \(time)")
        gather.timer.timeUpAt = "2026-11-01T15:45:00Z"
        let before = TimeText.dateAndTime("2026-11-01T15:45:00Z")
        #expect(card(gather).last == "time was up at \(before)")
    }

    @Test("a database that was set aside is named, with or without a gather")
    func salvaged() {
        let salvage = SalvageFields(
            file: "/var/lib/gatherd/gather.db.\u{1B}[2J", at: "2026-11-21T15:45:00Z",
            savedEvents: 812, lostEvents: 3)
        let lines = [
            "salvaged \(Self.ended): the database was damaged; events saved: 812, lost: 3",
            "  the damaged one is kept as /var/lib/gatherd/gather.db.\u{FFFD}[2J",
        ]
        let state = MatchState(gather: Sample.gather(), salvaged: salvage)
        #expect(
            MatchCardViewModel(state, at: Sample.now).lines(bold: false).suffix(2) == lines[...])
        let none = MatchState(salvaged: salvage)
        #expect(
            MatchCardViewModel(none, at: Sample.now).lines(bold: false)
                == ["no match yet; start one with 'gatherctl start'"] + lines)
        for (known, words) in [(3, "at least 3"), (0, "not known")] {
            let more = SalvageFields(
                file: "x", at: "2026-11-21T15:45:00Z", savedEvents: 812, lostEvents: known,
                mayHaveLostMore: true)
            let shown = MatchCardViewModel(MatchState(salvaged: more), at: Sample.now)
            #expect(shown.lines(bold: false).contains { $0.hasSuffix(", lost: \(words)") })
        }
    }

    @Test("without a gather the card says what to do")
    func none() {
        #expect(card(nil) == ["no match yet; start one with 'gatherctl start'"])
    }

    @Test("only the digits are bold")
    func bold() {
        let card = MatchCardViewModel(
            MatchState(gather: Sample.gather(Sample.paused())), at: Sample.now)
        #expect(card.lines(bold: true).first == "\u{1B}[1m07:31\u{1B}[0m paused")
    }

    @Test(
        "numbers at the ends of 64 bits are shown, whatever they mean", arguments: [Int.min, .max])
    func extremes(number: Int) {
        var timer = Sample.running()
        timer.endsAtBoottimeMicroseconds = number
        timer.remainingMilliseconds = number
        #expect(card(Sample.gather(timer)).count == 3)
        timer.state = .paused
        let recovery = RecoveryFields(unattendedMilliseconds: number, clock: .wall)
        #expect(card(Sample.gather(timer, recovered: recovery)).count == 4)
    }

    @Test("the digits change on the boundaries of the countdown's seconds")
    func boundary() {
        func next(_ left: Duration) -> Duration? {
            ClockViewModel(Sample.gather(Sample.running(left)), at: Sample.now).untilNextDigits
        }
        #expect(next(.milliseconds(450_250)) == .milliseconds(250))
        #expect(next(.seconds(450)) == .seconds(1))
        #expect(next(.milliseconds(1)) == .milliseconds(1))
        #expect(next(.zero) == nil)
    }

    private func card(_ gather: GatherSnapshot?) -> [String] {
        MatchCardViewModel(MatchState(gather: gather), at: Sample.now).lines(bold: false)
    }
}
