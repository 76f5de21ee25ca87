/// The place on an unfinished command line for which a shell requests values.
struct CompletionPlace {
    enum Wanted: Equatable {
        case options([Option])
        case values(Completion)
    }

    private(set) var wanted = Wanted.values(.none)
    /// The part of the last word that a value replaces.
    private(set) var typed = ""
    /// The part of the last word before it, which stays, such as `--format=`.
    private(set) var lead = ""
    /// The place for the last element of a list with commas.
    var ofLastElement: CompletionPlace {
        let start = typed.lastIndex(of: ",").map(typed.index(after:)) ?? typed.startIndex
        var place = self
        (place.lead, place.typed) = (lead + typed[..<start], String(typed[start...]))
        return place
    }

    /// The options before the place that have all their values.
    var options: GivenOptions { sorted.options }

    /// The words before the place that are not options, the verb first.
    var operands: [String] { sorted.operands }

    private var sorted = SortedArguments(unfinished: [])

    /// Finds the place.
    ///
    /// - Parameter words: The words of the line without the name of the program. The last one is
    ///   the one to be completed, and may be empty. An equals sign may be a word of its own, as
    ///   bash splits it.
    init(_ words: [String]) {
        typed = words.last ?? ""
        var before = Self.joined(words.dropLast())
        var option = before.last.flatMap(Self.optionBeforeEqualsSign)
        if option == nil, typed == "=" {
            option = before.last.flatMap { Self.optionBeforeEqualsSign($0 + "=") }
            if option != nil { typed = "" }
        }
        if option != nil { before.removeLast() }
        self.sorted = SortedArguments(unfinished: before)
        option = option ?? self.sorted.awaiting
        let isLeftOut = form?.leavesOut == true && operands.count > 2 && !typed.hasPrefix("--")
        if option == nil, typed.hasPrefix("-"), isLeftOut {
            (lead, typed) = ("-", String(typed.dropFirst()))
        } else if option == nil, typed.hasPrefix("-"), self.sorted.countBeforeDashes == nil {
            if let sign = typed.firstIndex(of: "=") {
                option = Self.optionBeforeEqualsSign(typed[...sign])
            }
            guard let sign = typed.firstIndex(of: "="), option != nil else {
                let common = verb?.commonOptions ?? Option.ofEveryVerb
                wanted = .options(common + (form?.options ?? verb?.options ?? []))
                return
            }
            (lead, typed) = (String(typed[...sign]), String(typed[sign...].dropFirst()))
        }
        // The option may have other values in another verb.
        let known = option.flatMap { option in verb?.options.first { $0 == option } ?? option }
        wanted = .values(known?.completion ?? operand)
    }

    /// Joins an option, an equals sign and a value that bash has separated.
    private static func joined(_ words: ArraySlice<String>) -> [String] {
        var joined: [String] = []
        for word in words {
            let isOpen = joined.last?.hasPrefix("--") == true && joined.last?.hasSuffix("=") == true
            if isOpen || word == "=" && joined.last?.hasPrefix("--") == true {
                joined[joined.count - 1] += word
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    private static func optionBeforeEqualsSign(_ word: some StringProtocol) -> Option? {
        guard word.hasPrefix("--"), word.hasSuffix("=") else { return nil }
        return Option.all.first { $0.name == word.dropFirst(2).dropLast() }
    }

    // MARK: - The verb

    private var verb: Verb? { sorted.verb }

    private var form: Verb? { sorted.form }

    private var operand: Completion {
        let count = sorted.operands.count
        guard let verb else { return count == 0 ? .verbs : .none }
        if let before = sorted.countBeforeDashes { return count == before ? .programs : .files }
        if verb.forms.isEmpty {
            let value = Self.value(of: verb, at: count - 1)
            return value == .forms ? Self.forms(of: Verb.known(sorted.operands[1])) : value
        }
        guard count > 1 else { return Self.forms(of: verb) }
        return form.map { Self.value(of: $0, at: count - 2) } ?? .none
    }

    private static func forms(of verb: Verb?) -> Completion {
        let names = (verb?.forms ?? []).map(\.name).filter { !$0.isEmpty }
        return names.isEmpty ? .none : .choices(names)
    }

    private static func value(of verb: Verb, at index: Int) -> Completion {
        if index < verb.operands.count { return verb.operands[index] }
        return verb.repeats ? verb.operands.last ?? .none : .none
    }
}
