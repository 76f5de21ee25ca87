import Varlink

extension ServerConnection {
    /// A connection with limits that no test meets by accident.
    static func forTest(
        repliesLimit: Int = 64, replyBytesLimit: Int = 1 << 20
    ) -> ServerConnection {
        ServerConnection(
            messageBytes: 1 << 20, nesting: 16, values: 4_096, repliesLimit: repliesLimit,
            replyBytesLimit: replyBytesLimit)
    }

    /// Takes all the output, as the client reads it.
    mutating func takeOutput() -> [Reply] {
        var framer = MessageFramer(limit: 1 << 20, nesting: 16)
        while case let output = nextOutput(), !output.isEmpty {
            framer.append(output)
            sent(output.count)
        }
        var replies: [Reply] = []
        while let object = try? framer.next(), let reply = try? Reply(parsing: object) {
            replies.append(reply)
        }
        return replies
    }
}
