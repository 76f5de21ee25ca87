/// The service's end of one connection, without its socket: bytes in, calls out; replies in, bytes
/// out.
///
/// Varlink answers in the order of the calls, so only one call is handed out at a time:
/// ``nextCall()`` returns none while a call waits for its reply, while a subscription lasts, or
/// while the client leaves too many replies unread.
public struct ServerConnection {
    private enum State {
        /// Can become: replying, subscribed, ended.
        case idle
        /// A call was handed out. Can become: idle, subscribed.
        case replying(Call)
        /// A call with many replies is being served, and no other is read. Ends with the
        /// connection.
        case subscribed
        /// The client sends no more, and all its calls are answered. Final.
        case ended
    }

    private var framer: MessageFramer
    private let repliesLimit: Int
    private let replyBytesLimit: Int
    private var state = State.idle
    private var inputEnded = false
    private var output = OutputQueue()

    /// Makes a connection with its limits.
    ///
    /// - Parameters:
    ///   - messageBytes: The longest message in bytes.
    ///   - nesting: The deepest nesting of arrays and objects in a message.
    ///   - values: The most values in a message.
    ///   - repliesLimit: The most replies that may wait for the client to read them.
    ///   - replyBytesLimit: The number of waiting bytes from which on no other call is answered.
    ///   - secretName: The name whose text is a secret; nil for none.
    public init(
        messageBytes: Int, nesting: Int, values: Int, repliesLimit: Int, replyBytesLimit: Int,
        secretName: String? = nil
    ) {
        framer = MessageFramer(
            limit: messageBytes, nesting: nesting, values: values, secretName: secretName)
        self.repliesLimit = repliesLimit
        self.replyBytesLimit = replyBytesLimit
    }

    private var hasRoom: Bool {
        output.replies < repliesLimit && output.bytes < replyBytesLimit
    }

    // MARK: Input

    /// True if ``nextCall()`` has something to do without more input: a call, or the end.
    public var hasCall: Bool {
        guard case .idle = state else { return false }
        return hasRoom && (!framer.needsMore || inputEnded)
    }

    /// True if bytes of the client should be read now.
    ///
    /// They should not while calls wait for their turn or replies for the client, nor during a
    /// subscription once the client has sent something else.
    public var wantsInput: Bool {
        switch state {
        case .idle: !inputEnded && hasRoom && framer.needsMore
        case .replying: false
        case .subscribed: !inputEnded && framer.bufferedBytes == 0
        case .ended: false
        }
    }

    /// The number of bytes of the client that are not yet a call.
    public var bufferedBytes: Int { framer.bufferedBytes }

    /// Adds bytes that the client has sent.
    public mutating func receive(_ bytes: ArraySlice<UInt8>) {
        framer.append(bytes)
    }

    /// Overwrites the bytes of the client, when nothing more will be done for it.
    public mutating func wipe() { framer.wipe() }

    /// Records that the client sends no more.
    ///
    /// Its earlier calls are still answered.
    public mutating func receiveEnd() {
        inputEnded = true
    }

    /// Returns the next call to answer, or nil while there is none.
    ///
    /// - Throws: ``ProtocolError`` if the client broke the protocol; the caller must then close the
    ///   connection.
    public mutating func nextCall() throws(ProtocolError) -> Call? {
        guard case .idle = state, hasRoom else { return nil }
        guard let message = try framer.next() else {
            if inputEnded { state = .ended }
            return nil
        }
        let call = try Call(parsing: message)
        state = .replying(call)
        return call
    }

    /// True if everything is done and the connection can be closed.
    public var isFinished: Bool {
        if case .ended = state { output.isEmpty } else { false }
    }

    // MARK: Output

    /// Answers the present call: with a final reply, or a call with `more` with one that continues.
    public mutating func reply(_ reply: Reply) {
        self.reply(message: reply.message, continues: reply.continues)
    }

    /// Answers the present call with a message that is encoded already.
    ///
    /// - Parameter continues: True if more replies to a call with `more` follow.
    public mutating func reply(message: [UInt8], continues: Bool = false) {
        guard case .replying(let call) = state, !continues || call.more else { return }
        if !continues { state = .idle }
        if !call.oneway { output.append(message) }
    }

    /// True if a call waits for its reply.
    public var isReplying: Bool {
        if case .replying = state { true } else { false }
    }

    /// True if a call is being served that has no reply.
    public var isServingOneWay: Bool {
        if case .replying(let call) = state { call.oneway } else { false }
    }

    /// The bytes of replies that are not sent; a publication is shared, and does not count.
    public var unsentReplyBytes: Int { output.replyBytes }

    /// Turns the present call, one with `more`, into a subscription, which ends with the
    /// connection.
    ///
    /// ``offer(_:)`` serves it.
    public mutating func subscribe() {
        guard case .replying(let call) = state, call.more else { return }
        state = .subscribed
    }

    /// True if a subscription is being served.
    public var isSubscribed: Bool {
        if case .subscribed = state { true } else { false }
    }

    /// Offers the newest state to a subscription.
    ///
    /// It replaces one that has not begun to be sent. Only one that has to arrive is then sent
    /// before it, so that at most two are ever undelivered.
    public mutating func offer(_ message: Publication.Message) {
        guard case .subscribed = state else { return }
        output.offer(message)
    }

    /// Returns the bytes to send next; empty if there are none.
    public mutating func nextOutput() -> ArraySlice<UInt8> {
        output.next()
    }

    /// Records that this many bytes of ``nextOutput()`` were sent.
    public mutating func sent(_ count: Int) {
        output.sent(count)
    }
}
