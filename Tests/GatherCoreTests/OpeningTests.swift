import GatherCore
import Testing

struct OpeningTests {
    @Test("a gather opens with the defaults: 10:00, Team A and Team B")
    func defaults() throws {
        var pitch = try Pitch()
        #expect(pitch.gather.phase == .unopened)
        #expect(pitch.gather.id == "")
        try pitch.give(.openNow)
        #expect(pitch.gather.phase == .open)
        #expect(pitch.gather.id == "gather 1")
        #expect(pitch.gather.name(of: .teamA) == "Team A")
        #expect(pitch.gather.name(of: .teamB) == "Team B")
        #expect(pitch.gather.openedAt == pitch.now)
        #expect(pitch.gather.endedAt == nil)
    }

    @Test("a gather opens with what is given")
    func given() throws {
        let time = GatherTime(minutes: 45, seconds: 30)
        let pitch = try Pitch(.open(time: time, teamAName: "Reds", teamBName: nil))
        #expect(pitch.countdown == "stopped 45:30")
        #expect(pitch.gather.name(of: .teamA) == "Reds")
        #expect(pitch.gather.name(of: .teamB) == "Team B")
    }

    @Test("start opens a gather with a time of its own, and only then takes one")
    func startWithTime() throws {
        let time = GatherTime(minutes: 12, seconds: 0)
        var pitch = try Pitch(.start(ago: .zero, time: time))
        #expect(pitch.countdown == "running 12:00")
        try pitch.give(.cancel)
        #expect(pitch.countdown == "stopped 12:00")
        #expect(pitch.refusal(of: .start(ago: .zero, time: time)) == .gatherInProgress)
        try pitch.give(.end)
        #expect(pitch.refusal(of: .start(ago: .seconds(720), time: time)) == .timeIsZero)
        try pitch.give(.start(ago: .seconds(719), time: time))
        #expect(pitch.countdown == "running 00:01")
        try pitch.give(.undo(number: nil))
        let none = GatherTime(minutes: 0, seconds: 0)
        #expect(pitch.refusal(of: .start(ago: .zero, time: none)) == .invalidTime)
    }

    @Test(
        "start and toggle with no open gather open one with the defaults",
        arguments: [Command.startNow, .toggleNow])
    func startOpens(command: Command) throws {
        for over in [
            [], [Command.openNow, .end], [.openNow, .discard], [.openNow, .undo(number: nil)],
        ] {
            var pitch = try Pitch()
            for command in over { try pitch.give(command) }
            let opened = Event.opened(
                id: over.isEmpty ? "gather 1" : "gather 2", time: .standard,
                teamAName: "Team A", teamBName: "Team B")
            #expect(try pitch.give(command) == [opened, .started(ago: .zero)])
            #expect(pitch.countdown == "running 10:00")
        }
    }

    @Test("a fixture belongs to the gather that it opened, and to no later one")
    func fixture() throws {
        var pitch = try Pitch(.open(time: nil, teamAName: nil, teamBName: nil, fixture: "12"))
        #expect(pitch.gather.fixture == "12")
        try pitch.give(.startNow)
        try pitch.give(.end)
        #expect(pitch.gather.fixture == "12")
        try pitch.give(.startNow)
        #expect(pitch.gather.fixture == nil)
    }

    @Test("a start so long ago that opens a gather counts from then")
    func startAgoOpens() throws {
        let pitch = try Pitch(.start(ago: .seconds(8)))
        #expect(pitch.countdown == "running 09:52")
    }

    @Test("everything else needs an open gather")
    func needsGather() throws {
        let commands: [Command] = [
            .setTime(5, 0), .adjust(30), .adjust(30, start: true), .pauseNow, .resumeNow, .cancel,
            .setScore(.teamA, 1), .setScore(.teamA, 0), .goal(.teamA), .end, .discard,
        ]
        for pitch in [try Pitch(), try Pitch(.openNow, .undo(number: nil))] {
            for command in commands {
                #expect(pitch.refusal(of: command) == .noGather(endedAgo: nil))
            }
        }
    }

    @Test("one gather at a time: opening another is refused")
    func inProgress() throws {
        let pitch = try Pitch(.openNow, .startNow)
        #expect(pitch.refusal(of: .openNow) == .gatherInProgress)
        #expect(pitch.refusal(of: .open(0, 0)) == .gatherInProgress)
    }

    @Test("a gather that is over makes room for the next")
    func next() throws {
        var pitch = try Pitch(.open(2, 0), .goal(.teamA), .end)
        try pitch.give(.openNow)
        #expect(pitch.gather.id == "gather 2")
        #expect(pitch.gather.score.scoreDescription == "0-0")
        #expect(pitch.gather.revision == 1)
        #expect(pitch.countdown == "stopped 10:00")
    }
}
