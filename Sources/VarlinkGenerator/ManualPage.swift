/// The generated parts of a manual page, which describe interfaces; its other text is written by
/// hand.
///
/// Each part stands between two comments: one that begins with `about`, `methods`, `types` or
/// `errors`, followed by the name of the interface and, if a list does not have all members, their
/// names; and `end`. A member that no list names follows the one before it in the interface.
struct ManualPage {
    private static let comment = ".\\\" "
    private static let end = "\(comment)end"

    /// The interfaces by their names.
    let definitions: [String: InterfaceDefinition]

    /// Regenerates the lists of a page.
    ///
    /// - Returns: The page; nil for one without lists.
    /// - Throws: A ``GeneratorError`` for a list without an end, or one that names something
    ///   unknown.
    func remade(_ page: String, named name: String) throws(GeneratorError) -> String? {
        var lines: [String] = []
        var isInList = false
        var hasLists = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == Self.end { isInList = false }
            if !isInList { lines.append(String(line)) }
            guard !isInList, let list = try list(line, in: page, named: name) else { continue }
            lines += list
            (isInList, hasLists) = (true, true)
        }
        guard !isInList else { throw GeneratorError(name, "a list has no end") }
        return hasLists ? lines.joined(separator: "\n") : nil
    }

    /// Returns the lines of the list that a comment begins; nil for any other line.
    private func list(
        _ line: Substring, in page: String, named name: String
    ) throws(GeneratorError) -> [String]? {
        let words = Self.words(line)
        guard let kind = words.first.flatMap(Kind.init) else { return nil }
        guard words.count > 1, let definition = definitions[words[1]] else {
            throw GeneratorError(name, "no such interface: \(line)")
        }
        let all: Set<String>
        switch kind {
        case .about: return try prose(of: "interface", in: definition)
        case .methods: all = definition.methods
        case .types: all = definition.types
        case .errors: all = definition.errors
        }
        guard all.isSuperset(of: words[2...]) else {
            throw GeneratorError(name, "not all of these are there: \(line)")
        }
        let order = definition.order.filter(all.contains)
        let lists = page.split(separator: "\n").map(Self.words)
        let named = Set(lists.filter { $0.prefix(2) == words[..<2] }.flatMap { $0.dropFirst(2) })
        var lines: [String] = []
        for member in words.count > 2 ? Array(words[2...]) : order {
            let following = order.drop { $0 != member }.dropFirst()
            let unnamed = words.count > 2 ? following.prefix { !named.contains($0) } : []
            for member in [member] + unnamed { lines += try entry(member, of: definition) }
        }
        return lines
    }

    /// Returns the words of a comment; none for any other line.
    private static func words(_ line: Substring) -> [String] {
        guard line.hasPrefix(comment) else { return [] }
        return line.dropFirst(comment.count).split(separator: " ").map(String.init)
    }

    private func entry(
        _ member: String, of definition: InterfaceDefinition
    ) throws(GeneratorError) -> [String] {
        switch definition.members[member] {
        case .method(let parameters, _):
            let head = ".It Fn \(member)" + parameters.map(Self.argument).joined()
            return [head]
                + (try prose(of: member, in: definition, names: Set(parameters.map(\.name))))
        case .type(.structure(let fields)):
            var lines = [".It Cm \(member)"] + (try prose(of: member, in: definition))
            lines.append(".Bl -tag -width Ds -compact")
            for field in fields {
                lines.append(".It Va \(field.name) : Vt \"\(field.type)\"")
                lines += try prose(of: "\(member).\(field.name)", in: definition)
            }
            return lines + [".El"]
        case .type(.enumeration(let values)):
            return [".It Cm \(member)"] + (try prose(of: member, in: definition))
                + ["Its values are", ".Cm \(values.joined(separator: " , ")) ."]
        default: return [".It Cm \(member)"] + (try prose(of: member, in: definition))
        }
    }

    /// Returns the comment of a member, of a field such as `Time.seconds`, or of the interface.
    private func prose(
        of place: String, in definition: InterfaceDefinition, names: Set<String> = []
    ) throws(GeneratorError) -> [String] {
        let text = definition.comments[place] ?? definition.fieldComments[place] ?? ""
        let comment = try Comment(text, at: "\(definition.name).\(place)")
        let flag = comment.needsMore ? ["It has to be called with the flag", ".Ql more ."] : []
        return ManualProse(names: names).lines(of: comment.prose) + flag
    }

    private static func argument(_ field: InterfaceDefinition.Field) -> String {
        if case .optional = field.type { return " \"[\(field.name)]\"" }
        return " \(field.name)"
    }
}

extension ManualPage {
    /// The kind of a generated part of a page.
    private enum Kind: String {
        case about
        case methods
        case types
        case errors
    }
}
