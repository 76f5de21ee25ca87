/// The help texts, made from the tables that the command line is parsed with.
enum HelpText {
    static let all: String = {
        let verbs = Verb.all.map { (left: $0.usage, right: $0.summary) }
        // Not translated: the usage, as all verbs and options.
        return """
            gatherctl [OPTION...] [VERB [ARGUMENT...]]

            \(lines(tr("Controls the match of gatherd: its countdown, its score, its end.")))

            \(tr("Verbs:"))
            \(table(verbs))

            \(tr("Options:"))
            \(table(Option.ofEveryVerb.map(row)))

            \(notes.map(\.value).joined(separator: "\n"))

            """
    }()

    /// Returns the help of a verb or of one of its forms, or of the program.
    static func text(_ verb: Verb?, _ form: Verb? = nil) -> String {
        guard let verb else { return all }
        return form.map { text($0, usage: $0.usage(of: verb)) } ?? text(verb, usage: verb.usage)
    }

    private static func text(_ verb: Verb, usage: String) -> String {
        var text = "gatherctl \(usage)\n\n"
        text += lines("\(verb.summary.prefix(1).uppercased())\(verb.summary.dropFirst()).") + "\n"
        if !verb.synonyms.isEmpty {
            text += tr("Also written: %1$@.", verb.synonyms.joined(separator: ", ")) + "\n"
        }
        if !verb.forms.isEmpty {
            let rows = verb.forms.map { (left: $0.usage(of: verb), right: $0.summary) }
            text += "\n\(table(rows))\n"
        }
        if !verb.options.isEmpty { text += "\n\(table(verb.options.map(row)))\n" }
        for (placeholders, note) in notes where verb.mentions(placeholders) {
            text += "\n\(note)\n"
        }
        let more = tr("'gatherctl --help' lists the options that every verb has.")
        return "\(text)\n\(lines(more))\n"
    }

    /// The explanations by the placeholders in the usage that they are of; one without placeholders
    /// applies to every verb.
    private static let notes: KeyValuePairs<[String], String> = [
        ["T"]: tr("A time T is 12:00, 90s, 45m, 1h30m, or a number of minutes."),
        ["D"]: tr(
            """
            A length of time D is 01:30, 8s, 500ms or 1m30s; a number alone is not enough.
            """),
        ["TEAM"]: tr(
            """
            A TEAM is a or b, or the name of a side or its beginning; with goal, card,
            foul, score and timeout also a player, who stands for the side.
            """),
        ["KIND"]: tr(
            """
            A KIND of card is yellow, second-yellow, red or time, which is a time penalty.
            """),
        ["ID"]: tr(
            """
            An ID is one that 'history' lists, or 4 characters or more of its beginning;
            last is the newest match.
            """),
        ["CODE"]: tr(
            """
            A CODE is the 16 letters and digits at the end of a report, with or without
            its hyphens; a FILE is one that 'export' wrote, or - for standard input.
            """),
        ["PLAYER", "PLAYERS", "OUT"]: tr(
            """
            A PLAYER is a number that 'player list' shows, or a part of the name that no
            other player has; case and accents make no difference.
            """),
        ["DATE"]: tr(
            """
            A DATE is 2026-11-21, '2026-11-21 15:30', today, yesterday, or a length of
            time ago: 7d, 2w, 12h, 1h30m.
            """),
        ["TIME"]: tr(
            """
            A TIME of kick-off is 18:30, '2026-11-24 18:30', or a length of time from now
            on: +20m, +1h30m; up to seven days ahead.
            """),
        ["FORMAT"]: tr(
            """
            A FORMAT is a line such as '{clock} {teamA} {scoreA}-{scoreB} {teamB}' of
            {clock} {state} {period} {kickoff} {teamA} {teamB} {scoreA} {scoreB} {score}
            {winner} {until} {remaining} {scorer} {minute} {cardsA} {cardsB} {foulsA}
            {foulsB} {timeout} {added} {stoppage} {kicks} {log} {submission} {stale}
            {id}; {{ and }} are braces.
            """),
        // Other verbs have another DIR.
        ["write"]: tr(
            """
            A DIR gets clock.txt, period.txt, home_name.txt, home_score.txt, away_name.txt,
            away_score.txt, scorers_home.txt, scorers_away.txt, cards_home.txt,
            cards_away.txt, fouls_home.txt, fouls_away.txt, timeout.txt, added.txt,
            stoppage.txt, kicks.txt and match.json.
            """),
        ["PROGRAM"]: tr(
            """
            A PROGRAM plays the WAV file whose path it gets as the last argument, such
            as 'aplay -q -D plughw:1'.
            """),
        ["EVENT"]: tr(
            """
            An EVENT is timeUp, lastMinute, goal, scorer, card, substitution, foul,
            timeOut, timeOutEnded, kick, started, paused, periodBegan, periodEnded,
            addedTime, ended, discarded, or remaining=60s for any length of time. The
            COMMAND has it in $GATHER_EVENT, the match in $GATHER_CLOCK, $GATHER_SCORE
            and more, and both as JSON on standard input.
            """),
        []: tr(
            """
            Output longer than the screen is shown by $GATHERCTL_PAGER, $PAGER or less;
            with the rights of another user, as with sudo, by a less that starts no
            shell, unless $GATHERCTL_PAGERSECURE is no.
            """),
    ]

    private static func row(_ option: Option) -> (left: String, right: String) {
        (option.spelling, option.summary)
    }

    private static let column = 28
    /// The columns of the narrowest usual terminal.
    private static let columns = 80

    /// Returns a table of two columns; a text too long for the first has a line of its own, and one
    /// too long for the second goes on below itself.
    private static func table(_ rows: [(left: String, right: String)]) -> String {
        rows.map { left, right in
            let margin = String(repeating: " ", count: 2 + column)
            let lines = TextLines.wrapped(right, columns: columns - margin.count)
            let text = lines.joined(separator: "\n\(margin)")
            let padding = column - left.count
            return padding > 1
                ? "  \(left)\(String(repeating: " ", count: padding))\(text)"
                : "  \(left)\n\(margin)\(text)"
        }.joined(separator: "\n")
    }

    /// Returns a sentence in as many lines as it takes.
    private static func lines(_ text: String) -> String {
        TextLines.wrapped(text, columns: columns).joined(separator: "\n")
    }
}

extension Verb {
    /// Returns the verb, the word of a form and its arguments.
    func usage(of verb: Verb) -> String {
        [verb.name, name, arguments].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns true if one of these placeholders is in the arguments.
    fileprivate func mentions(_ placeholders: [String]) -> Bool {
        let texts = [arguments] + forms.map(\.arguments) + options.map(\.longSpelling)
        return texts.joined(separator: " ").split { !$0.isLetter }
            .contains { placeholders.contains(String($0)) && ($0 != "ID" || takesMatches) }
    }

    /// True if an ID is that of a match, not that of a phone or a fixture.
    private var takesMatches: Bool {
        let kinds = ([self] + forms).flatMap(\.operands) + options.map(\.completion)
        return kinds.contains { [.gathers, .records, .results].contains($0) }
    }
}
