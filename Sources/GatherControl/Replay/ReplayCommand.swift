import GatherAPI
import LinuxIO
import Varlink

/// The way in which a match is played again.
struct ReplayOptions: Hashable {
    /// The factor by which it is faster than it was played; nil for as fast as possible.
    var speed: Double? = 1
    /// True to end with the match.
    var isOnce = false
}

/// Plays a record on a private gatherd.
struct ReplayCommand {
    private let context: Context
    private let record: MatchRecord
    private let options: ReplayOptions
    private let failure: String
    private let daemon: PrivateDaemon
    private var commands = RecordedCommands()
    private var players: [Int: RecordedPlayer] = [:]
    /// The time of the first event by gatherd's clock, moved later by all delays since.
    private var begin: Duration
    private var hasFailed = false

    /// The time before the moment of a command at which the wait for it ends; the clock is then set
    /// to exactly that moment.
    private static let early = Duration.milliseconds(5)
    /// The time between two moves of the clock.
    private static let move = Duration.milliseconds(100)
    /// The tries, each after a move, for what gatherd does by itself, and the time after each: on a
    /// busy machine it may take long.
    private static let (tries, pause) = (1_000, Duration.milliseconds(2))

    /// Plays it until its end, and keeps it until a signal comes or the options say otherwise.
    ///
    /// - Parameter record: Returns the record, once there is a gatherd to ask.
    static func run(
        _ options: ReplayOptions, _ context: Context, _ failure: String,
        record: (PrivateDaemon) throws(Failure) -> MatchRecord
    ) throws(Failure) {
        let signals: HeldSignals
        do { signals = try HeldSignals(HeldSignals.terminating) } catch {
            throw Failure(.refused, failure, cause: error)
        }
        do throws(Failure) {
            let daemon = try PrivateDaemon(context, signals: signals, failure: failure)
            defer { daemon.end() }
            let record = try record(daemon)
            guard record.events.first?.kind == "opened" else {
                throw Failure(
                    .refused, failure, cause: tr("the record does not begin with the opening"))
            }
            for warning in record.warnings {
                try? context.streams.errors.write("gatherctl: \(PrintableText.line(warning))\n")
            }
            var replay = ReplayCommand(context, record, options, failure, daemon)
            try replay.run()
        } catch {
            guard error == PrivateDaemon.interrupted else { throw error }
            if let number = signals.next() { HeldSignals.take(number) }
        }
    }

    private init(
        _ context: Context, _ record: MatchRecord, _ options: ReplayOptions, _ failure: String,
        _ daemon: PrivateDaemon
    ) {
        (self.context, self.record, self.options) = (context, record, options)
        (self.failure, self.daemon) = (failure, daemon)
        begin = daemon.boottime
    }

    private mutating func run() throws(Failure) {
        let address = "GATHERD_SOCKET=\(ShellWord.of(daemon.socket))"
        // Not translated: commands.
        for verb in ["watch --public", "web"] { try write("\(address) gatherctl \(verb)") }
        try addPlayers()
        for format in record.formats { commands.formats[format] = try name(of: format) }
        begin = daemon.boottime + Self.early
        for step in RecordedStep.all(of: record.events) { try play(step) }
        try daemon.move(to: daemon.boottime, standing: false)
        let result = commands.gather.map { "\($0.teamA.name) \($0.score) \($0.teamB.name)" }
        try write(tr("all of it was played: %1$@", result ?? tr("no match")))
        if options.isOnce {
            if hasFailed { throw Failure(.refused, nil) }
        } else {
            try write(tr("it can be looked at until ^C"))
            try daemon.wait(nil)
        }
    }

    // MARK: - Events

    private mutating func play(_ step: RecordedStep) throws(Failure) {
        if RecordedCommands.isOfClock(step) {
            return report(step, tr("it is left out: nobody gave a command"))
        }
        try edit(RecordedPlayer.all(in: .array(step.events.map { .object($0.details) })))
        let moment = try stand(at: step)
        if RecordedCommands.isOfKickOff(step), try startsByItself(step, at: moment) { return }
        let shift = daemon.wall - step.events[0].wall
        guard let calls = commands.calls(of: step, wallShift: shift) else {
            return report(step, tr("it is left out: no command is known for it"))
        }
        for call in calls {
            let reply = try answer(call)
            guard let error = reply.error else {
                commands.take(reply.parameters, to: step)
                continue
            }
            hasFailed = true
            report(step, tr("gatherd answers '%1$@'", error.shown))
        }
    }

