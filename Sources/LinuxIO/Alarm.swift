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
/// later time, or to none, stays as it is, and is set anew when it wakes too early.
final class TimerAlarm: Alarm {
    private let timer: any DispatchSourceTimer
    private let setting = Lock(Setting())

    private struct Setting {
        /// The time of the alarm.
        var due: Duration?
        /// The time of the timer, at most that of the alarm.
        var wake: Duration?
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
        setting.withLock { setting in
            setting.wake = nil
            guard let due = setting.due else { return false }
            guard due <= .nanoseconds(clinux_boottime_nanoseconds()) else {
                wake(at: due, &setting)
                return false
            }
            setting.due = nil
            return true
        }
    }

    private func wake(at boottime: Duration, _ setting: inout Setting) {
        setting.wake = boottime
        timer.schedule(deadline: DispatchTime(boottime: boottime), leeway: .nanoseconds(0))
    }
}
