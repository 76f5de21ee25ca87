import GatherAPI
import GatherCore

/// Records what happens to the clocks of the machine, and shows how the countdown went on while the
/// daemon or the machine did not run.
final class ClockRecorder {
    private let match: CurrentMatch
    private let publisher: MatchPublisher
    private let log: any Log
    /// The moment when this daemon restored the match.
    private var resumedAt: Moment?

    private var gather: Gather { match.gather }

    /// Makes a recorder of a match that is not restored yet.
    init(match: CurrentMatch, publisher: MatchPublisher, log: any Log) {
        (self.match, self.publisher, self.log) = (match, publisher, log)
    }

    /// Recovers the match when the daemon has restored it.
    func resume(at now: Moment) {
        resumedAt = now
        recover(at: now)
    }

    /// Recovers a countdown that was running when it was last recorded, and has run on since.
    func recover(at now: Moment) {
        guard gather.phase == .open, let last = gather.log.last?.moment,
            gather.timer.isRunning(at: last)
        else { return }
        let gap = max(now.elapsed(since: last), .zero)
        switch gather.clockEvent(at: now) {
        case .clockDoubted:
            publisher.recovered = recovery(unattended: .zero, clock: .none, at: now)
        case .rebooted: publisher.recovered = recovery(unattended: gap, clock: .wall, at: now)
        default:
            publisher.recovered = recovery(unattended: gap, clock: .boottime, at: now)
            let text = GatherPresenter.restarted(resumedAt ?? now, at: now)
            log.record(GatherPresenter.journalEntry(.recovered, text, of: gather, at: now))
        }
    }

    /// Records what has happened to the clocks, if the countdown depends on it.
    func record(at now: Moment) {
        while gather.phase == .open, let event = gather.clockEvent(at: now) {
            let before = gather.timer
            let recorded = match.record(event, at: now)
            log.record(GatherPresenter.journalEntry(recorded, before: gather, after: gather))
            guard case .clockSettled = event, let missed = before.doubt?.missed(at: now) else {
                continue
            }
            publisher.recovered = recovery(unattended: missed, clock: .wall, at: now)
            publisher.publish(.clockCorrected, at: now)
            if before.isRunning(at: now), !gather.timer.isRunning(at: now) {
                publisher.publish(.timeUp, at: now)
            }
        }
    }

    /// Returns what happened to the clocks while the gather was over; it has to be recorded before
    /// the gather is reopened.
    static func missedEvents(of gather: Gather, at now: Moment) -> [RecordedEvent] {
        guard gather.phase != .open, let event = gather.clockEvent(at: now) else { return [] }
        let number = gather.revision + 1
        return [
            RecordedEvent(number: number, step: number, moment: now, operatorUID: nil, event: event)
        ]
    }

    private func recovery(
        unattended: Duration, clock: RecoveryFields.Clock, at now: Moment
    ) -> RecoveryFields {
        GatherPresenter.recovery(
            unattended: unattended, clock: clock, restarted: resumedAt ?? now, at: now)
    }
}
