import GatherAPI

/// The facts of a match for its report, collected from its events.
struct MatchReport {
    /// The sides with their players, by the last message.
    var sides: Sides?

    /// The time at which the countdown first began to run.
    private(set) var startedAt: String?
    private(set) var goneMilliseconds = 0
    /// The changes of the score that were not undone, in the order in which they were made.
    private var changes: [TimelineEntry] = []
    /// The cards and substitutions that stand, in the order of their periods and minutes.
    private(set) var bookings: [TimelineEntry] = []
    /// The kicks from the mark that stand, in order.
    private(set) var kicks: [TimelineEntry] = []
    /// The periods of play that have ended, in order, each with the added time that was announced.
    private(set) var periods: [(end: TimelineEntry, addedMinutes: Int?)] = []
    /// The number of the first event that was lost with a damaged file.
    private(set) var firstLost: Int?
    /// The added time that was announced last, by the name of the period.
    private var announced: [String: Int] = [:]

    /// Collects the facts from some events.
    init(_ entries: [TimelineEntry] = []) {
        for entry in entries { add(entry) }
    }

    mutating func add(_ entry: TimelineEntry) {
        goneMilliseconds = max(entry.goneMilliseconds, 0)
        if entry.kind == "lost", firstLost == nil { firstLost = entry.number }
        guard entry.undoneBy == nil else { return }
        if ["started", "periodBegan"].contains(entry.kind), startedAt == nil {
            startedAt = entry.beganAt ?? entry.at
        }
        if entry.kickScored != nil { return kicks.append(entry) }
        if let period = entry.$period {
            if let minutes = entry.addedMinutes {
                announced[period] = minutes
            } else {
                // Another period of this name has its own.
                periods.append((entry, announced.removeValue(forKey: period)))
            }
        }
        if entry.playerTeam != nil {
            let earlier = bookings.lastIndex { !isBefore(entry, $0) }
            bookings.insert(entry, at: earlier.map { $0 + 1 } ?? bookings.startIndex)
        }
        guard entry.kind == "scoreChanged", entry.goals != 0 else { return }
        let next = changes.firstIndex { $0.number == entry.before }
        changes.insert(entry, at: next ?? changes.endIndex)
    }

    /// Returns true if an event took place in an earlier minute, or before another one in the same
    /// minute, or where a match has no minutes.
    private func isBefore(_ entry: TimelineEntry, _ other: TimelineEntry) -> Bool {
        let isEarlier = entry.goneMilliseconds < other.goneMilliseconds
        guard let minute = entry.minute, let otherMinute = other.minute else { return isEarlier }
        // Two periods may have the same minutes.
        let (period, otherPeriod) = (endedPeriods(before: entry), endedPeriods(before: other))
        if period != otherPeriod { return period < otherPeriod }
        if minute == otherMinute { return isEarlier }
        func numbers(_ text: String) -> [Int] { text.split(separator: "+").compactMap { Int($0) } }
        return numbers(minute).lexicographicallyPrecedes(numbers(otherMinute))
    }

    /// Returns the number of periods of play that had ended before an event.
    private func endedPeriods(before entry: TimelineEntry) -> Int {
        periods.count { $0.end.goneMilliseconds < entry.goneMilliseconds }
    }

    /// The events with goals in the tally, in its order.
    ///
    /// An older gatherd has no tally: all changes of the score are there then, with corrections.
    var goals: [TimelineEntry] {
        let tally = changes.filter { $0.tallyPlace != nil }
        guard tally.isEmpty else {
            return tally.sorted { $0.tallyPlace ?? 0 < $1.tallyPlace ?? 0 }
        }
        let hasGoals = changes.contains { $0.goals ?? 1 > 0 && $0.lowered != true }
        return hasGoals ? changes : []
    }

