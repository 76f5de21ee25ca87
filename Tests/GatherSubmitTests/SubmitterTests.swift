import Dispatch
import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherSubmit

struct SubmitterTests {
    /// Serves some clients until the last one is gone.
    ///
    /// - Returns: The clients' ends, and what is signalled then.
    private func serve(_ count: Int) throws -> (clients: [Descriptor], ended: DispatchSemaphore) {
        Signals.ignore(SIGPIPE)
        var clients: [Descriptor] = []
        var served: [Int32] = []
        for _ in 0..<count {
            var numbers: [Int32] = [-1, -1]
            let result = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers)
            try #require(result == 0)
            clients.append(Descriptor(owning: numbers[0]))
            served.append(numbers[1])
        }
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue(label: "test.submitter").async { [served] in
            do {
                guard let transfers = TransferSet(certificates: nil) else {
                    throw SystemError(ENOMEM)
                }
                let submitter = try Submitter(
                    served.map(Descriptor.init(owning:)), transfers: transfers, idle: .seconds(300))
                try submitter.run()
                ended.signal()
            } catch { Issue.record(error) }
        }
        return (clients, ended)
    }

    /// Returns the number of bytes that come, 0 at the end, or nil if nothing does.
    private func read(from client: Descriptor) throws -> Int? {
        guard try client.waitUntilReadable(timeout: .seconds(30)) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        return try client.read(into: &buffer)
    }

    /// Makes a call, and returns true if it is answered.
    private func isAnswered(_ client: Descriptor) throws -> Bool {
        let message = SubmitterMethod.Ping().call.message
        guard try client.write(message[...]) == message.count else { return false }
        return try read(from: client).map { $0 > 0 } ?? false
    }

    @Test("when all places are taken, a client that is idle leaves")
    func places() throws {
        var clients: [Descriptor]
        let ended: DispatchSemaphore
        (clients, ended) = try serve(Limits.clients)
        // The first has not called yet, so that it is about to.
        for client in clients[1...] { #expect(try isAnswered(client)) }
        #expect(try read(from: clients[1]) == 0)
        // There is a place now, so that no other one leaves.
        clients.remove(at: 1)
        for client in clients { #expect(try isAnswered(client)) }
        for client in clients { #expect(try isAnswered(client)) }
        clients = []
        #expect(ended.wait(timeout: .now() + .seconds(30)) == .success)
    }
}
