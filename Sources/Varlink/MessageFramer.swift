/// Splits a stream of bytes into messages, each of which ends in a NUL byte.
///
/// Bytes that are no longer needed are overwritten, as they may contain a secret.
public struct MessageFramer: Sendable {
    private let limit: Int
    private let nesting: Int
    private let values: Int
    private let secretName: String?
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0

    /// Makes a framer for messages of at most `limit` bytes, NUL excluded, with limits on their
    /// nesting and on the number of their values.
    ///
    /// - Parameter secretName: The name whose text is a secret; nil for none.
    public init(limit: Int, nesting: Int, values: Int = .max, secretName: String? = nil) {
        self.secretName = secretName
        self.limit = limit
        self.nesting = nesting
        self.values = values
    }

    /// The number of bytes that are not yet a message.
    public var bufferedBytes: Int { buffer.count - start }

    /// True if all received bytes were split into messages, except for the beginning of one.
    public var needsMore: Bool { searched == buffer.count }

    /// Adds bytes from the peer.
    public mutating func append(_ bytes: ArraySlice<UInt8>) {
        let isFull = buffer.count + bytes.count > buffer.capacity
        if isFull { move(withRoomFor: max(bytes.count, buffer.count)) }
        buffer.append(contentsOf: bytes)
    }

    /// Overwrites all received bytes; none of them is read any more.
    public mutating func wipe() {
        buffer.wipe(buffer.indices)
        buffer = []
        (start, searched) = (0, 0)
    }

    /// Returns the next complete message, or nil until more bytes have arrived.
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
        // A client that sends one call at a time never causes the search above, which frees the
        // buffer.
        defer {
            buffer.wipe(message)
            if start == buffer.count { discardConsumed() }
        }
        return try object(buffer[message])
    }

    private func object(_ message: ArraySlice<UInt8>) throws(ProtocolError) -> JSONObject {
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

    /// Frees the memory of messages that have been read.
    private mutating func discardConsumed() {
        guard start > 0 else { return }
        guard start == buffer.count else { return move(withRoomFor: 0) }
        // A large message must not keep its memory for the life of the connection.
        buffer.removeAll(keepingCapacity: buffer.capacity <= 4_096)
        searched -= start
        start = 0
    }

    /// Moves the unread bytes to another buffer, and overwrites the present one.
    private mutating func move(withRoomFor count: Int) {
        var moved: [UInt8] = []
        moved.reserveCapacity(bufferedBytes + count)
        moved += buffer[start...]
        let left = searched - start
        wipe()
        (buffer, searched) = (moved, left)
    }
}
