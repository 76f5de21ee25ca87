import GatherAPI
import LinuxIO

/// Presents the events of a match: a header, and a line for each event below the headings.
struct TimelinePresenter {
    private var columns = Columns(alignedRight: [0, 2])
    private var isHeaded = false
    private var day = Day("")

    /// Returns the header of a match whose events follow.
    mutating func header(_ gather: GatherSummary, _ sides: Sides? = nil) -> [String] {
        (columns, isHeaded) = (Columns(alignedRight: [0, 2]), false)
        day = Day(gather.openedAt)
        return [
            "\(gather.scoreLine)\(gather.phase == .open ? "" : ", \(gather.result)")",
            TimeText.opening(gather.openedAt, gather.endedAt, gather.phase), gather.id,
        ] + (sides.map(SidesPresenter.card) ?? []) + [""]
    }

    /// Returns the lines of some events; a change of the day, and of summer time, has a line of its
    /// own.
    mutating func lines(_ entries: [TimelineEntry]) -> [String] {
        let needsHeadings = !isHeaded && !entries.isEmpty
        isHeaded = isHeaded || needsHeadings
        let headings = needsHeadings ? [Self.headings] : []
        let lines = columns.lines(headings + entries.map(Self.cells))
        let events = zip(entries, lines.dropFirst(headings.count))
        return lines.prefix(headings.count)
            + events.flatMap { entry, line -> [String] in
                let day = Day(entry.at)
                defer { self.day = day }
                return day == self.day ? [line] : [day.text(after: self.day), line]
            }
    }

    private static var headings: [String] {
        [
            "#", tr("time"), tr("played", context: "time"), tr("score"),
            tr("by", context: "user"), tr("event"),
        ]
    }

    private static func cells(_ entry: TimelineEntry) -> [String] {
        let event = entry.shownText
        let text = entry.undoneBy.map { tr("%1$@ (undone by %2$@)", event, $0) }
        return [
            "\(entry.number)", TimeText.timeOfDay(entry.at),
            entry.playedText, entry.score,
            entry.operatorText, text ?? event,
        ]
    }

    /// A day of the clocks here, which show some times twice as summer time ends.
    private struct Day: Equatable {
        private let date: String
        /// The distance from universal time.
        private let distance: String

        init(_ time: String) {
            date = String(TimeText.dateAndTime(time).prefix(TimeText.dateWidth))
            distance = TimeText.wall(time).map { LocalTime($0).distance } ?? ""
        }

        /// Returns the line that begins the day, or the part of it with other clocks.
        func text(after other: Day) -> String {
            [distance, ""].contains(other.distance) ? date : "\(date) \(distance)"
        }
    }
}

extension TimelineEntry {
    /// The giver of the command: the device where one was named, as its user is that of a program.
    var operatorText: String {
        operatorDevice ?? operatorName ?? operatorUID.map { "\($0)" } ?? PositionText.none
    }

    /// The minute of the match.
    var minuteText: String { minute ?? "\(TimeText.minute(milliseconds: goneMilliseconds))" }

    /// The time that was played: the minute of a match with a format, such as `45+2'`.
    var playedText: String {
        minute.map { "\($0)'" } ?? TimeText.gone(milliseconds: goneMilliseconds)
    }
}

extension GoalFields {
    /// The minute of the match.
    var minuteText: String { minute ?? "\(TimeText.minute(milliseconds: goneMilliseconds))" }
}