    /// Returns the scorers of a side's goals with their minutes, in the order of their first goals.
    func scorers(
        of team: ServerTeam
    ) -> [(id: Int?, name: String, isOwn: Bool, minutes: [String])] {
        var scorers: [(id: Int?, name: String, isOwn: Bool, minutes: [String])] = []
        for goal in goals where goal.team == team {
            let (id, isOwn) = (goal.scorerID, goal.ownGoal == true)
            // A player who was renamed has the name of the last goal that was recorded.
            let last = goals.filter { id != nil && $0.scorerID == id }
                .max { $0.number < $1.number }
            guard let name = (last ?? goal).shownScorer else { continue }
            let known = scorers.firstIndex { $0.id == id && $0.name == name && $0.isOwn == isOwn }
            let index = known ?? scorers.endIndex
            if known == nil { scorers.append((id, name, isOwn, [])) }
            scorers[index].minutes.append("\(goal.minuteText)'")
        }
        return scorers
    }
}

/// A match for people who were not there.
struct ReportViewModel: Hashable {
    /// A side, with what it did.
    struct Team: Hashable {
        let name: String
        /// The players in one text, such as `GK Anna, - Ben`; empty if none were chosen.
        var players = ""
        /// The scorers in one text, such as `Anna 3', 8'`; empty if none is named.
        let scorers: String
        /// The cards in one text, such as `Ben yellow card 3'`; empty if there are none.
        var cards = ""
        /// The substitutions in one text, such as `Di for Ben 12'`; empty if there are none.
        var substitutions = ""
        /// The minutes of the time-outs in one text, such as `12', 30'`; empty if there are none.
        var timeOuts = ""
        /// The number of fouls; 0 also where they were not counted.
        var fouls = 0
        /// The kicks from the mark in one text, such as `Ben in, out`; empty if there are none.
        var kicks = ""

        /// The lines about what the side did.
        var facts: [String] {
            [
                scorers.isEmpty ? nil : tr("goals: %1$@", scorers),
                cards.isEmpty ? nil : tr("cards: %1$@", cards),
                substitutions.isEmpty ? nil : tr("substitutions: %1$@", substitutions),
                timeOuts.isEmpty ? nil : tr("time-outs: %1$@", timeOuts),
                fouls == 0 ? nil : tr("fouls: %1$@", fouls),
                kicks.isEmpty ? nil : tr("kicks: %1$@", kicks),
            ].compactMap(\.self)
        }
    }

    /// A goal.
    struct Goal: Hashable {
        /// The minute, such as `3'`.
        let minute: String
        let score: String
        /// The side and the scorer.
        let details: String
    }

    /// The score line and the result.
    let title: String
    /// The date, the times, and the length that was played.
    let times: String
    /// The periods in one text, such as `first half 45+3' (+3 announced)`; empty without a format.
    let periods: String
    /// The sides and the bench, where there is something to say of them.
    let teams: [Team]
    let goals: [Goal]
    /// The beginning of the ID and the code of the record; empty if it has none.
    let record: String
    /// The event that was lost with a damaged file, without which all of this may be wrong; empty
    /// if there is none.
    var loss = ""

    /// The lines between the times and the sides.
    fileprivate var notes: [String] { [periods, loss].filter { !$0.isEmpty } }
}

extension ReportViewModel {
    init(_ gather: GatherSummary, _ report: MatchReport) {
        title = "\(gather.scoreLine), \(Self.result(gather))"
        times = Self.times(gather, report)
        periods = report.periods.map(Self.period).joined(separator: ", ")
        goals = report.goals.map { Self.goal($0, gather) }
        record = gather.code.map { tr("Record %1$@: %2$@", gather.shortID, $0) } ?? ""
        loss = report.firstLost.flatMap { VerificationPresenter.loss(of: $0, in: gather) } ?? ""
        let sides = report.sides
        teams = [
            Self.team(gather.teamAName, sides?.teamA, .teamA, report),
            Self.team(gather.teamBName, sides?.teamB, .teamB, report),
            Team(name: tr("Bench"), players: Self.names(sides?.bench), scorers: ""),
        ].filter { !$0.players.isEmpty || !$0.facts.isEmpty }
    }

