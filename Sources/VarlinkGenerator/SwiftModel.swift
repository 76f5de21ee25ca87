/// A field or a parameter as Swift has it.
struct SwiftField {
    /// How a value is read and written.
    enum Kind: Equatable {
        case value
        case secret
        case knownValues
    }

    var name: String
    var wireName: String
    /// The type, without its question mark.
    var type: String
    var isNullable: Bool
    var defaultValue: String?
    var isLeftOut: Bool
    var isAsNull: Bool
    var isComputed: Bool
    var kind: Kind
    /// The property wrapper of a text of a peer.
    var textForm: String?
    var limits: [Limit]
    var prose: String
    /// The values of an enum in it.
    var values: [String]?

    /// Whether it is an optional in Swift.
    var isOptional: Bool { isNullable && defaultValue == nil }

    /// The type with its question mark.
    var fullType: String { isOptional ? "\(type)?" : type }

    /// Whether it has to be the same where two interfaces have the same type.
    func isSame(as other: SwiftField) -> Bool {
        (name, wireName, fullType, defaultValue) == (
            other.name, other.wireName, other.fullType, other.defaultValue
        )
            && (isLeftOut, isComputed, kind, textForm) == (
                other.isLeftOut, other.isComputed, other.kind, other.textForm
            )
            && (other.limits.isEmpty || other.limits == limits)
    }
}

/// A struct that is made.
struct SwiftStruct {
    var name: String
    var prose: String
    var fields: [SwiftField]
}

/// A method that is made: the struct of its parameters has the one of its reply in it.
struct SwiftMethod {
    var name: String
    var parameters: SwiftStruct
    var results: SwiftStruct
}

/// An error that is made.
struct SwiftError {
    var name: String
    var prose: String
    var fields: [SwiftField]
    /// The struct that has its fields, if it has a name of its own.
    var payload: SwiftStruct?

    /// The label of a field: none for an enum that is the only one.
    func label(of field: SwiftField) -> String {
        fields.count == 1 && field.values != nil ? "" : "\(field.name): "
    }
}

/// An enum that is made of a type of its own.
struct SwiftEnum {
    var name: String
    var prose: String
    var values: [String]
}

/// An interface as Swift has it.
struct SwiftInterface {
    /// The name on the wire.
    var name: String
    /// The beginning of the names of its enums, such as `Gather`.
    var prefix: String
    var types: [SwiftStruct] = []
    var enums: [SwiftEnum] = []
    var methods: [SwiftMethod] = []
    var errors: [SwiftError] = []

    /// All fields of types, methods and errors.
    var fields: [SwiftField] {
        let ofTypes = types.flatMap(\.fields)
        let ofMethods = methods.flatMap { $0.parameters.fields + $0.results.fields }
        return ofTypes + ofMethods + errors.flatMap(\.fields)
    }
}
