import Varlink

extension JSONValue {
    /// The value of a text, nested as deep as the daemon allows.
    init(text: String, nesting: Int = 16) throws(JSONError) {
        try self.init(parsing: Array(text.utf8)[...], nesting: nesting)
    }

    /// The value as compact text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONObject {
    /// The object that a text is.
    init(text: String) throws {
        guard let object = try JSONValue(text: text).object else { throw ProtocolError.notAnObject }
        self = object
    }
}

/// Returns the error of a text that is no JSON value; nil if it is one.
func jsonError(_ text: String) -> JSONError? {
    jsonError(Array(text.utf8))
}

/// Returns the error of bytes that are no JSON value; nil if they are one.
func jsonError(_ bytes: [UInt8], nesting: Int = 16) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONValue(parsing: bytes[...], nesting: nesting)
        return nil
    } catch {
        return error
    }
}

extension String {
    /// The text as a message, with its NUL byte.
    var message: [UInt8] { Array(utf8) + [0] }
}

extension [UInt8] {
    /// The text that the bytes are, for comparing.
    var text: String { String(decoding: self, as: UTF8.self) }
}