    private static func team(
        _ name: String, _ players: [PlayerFields]?, _ side: ServerTeam, _ report: MatchReport
    ) -> Team {
        let bookings = report.bookings.filter { $0.playerTeam == side }
        let timeOuts = bookings.filter { $0.kind == "timeOutTaken" }
        let cards = bookings.compactMap { entry in
            entry.card.map { kind in
                let card = CardPresenter.text(kind)
                let whose = entry.shownPlayer.map { tr("%1$@ %2$@", $0, card) } ?? card
                return "\(whose) \(minute(entry))"
            }
        }
        let substitutions = bookings.compactMap { entry in
            entry.shownPlayerOn.map { on in
                "\(tr("%1$@ for %2$@", on, entry.shownPlayer ?? "")) \(minute(entry))"
            }
        }
        return Team(
            name: name, players: names(players), scorers: scorers(of: side, report),
            cards: cards.joinedBySemicolons(),
            substitutions: substitutions.joinedBySemicolons(),
            timeOuts: timeOuts.map(minute).joined(separator: ", "),
            fouls: bookings.count { $0.kind == "foulCounted" },
            kicks: KicksPresenter.short(
                report.kicks.filter { $0.playerTeam == side }
                    .map { ($0.player, $0.kickScored == true) }))
    }

    /// Returns a period of play with the minute of its last whistle.
    private static func period(_ period: (end: TimelineEntry, addedMinutes: Int?)) -> String {
        let name = PeriodName.shown(period.end.period ?? "")
        let minute = minute(period.end)
        guard let added = period.addedMinutes else { return "\(name) \(minute)" }
        return tr("%1$@ %2$@ (+%3$@ announced)", name, minute, added)
    }

    private static func names(_ players: [PlayerFields]?) -> String {
        guard let players, !players.isEmpty else { return "" }
        return SidesPresenter.names(players)
    }

    private static func result(_ gather: GatherSummary) -> String {
        switch gather.phase {
        case .open: tr("not over yet")
        case .ended: gather.result
        case .discarded: tr("left without a result")
        }
    }

    private static func times(_ gather: GatherSummary, _ report: MatchReport) -> String {
        let (date, start) = dateAndTime(report.startedAt ?? gather.openedAt)
        guard let endedAt = gather.endedAt else { return tr("%1$@, from %2$@", date, start) }
        let (lastDate, end) = dateAndTime(endedAt)
        let until = lastDate == date ? end : "\(lastDate) \(end)"
        let played = TimeText.gone(milliseconds: report.goneMilliseconds)
        return tr("%1$@, %2$@ to %3$@, %4$@ played", date, start, until, played)
    }

    private static func dateAndTime(_ time: String) -> (date: Substring, time: Substring) {
        let text = TimeText.dateAndTime(time)
        return (text.prefix(TimeText.dateWidth), text.dropFirst(TimeText.dateWidth + 1))
    }

    private static func minute(_ entry: TimelineEntry) -> String {
        "\(entry.minuteText)'"
    }

    private static func goal(_ entry: TimelineEntry, _ gather: GatherSummary) -> Goal {
        // An older gatherd without this field does not report whose goal it was.
        let team = entry.team.map { $0 == .teamA ? gather.teamAName : gather.teamBName }
        let count = (entry.tallyGoals ?? entry.goals).flatMap {
            $0 > 1 ? tr("%1$@ goal", "%1$@ goals", count: $0) : nil
        }
        let scorer = entry.shownScorer.map {
            entry.ownGoal == true ? tr("own goal of %1$@", $0) : $0
        }
        let details =
            entry.correction == true
            ? tr("corrected") : [team, count ?? scorer].compactMap(\.self).joined(separator: ", ")
        let score = entry.tallyScore ?? entry.standingScore ?? entry.score
        return Goal(minute: minute(entry), score: score, details: details)
    }

    /// Returns the scorers of a side's goals with their minutes, in one text.
    static func scorers(of team: ServerTeam, _ report: MatchReport) -> String {
        report.scorers(of: team).map { scorer in
            let name = scorer.isOwn ? tr("own goal of %1$@", scorer.name) : scorer.name
            return "\(name) \(scorer.minutes.joined(separator: ", "))"
        }.joinedBySemicolons()
    }
}

/// The form of a report.
enum ReportForm {
    case text
    case markdown
    case html

    /// Returns the report.
    func lines(_ report: ReportViewModel) -> [String] {
        switch self {
        case .text: Self.text(report)
        case .markdown: Self.markdown(report)
        case .html: Self.html(report)
        }
    }

