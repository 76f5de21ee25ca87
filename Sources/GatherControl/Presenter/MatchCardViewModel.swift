import GatherAPI
import LinuxIO

/// The match card, which `status` prints.
struct MatchCardViewModel: Hashable {
    /// The digits of the clock, which may be bold; nil if there is no match.
    let digits: String?

    /// The text after the digits on their line.
    let sentence: String
    let details: [String]

    init(_ state: MatchState, at now: ClockReading) {
        let salvage = Self.salvage(state.salvaged)
        guard let gather = state.gather else {
            digits = nil
            sentence = tr("no match yet; start one with 'gatherctl start'")
            details = salvage
            return
        }
        let clock = ClockViewModel(gather, at: now)
        digits = clock.digits
        sentence = clock.sentence
        let winner = gather.phase == .ended ? ", \(gather.resultText)" : ""
        var details = ["\(gather.scoreLine)\(winner)"]
        details += KicksPresenter.lines(gather)
        details += SidesPresenter.card(gather.sides)
        details.append(TimeText.opening(gather.openedAt, gather.endedAt, gather.phase))
        let recovery = RecoveryPresenter.line(gather.recovered, at: now)
        self.details = details + Self.notes(gather, recovery, at: now) + salvage
    }

    /// Returns the notes beside the clock and the score.
    ///
    /// - Parameter recovery: The note about a countdown that ran while the daemon did not.
    static func notes(
        _ gather: GatherSnapshot, _ recovery: String?, at now: ClockReading
    ) -> [String] {
        let course = [
            timeUp(gather, at: now), KickOffViewModel(gather, at: now)?.note,
            StoppagePresenter.underway(gather, at: now), StoppagePresenter.fouls(gather),
        ]
        let penalties = CardPresenter.penalties(gather, at: now).map {
            tr("time penalty: %1$@", $0)
        }
        let submission = SubmissionPresenter.line(gather.submission, at: now)
        return (course + penalties + [recovery] + doubt(gather) + [submission]).compactMap(\.self)
    }

    func lines(bold: Bool) -> [String] {
        guard let digits else { return [sentence] + details }
        let clock = bold ? PrintableText.bold(digits) : digits
        return ["\(clock) \(sentence)"] + details
    }

    /// Returns the time at which time was up, for a closed gather; nil for an open one, whose clock
    /// shows it.
    private static func timeUp(_ gather: GatherSnapshot, at now: ClockReading) -> String? {
        guard gather.phase != .open, let timeUpAt = gather.timer.timeUpAt else { return nil }
        return tr("time was up at %1$@", TimeText.moment(timeUpAt, at: now))
    }

    private static func doubt(_ gather: GatherSnapshot) -> [String] {
        guard gather.phase == .open, gather.timer.doubtful else { return [] }
        let way =
            gather.course == nil
            ? tr("to set it by hand: 'gatherctl adjust -30s' or 'gatherctl set 05:00'")
            : tr("to set it by hand: 'gatherctl adjust -30s'")
        return [
            tr("doubtful: less may be left: the machine was down, its clock is not synchronised"),
            "  \(way)",
        ]
    }

    /// Returns the notes about a database that was damaged.
    static func salvage(_ salvaged: SalvageFields?) -> [String] {
        guard let salvaged else { return [] }
        var lost = "\(salvaged.lostEvents)"
        if salvaged.mayHaveLostMore {
            lost = salvaged.lostEvents > 0 ? tr("at least %1$@", lost) : tr("not known")
        }
        return [
            tr(
                "salvaged %1$@: the database was damaged; events saved: %2$@, lost: %3$@",
                TimeText.dateAndTime(salvaged.at), salvaged.savedEvents, lost),
            "  \(tr("the damaged one is kept as %1$@", salvaged.file))",
        ]
    }
}

extension GatherSnapshot {
    /// Both sides with their goals: `Team A 2-1 Team B`.
    var scoreLine: String { "\(teamA.name) \(score) \(teamB.name)" }

    /// The winner by name: `winner Reds`, or `a draw`, and where the match was left before its end.
    var resultText: String {
        if let kicks, kicks.winner != nil || winner == nil {
            return KicksPresenter.result(
                winner: winnerName.wrappedValue, kicks.goalsA, kicks.goalsB)
        }
        return ResultText.of(
            winnerName.wrappedValue, endedEarly: course?.endedPeriod, course?.endedMinute)
    }
}
