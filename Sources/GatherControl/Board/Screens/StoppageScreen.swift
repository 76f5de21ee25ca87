import GatherAPI

/// The choice of a foul, a time-out or a cooling break.
struct StoppageScreen: Hashable, Sendable {
    var cursor = ListCursor()

    /// Something that can be picked.
    private enum Choice: Hashable {
        case foul(Side)
        case timeOut(Side?)
    }

    /// Returns the choices with their numbers, which stay the same when a side has no time-out
    /// left.
    private static func choices(_ gather: GatherSnapshot?) -> [(number: Int, choice: Choice)] {
        let timeOuts = gather?.course?.timeOuts
        let (hasA, hasB) = (timeOuts?.leftA ?? 0 > 0, timeOuts?.leftB ?? 0 > 0)
        return [(1, .foul(.teamA)), (2, .foul(.teamB))] + (hasA ? [(3, .timeOut(.teamA))] : [])
            + (hasB ? [(4, .timeOut(.teamB))] : []) + [(5, .timeOut(nil))]
    }

    private static func text(_ choice: Choice, _ gather: GatherSnapshot?) -> String {
        switch choice {
        case .foul(let side): tr("foul of %1$@", gather.name(of: side))
        case .timeOut(let side): StoppagePresenter.timeOut(of: side, gather)
        }
    }

    func contents(_ gather: GatherSnapshot?) -> BoardScreen.Contents {
        let rows = Self.choices(gather).map { number, choice in
            BoardScreen.Row(number: number, text: Self.text(choice, gather))
        }
        return BoardScreen.Contents(
            title: tr("Foul or time-out?"), groups: [BoardScreen.Group(rows)], cursor: cursor)
    }

    /// Returns the change that a row stands for, and its label.
    ///
    /// - Parameter isGuarded: True if a foul that another board has just counted is not counted
    ///   again.
    func change(
        _ number: Int, _ gather: GatherSnapshot?, isGuarded: Bool
    ) -> (Change, String)? {
        guard let choice = Self.choices(gather).first(where: { $0.number == number })?.choice
        else { return nil }
        let text = Self.text(choice, gather)
        switch choice {
        case .foul(let side): return (.countFoul(of: side, isGuarded: isGuarded), text)
        case .timeOut(let side): return (.takeTimeOut(of: side), text)
        }
    }
}

extension ControlPanel {
    /// Opens the screen for a foul or a time-out.
    mutating func openStoppage(_ gather: GatherSnapshot?, at now: Duration) {
        guard gather?.phase == .open else {
            return notify(tr("no foul: no match is open"), .ignored, at: now)
        }
        guard let course = gather?.course else {
            return notify(
                tr("no foul: the match has no format; 'gatherctl format' chooses one"), .ignored,
                at: now)
        }
        guard course.isInPlay else {
            return notify(tr("no foul: nobody plays now"), .ignored, at: now)
        }
        screen = .stoppage(StoppageScreen())
    }

    /// Handles a key while a foul or a time-out is chosen.
    mutating func act(
        _ key: BoardKey, _ old: StoppageScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        var new = old
        guard let number = pick(key, &new.cursor, gather, at: now) else {
            screen = .stoppage(new)
            return []
        }
        screen = nil
        return new.change(number, gather, isGuarded: isGuarded).map { [send($0.0, $0.1)] } ?? []
    }
}
