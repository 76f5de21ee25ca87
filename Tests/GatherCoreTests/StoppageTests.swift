import GatherCore
import Testing

/// Fouls, time-outs and cooling breaks.
struct StoppageTests {
    /// A match whose first period has run for so long.
    private func pitch(_ name: String, after played: Duration = .seconds(300)) throws -> Pitch {
        let format = try #require(MatchFormat(named: name))
        let open = Command.open(time: nil, teamAName: nil, teamBName: nil, format: format)
        var pitch = try Pitch(open, .whistle(.next))
        pitch.wait(played)
        return pitch
    }

    private func timeOut(_ pitch: Pitch) -> Duration? {
        pitch.gather.timeOut(at: pitch.now)?.remaining(at: pitch.now)
    }

    private func expectReplays(_ pitch: Pitch) {
        let isFold = Gather(replaying: pitch.gather.log) == pitch.gather
        #expect(isFold)
    }

    @Test("in futsal the clock stands during a time-out, and a minute is counted beside it")
    func futsal() throws {
        var pitch = try pitch("futsal")
        #expect(pitch.gather.timeOutsLeft(of: .teamA) == 1)
        #expect(try pitch.give(.takeTimeOut(.teamA)) == [.timeOutTaken(.teamA)])
        #expect(pitch.countdown == "paused 15:00")
        #expect(timeOut(pitch) == .seconds(60))
        // A second press changes nothing.
        #expect(try pitch.give(.takeTimeOut(.teamA)) == [])
        pitch.wait(.seconds(59))
        #expect(timeOut(pitch) == .seconds(1))
        pitch.wait(.seconds(1))
        #expect(timeOut(pitch) == nil)
        // It is over, and the clock stands until it is started.
        #expect(pitch.countdown == "paused 15:00")
        #expect(pitch.refusal(of: .takeTimeOut(.teamA)) == .noTimeOutLeft(.teamA, perPeriod: 1))
        #expect(pitch.gather.timeOutsLeft(of: .teamB) == 1)
        try pitch.give(.startNow)
        pitch.wait(.seconds(10))
        #expect(pitch.countdown == "running 14:50")
        #expect(pitch.gather.allowance == .zero)
        expectReplays(pitch)
    }

    @Test("a cooling break while the clock is paused takes nothing from the time")
    func paused() throws {
        var pitch = try pitch("halves")
        try pitch.give(.pauseNow)
        try pitch.give(.takeTimeOut(nil))
        pitch.wait(.seconds(180))
        #expect(pitch.gather.allowance == .zero)
        expectReplays(pitch)
    }

    @Test("the clock that is started again ends a time-out")
    func endedByStart() throws {
        var pitch = try pitch("futsal")
        try pitch.give(.takeTimeOut(.teamB))
        pitch.wait(.seconds(20))
        try pitch.give(.resumeNow)
        #expect(timeOut(pitch) == nil)
        expectReplays(pitch)
    }

