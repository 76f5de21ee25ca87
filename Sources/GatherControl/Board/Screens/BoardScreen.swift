import GatherAPI

/// A screen of the board in place of the large clock, from which the match is changed.
enum BoardScreen: Hashable, Sendable {
    case goals(ListCursor)
    case scorer(ScorerScreen)
    case sides(SidesScreen)
    case draw(DrawScreen)
    case card(CardScreen)
    case substitute(SubstituteScreen)
    case stoppage(StoppageScreen)

    /// True if a key that is held down picks once: else it would pick what is first in the next
    /// list, and a space would turn the clock behind the last one.
    var picksOnce: Bool { if case .draw = self { false } else { true } }

    /// The screen that Escape goes back to; nil for the board.
    var back: BoardScreen? {
        switch self {
        case .goals, .draw, .stoppage: nil
        case .scorer(let screen): .goals(ListCursor(at: screen.goal.number))
        case .sides(let screen):
            screen.first == nil ? nil : .sides(SidesScreen(cursor: screen.cursor))
        case .card(let screen): screen.back.map { .card($0) }
        case .substitute(let screen):
            screen.off.map { .substitute(SubstituteScreen(cursor: ListCursor(at: $0))) }
        }
    }

    /// Returns true if the screen is about a match that is not the one shown any more.
    ///
    /// A goal that is picked names its own match.
    ///
    /// - Parameter opened: The match that was shown when the screen was opened.
    func isOutdated(_ gather: GatherSnapshot?, opened: String?) -> Bool {
        switch self {
        case .sides, .card, .substitute, .stoppage: gather?.id != opened
        case .draw(let screen): screen.isOutdated(gather)
        case .goals, .scorer: false
        }
    }

    /// The contents of a screen.
    struct Contents: Hashable, Sendable {
        var title: String
        var groups: [Group]
        /// The keys.
        var hint: String
        /// The number of the row at the cursor; nil if there is no cursor.
        var cursor: Int?
        /// The beginning of a number, as typed so far.
        var typed = ""

        /// The numbers that can be picked, in the order of the rows.
        var numbers: [Int] { groups.flatMap(\.rows).map(\.number) }

        init(
            title: String, groups: [Group], hint: String = tr("number or Enter picks  Esc back"),
            cursor: ListCursor?
        ) {
            (self.title, self.groups, self.hint) = (title, groups, hint)
            self.cursor = cursor?.row(numbers)
            typed = cursor?.typed ?? ""
        }
    }

    /// Some rows of a list.
    struct Group: Hashable, Sendable {
        /// The heading; empty for none.
        var title = ""
        var rows: [Row]

        /// Makes a group of the players of a side, or of the bench.
        ///
        /// - Parameters:
        ///   - marked: The player who was picked.
        ///   - marks: The marks of cards, by the numbers of the players.
        init(
            _ title: String, _ players: [PlayerFields], marked: Int? = nil,
            marks: [Int: CardKind] = [:]
        ) {
            self.title = title
            rows = players.map { player in
                let mark = player.id == marked ? "* " : "  "
                return Row(
                    number: player.id, mark: marked == nil ? "" : mark,
                    text: CardPresenter.marked(
                        "\(player.nameAndShirt) \(PositionText.acronym(player.position))",
                        marks[player.id]))
            }
        }

        init(_ rows: [Row]) { self.rows = rows }
    }

    struct Row: Hashable, Sendable {
        /// The number by which the row is picked.
        var number: Int
        /// A sign before the number, as wide in each row of the list.
        var mark = ""
        var text: String
        /// Ever shorter forms of the text, for where there is little room.
        var shorter: [String] = []

        /// The row that names nobody; no player has its number.
        static var nobody: Row { Row(number: 0, text: tr("nobody")) }
    }
}

/// The choice of who scored a goal that was counted before.
struct ScorerScreen: Hashable, Sendable {
    let goal: TimelineEntry
    let side: Side
    /// The match of the goal, as it was shown when the goal was picked.
    let gather: GatherSnapshot
    var isOwn: Bool
    var cursor: ListCursor

    init?(_ goal: TimelineEntry, _ gather: GatherSnapshot) {
        guard let side = goal.team else { return nil }
        (self.goal, self.side, self.gather) = (goal, side, gather)
        isOwn = goal.ownGoal == true
        cursor = ListCursor(at: goal.scorerID ?? BoardScreen.Row.nobody.number)
    }

    var players: [PlayerFields] { gather.team(isOwn ? side.other : side).players }

