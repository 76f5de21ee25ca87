import GatherCore
import Testing

struct AgoTests {
    @Test("a pause 8 s ago gives back 8 s")
    func pause() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(100))
        #expect(try pitch.give(.pause(ago: .seconds(8))) == [.paused(ago: .seconds(8))])
        #expect(pitch.state == .paused(remaining: .seconds(508)))
    }

    @Test("a pause 8 s ago works 3 s after time ran out")
    func pauseAfterTimeUp() throws {
        var pitch = try Pitch(.open(1, 0), .startNow)
        pitch.wait(.seconds(63))
        #expect(pitch.refusal(of: .pauseNow) == .notRunning)
        #expect(pitch.refusal(of: .pause(ago: .seconds(3))) == .notRunning)
        try pitch.give(.pause(ago: .seconds(8)))
        #expect(pitch.state == .paused(remaining: .seconds(5)))
    }

    @Test(
        "a start, a resume or a toggle so long ago counts from then",
        arguments: [
            Command.start(ago: .seconds(8)), .resume(ago: .seconds(8)), .toggle(ago: .seconds(8)),
        ])
    func resume(command: Command) throws {
        var pitch = try Pitch(.openNow, .startNow, .pauseNow)
        pitch.wait(.seconds(60))
        #expect(try pitch.give(command) == [.started(ago: .seconds(8))])
        #expect(pitch.state == .running(until: pitch.now.advanced(by: .seconds(592))))
    }

    @Test("a toggle is what it would have been then: a pause before time ran out")
    func toggle() throws {
        var pitch = try Pitch(.open(1, 0), .startNow)
        pitch.wait(.seconds(63))
        #expect(pitch.refusal(of: .toggleNow) == .timeIsZero)
        try pitch.give(.toggle(ago: .seconds(8)))
        #expect(pitch.state == .paused(remaining: .seconds(5)))
    }

    @Test("a start so long ago that time has run out meanwhile has run out")
    func startRunsOut() throws {
        var pitch = try Pitch(.open(0, 5))
        pitch.wait(.seconds(60))
        try pitch.give(.start(ago: .seconds(9)))
        #expect(pitch.countdown == "stopped 00:00")
    }

    @Test("a command before the last command to the countdown is refused, naming that moment")
    func beforeLastCommand() throws {
        let commands: [Command] = [
            .startNow, .pauseNow, .adjust(30), .resumeNow, .setTime(5, 0), .startNow, .cancel,
        ]
        var pitch = try Pitch(.openNow)
        for command in commands {
            pitch.wait(.seconds(10))
            try pitch.give(command)
            let last = pitch.now
            pitch.wait(.seconds(7))
            let limit = Refusal.agoTooLong(limit: .seconds(7), lastCommand: last)
            let tooLong = Duration.seconds(7) + .microseconds(1)
            let dated: [(Duration) -> Command] = [
                { .start(ago: $0) }, { .pause(ago: $0) }, { .resume(ago: $0) },
                { .toggle(ago: $0) },
            ]
            for dated in dated {
                #expect(pitch.refusal(of: dated(tooLong)) == limit)
                #expect(pitch.refusal(of: dated(.seconds(7))) != limit)
            }
        }
    }

    @Test("a dated command is itself the last command, at the moment it is dated to")
    func lastCommandIsDated() throws {
        var pitch = try Pitch(.openNow)
        pitch.wait(.seconds(20))
        try pitch.give(.start(ago: .seconds(8)))
        let started = pitch.now.advanced(by: .seconds(-8))
        let refusal = Refusal.agoTooLong(limit: .seconds(8), lastCommand: started)
        #expect(pitch.refusal(of: .pause(ago: .seconds(9))) == refusal)
        try pitch.give(.pause(ago: .seconds(8)))
        #expect(pitch.state == .paused(remaining: .seconds(600)))
    }

    @Test("a goal is no command to the countdown, and an undone command is none either")
    func otherCommands() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(10))
        try pitch.give(.pauseNow)
        try pitch.give(.undo(number: nil))
        try pitch.give(.goal(.teamA))
        try pitch.give(.pause(ago: .seconds(8)))
        #expect(pitch.state == .paused(remaining: .seconds(598)))
    }

    @Test("a dated command that would change nothing is refused")
    func noChange() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(10))
        #expect(pitch.refusal(of: .start(ago: .seconds(1))) == .alreadySo)
        #expect(pitch.refusal(of: .resume(ago: .seconds(1))) == .alreadySo)
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(10))
        #expect(pitch.refusal(of: .pause(ago: .seconds(1))) == .alreadySo)
    }

    @Test("dated or not, pause and resume while stopped are refused")
    func stopped() throws {
        var pitch = try Pitch(.openNow)
        pitch.wait(.seconds(10))
        #expect(pitch.refusal(of: .pause(ago: .seconds(1))) == .notRunning)
        #expect(pitch.refusal(of: .resume(ago: .seconds(1))) == .notPaused)
    }
}
