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

    /// Since when nobody knows how long the machine was down; nil for a countdown that is sure.
    public private(set) var doubt: Doubt?

    /// How long it ran before the present run.
    private var ranBefore = Duration.zero

    /// How much the present run had to count down in all.
    private var toRun = Duration.zero

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

    /// How long it has run in all until `moment`: how much of the match has been played.
    public func hasRun(at moment: Moment) -> Duration {
        guard case .running = state else { return ranBefore }
        return ranBefore + toRun - remaining(at: moment)
    }

    /// When time was up, if it is so at `moment` because it ran out.
    public func timeUp(at moment: Moment) -> Moment? {
        let carried = carried(to: moment)
        guard case .running(let deadline) = carried.state, !carried.isRunning(at: moment) else {
            return nil
        }
        return deadline
    }

    /// Whether it may have less left than it shows: the machine was down, and nobody knows how
    /// long.
    public var isDoubtful: Bool { doubt != nil }

    // MARK: - Changes

    // Each is total: what cannot be done in the present state changes nothing. Refusing is the
    // business of `Gather.decide`.

    /// Notes that the clocks read `moment`: in another boot, the deadline is carried over to it by
    /// the wall clock, once.
    mutating func observe(_ moment: Moment) {
        self = carried(to: moment)
        observed = moment
        guard case .running(let deadline) = state else { return }
        // The same deadline, on the wall clock as it is set now.
        state = .running(until: moment.advanced(by: deadline.elapsed(since: moment)))
    }

    /// Goes on in another boot as if no time had passed: the wall clock cannot tell.
    mutating func doubt(at moment: Moment) {
        defer { observed = moment }
        guard case .running(let deadline) = state else { return }
        let counted = doubt.map { $0.counted + (observed.boottime - $0.at.boottime) } ?? .zero
        doubt = Doubt(from: doubt?.from ?? observed, counted: counted, at: moment)
        state = .running(until: moment.advanced(by: deadline.elapsed(since: observed)))
        lastCommand = moment
    }

    /// Takes off the time that the machine was down, now that the wall clock can tell.
    mutating func settle(at moment: Moment) {
        defer { observed = moment }
        guard let doubt, let missed = doubt.missed(at: moment) else { return }
        self.doubt = nil
        switch state {
        case .running(let deadline):
            let left = deadline.elapsed(since: moment) - missed
            state = .running(until: moment.advanced(by: left))
        case .paused(let remaining):
            let left = max(remaining - missed, .zero)
            ranBefore += remaining - left
            since = left
            state = left > .zero ? .paused(remaining: left) : .stopped(remaining: .zero)
        case .stopped: break
        }
    }

    /// Starts or resumes at `moment`.
    mutating func start(at moment: Moment) {
        let remaining = remaining(at: moment)
        guard !isRunning(at: moment), remaining > .zero else { return }
        ranBefore = hasRun(at: moment)
        toRun = remaining
        since = remaining
        lastCommand = moment
        state = .running(until: moment.advanced(by: remaining))
    }

    /// Holds a running countdown at `moment`.
    mutating func pause(at moment: Moment) {
        guard isRunning(at: moment) else { return }
        let remaining = remaining(at: moment)
        ranBefore = hasRun(at: moment)
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
        ranBefore = hasRun(at: moment)
        doubt = nil
        initial = time
        since = time
        lastCommand = moment
        state = .stopped(remaining: time)
    }

    /// Moves the deadline, or what remains, by `amount`; the chosen time stays.
    mutating func adjust(by amount: Duration, at moment: Moment) {
        let limit = Limits.time.upperBound
        let amount = min(max(amount, .zero - limit), limit)
        let before = remaining(at: moment)
        let remaining = min(max(before + amount, .zero), limit)
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

    /// Comes to rest where it is at `moment`, for good: the gather has ended.
    mutating func finish(at moment: Moment) {
        ranBefore = hasRun(at: moment)
        doubt = nil
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

/// What is not known after a reboot with a wall clock that cannot be trusted.
public struct Doubt: Equatable, Sendable {
    /// The last moment before it.
    let from: Moment

    /// How long the countdown has been seen since, in boots before that of `at`.
    let counted: Duration

    /// From when on it has been seen in its last boot.
    let at: Moment

    /// How much of the time since ``from`` nobody has counted, by a wall clock that is right; nil
    /// if it cannot be told.
    public func missed(at moment: Moment) -> Duration? {
        guard moment.boot == at.boot, moment.isWallTrusted, from.isWallTrusted else { return nil }
        let seen = counted + (moment.boottime - at.boottime)
        let passed = moment.wall - from.wall
        return passed >= seen ? passed - seen : nil
    }
}
