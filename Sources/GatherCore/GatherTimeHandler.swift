/// The countdown: the chosen time and what is left of it.
///
/// It is arithmetic on a deadline, never a counter of ticks, so it neither drifts nor loses the
/// fraction of a second at a pause. It has no alarm of its own: whoever holds it asks for the
/// state at a moment, and a deadline that has passed reads as `stopped` at `00:00`.
public struct GatherTimeHandler: Equatable, Sendable {
    /// What a countdown does.
    public enum State: Equatable, Sendable {
        /// At rest. Can become: running.
        case stopped(remaining: Duration)

        /// Counts down to its deadline. Can become: paused, stopped.
        case running(until: Moment)

        /// Held. Can become: running, stopped.
        case paused(remaining: Duration)
    }

    /// The chosen time, which cancel goes back to.
    public private(set) var initial: Duration

    /// What remained when the present run or pause began; the chosen time at rest.
    public private(set) var since: Duration

    /// The moment of the last command to the countdown, which none can be dated before.
    public private(set) var lastCommand: Moment

    /// The state as the last command left it; ``state(at:)`` is what holds at a moment.
    private var state: State

    /// The last moment this countdown was told of: between two boots, the wall clock counts on
    /// from here.
    private var observed: Moment

    /// Makes a countdown at rest at its chosen time.
    public init(initial: Duration, at moment: Moment) {
        self.initial = initial
        self.since = initial
        self.lastCommand = moment
        self.state = .stopped(remaining: initial)
        self.observed = moment
    }

    /// What the countdown does at `moment`.
    public func state(at moment: Moment) -> State {
        guard case .running = state else { return state }
        let carried = carried(to: moment)
        return carried.remaining(at: moment) > .zero
            ? carried.state : .stopped(remaining: .zero)
    }

    /// What is left at `moment`, never below zero.
    public func remaining(at moment: Moment) -> Duration {
        switch state {
        case .stopped(let remaining), .paused(let remaining): remaining
        case .running: max(carried(to: moment).untilDeadline(from: moment), .zero)
        }
    }

    /// Whether the countdown runs at `moment`.
    public func isRunning(at moment: Moment) -> Bool {
        if case .running = state(at: moment) { true } else { false }
    }

    // MARK: - Changes

    // Each is total: what cannot be done in the present state changes nothing. Refusing is the
    // business of `Gather.decide`.

    /// Notes that the clocks read `moment`: in another boot, the deadline is carried over to it by
    /// the wall clock, once.
    mutating func observe(_ moment: Moment) {
        self = carried(to: moment)
        observed = moment
    }

    /// Starts or resumes at `moment`.
    mutating func start(at moment: Moment) {
        let remaining = remaining(at: moment)
        guard !isRunning(at: moment), remaining > .zero else { return }
        since = remaining
        lastCommand = moment
        state = .running(until: moment.advanced(by: remaining))
    }

    /// Holds a running countdown at `moment`.
    mutating func pause(at moment: Moment) {
        guard isRunning(at: moment) else { return }
        let remaining = remaining(at: moment)
        since = remaining
        lastCommand = moment
        state = .paused(remaining: remaining)
    }

    /// Goes back to rest at the chosen time.
    mutating func cancel(at moment: Moment) {
        choose(initial, at: moment)
    }

    /// Goes to rest at a new chosen time.
    mutating func choose(_ time: Duration, at moment: Moment) {
        initial = time
        since = time
        lastCommand = moment
        state = .stopped(remaining: time)
    }

    /// Moves the deadline, or what remains, by `amount`; the chosen time stays.
    mutating func adjust(by amount: Duration, at moment: Moment) {
        let limit = Limits.time.upperBound
        let amount = min(max(amount, .zero - limit), limit)
        let remaining = min(max(remaining(at: moment) + amount, .zero), limit)
        switch state(at: moment) {
        case .running: state = .running(until: moment.advanced(by: remaining))
        case .paused: state = .paused(remaining: remaining)
        case .stopped: state = .stopped(remaining: remaining)
        }
        lastCommand = moment
    }

    /// Comes to rest where it is at `moment`, for good: the gather has ended.
    mutating func finish(at moment: Moment) {
        state = .stopped(remaining: remaining(at: moment))
    }

    // MARK: - Helpers

    /// This countdown with a deadline on the boot of `moment`.
    private func carried(to moment: Moment) -> GatherTimeHandler {
        guard case .running(let deadline) = state, deadline.boot != moment.boot else { return self }
        // A wall clock that went back between the boots must not give time back.
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
