import GatherCore

/// A gather, and a clock that stands still until the test moves it.
struct Pitch {
    /// The newest gather.
    var gather = Gather()

    /// The present reading of all clocks.
    var now = Moment(boottime: .seconds(5_000), wall: .seconds(1_700_000_000), boot: "boot 1")

    /// The squad from which players can be chosen.
    var squad = Squad.thirty

    private var boots = 1
    private var gathersOpened = 0

    /// Makes a pitch on which these commands have been given, all at once.
    init(_ commands: Command...) throws(Refusal) {
        for command in commands { try give(command) }
    }

    /// Lets time pass.
    mutating func wait(_ duration: Duration) {
        now = now.advanced(by: duration)
    }

    /// Restarts the machine, by default for 40 s; its boot time begins anew.
    mutating func reboot(for duration: Duration = .seconds(40)) {
        boots += 1
        now = Moment(boottime: .seconds(20), wall: now.wall + duration, boot: "boot \(boots)")
    }

    /// Gives a command, and returns the events it made.
    @discardableResult
    mutating func give(
        _ command: Command, isForced: Bool = false
    ) throws(Refusal) -> [Event] {
        let id = "gather \(gathersOpened + 1)"
        let events = try gather.decide(
            command, at: now, opening: id, squad: squad, isForced: isForced)
        if case .opened = events.first {
            gather = Gather()
            gathersOpened += 1
        }
        record(events)
        return events
    }

    /// Records events as those of one command, whether they make sense or not.
    mutating func record(_ events: [Event]) {
        let step = gather.revision + 1
        for event in events {
            gather.apply(
                RecordedEvent(
                    number: gather.revision + 1, step: step, moment: now, operatorUID: 1_000,
                    event: event))
        }
    }

    /// Records the events that follow from the time alone, as the daemon does.
    mutating func recordClockEvents() {
        while let event = gather.clockEvent(at: now) { record([event]) }
    }

    /// Returns the refusal of a command at this moment; nil if it would be accepted.
    func refusal(of command: Command) -> Refusal? {
        do throws(Refusal) {
            _ = try gather.decide(command, at: now, opening: "never opened", squad: squad)
            return nil
        } catch {
            return error
        }
    }

    /// The present state of the countdown.
    var state: GatherTimeHandler.State { gather.timer.state(at: now) }

    /// The time that is left on the countdown.
    var remaining: Duration { gather.timer.remaining(at: now) }

    /// The time on the clock, such as `01:23`.
    var shown: String { GatherTime(roundingUp: remaining).description }

    /// The state of the countdown and the time on the clock, such as `paused 01:23`.
    var countdown: String {
        switch state {
        case .stopped: "stopped \(shown)"
        case .running: "running \(shown)"
        case .paused: "paused \(shown)"
        }
    }
}

extension Command {
    static let openNow = Command.open(time: nil, teamAName: nil, teamBName: nil)
    static let startNow = Command.start(ago: .zero)
    static let pauseNow = Command.pause(ago: .zero)
    static let resumeNow = Command.resume(ago: .zero)
    static let toggleNow = Command.toggle(ago: .zero)

    static func open(_ minutes: Int, _ seconds: Int) -> Command {
        .open(
            time: GatherTime(minutes: minutes, seconds: seconds), teamAName: nil, teamBName: nil)
    }

    static func setTime(_ minutes: Int, _ seconds: Int) -> Command {
        .setTime(GatherTime(minutes: minutes, seconds: seconds))
    }

    static func adjust(_ seconds: Int, start: Bool = false) -> Command {
        .adjustTime(by: .seconds(seconds), start: start)
    }

    static func goal(_ side: Side) -> Command {
        .addToScore(side, delta: 1)
    }

    static func goal(_ side: Side, by id: Int, own: Bool = false) -> Command {
        .addToScore(side, delta: 1, scorer: GivenScorer(id: id, isOwnGoal: own))
    }

    static func card(
        _ kind: Card.Kind, _ side: Side, _ id: Int? = nil, ago: Duration = .zero
    ) -> Command {
        .showCard(GivenCard(kind, to: side, id), ago: ago)
    }

    static func move(_ ids: Int..., to section: TeamSection?) -> Command {
        .movePlayers(ids, to: section)
    }
}
