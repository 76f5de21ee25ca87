/// A type that can be read from the value of a parameter or a field.
public protocol JSONDecodable {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - name: The name it stands under.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` with the name of the field that is wrong.
    init(json: JSONValue, name: String) throws(VarlinkError)

    /// Reads a value that a peer asks something with: objects in it have no other fields than those
    /// declared.
    init(strict json: JSONValue, name: String) throws(VarlinkError)
}

extension JSONDecodable {
    /// Reads a value in which there are no objects.
    public init(strict json: JSONValue, name: String) throws(VarlinkError) {
        try self.init(json: json, name: name)
    }
}

/// Takes the parameters of a call, or the fields of a struct, one by one.
public struct ParameterReader {
    private let object: JSONObject
    private let isStrict: Bool
    /// A bit for each member that was taken, by its place.
    private var taken: UInt64 = 0
    /// Where the next field is, if they stand in the order of the declaration, as ours do.
    private var place = 0

    /// Makes a reader of the parameters of a call or a reply.
    ///
    /// - Parameter isStrict: Whether objects in them may have no other fields than those declared.
    public init(_ object: JSONObject, isStrict: Bool = false) {
        self.object = object
        self.isStrict = isStrict
    }

    /// Makes a reader of the fields of a value that has to be an object.
    public init(_ json: JSONValue, name: String, isStrict: Bool = false) throws(VarlinkError) {
        guard let object = json.object else { throw .invalidParameter(name) }
        self.init(object, isStrict: isStrict)
    }

    /// Takes a value that has to be there.
    public mutating func required<Value: JSONDecodable>(
        _ name: String
    ) throws(VarlinkError) -> Value {
        guard let value: Value = try optional(name) else { throw .invalidParameter(name) }
        return value
    }

    /// Takes a value that may be missing or null.
    public mutating func optional<Value: JSONDecodable>(
        _ name: String
    ) throws(VarlinkError) -> Value? {
        let json = take(name)
        if case .null = json { return nil }
        return isStrict
            ? try Value(strict: json, name: name) : try Value(json: json, name: name)
    }

    /// Takes a list of words of an enum that may be missing or null, and leaves out those that are
    /// not known.
    public mutating func known<Value: RawRepresentable>(
        _ name: String
    ) throws(VarlinkError) -> [Value]? where Value.RawValue == String {
        let words: [String]? = try optional(name)
        return words?.compactMap { $0.utf8.count > 64 ? nil : Value(rawValue: $0) }
    }

    /// Takes a text that may be missing or null, and that is to stay nowhere else.
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
            guard let index = members.firstIndex(where: { $0.isNamed(name) }) else { return .null }
            place = index
        }
        defer { place += 1 }
        taken |= 1 << place
        return members[place].value
    }

    /// Checks that nothing is left.
    ///
    /// A service does; a client does not, since a newer service may say more.
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

extension Array: JSONDecodable where Element: JSONDecodable {
    /// Reads a list.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        guard let values = json.array else { throw .invalidParameter(name) }
        self = []
        for value in values { append(try Element(json: value, name: name)) }
    }

    /// Reads a list of values that a peer asks something with.
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
