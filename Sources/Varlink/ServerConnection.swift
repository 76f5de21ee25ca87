/// The service's end of one connection, without its socket: bytes in, calls out; replies in,
/// bytes out.
///
/// Varlink answers in the order of the calls, so one call is out at a time: ``nextCall()`` gives
/// none while a call waits for its reply, while a subscription lasts, or while the client has
/// too many replies that it does not take.
public struct ServerConnection {
    private enum State {
        /// Can become: replying, subscribed, ended.
        case idle
        /// A call is out. Can become: idle, subscribed.
        case replying(Call)
        /// A call with many replies is being served, and no other is read. Ends with the
        /// connection.
        case subscribed
        /// The client sends no more, and all it asked is answered. Final.
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
    ///   - messageBytes: How long a message may be.
    ///   - nesting: How deep arrays and objects may be nested in it.
    ///   - values: How many values it may have.
    ///   - repliesLimit: How many replies may wait for the client to take them.
    ///   - replyBytesLimit: With so many bytes waiting, no other call is answered.
    ///   - secretName: The name under which a text is a secret; nil for none.
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

    /// Whether ``nextCall()`` has something to do without more input: a call, or the end.
    public var hasCall: Bool {
        guard case .idle = state else { return false }
        return hasRoom && (!framer.needsMore || inputEnded)
    }

    /// Whether bytes of the client are welcome now.
    ///
    /// They are not while calls wait for their turn or replies for the client, nor during a
    /// subscription once it has sent something else.
    public var wantsInput: Bool {
        switch state {
        case .idle: !inputEnded && hasRoom && framer.needsMore
        case .replying: false
        case .subscribed: !inputEnded && framer.bufferedBytes == 0
        case .ended: false
        }
    }

    /// How many bytes of the client wait to become calls.
    public var bufferedBytes: Int { framer.bufferedBytes }

    /// Takes in what the client sent.
    public mutating func receive(_ bytes: some Collection<UInt8>) {
        framer.append(bytes)
    }

    /// Overwrites what the client sent, when there is no more to be done for it.
    public mutating func wipe() { framer.wipe() }

    /// The client sends no more.
    ///
    /// What it has asked is still answered.
    public mutating func receiveEnd() {
        inputEnded = true
    }

    /// The next call to answer, or nil while there is none.
    ///
    /// - Throws: ``ProtocolError`` if the client broke the protocol; the connection is then to be
    ///   closed.
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

    /// Whether everything is done and the connection can be closed.
    public var isFinished: Bool {
        if case .ended = state { output.isEmpty } else { false }
    }

    // MARK: Output

    /// Answers the call that is out: for good, or by a reply that continues, one with `more`.
    public mutating func reply(_ reply: Reply) {
        guard reply.continues else { return self.reply(message: reply.message) }
        guard case .replying(let call) = state, call.more else { return }
        output.append(reply.message)
    }

    /// Answers the call that is out with a message that is encoded already.
    public mutating func reply(message: [UInt8]) {
        guard case .replying(let call) = state else { return }
        state = .idle
        if !call.oneway { output.append(message) }
    }

    /// Whether a call waits for its reply.
    public var isReplying: Bool {
        if case .replying = state { true } else { false }
    }

    /// Bytes of replies that have not left; a publication is shared, and does not count.
    public var unsentReplyBytes: Int { output.replyBytes }

    /// Turns the call that is out, one with `more`, into a subscription, which ends with the
    /// connection.
    ///
    /// ``offer(_:)`` serves it.
    public mutating func subscribe() {
        guard case .replying(let call) = state, call.more else { return }
        state = .subscribed
    }

    /// Whether a subscription is being served.
    public var isSubscribed: Bool {
        if case .subscribed = state { true } else { false }
    }

    /// Offers the newest state to a subscription.
    ///
    /// It replaces one that has not begun to leave, so that at most one is ever undelivered.
    public mutating func offer(_ message: Publication.Message) {
        guard case .subscribed = state else { return }
        output.offer(message)
    }

    /// The bytes that are to leave next; empty when there are none.
    public mutating func nextOutput() -> ArraySlice<UInt8> {
        output.next()
    }

    /// So many bytes of ``nextOutput()`` have left.
    public mutating func sent(_ count: Int) {
        output.sent(count)
    }
}
