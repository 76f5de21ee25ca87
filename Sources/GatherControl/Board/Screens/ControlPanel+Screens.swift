import GatherAPI

extension ControlPanel {
    /// Opens the screen of a key; a refusal says why there is none.
    mutating func open(_ key: Character, _ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        screenMatch = gather?.id
        switch key {
        // The empty list counts only if it is up to date: right after a goal, the new list may not
        // have arrived yet.
        case "g" where goals.isEmpty && areGoalsKnown:
            notify(tr("no goal has counted yet"), .ignored, at: now)
        case "g": screen = .goals(ListCursor())
        case "k": openCard(gather, at: now)
        case "i": openSubstitution(gather, at: now)
        case "f": openStoppage(gather, at: now)
        case "p":
            let isOpen = gather?.phase == .open
            let present = isOpen ? gather?.everybody.map(\.id) ?? [] : []
            screen = .draw(DrawScreen(ticked: Set(present)))
            squad = nil
            return [.listSquad]
        default:
            guard let gather, gather.phase == .open, !gather.everybody.isEmpty else {
                let isOpen = gather?.phase == .open
                notify(
                    isOpen
                        ? tr("nobody is in the match; 'p' draws the sides")
                        : tr("no match is open; 'p' draws the sides"), .ignored, at: now)
                break
            }
            screen = .sides(SidesScreen())
        }
        return []
    }

    /// Handles a key on the open screen.
    mutating func act(
        _ key: BoardKey, on screen: BoardScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        if key.isPick, screen.picksOnce, slips.isHeld(key, at: now) {
            notifyHeld(key == .enter ? "↵" : " ", at: now)
            return []
        }
        switch screen {
        case _ where key == .character("?"): isHelping = true
        case .draw(let screen) where screen.request != nil:
            // Until the answer to the draw comes, it is not known if there is one to undo.
            if key.isBack { self.screen = .draw(screen.cancelled) }
        case .draw(let screen) where screen.isDrawn: return judge(key, screen, gather, at: now)
        case _ where key.isBack: self.screen = screen.back
        case .goals(let cursor): return act(key, cursor, gather, at: now)
        case .scorer(let screen): return act(key, screen, gather, at: now)
        case .sides(let screen): return act(key, screen, gather, at: now)
        case .card(let screen): return act(key, screen, gather, at: now)
        case .substitute(let screen): return act(key, screen, gather, at: now)
        case .stoppage(let screen): return act(key, screen, gather, at: now)
        case .draw(let screen): return tick(key, screen, gather, at: now)
        }
        return []
    }

    /// Returns the number of the row that a key picks; nil if it picks none.
    mutating func pick(
        _ key: BoardKey, _ cursor: inout ListCursor, _ gather: GatherSnapshot?, at now: Duration
    ) -> Int? {
        let number = cursor.press(key, screenContents(gather)?.numbers ?? [])
        if number == nil { refuseUnknown(key, cursor, at: now) }
        return number
    }

    private mutating func act(
        _ key: BoardKey, _ cursor: ListCursor, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        // The list is being fetched again, and its rows may soon belong to other goals.
        guard areGoalsKnown else {
            notify(tr("the goals are being read; press it again"), .ignored, at: now)
            return []
        }
        var cursor = cursor
        let picked = pick(key, &cursor, gather, at: now)
        screen = .goals(cursor)
        guard let gather, let goal = goals.first(where: { $0.number == picked }) else {
            return []
        }
        screen = ScorerScreen(goal, gather).map { .scorer($0) }
        return []
    }

    private mutating func act(
        _ key: BoardKey, _ old: ScorerScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        var new = old
        if key == .character("o") {
            new.isOwn.toggle()
            new.cursor = ListCursor()
        } else if let number = pick(key, &new.cursor, gather, at: now) {
            screen = nil
            return [send(new.change(number), tr("scorer of event %1$@", new.goal.number))]
        }
        screen = .scorer(new)
        return []
    }

