import Glibc
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct TimekeeperTests {
    private let time = SystemTimekeeper()

    @Test("a wait ends by what arrives, by the alarm, by its length, and by a reader that leaves")
    func wakes() throws {
        let (one, other) = try UnixSocket.blockingPair()
        let soon = time.now().boottime + .milliseconds(15)
        #expect(time.wait(for: [one], orLossOf: nil, timeout: nil, alarm: soon) == .timeout)
        #expect(time.now().boottime >= soon)
        #expect(
            time.wait(for: [one], orLossOf: nil, timeout: .milliseconds(1), alarm: nil) == .timeout)
        _ = try other.write([1])
        let never = time.now().boottime + .seconds(3_600)
        #expect(
            time.wait(for: [other, one], orLossOf: nil, timeout: nil, alarm: never) == .readable)
        // What has arrived can wait for the next turn, an alarm that is due cannot.
        #expect(time.wait(for: [one], orLossOf: nil, timeout: nil, alarm: .zero) == .timeout)
        var pipe: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&pipe) == 0)
        let output = Descriptor(owning: pipe[1])
        close(pipe[0])
        #expect(time.wait(for: [], orLossOf: output, timeout: nil, alarm: never) == .outputLost)
    }
}
