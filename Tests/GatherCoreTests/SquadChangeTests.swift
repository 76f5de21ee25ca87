import GatherCore
import Testing

/// Undo is of the match: it does not reach past a change of the squad unnoticed.
struct SquadChangeTests {
    private static func renamed(_ pitch: Pitch, _ id: Int, _ name: String) throws -> Squad.Member {
        var member = try #require(pitch.squad[id])
        member.profile = .named(name)
        return member
    }

    @Test("after a removal nothing is undone, unless the match is named")
    func removal() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA))
        try pitch.remove(24)
        let latest = try #require(pitch.squad.latestChange)
        #expect(latest.member.id == 24 && latest.change.kind == .removed && latest.count == 1)
        #expect(pitch.refusal(of: .undo(number: nil)) == .squadChangedLast(latest))
        #expect(pitch.refusal(of: .undo(number: 2)) == nil)
        #expect(pitch.refusal(of: .undo(number: 2, isLast: true)) == .squadChangedLast(latest))
        let ofMatch = Command.undo(number: 2, isOfMatch: true, isLast: true)
        #expect(pitch.refusal(of: ofMatch) == nil)
        try pitch.give(.undo(number: nil, isOfMatch: true))
        #expect(pitch.gather.score.scoreDescription == "0-0")
        #expect(pitch.refusal(of: .undo(number: nil)) == .squadChangedLast(latest))
        try pitch.give(.redo)
        // What was done again came after the removal.
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "0-0")
    }

    @Test("what came after the change of the squad is undone as ever, and then it is told")
    func order() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA))
        try pitch.remove(24)
        try pitch.give(.goal(.teamB))
        #expect(pitch.refusal(of: .undo(number: 2, isLast: true)) == nil, "it is not the last one")
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "1-0")
        #expect(pitch.refusal(of: .undo(number: nil)).isOfSquad)
    }

    @Test("what takes a change of the squad back lets undo go on: the return, the earlier values")
    func takenBack() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA))
        let before = try #require(pitch.squad[3])
        try pitch.change(Self.renamed(pitch, 3, "Eda"))
        try pitch.remove(3)
        #expect(pitch.squad.latestChange?.change.kind == .removed)
        var back = try #require(pitch.squad[3])
        back.isRemoved = false
        pitch.change(back)
        #expect(pitch.squad.latestChange?.change.kind == .edited(from: before.profile))
        #expect(pitch.refusal(of: .undo(number: nil)).isOfSquad)
        var earlier = try #require(pitch.squad[3])
        earlier.profile = before.profile
        pitch.change(earlier)
        #expect(pitch.squad.latestChange == nil)
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "0-0")
    }

    @Test("players who are added in one command are one change, the first of them is named")
    func addition() throws {
        var pitch = try Pitch(.openNow)
        pitch.change(
            .init(id: 41, profile: .named("X")), .init(id: 40, profile: .named("Y")))
        let latest = try #require(pitch.squad.latestChange)
        #expect(latest.member.id == 40 && latest.count == 2 && latest.change.kind == .added)
        #expect(pitch.refusal(of: .undo(number: nil)).isOfSquad)
        // What is known at a server is changed by nobody's command.
        var member = try #require(pitch.squad[1])
        member.isListed = true
        pitch.change(member)
        #expect(pitch.squad.latestChange == latest)
    }

    @Test("also before the first gather, and where the opening was taken back, it is told")
    func withoutMatch() throws {
        var pitch = try Pitch()
        try pitch.remove(2)
        #expect(pitch.refusal(of: .undo(number: nil)).isOfSquad)
        let ofMatch = Command.undo(number: nil, isOfMatch: true)
        #expect(pitch.refusal(of: ofMatch) == .nothingToUndo(endedAgo: nil))
        try pitch.give(.openNow)
        try pitch.give(.undo(number: nil))
        #expect(pitch.refusal(of: .undo(number: nil)).isOfSquad)
    }

    @Test("a gather that opened after the change is newer, and one that was taken up again is not")
    func otherGathers() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA), .end)
        let first = pitch.gather
        pitch.wait(.seconds(1))
        try pitch.remove(2)
        pitch.wait(.seconds(1))
        try pitch.give(.openNow)
        try pitch.give(.goal(.teamA))
        #expect(pitch.refusal(of: .undo(number: nil)) == nil)
        pitch.wait(.seconds(1))
        try pitch.remove(3)
        pitch.gather = first
        pitch.wait(.seconds(1))
        try pitch.give(.reopen)
        #expect(pitch.refusal(of: .undo(number: nil)).isOfSquad)
        pitch.reboot()
        try pitch.give(.goal(.teamB))
        #expect(pitch.refusal(of: .undo(number: nil)) == nil)
    }

    @Test("a change before the match is older, whatever the wall clock shows after a reboot")
    func reboot() throws {
        var pitch = try Pitch()
        try pitch.remove(2)
        pitch.wait(.seconds(1))
        try pitch.give(.openNow)
        try pitch.give(.startNow)
        pitch.reboot(for: .seconds(-3_600))
        try pitch.give(.goal(.teamA))
        #expect(pitch.refusal(of: .undo(number: nil)) == nil)
        try pitch.remove(3)
        #expect(pitch.refusal(of: .undo(number: nil)).isOfSquad)
    }

    @Test("a change after a reboot is newer than another match, whatever the wall clock shows")
    func laterBoot() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA), .end)
        let first = pitch.gather
        pitch.reboot(for: .seconds(-3_600))
        try pitch.give(.openNow)
        try pitch.remove(2)
        pitch.gather = first
        #expect(pitch.refusal(of: .undo(number: nil)).isOfSquad)
    }

    @Test("a wall clock that may be wrong does not put a change after a match that is over")
    func untrustedWall() throws {
        for isTrusted in [true, false] {
            var pitch = try Pitch()
            try pitch.remove(2)
            pitch.reboot(for: .seconds(-3_600))
            pitch.now.isWallTrusted = isTrusted
            try pitch.give(.openNow)
            try pitch.give(.end)
            // All of the present boot came after the change.
            #expect(pitch.refusal(of: .undo(number: nil)) == nil)
            pitch.reboot()
            #expect(pitch.refusal(of: .undo(number: nil)).isOfSquad == isTrusted)
        }
    }

    @Test("no more changes of a player are remembered than are of use")
    func most() throws {
        var pitch = try Pitch()
        for number in 1...50 { try pitch.change(Self.renamed(pitch, 1, "Name \(number)")) }
        let changes = try #require(pitch.squad[1]).changes
        #expect(changes.count == Limits.squadChanges)
        #expect(changes.last?.kind == .edited(from: .named("Name 49")))
    }
}

extension Pitch {
    /// Changes the squad as a command does.
    fileprivate mutating func change(_ members: Squad.Member...) {
        for member in squad.recording(members, at: now, during: gather) { squad.put(member) }
    }

    /// Removes a player as a command does.
    fileprivate mutating func remove(_ id: Int) throws {
        var member = try #require(squad[id])
        member.isRemoved = true
        change(member)
    }
}

extension Refusal? {
    fileprivate var isOfSquad: Bool { if case .squadChangedLast = self { true } else { false } }
}
