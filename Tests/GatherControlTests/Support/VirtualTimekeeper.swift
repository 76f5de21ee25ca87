import LinuxIO

@testable import GatherControl

/// A clock that moves only when somebody waits and nothing is there.
final class VirtualTimekeeper: Timekeeper {
    /// How much time has passed since ``Sample/now``.
    private(set) var elapsed = Duration.zero

    /// What happens when nothing would ever end a wait.
    var whenStuck: () -> Void = {}

    /// What happens when time has passed, so much in all.
    var afterWait: (Duration) -> Void = { _ in }

    private let system = SystemTimekeeper()

    func now() -> ClockReading {
        ClockReading(
            boottime: Sample.now.boottime + elapsed, wall: Sample.now.wall + elapsed, boot: "")
    }

    func wait(
        for socket: Descriptor?, orLossOf output: Descriptor?, timeout: Duration?
    ) -> Wake {
        let wake = system.wait(for: socket, orLossOf: output, timeout: .zero)
        if wake == .timeout {
            if let timeout { elapsed += timeout } else { whenStuck() }
            afterWait(elapsed)
        }
        return wake
    }

    func wait(
        forAnyOf descriptors: [Descriptor], orLossOf output: Descriptor?,
        orRoomIn full: Descriptor?, until boottime: Duration?
    ) -> [Int] {
        let ready = system.wait(
            forAnyOf: descriptors, orLossOf: output, orRoomIn: full, until: .nanoseconds(1))
        if ready.isEmpty {
            if let boottime {
                elapsed = max(elapsed, boottime - Sample.now.boottime)
            } else {
                whenStuck()
            }
            afterWait(elapsed)
        }
        return ready
    }
}
