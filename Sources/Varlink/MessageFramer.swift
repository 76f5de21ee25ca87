/// Cuts a stream of bytes into messages: each ends in a NUL byte.
///
/// What it has no more use for is overwritten, as a secret may be in it.
public struct MessageFramer: Sendable {
    private let limit: Int
    private let nesting: Int
    private let values: Int
    private let secretName: String?
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0

    /// Makes a framer for messages of at most `limit` bytes, NUL excluded, nested at most so deep
    /// and with at most so many values.
    ///
    /// - Parameter secretName: The name under which a text is a secret; nil for none.
    public init(limit: Int, nesting: Int, values: Int = .max, secretName: String? = nil) {
        self.secretName = secretName
        self.limit = limit
        self.nesting = nesting
        self.values = values
    }

    /// How many bytes wait to become messages.
    public var bufferedBytes: Int { buffer.count - start }

    /// Whether all that came has been cut into messages, but for the beginning of one.
    public var needsMore: Bool { searched == buffer.count }

    /// Takes in what the peer sent.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        let isFull = buffer.count + bytes.count > buffer.capacity
        if isFull { move(withRoomFor: max(bytes.count, buffer.count)) }
        buffer.append(contentsOf: bytes)
    }

    /// Overwrites all that has come, of which no more is to be read.
    public mutating func wipe() {
        buffer.wipe(buffer.indices)
        buffer = []
        (start, searched) = (0, 0)
    }

    /// The next whole message, or nil until more bytes have come.
    ///
    /// - Throws: ``ProtocolError`` for a message that is too long or not an object; nothing more
    ///   can be read after that.
    public mutating func next() throws(ProtocolError) -> JSONObject? {
        guard let end = buffer[searched...].firstIndex(of: 0) else {
            searched = buffer.count
            guard bufferedBytes <= limit else { throw .messageTooLong }
            discardConsumed()
            return nil
        }
        guard end - start <= limit else { throw .messageTooLong }
        let message = start..<end
        start = end + 1
        searched = start
        // Who sends one call at a time never has it look for more.
        defer {
            buffer.wipe(message)
            if start == buffer.count { discardConsumed() }
        }
        return try object(buffer[message])
    }

    private func object(
        _ message: ArraySlice<UInt8>
    ) throws(ProtocolError) -> JSONObject {
        let value: JSONValue
        do {
            value = try JSONValue(
                parsing: message, nesting: nesting, values: values, secretName: secretName)
        } catch {
            throw .invalidJSON(error)
        }
        guard let object = value.object else { throw .notAnObject }
        return object
    }

    /// Gives back the room of messages that have been read.
    private mutating func discardConsumed() {
        guard start > 0 else { return }
        guard start == buffer.count else { return move(withRoomFor: 0) }
        // A large message must not keep its memory for the life of the connection.
        buffer.removeAll(keepingCapacity: buffer.capacity <= 4_096)
        searched -= start
        start = 0
    }

    /// Moves what is not yet read to another place, and leaves nothing of it in this one.
    private mutating func move(withRoomFor count: Int) {
        var moved: [UInt8] = []
        moved.reserveCapacity(bufferedBytes + count)
        moved += buffer[start...]
        let left = searched - start
        wipe()
        (buffer, searched) = (moved, left)
    }
}
