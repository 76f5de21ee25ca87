import GatherAPI
import LinuxIO

/// The match card: what `status` prints, and `watch` on a terminal.
struct MatchCardViewModel: Hashable {
    /// The digits of the clock, which may be bold; nil if there is no gather.
    let digits: String?

    /// What follows the digits on their line.
    let sentence: String

    /// The lines below.
    let details: [String]

    /// Presents a gather, or that there is none.
    init(_ gather: GatherSnapshot?, at now: ClockReading) {
        guard let gather else {
            (digits, sentence, details) = (
                nil, "no gather yet; start one with 'gatherctl start'", []
            )
            return
        }
        let clock = ClockViewModel(gather, at: now)
        digits = clock.digits
        sentence = clock.sentence
        let winner = gather.phase == .ended ? ", \(gather.winner)" : ""
        details = ["\(gather.scoreLine)\(winner)", Self.times(gather)] + Self.recovery(gather)
    }

    /// The card as lines of text.
    func lines(bold: Bool) -> [String] {
        guard let digits else { return [sentence] + details }
        let clock = bold ? "\u{1B}[1m\(digits)\u{1B}[0m" : digits
        return ["\(clock) \(sentence)"] + details
    }

    private static func times(_ gather: GatherSnapshot) -> String {
        let opened = "opened \(TimeWords.dateAndTime(gather.openedAt))"
        guard let endedAt = gather.endedAt else { return opened }
        return "\(opened), \(gather.phase.rawValue) \(TimeWords.dateAndTime(endedAt))"
    }

    private static func recovery(_ gather: GatherSnapshot) -> [String] {
        guard let recovered = gather.recovered else { return [] }
        let length = TimeWords.length(.milliseconds(recovered.unattendedMilliseconds))
        return [
            "recovered: the countdown went on unattended for up to \(length) "
                + "(\(recovered.clock.rawValue))"
        ]
    }
}

extension GatherSnapshot {
    /// Both sides with their goals: `Team A 2-1 Team B`.
    var scoreLine: String { "\(teamA.name) \(score) \(teamB.name)" }

    /// Who wins, by name: `winner Reds`, or `a draw`.
    var winner: String {
        switch winnerTeam {
        case "Team A": "winner \(teamA.name)"
        case "Team B": "winner \(teamB.name)"
        case "None": "a draw"
        default: "winner \(winnerTeam)"
        }
    }
}
