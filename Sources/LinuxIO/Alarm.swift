import CLinux
import Dispatch

/// Calls its handler at a point in time, or a little later.
///
/// It is a hint: whoever wakes reads the clock again.
public protocol Alarm {
    /// Sets the alarm to a point of `CLOCK_BOOTTIME`, instead of what it was set to.
    func set(at boottime: Duration)

    /// Sets it to nothing.
    func clear()
}

/// A Dispatch timer on `CLOCK_BOOTTIME`: it is due at its time also where the machine was suspended
/// meanwhile, as soon as it is back.
///
/// To set a Dispatch timer wakes the thread that looks after all of them. So one that is set to a
/// later time, or to none, stays as it is, and is set anew when it wakes too early; and one that is
/// set to the second after it was due goes on by itself every second.
final class TimerAlarm: Alarm {
    private let timer: any DispatchSourceTimer
    private let setting = Lock(Setting())

    private struct Setting {
        /// The time of the alarm.
        var due: Duration?
        /// The time of the timer, at most that of the alarm.
        var wake: Duration?
        /// Whether the timer goes on every second after that.
        var isRepeating = false
        /// When the alarm was due last.
        var last: Duration?
    }

    init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.setEventHandler { [weak self] in
            if self?.isDue() == true { handler() }
        }
        timer.activate()
    }

    deinit { timer.cancel() }

    func set(at boottime: Duration) {
        setting.withLock { setting in
            setting.due = boottime
            if let wake = setting.wake, wake <= boottime { return }
            wake(at: boottime, &setting)
        }
    }

    func clear() { setting.withLock { $0.due = nil } }

    /// Whether it is time; true once for each setting.
    private func isDue() -> Bool {
        let now = Duration.nanoseconds(clinux_boottime_nanoseconds())
        return setting.withLock { setting in
            // Those that were missed are one.
            setting.wake = setting.isRepeating ? setting.wake.map { $0.second(after: now) } : nil
            guard let due = setting.due, due <= now else {
                if let due = setting.due {
                    wake(at: due, &setting)
                } else if setting.isRepeating {
                    (setting.wake, setting.isRepeating) = (nil, false)
                    timer.schedule(deadline: .distantFuture)
                }
                return false
            }
            (setting.due, setting.last) = (nil, due)
            return true
        }
    }

    private func wake(at boottime: Duration, _ setting: inout Setting) {
        setting.wake = boottime
        setting.isRepeating = setting.last.map { $0 + .seconds(1) == boottime } ?? false
        timer.schedule(
            deadline: DispatchTime(boottime: boottime),
            repeating: setting.isRepeating ? .seconds(1) : .never, leeway: .nanoseconds(0))
    }
}

extension Duration {
    /// The first time after another that is whole seconds after this one.
    fileprivate func second(after other: Duration) -> Duration {
        self + .seconds(max((other - self).components.seconds, 0) + 1)
    }
}
