import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherClient

/// The harm that clients can do to a server of calls.
struct CallServerTests {
    private let path = "/tmp/gatherd-server-\(UInt64.random(in: 0...UInt64.max)).sock"
    private let server = QueueOwner<CallServer>(label: "server")

    private static let limits = CallLimits(
        clients: 8, clientsOfUser: 6, messageBytes: 1 << 20, nesting: 8, values: 64, replies: 16,
        replyBytes: 1 << 16, patience: .seconds(10))

    /// Runs a body while a server answers each call at once, with so many bytes.
    private func serving(bytes: Int = 0, _ body: () throws -> Void) throws {
        Signals.ignore(SIGPIPE)
        let text = String(repeating: "x", count: bytes)
        let listener = try UnixSocket.listen(at: path)
        defer { try? Files.remove(path) }
        // The server is released on its queue, as clients may go at the same time.
        defer { server.queue.dispatch.sync { server.end() } }
        try server.begin { [queue = server.queue] in
            let server = CallServer(queue: queue, limits: Self.limits) { call, client in
                client.reply(call.oneway ? Reply() : Reply(["text": .string(text)]))
            }
            try server.serve(listener)
            return server
        }
        try body()
    }

    @Test func manyCallsAtOnceMakeNoDeepStack() throws {
        try serving(bytes: 40_000) {
            let client = try UnixSocket.connect(to: path, timeout: .seconds(10))
            // Replies fill the socket, so that the calls behind them wait.
            let calls = [UInt8](#"{"method":"a.B"}"#.utf8) + [0]
            let oneway = [UInt8](#"{"method":"a.B","oneway":true}"#.utf8) + [0]
            let first = Array(repeatElement(calls, count: 16).joined())
            #expect(try client.write(first[...]) == first.count)
            var rest = Array(repeatElement(oneway, count: 30_000).joined())[...]
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var ends = 0
            try UnixSocket.makeNonBlocking(client)
            // The calls are sent as far as the server takes them before any reply is read.
            while !rest.isEmpty, let count = try client.write(rest) { rest = rest.dropFirst(count) }
            while ends < 16 {
                try #require(try client.waitUntilReadable(timeout: .seconds(10)))
                guard let count = try client.read(into: &buffer) else { continue }
                try #require(count > 0)
                ends += buffer[..<count].count { $0 == 0 }
                if !rest.isEmpty, let count = try client.write(rest) {
                    rest = rest.dropFirst(count)
                }
            }
        }
    }

    @Test func clientsComeAndGoBeforeTheyAreAnswered() throws {
        try serving {
            let call = [UInt8](#"{"method":"a.B"}"#.utf8) + [0]
            for count in 0..<3_000 {
                let client = try UnixSocket.connect(to: path, timeout: .seconds(10))
                // One that was refused for now is closed already.
                _ = try? client.write(call[...])
                guard count.isMultiple(of: 3) else { continue }
                _ = try? client.waitUntilReadable(timeout: .seconds(1))
            }
            let last = try UnixSocket.connect(to: path, timeout: .seconds(10))
            #expect(try last.write(call[...]) == call.count)
        }
    }

    @Test func oneUserLeavesRoomForOthers() throws {
        try serving {
            let clients = try (0..<Self.limits.clients).map { _ in
                try UnixSocket.connect(to: path, timeout: .seconds(10))
            }
            let call = [UInt8](#"{"method":"a.B"}"#.utf8) + [0]
            var buffer = [UInt8](repeating: 0, count: 64)
            var served = 0
            for client in clients {
                _ = try? client.write(call[...])
                try #require(try client.waitUntilReadable(timeout: .seconds(10)))
                if let count = try? client.read(into: &buffer), count > 0 { served += 1 }
            }
            #expect(served == Self.limits.clientsOfUser)
            #expect(served < Self.limits.clients)
        }
    }
}