    private static func text(_ report: ReportViewModel) -> [String] {
        let teams = report.teams.flatMap { team in
            let name =
                team.players.isEmpty ? team.name : tr("%1$@: %2$@", team.name, team.players)
            return [name] + team.facts.map { "  \($0)" }
        }
        let goals = report.goals.map { goal in
            [goal.minute, goal.score, goal.details].filter { !$0.isEmpty }.joined(separator: " ")
        }
        let parts: [[String]] = [
            [report.title, report.times], report.notes, [""], teams, teams.isEmpty ? [] : [""],
            goals.isEmpty ? [tr("no goals")] : goals,
            report.record.isEmpty ? [] : ["", report.record],
        ]
        return parts.flatMap(\.self)
    }

    // MARK: - Markdown

    private static func markdown(_ report: ReportViewModel) -> [String] {
        let teams = report.teams.flatMap { team in
            let players = team.players.isEmpty ? "" : " \(escaped(team.players))"
            let line = "- **\(escaped(team.name))**\(players)"
            return [line] + team.facts.map { "  - \(escaped($0))" }
        }
        let goals = report.goals.map { goal in
            "| \([goal.minute, goal.score, goal.details].map(escaped).joined(separator: " | ")) |"
        }
        let header = [tr("minute"), tr("score"), tr("goal")].map(escaped)
        let table = ["| \(header.joined(separator: " | ")) |", "| --- | --- | --- |"] + goals
        let notes = report.notes.flatMap { [escaped($0), ""] }
        let parts: [[String]] = [
            ["## \(escaped(report.title))", "", escaped(report.times), ""], notes, teams,
            teams.isEmpty ? [] : [""], goals.isEmpty ? [escaped(tr("no goals"))] : table,
            report.record.isEmpty ? [] : ["", escaped(report.record)],
        ]
        return parts.flatMap(\.self)
    }

    /// Returns a text in which nothing means a form of Markdown, or of HTML in it.
    private static func escaped(_ text: String) -> String {
        let marks: Set<Unicode.Scalar> = [
            "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "#", "|", "~", "!", "&", "@",
        ]
        // By scalars: a mark with a combining sign is another character in Swift, but not there.
        return text.unicodeScalars.map { marks.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }

    // MARK: - HTML

    // Not translated: the elements of HTML.
    private static func html(_ report: ReportViewModel) -> [String] {
        let title = HTMLText.escaped(report.title)
        var lines = [
            "<!DOCTYPE html>", "<html>", "<head>", "<meta charset=\"utf-8\">",
            "<meta name=\"viewport\" content=\"width=device-width\">", "<title>\(title)</title>",
            "</head>", "<body>", "<h1>\(title)</h1>", "<p>\(HTMLText.escaped(report.times))</p>",
        ]
        lines += report.notes.map { "<p>\(HTMLText.escaped($0))</p>" }
        for team in report.teams {
            lines.append("<h2>\(HTMLText.escaped(team.name))</h2>")
            if !team.players.isEmpty { lines.append("<p>\(HTMLText.escaped(team.players))</p>") }
            lines += team.facts.map { "<p>\(HTMLText.escaped($0))</p>" }
        }
        if report.goals.isEmpty {
            lines.append("<p>\(HTMLText.escaped(tr("no goals")))</p>")
        } else {
            lines.append("<table>")
            lines += report.goals.map { goal in
                let cells = [goal.minute, goal.score, goal.details].map {
                    "<td>\(HTMLText.escaped($0))</td>"
                }
                return "<tr>\(cells.joined())</tr>"
            }
            lines.append("</table>")
        }
        if !report.record.isEmpty { lines.append("<p>\(HTMLText.escaped(report.record))</p>") }
        return lines + ["</body>", "</html>"]
    }
}

/// Text in HTML.
enum HTMLText {
    /// Returns a text in which nothing means an element or an entity.
    static func escaped(_ text: String) -> String {
        let entities: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
        ]
        return text.unicodeScalars.map { entities[$0] ?? "\($0)" }.joined()
    }
}
