import GatherAPI

/// What `on` is to do, and when.
struct Orders: Hashable {
    /// What to wait for.
    let kinds: [MatchEvent.Kind]
    /// The program to run, and its arguments.
    let command: [String]
    /// How long it may take.
    let timeout: Duration

    private static let standardTimeout = 30_000

    /// In milliseconds: no longer than a countdown.
    private static let lengths = 1...InterfaceLimits.timeSeconds.upperBound * 1_000

    /// Makes orders of their parts.
    init(_ kinds: [MatchEvent.Kind], _ command: [String], timeout: Duration) {
        (self.kinds, self.command, self.timeout) = (kinds, command, timeout)
    }

    /// Reads what follows `on`.
    init(_ arguments: inout ArgumentReader) throws(UsageError) {
        guard let (events, command) = arguments.partsAtDashes() else {
            throw arguments.cannot("the command is missing; it stands behind '--'")
        }
        guard let program = command.first, !program.isEmpty else {
            throw arguments.cannot("the command behind '--' is missing")
        }
        guard !events.isEmpty else {
            throw arguments.cannot("the event is missing: \(Self.known)")
        }
        var kinds: [MatchEvent.Kind] = []
        for event in events { kinds.append(try Self.kind(event, arguments)) }
        timeout = try Self.timeout(arguments)
        (self.kinds, self.command) = (kinds, command)
    }

    private static let words = MatchEvent.Kind.words + ["remaining"]

    private static var known: String {
        "\(MatchEvent.Kind.words.joined(separator: ", ")) or remaining=60s"
    }

    private static func kind(
        _ word: String, _ arguments: ArgumentReader
    ) throws(UsageError) -> MatchEvent.Kind {
        if let kind = MatchEvent.Kind(word) { return kind }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == "remaining" else {
            let name = String(parts[0])
            let nearest =
                words.first { $0.lowercased() == name.lowercased() }
                ?? Suggestion.nearest(to: name, in: words)
            let question =
                nearest.map { "did you mean '\($0 == "remaining" ? "remaining=60s" : $0)'?" }
                ?? "there are \(known)"
            throw arguments.cannot("there is no event '\(word)'; \(question)")
        }
        guard parts.count == 2, let length = TypedTime(parts[1])?.milliseconds,
            Self.lengths.contains(length)
        else {
            throw arguments.cannot(
                "'\(word)' has no length of time such as remaining=60s, remaining=5m or "
                    + "remaining=01:30")
        }
        return .remaining(milliseconds: length)
    }

    private static func timeout(_ arguments: ArgumentReader) throws(UsageError) -> Duration {
        guard let text = arguments.text(.timeout) else { return .milliseconds(standardTimeout) }
        guard let length = TypedTime(text[...])?.milliseconds, lengths.contains(length)
        else {
            throw arguments.cannot(
                "'\(text)' is no length of time such as 8s, 500ms, 1m30s or 01:30")
        }
        return .milliseconds(length)
    }
}
