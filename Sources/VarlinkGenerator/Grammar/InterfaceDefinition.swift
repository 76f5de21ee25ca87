/// An interface as its `.varlink` file defines it.
package struct InterfaceDefinition {
    /// A named member: types, methods and errors share one namespace.
    package enum Member: Equatable {
        case type(FieldType)
        case method(parameters: [Field], results: [Field])
        case error([Field])
    }

    /// The name of the interface.
    package var name = ""

    /// All members by their names.
    package var members: [String: Member] = [:]

    /// The names of the members in the order of the file.
    package var order: [String] = []

    /// The comment above each member, with its lines joined by line breaks.
    package var comments: [String: String] = [:]

    /// The comment above each field or parameter that has a line of its own, by `Member.field`; for
    /// a result by `Member->field`.
    package var fieldComments: [String: String] = [:]

    /// The interface, the members and the fields of types that have no comment on the line before.
    package var uncommented: [String] = []

    /// The names of the methods.
    package var methods: Set<String> {
        Set(members.filter { if case .method = $0.value { true } else { false } }.keys)
    }

    /// The names of the errors.
    package var errors: Set<String> {
        Set(members.filter { if case .error = $0.value { true } else { false } }.keys)
    }

    /// The names of the types.
    package var types: Set<String> {
        Set(members.filter { if case .type = $0.value { true } else { false } }.keys)
    }

    /// A field of a struct, with its type.
    package struct Field: Equatable {
        package var name: String
        package var type: FieldType

        /// Makes a field from its name and its type.
        package init(name: String, type: FieldType) {
            self.name = name
            self.type = type
        }
    }

    /// The type of a field.
    package indirect enum FieldType: Equatable {
        case bool
        case int
        case float
        case string
        case object
        case named(String)
        case structure([Field])
        case enumeration([String])
        case array(FieldType)
        case map(FieldType)
        case optional(FieldType)
    }
}

extension InterfaceDefinition.FieldType: CustomStringConvertible {
    /// The type as a definition has it.
    package var description: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .named(let name): name
        case .structure(let fields):
            "(\(fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")))"
        case .enumeration(let values): "(\(values.joined(separator: ", ")))"
        case .array(let type): "[]\(type)"
        case .map(let type): "[string]\(type)"
        case .optional(let type): "?\(type)"
        }
    }
}

/// An error in a definition, with its line.
package struct GrammarError: Error, Equatable {
    /// The line, counted from 1.
    package var line: Int

    /// The problem, in words.
    package var problem: String

    /// Makes an error from a line and the problem there.
    package init(line: Int, problem: String) {
        self.line = line
        self.problem = problem
    }
}