    @Test("a time-out that is taken back has never stopped the clock, and is left again")
    func undone() throws {
        var pitch = try pitch("futsal")
        try pitch.give(.takeTimeOut(.teamA))
        pitch.wait(.seconds(20))
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "running 14:40")
        #expect(timeOut(pitch) == nil)
        #expect(pitch.gather.timeOutsLeft(of: .teamA) == 1)
        // The resume after it needs it.
        try pitch.give(.redo)
        try pitch.give(.resumeNow)
        let step = try #require(pitch.gather.log.first { $0.event == .timeOutTaken(.teamA) }).step
        #expect(pitch.refusal(of: .undo(number: step)) == .eventNeeded(by: pitch.gather.revision))
        expectReplays(pitch)
    }

    @Test("a start that is dated into a cooling break needs the one since which the clock stands")
    func datedStart() throws {
        var pitch = try pitch("futsal")
        try pitch.give(.takeTimeOut(nil))
        let first = pitch.gather.revision
        pitch.wait(.seconds(10))
        try pitch.give(.startNow)
        pitch.wait(.seconds(30))
        try pitch.give(.takeTimeOut(nil))
        pitch.wait(.seconds(10))
        try pitch.give(.undo(number: first + 1))
        try pitch.give(.start(ago: .seconds(40)))
        #expect(pitch.countdown == "running 14:20")
        // Without it, the clock would have run until the second one.
        let start = pitch.gather.revision
        #expect(pitch.refusal(of: .undo(number: first)) == .eventNeeded(by: start))
    }

    @Test("a time-out goes on over a restart of the machine")
    func reboot() throws {
        var pitch = try pitch("futsal")
        try pitch.give(.takeTimeOut(.teamA))
        pitch.wait(.seconds(10))
        pitch.reboot(for: .seconds(30))
        #expect(timeOut(pitch) == .seconds(20))
        #expect(pitch.countdown == "paused 15:00")
    }

    @Test("each period has its own time-outs")
    func nextPeriod() throws {
        var pitch = try pitch("futsal")
        try pitch.give(.takeTimeOut(.teamA))
        try pitch.give(.whistle(.end))
        #expect(timeOut(pitch) == nil)
        #expect(pitch.refusal(of: .takeTimeOut(.teamA)) == .notInPlay(next: "second half"))
        try pitch.give(.whistle(.begin))
        #expect(pitch.gather.timeOutsLeft(of: .teamA) == 1)
        try pitch.give(.takeTimeOut(.teamA))
        expectReplays(pitch)
    }

    @Test("the clock of a half runs on in a cooling break, whose time is one to add")
    func coolingBreak() throws {
        var pitch = try pitch("halves", after: .seconds(22 * 60))
        #expect(try pitch.give(.takeTimeOut(nil)) == [.timeOutTaken(nil)])
        #expect(pitch.gather.allowance == .seconds(180))
        #expect(timeOut(pitch) == .seconds(180))
        pitch.wait(.seconds(60))
        #expect(pitch.countdown == "running 22:00")
        #expect(pitch.refusal(of: .takeTimeOut(.teamA)) == .noTimeOuts)
        try pitch.give(.whistle(.end))
        try pitch.give(.whistle(.begin))
        #expect(pitch.gather.allowance == .zero)
        expectReplays(pitch)
        // A clock that stops at the end of the period stands in it.
        var school = try self.pitch("school")
        try school.give(.takeTimeOut(nil))
        #expect(school.countdown == "paused 35:00")
        #expect(school.gather.allowance == .zero)
    }

    @Test("fouls begin anew with each half, and are taken back by undo")
    func fouls() throws {
        var pitch = try pitch("futsal")
        for _ in 1...6 { try pitch.give(.countFoul(.teamA)) }
        try pitch.give(.countFoul(.teamB))
        #expect(pitch.gather.fouls(of: .teamA) == 6)
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.fouls(of: .teamB) == 0)
        try pitch.give(.whistle(.end))
        // The last half's are known in the break.
        #expect(pitch.gather.fouls(of: .teamA) == 6)
        #expect(pitch.refusal(of: .countFoul(.teamA)) == .notInPlay(next: "second half"))
        try pitch.give(.whistle(.begin))
        #expect(pitch.gather.fouls(of: .teamA) == 0)
        expectReplays(pitch)
    }

    @Test("in extra time the fouls of the second half go on, and nobody has a time-out")
    func extraTime() throws {
        var pitch = try pitch("futsal")
        try pitch.give(.countFoul(.teamA))
        for whistle in [Whistle.end, .begin] { try pitch.give(.whistle(whistle)) }
        for _ in 1...4 { try pitch.give(.countFoul(.teamA)) }
        try pitch.give(.whistle(.end))
        try pitch.give(.addExtraTime)
        pitch.wait(.seconds(300))
        try pitch.give(.whistle(.begin))
        #expect(pitch.gather.fouls(of: .teamA) == 4)
        #expect(pitch.gather.timeOutsLeft(of: .teamA) == nil)
        #expect(pitch.refusal(of: .takeTimeOut(.teamA)) == .noTimeOuts)
        try pitch.give(.countFoul(.teamA))
        for whistle in [Whistle.end, .begin] { try pitch.give(.whistle(whistle)) }
        #expect(pitch.gather.fouls(of: .teamA) == 5)
        try pitch.give(.takeTimeOut(nil))
        #expect(pitch.countdown.hasPrefix("paused"))
        expectReplays(pitch)
    }

    @Test("without a format there are no fouls and no time-outs, and both have a limit")
    func limits() throws {
        var plain = try Pitch(.openNow, .startNow)
        #expect(plain.refusal(of: .countFoul(.teamA)) == .hasNoFormat)
        #expect(plain.refusal(of: .takeTimeOut(nil)) == .hasNoFormat)
        plain.record([.foulCounted(.teamA), .timeOutTaken(nil)])
        #expect(plain.gather.fouls(of: .teamA) == 0)
        #expect(plain.gather.timeOut(at: plain.now) == nil)
        var pitch = try pitch("halves")
        for _ in 1...99 { try pitch.give(.countFoul(.teamA)) }
        #expect(pitch.refusal(of: .countFoul(.teamA)) == .tooManyFouls(maximum: 99))
        for _ in 1...100 {
            try pitch.give(.takeTimeOut(nil))
            pitch.wait(.seconds(180))
        }
        #expect(pitch.refusal(of: .takeTimeOut(nil)) == .tooManyTimeOuts(maximum: 100))
    }

    @Test("a format has possible rules only")
    func rules() {
        func problem(_ rules: MatchRules) -> MatchFormat.Problem? {
            do throws(MatchFormat.Problem) {
                _ = try MatchFormat(
                    name: "mine", periods: [MatchPeriod(id: "match", length: .seconds(60))],
                    rules: rules)
                return nil
            } catch { return error }
        }
        func timeOuts(_ count: Int, _ length: Duration) -> MatchRules {
            MatchRules(timeOuts: MatchRules.TimeOuts(perPeriod: count, length: length))
        }
        #expect(problem(timeOuts(9, .seconds(3_600))) == nil)
        #expect(problem(timeOuts(0, .seconds(60))) == .timeOuts)
        #expect(problem(timeOuts(10, .seconds(60))) == .timeOuts)
        #expect(problem(timeOuts(1, .zero)) == .timeOuts)
        #expect(problem(timeOuts(1, .seconds(3_601))) == .timeOuts)
        #expect(problem(timeOuts(1, .milliseconds(1_500))) == .timeOuts)
        #expect(problem(MatchRules(foulLimit: 99)) == nil)
        #expect(problem(MatchRules(foulLimit: 0)) == .foulLimit)
        #expect(problem(MatchRules(foulLimit: 100)) == .foulLimit)
    }
}
