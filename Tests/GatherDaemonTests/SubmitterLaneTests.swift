import Dispatch
import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

struct SubmitterLaneTests {
    /// Accepts a connection, answers its first call and closes it.
    private static func answer(_ listener: Descriptor) throws {
        guard try listener.waitUntilReadable(timeout: .seconds(30)),
            let socket = try UnixSocket.accept(from: listener)
        else { return }
        var message: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while message.last != 0, try socket.waitUntilReadable(timeout: .seconds(30)),
            let count = try socket.read(into: &buffer), count > 0
        {
            message += buffer[..<count]
        }
        _ = try socket.write(Reply([:]).message[...])
    }

    @Test("a connection that gather-submit has closed is made anew, and no call is lost")
    func reconnection() throws {
        Signals.ignore(SIGPIPE)
        let directory = try TemporaryDirectory(in: "/tmp", named: "gatherd.")
        defer { directory.remove() }
        let path = "\(directory.path)/socket"
        let listener = try UnixSocket.listen(at: path)
        let closed = DispatchSemaphore(value: 0)
        DispatchQueue(label: "test.submitter").async {
            for _ in 1...3 {
                do { try Self.answer(listener) } catch { Issue.record(error) }
                closed.signal()
            }
        }
        let lane = SubmitterLane(path: path)
        for _ in 1...3 {
            let call = SubmitterMethod.Ping().call
            let reply = try lane.reply(to: call.secretMessage, of: call.method, into: nil)
            #expect(reply.fields == [:])
            closed.wait()
        }
    }
}
