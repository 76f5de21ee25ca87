public import Dispatch

/// The clocks of this machine, moved ahead while the program runs.
///
/// With them, a recorded match can be replayed faster than it was played. They never go back.
public final class MovedClock: MachineClock {
    private struct State: Sendable {
        /// The time by which they are ahead while they run.
        var lead = Duration.zero
        /// The boot time at which they stand; nil while they run.
        var standing: Duration?
        var alarms: [WeakAlarm] = []
    }

    private let clock: SystemClock
    private let state = Lock(State())

    /// Makes clocks that run and are not ahead.
    public init(_ clock: SystemClock) { self.clock = clock }

    /// Returns the reading of the machine's clocks, and the time by which these are ahead.
    private func reading(_ state: State) -> (real: ClockReading, lead: Duration) {
        let real = clock.now()
        return (real, state.standing.map { $0 - real.boottime } ?? state.lead)
    }

    /// Returns the present reading of all clocks.
    public func now() -> ClockReading {
        state.withLock { state in
            let (real, lead) = reading(state)
            var moved = real
            moved.boottime += lead
            moved.wall += lead
            return moved
        }
    }

    /// The time by which they are ahead.
    public var lead: Duration { state.withLock { reading($0).lead } }

    /// The clocks that are not moved.
    public var unmoved: any MachineClock { clock }

    /// Moves the clocks to a boot time, unless they are later already, and stops them there or lets
    /// them run on.
    public func move(to boottime: Duration, standing: Bool) {
        let alarms = state.withLock { state in
            let (real, lead) = reading(state)
            let shown = max(boottime, real.boottime + lead)
            state.standing = standing ? shown : nil
            state.lead = shown - real.boottime
            state.alarms.removeAll { $0.alarm == nil }
            return state.alarms.compactMap(\.alarm)
        }
        for alarm in alarms { alarm.arm() }
    }

    /// Makes an alarm that goes by these clocks.
    public func makeAlarm(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> any Alarm {
        let alarm = MovedAlarm(self, queue, handler)
        state.withLock { $0.alarms.append(WeakAlarm(alarm: alarm)) }
        return alarm
    }

    /// Watches the wall clock of the machine.
    public func watchWallClock(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) throws(SystemError) -> any WallClockWatch {
        try clock.watchWallClock(on: queue, handler: handler)
    }

    /// Returns the boot time of the machine at which these clocks show a boot time, if they are not
    /// moved until then; nil if they stand at an earlier time.
    fileprivate func real(_ boottime: Duration) -> Duration? {
        state.withLock { state in
            guard let standing = state.standing else { return boottime - state.lead }
            return boottime <= standing ? .zero : nil
        }
    }
}

/// A weak reference to an alarm.
private struct WeakAlarm: Sendable {
    weak var alarm: MovedAlarm?
}

/// An alarm that is set anew whenever its clocks are moved.
private final class MovedAlarm: Alarm {
    private let clock: MovedClock
    private let due: Lock<Duration?>
    private let alarm: TimerAlarm

    init(_ clock: MovedClock, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
        let due = Lock(Duration?.none)
        (self.clock, self.due) = (clock, due)
        alarm = TimerAlarm(queue: queue) {
            due.withLock { $0 = nil }
            handler()
        }
    }

    func set(at boottime: Duration) {
        due.withLock { $0 = boottime }
        arm()
    }

    func clear() {
        due.withLock { $0 = nil }
        alarm.clear()
    }

    /// Sets the timer of the machine's clock.
    func arm() {
        guard let due = due.withLock({ $0 }) else { return }
        if let real = clock.real(due) { alarm.set(at: real) } else { alarm.clear() }
    }
}

// SAFETY: the time has a lock, and so has the setting of the timer.
extension MovedAlarm: @unchecked Sendable {}
