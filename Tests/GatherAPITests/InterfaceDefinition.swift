/// An interface as its `.varlink` file defines it.
struct InterfaceDefinition {
    /// What stands under a name: types, methods and errors share one space of names.
    enum Member: Equatable {
        case type(FieldType)
        case method(parameters: [Field], results: [Field])
        case error([Field])
    }

    /// The name of the interface.
    var name = ""

    /// All members by their names.
    var members: [String: Member] = [:]

    /// The comment above each member, its lines joined by line breaks.
    var comments: [String: String] = [:]

    /// The interface, the members and the fields of types without a comment on the line before.
    var uncommented: [String] = []

    /// The names of the methods.
    var methods: Set<String> {
        Set(members.filter { if case .method = $0.value { true } else { false } }.keys)
    }

    /// The names of the errors.
    var errors: Set<String> {
        Set(members.filter { if case .error = $0.value { true } else { false } }.keys)
    }

    /// The names of the types.
    var types: Set<String> {
        Set(members.filter { if case .type = $0.value { true } else { false } }.keys)
    }

    /// A field of a struct, and what is allowed in it.
    struct Field: Equatable {
        var name: String
        var type: FieldType
    }

    /// The type of a field.
    indirect enum FieldType: Equatable {
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

/// What is wrong in a definition, and in which line.
struct GrammarError: Error, Equatable {
    var line: Int
    var problem: String
}
