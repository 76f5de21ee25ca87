import Varlink

/// An event of a stream, encoded once for all who get it, as "Server-sent events" of the HTML
/// standard has it.
final class EventFrame: Sendable {
    /// The bytes.
    let bytes: [UInt8]

    /// Makes an event with JSON as its data, which has no line break.
    init(event: String, _ data: JSONObject) {
        bytes = Array("event: \(event)\ndata: ".utf8) + JSONValue.object(data).bytes + [10, 10]
    }

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// The wait of a browser before it connects again: half a second rather than its own three.
    static let retry = EventFrame("retry: 500\n\n")
}
