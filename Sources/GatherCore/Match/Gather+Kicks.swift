/// The rules of extra time and kicks from the mark.
extension Gather {
    /// True if extra time can be added now.
    public var offersExtraTime: Bool {
        phase == .open && score.winner == nil && course?.canHaveExtraTime == true
    }

    /// True if the kicks from the mark can begin now.
    public var offersKicks: Bool {
        phase == .open && score.winner == nil && course?.canHaveKicks == true
    }

    /// The side that has won or leads: by the score, or where that is drawn, by kicks.
    public var winner: Side? { score.winner ?? kicksWinner }

    /// The side that has won by kicks from the mark; nil if the score has a winner of its own.
    public var kicksWinner: Side? { score.winner == nil ? course?.kicks?.winner : nil }

    /// The winner as `Team A`, `Team B`, or `None` for a draw.
    public var winnerDescription: String { winner?.section.heading ?? "None" }

    /// Returns the event that adds extra time.
    func addExtraTime() throws(Refusal) -> [Event] {
        let course = try knownCourse()
        if course.kicks != nil { throw .hasKicks }
        if course.hasExtraTime { throw .hasExtraTime }
        guard course.canHaveExtraTime else { throw playLeft(of: course) }
        guard score.winner == nil else { throw .notDrawn }
        return [.extraTimeAdded]
    }

    /// Returns the event that begins the kicks.
    func beginKicks() throws(Refusal) -> [Event] {
        let course = try knownCourse()
        if course.kicks != nil { throw .hasKicks }
        guard course.canHaveKicks else { throw playLeft(of: course) }
        guard score.winner == nil else { throw .notDrawn }
        return [.kicksBegan]
    }

    /// Returns the event of a kick.
    func take(_ given: GivenKick, _ squad: Squad) throws(Refusal) -> [Event] {
        guard let course else { throw .hasNoFormat }
        guard let kicks = course.kicks else { throw .noKicks }
        if let winner = kicks.winner { throw .kicksDecided(winner) }
        if let next = kicks.next, next != given.side { throw .outOfTurn(next) }
        guard kicks.taken.count < Limits.kicks else {
            throw .tooManyKicks(maximum: Limits.kicks)
        }
        var player: Player?
        if let id = given.player {
            player = try Self.players([id], in: lineup, squad).first
            guard lineup.section(of: id) == given.side.section else {
                throw .notOnTeam(id: id, given.side)
            }
        }
        return [.kickTaken(Kick(given.side, isIn: given.isIn, by: player))]
    }

    /// Checks that no kicks from the mark are being taken.
    func checkNotInKicks() throws(Refusal) {
        if course?.isInKicks == true { throw .kicksUnderway }
    }

    /// Checks that events do not change the score at which kicks from the mark have begun.
    func checkScoreIsOpen(for events: [Event]) throws(Refusal) {
        guard course?.kicks != nil, events.contains(where: changesScore) else { return }
        throw .kicksUnderway
    }

    private func changesScore(_ event: Event) -> Bool {
        switch event {
        case .scoreSet, .scoreAdded, .goalScored: true
        case .goalAmended(let amendment): goal(amendment.number).map(\.side) != amendment.side
        default: false
        }
    }

    private func knownCourse() throws(Refusal) -> PeriodCourse {
        guard let course else { throw .hasNoFormat }
        return course
    }

    /// Returns the refusal that names the play which has to end first.
    private func playLeft(of course: PeriodCourse) -> Refusal {
        .playLeft(
            period: course.stage == .waiting ? nil : course.period.id, next: course.nextPeriod?.id)
    }
}
