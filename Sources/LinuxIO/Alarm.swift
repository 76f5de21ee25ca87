import CLinux
import Dispatch

/// Calls its handler at a point in time, or a little later.
///
/// It is only a hint, so the handler has to read the clock again.
public protocol Alarm {
    /// Sets the alarm to a point of `CLOCK_BOOTTIME`, replacing the former setting.
    func set(at boottime: Duration)

    /// Clears the setting.
    func clear()
}

/// A Dispatch timer on `CLOCK_BOOTTIME`: if the machine was suspended at its time, it fires as soon
/// as the machine is back.
///
/// Setting a Dispatch timer wakes the thread that manages all timers. So an alarm that is moved to
/// a later time, or cleared, leaves the timer as it is, and sets it again when it fires too early.
/// If the alarm is set to one second after its last time, the timer repeats every second.
final class TimerAlarm: Alarm {
    private let timer: any DispatchSourceTimer
    private let setting = Lock(Setting())

    private struct Setting {
        /// The time of the alarm.
        var due: Duration?
        /// The time of the timer, which is not later than that of the alarm.
        var wake: Duration?
        /// True if the timer repeats every second after that.
        var isRepeating = false
        /// The last time at which the alarm was due.
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

    /// Returns true if it is time, once for each setting.
    private func isDue() -> Bool {
        let now = Duration.nanoseconds(clinux_boottime_nanoseconds())
        return setting.withLock { setting in
            // Several missed repetitions count as one.
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
    /// Returns the first time after another that is a whole number of seconds after this one.
    fileprivate func second(after other: Duration) -> Duration {
        self + .seconds(max((other - self).components.seconds, 0) + 1)
    }
}
