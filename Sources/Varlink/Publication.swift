/// One state for all subscribers, encoded once for each reason to send it.
public final class Publication {
    /// A publication for one subscriber.
    public struct Message {
        let publication: Publication
        var reason: String
        /// True if it only reports that a second has passed.
        public let isTick: Bool
        /// True if it says something that no later message says, other than one of this kind.
        let mustArrive: Bool

        /// Returns the newer of two messages for one subscriber: a tick refreshes the state, and
        /// keeps the reason of a change that has not been delivered.
        func replacing(_ older: Message?) -> Message {
            guard let older, isTick, !older.isTick else { return self }
            return Message(
                publication: publication, reason: older.reason, isTick: false,
                mustArrive: older.mustArrive)
        }

        var bytes: [UInt8] { publication.bytes(reason: reason) }
    }

    private let parameters: JSONObject
    private var encoded: [String: [UInt8]] = [:]

    /// Makes a publication of the parameters of a reply, without the reason.
    public init(_ parameters: JSONObject) {
        self.parameters = parameters
    }

    /// Returns a message with this state, sent for a reason; a tick has the lowest priority.
    ///
    /// - Parameter mustArrive: True if no later message says the same, other than one of this kind.
    public func message(reason: String, isTick: Bool, mustArrive: Bool = false) -> Message {
        Message(publication: self, reason: reason, isTick: isTick, mustArrive: mustArrive)
    }

    private func bytes(reason: String) -> [UInt8] {
        if let bytes = encoded[reason] { return bytes }
        var parameters = parameters
        parameters["reason"] = .string(reason)
        let bytes = Reply(parameters, continues: true).message
        encoded[reason] = bytes
        return bytes
    }
}
