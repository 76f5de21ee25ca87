import Glibc
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct TimekeeperTests {
    private let time = SystemTimekeeper()

    private func wait(
        for sources: [Descriptor], orLossOf output: Descriptor? = nil, timeout: Duration? = nil,
        alarm: Duration? = nil
    ) -> [Int] {
        time.wait(for: sources, orLossOf: output, orRoomIn: nil, timeout: timeout, alarm: alarm)
    }

    @Test("a wait ends by what arrives, by the alarm, by its length, and by a reader that leaves")
    func wakes() throws {
        let (one, other) = try UnixSocket.blockingPair()
        let soon = time.now().boottime + .milliseconds(15)
        #expect(wait(for: [one], alarm: soon) == [])
        #expect(time.now().boottime >= soon)
        #expect(wait(for: [one], timeout: .milliseconds(1)) == [])
        _ = try other.write([1])
        let never = time.now().boottime + .seconds(3_600)
        #expect(wait(for: [other, one], alarm: never) == [1])
        #expect(time.wait(for: one, timeout: nil))
        #expect(!time.wait(for: other, timeout: .zero))
        var pipe: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&pipe) == 0)
        let output = Descriptor(owning: pipe[1])
        close(pipe[0])
        #expect(wait(for: [], orLossOf: output, alarm: never) == [0])
    }
}
