import GatherAPI
import GatherCore
import LinuxIO

/// Sends the current match to the display whenever something has changed.
final class MatchPublisher {
    private let match: CurrentMatch
    private let submissions: SubmissionQueue
    private let roster: SquadRoster
    private let defaults: DefaultsInteractor
    private let account: AccountInteractor
    private let clock: any MachineClock
    /// The copy of the squad for readers.
    private let published: PublishedSquad
    private let show: (MatchUpdate) -> Void
    private var shown: MatchState?
    /// The recovery of a countdown that ran while the daemon was not running, until the next
    /// command.
    var recovered: RecoveryFields?

    /// Makes a publisher that has shown nothing yet.
    ///
    /// - Parameter show: Sends a state to the display.
    init(
        match: CurrentMatch, submissions: SubmissionQueue, roster: SquadRoster,
        defaults: DefaultsInteractor, account: AccountInteractor, clock: any MachineClock,
        published: PublishedSquad,
        show: @escaping (MatchUpdate) -> Void
    ) {
        (self.match, self.submissions, self.roster) = (match, submissions, roster)
        self.defaults = defaults
        (self.account, self.clock, self.published, self.show) = (account, clock, published, show)
    }

    /// Makes the display show the match, and publish it for a reason; nil publishes nothing.
    func publish(_ reason: Reason?, at now: Moment) {
        let state = state(at: now)
        shown = state
        show(MatchUpdate(state: state, reason: reason, moment: now))
    }

    /// Publishes the state of the newest gather's submission, if the gather is over.
    func publishSubmission(at now: Moment) {
        guard let phase = match.known?.gather.phase, [.ended, .discarded].contains(phase) else {
            return
        }
        publish(.submissionChanged, at: now)
    }

    /// Makes the display show what has changed, without publishing it.
    func refresh() { refresh(at: clock.moment) }

    /// Makes the display show what has changed by a moment, without publishing it.
    func refresh(at now: Moment) {
        published.view = PublishedSquad.View(
            squad: roster.squad, defaults: defaults.defaults,
            account: account.signedIn?.account.key)
        if state(at: now) != shown { publish(nil, at: now) }
    }

    func state(at now: Moment) -> MatchState {
        let submission = match.known.flatMap {
            try? submissions.submission(of: $0.number, at: now)
        }
        return MatchState(
            gather: match.gather.withNewestEventOnly, recovered: recovered,
            submission: submission, isSignedIn: account.signedIn != nil,
            awaited: submission.flatMap(account.awaitedOwner), salvage: match.store.salvage)
    }
}
