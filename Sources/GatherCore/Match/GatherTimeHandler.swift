/// The countdown: the chosen time and the time left.
///
/// It computes with a deadline and never counts ticks, so it neither drifts nor loses the fraction
/// of a second at a pause. It has no alarm of its own: its owner asks for the state at a moment,
/// and a deadline that has passed reads as `stopped` at `00:00`, unless the clock runs on then.
public struct GatherTimeHandler: Equatable, Sendable {
    /// The state of a countdown.
    public enum State: Equatable, Sendable {
        /// At rest, at the chosen time or where it ended. Can become: running.
        case stopped(remaining: Duration)

        /// Counting down to its deadline, or running on after it. Can become: paused, stopped.
        case running(until: Moment)

        /// Paused; what remains is negative after the deadline. Can become: running, stopped.
        case paused(remaining: Duration)
    }

    /// The chosen time, to which cancel returns.
    public private(set) var initial: Duration

    /// True if the clock runs on at `00:00`, and so counts the time after its deadline.
    public private(set) var runsOn: Bool

    /// The remaining time when the present run or pause began; the chosen time at rest.
    public private(set) var since: Duration

    /// The moment of the last command to the countdown; no command can be dated before it.
    public private(set) var lastCommand: Moment

    /// The state after the last command; ``state(at:)`` gives the state at a moment.
    private var state: State

    /// The doubt about how long the machine was down; nil for a countdown that is certain.
    public private(set) var doubt: Doubt?

    /// The time that the countdown ran before the present run.
    private var ranBefore = Duration.zero

    /// The remaining time at the start of the present run, with later adjustments.
    private var toRun = Duration.zero

    /// The last moment given to this countdown; between two boots, the wall clock counts from here.
    private var observed: Moment

    /// Makes a countdown at rest at its chosen time.
    public init(initial: Duration, runsOn: Bool = false, at moment: Moment) {
        self.initial = initial
        self.runsOn = runsOn
        self.since = initial
        self.lastCommand = moment
        self.state = .stopped(remaining: initial)
        self.observed = moment
    }

    /// Returns the state of the countdown at `moment`.
    public func state(at moment: Moment) -> State {
        guard case .running = state else { return state }
        let carried = carried(to: moment)
        return runsOn || carried.remaining(at: moment) > .zero
            ? carried.state : .stopped(remaining: .zero)
    }

    /// Returns the time left at `moment`, never below zero.
    public func remaining(at moment: Moment) -> Duration { max(left(at: moment), .zero) }

    /// Returns the time left at `moment`, negative if the clock has run on after its deadline.
    public func left(at moment: Moment) -> Duration {
        switch state {
        case .stopped(let remaining), .paused(let remaining): return remaining
        case .running:
            let left = carried(to: moment).untilDeadline(from: moment)
            return runsOn ? left : max(left, .zero)
        }
    }

    /// Returns the time that has passed on the clock: the chosen time without what is left.
    public func elapsed(at moment: Moment) -> Duration { max(initial - left(at: moment), .zero) }

    /// Returns true if the countdown runs at `moment`.
    public func isRunning(at moment: Moment) -> Bool {
        if case .running = state(at: moment) { true } else { false }
    }

    /// Returns the time that the countdown has run in all until `moment`, that is, the time played.
    public func hasRun(at moment: Moment) -> Duration {
        guard case .running = state else { return ranBefore }
        return ranBefore + toRun - left(at: moment)
    }

    /// Returns when time was up, or nil if the countdown has not run out by `moment`.
    public func timeUp(at moment: Moment) -> Moment? {
        let carried = carried(to: moment)
        guard case .running(let deadline) = carried.state, carried.left(at: moment) <= .zero else {
            return nil
        }
        return deadline
    }

    /// Returns a moment of another boot by the clocks of the last observation if it was before
    /// that, but not before the last command; any other moment as it is.
    ///
    /// Between two boots, the countdown is carried over from the last observation on only.
    func beforeObservation(_ moment: Moment) -> Moment {
        let ago = observed.elapsed(since: moment)
        guard moment.boot != observed.boot, ago > .zero else { return moment }
        let most = max(observed.elapsed(since: lastCommand), .zero)
        return observed.advanced(by: .zero - min(ago, most))
    }

    /// Returns true if a start at `moment` would make the clock run.
    public func canRun(at moment: Moment) -> Bool { runsOn || remaining(at: moment) > .zero }

    /// True if less time may be left than shown, because the machine was down for an unknown time.
    public var isDoubtful: Bool { doubt != nil }

    // MARK: - Changes

    // Each function is total: what is impossible in the present state changes nothing.
    // `Gather.decide` refuses such commands.

    /// Records that the clocks read `moment`; in another boot, carries the deadline over by the
    /// wall clock, once.
    mutating func observe(_ moment: Moment) {
        self = carried(to: moment)
        observed = moment
        guard case .running(let deadline) = state else { return }
        // The deadline stays; only its wall time follows the wall clock as it is set now.
        state = .running(until: moment.advanced(by: deadline.elapsed(since: moment)))
    }

    /// Continues in another boot as if no time had passed, because the wall clock cannot be
    /// trusted.
    mutating func doubt(at moment: Moment) {
        defer { observed = moment }
        guard case .running(let deadline) = state else { return }
        let counted = doubt.map { $0.counted + (observed.boottime - $0.at.boottime) } ?? .zero
        doubt = Doubt(from: doubt?.from ?? observed, counted: counted, at: moment)
        state = .running(until: moment.advanced(by: deadline.elapsed(since: observed)))
        lastCommand = moment
    }

