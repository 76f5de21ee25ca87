import GatherAPI

/// Reads the arguments after a verb, one by one.
struct ArgumentReader {
    private var operands: ArraySlice<String>
    private let options: GivenOptions
    @LazyText private var failure: String
    private let countBeforeDashes: Int?

    /// Makes a reader of the arguments of a verb.
    ///
    /// - Parameter failure: The text of an error, with a place for the cause.
    init(
        operands: ArraySlice<String>, options: GivenOptions, failure: LazyText,
        countBeforeDashes: Int? = nil
    ) {
        self.countBeforeDashes = countBeforeDashes
        self.operands = operands
        self.options = options
        _failure = failure
    }

    /// Continues with a verb or a form of one.
    ///
    /// - Throws: A ``UsageError`` if an option was given that it does not have.
    mutating func begin(_ verb: Verb, named name: String) throws(UsageError) {
        _failure = verb.$failure
        let isJSONOff = text(.json) == "off"
        let foreign = options.options.first {
            !verb.commonOptions.contains($0) && !verb.options.contains($0)
                && !(isJSONOff && $0 == .json)
        }
        if let foreign { throw cannot(tr("'%1$@' has no option '--%2$@'", name, foreign.name)) }
    }

    /// Continues with an action that has a text of an error of its own.
    mutating func begin(failure: @escaping @autoclosure @Sendable () -> String) {
        _failure = LazyText(wrappedValue: failure())
    }

    func has(_ option: Option) -> Bool { options.has(option) }

    func text(_ option: Option) -> String? { options[option] }

    /// Reads an option with a length of time, in milliseconds; nil if it is not given.
    ///
    /// - Throws: A ``UsageError`` for any other text, and for a length outside of the range.
    func milliseconds(
        _ option: Option, in range: ClosedRange<Int> = 0...Int.max
    ) throws(UsageError) -> Int? {
        guard let text = text(option) else { return nil }
        guard let length = TypedTime(text[...])?.milliseconds else {
            throw cannot(tr("'%1$@' is not a length of time; use 8s, 500ms, 1m30s or 01:30", text))
        }
        guard range.contains(length) else { throw outOfRange(text, range) }
        return length
    }

    /// Returns the error for a length of time outside of the range, in milliseconds.
    func outOfRange(_ text: String, _ range: ClosedRange<Int>) -> UsageError {
        cannot(
            tr(
                "'%1$@' is out of range: a length of time is from %2$@ to %3$@", text,
                TimeText.length(.milliseconds(range.lowerBound)),
                TimeText.limit(seconds: range.upperBound / 1_000)))
    }

    /// Reads an argument that may be missing.
    mutating func optional() -> String? { operands.popFirst() }

    /// Reads an argument that must be present.
    ///
    /// - Throws: A ``UsageError`` with this message if it is missing.
    mutating func required(_ message: @autoclosure () -> String) throws(UsageError) -> String {
        guard let word = operands.popFirst() else { throw cannot(message()) }
        return word
    }

    /// Reads the remaining arguments.
    mutating func rest() -> [String] {
        defer { operands = [] }
        return Array(operands)
    }

    /// Reads the arguments before two dashes and those after them; nil if there are no dashes.
    mutating func partsAtDashes() -> (before: [String], after: [String])? {
        guard let countBeforeDashes else { return nil }
        let words = rest()
        return (Array(words.prefix(countBeforeDashes)), Array(words.dropFirst(countBeforeDashes)))
    }

    /// Checks that no argument is left.
    ///
    /// - Throws: A ``UsageError`` if one is.
    func finish() throws(UsageError) {
        if let surplus = operands.first { throw cannot(tr("unexpected argument '%1$@'", surplus)) }
    }

    /// Returns an error that says what the verb cannot do, and why.
    func cannot(_ cause: String) -> UsageError { UsageError(filled(failure, [cause])) }

    /// Returns the error for two words or options that exclude each other.
    func cannot(_ one: String, with other: String) -> UsageError {
        cannot(tr("'%1$@' cannot be given along with '%2$@'", one, other))
    }
}

// MARK: - Arguments of several verbs

extension ArgumentReader {
    /// Reads a player.
    mutating func player() throws(UsageError) -> String {
        try required(tr("the player is missing"))
    }

