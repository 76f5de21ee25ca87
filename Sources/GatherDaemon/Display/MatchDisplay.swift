import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A change that is sent to every subscriber.
struct Change {
    /// Makes the new state, as sent to a subscriber; called before the next change, if at all.
    let snapshot: () -> JSONObject
    let reason: Reason
    /// The state in one line; nil if it has not changed.
    let status: String?
}

/// Shows the match: answers `Get`, and publishes every change and every second.
///
/// It belongs to the server's queue and holds all that it shows in memory, so neither a disk that
/// does not answer nor a long command delays the clock.
final class MatchDisplay {
    private let clock: any MachineClock
    private let log: any Log
    private let publish: (Change) -> Void
    private var alarm: (any Alarm)?
    private var state = MatchState()
    private var ticker = CountdownTicker()
    /// The moment that was shown last; the displayed time never goes back.
    private var last: Moment?
    private var lastRetry: Duration?

    /// Makes an empty display.
    ///
    /// - Parameters:
    ///   - queue: The server's queue.
    ///   - publish: Sends a change to the subscribers.
    init(
        queue: SerialQueue, clock: any MachineClock, log: any Log,
        publish: @escaping (Change) -> Void
    ) {
        (self.clock, self.log, self.publish) = (clock, log, publish)
        alarm = clock.makeAlarm(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.wake() })
    }

    /// Stops the alarm, so that nothing more is published by itself.
    func stop() { alarm?.clear() }

    // MARK: - Requests

    /// Returns the newest gather at the present moment.
    func snapshot() -> JSONObject { fields(at: clock.moment) }

    /// Returns the newest gather at the present moment, for a new subscriber.
    ///
    /// With `ticks`, every second of a running countdown is published from now on; the next one
    /// follows this snapshot.
    func subscribe(ticks: Bool) -> JSONObject {
        let now = clock.moment
        catchUp(at: now)
        ticker.wantsTicks = ticker.wantsTicks || ticks
        setAlarm(at: now)
        return fields(at: now)
    }

    /// Stops publishing seconds.
    func stopTicks() {
        ticker.wantsTicks = false
        setAlarm(at: clock.moment)
    }

    /// Returns true if failed submissions should be retried early because somebody is watching;
    /// this is rate-limited.
    func isRetryDue() -> Bool {
        let now = clock.moment.boottime
        if let lastRetry, now - lastRetry < Limits.submissionRetryInterval { return false }
        lastRetry = now
        return true
    }

    // MARK: - Changes

    /// Shows a new state, and publishes it if it has a reason.
    ///
    /// The clock's own changes up to then are published first.
    func show(_ update: MatchUpdate) {
        var now = update.moment
        if let last, last.boottime > now.boottime { now = last }
        catchUp(at: now)
        state = update.state
        ticker.record(state.gather, at: now)
        if let reason = update.reason { send(reason, at: now) }
        setAlarm(at: now)
    }

    /// Shows what the clock shows after it was moved, also to those who would compute it.
    func clockMoved() {
        let now = clock.moment
        // The seconds that were left out are not shown.
        let wantsTicks = ticker.wantsTicks
        ticker.wantsTicks = false
        catchUp(at: now)
        ticker.wantsTicks = wantsTicks
        if state.gather.phase == .open { send(.tick, at: now) }
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
        publish(Change(snapshot: { self.fields(at: now) }, reason: reason, status: status))
    }

    private func setAlarm(at now: Moment) {
        let next = ticker.next(state.gather, at: now)
        if let next { alarm?.set(at: next.boottime) } else { alarm?.clear() }
    }

    private func fields(at now: Moment) -> JSONObject {
        var fields = GatherPresenter.gatherFields(state, at: now, lead: clock.lead)
        fields["salvaged"] = state.salvage.map { GatherPresenter.salvage($0).json } ?? .null
        return fields
    }
}

extension GatherPresenter {
    /// Returns the newest gather for a reply or a publication.
    ///
    /// - Parameter lead: The time by which the clock is ahead of that of the clients.
    static func gatherFields(_ state: MatchState, at now: Moment, lead: Duration) -> JSONObject {
        let submission = state.submission.map {
            Self.submission($0, isSignedIn: state.isSignedIn, awaited: state.awaited, at: now)
        }
        var snapshot = snapshot(
            state.gather, at: now, recovered: state.recovered, submission: submission)
        if lead != .zero { snapshot?.setBack(by: lead) }
        return ["gather": snapshot?.json ?? .null]
    }
}

