/// Makes the models of several interfaces, which can share types and enums.
struct SwiftModelBuilder {
    /// The Swift names of enums by their values: the same values are the same enum.
    private(set) var enums: [[String]: String] = [:]

    private var typeNames: [String: String] = [:]

    /// Collects the names of all types and enums.
    ///
    /// - Throws: A ``GeneratorError`` if two names are given to the same enum.
    init(_ definitions: [InterfaceDefinition]) throws(GeneratorError) {
        var given: [[String]: String] = [:]
        for definition in definitions {
            for member in definition.order {
                guard case .type(let type) = definition.members[member] else { continue }
                let comment = try Self.comment(of: member, in: definition)
                let name = comment.swiftName ?? SwiftNames.type(member)
                typeNames["\(definition.name).\(member)"] = name
                if case .enumeration(let values) = type { given[values] = name }
            }
        }
        enums = given
        for definition in definitions {
            for place in try places(in: definition) {
                guard let values = Self.values(in: place.field.type) else { continue }
                let comment = place.comment
                let own = comment.swiftName.flatMap { $0.first?.isUppercase == true ? $0 : nil }
                if let own, let other = given.updateValue(own, forKey: values), other != own {
                    throw GeneratorError(place.name, "these values are \(other) already")
                }
                let name = Self.propertyName(place.field, comment)
                let usual = "\(place.owner).\(SwiftNames.capitalized(name))"
                enums[values] = given[values] ?? enums[values] ?? usual
            }
        }
    }

    /// Returns the model of an interface.
    func interface(_ definition: InterfaceDefinition) throws(GeneratorError) -> SwiftInterface {
        var model = SwiftInterface(name: definition.name, prefix: Self.prefix(of: definition))
        for name in definition.order {
            let comment = try Self.comment(of: name, in: definition)
            switch definition.members[name] {
            case .type(.structure):
                model.types.append(
                    SwiftStruct(
                        name: typeNames["\(definition.name).\(name)"] ?? name,
                        prose: comment.prose, fields: try fields(of: name, in: definition)))
            case .type(let type):
                guard let values = Self.values(in: type), let own = enums[values] else { break }
                model.enums.append(SwiftEnum(name: own, prose: comment.prose, values: values))
            case .method:
                if let kind = comment.recordedKind {
                    guard model.methods.allSatisfy({ $0.recordedKind != kind }) else {
                        throw GeneratorError(
                            "\(definition.name).\(name)", "[recorded as \(kind)] is there twice")
                    }
                }
                let parameters = SwiftStruct(
                    name: "\(model.prefix)Method.\(name)", prose: comment.prose,
                    fields: try fields(of: name, in: definition))
                let results = SwiftStruct(
                    name: "\(parameters.name).Reply", prose: "The parameters of a reply.",
                    fields: try fields(of: name, mark: "->", in: definition))
                model.methods.append(
                    SwiftMethod(
                        name: name, parameters: parameters, results: results,
                        isForDevices: comment.isForDevices, recordedKind: comment.recordedKind))
            case .error:
                let fields = try fields(of: name, in: definition)
                let payload = comment.swiftName.map {
                    SwiftStruct(name: $0, prose: comment.prose, fields: fields)
                }
                let texts = try ErrorText.texts(
                    comment.texts, of: payload == nil ? fields : [],
                    at: "\(definition.name).\(name)")
                model.errors.append(
                    SwiftError(
                        name: name, prose: comment.prose, fields: fields, payload: payload,
                        texts: texts))
            case nil: break
            }
        }
        let bare = model.errors.filter(\.texts.isEmpty)
        if bare.count < model.errors.count, let error = bare.first {
            throw GeneratorError("\(definition.name).\(error.name)", "no text, as the others have")
        }
        return model
    }

    // MARK: - Places

    /// A field or a parameter, with its owner.
    private struct Place {
        var name: String
        var owner: String
        var member: String
        var mark: String
        var field: InterfaceDefinition.Field
        var comment: Comment
    }