    /// Reads an option with players, which are separated by commas; none if it is not given.
    func players(_ option: Option) throws(UsageError) -> [String] {
        guard let text = text(option) else { return [] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        guard !names.contains("") else {
            throw cannot(
                tr("'--%1$@' has an empty name; separate the players by commas", option.name))
        }
        return names
    }

    /// Reads one of the two sides.
    mutating func side() throws(UsageError) -> TypedSide {
        TypedSide(try required(tr("the team, a or b, is missing")))
    }

    /// Splits the sign of a change from what follows it.
    func signed(_ word: String) -> (sign: Character?, rest: Substring) {
        guard let sign = word.first, "+-".contains(sign) else { return (nil, word[...]) }
        return (sign, word.dropFirst())
    }

    /// Reads a time that a countdown can have.
    func time(_ text: String) throws(UsageError) -> TimeFields {
        guard let time = TypedTime(text[...])?.fields else {
            throw cannot(
                tr("'%1$@' is not a time; use 12:00, 90s, 45m, 1h30m or 12 (minutes)", text))
        }
        guard InterfaceLimits.timeSeconds.contains(time.wholeSeconds) else {
            let kind = RefusalPresenter.timeKind(seconds: InterfaceLimits.timeSeconds)
            throw cannot(tr("'%1$@' is out of range: %2$@", text, kind))
        }
        return time
    }

    /// Checks a name for a side.
    func name(_ text: String, of side: Side) throws(UsageError) -> String {
        guard PlayersError.Problem(ofName: text) == nil else {
            throw cannot(
                tr(
                    """
                    '%1$@' is not a name for %2$@; use 1 to %3$@ characters without control \
                    characters
                    """, text, side.title, InterfaceLimits.nameCharacters))
        }
        return text
    }

    /// Reads an option with a colour; nil if it is not given.
    func color(_ option: Option) throws(UsageError) -> TeamColor? {
        try text(option).map(color)
    }

    /// Reads a colour.
    func color(_ text: String) throws(UsageError) -> TeamColor {
        if let color = TeamColor(rawValue: text.lowercased()) { return color }
        let known = TeamColor.allCases.map(\.rawValue).joined(separator: ", ")
        throw cannot(tr("'%1$@' is not a colour; use %2$@", text, known))
    }

    /// Reads the number of an event.
    func event(_ word: String) throws(UsageError) -> Int {
        guard let number = Int(digits: word[...]), number > 0 else {
            throw cannot(
                tr("'%1$@' is not the number of an event; 'gatherctl log' lists them", word))
        }
        return number
    }

    /// Reads the name of a match.
    mutating func gather() throws(UsageError) -> GatherName {
        try gather(required(tr("the match, an ID or last, is missing")))
    }

    /// Reads the name of a match, if it is given.
    mutating func gatherIfGiven() throws(UsageError) -> GatherName? {
        try optional().map(gather)
    }

    /// Reads the names of all the matches that are given.
    mutating func gathers() throws(UsageError) -> [GatherName] {
        try rest().map(gather)
    }

    /// Reads a word as the name of a match.
    func gather(_ word: String) throws(UsageError) -> GatherName {
        if let name = GatherName(word) { return name }
        guard Suggestion.nearest(to: word, in: [GatherName.wordOfLast]) == nil else {
            throw cannot(
                Suggestion.text(tr("'%1$@' is not the ID of a match", word), GatherName.wordOfLast))
        }
        throw cannot(
            tr(
                """
                '%1$@' is not the ID of a match; use 4 characters or more of one that \
                'gatherctl history' lists
                """, word))
    }

    /// Reads the format of an export, which is what '--json' is about as well.
    func exportFormat() throws(UsageError) -> ExportFormat {
        guard let format = try format() else { return .json }
        guard format == .json || [nil, "off"].contains(text(.json)) else {
            throw cannot("--json", with: "--format \(format.rawValue)")
        }
        return format
    }

    /// Reads the format of a file; nil if none is given.
    func format() throws(UsageError) -> ExportFormat? {
        guard let text = text(.format) else { return nil }
        guard let format = ExportFormat(rawValue: text) else {
            throw cannot(tr("'%1$@' is not a format; use json or csv", text))
        }
        return format
    }

    func since() throws(UsageError) -> Since? {
        guard let text = text(.since) else { return nil }
        guard let since = Since(text) else {
            throw cannot(
                tr(
                    """
                    '%1$@' is not a date; use 2026-11-21, '2026-11-21 15:30', today, yesterday, or \
                    a length of time ago such as 7d or 12h
                    """, text))
        }
        return since
    }
}
