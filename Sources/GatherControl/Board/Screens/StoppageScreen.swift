import GatherAPI

/// The choice of a foul, a time-out or a cooling break.
struct StoppageScreen: Hashable, Sendable {
    var cursor = ListCursor()

    /// Something that can be picked.
    private enum Choice: Hashable {
        case foul(Side)
        case timeOut(Side?)
    }

    /// Returns the choices, in the order of their numbers from 1.
    private static func choices(_ gather: GatherSnapshot?) -> [Choice] {
        let sides = Side.allCases
        let timeOuts = gather?.course?.timeOuts
        let left = [timeOuts?.leftA ?? 0, timeOuts?.leftB ?? 0]
        return sides.map { .foul($0) } + zip(sides, left).filter { $0.1 > 0 }.map { .timeOut($0.0) }
            + [.timeOut(nil)]
    }

    private static func text(_ choice: Choice, _ gather: GatherSnapshot?) -> String {
        switch choice {
        case .foul(let side): tr("foul of %1$@", gather.name(of: side))
        case .timeOut(let side): StoppagePresenter.timeOut(of: side, gather)
        }
    }

    /// Returns the numbers of the rows.
    func numbers(_ gather: GatherSnapshot?) -> [Int] {
        Array(1...Self.choices(gather).count)
    }

    func contents(_ gather: GatherSnapshot?) -> BoardScreen.Contents {
        let rows = Self.choices(gather).enumerated().map { index, choice in
            BoardScreen.Row(number: index + 1, text: Self.text(choice, gather))
        }
        return BoardScreen.Contents(
            title: tr("Foul or time-out?"), groups: [BoardScreen.Group(rows)],
            hint: tr("number or Enter picks  Esc back"),
            cursor: cursor.row(numbers(gather)), typed: cursor.typed)
    }

    /// Returns the change that a row stands for, and its label.
    func change(_ number: Int, _ gather: GatherSnapshot?) -> (Change, String)? {
        let choices = Self.choices(gather)
        guard choices.indices.contains(number - 1) else { return nil }
        let choice = choices[number - 1]
        let text = Self.text(choice, gather)
        switch choice {
        case .foul(let side): return (.countFoul(of: side), text)
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
        if key.isBack {
            screen = nil
            return []
        }
        var new = old
        guard let number = new.cursor.press(key, new.numbers(gather)) else {
            refuseUnknown(key, new.cursor, at: now)
            screen = .stoppage(new)
            return []
        }
        screen = nil
        return new.change(number, gather).map { [send($0.0, $0.1)] } ?? []
    }
}