    private func places(in definition: InterfaceDefinition) throws(GeneratorError) -> [Place] {
        var places: [Place] = []
        let prefix = Self.prefix(of: definition)
        for member in definition.order {
            var lists: [(owner: String, mark: String, fields: [InterfaceDefinition.Field])] = []
            switch definition.members[member] {
            case .type(.structure(let fields)):
                lists = [(typeNames["\(definition.name).\(member)"] ?? member, ".", fields)]
            case .method(let parameters, let results):
                let owner = "\(prefix)Method.\(member)"
                lists = [(owner, ".", parameters), ("\(owner).Reply", "->", results)]
            case .error(let fields):
                let comment = try Self.comment(of: member, in: definition)
                lists = [(comment.swiftName ?? "\(prefix)Error", ".", fields)]
            case .type, nil: break
            }
            for list in lists {
                for field in list.fields {
                    let key = "\(member)\(list.mark)\(field.name)"
                    let name = "\(definition.name).\(key)"
                    let comment = try Comment(definition.fieldComments[key] ?? "", at: name)
                    places.append(
                        Place(
                            name: name, owner: list.owner, member: member, mark: list.mark,
                            field: field, comment: comment))
                }
            }
        }
        return places
    }

    private func fields(
        of member: String, mark: String = ".", in definition: InterfaceDefinition
    ) throws(GeneratorError) -> [SwiftField] {
        var fields: [SwiftField] = []
        for place in try places(in: definition)
        where place.member == member && place.mark == mark {
            fields.append(try field(place, in: definition))
        }
        return fields
    }

    private func field(
        _ place: Place, in definition: InterfaceDefinition
    ) throws(GeneratorError) -> SwiftField {
        let comment = place.comment
        var type = place.field.type
        var isNullable = false
        if case .optional(let inner) = type { (type, isNullable) = (inner, true) }
        var name = try swiftType(type, at: place.name, in: definition)
        var kind = SwiftField.Kind.value
        if comment.isSecret {
            (name, kind) = ("SecretBytes", .secret)
        } else if let source = comment.valuesOf {
            let (owner, field) = source.divided(at: ".")
            let found = try places(in: definition).first {
                $0.member == owner && $0.field.name == field
            }
            guard let found, let values = Self.values(in: found.field.type) else {
                throw GeneratorError(place.name, "\(source) is not an enum")
            }
            (name, kind) = ("[\(enums[values] ?? "String")]", .knownValues)
        }
        let isShown = try isShown(place, in: definition)
        let isText = ["String", "[String]"].contains(name) && kind == .value
        return SwiftField(
            name: Self.propertyName(place.field, comment), wireName: place.field.name, type: name,
            isNullable: isNullable, defaultValue: comment.defaultValue,
            isLeftOut: comment.isLeftOut, isAsNull: comment.isAsNull,
            isComputed: comment.isComputed, kind: kind,
            textForm: isText && isShown ? comment.textForm : nil, limits: comment.limits,
            prose: comment.prose, values: Self.values(in: type))
    }

    /// Returns true if the texts of a field come from a peer and are shown; those of a call are the
    /// client's own.
    private func isShown(
        _ place: Place, in definition: InterfaceDefinition
    ) throws(GeneratorError) -> Bool {
        let interface = try Self.comment(of: "interface", in: definition)
        if interface.hasRawTexts { return false }
        if case .method = definition.members[place.member] { return place.mark == "->" }
        return true
    }

    // MARK: - Names

    private func swiftType(
        _ type: InterfaceDefinition.FieldType, at place: String, in definition: InterfaceDefinition
    ) throws(GeneratorError) -> String {
        switch type {
        case .bool: return "Bool"
        case .int: return "Int"
        case .string: return "String"
        case .object: return "JSONObject"
        case .named(let name): return typeNames["\(definition.name).\(name)"] ?? name
        case .array(let element):
            return "[\(try swiftType(element, at: place, in: definition))]"
        case .enumeration(let values): return enums[values] ?? "String"
        case .float, .structure, .map, .optional:
            throw GeneratorError(place, "a type that varlink-gen does not make")
        }
    }

    private static func propertyName(
        _ field: InterfaceDefinition.Field, _ comment: Comment
    ) -> String {
        guard let name = comment.swiftName, name.first?.isLowercase == true else {
            return SwiftNames.property(field.name)
        }
        return name
    }

    private static func values(in type: InterfaceDefinition.FieldType) -> [String]? {
        switch type {
        case .enumeration(let values): values
        case .optional(let inner), .array(let inner): Self.values(in: inner)
        default: nil
        }
    }

    private static func prefix(of definition: InterfaceDefinition) -> String {
        definition.name.split(separator: ".").last.map(String.init) ?? ""
    }

    private static func comment(
        of name: String, in definition: InterfaceDefinition
    ) throws(GeneratorError) -> Comment {
        try Comment(definition.comments[name] ?? "", at: "\(definition.name).\(name)")
    }
}