    private mutating func act(
        _ key: BoardKey, _ old: SidesScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        var new = old
        let picked = pick(key, &new.cursor, gather, at: now)
        defer { screen = .sides(new) }
        guard let picked else { return [] }
        guard let first = old.first, first != picked else {
            new.first = old.first == nil ? picked : nil
            return []
        }
        new.first = nil
        let known = (gather?.everybody ?? []).candidates.names
        let names = [first, picked].map { known[$0] ?? "\($0)" }
        let label = tr("%1$@ and %2$@ swapped", names[0], names[1])
        var change = Change.swapPlayers(first, picked, done: label)
        change.players = known
        return [send(change, label)]
    }

    // MARK: - The draw

    /// Handles a key while those who are there are ticked.
    private mutating func tick(
        _ key: BoardKey, _ old: DrawScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        var new = old
        let numbers = squad?.map(\.id) ?? []
        defer { screen = .draw(new) }
        switch key {
        case .character("d"):
            new.gatherID = gather?.id
            return draw(&new, gather, at: now)
        case .character("a"):
            new.ticked = new.ticked.isSuperset(of: numbers) ? [] : Set(numbers)
        default:
            if let picked = pick(key, &new.cursor, gather, at: now) {
                new.ticked.formSymmetricDifference([picked])
            }
        }
        return []
    }

    /// Ticks those who usually play, for a match that the draw will open, unless somebody is ticked
    /// already.
    mutating func tick(usual players: [Int], _ gather: GatherSnapshot?) {
        guard case .draw(var new) = screen, new.ticked.isEmpty, !new.isDrawn, let squad,
            gather?.phase != .open
        else { return }
        new.ticked = Set(squad.map(\.id)).intersection(players)
        screen = .draw(new)
    }

    /// Draws the sides, in a match that has begun after it has asked.
    private mutating func draw(
        _ screen: inout DrawScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        let range = InterfaceLimits.drawPlayers
        guard range.contains(screen.ticked.count) else {
            notify(
                tr(
                    "ticked: %1$@; two sides are drawn of %2$@ to %3$@", screen.ticked.count,
                    range.lowerBound, range.upperBound), .ignored, at: now)
            return []
        }
        if !screen.isConfirmed, let gather, gather.hasBegun {
            ask(.draw(in: gather), at: now)
            return []
        }
        let again = screen.isDrawn
        var change = Change.drawTeams(screen.ticked.sorted(), seed: nil, again: again)
        change.players = (squad ?? []).candidates.names
        let request = begin(again ? tr("another draw") : tr("draw"))
        screen.request = request
        return [.change(change, id: request)]
    }

    /// Handles an answer to the question about a draw in a match that has begun: any key but yes
    /// draws nothing, and does what it does on the screen.
    mutating func answerDraw(
        _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        guard case .draw(var screen) = screen else {
            question = nil
            return []
        }
        if key.isYes {
            guard slips.canAnswer(askedAt, at: now) else { return [] }
            question = nil
            screen.isConfirmed = true
            defer { self.screen = .draw(screen) }
            return draw(&screen, gather, at: now)
        }
        if key == .character("d") {
            extendDeadline(at: now)
            return []
        }
        question = nil
        notify(tr("cancelled: the sides stay"), .done, at: now)
        return key.isCancel ? [] : act(key, on: .draw(screen), gather, at: now)
    }

    /// Handles a key while the sides are shown that were drawn.
    private mutating func judge(
        _ key: BoardKey, _ old: DrawScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        var new = old
        switch key {
        case _ where key.isBack: return undo(old, gather, at: now)
        case .character("d"):
            defer { screen = .draw(new) }
            return draw(&new, gather, at: now)
        case _ where key.isYes:
            screen = nil
            notify(tr("the sides are as drawn"), .done, at: now)
            return []
        default: refuseUnknown(key, at: now)
        }
        screen = .draw(new)
        return []
    }

