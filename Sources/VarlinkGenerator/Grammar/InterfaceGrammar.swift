/// Parses definitions by the grammar that both systemd and the Python package accept.
package struct InterfaceGrammar {
    package typealias Field = InterfaceDefinition.Field
    package typealias FieldType = InterfaceDefinition.FieldType

    private let source: InterfaceTokens
    private var index = 0
    private var definition = InterfaceDefinition()
    private var references: [(name: String, line: Int)] = []

    /// Parses a definition.
    ///
    /// - Throws: A ``GrammarError`` with the line of the first error.
    package static func parse(_ text: String) throws(GrammarError) -> InterfaceDefinition {
        var grammar = InterfaceGrammar(source: try InterfaceTokens(text))
        try grammar.interface()
        return grammar.definition
    }

    // MARK: - Members

    private mutating func interface() throws(GrammarError) {
        record("interface")
        try expect("interface")
        definition.name = try word("an interface's name", Self.isInterfaceName)
        while index < source.tokens.count { try member() }
        if let lost = references.first(where: { !definition.types.contains($0.name) }) {
            throw GrammarError(line: lost.line, problem: "unresolved type '\(lost.name)'")
        }
    }

    private mutating func member() throws(GrammarError) {
        let line = self.line
        let keyword = next
        index += 1
        let name = try word("a name", Self.isMemberName)
        index -= 2
        record(name)
        index += 2
        let member: InterfaceDefinition.Member
        switch keyword {
        case "type": member = .type(try list(of: name, isType: true))
        case "error": member = .error(try fields(of: name))
        case "method":
            let parameters = try fields(of: name)
            try expect("->")
            member = .method(parameters: parameters, results: try fields(of: name, mark: "->"))
        default: throw error("'type', 'method' or 'error'", line: line)
        }
        guard definition.members.updateValue(member, forKey: name) == nil else {
            throw GrammarError(line: line, problem: "'\(name)' stands twice")
        }
        definition.order.append(name)
    }

    /// Stores the comment above the present token.
    private mutating func record(_ name: String) {
        let lines = commentLines
        definition.comments[name] = lines.joined(separator: "\n")
        if lines.isEmpty { definition.uncommented.append(name) }
    }

    /// The lines of the comment above the present token.
    private var commentLines: [String] {
        var lines: [String] = []
        while let comment = source.comments[line - lines.count - 1] { lines.insert(comment, at: 0) }
        return lines
    }

    // MARK: - Types

    private mutating func fields(
        of member: String, mark: String = "."
    ) throws(GrammarError) -> [Field] {
        let line = self.line
        guard case .structure(let fields) = try list(of: member, mark: mark) else {
            throw GrammarError(line: line, problem: "an enum for parameters")
        }
        return fields
    }

    /// Reads a struct or an enum; records fields of a named type that have no comment.
    private mutating func list(
        of owner: String?, mark: String = ".", isType: Bool = false
    ) throws(GrammarError) -> FieldType {
        try expect("(")
        var fields: [Field] = []
        var values: [String] = []
        if take(")") { return .structure([]) }
        repeat {
            let start = line
            let isFirst = source.tokens[index - 1].line < start
            let comment = isFirst ? commentLines : []
            let name = try word("a field's name", Self.isFieldName)
            guard !values.contains(name), !fields.contains(where: { $0.name == name }) else {
                throw GrammarError(line: start, problem: "'\(name)' stands twice")
            }
            if take(":") {
                fields.append(Field(name: name, type: try fieldType()))
                if let owner {
                    if isType, source.comments[start - 1] == nil {
                        definition.uncommented.append("\(owner).\(name)")
                    }
                    definition.fieldComments["\(owner)\(mark)\(name)"] =
                        comment.joined(separator: "\n")
                }
            } else {
                values.append(name)
            }
            try refuseTrailingComment(from: start)
        } while take(",")
        try expect(")")
        guard fields.isEmpty || values.isEmpty else { throw error("fields or values, not both") }
        return fields.isEmpty ? .enumeration(values) : .structure(fields)
    }

    private mutating func fieldType() throws(GrammarError) -> FieldType {
        if take("?") { return .optional(try collection()) }
        return try collection()
    }

    private mutating func collection() throws(GrammarError) -> FieldType {
        if take("[]") { return .array(try element()) }
        if take("[string]") { return .map(try element()) }
        return try element()
    }

    private mutating func element() throws(GrammarError) -> FieldType {
        let start = line
        if next == "(" {
            let type = try list(of: nil)
            if type == .structure([]) { throw GrammarError(line: start, problem: "an empty type") }
            return type
        }
        switch next {
        case "bool": index += 1; return .bool
        case "int": index += 1; return .int
        case "float": index += 1; return .float
        case "string": index += 1; return .string
        case "object": index += 1; return .object
        default:
            let name = try word("a type", Self.isMemberName)
            references.append((name, start))
            return .named(name)
        }
    }

    private func refuseTrailingComment(from start: Int) throws(GrammarError) {
        guard index < source.tokens.count else { return }
        let end = next == "," || next == ")" ? line : start
        if let line = (start...max(start, end)).first(where: source.trailingComments.contains) {
            throw GrammarError(line: line, problem: "a comment after code in a list")
        }
    }

    // MARK: - Tokens

    private var next: String { index < source.tokens.count ? source.tokens[index].text : "" }

    private var line: Int {
        index < source.tokens.count ? source.tokens[index].line : source.tokens.last?.line ?? 1
    }

    private func error(_ wanted: String, line: Int? = nil) -> GrammarError {
        GrammarError(line: line ?? self.line, problem: "wanted \(wanted), not '\(next)'")
    }

    private mutating func take(_ text: String) -> Bool {
        guard next == text else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ text: String) throws(GrammarError) {
        guard take(text) else { throw error("'\(text)'") }
    }

    private mutating func word(
        _ wanted: String, _ isRight: (String) -> Bool
    ) throws(GrammarError) -> String {
        guard isRight(next) else { throw error(wanted) }
        index += 1
        return source.tokens[index - 1].text
    }
}