    /// Waits for the moment of a command, at which the clock stands then.
    private mutating func stand(at step: RecordedStep) throws(Failure) -> Duration {
        let moment = begin + .microseconds(step.microseconds)
        // After the end there is no wait: the next event may be a correction a day later.
        let waits = commands.gather.map { $0.phase == .open } ?? (commands.revision == 0)
        if let speed = options.speed, waits, step.microseconds > 0 {
            try daemon.move(to: daemon.boottime, standing: false)
            while true {
                let now = daemon.boottime
                let left = moment - Self.early - now
                if left <= .zero { break }
                let wait = speed == 1 ? left : min(left / speed, Self.move)
                try daemon.wait(wait)
                if speed > 1 {
                    try daemon.move(to: min(now + wait * speed, moment), standing: false)
                }
            }
        }
        try daemon.move(to: moment, standing: true)
        // A clock that is later already does not go back: all later commands are delayed as much.
        if daemon.boottime > moment { begin += daemon.boottime - moment }
        return daemon.boottime
    }

    /// Waits until the kick-off has started the countdown; returns false if it does not.
    private mutating func startsByItself(
        _ step: RecordedStep, at moment: Duration
    ) throws(Failure) -> Bool {
        for retry in 0..<Self.tries {
            let reply = try answer(Call(GatherMethod.get.fullName))
            let state = reply.parameters["gather"]?.object?["revision"]?.int
            if let state, state > commands.revision {
                commands.take(reply.parameters, to: step)
                return true
            }
            // The wall clock may be a little behind.
            try daemon.move(to: moment + .microseconds(retry), standing: true)
            try daemon.wait(Self.pause)
        }
        return false
    }

    // MARK: - What it takes

    private mutating func addPlayers() throws(Failure) {
        let all = record.players
        for start in stride(from: 0, to: all.count, by: 500) {
            let some = all[start..<min(start + 500, all.count)]
            let call = Call(PlayersMethod.add.fullName, ["players": .array(some.map(\.profile))])
            let reply = try accepted(call)
            let made = reply.parameters["players"]?.array ?? []
            for (player, json) in zip(some, made) {
                commands.players[player.id] = json.object?["id"]?.int
                players[player.id] = player
            }
        }
    }

    /// Changes the players whose data in the record differs from now on.
    private mutating func edit(_ named: [RecordedPlayer]) throws(Failure) {
        for player in named where players[player.id] != player {
            guard let id = commands.players[player.id] else { continue }
            players[player.id] = player
            _ = try accepted(
                Call(PlayersMethod.edit.fullName, ["id": .int(id), "profile": player.profile]))
        }
    }

    /// Returns the name under which gatherd has a format, which gets a file unless it has it.
    private func name(of format: JSONValue) throws(Failure) -> String {
        let recorded = RecordedFormat(format)
        if recorded.isBuiltIn { return recorded.name }
        let reply = try answer(
            Call(GatherMethod.getFormats.fullName, ["name": .string(recorded.name)]))
        let known = reply.parameters["formats"]?.array?.first
        if let known, recorded.isSame(as: known) { return recorded.name }
        // Not translated: the name of a file.
        let name = known == nil ? recorded.name : "\(recorded.name)-then"
        do {
            try Files.makeDirectory("\(daemon.state)/formats")
            let file = "\(daemon.state)/formats/\(name).json"
            try Files.replace(file, with: recorded.file.bytes)
        } catch { throw Failure(.refused, failure, cause: error) }
        return name
    }

    private func answer(_ call: Call) throws(Failure) -> Reply {
        do { return try daemon.session.call(call) } catch {
            throw Failure(.unconfirmed, failure, cause: tr("its gatherd has ended"))
        }
    }

    private func accepted(_ call: Call) throws(Failure) -> Reply {
        let reply = try answer(call)
        guard let error = reply.error else { return reply }
        throw Failure(.refused, failure, cause: tr("gatherd answers '%1$@'", error.shown))
    }

    private func write(_ text: String) throws(Failure) {
        if !context.options.quiet { try context.streams.output.write(text + "\n") }
    }

    private func report(_ step: RecordedStep, _ text: String) {
        let event = tr("event %1$@, %2$@: %3$@", step.number, step.events[0].kind.shown, text)
        try? context.streams.errors.write("gatherctl: \(event)\n")
    }
}
