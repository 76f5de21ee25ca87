/// The arguments of the process, sorted: options with their values, and the rest in order.
struct SortedArguments {
    private(set) var options = GivenOptions()
    /// The words that are not options, the verb first.
    private(set) var operands: [String] = []
    /// The number of operands before two dashes; nil if there are no dashes.
    private(set) var countBeforeDashes: Int?
    /// The last option of an unfinished line, if its value is still to come.
    private(set) var awaiting: Option?

    private var isUnfinished = false

    /// Sorts the words of an unfinished line, as far as they can be parsed.
    init(unfinished words: [String]) {
        isUnfinished = true
        // Nothing in such a line is an error.
        try? sort(words[...])
    }

    /// Sorts the arguments, without the name of the program.
    ///
    /// - Throws: A ``UsageError`` for an unknown option, or for a value that is missing or not
    ///   allowed.
    init(_ arguments: [String]) throws(UsageError) { try sort(arguments[...]) }

    private mutating func sort(_ arguments: ArraySlice<String>) throws(UsageError) {
        var rest = arguments
        while let word = rest.popFirst() {
            if word == "--" {
                countBeforeDashes = operands.count
                operands += rest
                return
            } else if word.hasPrefix("--") {
                try takeLong(word.dropFirst(2), &rest)
            } else if word.hasPrefix("-"), word != "-", !isValue(word) {
                try takeLetters(word.dropFirst(), &rest)
            } else {
                operands.append(word)
            }
        }
    }

    /// Returns true for a value: after a verb, `-1` and `-30s` are values, and so is `-kofi` if the
    /// verb takes players to leave out.
    private func isValue(_ word: String) -> Bool {
        guard !operands.isEmpty, let second = word.utf8.dropFirst().first else { return false }
        if form?.leavesOut == true, word.count > 2 { return true }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    private mutating func takeLong(
        _ text: Substring, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = option(where: { $0.name == name }) else {
            if isUnfinished { return }
            let nearest = Suggestion.nearest(
                to: name, in: possible.map(\.name),
                changing: Set(possible.filter(\.isEffect).map(\.name)))
            throw Self.unknown("--\(name)", nearest.map { "--\($0)" })
        }
        let given = parts.count > 1 ? String(parts[1]) : nil
        try take(option, written: "--\(name)", given: given, &rest)
    }

    /// The options of the verb, as far as it is known.
    private var possible: [Option] {
        guard let verb else { return Option.ofEveryVerb }
        return Option.ofEveryVerb + (form?.options ?? verb.options)
    }

    /// Returns the words of the same command without some options.
    func words(without left: Set<Option>) -> [String] {
        let given = options.words(without: left)
        guard let count = countBeforeDashes else { return operands + given }
        return operands[..<count] + given + ["--"] + operands[count...]
    }

    /// The verb, if it is known.
    var verb: Verb? { operands.first.flatMap(Verb.known) }

    /// The form of the verb, if it has one of this name.
    var form: Verb? {
        operands.dropFirst().first.flatMap { word in verb?.forms.first { $0.name == word } }
    }

    /// Returns a matching option of the verb, or else of any verb.
    private func option(where isMeant: (Option) -> Bool) -> Option? {
        possible.first(where: isMeant) ?? Option.all.first(where: isMeant)
    }

    private mutating func takeLetters(
        _ letters: Substring, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = option(where: { $0.letter == letter }) else {
                if isUnfinished { continue }
                throw Self.unknown("-\(letter)", nil)
            }
            var given: String?
            if case .required = option.value, !letters.isEmpty {
                given = String(letters)
                letters = ""
            }
            try take(option, written: "-\(letter)", given: given, &rest)
        }
    }

    private mutating func take(
        _ option: Option, written: String, given: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        switch (option.value, given) {
        case (.none, _?) where isUnfinished: break
        case (.none, nil): options.add(option, "")
        case (.none, _?): throw UsageError(tr("cannot use '%1$@': it takes no value", written))
        case (.optional, _), (.required, _?): options.add(option, given ?? "")
        case (.required(let name), nil):
            guard let value = rest.popFirst() else {
                awaiting = option
                if isUnfinished { return }
                throw UsageError(tr("cannot use '%1$@': its value %2$@ is missing", written, name))
            }
            options.add(option, value)
        }
    }

    private static func unknown(_ word: String, _ suggestion: String?) -> UsageError {
        UsageError(
            Suggestion.text(tr("cannot use '%1$@': there is no such option", word), suggestion))
    }
}

/// The options that were given, with their values.
///
/// There are only a few: a linear search is quicker than building a dictionary, in a program that
/// runs for less than a millisecond.
struct GivenOptions {
    private var given: [(option: Option, value: String)] = []

    /// The options, in the order in which they were given.
    var options: [Option] { given.map(\.option) }

    /// Returns the words of the options, without some of them.
    func words(without left: Set<Option>) -> [String] {
        given.filter { !left.contains($0.option) }.map { option, value in
            switch option.value {
            case .required: "--\(option.name)=\(value)"
            case .none, .optional: "--\(option.name)\(value.isEmpty ? "" : "=\(value)")"
            }
        }
    }

    /// Adds an option; its value is empty if it takes none.
    mutating func add(_ option: Option, _ value: String) {
        given.append((option, value))
    }

    func has(_ option: Option) -> Bool { self[option] != nil }

    /// The value of an option; if it was given several times, the last one counts.
    subscript(option: Option) -> String? {
        given.last { $0.option == option }?.value
    }
}
