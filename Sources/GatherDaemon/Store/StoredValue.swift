import GatherCore
import Varlink

/// A value as the store keeps it in JSON.
protocol StoredValue {
    /// The value as it is kept.
    var stored: JSONValue { get }

    /// Reads a value; nil for what is none.
    init?(json: JSONValue)
}

extension JSONObject {
    /// Reads a member; nil where it is absent or something else.
    func value<Value: StoredValue>(_ name: String) -> Value? {
        self[name].flatMap(Value.init(json:))
    }

    /// Reads the elements of an array, none if it is absent; nil if one of them cannot be read.
    func list<Value: StoredValue>(_ name: String) -> [Value]? {
        guard let array = self[name]?.array else { return [] }
        return [Value](json: .array(array))
    }
}

extension Int: StoredValue {
    var stored: JSONValue { .int(self) }

    init?(json: JSONValue) {
        guard let value = json.int else { return nil }
        self = value
    }
}

extension String: StoredValue {
    var stored: JSONValue { .string(self) }

    init?(json: JSONValue) {
        guard let value = json.string else { return nil }
        self = value
    }
}

extension Bool: StoredValue {
    var stored: JSONValue { .bool(self) }

    init?(json: JSONValue) {
        guard let value = json.bool else { return nil }
        self = value
    }
}

extension Optional where Wrapped: StoredValue {
    var stored: JSONValue { map(\.stored) ?? .null }
}

extension Array: StoredValue where Element: StoredValue {
    var stored: JSONValue { .array(map(\.stored)) }

    init?(json: JSONValue) {
        guard let values = json.array else { return nil }
        self = values.compactMap(Element.init(json:))
        guard count == values.count else { return nil }
    }
}

extension Set: StoredValue where Element: StoredValue & Comparable {
    var stored: JSONValue { sorted().stored }

    init?(json: JSONValue) {
        guard let elements = [Element](json: json) else { return nil }
        self = Set(elements)
    }
}

extension RawRepresentable where Self: StoredValue, RawValue == String {
    var stored: JSONValue { .string(rawValue) }

    init?(json: JSONValue) {
        guard let value = json.string.flatMap(Self.init(rawValue:)) else { return nil }
        self = value
    }
}

extension Side: StoredValue {}
extension TeamSection: StoredValue {}
extension Skill: StoredValue {}
extension Position: StoredValue {}
extension Leftover.Kind: StoredValue {}

extension Moment: StoredValue {
    /// The name of a member beside those of a moment whose wall clock was not known to be right.
    static let trust = "isWallTrusted"

    var stored: JSONValue { .object(members) }

    /// The members of the object, for an object that has others as well.
    var members: JSONObject {
        [
            "boottime": boottime.wholeMicroseconds.stored, "wall": wall.wholeMicroseconds.stored,
            "boot": boot.stored,
        ]
    }

    init?(json: JSONValue) {
        guard let json = json.object, let boottime: Int = json.value("boottime"),
            let wall: Int = json.value("wall"), let boot: String = json.value("boot")
        else { return nil }
        self.init(boottime: .microseconds(boottime), wall: .microseconds(wall), boot: boot)
    }
}
