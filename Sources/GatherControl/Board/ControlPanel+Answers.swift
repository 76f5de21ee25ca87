import GatherAPI

extension ControlPanel {
    /// Handles a key that answers the open question, or is pressed despite it.
    mutating func answer(_ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        switch question {
        case .again(let goal, _): return answer(goal, key, gather, at: now)
        case .scorer(let pick): return answer(pick, key, gather, at: now)
        case .close(let change, let id):
            return answer(
                key, own: change == .end ? "e" : "d", change.of(id),
                change == .end ? tr("end the match") : tr("discard the match"),
                tr("cancelled: the match goes on"), gather, at: now)
        case .rematch(let last): return answer(last, key, gather, at: now)
        case .another:
            return answer(
                key, own: " ", .start(agoMilliseconds: nil), tr("start"),
                tr("cancelled: no new match"), gather, at: now)
        case .undo:
            return answer(
                key, own: "u", .undo(number: newestCommand, isOfMatch: true), tr("undo"),
                tr("cancelled: nothing is undone"), gather, at: now)
        case .draw: return answerDraw(key, gather, at: now)
        case .extend: return answerExtension(key, gather, at: now)
        case .time(let typed, _, let asked): return answer(typed, asked, key, at: now)
        case .added(let typed, _, let asked): return answer(added: typed, asked, key, at: now)
        case nil: return []
        }
    }

    /// Handles an answer to the question about a rematch; a no leads to the one about a new match.
    private mutating func answer(
        _ last: GatherSnapshot, _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        if case .character("n") = key {
            ask(.another, at: now)
            return []
        }
        return answer(
            key, own: " ", .rematch(last, squad: squad), tr("rematch"),
            tr("cancelled: no new match"), gather, at: now)
    }

    private mutating func answer(
        _ goal: GoalKey, _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        if key == .character(goal.character) {
            guard !slips.bounces(goal, at: now) else { return [] }
            question = nil
            return score(goal, gather, at: now)
        }
        question = nil
        if key.isCancel {
            notify(tr("counted once"), .done, at: now)
            return []
        }
        return act(key, gather, at: now)
    }

    private mutating func answer(
        _ pick: ScorerPick, _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        var pick = pick
        switch key {
        case .escape: return name(pick, nil)
        case .enter:
            if pick.typed.isEmpty { return name(pick, nil) }
            if let player = pick.typedPlayer { return name(pick, player) }
            notify(pick.noNumber(pick.typed), .ignored, at: now)
        case .backspace: pick.typed = String(pick.typed.dropLast())
        case .character("o"): (pick.isOwn, pick.typed) = (!pick.isOwn, "")
        case .character(let digit) where digit.isNumber:
            let typed = pick.typed + String(digit)
            let players = pick.players(from: typed)
            guard let player = players.first else {
                notify(pick.noNumber(typed), .ignored, at: now)
                // Its beginning may be the number of somebody who is not meant.
                pick.typed = ""
                break
            }
            // A number that another one continues may be only the beginning.
            if players.count == 1, "\(player.id)" == typed { return name(pick, player) }
            pick.typed = typed
        case .character(pick.key.character): return press(again: pick, gather, at: now)
        // It takes the goal back, and with it the number that was typed.
        case .character("u"): return name(pick, nil) + act(key, gather, at: now)
        case .character: return finish(pick, at: now) + act(key, gather, at: now)
        case .redraw, .move, .alt, .other, .paste: return []
        }
        ask(.scorer(pick), at: now)
        return []
    }

    /// Handles the goal key while its scorer is asked for: it means another goal, unless it may be
    /// a slip.
    private mutating func press(
        again pick: ScorerPick, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        if pick.isDoubtful {
            guard !slips.bounces(pick.key, at: now) else { return [] }
        } else if slips.isSlip(pick.key, at: now) {
            var pick = pick
            pick.isDoubtful = true
            ask(.scorer(pick), at: now)
            return []
        }
        return finish(pick, at: now) + score(pick.key, gather, at: now)
    }

    /// Ends the question about the scorer by a key that is no answer: a number that is complete
    /// names its player, and any other one is refused.
    private mutating func finish(_ pick: ScorerPick, at now: Duration) -> [Action] {
        if pick.typedPlayer == nil, let text = pick.notTaken(pick.noNumber(pick.typed)) {
            notify(text, .refused, for: .seconds(20), at: now)
        }
        return name(pick, pick.typedPlayer)
    }

