import GatherAPI

extension TimerSnapshot {
    /// Returns true if the countdown has just been started.
    fileprivate func isNew(at now: Duration) -> Bool {
        guard state == .running, let end = endsAtBoottimeMicroseconds else { return false }
        return .seconds(initial.wholeSeconds) - (.microseconds(end) - now) < .seconds(2)
    }
}

extension GatherSnapshot {
    /// True if the clock runs while the match is played, so that it can be paused.
    var canPause: Bool {
        guard let course else { return timer.state == .running }
        return course.isInPlay && course.zeroAtBoottimeMicroseconds != nil
    }
}

extension ControlPanel {
    mutating func act(_ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        guard case .character(let character) = key else { return [] }
        switch character {
        case "q": return [.quit]
        case "?": isHelping = true
        case "c":
            isOn.toggle()
            notify(isOn ? tr("control is on") : tr("control is off"), .done, at: now)
        default: return control(character, gather, at: now)
        }
        return []
    }

    private mutating func control(
        _ character: Character, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        guard " abABurmnx+=-_edsgtpkif".contains(character) else {
            notify(tr("no key '%1$@'; ? shows the keys", character), .ignored, at: now)
            return []
        }
        guard isOn else {
            notify(tr("control is off; c switches it on"), .ignored, at: now)
            return []
        }
        guard isMatchKnown else {
            notify(tr("gatherd cannot be reached"), .ignored, at: now)
            return []
        }
        if "gtpkif".contains(character) { return open(character, gather, at: now) }
        if let goal = GoalKey(character) { return press(goal, gather, at: now) }
        if " urmn".contains(character), slips.isHeld(.character(character), at: now) {
            notifyHeld(character, at: now)
            return []
        }
        switch character {
        case " ":
            // Someone who leans on the key should not start a match that nobody wants to play.
            if let gather, gather.phase != .open {
                ask(.rematch(gather), at: now)
                squad = nil
                return [.listSquad]
            }
            // Whoever presses it at the kick-off means to start the countdown.
            if isKickedOff, let timer = gather?.timer, timer.isNew(at: now + lead) {
                let text = tr("the kick-off has started it; space pauses it in a moment")
                notify(text, .done, at: now)
                return []
            }
            return toggle(gather, at: now)
        case "u": return undo(at: now)
        case "r": return [send(.redo, tr("redo"))]
        case "+", "=": return [send(adjustment(10, gather), tr("10 s added"))]
        case "-", "_": return [send(adjustment(-10, gather), tr("10 s taken off"))]
        case "n" where gather?.isOverAtDraw == true:
            if let gather { ask(.extend(gather), at: now) }
        case "n": return [send(.whistle(gather), tr("whistle"))]
        case "x": askForAddedTime(gather, at: now)
        case "m": return [send(addedTime(gather), tr("2 min added"))]
        case "s": ask(.time("", problem: nil, in: gather), at: now)
        default: askToClose(character == "e" ? .end : .discard, gather, at: now)
        }
        return []
    }

    /// Starts or pauses the clock, unless somebody else has just done so: a second hand would take
    /// back what the first one did.
    private mutating func toggle(_ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        if let turnedAt = clockTurnedElsewhereAt, now - turnedAt < Self.withdrawalGrace {
            clockTurnedElsewhereAt = nil
            let text = tr("the clock has just been started or stopped; space again changes that")
            notify(text, .ignored, at: now)
            return []
        }
        let (change, label) = toggle(gather)
        return [send(change, label)]
    }

    /// Undoes the command that the board shows as the newest one, also where another one reaches
    /// the daemon before the key does.
    private mutating func undo(at now: Duration) -> [Action] {
        if let undoneAt = undoneElsewhereAt, now - undoneAt < Self.withdrawalGrace {
            undoneElsewhereAt = nil
            let text = tr(
                "somebody else has just undone the last command; 'u' again undoes the one before")
            notify(text, .ignored, at: now)
            return []
        }
        // A key that is not answered yet may be the newest command, and is not shown as one.
        let isAwaiting = notices.contains { $0.kind == .pending }
        let number = isAwaiting ? nil : newestCommand
        return [send(.undo(number: number, isLast: number != nil), tr("undo"))]
    }