    /// Returns the change that names the scorer of the goal.
    func change(_ number: Int) -> Change {
        let scorer = players.first { $0.id == number }.map {
            Scorer(id: $0.id, name: $0.name, isOwnGoal: isOwn)
        }
        var change = Change.amendGoal(goal.number, scorer, of: gather.id)
        change.players = players.candidates.names
        change.sides = [.teamA: gather.teamA.name, .teamB: gather.teamB.name]
        return change
    }

    var contents: BoardScreen.Contents {
        let name = gather.team(side).name
        var group = BoardScreen.Group("", players)
        group.rows.insert(.nobody, at: 0)
        return BoardScreen.Contents(
            title: isOwn
                ? tr("Own goal for %1$@, event %2$@, by?", name, goal.number)
                : tr("Goal for %1$@, event %2$@, by?", name, goal.number),
            groups: [group],
            hint: isOwn
                ? tr("number or Enter  o no own goal  Esc back")
                : tr("number or Enter  o own goal  Esc back"),
            cursor: cursor)
    }
}

/// The choice of two players who are exchanged.
struct SidesScreen: Hashable, Sendable {
    /// The player who was picked first.
    var first: Int?
    var cursor = ListCursor()

    func contents(_ gather: GatherSnapshot?) -> BoardScreen.Contents {
        BoardScreen.Contents(
            title: first == nil ? tr("Swap two players: the first?") : tr("Swap with?"),
            groups: gather?.groups(marked: first) ?? [], cursor: cursor)
    }
}

/// The choice of those who are there, and the draw of two sides of them.
struct DrawScreen: Hashable, Sendable {
    /// The numbers of those who are there.
    var ticked: Set<Int>
    var cursor = ListCursor()
    /// The draws that changed something, each with the number of its event, the oldest first.
    var drawn: [AwaitedScorers.Goal] = []
    /// The match that was shown before the first draw, if any.
    var gatherID: String?
    /// True if the sides are shown that were drawn.
    var isDrawn = false
    /// True if the draw is wanted although the match has begun.
    var isConfirmed = false
    /// The number of the request for a draw that is not answered yet.
    var request: Int?
    /// True if the draw is to be undone when it is answered.
    var isCancelled = false

    /// Returns true if the sides are those of another match than was drawn.
    ///
    /// The match that a draw has opened may not be shown yet.
    func isOutdated(_ gather: GatherSnapshot?) -> Bool {
        guard isDrawn, request == nil, let match = drawn.last?.gatherID else { return false }
        return gather?.id != match && gather?.id != gatherID
    }

    /// The same screen, whose draw is to be undone when it is answered.
    var cancelled: DrawScreen {
        var screen = self
        screen.isCancelled = true
        return screen
    }

    func contents(
        _ squad: [SquadPlayerFields]?, _ gather: GatherSnapshot?
    ) -> BoardScreen.Contents {
        if isDrawn {
            return BoardScreen.Contents(
                title: request == nil
                    ? tr("Drawn; y keeps the sides, d draws again, Escape takes it back")
                    : tr("drawing ..."),
                groups: gather?.groups() ?? [],
                hint: tr("y keep  d again  Esc take it back"), cursor: nil)
        }
        let rows = (squad ?? []).map { player in
            BoardScreen.Row(
                number: player.id, mark: ticked.contains(player.id) ? "[x] " : "[ ] ",
                text: ShirtText.name(player.profile.name, player.profile.shirt))
        }
        return BoardScreen.Contents(
            title: squad == nil
                ? tr("the squad is being listed ...")
                : tr("Who is there? %1$@ of %2$@", ticked.count, rows.count),
            groups: [BoardScreen.Group(rows)],
            hint: tr("number or space tick  a all  d draw  Esc back"),
            cursor: cursor)
    }
}

extension GatherSnapshot {
    /// True if the open match has been started, or anybody has scored.
    var hasBegun: Bool {
        if let course, phase == .open, course.stage != .waiting || course.index > 0 { return true }
        let isStarted = timer.state != .stopped || timer.timeUpAt != nil
        return phase == .open && (isStarted || teamA.score + teamB.score > 0)
    }

    /// Returns the sides, and the bench if anybody is on it.
    fileprivate func groups(marked: Int? = nil) -> [BoardScreen.Group] {
        let marks = CardPresenter.marks(self)
        let sides = Side.allCases.map { side in
            BoardScreen.Group(team(side).name, team(side).players, marked: marked, marks: marks)
        }
        guard !bench.isEmpty else { return sides }
        return sides + [BoardScreen.Group(tr("Bench"), bench, marked: marked, marks: marks)]
    }
}
