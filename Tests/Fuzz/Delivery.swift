import Varlink

/// The bytes that have arrived at the client, and the messages that are expected.
struct Delivery {
    private var bytes: [UInt8] = []
    private var replies: [UInt8] = []
    private var repliesLeft: [Int] = []
    private var offers: [(reason: String, isTick: Bool)] = []

    /// Replies that have not arrived whole.
    var undelivered: Int { repliesLeft.count }

    /// The number of the next state.
    var nextRevision: Int { offers.count + 1 }

    /// Notes a reply of the daemon, which has to arrive.
    mutating func expect(_ reply: Reply) {
        precondition(offers.isEmpty, "a reply after the first state")
        replies += reply.message
        repliesLeft.append(replies.count)
    }

    /// Notes that the daemon has offered the state with the number ``nextRevision``.
    mutating func expectOffer(reason: String, isTick: Bool) {
        offers.append((reason, isTick))
    }

    /// Takes bytes that have arrived, and checks that replies are exactly those that were given.
    mutating func arrive(_ some: ArraySlice<UInt8>) {
        let asReplies = max(0, min(some.count, replies.count - bytes.count))
        let expected = replies.dropFirst(bytes.count).prefix(asReplies)
        precondition(some.prefix(asReplies) == expected, "other bytes than the replies")
        precondition(asReplies == some.count || !offers.isEmpty, "more bytes than the replies")
        bytes += some
        repliesLeft.removeAll { $0 <= bytes.count }
    }

    /// Checks, after the last byte, that all replies and the newest state have arrived.
    func check() {
        precondition(repliesLeft.isEmpty, "a reply has not arrived")
        var framer = MessageFramer(limit: 1 << 20, nesting: nesting)
        framer.append(bytes.dropFirst(replies.count))
        var last = 0
        while let object = try? framer.next() {
            last = check(object, after: last)
        }
        precondition(framer.bufferedBytes == 0, "half a state")
        precondition(last == offers.count, "the newest state has not arrived")
    }

    /// Checks a state: newer than the one before, and its reason.
    private func check(_ object: JSONObject, after last: Int) -> Int {
        guard let reply = try? Reply(parsing: object), reply.continues, reply.error == nil,
            let revision = reply.parameters["revision"]?.int, offers.indices.contains(revision - 1)
        else { preconditionFailure("a state that was never offered") }
        precondition(revision > last, "a state that is older than the one before")
        // A tick refreshes the state and keeps the reason of a change that had not left.
        let skipped = offers[last..<revision]
        let reason = (skipped.last { !$0.isTick } ?? skipped.last)?.reason
        precondition(reply.parameters["reason"]?.string == reason, "another reason")
        return revision
    }
}
