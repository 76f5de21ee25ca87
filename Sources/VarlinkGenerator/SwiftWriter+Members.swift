extension SwiftWriter {
    /// Writes the methods of an interface: an enum of them, with a struct for each in it.
    mutating func methods(of model: SwiftInterface) {
        text.gap()
        text.doc("The methods of `\(model.name)`.")
        block("public enum \(model.prefix)Method: String, InterfaceMethod") { writer in
            writer.interfaceName(model)
            writer.text.gap()
            for method in model.methods {
                writer.text.doc(DocComment(method.parameters.prose).sentences.first ?? method.name)
                let name = SwiftNames.declared(SwiftNames.uncapitalized(method.name))
                writer.text.line("case \(name) = \"\(method.name)\"")
            }
            writer.commandsOfDevices(model.methods.filter(\.isForDevices))
            writer.recordedMethods(model.methods.filter { $0.recordedKind != nil })
        }
        for method in model.methods {
            text.gap()
            block("extension \(model.prefix)Method") { $0.method(method, of: model) }
        }
    }

    private mutating func commandsOfDevices(_ methods: [SwiftMethod]) {
        guard !methods.isEmpty else { return }
        text.gap()
        text.doc("The methods with which a device commands a match.")
        text.list(
            "public static let forDevices: Set<Self> = [",
            methods.map { ".\(SwiftNames.uncapitalized($0.name))" }, "]", trailingComma: true)
    }

    private mutating func recordedMethods(_ methods: [SwiftMethod]) {
        guard !methods.isEmpty else { return }
        text.gap()
        text.doc("The methods and their parameters, by the kind of event that a call records.")
        text.line("public static let recorded: [String: (method: Self, parameters: [String])] = [")
        text.indented { text in
            for method in methods {
                text.line("\"\(method.recordedKind ?? "")\": (")
                text.indented { text in
                    text.line(".\(SwiftNames.uncapitalized(method.name)),")
                    text.list(
                        "[", method.parameters.fields.map { "\"\($0.wireName)\"" }, "]",
                        trailingComma: true)
                }
                text.line("),")
            }
        }
        text.line("]")
    }

    private mutating func method(_ method: SwiftMethod, of model: SwiftInterface) {
        structure(method.parameters, conformingTo: "VarlinkMethod", isCall: true) { writer in
            if method.results.fields.isEmpty {
                writer.text.doc("The reply has no parameters.")
                writer.text.line("public typealias Reply = NoParameters")
            } else if let first = model.methods.first(where: { method.answers(as: $0) }),
                first.name != method.name
            {
                writer.text.doc("The reply has the same parameters as that of \(first.name).")
                writer.text.line("public typealias Reply = \(first.results.name)")
            } else {
                writer.structure(method.results)
            }
            writer.text.gap()
            writer.text.doc("The full name.")
            writer.text.line("public static let name = \"\(model.name).\(method.name)\"")
        }
    }

    /// Writes the errors of an interface.
    mutating func errors(of model: SwiftInterface) {
        text.gap()
        text.doc("The errors of `\(model.name)`.")
        block("public enum \(model.prefix)Error: InterfaceError") { writer in
            writer.interfaceName(model)
            for field in model.errors.filter({ $0.payload == nil }).flatMap(\.fields) {
                writer.nestedEnumeration(field, in: "\(model.prefix)Error")
            }
            writer.text.gap()
            for error in model.errors { writer.errorCase(error) }
            writer.errorParts(model.errors)
            writer.errorDecoding(model.errors)
            writer.errorTexts(model.errors)
        }
        for error in model.errors {
            if let payload = error.payload { structure(payload) }
        }
    }

    private mutating func interfaceName(_ model: SwiftInterface) {
        text.doc("The name of the interface.")
        text.line("public static let interface = \"\(model.name)\"")
    }

    private mutating func errorCase(_ error: SwiftError) {
        text.doc(error.prose)
        let name = SwiftNames.uncapitalized(error.name)
        if let payload = error.payload {
            text.line("case \(name)(\(payload.name))")
        } else if error.fields.isEmpty {
            text.line("case \(name)")
        } else {
            let values = error.fields.map { field in
                let standard = field.defaultValue.map { " = \($0)" } ?? ""
                return error.label(of: field) + field.fullType + standard
            }
            text.list("case \(name)(", values, ")")
        }
    }

    private mutating func errorParts(_ errors: [SwiftError]) {
        text.gap()
        text.doc("The name of the error in its interface, and its fields.")
        block("public var parts: (name: String, fields: JSONObject)") { writer in
            writer.text.line("switch self {")
            for error in errors {
                let name = SwiftNames.uncapitalized(error.name)
                if error.payload != nil {
                    writer.text.line("case .\(name)(let fields):")
                    writer.text.indented { $0.line("(\"\(error.name)\", fields.fields)") }
                } else if error.fields.isEmpty {
                    writer.text.line("case .\(name):")
                    writer.text.indented { $0.line("(\"\(error.name)\", [:])") }
                } else {
                    writer.text.list("case .\(name)(", error.fields.map { "let \($0.name)" }, "):")
                    let values = error.fields.map { "\"\($0.wireName)\": \($0.name).json" }
                    writer.text.indented { text in
                        let whole = "(\"\(error.name)\", [\(values.joined(separator: ", "))])"
                        if whole.count < 80 { return text.line(whole) }
                        text.line("(")
                        text.indented { text in
                            text.line("\"\(error.name)\",")
                            text.list("[", values, "]", trailingComma: true)
                        }
                        text.line(")")
                    }
                }
            }
            writer.text.line("}")
        }
    }

    private mutating func errorDecoding(_ errors: [SwiftError]) {
        text.gap()
        text.doc("Reads an error of its name in the interface and its fields.")
        text.list(
            "public init?(", ["name: Substring", "from reader: inout ParameterReader"],
            ") throws(VarlinkError) {")
        text.indented { text in
            text.line("switch name {")
            for error in errors {
                let name = SwiftNames.uncapitalized(error.name)
                text.line("case \"\(error.name)\":")
                text.indented { text in
                    if let payload = error.payload {
                        text.line("self = .\(name)(try \(payload.name)(from: &reader))")
                    } else if error.fields.isEmpty {
                        text.line("self = .\(name)")
                    } else {
                        let values = error.fields.map { error.label(of: $0) + Self.shown($0) }
                        text.list("self = .\(name)(", values, ")")
                    }
                }
            }
            text.line("default: return nil")
            text.line("}")
        }
        text.line("}")
    }

    /// Writes the texts of the errors for people, if they have some.
    private mutating func errorTexts(_ errors: [SwiftError]) {
        guard errors.contains(where: { !$0.texts.isEmpty }) else { return }
        text.gap()
        text.doc("The plain text for people.")
        block("public var text: TranslatableText") { writer in
            writer.text.line("switch self {")
            for error in errors {
                let name = SwiftNames.uncapitalized(error.name)
                for text in error.texts {
                    let used = Set(text.values.map(\.name))
                    let patterns = error.fields.map { field in
                        used.contains(field.name)
                            ? "let \(field.name)\(field.isOptional ? "?" : "")" : "_"
                    }
                    if used.isEmpty {
                        writer.text.line("case .\(name):")
                    } else {
                        writer.text.list("case .\(name)(", patterns, "):")
                    }
                    let arguments = ["\"\(text.form)\""] + text.arguments
                    writer.text.indented { $0.list("tr(", arguments, ")") }
                }
            }
            writer.text.line("}")
        }
    }

    /// Returns the expression that reads a field without a wrapper.
    private static func shown(_ field: SwiftField) -> String {
        let value = reading(of: field)
        guard let form = field.textForm?.dropFirst("Shown".count) else { return value }
        return "shown(\(value), as: \(form.isEmpty ? "Text" : form)Form.self)"
    }
}