    /// Reports once, rather than at each repetition, that a key counts only once while it is held
    /// down.
    mutating func notifyHeld(_ character: Character, at now: Duration) {
        let text =
            character == " "
            ? tr("space is held: counted once; press it again after a moment")
            : tr("'%1$@' is held: counted once; press it again after a moment", character)
        if !notices.contains(where: { $0.text == text }) { notify(text, .ignored, at: now) }
    }

    private mutating func press(
        _ key: GoalKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        if let gather, gather.phase == .open, let kicks = gather.kicks, !kicks.decided {
            return kick(key, kicks, gather, at: now)
        }
        if slips.isSlip(key, at: now) {
            ask(.again(key, in: gather), at: now)
            return []
        }
        return score(key, gather, at: now)
    }

    /// Changes the score, and asks for the scorer of a goal.
    mutating func score(_ key: GoalKey, _ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        let change = Change.addToScore(key.side, key.delta, isGuarded: isGuarded)
        let label = key.label(gather)
        guard key.delta > 0, let gather, gather.phase == .open,
            !gather.team(key.side).players.isEmpty
        else { return [send(change, label)] }
        let request = begin(label)
        scorers.await(request)
        ask(.scorer(ScorerPick(key: key, gather: gather, request: request)), at: now)
        return [.change(change, id: request)]
    }

    /// Returns the change that moves the digits of the clock by so many seconds.
    private func adjustment(_ seconds: Int, _ gather: GatherSnapshot?) -> Change {
        let countsUp = gather?.course.map { $0.isInPlay && $0.period.shows == .up } ?? false
        return .adjustTime(
            seconds: countsUp ? -seconds : seconds, start: false, isGuarded: isGuarded)
    }

    /// Returns the change that adds two minutes: at 00:00 they are played at once, also where time
    /// was up a moment before the key reached the daemon.
    private func addedTime(_ gather: GatherSnapshot?) -> Change {
        let timer = gather?.timer
        let starts = timer?.state == .running || timer?.remainingMilliseconds == 0
        return .adjustTime(seconds: 120, start: starts, isGuarded: isGuarded)
    }

    private mutating func askForAddedTime(_ gather: GatherSnapshot?, at now: Duration) {
        guard let gather, gather.phase == .open, gather.course?.isInPlay == true else {
            let failure = Added.verb.failure
            let next = gather?.course?.next?.id
            let error: GatherError =
                gather?.phase != .open
                ? .noGather(endedSecondsAgo: nil)
                : gather?.course == nil ? .hasNoFormat : .notInPlay(next: next, minute: nil)
            let cause = RefusalPresenter(failure: failure, next: .keys).text(error)
            return notify(filled(failure, [cause]), .ignored, at: now)
        }
        ask(.added("", problem: nil, in: gather), at: now)
    }

    private mutating func askToClose(
        _ change: Change, _ gather: GatherSnapshot?, at now: Duration
    ) {
        guard let gather, gather.phase == .open else {
            let presenter = RefusalPresenter(failure: change.failure, next: .keys)
            let cause = presenter.text(GatherError.noGather(endedSecondsAgo: nil))
            return notify(filled(change.failure, [cause]), .ignored, at: now)
        }
        ask(.close(change, of: gather.id), at: now)
    }

    /// Returns what the space key does to the clock as it is shown; if it is pressed on two boards
    /// at once, it takes effect once.
    private func toggle(_ gather: GatherSnapshot?) -> (Change, label: String) {
        if let gather, gather.phase == .open, gather.course != nil {
            return gather.canPause
                ? (.pause(agoMilliseconds: nil), tr("pause"))
                : (.start(agoMilliseconds: nil), tr("start"))
        }
        return switch (gather?.phase, gather?.timer.state) {
        case (.open, .running): (.pause(agoMilliseconds: nil), tr("pause"))
        case (.open, .paused): (.resume(agoMilliseconds: nil), tr("resume"))
        default: (.start(agoMilliseconds: nil), tr("start"))
        }
    }
}
