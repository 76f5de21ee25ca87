extension SwiftWriter {
    /// Writes a struct with its enums, its initialisers and its coding.
    mutating func structure(
        _ model: SwiftStruct, conformingTo protocols: String = "VarlinkObject",
        isCall: Bool = false, body: (inout SwiftWriter) -> Void = { _ in }
    ) {
        let stored = model.fields.filter { !$0.isComputed }
        text.gap()
        text.doc(model.prose)
        let name = model.name.split(separator: ".").last.map(String.init) ?? model.name
        block("public struct \(name): \(protocols)") { writer in
            body(&writer)
            for field in model.fields { writer.nestedEnumeration(field, in: model.name) }
            writer.ranges(model.fields)
            for field in stored {
                writer.text.gap()
                writer.text.doc(Self.prose(of: field))
                let wrapper = field.textForm.map { "@\($0) " } ?? ""
                writer.text.line("\(wrapper)public var \(field.name): \(field.fullType)")
            }
            writer.memberwiseInitializer(stored)
            writer.encoding(model.fields, isCall: isCall)
            writer.decoding(stored)
        }
    }

    /// Writes the enum of a field if it is declared in the type that owns it.
    mutating func nestedEnumeration(_ field: SwiftField, in owner: String) {
        guard let values = field.values, let name = enums[values], name.hasPrefix("\(owner)."),
            !name.dropFirst(owner.count + 1).contains("."), written.insert(name).inserted
        else { return }
        enumeration(String(name.dropFirst(owner.count + 1)), values, prose: field.prose)
    }

    /// Writes an enum; the prose may describe each of its values.
    mutating func enumeration(_ name: String, _ values: [String], prose: String) {
        text.gap()
        text.doc(prose.isEmpty ? "One of the values that are declared." : prose)
        let conformances = "String, CaseIterable, Sendable, JSONEncodable, JSONDecodable"
        block("public enum \(name): \(conformances)") { writer in
            for value in values {
                writer.text.doc(Self.meaning(of: value, among: values, in: prose))
                writer.text.line("case \(SwiftNames.declared(value))")
            }
        }
    }

    /// Writes the limits of fields as constants.
    mutating func ranges(_ fields: [SwiftField]) {
        for field in fields {
            for limit in field.limits {
                let (suffix, meaning, value) = limit.constant
                text.gap()
                text.doc("The \(meaning) that `\(field.name)` can have.")
                text.line("public static let \(field.name)\(suffix) = \(value)")
            }
        }
    }

    private mutating func memberwiseInitializer(_ fields: [SwiftField]) {
        text.gap()
        text.doc("Makes one of its fields.")
        let parameters = fields.map { field in
            let value = field.defaultValue ?? (field.isOptional ? "nil" : nil)
            return "\(field.name): \(field.fullType)" + (value.map { " = \($0)" } ?? "")
        }
        guard !fields.isEmpty else { return text.line("public init() {}") }
        text.list("public init(", parameters, ") {")
        text.indented { text in
            for field in fields { text.line("self.\(field.name) = \(field.name)") }
        }
        text.line("}")
    }

    /// Writes the encoding of the fields; in a call, null fields are left out.
    private mutating func encoding(_ fields: [SwiftField], isCall: Bool) {
        text.gap()
        let values = fields.map { field -> (name: String, json: String, canBeMissing: Bool) in
            let name = "\"\(field.wireName)\""
            // A text is written as it was received.
            let own = field.textForm == nil ? field.name : "$\(field.name)"
            let value =
                field.isComputed && own != field.name ? "\(field.name).projectedValue" : own
            if let standard = field.defaultValue, field.isLeftOut {
                return (name, "\(value) == \(standard) ? nil : \(value).json", true)
            }
            let canBeMissing = field.isOptional && (isCall && !field.isAsNull || field.isLeftOut)
            return (name, "\(value)\(canBeMissing ? "?" : "").json", canBeMissing)
        }
        let canBeMissing = values.contains(where: \.canBeMissing)
        if canBeMissing, !isCall {
            text.doc("The names of all fields, those that can be left out among them.")
            text.list(
                "public static let fieldNames = [", values.map(\.name), "]", trailingComma: true)
            text.gap()
        }
        text.doc("The fields on the wire.")
        block("public var fields: JSONObject") { writer in
            if canBeMissing, !isCall {
                // They are left out of most values, and then cost a comparison each.
                let first = values.prefix { !$0.canBeMissing }
                let members = first.map { ".init(\($0.name), \($0.json))" }
                writer.text.list("var object = JSONObject([", members, "])", trailingComma: true)
                for value in values.dropFirst(first.count) {
                    writer.text.line("object.append(\(value.name), present: \(value.json))")
                }
                writer.text.line("return object")
            } else if canBeMissing {
                let pairs = values.map { "\($0.name): \($0.json)" }
                writer.text.list("JSONObject(present: [", pairs, "])", trailingComma: true)
            } else {
                let members = values.map { ".init(\($0.name), \($0.json))" }
                writer.text.list("JSONObject([", members, "])", trailingComma: true)
            }
        }
    }

    private mutating func decoding(_ fields: [SwiftField]) {
        text.gap()
        text.doc("Reads the fields.")
        let head = "public init(from reader: inout ParameterReader) throws(VarlinkError)"
        guard !fields.isEmpty else { return text.line("\(head) {}") }
        block(head) { writer in
            for field in fields {
                if field.kind == .secret, !field.isNullable {
                    let name = field.wireName
                    let found = "let \(field.name) = try reader.secret(\"\(name)\")"
                    writer.text.block("guard \(found) else") {
                        $0.line("throw .invalidParameter(\"\(name)\")")
                    }
                    writer.text.line("self.\(field.name) = \(field.name)")
                } else {
                    writer.text.assignment(SwiftNames.declared(field.name), Self.reading(of: field))
                }
            }
        }
    }

    /// Returns the expression that reads a field.
    static func reading(of field: SwiftField) -> String {
        let isOptional = field.isNullable || field.defaultValue != nil
        let call =
            switch field.kind {
            case .secret: "secret"
            case .knownValues: "known"
            case .value: isOptional ? "optional" : "required"
            }
        let value = field.defaultValue.map { " ?? \($0)" } ?? ""
        let reading = "try reader.\(call)(\"\(field.wireName)\")\(value)"
        return field.isOptional && field.isLeftOut ? "reader.hasMore ? \(reading) : nil" : reading
    }

    private static func prose(of field: SwiftField) -> String {
        field.prose.isEmpty ? "`\(field.wireName)` of the interface." : field.prose
    }

    private static func meaning(
        of value: String, among values: [String], in prose: String
    ) -> String {
        guard let start = prose.firstRange(of: "\(value): ") else { return "`\(value)`." }
        var text = prose[start.upperBound...]
        for other in values {
            if let next = text.firstRange(of: " \(other): ") { text = text[..<next.lowerBound] }
        }
        return SwiftNames.capitalized(String(text))
    }
}
