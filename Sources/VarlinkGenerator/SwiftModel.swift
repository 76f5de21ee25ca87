/// A field or a parameter in Swift.
struct SwiftField {
    /// The way in which a value is read and written.
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
    /// The property wrapper for a text of a peer.
    var textForm: String?
    var limits: [Limit]
    var prose: String
    /// The values, if the field has an enum.
    var values: [String]?

    /// True if the field is an optional in Swift.
    var isOptional: Bool { isNullable && defaultValue == nil }

    /// The type with its question mark.
    var fullType: String { isOptional ? "\(type)?" : type }

    /// Returns true if two fields agree, as they must where two interfaces have the same type.
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

/// A struct to generate.
struct SwiftStruct {
    var name: String
    var prose: String
    var fields: [SwiftField]
}

/// A method to generate: the struct of its parameters contains the one of its reply.
struct SwiftMethod {
    var name: String
    var parameters: SwiftStruct
    var results: SwiftStruct
    /// True if a device commands a match with it.
    var isForDevices: Bool
    /// The kind of event that a call of it records.
    var recordedKind: String?

    /// Returns true if its replies and those of another method have the same parameters.
    func answers(as other: SwiftMethod) -> Bool {
        results.fields.elementsEqual(other.results.fields) {
            $0.isSame(as: $1) && ($0.isAsNull, $0.prose) == ($1.isAsNull, $1.prose)
        }
    }
}

/// An error to generate.
struct SwiftError {
    var name: String
    var prose: String
    var fields: [SwiftField]
    /// The struct with its fields, if it has a name of its own.
    var payload: SwiftStruct?
    /// The texts for people; none in an interface whose errors have no texts.
    var texts: [ErrorText]

    /// Returns the label of a field: empty for an enum that is the only field.
    func label(of field: SwiftField) -> String {
        fields.count == 1 && field.values != nil ? "" : "\(field.name): "
    }
}

/// An enum to generate from a type of its own.
struct SwiftEnum {
    var name: String
    var prose: String
    var values: [String]
}

/// An interface in Swift.
struct SwiftInterface {
    /// The name on the wire.
    var name: String
    /// The prefix of the names of its enums, such as `Gather`.
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
