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

    /// Goes on with one of several things that a verb can do.
    mutating func begin(_ form: VerbForm, of verb: String) throws(UsageError) {
        task = form.task
        let foreign = options.options.first {
            !Option.ofEveryVerb.contains($0) && !form.options.contains($0)
        }
        guard let foreign else { return }
        let name = form.name.isEmpty ? verb : "\(verb) \(form.name)"
        throw cannot("'\(name)' has no option '--\(foreign.rawValue)'")
    }

    /// Whether an option was given.
    func has(_ option: Option) -> Bool { options.has(option) }

    /// The text of an option, if it was given.
    func text(_ option: Option) -> String? { options[option] }

    /// Takes an argument that may be missing.
    mutating func optional() -> String? { operands.popFirst() }

    /// Takes an argument that has to be there.
    mutating func required(_ name: String) throws(UsageError) -> String {
        guard let word = operands.popFirst() else { throw cannot("\(name) is missing") }
        return word
    }

    /// Takes what stands before two dashes, and what after; nil where there are no dashes.
    mutating func partsAtDashes() -> (before: [String], after: [String])? {
        guard let countBeforeDashes else { return nil }
        defer { operands = [] }
        return (
            Array(operands.prefix(countBeforeDashes)),
            Array(operands.dropFirst(countBeforeDashes))
        )
    }

    /// Checks that nothing is left.
    func finish() throws(UsageError) {
        if let surplus = operands.first { throw cannot("'\(surplus)' is one argument too many") }
    }

    /// Takes one of the two sides.
    mutating func side() throws(UsageError) -> Side {
        let word = try required("the team, a or b,")
        switch word.lowercased() {
        case "a", "teama", "team-a": return .teamA
        case "b", "teamb", "team-b": return .teamB
        default: throw cannot("there is no team '\(word)'; a team is a or b")
        }
    }

    /// Takes goals: a number of them, or with a sign by how many they change.
    mutating func goals() throws(UsageError) -> (number: Int, isChange: Bool) {
        let word = try required("the number of goals, such as 3, +1 or -1,")
        let sign = word.first.flatMap { "+-".contains($0) ? $0 : nil }
        guard let number = Int(digits: sign == nil ? word[...] : word.dropFirst()) else {
            throw cannot("'\(word)' is no number of goals such as 3, +1 or -1")
        }
        let range = sign == nil ? InterfaceLimits.score : 1...InterfaceLimits.scoreDelta.upperBound
        guard range.contains(number) else {
            let what = sign == nil ? "a score is from" : "a score changes by"
            throw cannot(
                "'\(word)' cannot be: \(what) \(range.lowerBound) to \(range.upperBound)")
        }
        return (sign == "-" ? -number : number, sign != nil)
    }

    /// Takes a time that can be chosen.
    mutating func time() throws(UsageError) -> TimeFields {
        try chosenTime(required("the time, such as 12:00 or 45m,"))
    }

    /// The chosen time of an option.
    func time(_ option: Option) throws(UsageError) -> TimeFields? {
        guard let text = options[option] else { return nil }
        return try chosenTime(text)
    }

    /// Takes the name of a side.
    mutating func sideName(_ what: String) throws(UsageError) -> String {
        try checked(required("the name of \(what)"), as: "the name of \(what)")
    }

    /// The name of a side that an option gives.
    func sideName(_ option: Option, _ what: String) throws(UsageError) -> String? {
        guard let text = options[option] else { return nil }
        return try checked(text, as: "the name of \(what)")
    }

    private func checked(_ text: String, as what: String) throws(UsageError) -> String {
        guard PlayersError.Problem(ofName: text) == nil else {
            throw cannot("\(what) is \(RefusalPresenter.nameKind)")
        }
        return text
    }

    /// Takes the number of an event, which may be missing.
    mutating func eventNumber() throws(UsageError) -> Int? {
        guard let word = optional() else { return nil }
        guard let number = Int(digits: word[...]), number > 0 else {
            throw cannot("'\(word)' is no number of an event; 'gatherctl log' lists them")
        }
        return number
    }

    /// Takes what names a gather.
    mutating func gather() throws(UsageError) -> GatherName {
        try gather(required("the gather, an ID or last,"))
    }

    /// Takes what names a gather, the newest one if it is missing.
    mutating func gatherOrLast() throws(UsageError) -> GatherName {
        try optional().map(gather) ?? .last
    }

    /// Takes what names gathers, as many as there are.
    mutating func gathers() throws(UsageError) -> [GatherName] {
        var names: [GatherName] = []
        while let word = optional() { names.append(try gather(word)) }
        return names
    }

    /// How events are to be written.
    func format() throws(UsageError) -> ExportFormat {
        guard let text = options[.format] else { return .json }
        guard let format = ExportFormat(rawValue: text) else {
            throw cannot("'\(text)' is no format: it is json or csv")
        }
        guard format == .json || [nil, "off"].contains(options[.json]) else {
            throw cannot("'--json' and '--format \(text)' are two formats")
        }
        return format
    }

    /// Takes by how many seconds a time is moved.
    mutating func adjustment() throws(UsageError) -> Int {
        let word = try required("the amount, such as +30s or -1:00,")
        let sign = word.first.flatMap { "+-".contains($0) ? $0 : nil }
        let length = TypedTime(sign == nil ? word[...] : word.dropFirst())?.milliseconds
        guard let length, length % 1_000 == 0 else {
            throw cannot("'\(word)' is no amount of time such as +30s, -90s, 1m30s or -01:30")
        }
        guard (1...InterfaceLimits.adjustmentSeconds.upperBound).contains(length / 1_000) else {
            throw cannot("'\(word)' cannot be: \(RefusalPresenter.adjustmentKind)")
        }
        return sign == "-" ? -(length / 1_000) : length / 1_000
    }

    /// How many milliseconds ago something happened.
    func ago() throws(UsageError) -> Int? {
        guard let text = options[.ago] else { return nil }
        guard let length = TypedTime(text[...])?.milliseconds else {
            throw cannot("'\(text)' is no length of time such as 8s, 500ms, 1m30s or 01:30")
        }
        guard InterfaceLimits.agoMilliseconds.contains(length) else {
            throw cannot("'\(text)' cannot be: \(RefusalPresenter.agoKind)")
        }
        return length
    }

    /// How many there are to be at most.
    func limit() throws(UsageError) -> Int? {
        guard let text = options[.limit] else { return nil }
        guard let number = Int(digits: text[...]), number > 0 else {
            throw cannot("'\(text)' is no whole number from 1 on")
        }
        return number
    }

    /// From when on.
    func since() throws(UsageError) -> Since? {
        guard let text = options[.since] else { return nil }
        guard let since = Since(text) else {
            throw cannot(
                "'\(text)' is no date such as 2026-11-21, '2026-11-21 15:30', today, yesterday, "
                    + "or 7d, 12h ago")
        }
        return since
    }

    /// What is to become of a result, if anything.
    mutating func resultDecision() throws(UsageError) -> ResultDecision? {
        switch try form(of: "submissions", VerbForm.submissions) {
        case "check": return .check(try optional().map(gather))
        case "retry": return .retry(try gather())
        case "drop": return .drop(try gather(), isConfirmed: has(.yes))
        case "adopt":
            let name = try gather()
            let remoteID = try required("the ID of the server's gather")
            guard RemoteGatherID(remoteID) != nil else {
                throw cannot("'\(remoteID)' is no ID of the server's: it is a whole UUID")
            }
            return .adopt(name, remoteID: remoteID)
        case "create": return .create(try gather())
        case "remove":
            let name = try gather()
            return .remove(name, remoteID: try leftover(), isConfirmed: has(.yes))
        case "keep":
            let name = try gather()
            return .keep(name, remoteID: try leftover())
        default: return nil
        }
    }

    /// The ID of something at the server: of a player, a number.
    private mutating func leftover() throws(UsageError) -> String {
        let remoteID = try required("the ID of what is left at the server")
        guard RemoteGatherID(remoteID) != nil || UInt32(remoteID) != nil else {
            throw cannot(
                "'\(remoteID)' is no ID of the server's: it is a whole UUID, or a player's number")
        }
        return remoteID
    }

    /// The name, server and password file that somebody signs in with.
    mutating func signIn(isNew: Bool) throws(UsageError) -> SignIn {
        if has(.insecureHTTP), text(.server) == nil {
            throw cannot("'--insecure-http' is about the server of '--server URL'")
        }
        if text(.passwordFile) == "" { throw cannot("the file of '--password-file' is missing") }
        // The rest of the address is for the program to judge that will send the request.
        let server = text(.server)?.lowercased()
        guard server.map({ $0.hasPrefix("http:") || $0.hasPrefix("https:") }) != false else {
            let reason = "the address must begin with https:// or http://"
            throw cannot(AccountPresenter.text(.invalidServer(reason: reason)))
        }
        let name = optional()
        if let name, let problem = AccountError.UserNameProblem(ofName: name) {
            throw cannot(AccountPresenter.text(.invalidUserName(problem)))
        }
        return SignIn(
            isNew: isNew, userName: name, server: text(.server),
            isInsecure: has(.insecureHTTP), passwordFile: text(.passwordFile),
            isRemembered: !has(.forget))
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

    private func chosenTime(_ text: String) throws(UsageError) -> TimeFields {
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

    /// An error about what the verb does.
    func cannot(_ cause: String) -> UsageError { UsageError("cannot \(task): \(cause)") }
}
