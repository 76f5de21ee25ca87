/// The lists of methods and errors in a manual page, whose other text is written by hand.
///
/// Such a list stands between two comments: one that begins with `methods` or `errors`, followed by
/// the name of the interface and, if the list does not have all members, their names; and `end`. A
/// member that no list names follows the one before it in the interface.
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
        guard let kind = words.first, kind == "methods" || kind == "errors" else { return nil }
        guard words.count > 1, let definition = definitions[words[1]] else {
            throw GeneratorError(name, "no such interface: \(line)")
        }
        let all = kind == "methods" ? definition.methods : definition.errors
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
        let text = definition.comments[member] ?? ""
        let comment = try Comment(text, at: "\(definition.name).\(member)")
        var prose = ManualProse(names: [])
        var head = ".It Cm \(member)"
        if case .method(let parameters, _) = definition.members[member] {
            prose = ManualProse(names: Set(parameters.map(\.name)))
            head = ".It Fn \(member)" + parameters.map(Self.argument).joined()
        }
        let flag = comment.needsMore ? ["It has to be called with the flag", ".Ql more ."] : []
        return [head] + prose.lines(of: comment.prose) + flag
    }

    private static func argument(_ field: InterfaceDefinition.Field) -> String {
        if case .optional = field.type { return " \"[\(field.name)]\"" }
        return " \(field.name)"
    }
}
