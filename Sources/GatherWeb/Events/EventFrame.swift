import Varlink

/// An event of a stream, encoded once for all who get it, as "Server-sent events" of the HTML
/// standard has it.
final class EventFrame: Sendable {
    /// The bytes.
    let bytes: [UInt8]
    /// True for a state that says that another match has changed, which no later state says again.
    let isOfHistory: Bool

    /// Makes an event with JSON as its data, which has no line break.
    init(event: String, _ data: JSONObject, isOfHistory: Bool = false) {
        bytes = Array("event: \(event)\ndata: ".utf8) + JSONValue.object(data).bytes + [10, 10]
        self.isOfHistory = isOfHistory
    }

    private init(_ text: String) { (bytes, isOfHistory) = (Array(text.utf8), false) }

    /// The wait of a browser before it connects again: half a second rather than its own three.
    static let retry = EventFrame("retry: 500\n\n")
}
