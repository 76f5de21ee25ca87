import CMicroHTTP

/// An answer to a request.
struct HTTPResponse {
    /// The content of an answer.
    enum Body {
        /// Bytes that are sent once.
        case bytes([UInt8])
        /// Bytes that many get.
        case kept(KeptBody)
        /// Bytes without an end.
        case stream(EventListener)
    }

    /// The status, such as 200.
    var status: UInt32
    /// The headers beside those of every answer.
    var headers: [(name: String, value: String)]
    /// The content.
    var body: Body
    /// The content in a language, for an answer that is a text for people; nil for any other.
    var worded: ((PageLanguage) -> [UInt8])?

    /// True if it is none that a browser shows as a page.
    var isStream: Bool { if case .stream = body { true } else { false } }

    init(_ status: UInt32, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Makes an answer of bytes of a type.
    init(_ status: UInt32 = 200, type: String, _ bytes: [UInt8], isStored: Bool = false) {
        let cache = isStored ? "no-cache" : "no-store"
        self.init(
            status, headers: [("Content-Type", type), ("Cache-Control", cache)],
            body: .bytes(bytes))
    }

    /// Makes an answer of text for people.
    init(_ status: UInt32, text: PageText) {
        let worded = { (language: PageLanguage) in Array("\(text.text(in: language))\n".utf8) }
        self.init(status, type: "text/plain; charset=utf-8", worded(.english))
        self.worded = worded
    }

    /// Returns the answer in a language, if it is one of text for people.
    func worded(in language: PageLanguage) -> HTTPResponse {
        guard let worded, language != .english else { return self }
        var response = self
        response.body = .bytes(worded(language))
        return response
    }
}

/// Bytes that many answers have, in one place for all of them.
final class KeptBody {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ content: [UInt8]) {
        bytes = .allocate(byteCount: max(content.count, 1), alignment: 1)
        bytes.copyBytes(from: content)
        count = content.count
    }

    deinit { bytes.deallocate() }

    /// The number of bytes.
    let count: Int

    /// The bytes; valid as long as the object is.
    var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }
}
