import GatherAPI

/// Takes what was written after a verb, one by one.
struct ArgumentReader {
    private var operands: ArraySlice<String>
    private let options: GivenOptions
    private var task: String
    private let countBeforeDashes: Int?

    /// Makes a reader of what follows the verb that does this task.
    init(
        operands: ArraySlice<String>, options: GivenOptions, task: String,
        countBeforeDashes: Int? = nil
    ) {
        self.countBeforeDashes = countBeforeDashes
        self.operands = operands
        self.options = options
        self.task = task
    }

    /// Goes on with a verb or a form, which must have the options that were given.
    mutating func begin(_ verb: Verb, named name: String) throws(UsageError) {
        task = verb.task
        let foreign = options.options.first {
            !Option.ofEveryVerb.contains($0) && !verb.options.contains($0)
        }
        if let foreign { throw cannot("'\(name)' has no option '--\(foreign.name)'") }
    }

    func has(_ option: Option) -> Bool { options.has(option) }

    func text(_ option: Option) -> String? { options[option] }

    /// Takes an argument that may be missing.
    mutating func optional() -> String? { operands.popFirst() }

    /// Takes an argument that has to be there.
    mutating func required(_ name: String) throws(UsageError) -> String {
        guard let word = operands.popFirst() else { throw cannot("\(name) is missing") }
        return word
    }

    /// Takes what is left.
    mutating func rest() -> [String] {
        defer { operands = [] }
        return Array(operands)
    }

    /// Takes what stands before two dashes, and what after; nil where there are no dashes.
    mutating func partsAtDashes() -> (before: [String], after: [String])? {
        guard let countBeforeDashes else { return nil }
        let words = rest()
        return (
            Array(words.prefix(countBeforeDashes)), Array(words.dropFirst(countBeforeDashes))
        )
    }

    /// Checks that nothing is left.
    func finish() throws(UsageError) {
        if let surplus = operands.first { throw cannot("'\(surplus)' is one argument too many") }
    }

    /// An error about what the verb does.
    func cannot(_ cause: String) -> UsageError { UsageError("cannot \(task): \(cause)") }
}

// MARK: - What several verbs take

extension ArgumentReader {
    /// Takes one of the two sides.
    mutating func side() throws(UsageError) -> Side {
        let word = try required("the team, a or b,")
        switch word.lowercased() {
        case "a", "teama", "team-a": return .teamA
        case "b", "teamb", "team-b": return .teamB
        default: throw cannot("there is no team '\(word)'; a team is a or b")
        }
    }

    /// The sign of a change, and what follows it.
    func signed(_ word: String) -> (sign: Character?, rest: Substring) {
        guard let sign = word.first, "+-".contains(sign) else { return (nil, word[...]) }
        return (sign, word.dropFirst())
    }

    /// A time that can be chosen.
    func time(_ text: String) throws(UsageError) -> TimeFields {
        guard let time = TypedTime(text[...])?.fields else {
            throw cannot(
                "'\(text)' is no time such as 12:00, 90s, 45m, 1h30m or 12, a number of minutes")
        }
        guard InterfaceLimits.timeSeconds.contains(time.wholeSeconds) else {
            let range = TimeWords.range(seconds: InterfaceLimits.timeSeconds)
            throw cannot("'\(text)' cannot be: a time is \(range)")
        }
        return time
    }

    /// A name that a side can have.
    ///
    /// - Parameter what: Whose it is, such as `the first side`.
    func sideName(_ text: String, of what: String) throws(UsageError) -> String {
        guard PlayersError.Problem(ofName: text) == nil else {
            throw cannot("the name of \(what) is \(RefusalPresenter.nameKind)")
        }
        return text
    }

    /// Takes what names a gather.
    mutating func gather() throws(UsageError) -> GatherName {
        try gather(required("the gather, an ID or last,"))
    }

    /// Takes what names a gather, if it is there.
    mutating func gatherIfGiven() throws(UsageError) -> GatherName? {
        try optional().map { (word) throws(UsageError) in try gather(word) }
    }

    /// Takes what names gathers, as many as there are.
    mutating func gathers() throws(UsageError) -> [GatherName] {
        try rest().map { (word) throws(UsageError) in try gather(word) }
    }

    private func gather(_ word: String) throws(UsageError) -> GatherName {
        if let name = GatherName(word) { return name }
        guard Suggestion.nearest(to: word, in: [GatherName.wordOfLast]) == nil else {
            throw cannot("'\(word)' is no ID of a gather; did you mean 'last'?")
        }
        throw cannot(
            "'\(word)' is no ID of a gather: it is 4 characters or more of one that "
                + "'gatherctl history' lists")
    }

    func format() throws(UsageError) -> ExportFormat {
        guard let text = text(.format) else { return .json }
        guard let format = ExportFormat(rawValue: text) else {
            throw cannot("'\(text)' is no format: it is json or csv")
        }
        guard format == .json || [nil, "off"].contains(self.text(.json)) else {
            throw cannot("'--json' and '--format \(text)' are two formats")
        }
        return format
    }

    func since() throws(UsageError) -> Since? {
        guard let text = text(.since) else { return nil }
        guard let since = Since(text) else {
            throw cannot(
                "'\(text)' is no date such as 2026-11-21, '2026-11-21 15:30', today, yesterday, "
                    + "or 7d, 12h ago")
        }
        return since
    }
}
