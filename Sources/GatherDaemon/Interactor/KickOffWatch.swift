import GatherCore

/// Follows the kick-off of the match by the wall clock, which can be set.
struct KickOffWatch {
    /// The result of a look at the kick-off.
    struct Look {
        /// The moment, by the boot time, at which something is to be done; nil if there is none.
        let due: Duration?
        /// True if the wall clock was set, so that the kick-off comes earlier or later.
        let isMoved: Bool
    }

    /// The kick-off of the last look, and its moment by the boot time.
    private var kickOff: KickOff?
    private var due: Duration?
    /// The kick-off that could not start the countdown.
    private var missed: KickOff?

    /// Returns true if the countdown is to be started now.
    func isDue(_ gather: Gather, at now: Moment) -> Bool {
        gather.isKickOffDue(at: now) && gather.kickOff != missed
    }

    /// Records that the kick-off was refused, which is final: nobody expects a later start.
    mutating func miss(_ gather: Gather) { missed = gather.kickOff }

    /// Compares the kick-off with that of the last look.
    mutating func look(at gather: Gather, at now: Moment) -> Look {
        let remaining = gather.kickOff?.remaining(at: now)
        let due = remaining.map { now.boottime + $0 }
        let isAhead = remaining.map { $0 > .zero } ?? false
        if isAhead { missed = nil }
        let (known, knownDue) = (kickOff, self.due)
        (kickOff, self.due) = (gather.kickOff, due)
        var isMoved = false
        if let due, let knownDue, known?.wall == gather.kickOff?.wall {
            isMoved = due - knownDue >= Limits.wallStep || knownDue - due >= Limits.wallStep
        }
        if isAhead, gather.kickOff?.isAutomatic == true { return Look(due: due, isMoved: isMoved) }
        // A disk that failed may work again.
        let retry = isDue(gather, at: now) ? now.boottime + Limits.kickOffRetry : nil
        return Look(due: retry, isMoved: isMoved)
    }
}
