import GatherCore
import LinuxIO
import Varlink

/// A value that the store keeps as JSON.
protocol StoredValue {
    /// The value's stored form.
    var stored: JSONValue { get }

    /// Reads the stored form; nil if it is invalid.
    init?(json: JSONValue)
}

extension JSONObject {
    /// Returns a member; nil if it is absent or of another type.
    func value<Value: StoredValue>(_ name: String) -> Value? {
        self[name].flatMap(Value.init(json:))
    }

    /// Returns a member, which is nil if it is absent; nil if it is of another type.
    func optional<Value: StoredValue>(_ name: String) -> Value?? {
        self[name] == nil ? .some(nil) : value(name).map { .some($0) }
    }

    /// Returns a member, which is nil if it is null; nil if it is absent or of another type.
    func nullable<Value: StoredValue>(_ name: String) -> Value?? {
        self[name] == .null ? .some(nil) : value(name).map { .some($0) }
    }

    /// Returns the elements of an array, none if it is absent; nil if one of them is invalid.
    func list<Value: StoredValue>(_ name: String) -> [Value]? {
        guard let array = self[name]?.array else { return [] }
        return [Value](json: .array(array))
    }
}

extension StoredValue where Self: JSONEncodable & JSONDecodable {
    var stored: JSONValue { json }

    init?(json: JSONValue) { do { try self.init(json: json, name: "") } catch { return nil } }
}

extension Int: StoredValue {}
extension String: StoredValue {}
extension Bool: StoredValue {}

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
extension TeamColor: StoredValue {}
extension Skill: StoredValue {}
extension Position: StoredValue {}
extension Leftover.Kind: StoredValue {}

extension Moment: StoredValue {
    /// The name of an additional member of a moment whose wall clock was not trusted.
    static let trust = "isWallTrusted"

    var stored: JSONValue { .object(members) }

    /// The members of the object, to be merged into another object.
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
