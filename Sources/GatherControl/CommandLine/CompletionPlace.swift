/// The place on an unfinished command line for which a shell wants values.
struct CompletionPlace {
    /// The values that fit there.
    enum Wanted: Equatable {
        /// The names of options.
        case options([Option])
        /// A value or an argument.
        case values(Completion)
    }

    /// The values that fit.
    private(set) var wanted = Wanted.values(.none)

    /// The part of the last word that a value has to replace.
    private(set) var typed = ""

    /// The part of the last word before it, which stays, such as `--format=`.
    private(set) var lead = ""

    /// The options before the place, as far as they have their values.
    private(set) var options = GivenOptions()

    private var operands: [String] = []
    private var countAfterDashes: Int?

    /// Finds the place.
    ///
    /// - Parameter words: The words of the line without the name of the program. The last one is
    ///   the one to be completed, and may be empty. An equals sign may be a word of its own, as
    ///   bash has it.
    init(_ words: [String]) {
        guard var current = words.last else {
            wanted = .values(.verbs)
            return
        }
        var before = Self.joined(words.dropLast())
        if let option = before.last.flatMap(Self.optionBeforeEqualsSign) {
            before.removeLast()
            read(before)
            (wanted, typed) = (.values(values(of: option)), current)
            return
        }
        if current == "=",
            let option = before.last.flatMap({ Self.optionBeforeEqualsSign($0 + "=") })
        {
            current = ""
            before.removeLast()
            read(before)
            wanted = .values(values(of: option))
            return
        }
        let awaiting = read(before)
        typed = current
        if let awaiting {
            wanted = .values(values(of: awaiting))
        } else if current.hasPrefix("-"), countAfterDashes == nil {
            if let option = Self.optionBeforeEqualsSign(current.prefix { $0 != "=" } + "=") {
                let split = current.firstIndex(of: "=").map(current.index(after:))
                if let split {
                    (lead, typed) = (String(current[..<split]), String(current[split...]))
                    wanted = .values(values(of: option))
                    return
                }
            }
            wanted = .options(Option.ofEveryVerb + (form?.options ?? verb?.options ?? []))
        } else {
            wanted = .values(operand)
        }
    }

    // MARK: - Reading

    /// Joins an option, an equals sign and a value that bash has separated.
    private static func joined(_ words: ArraySlice<String>) -> [String] {
        var joined: [String] = []
        for word in words {
            let isOpen = joined.last?.hasPrefix("--") == true && joined.last?.hasSuffix("=") == true
            if word == "=", joined.last?.hasPrefix("--") == true || isOpen {
                joined[joined.count - 1] += word
            } else if isOpen {
                joined[joined.count - 1] += word
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    private static func optionBeforeEqualsSign(_ word: some StringProtocol) -> Option? {
        guard word.hasPrefix("--"), word.hasSuffix("=") else { return nil }
        return Option(rawValue: String(word.dropFirst(2).dropLast()))
    }

    /// Reads the words before the place.
    ///
    /// - Returns: The option whose value comes next; nil if there is none.
    @discardableResult
    private mutating func read(_ words: [String]) -> Option? {
        var awaiting: Option?
        for word in words {
            if let option = awaiting {
                options.add(option, word)
                awaiting = nil
            } else if countAfterDashes != nil {
                countAfterDashes? += 1
            } else if word == "--" {
                countAfterDashes = 0
            } else if word.hasPrefix("--") {
                awaiting = readLong(word.dropFirst(2))
            } else if word.hasPrefix("-"), word.count > 1, Int(digits: word.dropFirst()) == nil {
                let option = word.last.flatMap { letter in
                    Option.allCases.first { $0.letter == letter }
                }
                if case .required = option?.value { awaiting = option }
            } else {
                operands.append(word)
            }
        }
        return awaiting
    }

    private mutating func readLong(_ word: Substring) -> Option? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = Option(rawValue: String(parts[0])) else { return nil }
        if parts.count > 1 {
            options.add(option, String(parts[1]))
        } else if case .required = option.value {
            return option
        } else {
            options.add(option, "")
        }
        return nil
    }

    // MARK: - The verb

    private var verb: VerbSyntax? { operands.first.flatMap(VerbSyntax.known) }

    private var form: VerbForm? {
        guard operands.count > 1 else { return nil }
        return verb?.forms.first { $0.name == operands[1] }
    }

    /// The values of an option: those of `watch --format` are a line of one's own.
    private func values(of option: Option) -> Completion {
        option == .format && verb?.name == "watch" ? .none : option.completion
    }

    private var operand: Completion {
        guard let verb else { return operands.isEmpty ? .verbs : .none }
        if let countAfterDashes { return countAfterDashes == 0 ? .programs : .files }
        guard !verb.forms.isEmpty else {
            return Self.value(of: verb.operands, repeats: verb.repeats, at: operands.count - 1)
        }
        guard operands.count > 1 else {
            return .choices(verb.forms.map(\.name).filter { !$0.isEmpty })
        }
        guard let form else { return .none }
        return Self.value(of: form.operands, repeats: form.repeats, at: operands.count - 2)
    }

    private static func value(
        of operands: [Completion], repeats: Bool, at index: Int
    ) -> Completion {
        if index < operands.count { return operands[index] }
        return repeats ? operands.last ?? .none : .none
    }
}
