import GatherCore
import Testing

/// The least added time of a period, as it is announced.
struct AddedTimeTests {
    private func pitch(after played: Duration = .seconds(44 * 60)) throws -> Pitch {
        var pitch = try Pitch(
            .open(in: try #require(MatchFormat(named: "halves"))), .whistle(.next))
        pitch.wait(played)
        return pitch
    }

    private func added(_ pitch: Pitch) -> Int? { pitch.gather.course?.addedMinutes }

    private static func announce(
        _ minutes: Int, period: Int? = nil, force: Bool = false
    ) -> Command {
        .announceAddedTime(minutes: minutes, period: period, force: force)
    }

    @Test("it may grow; a smaller one is refused, and taken where a person insists")
    func smaller() throws {
        var pitch = try pitch()
        #expect(added(pitch) == nil)
        let first = try pitch.give(Self.announce(3))
        #expect(first == [.addedTimeAnnounced(AddedTime(minutes: 3, period: 0))])
        #expect(try pitch.give(Self.announce(3)) == [])
        #expect(pitch.refusal(of: Self.announce(2)) == .addedTimeShrinks(announced: 3))
        try pitch.give(Self.announce(5))
        #expect(added(pitch) == 5)
        let forced = try pitch.give(Self.announce(2, force: true))
        #expect(
            forced == [.addedTimeAnnounced(AddedTime(minutes: 2, period: 0, isForced: true))])
        #expect(added(pitch) == 2)
        for expected in [5, 3, nil] {
            try pitch.give(.undo(number: nil))
            #expect(added(pitch) == expected)
        }
        try pitch.give(.redo)
        #expect(added(pitch) == 3)
        let isFold = Gather(replaying: pitch.gather.log) == pitch.gather
        #expect(isFold)
    }

    @Test("one that was forced is needed by a smaller one after it")
    func needed() throws {
        var pitch = try pitch()
        for command in [Self.announce(5), Self.announce(2, force: true), Self.announce(3)] {
            try pitch.give(command)
        }
        let forced = pitch.gather.revision - 1
        #expect(pitch.refusal(of: .undo(number: forced)) == .eventNeeded(by: forced + 1))
        try pitch.give(.undo(number: forced - 1))
        #expect(added(pitch) == 3)
        try pitch.give(.undo(number: forced))
        #expect(added(pitch) == 3)
    }

    @Test("it is of its period: the break and the next one have none")
    func ofItsPeriod() throws {
        var pitch = try pitch()
        try pitch.give(Self.announce(3, period: 0))
        #expect(pitch.refusal(of: Self.announce(4, period: 2)) == .otherPeriod)
        pitch.wait(.seconds(4 * 60))
        try pitch.give(.whistle(.end))
        #expect(added(pitch) == nil)
        #expect(pitch.refusal(of: Self.announce(4)) == .notInPlay(next: "second half"))
        try pitch.give(.whistle(.begin))
        #expect(added(pitch) == nil)
        #expect(pitch.refusal(of: Self.announce(4, period: 0)) == .otherPeriod)
        try pitch.give(Self.announce(1))
        try pitch.give(.whistle(.end))
        #expect(pitch.refusal(of: Self.announce(4)) == .notInPlay(next: nil))
        try pitch.give(.undo(number: nil))
        #expect(added(pitch) == 1)
    }

    @Test("the beginning of its period is needed by it, and so is the format")
    func needs() throws {
        var pitch = try Pitch(.openNow, .chooseFormat(MatchFormat(named: "halves")))
        #expect(pitch.refusal(of: Self.announce(4)) == .notInPlay(next: "first half"))
        try pitch.give(.whistle(.begin))
        try pitch.give(Self.announce(4))
        #expect(pitch.refusal(of: .undo(number: 2)) == .eventNeeded(by: 3))
        #expect(pitch.refusal(of: .undo(number: 3)) == .eventNeeded(by: 4))
    }

    @Test("there is some in a period whose clock stops, while paused, and none without a format")
    func otherFormats() throws {
        var futsal = try Pitch(
            .open(in: try #require(MatchFormat(named: "futsal"))), .whistle(.next), .pauseNow)
        try futsal.give(Self.announce(1))
        #expect(added(futsal) == 1)
        var plain = try Pitch(.openNow, .startNow)
        #expect(plain.refusal(of: Self.announce(1)) == .hasNoFormat)
        try plain.give(.end)
        #expect(plain.refusal(of: Self.announce(1)) == .noGather(endedAgo: .zero))
    }
}
