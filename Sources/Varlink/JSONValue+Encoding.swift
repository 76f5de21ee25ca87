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

extension JSONObject: JSONEncodable {
    /// The object.
    public var json: JSONValue { .object(self) }
}

extension SecretBytes: JSONEncodable {
    /// The text that must not stay in memory.
    public var json: JSONValue { .secret(self) }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    /// The list.
    public var json: JSONValue { .array(map { $0.json }) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    /// The value, or null.
    ///
    /// This does not use a key path: in generic code the runtime makes a new one at each use, at
    /// 7,000 instructions.
    public var json: JSONValue {
        switch self {
        case let value?: value.json
        case nil: .null
        }
    }
}

extension RawRepresentable where RawValue == String {
    /// The value of an enum.
    public var json: JSONValue { .string(rawValue) }
}
