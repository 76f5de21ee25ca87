import CLinux
import Dispatch
import Glibc

/// Calls its handler at a point in time, or a little later.
///
/// It is a hint: whoever wakes reads the clock again.
public protocol Alarm {
    /// Sets the alarm to a point of `CLOCK_BOOTTIME`, instead of what it was set to.
    func set(at boottime: Duration)

    /// Sets it to nothing.
    func clear()
}

/// A timer of the kernel on `CLOCK_BOOTTIME`, timerfd_create(2).
///
/// Dispatch's timers run on `CLOCK_MONOTONIC`, which stops while the machine is suspended: one set
/// before a suspend would be late by all of it. This one is due as soon as the machine is back.
///
/// A thread waits for it and enters the queue itself, so one wake-up brings the handler: a Dispatch
/// source wakes the thread that looks after all sources first, and that thread another.
final class TimerAlarm: Alarm {
    private enum Setting: Equatable {
        case never
        case at(Duration)
        /// Nobody holds the alarm any more, and its thread ends.
        case over
    }

    private let timer: Timer

    init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        let timer = try Timer()
        self.timer = timer
        // A serial queue has a thread of its own while it is blocked.
        DispatchQueue(label: "gatherd.alarm").async {
            while timer.wait() {
                queue.sync { if timer.isDue() { handler() } }
            }
        }
    }

    deinit { timer.set(.over) }

    func set(at boottime: Duration) { timer.set(.at(boottime)) }

    func clear() { timer.set(.never) }

    /// What the alarm shares with the thread that waits.
    private final class Timer: Sendable {
        private let descriptor: Descriptor
        private let setting = Lock(Setting.never)

        init() throws(SystemError) {
            descriptor = Descriptor(owning: try checked { clinux_timer_create() })
        }

        func set(_ new: Setting) {
            setting.withLock { setting in
                guard new != setting else { return }
                setting = new
                switch new {
                case .never: clinux_timer_set(descriptor.number, 0)
                case .at(let time): clinux_timer_set(descriptor.number, Self.nanoseconds(time))
                case .over: clinux_timer_set(descriptor.number, 1)
                }
            }
        }

        /// Waits for the time; false if it is the end.
        func wait() -> Bool {
            var expirations = [UInt8](repeating: 0, count: MemoryLayout<UInt64>.size)
            // It blocks, and a timer that is open can be read.
            _ = try? descriptor.read(into: &expirations)
            return setting.withLock { $0 != .over }
        }

        /// Whether it is time, and not set anew since the thread woke; told once.
        func isDue() -> Bool {
            setting.withLock { setting in
                guard case .at(let time) = setting,
                    clinux_boottime_nanoseconds() >= Self.nanoseconds(time)
                else { return false }
                setting = .never
                return true
            }
        }

        /// From 1, for 0 would be never, to the end of the kernel's clock.
        private static func nanoseconds(_ duration: Duration) -> Int64 {
            let end = Duration.nanoseconds(Int64.max) - .seconds(1)
            let (seconds, attoseconds) = min(max(duration, .nanoseconds(1)), end).components
            return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        }
    }
}
