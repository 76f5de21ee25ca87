import Varlink

/// The expected meaning of a stream of bytes, found without the framer: its calls, and the error
/// that ends them.
struct Expectation {
    /// A call, and the length of the stream up to its end.
    struct Whole {
        /// The call.
        let call: Call
        /// The bytes up to its end, the NUL byte included.
        let end: Int
    }

    /// The calls in their order.
    private(set) var calls: [Whole] = []

    /// The error in the message after the last call; nil if there is none or it is incomplete.
    private(set) var failure: ProtocolError?

    /// Reads a stream with a limit on each message.
    init(_ stream: [UInt8], messageBytes: Int) {
        var start = 0
        while let end = stream[start...].firstIndex(of: 0) {
            do throws(ProtocolError) {
                let call = try Self.call(stream[start..<end], messageBytes: messageBytes)
                calls.append(Whole(call: call, end: end + 1))
            } catch {
                failure = error
                return
            }
            start = end + 1
        }
        if stream.count - start > messageBytes { failure = .messageTooLong }
    }

    private static func call(
        _ message: ArraySlice<UInt8>, messageBytes: Int
    ) throws(ProtocolError) -> Call {
        guard message.count <= messageBytes else { throw .messageTooLong }
        let value: JSONValue
        do { value = try JSONValue(parsing: message, nesting: nesting, values: values) } catch {
            throw .invalidJSON(error)
        }
        guard let object = value.object else { throw .notAnObject }
        return try Call(parsing: object)
    }
}
