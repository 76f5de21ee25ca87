extension Gather {
    /// Returns the events that a command makes at `now`; none if nothing would change.
    ///
    /// If the gather is not open, the command applies to the gather that opens next. The events
    /// then begin with `opened` and belong to a new gather.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - now: The moment of the command; no event in the gather's log is later in the same boot.
    ///   - id: The UUID of a gather that the command opens.
    ///   - squad: The players that can be chosen.
    ///   - defaults: What a gather opens with where the command gives nothing else.
    ///   - isForced: True if a player who was sent off may play all the same, and the score may
    ///     change after kicks from the mark have begun.
    /// - Throws: A ``Refusal``, which changes nothing.
    public func decide(
        _ command: Command, at now: Moment, opening id: @autoclosure () -> String,
        squad: Squad = Squad(), defaults: MatchDefaults = MatchDefaults(), isForced: Bool = false
    ) throws(Refusal) -> [Event] {
        let events = try self.events(of: command, at: now, opening: id(), squad, defaults)
        if !isForced {
            try checkSentOff(events, at: now)
            try checkScoreIsOpen(for: events)
        }
        return events
    }

    private func events(
        of command: Command, at now: Moment, opening id: @autoclosure () -> String,
        _ squad: Squad, _ defaults: MatchDefaults
    ) throws(Refusal) -> [Event] {
        if phase == .open {
            return try settled(at: now).decideOpen(command, at: now, squad, defaults)
        }
        switch command {
        case .undo: return try undo(command, squad, at: now)
        case .redo: return try redo()
        case .amendGoal(let number, let scorer, let change) where phase != .unopened:
            return try amendGoal(number, scorer: scorer, change, at: now, squad)
        case .amendCard(let number, let change) where phase != .unopened:
            return try amendCard(number, change, at: now, squad)
        case .reopen:
            guard let step = closingStep else {
                throw .noGather(endedAgo: nil)
            }
            return [.undone(step: step)]
        case .open: return try opening(command, at: now, id(), squad, defaults)
        case .movePlayers, .nameTeams, .colorTeams, .drawTeams:
            return try decideOpening(command, at: now, opening: id(), squad, defaults)
        case .start(let ago, let time):
            return try start(ago: ago, time: time, at: now, opening: id(), squad, defaults)
        case .toggle(let ago):
            return try start(ago: ago, time: nil, at: now, opening: id(), squad, defaults)
        default:
            throw .noGather(endedAgo: endedAgo(at: now, within: Limits.undoOfEnd))
        }
    }

    /// Returns the events that open a gather.
    private func opening(
        _ command: Command, at now: Moment, _ id: String, _ squad: Squad,
        _ defaults: MatchDefaults
    ) throws(Refusal) -> [Event] {
        guard
            case .open(
                let time, let teamAName, let teamBName, let colors, let players, let kickOff,
                let given, let isPlain, let fixture) = command
        else { return [] }
        if given != nil, time != nil { throw .hasFormat }
        let format = given ?? (time == nil && !isPlain ? defaults.format : nil)
        let length = format.map { GatherTime(roundingUp: $0.periods[0].length) }
        let opened = Event.opened(
            id: id, time: try Self.possible(length ?? time ?? defaults.time ?? .standard),
            teamAName: try Self.name(teamAName, of: .teamA) ?? defaults.teamAName
                ?? Side.teamA.section.heading,
            teamBName: try Self.name(teamBName, of: .teamB) ?? defaults.teamBName
                ?? Side.teamB.section.heading, fixture: fixture)
        let present = defaults.colors.changed(by: colors)
        let colored = present == TeamColors() ? [] : [Event.teamsColored(present)]
        let placed =
            if let players { try Self.choose(players, squad) } else {
                try Self.move(defaults.players(in: squad) ?? [], to: .bench, in: Lineup(), squad)
            }
        let kickOffs = try Self.possible(kickOff, at: now).map { [Event.kickOffSet($0)] } ?? []
        let formats = format.map { [Event.formatChosen(FormatChoice($0))] } ?? []
        return [[opened], formats, colored, placed, kickOffs].flatMap { $0 }
    }

    /// Opens a gather, and starts its countdown.
    ///
    /// Nobody is on its bench: a countdown with players starts only once both sides have one.
    private func start(
        ago: Duration, time: GatherTime?, at now: Moment, opening id: String, _ squad: Squad,
        _ defaults: MatchDefaults
    ) throws(Refusal) -> [Event] {
        // No earlier command limits `ago`. It has to be less than the length of the countdown,
        // which would otherwise be over at once.
        let format = time == nil ? defaults.format : nil
        let plain = try Self.possible(time ?? defaults.time ?? .standard).duration
        guard let length = format?.periods[0].length ?? plain, ago < length else {
            throw .timeIsZero
        }
        let open = Command.open(
            time: time, teamAName: nil, teamBName: nil, players: ChosenPlayers())
        let began = format == nil ? Event.started(ago: ago) : .periodBegan(0, ago: ago)
        return try opening(open, at: now, id, squad, defaults) + [began]
    }

    /// Returns the events of a command that moves players, or names, colours or draws the sides,
    /// while no gather is open, after the events that open one.
    private func decideOpening(
        _ command: Command, at now: Moment, opening id: String, _ squad: Squad,
        _ defaults: MatchDefaults
    ) throws(Refusal) -> [Event] {
        func opening(
            _ teamAName: String? = nil, _ teamBName: String? = nil,
            colors: TeamColors = TeamColors(), players: ChosenPlayers? = nil
        ) throws(Refusal) -> [Event] {
            let open = Command.open(
                time: nil, teamAName: teamAName, teamBName: teamBName, colors: colors,
                players: players)
            return try self.opening(open, at: now, id, squad, defaults)
        }
        switch command {
        case .nameTeams(let teamAName, let teamBName): return try opening(teamAName, teamBName)
        case .colorTeams(let colors): return try opening(colors: colors)
        case .movePlayers(let ids, let section?):
            let events = try opening()
            var lineup = Lineup()
            if case .playersMoved(let players, .bench) = events.last {
                lineup.move(players, to: .bench)
            }
            return events + (try Self.move(ids, to: section, in: lineup, squad))
        case .drawTeams(let ids, let seed, let again):
            guard let ids = ids ?? defaults.players(in: squad) else { break }
            return try opening(players: ChosenPlayers())
                + draw(ids, seed: seed ?? 0, again: again, squad)
        default: break
        }
        throw .noGather(endedAgo: endedAgo(at: now, within: Limits.undoOfEnd))
    }

    private func decideOpen(
        _ command: Command, at now: Moment, _ squad: Squad, _ defaults: MatchDefaults
    ) throws(Refusal) -> [Event] {
        switch command {
        case .movePlayers(let ids, let section):
            return try Self.move(ids, to: section, in: lineup, squad)
        case .swapPlayers(let one, let other):
            return try Self.swap(one, other, in: lineup, squad)
        case .clearTeams:
            let everybody = lineup.everybody
            return everybody.isEmpty ? [] : [.teamsCleared(everybody)]
        case .nameTeams(let teamAName, let teamBName): return try name(teamAName, teamBName)
        case .colorTeams(let colors): return color(colors)
        case .drawTeams(let ids, let seed, let again):
            let usual = lineup.everybody.isEmpty ? defaults.players(in: squad) : nil
            return try draw(ids ?? usual, seed: seed ?? 0, again: again, squad)
        case .open: throw .gatherInProgress
        case .setKickOff(let kickOff): return try set(kickOff, at: now)
        case .kickOff: return try startByKickOff(at: now)
        case .chooseFormat(let format, let force): return try choose(format, force: force)
        case .whistle(let whistle, let period, let ago):
            return try self.whistle(whistle, period: period, ago: ago, at: now)
        case .announceAddedTime(let minutes, let period, let force):
            return try announce(minutes, period: period, force: force)
        case .addExtraTime: return try addExtraTime()
        case .beginKicks: return try beginKicks()
        case .takeKick(let kick): return try take(kick, squad)
        case .setTime(let time): return try setTime(time, at: now)
        case .adjustTime(let amount, let start):
            return try adjustTime(by: amount, start: start, at: now)
        case .start(_, .some): throw .gatherInProgress
        case .start(let ago, nil): return try run(ago: ago, at: now)
        case .pause(let ago): return try hold(ago: ago, at: now)
        case .resume(let ago):
            try checkInPlay()
            try checkAgo(ago, at: now)
            if case .stopped = timer.state(at: now.advanced(by: .zero - ago)) { throw .notPaused }
            return try run(ago: ago, at: now)
        case .toggle(let ago):
            if course?.isInPlay == false { return try run(ago: ago, at: now) }
            let runs = timer.isRunning(at: now.advanced(by: .zero - ago))
            return runs ? try hold(ago: ago, at: now) : try run(ago: ago, at: now)
        case .cancel:
            try checkInPlay()
            return timer.state(at: now) == .stopped(remaining: timer.initial) ? [] : [.cancelled]
        case .setScore(let side, let goals, let others):
            let wanted = [(side, goals)] + (others.map { [(side.other, $0)] } ?? [])
            guard wanted.allSatisfy({ Limits.score.contains($0.1) }) else { throw .invalidScore }
            let isSo = wanted.allSatisfy { score[$0.0] == $0.1 }
            // If one of them changes, both are recorded: the result then stays right if an earlier
            // command is taken back.
            return isSo ? [] : wanted.map { .scoreSet($0.0, $0.1) }
        case .addToScore(let side, let delta, let scorer, let ago, let minute):
            guard (scorer == nil && ago == .zero && minute == nil) || delta == 1, delta != 0,
                Limits.scoreDelta.contains(delta)
            else {
                throw .invalidDelta
            }
            guard Limits.score.contains(score[side] + delta) else { throw .invalidScore }
            try checkIsInMatch(ago: ago, at: now)
            let given = try minute.map { (minute) throws(Refusal) in
                try self.given(minute, at: now)
            }
            if delta == 1, ago == .zero, given == nil { try checkNotInKicks() }
            guard delta != 1 || given != nil || canScore(at: now.advanced(by: .zero - ago)) else {
                throw .notInPlay(next: course?.nextPeriod?.id, minute: course?.lastMinute)
            }
            if let scorer {
                return try goal(for: side, by: scorer, ago: ago, minute: given, squad)
            }
            return [.scoreAdded(side, delta: delta, ago: ago, minute: given)]
        case .amendGoal(let number, let scorer, let change):
            return try amendGoal(number, scorer: scorer, change, at: now, squad)
        case .showCard(let card, let ago): return try show(card, ago: ago, at: now, squad)
        case .amendCard(let number, let change):
            return try amendCard(number, change, at: now, squad)
        case .substitute(let side, let off, let on, let ago):
            return try substitute(side, off: off, on: on, ago: ago, at: now, squad)
        case .countFoul(let side): return try countFoul(by: side)
        case .takeTimeOut(let side): return try takeTimeOut(side, at: now)
        case .undo: return try undo(command, squad, at: now)
        case .redo: return try redo()
        case .reopen: throw .gatherInProgress
        case .end: return [.ended]
        case .discard: return [.discarded]
        }
    }

    // MARK: - The countdown

    private func setTime(_ time: GatherTime, at now: Moment) throws(Refusal) -> [Event] {
        if course != nil { throw .hasFormat }
        let chosen = try Self.possible(time)
        let already =
            timer.initial == chosen.duration
            && timer.state(at: now) == .stopped(remaining: timer.initial)
        return already ? [] : [.timeSet(chosen)]
    }

    private func adjustTime(
        by amount: Duration, start: Bool, at now: Moment
    ) throws(Refusal) -> [Event] {
        let limit = Limits.time.upperBound
        let allowed = amount >= .zero - limit && amount <= limit
        guard allowed else { throw .invalidTime }
        try checkNotInKicks()
        if course?.isInPlay == false, start, amount == .zero { return try run(ago: .zero, at: now) }
        let isUnderway = course.map { $0.isInPlay || $0.isInBreak && !start } ?? true
        guard isUnderway else { throw .notInPlay(next: course?.nextPeriod?.id) }
        guard canAdjust(by: amount, at: now) else { throw .invalidTime }
        let starts = start && !timer.isRunning(at: now)
        if starts, case .stopped = timer.state(at: now) { try checkSides() }
        let adjusted = Event.timeAdjusted(by: amount, starts: start && !starts)
        return (amount == .zero ? [] : [adjusted]) + (starts ? [.started(ago: .zero)] : [])
    }

    private func run(ago: Duration, at now: Moment) throws(Refusal) -> [Event] {
        if course?.isInPlay == false { return try begin(ago: ago, at: now) }
        try checkAgo(ago, at: now)
        let then = now.advanced(by: .zero - ago)
        if timer.isRunning(at: then) { return try unchanged(ago: ago) }
        guard timer.canRun(at: then) else { throw .timeIsZero }
        if case .stopped = timer.state(at: then) { try checkSides() }
        return [.started(ago: ago)]
    }

    private func hold(ago: Duration, at now: Moment) throws(Refusal) -> [Event] {
        try checkInPlay()
        try checkAgo(ago, at: now)
        switch timer.state(at: now.advanced(by: .zero - ago)) {
        case .running: return [.paused(ago: ago)]
        case .paused: return try unchanged(ago: ago)
        case .stopped: throw .notRunning
        }
    }

    /// Checks how far a command is dated back.
    ///
    /// A dated command is decided against the countdown as it was then, which is known back to the
    /// last command to it.
    func checkAgo(_ ago: Duration, at now: Moment) throws(Refusal) {
        guard ago != .zero else { return }
        let (limit, first) = reach(backTo: timer.lastCommand, at: now)
        guard ago > .zero, ago <= limit else {
            throw .agoTooLong(
                limit: limit, lastCommand: first?.moment ?? timer.lastCommand, event: first?.number)
        }
    }

    private func unchanged(ago: Duration) throws(Refusal) -> [Event] {
        guard ago == .zero else { throw .alreadySo }
        return []
    }

    // MARK: - Undo

    /// Takes back a command.
    ///
    /// - Parameter squad: The squad, whose changes are reverted by other commands.
    private func undo(
        _ command: Command, _ squad: Squad, at now: Moment
    ) throws(Refusal) -> [Event] {
        guard case .undo(let number, let isOfMatch, let isLast) = command else { return [] }
        let last = lastStep.first?.step
        func checkSquad() throws(Refusal) {
            guard !isOfMatch, let change = squad.latestChange, isOlder(than: change.change, at: now)
            else { return }
            throw .squadChangedLast(change)
        }
        guard let number else {
            try checkSquad()
            guard let last else { throw .nothingToUndo(endedAgo: nil) }
            try checkUndoOfEnd(last, at: now)
            return [.undone(step: last)]
        }
        guard let event = log.first(where: { $0.number == number }), event.isUndoable,
            stands(event.step)
        else { throw .noSuchEvent(number: number) }
        if isLast, event.step == last { try checkSquad() }
        if event.step == last || event.step == closingStep {
            try checkUndoOfEnd(event.step, at: now)
        } else if phase != .open, !event.event.isAmendment {
            // The result stands until the end is taken back.
            throw .noGather(endedAgo: endedAgo(at: now, within: Limits.undoOfEnd))
        } else if let later = firstEventNeeding(event.step) {
            throw .eventNeeded(by: later.number)
        }
        return [.undone(step: event.step)]
    }

    private func checkUndoOfEnd(_ step: Int, at now: Moment) throws(Refusal) {
        guard step == closingStep, let ago = endedAgo(at: now, within: nil),
            ago >= Limits.undoOfEnd
        else { return }
        throw .nothingToUndo(endedAgo: ago)
    }

    private func redo() throws(Refusal) -> [Event] {
        guard case .undone(let step)? = redoableUndo?.event else { throw .nothingToRedo }
        return [.redone(step: step)]
    }

    /// Returns the time since this gather ended; nil if it has not ended.
    ///
    /// With a limit, the result is also nil if an undo would not reopen the gather: because the end
    /// is longer ago than the limit, or because something was amended after it.
    private func endedAgo(at now: Moment, within limit: Duration?) -> Duration? {
        guard let endedAt else { return nil }
        if limit != nil, lastStep.first?.step != closingStep { return nil }
        let ago = max(now.elapsed(since: endedAt), .zero)
        if let limit, ago >= limit { return nil }
        return ago
    }

    // MARK: - Values

    private static func possible(_ time: GatherTime) throws(Refusal) -> GatherTime {
        guard time.duration != nil else { throw .invalidTime }
        return time
    }

    private func name(_ teamAName: String?, _ teamBName: String?) throws(Refusal) -> [Event] {
        let names = (
            try Self.name(teamAName, of: .teamA) ?? name(of: .teamA),
            try Self.name(teamBName, of: .teamB) ?? name(of: .teamB)
        )
        let kept: Side? = teamAName == nil ? .teamA : teamBName == nil ? .teamB : nil
        return names == (name(of: .teamA), name(of: .teamB))
            ? [] : [.teamsNamed(teamAName: names.0, teamBName: names.1, keeping: kept)]
    }

    private func color(_ change: TeamColors) -> [Event] {
        colors.changed(by: change) == colors ? [] : [.teamsColored(change)]
    }

    /// Returns the name of a side without the blanks around it.
    static func name(_ name: String?, of side: Side) throws(Refusal) -> String? {
        guard let name else { return nil }
        do { return try CleanText(name).text } catch { throw .invalidName(side) }
    }
}
