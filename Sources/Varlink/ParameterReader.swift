/// A type that can be read from the value of a parameter or a field.
public protocol JSONDecodable {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - name: Its name.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` with the name of the field that is wrong.
    init(json: JSONValue, name: String) throws(VarlinkError)

    /// Reads a value of a call: objects in it must not have fields that are not declared.
    init(strict json: JSONValue, name: String) throws(VarlinkError)
}

extension JSONDecodable {
    /// Reads a value that contains no objects.
    public init(strict json: JSONValue, name: String) throws(VarlinkError) {
        try self.init(json: json, name: name)
    }
}

/// Reads the parameters of a call, or the fields of a struct, one by one and each once.
public struct ParameterReader {
    private let object: JSONObject
    private let isStrict: Bool
    /// A bit for each member that was read, by its index.
    private var taken: UInt64 = 0
    /// The expected index of the next field, if they are in the order of the declaration, as ours
    /// are.
    private var place = 0

    /// Makes a reader of the parameters of a call or a reply.
    ///
    /// - Parameter isStrict: True if objects in them must not have fields that are not declared.
    public init(_ object: JSONObject, isStrict: Bool = false) {
        self.object = object
        self.isStrict = isStrict
    }

    /// Makes a reader of the fields of a value.
    ///
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is not an object.
    public init(_ json: JSONValue, name: String, isStrict: Bool = false) throws(VarlinkError) {
        guard let object = json.object else { throw .invalidParameter(name) }
        self.init(object, isStrict: isStrict)
    }

    /// Reads a value that must be present.
    ///
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is missing or not valid.
    public mutating func required<Value: JSONDecodable>(
        _ name: String
    ) throws(VarlinkError) -> Value {
        guard let value: Value = try optional(name) else { throw .invalidParameter(name) }
        return value
    }

    /// Reads a value that may be missing or null.
    public mutating func optional<Value: JSONDecodable>(
        _ name: String
    ) throws(VarlinkError) -> Value? {
        let json = take(name)
        if case .null = json { return nil }
        return isStrict
            ? try Value(strict: json, name: name) : try Value(json: json, name: name)
    }

    /// True unless all members were read.
    ///
    /// For a field that most objects leave out, it saves the search, and the making of its type.
    public var hasMore: Bool { taken != UInt64(1) << object.members.count &- 1 }

    /// Reads a list of enum values that may be missing or null, and skips unknown ones.
    public mutating func known<Value: RawRepresentable>(
        _ name: String
    ) throws(VarlinkError) -> [Value]? where Value.RawValue == String {
        let strings: [String]? = try optional(name)
        return strings?.compactMap { $0.utf8.count > 64 ? nil : Value(rawValue: $0) }
    }

    /// Reads a secret text that may be missing or null.
    public mutating func secret(_ name: String) throws(VarlinkError) -> SecretBytes? {
        switch take(name) {
        case .null: return nil
        case .secret(let secret): return secret
        case .string(let text): return SecretBytes(text)
        default: throw .invalidParameter(name)
        }
    }

    private mutating func take(_ name: String) -> JSONValue {
        let members = object.members
        if place >= members.count || !members[place].isNamed(name) {
            guard let index = index(of: name) else { return .null }
            place = index
        }
        defer { place += 1 }
        taken |= 1 << place
        return members[place].value
    }

    /// Returns the index of a member that was not read yet; nil if there is none of this name.
    private func index(of name: String) -> Int? {
        // An object that was parsed has no more members than there are bits.
        var left = ~taken
        while left != 0, left.trailingZeroBitCount < object.members.count {
            if object.members[left.trailingZeroBitCount].isNamed(name) {
                return left.trailingZeroBitCount
            }
            left &= left - 1
        }
        return nil
    }

    /// Checks that no parameter is left.
    ///
    /// A service does this; a client does not, since a newer service may send more.
    ///
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` with the name of one that is left.
    public func finish() throws(VarlinkError) {
        for (index, member) in object.members.enumerated() where taken & 1 << index == 0 {
            throw .invalidParameter(member.key)
        }
    }
}

extension Int: JSONDecodable {
    /// Reads a whole number.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        guard let value = json.int else { throw .invalidParameter(name) }
        self = value
    }
}

extension String: JSONDecodable {
    /// Reads a text.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        guard let value = json.string else { throw .invalidParameter(name) }
        self = value
    }
}

extension Bool: JSONDecodable {
    /// Reads a truth value.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        guard let value = json.bool else { throw .invalidParameter(name) }
        self = value
    }
}

extension JSONObject: JSONDecodable {
    /// Reads an object, whatever its fields are.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        guard let value = json.object else { throw .invalidParameter(name) }
        self = value
    }
}

extension Array: JSONDecodable where Element: JSONDecodable {
    /// Reads a list.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        guard let values = json.array else { throw .invalidParameter(name) }
        self = []
        for value in values { append(try Element(json: value, name: name)) }
    }

    /// Reads a list of values of a call.
    public init(strict json: JSONValue, name: String) throws(VarlinkError) {
        guard let values = json.array else { throw .invalidParameter(name) }
        self = []
        for value in values { append(try Element(strict: value, name: name)) }
    }
}

extension RawRepresentable where RawValue == String {
    /// Reads one of the values of an enum.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        // A long text is none of them, and comparing it could take long.
        guard let text = json.string, text.utf8.count <= 64, let value = Self(rawValue: text) else {
            throw .invalidParameter(name)
        }
        self = value
    }
}
