/// Cuts a stream of bytes into messages: each ends in a NUL byte.
public struct MessageFramer: Sendable {
    private let limit: Int
    private let nesting: Int
    private let values: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0

    /// Makes a framer for messages of at most `limit` bytes, NUL excluded, nested at most so deep
    /// and with at most so many values.
    public init(limit: Int, nesting: Int, values: Int = .max) {
        self.limit = limit
        self.nesting = nesting
        self.values = values
    }

    /// How many bytes wait to become messages.
    public var bufferedBytes: Int { buffer.count - start }

    /// Whether all that came has been cut into messages, but for the beginning of one.
    public var needsMore: Bool { searched == buffer.count }

    /// Takes in what the peer sent.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
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
        defer { if start == buffer.count { discardConsumed() } }
        return try object(buffer[message])
    }

    private func object(
        _ message: ArraySlice<UInt8>
    ) throws(ProtocolError) -> JSONObject {
        let value: JSONValue
        do { value = try JSONValue(parsing: message, nesting: nesting, values: values) } catch {
            throw .invalidJSON(error)
        }
        guard let object = value.object else { throw .notAnObject }
        return object
    }

    /// Gives back the room of messages that have been read.
    private mutating func discardConsumed() {
        guard start > 0 else { return }
        if start == buffer.count {
            // A large message must not keep its memory for the life of the connection.
            buffer.removeAll(keepingCapacity: buffer.capacity <= 4_096)
        } else {
            buffer.removeSubrange(..<start)
        }
        searched -= start
        start = 0
    }
}