/// The match as shown until it changes; the interactor sends it to the display.
struct MatchState: Equatable, Sendable {
    /// The newest gather, with the newest of its events only.
    var gather = Gather()
    /// The recovery of a countdown that ran while the daemon was not running.
    var recovered: RecoveryFields?
    /// The submission of its result; nil if it is not to be sent.
    var submission: Submission?
    /// True if somebody is signed in at a server.
    var isSignedIn = false
    /// The user whose sign-in the result waits for, if another one is signed in.
    var awaited: OwnerFields?
    /// The record of data salvaged from a damaged file, until the next gather opens.
    var salvage: Salvage?
}

/// A new state of the match for the display.
struct MatchUpdate: Sendable {
    var state: MatchState
    /// The reason to publish; nil if nothing is published.
    var reason: Reason?
    var moment: Moment
}

extension MachineClock {
    /// The readings of all clocks, as the core's type.
    var moment: Moment {
        let reading = now()
        return Moment(
            boottime: reading.boottime, wall: reading.wall, boot: reading.boot,
            isWallTrusted: reading.isWallTrusted)
    }
}

/// Remembers what the clock last showed, and reports its own changes since then.
///
/// The countdown reaching 00:00 is no event, since it follows from the events.
struct CountdownTicker {
    /// A change that the clock made, and its moment.
    typealias ClockChange = (reason: Reason, moment: Moment)

    /// True if somebody subscribes to every second.
    var wantsTicks = false

    /// The seconds last shown while the clock ran, negative after its deadline; nil if it was last
    /// seen at rest.
    private var shown: Int?

    /// The place of the period last shown.
    private var period: Int?

    /// The moment when the countdown shown last reaches 00:00.
    private var deadline: Moment?

    /// Records what the clock shows.
    mutating func record(_ gather: Gather, at now: Moment) {
        let gather = gather.settled(at: now)
        period = gather.course?.index
        guard gather.phase == .open, case .running(let deadline) = gather.timer.state(at: now)
        else {
            (shown, self.deadline) = (nil, nil)
            return
        }
        shown = gather.timer.left(at: now).secondsRoundedUp
        self.deadline = deadline
    }

    /// Returns what the clock has done since it was last recorded, and records it.
    mutating func catchUp(_ gather: Gather, at now: Moment) -> [ClockChange] {
        guard let last = shown else { return [] }
        let missed = wantsTicks ? missedTicks(since: last, at: now) : []
        let before = period
        record(gather, at: now)
        // A break is over, and play has begun by itself.
        if period != before { return missed + [(.periodBegan, now)] }
        if shown.map({ $0 <= 0 && last > 0 }) ?? true { return missed + [(.timeUp, now)] }
        return wantsTicks && shown != last ? missed + [(.tick, now)] : missed
    }

    /// Returns the moment of the clock's next own change: the deadline, or the next second if those
    /// are wanted.
    ///
    /// It is nil if nothing runs.
    func next(_ gather: Gather, at now: Moment) -> Moment? {
        guard let shown, let deadline, gather.timer(at: now).isRunning(at: now) else {
            return nil
        }
        guard wantsTicks else { return shown > 0 ? deadline : nil }
        return deadline.advanced(by: .seconds(1 - shown))
    }

    /// Returns the seconds that passed while the queue was blocked, for example by a slow disk,
    /// each with its own moment.
    private func missedTicks(since last: Int, at now: Moment) -> [ClockChange] {
        guard let deadline else { return [] }
        let left = deadline.elapsed(since: now).secondsRoundedUp
        // The deadline has its own message.
        let (newest, oldest) = (last > 0 ? max(left + 1, 1) : left + 1, last - 1)
        guard newest <= oldest, oldest - newest < Limits.missedTicks else { return [] }
        return (newest...oldest).reversed().map { second in
            (.tick, deadline.advanced(by: .seconds(-second)))
        }
    }
}

extension Duration {
    /// The whole seconds, rounded up.
    fileprivate var secondsRoundedUp: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }
}
