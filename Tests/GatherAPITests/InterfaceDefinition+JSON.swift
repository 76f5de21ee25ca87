import Varlink
import VarlinkGenerator

/// Compares JSON with what is declared.
extension InterfaceDefinition {
    /// Returns the differences of a value from a type.
    ///
    /// Optional fields have to be present, too, so that both directions are checked.
    func mismatches(of json: JSONValue, as type: FieldType, at path: String) -> [String] {
        switch (type, json) {
        case (.bool, .bool), (.int, .int), (.float, .double), (.string, .string): []
        case (.object, .object): []
        case (.optional(let type), let json): mismatches(of: json, as: type, at: path)
        case (.named(let name), let json):
            if case .type(let type) = members[name] {
                mismatches(of: json, as: type.without(name), at: path)
            } else {
                ["\(path): no type \(name)"]
            }
        case (.enumeration(let values), .string(let text)):
            values.contains(text) ? [] : ["\(path): \(text) is not declared"]
        case (.array(let type), .array(let values)):
            values.isEmpty
                ? ["\(path) is empty"]
                : values.flatMap { mismatches(of: $0, as: type, at: "\(path)[]") }
        case (.structure(let fields), .object(let object)):
            mismatches(of: object, as: fields, at: path)
        default: ["\(path) is not of its type"]
        }
    }

    /// Returns the differences of an object from declared fields.
    func mismatches(of object: JSONObject, as fields: [Field], at path: String) -> [String] {
        let surplus = object.members.map(\.key).filter { key in !fields.contains { $0.name == key }
        }
        let wrong = fields.flatMap { field in
            guard let value = object[field.name] else {
                return ["\(path).\(field.name) is missing"]
            }
            return mismatches(of: value, as: field.type, at: "\(path).\(field.name)")
        }
        return surplus.map { "\(path).\($0) is not declared" } + wrong
    }

    /// Returns the differences of an error reply from the declared errors.
    func mismatches(ofError reply: Reply) -> [String] {
        guard let error = reply.error, error.hasPrefix("\(name).") else {
            return ["not of \(name)"]
        }
        guard case .error(let fields) = members[String(error.dropFirst(name.count + 1))] else {
            return ["\(error) is not declared"]
        }
        return mismatches(of: reply.parameters, as: fields, at: error)
    }

    /// The values of an enum that is a field of a struct.
    func values(of field: String, in type: String) -> [String]? {
        guard case .type(.structure(let fields)) = members[type] else { return nil }
        return switch fields.first(where: { $0.name == field })?.type {
        case .enumeration(let values), .optional(.enumeration(let values)): values
        default: nil
        }
    }
}

extension InterfaceDefinition.FieldType {
    /// The same type, with any object in place of values of a type that has them itself.
    fileprivate func without(_ name: String) -> Self {
        switch self {
        case .structure(let fields):
            .structure(
                fields.map { field in
                    var field = field
                    field.type = field.type.without(name)
                    return field
                })
        case .optional(let type): .optional(type.without(name))
        case .array(let type): .array(type.without(name))
        case .named(name): .object
        default: self
        }
    }
}
