/// A JSON value as Varlink uses it: integers are exact, and objects keep their order and have each
/// key once.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case int(Int)
    /// Any other number.
    case double(Double)
    /// Text, never with U+0000 when it was parsed.
    case string(String)
    /// Text that must not stay in memory.
    case secret(SecretBytes)
    /// A list.
    case array([JSONValue])
    /// Named values.
    case object(JSONObject)

    /// Makes a whole number, or null for nil.
    public init(_ value: Int?) { self = value.map(JSONValue.int) ?? .null }

    /// Makes a text, or null for nil.
    public init(_ value: String?) { self = value.map(JSONValue.string) ?? .null }

    /// The text, or nil for any other value.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The whole number, or nil for any other value.
    public var int: Int? { if case .int(let value) = self { value } else { nil } }

    /// The truth value, or nil for any other value.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The list, or nil for any other value.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The object, or nil for any other value.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
}

/// Named values in the order in which they were written.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public struct Member: Hashable, Sendable {
        /// The name.
        public let key: String
        /// The value.
        public var value: JSONValue

        /// Returns true if the member has this name; most names differ in length, which is cheaper
        /// to compare.
        func isNamed(_ key: String) -> Bool {
            self.key.utf8.count == key.utf8.count && self.key == key
        }

        /// Makes a name with its value.
        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The longest name that is read, in bytes.
    ///
    /// Swift compares texts by canonical equivalence, which takes quadratic time for a long run of
    /// combining marks.
    static let longestKey = 256

    /// The most names of an object that is read: several times as many as any interface has.
    static let mostMembers = 64

    /// All names with their values; no name occurs twice.
    public private(set) var members: [Member]

    /// Makes an object of members whose keys are distinct, without a copy of them.
    public init(_ members: [Member]) { self.members = members }

    /// Makes an object of pairs whose keys are distinct.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { Member($0.0, $0.1) }
    }

    /// Makes an object of pairs whose keys are distinct, leaving out those without a value.
    public init(present elements: KeyValuePairs<String, JSONValue?>) {
        members = elements.compactMap { key, value in value.map { Member(key, $0) } }
    }

    /// Adds a name that the object does not have yet.
    mutating func append(_ key: String, _ value: JSONValue) {
        members.append(Member(key, value))
    }

    /// Adds a name that the object does not have yet, unless it has no value.
    public mutating func append(_ key: String, present value: JSONValue?) {
        if let value { append(key, value) }
    }

    /// The value of a name; setting nil removes it.
    ///
    /// Objects here have only a few members, so this is a linear search.
    public subscript(key: String) -> JSONValue? {
        get { members.first { $0.isNamed(key) }?.value }
        set {
            let index = members.firstIndex { $0.isNamed(key) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key, value))
            case (nil, nil): break
            }
        }
    }
}