    /// Undoes the draws that were not taken, the last one first, and shows who is there again.
    private mutating func undo(
        _ old: DrawScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        screen = .draw(DrawScreen(ticked: old.ticked, cursor: old.cursor))
        // The match that a draw has opened may not be shown yet.
        let isBehind = old.drawn.count == 1 && gather?.id == old.gatherID
        let draws = old.drawn.filter { draw in
            let isShown = draw.gatherID == nil || draw.gatherID == gather?.id
            return isShown ? gather?.phase == .open : isBehind
        }
        if draws.count < old.drawn.count {
            notify(tr("the draw stays: its match is not open any more"), .ignored, at: now)
        }
        return draws.reversed().map { send(.undo(number: $0.number), tr("undo of the draw")) }
    }

    /// Records the outcome of a draw.
    ///
    /// - Parameter event: The event of the draw; nil if it failed.
    mutating func settle(
        draw id: Int, _ event: AwaitedScorers.Goal?, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        guard case .draw(var new) = screen, new.request == id else { return [] }
        new.request = nil
        if let event {
            new.isDrawn = true
            if event.isChange { new.drawn.append(event) }
        }
        screen = .draw(new)
        return new.isCancelled ? undo(new, gather, at: now) : []
    }

    /// Reports a letter that the open screen does not use, and a number that no row has.
    mutating func refuseUnknown(_ key: BoardKey, _ cursor: ListCursor? = nil, at now: Duration) {
        if let number = cursor?.unknown {
            return notify(tr("no number %1$@ here", number), .ignored, at: now)
        }
        guard case .character(let character) = key, character != " ", !character.isNumber else {
            return
        }
        notify(tr("no key '%1$@' here; Escape goes back", character), .ignored, at: now)
    }
}

extension BoardKey {
    /// True if the key leaves a screen.
    var isBack: Bool { self == .escape || self == .character("q") }

    /// True if the key picks the row at the cursor of a list.
    fileprivate var isPick: Bool { self == .enter || self == .character(" ") }
}

extension ControlPanel {
    /// Returns the contents of the open screen; nil if none is open.
    func screenContents(_ gather: GatherSnapshot?) -> BoardScreen.Contents? {
        switch screen {
        case .goals(let cursor):
            let rows = goals.map { row($0, gather) }
            return BoardScreen.Contents(
                title: areGoalsKnown ? tr("Last goals: which one?") : tr("Last goals ..."),
                groups: [BoardScreen.Group(rows)], cursor: cursor)
        case .scorer(let screen): return screen.contents
        case .sides(let screen): return screen.contents(gather)
        case .card(let screen): return screen.contents(gather)
        case .substitute(let screen): return screen.contents(gather)
        case .stoppage(let screen): return screen.contents(gather)
        case .draw(let screen): return screen.contents(squad, gather)
        case nil: return nil
        }
    }

    /// Returns the row of a goal; the name of the side is shortened before that of the scorer.
    private func row(_ goal: TimelineEntry, _ gather: GatherSnapshot?) -> BoardScreen.Row {
        let minute = goal.minuteText
        let score = goal.standingScore ?? goal.score
        let player = gather?.everybody.first { $0.id == goal.scorerID }
        let scorer = goal.scorer.map { ShirtText.name($0, player?.shirt) } ?? tr("nobody")
        let by = goal.ownGoal == true ? tr("own goal of %1$@", scorer) : scorer
        let forms = BoardQuestion.nameWidths.map { columns in
            let name = goal.team.flatMap { gather?.named(columns).team($0).name } ?? ""
            return "\(minute)' \(score) \(name), \(by)"
        }
        return BoardScreen.Row(
            number: goal.number, text: forms[0],
            shorter: forms.dropFirst() + ["\(minute)' \(score) \(by)"])
    }
}
