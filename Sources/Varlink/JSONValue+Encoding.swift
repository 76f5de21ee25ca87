extension Int: JSONEncodable {
    /// The whole number.
    public var json: JSONValue { .int(self) }
}

extension String: JSONEncodable {
    /// The text.
    public var json: JSONValue { .string(self) }
}

extension Bool: JSONEncodable {
    /// The truth value.
    public var json: JSONValue { .bool(self) }
}

extension SecretBytes: JSONEncodable {
    /// The text that must not stay in the memory.
    public var json: JSONValue { .secret(self) }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    /// The list.
    public var json: JSONValue { .array(map(\.json)) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    /// The value, or null.
    public var json: JSONValue { map(\.json) ?? .null }
}

extension RawRepresentable where RawValue == String {
    /// The value of an enum.
    public var json: JSONValue { .string(rawValue) }
}
