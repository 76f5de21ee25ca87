import LinuxIO

@testable import GatherControl

/// A clock that moves only when the program waits and no descriptor is ready.
final class VirtualTimekeeper: Timekeeper {
    /// The time that has passed since ``Sample/now``.
    private(set) var elapsed = Duration.zero

    /// The function that is called when nothing would ever end a wait.
    var whenStuck: () -> Void = {}

    /// The function that is called after each wait with the time that has passed in all.
    var afterWait: (Duration) -> Void = { _ in }

    private let system = SystemTimekeeper()

    func now() -> ClockReading {
        ClockReading(
            boottime: Sample.now.boottime + elapsed, wall: Sample.now.wall + elapsed, boot: "")
    }

    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, orRoomIn full: Descriptor?,
        timeout: Duration?, alarm: Duration?
    ) -> [Int] {
        let ready = system.wait(
            for: sources, orLossOf: output, orRoomIn: full, timeout: .zero, alarm: nil)
        if ready.isEmpty {
            let ends = [timeout.map { elapsed + $0 }, alarm.map { $0 - Sample.now.boottime }]
            if let end = ends.compactMap(\.self).min() {
                elapsed = max(elapsed, end)
            } else {
                whenStuck()
            }
            afterWait(elapsed)
        }
        return ready
    }
}
