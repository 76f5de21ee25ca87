import GatherAPI
import GatherClub
import LinuxIO

/// Presents the fixtures of a club.
enum FixturePresenter {
    /// Returns the problem of a field in words.
    static func text(_ problem: FixtureProblem, of field: FixtureField) -> String {
        switch (problem, field) {
        case (.missing, _): tr("it is missing")
        case (.malformed, .id): tr("an ID has letters, digits, '_', '-' and '.' alone")
        case (.malformed, .time):
            tr("a time is as 2026-11-28 10:30, 10:30 or 2026-11-28T10:30:00+01:00")
        case (.malformed, .pitch): tr("a pitch has letters, digits, '_' and '-' alone")
        case (.malformed, _): tr("it is not a length of time; use 25, 25m or 12:30")
        case (.tooLong, .id):
            tr("it is longer than %1$@ characters", InterfaceLimits.fixtureIDCharacters.upperBound)
        case (.tooLong, .pitch): tr("it is longer than %1$@ characters", BrokerName.limit)
        case (.tooLong, .format):
            tr(
                "it is longer than %1$@ characters",
                InterfaceLimits.fixtureFormatCharacters.upperBound)
        case (.tooLong, _):
            tr("it is longer than %1$@ characters", InterfaceLimits.nameCharacters)
        case (.unprintable, _): tr("it has a character that cannot be printed")
        case (.outOfRange, _):
            tr(
                "a match lasts from %1$@ to %2$@",
                TimeText.limit(seconds: InterfaceLimits.timeSeconds.lowerBound),
                TimeText.limit(seconds: InterfaceLimits.timeSeconds.upperBound))
        case (.repeated, _): tr("another fixture has this ID")
        case (.sameSide, _): tr("it is the name of the other side")
        }
    }

    /// Returns the lines that say why the fixtures are on this machine alone.
    static func lines(_ reason: UnpublishedReason) -> [String] {
        // Not translated: a command.
        let check = "gatherctl mqtt check"
        let cause =
            switch reason {
            case .noConnection: tr("there is no connection")
            case .denied: tr("the broker does not allow it")
            case .unanswered: tr("the broker has not answered yet")
            }
        return [
            tr("kept here; not yet at the broker: %1$@", cause),
            reason == .unanswered ? nil : tr("'%1$@' says what does not work", check),
        ].compactMap(\.self)
    }

    /// Returns a line for each fixture: those of today first, then those of later days, those
    /// without a time, and those of days that are past.
    static func lines(_ fixtures: [Fixture], at now: ClockReading) -> [String] {
        let today = LocalTime(now.wall)
        let rows = fixtures.map { Row($0, today) }.enumerated().sorted { one, other in
            (one.element.rank, one.element.shown, one.offset)
                < (other.element.rank, other.element.shown, other.offset)
        }
        return Columns.lines(rows.map(\.element.cells))
    }

    private struct Row {
        let fixture: Fixture
        /// The rank in the list: 0 for today, 1 for later days, 2 without a time, 3 for past days.
        let rank: Int
        /// The local time, with the day unless that is today.
        let shown: String

        init(_ fixture: Fixture, _ today: LocalTime) {
            self.fixture = fixture
            switch fixture.$time.flatMap(FixtureTime.init) {
            case nil: (rank, shown) = (2, "-")
            case .clock(let hour, let minute)?:
                (rank, shown) = (0, Self.clock(hour, minute))
            case .date(let day, let hour, let minute)?:
                (rank, shown) = Self.place(day, Self.clock(hour, minute), today)
            case .moment(let seconds)?:
                let text = LocalTime(.seconds(seconds)).dateAndTime
                (rank, shown) = Self.place(String(text.prefix(10)), String(text.suffix(5)), today)
            }
        }

        var cells: [String] {
            [
                shown, fixture.pitch ?? "-", fixture.group ?? "-", fixture.id,
                "\(fixture.home) - \(fixture.away)",
            ]
        }

        private static func place(
            _ day: String, _ clock: String, _ today: LocalTime
        ) -> (Int, String) {
            if day == today.date { return (0, clock) }
            return (day > today.date ? 1 : 3, "\(day) \(clock)")
        }

        private static func clock(_ hour: Int, _ minute: Int) -> String {
            [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
    }
}
