import Dispatch
import LinuxIO

/// A clock that a test moves: ninety minutes pass in a millisecond.
final class VirtualClock: MachineClock {
    private struct PendingAlarm {
        let queue: DispatchQueue
        let handler: @Sendable () -> Void
        var due: Duration?
    }

    private struct WeakWatch {
        weak var watch: VirtualWatch?
    }

    private struct State {
        var now = ClockReading(
            boottime: .seconds(1_000), wall: .seconds(1_800_000_000), boot: "boot1")
        var alarms: [Int: PendingAlarm] = [:]
        var watches: [WeakWatch] = []
        var nextID = 0
        var calls = 0
    }

    private let state = Lock(State())

    func now() -> ClockReading { state.withLock { $0.now } }

    /// How many times an alarm has called.
    var wakes: Int { state.withLock { $0.calls } }

    func makeAlarm(on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) -> any Alarm {
        state.withLock { state in
            state.nextID += 1
            state.alarms[state.nextID] = PendingAlarm(queue: queue, handler: handler)
            return VirtualAlarm(clock: self, id: state.nextID)
        }
    }

    func watchWallClock(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> any WallClockWatch {
        let watch = VirtualWatch(queue: queue, handler: handler)
        state.withLock { $0.watches.append(WeakWatch(watch: watch)) }
        return watch
    }

    /// Says whether the wall clock is known to be right from now on.
    func trustWall(_ isTrusted: Bool) {
        state.withLock { $0.now.isWallTrusted = isTrusted }
    }

    /// Lets time pass on both clocks; alarms that come due call at their time, in order.
    func advance(by duration: Duration) {
        let target = now().boottime + duration
        while let (due, alarm) = takeDue(until: target) {
            advance(to: due)
            alarm.queue.sync(execute: alarm.handler)
        }
        advance(to: target)
    }

    /// Sets the wall clock forward or back.
    func stepWall(by duration: Duration) {
        let watches = state.withLock { state in
            state.now.wall += duration
            return state.watches.compactMap(\.watch)
        }
        for watch in watches { watch.queue.sync(execute: watch.handler) }
    }

    /// Starts the machine again after it was off for so long: the boot time begins anew.
    func reboot(after duration: Duration) {
        state.withLock { state in
            state.now.wall += duration
            state.now.boottime = .seconds(20)
            state.now.boot += "+"
            state.alarms = [:]
        }
    }

    /// Lets time pass while the daemon is not there to observe an alarm.
    func advanceUnobserved(_ duration: Duration) {
        state.withLock { $0.alarms = [:] }
        advance(by: duration)
    }

    fileprivate func set(_ id: Int, due: Duration?) {
        state.withLock { $0.alarms[id]?.due = due }
    }

    private func advance(to boottime: Duration) {
        state.withLock { state in
            let step = max(boottime - state.now.boottime, .zero)
            state.now.boottime += step
            state.now.wall += step
        }
    }

    private func takeDue(until target: Duration) -> (Duration, PendingAlarm)? {
        state.withLock { state in
            let due = state.alarms.compactMap { id, alarm in alarm.due.map { (id, $0) } }
            guard let (id, time) = due.min(by: { $0.1 < $1.1 }), time <= target,
                let alarm = state.alarms[id]
            else { return nil }
            state.alarms[id]?.due = nil
            state.calls += 1
            return (time, alarm)
        }
    }
}

private final class VirtualWatch: WallClockWatch, Sendable {
    let queue: DispatchQueue
    let handler: @Sendable () -> Void

    init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.handler = handler
    }
}

private struct VirtualAlarm: Alarm {
    let clock: VirtualClock
    let id: Int

    func set(at boottime: Duration) { clock.set(id, due: boottime) }

    func clear() { clock.set(id, due: nil) }
}
