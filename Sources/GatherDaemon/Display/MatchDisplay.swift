import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// Shows the match: answers `Get`, and publishes every change and every second.
///
/// It belongs to the server's queue and has all it shows in memory, so neither a disk that does not
/// answer nor a long command holds up the clock.
final class MatchDisplay {
    private let clock: any MachineClock
    private let log: any Log
    private let publish: (Change) -> Void
    private var alarm: (any Alarm)?
    private var state = MatchState()
    private var ticker = CountdownTicker()
    /// The moment that was shown last: what is shown never goes back.
    private var last: Moment?
    private var lastHurry: Duration?

    /// Makes a display of no match.
    ///
    /// - Parameters:
    ///   - queue: The server's.
    ///   - publish: Sends a change to those who subscribe.
    init(
        queue: SerialQueue, clock: any MachineClock, log: any Log,
        publish: @escaping (Change) -> Void
    ) {
        (self.clock, self.log, self.publish) = (clock, log, publish)
        alarm = clock.makeAlarm(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.wake() })
    }

    /// Publishes nothing more by itself.
    func stop() { alarm?.clear() }

    // MARK: - Requests

    /// The newest gather as it is now.
    func snapshot() -> JSONObject { fields(at: clock.moment) }

    /// The newest gather as it is now, for somebody who gets every change from now on, and with
    /// ticks every second of a running countdown: the next one is the one after this.
    func subscribe(ticks: Bool) -> JSONObject {
        let now = clock.moment
        catchUp(at: now)
        ticker.wantsTicks = ticker.wantsTicks || ticks
        setAlarm(at: now)
        return fields(at: now)
    }

    /// Publishes no seconds any more.
    func stopTicks() {
        ticker.wantsTicks = false
        setAlarm(at: clock.moment)
    }

    /// Whether it is time to bring forward what has failed on its way to a server, as somebody
    /// looks; true once in a while.
    func isHurryDue() -> Bool {
        let now = clock.moment.boottime
        if let lastHurry, now - lastHurry < Limits.submissionHurry { return false }
        lastHurry = now
        return true
    }

    // MARK: - Changes

    /// Shows a new state, and publishes it if it has a reason.
    ///
    /// What the clock did until then comes before it.
    func show(_ update: MatchUpdate) {
        var now = update.moment
        if let last, last.boottime > now.boottime { now = last }
        catchUp(at: now)
        state = update.state
        ticker.note(state.gather, at: now)
        if let reason = update.reason { send(reason, at: now) }
        setAlarm(at: now)
    }

    private func wake() {
        let now = clock.moment
        catchUp(at: now)
        setAlarm(at: now)
    }

    private func catchUp(at now: Moment) {
        for (reason, moment) in ticker.catchUp(state.gather, at: now) { send(reason, at: moment) }
    }

    private func send(_ reason: Reason, at now: Moment) {
        last = now
        if reason == .timeUp {
            log.record(
                GatherPresenter.journalEntry(.timeUp, "time is up", of: state.gather, at: now))
        }
        let status = reason == .tick ? nil : GatherPresenter.status(state.gather, at: now)
        publish(Change(snapshot: fields(at: now), reason: reason, status: status))
    }

    private func setAlarm(at now: Moment) {
        let next = ticker.next(state.gather, at: now)
        if let next { alarm?.set(at: next.boottime) } else { alarm?.clear() }
    }

    private func fields(at now: Moment) -> JSONObject {
        var fields = GatherPresenter.gatherFields(state, at: now)
        fields["salvaged"] = state.salvage.map { GatherPresenter.salvage($0).json } ?? .null
        return fields
    }
}

extension GatherPresenter {
    /// The newest gather as a reply and a publication have it.
    static func gatherFields(_ state: MatchState, at now: Moment) -> JSONObject {
        let submission = state.submission.map {
            Self.submission(
                $0, isSignedIn: state.isSignedIn, awaited: state.awaited, at: now)
        }
        let snapshot = snapshot(
            state.gather, at: now, recovered: state.recovered, submission: submission)
        return ["gather": snapshot?.json ?? .null]
    }
}