    /// Names the scorer of a goal that was pressed; nil if that is nobody.
    ///
    /// The scorer is sent once it is known which event has counted the goal.
    private mutating func name(_ pick: ScorerPick, _ player: PlayerFields?) -> [Action] {
        question = nil
        guard let player else {
            scorers.forget(pick.request)
            return []
        }
        let scorer = Scorer(id: player.id, name: player.name, isOwnGoal: pick.isOwn)
        let notice = begin(pick.goal(by: player.name))
        return scorers.name(scorer, notice: notice, of: pick.request).map { [$0] } ?? []
    }

    /// Handles an answer to a request for confirmation.
    ///
    /// - Parameters:
    ///   - own: The key that has asked; it means neither yes nor no, as it may be held down.
    ///   - cancelled: The notice for a no.
    private mutating func answer(
        _ key: BoardKey, own: Character, _ change: Change, _ label: String, _ cancelled: String,
        _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        if key.isYes {
            guard slips.canAnswer(askedAt, at: now) else { return [] }
            question = nil
            return [send(change, label)]
        }
        if key == .character(own) {
            _ = slips.isHeld(key, at: now)
            extendDeadline(at: now)
            return []
        }
        question = nil
        notify(cancelled, .done, at: now)
        return key.isCancel ? [] : act(key, gather, at: now)
    }

    private mutating func answer(
        _ typed: String, _ asked: GatherSnapshot?, _ key: BoardKey, at now: Duration
    ) -> [Action] {
        func ask(_ typed: String, problem: String? = nil) {
            self.ask(.time(typed, problem: problem, in: asked), at: now)
        }
        switch key {
        case .escape:
            question = nil
            notify(tr("time unchanged"), .done, at: now)
        case .backspace: ask(String(typed.dropLast()))
        case .character(let character) where BoardQuestion.ofTimes.contains(character):
            if typed.count < 10 { ask(typed + String(character)) }
        case .character(let character):
            ask(typed, problem: tr("a time has no '%1$@'", character))
        case .enter:
            guard let time = TypedTime(typed[...])?.fields else {
                let isEmpty = typed.isEmpty
                ask(
                    typed,
                    problem: isEmpty ? tr("no time typed") : tr("'%1$@' is not a time", typed))
                return []
            }
            question = nil
            return [send(.setTime(time), tr("time %1$@", TimeText.clock(time)))]
        case .redraw, .move, .alt, .other, .paste: break
        }
        return []
    }

    private mutating func answer(
        added typed: String, _ asked: GatherSnapshot?, _ key: BoardKey, at now: Duration
    ) -> [Action] {
        func ask(_ typed: String, problem: String? = nil) {
            self.ask(.added(typed, problem: problem, in: asked), at: now)
        }
        switch key {
        case .escape:
            question = nil
            notify(tr("added time unchanged"), .done, at: now)
        case .backspace: ask(String(typed.dropLast()))
        case .character(let character) where character.isNumber:
            // A nought that was typed, and perhaps refused, is no ten.
            let typed = typed == "0" ? "" : typed
            if typed.count < 2 { ask(typed + String(character)) }
        case .character(let character):
            ask(typed, problem: tr("a number has no '%1$@'", character))
        case .enter:
            guard let minutes = Added.minutes(typed) else {
                let range = InterfaceLimits.addedMinutes
                ask(typed, problem: tr("%1$@ to %2$@", range.lowerBound, range.upperBound))
                return []
            }
            question = nil
            let change = Change.announceAddedTime(minutes, period: asked?.course?.index)
            return [send(change, tr("added time +%1$@", minutes))]
        case .redraw, .move, .alt, .other, .paste: break
        }
        return []
    }
}

extension BoardKey {
    /// True if the key answers a question with yes.
    var isYes: Bool { self == .character("y") || self == .character("Y") }

    /// True if the key answers a question with no.
    var isCancel: Bool {
        switch self {
        case .escape, .enter, .backspace: true
        case .redraw, .move, .alt, .other, .paste: false
        case .character(let character): "nNq".contains(character)
        }
    }
}