    /// Subtracts the time that the machine was down, once the wall clock can be trusted.
    mutating func settle(at moment: Moment) {
        defer { observed = moment }
        guard let doubt, let missed = doubt.missed(at: moment) else { return }
        self.doubt = nil
        switch state {
        case .running(let deadline):
            let left = deadline.elapsed(since: moment) - missed
            state = .running(until: moment.advanced(by: left))
        case .paused(let remaining):
            let left = runsOn ? remaining - missed : max(remaining - missed, .zero)
            ranBefore += remaining - left
            since = left
            state = runsOn || left > .zero ? .paused(remaining: left) : .stopped(remaining: .zero)
        case .stopped: break
        }
    }

    /// Starts or resumes at `moment`.
    mutating func start(at moment: Moment) {
        let remaining = left(at: moment)
        guard !isRunning(at: moment), canRun(at: moment) else { return }
        ranBefore = hasRun(at: moment)
        toRun = remaining
        since = remaining
        lastCommand = moment
        state = .running(until: moment.advanced(by: remaining))
    }

    /// Pauses a running countdown at `moment`.
    mutating func pause(at moment: Moment) {
        guard isRunning(at: moment) else { return }
        let remaining = left(at: moment)
        ranBefore = hasRun(at: moment)
        since = remaining
        lastCommand = moment
        state = .paused(remaining: remaining)
    }

    /// Pauses at `moment`; no later command can be dated before it, even if the countdown was not
    /// running.
    mutating func hold(at moment: Moment) {
        pause(at: moment)
        lastCommand = moment
    }

    /// Stops the countdown and returns to the chosen time.
    mutating func cancel(at moment: Moment) {
        choose(initial, at: moment)
    }

    /// Stops the countdown and sets a new chosen time.
    mutating func choose(_ time: Duration, at moment: Moment) {
        ranBefore = hasRun(at: moment)
        doubt = nil
        initial = time
        since = time
        lastCommand = moment
        state = .stopped(remaining: time)
    }

    /// Moves the deadline, or the remaining time, by `amount`; the chosen time stays.
    mutating func adjust(by amount: Duration, at moment: Moment) {
        let limit = Limits.time.upperBound
        let amount = min(max(amount, .zero - limit), limit)
        let before = left(at: moment)
        let remaining = min(max(before + amount, runsOn ? .zero - limit : .zero), limit)
        switch state(at: moment) {
        case .running:
            toRun += remaining - before
            state = .running(until: moment.advanced(by: remaining))
        case .paused: state = .paused(remaining: remaining)
        case .stopped:
            ranBefore = hasRun(at: moment)
            state = .stopped(remaining: remaining)
        }
        doubt = nil
        lastCommand = moment
    }

    /// Stops the countdown for good at `moment`, because the gather has ended.
    mutating func finish(at moment: Moment) {
        ranBefore = hasRun(at: moment)
        doubt = nil
        state = .stopped(remaining: left(at: moment))
        lastCommand = moment
    }

    /// Gives the countdown another length from `moment` on; the time that has passed on it stays.
    mutating func change(initial: Duration, runsOn: Bool, at moment: Moment) {
        let elapsed = elapsed(at: moment)
        let wasRunning = isRunning(at: moment)
        ranBefore = hasRun(at: moment)
        (self.initial, self.runsOn) = (initial, runsOn)
        let left = runsOn ? initial - elapsed : max(initial - elapsed, .zero)
        switch state {
        case .running where wasRunning:
            toRun = left
            state = .running(until: moment.advanced(by: left))
        case .paused where runsOn || left > .zero: state = .paused(remaining: left)
        case .running, .stopped, .paused:
            since = left
            state = .stopped(remaining: left)
        }
    }

    /// Takes over the doubt about how long the machine was down from the clock before this one.
    mutating func inherit(_ doubt: Doubt?) { self.doubt = doubt }

    // MARK: - Helpers

    /// Returns this countdown with a deadline on the boot of `moment`.
    private func carried(to moment: Moment) -> GatherTimeHandler {
        guard case .running(let deadline) = state, deadline.boot != moment.boot else { return self }
        // A wall clock that was set back between the boots must not add time.
        let gone = max(moment.elapsed(since: observed), .zero)
        let left = deadline.elapsed(since: observed) - gone
        var carried = self
        carried.state = .running(until: moment.advanced(by: left))
        carried.observed = moment
        return carried
    }

    private func untilDeadline(from moment: Moment) -> Duration {
        guard case .running(let deadline) = state else { return .zero }
        return deadline.elapsed(since: moment)
    }
}

/// The unknown time that a machine was down before a reboot, when the wall clock cannot be trusted.
public struct Doubt: Equatable, Sendable {
    /// The last moment before the reboot.
    let from: Moment

    /// The time observed since then, in boots before the boot of `at`.
    let counted: Duration

    /// The moment from which the last boot was observed.
    let at: Moment

    /// Returns the unobserved time since ``from``, by a trusted wall clock, or nil if it is
    /// unknown.
    public func missed(at moment: Moment) -> Duration? {
        guard moment.boot == at.boot, moment.isWallTrusted, from.isWallTrusted else { return nil }
        let seen = counted + (moment.boottime - at.boottime)
        let elapsed = moment.wall - from.wall
        return elapsed >= seen ? elapsed - seen : nil
    }
}
