import GatherAPI

/// The descriptions of events in the user's language.
///
/// gatherd writes the descriptions in English for all clients. Each is split into its form and its
/// values here, and composed again from the translated form. A description whose form is not known,
/// such as one of a newer gatherd, stays as it is.
enum EventText {
    /// Returns the description of an event of the log.
    static func of(_ entry: TimelineEntry) -> String {
        guard Catalogue.isThere else { return entry.text }
        return translated(entry.$text, entry.kind, Catalogue.text) ?? entry.text
    }

    /// Returns the description of an event of this kind.
    static func of(_ text: String, kind: String) -> String {
        guard Catalogue.isThere else { return text.shown }
        return translated(text, kind, Catalogue.text) ?? text.shown
    }

    /// Returns the description of what was undone or redone.
    static func undone(_ what: String) -> String {
        guard Catalogue.isThere else { return what.shown }
        return undone(what, Catalogue.text) ?? what.shown
    }

    /// Returns a description in another language; nil if it is not known.
    ///
    /// - Parameters:
    ///   - kind: The kind of the event; nil if any is possible.
    ///   - find: Returns a text in that language.
    static func translated(
        _ wire: String, _ kind: String?, _ find: (String) -> String
    ) -> String? {
        if kind == "undone" || kind == "redone" { return taken(wire, find) }
        // The ending is removed first: the last value of the description's form would otherwise
        // include it.
        for ending in endings {
            guard let values = ending.values(in: wire),
                values.dropFirst().allSatisfy({ !$0.contains(" ") }),
                let text = withoutEnding(String(values[0]), kind, find)
            else { continue }
            return GatherControl.filled(
                find(ending.text), [text] + values.dropFirst().map { name($0, find) })
        }
        return withoutEnding(wire, kind, find)
    }

    /// Returns a description of what was undone or redone in another language.
    static func undone(_ wire: String, _ find: (String) -> String) -> String? {
        for ending in endingsOfUndone {
            guard let values = ending.values(in: wire), let text = undone(String(values[0]), find)
            else { continue }
            return GatherControl.filled(
                find(ending.text), [text] + values.dropFirst().map { name($0, find) })
        }
        let parts = wire.split(separator: separator)
        let texts = parts.compactMap { step(String($0), find) }
        if parts.count > 1, texts.count == parts.count { return texts.joinedBySemicolons(find) }
        return step(wire, find)
    }

    // MARK: - Parts

    private static func withoutEnding(
        _ wire: String, _ kind: String?, _ find: (String) -> String
    ) -> String? {
        // Not translated: gatherd writes it so.
        let isAmendment = wire.hasPrefix("event ")

        if isAmendment, let text = amended(wire, find) { return text }
        for kind in kind.map({ [$0] }) ?? kindsWithArticle {
            let text = filled(forms[kind] ?? [], wire, find) { shown($0, of: kind, find) }
            if let text { return text }
        }
        return nil
    }

    private static func step(_ wire: String, _ find: (String) -> String) -> String? {
        let undone = filled(formsOfUndone, wire, find) { shown($0, of: "periodEnded", find) }
        if let undone { return undone }
        // Not translated: gatherd writes it so.
        let lead = wire.hasPrefix("the change of ") ? "the change of " : "the "
        let bare = wire.hasPrefix(lead) ? String(wire.dropFirst(lead.count)) : wire

        return translated(bare, nil, find)
    }

    /// Returns the entry of an undo or a redo.
    private static func taken(_ wire: String, _ find: (String) -> String) -> String? {
        for form in formsOfTaken {
            guard let values = form.values(in: wire),
                let what = undone(String(values[1]), find)
            else { continue }
            return GatherControl.filled(find(form.text), [String(values[0]).shown, what])
        }
        return nil
    }

    /// Returns the description of an amendment by its parts: `event 5: for Blues, minute 37`.
    private static func amended(_ wire: String, _ find: (String) -> String) -> String? {
        guard let values = amendment.values(in: wire), Int(values[0]) != nil else { return nil }
        let parts = values[1].split(separator: ", ").map { part in
            filled(partsOfAmendment, String(part), find) { name($0, find) }
        }
        let texts = parts.compactMap(\.self)
        guard texts.count == parts.count else { return nil }
        return GatherControl.filled(
            find(amendment.text), [String(values[0]), texts.joined(separator: ", ")])
    }

    /// Returns the first form that a text has in another language, with its values.
    private static func filled(
        _ forms: [EventForm], _ wire: String, _ find: (String) -> String,
        _ show: (Substring) -> String
    ) -> String? {
        for form in forms {
            guard let values = form.values(in: wire) else { continue }
            return GatherControl.filled(find(form.text), values.map(show))
        }
        return nil
    }

    private static func shown(
        _ wire: Substring, of kind: String?, _ find: (String) -> String
    ) -> String {
        if kind == "teamsColored" { return colored(wire, find) }
        let name = name(wire, find)
        return kind == "periodBegan" || kind == "periodEnded" ? PeriodName.shown(name) : name
    }

    /// Returns one name or several as they are shown; gatherd has that of those who were forgotten
    /// in English.
    private static func name(_ wire: Substring, _ find: (String) -> String) -> String {
        guard wire.contains(SomebodyText.wire) else { return String(wire).shownName }
        // The sides of a draw are `Reds (4) Ada, somebody - Blues (3) somebody`.
        return wire.split(separator: ", ", omittingEmptySubsequences: false).map { names in
            names.split(separator: " - ", omittingEmptySubsequences: false).map { name in
                let isLast = name.hasSuffix(") \(SomebodyText.wire)")
                guard isLast || name == SomebodyText.wire else { return String(name).shownName }
                let lead = String(name.dropLast(SomebodyText.wire.count)).shownName
                return lead + find(SomebodyText.wire)
            }.joined(separator: " - ")
        }.joined(separator: ", ")
    }

    /// Returns sides with their colours, such as `Reds red, Blues blue`, as they are shown.
    private static func colored(_ wire: Substring, _ find: (String) -> String) -> String {
        wire.split(separator: ", ", omittingEmptySubsequences: false).map { part in
            guard let space = part.lastIndex(of: " "),
                let color = colors[part[space...].dropFirst()]
            else { return String(part).shownName }
            return "\(String(part[..<space]).shownName) \(find(color))"
        }.joined(separator: ", ")
    }

    private static let separator = ", and "

    // MARK: - Forms

    /// The descriptions by kind; one that begins like another stands before it.
    private static let forms: [String: [EventForm]] = [
        "opened": [trLater("opened at %1$@: %2$@ - %3$@")],
        "started": [trLater("started by the kick-off"), trLater("started")],
        "resumed": [trLater("resumed")],
        "paused": [trLater("paused")],
        "cancelled": [trLater("clock reset to %1$@")],
        "timeSet": [trLater("time set to %1$@")],
        "timeAdjusted": [trLater("time adjusted by %1$@ s")],
        "scoreChanged": [
            trLater("goals of %1$@ set to %2$@"), trLater("own goal for %1$@ by %2$@"),
            trLater("goal for %1$@ by %2$@"), trLater("goal for %1$@"),
            trLater("one goal fewer for %1$@"), trLater("%1$@ goals fewer for %2$@"),
            trLater("%1$@ goals for %2$@"),
        ],
        "goalAmended": [
            trLater("scorer of event %1$@: nobody"), trLater("scorer of event %1$@: the same"),
            trLater("scorer of event %1$@: %2$@, own goal"),
            trLater("scorer of event %1$@: %2$@"),
        ],
        "cardShown": [
            trLater("second yellow card for %1$@ of %2$@"),
            trLater("second yellow card for %1$@"),
            trLater("yellow card for %1$@ of %2$@"), trLater("yellow card for %1$@"),
            trLater("red card for %1$@ of %2$@"), trLater("red card for %1$@"),
            trLater("time penalty of %1$@ for %2$@ of %3$@"),
            trLater("time penalty of %1$@ for %2$@"),
        ],
        "substituted": [trLater("substitution for %1$@: %2$@ for %3$@")],
        "foulCounted": [trLater("foul of %1$@")],
        "timeOutTaken": [trLater("time-out of %1$@"), trLater("cooling break")],
        "playersMoved": [
            trLater("out of the match: %1$@"), trLater("to the bench: %1$@"),
            trLater("to %1$@: %2$@"),
        ],
        "teamsDrawn": [trLater("teams drawn with seed %1$@: %2$@")],
        "teamsNamed": [trLater("teams named: %1$@ - %2$@")],
        "teamsColored": [trLater("colours: %1$@")],
        "kickOffSet": [
            trLater("kick-off removed"), trLater("automatic kick-off set to %1$@"),
            trLater("kick-off set to %1$@"),
        ],
        "formatChosen": [trLater("format: %1$@")],
        "periodBegan": [trLater("%1$@ began")],
        "periodEnded": [trLater("%1$@ ended")],
        "addedTimeAnnounced": [trLater("added time: %1$@ min")],
        "extraTimeAdded": [trLater("extra time added")],
        "kicksBegan": [trLater("kicks from the mark began")],
        "kickTaken": [
            trLater("kick of %1$@ by %2$@: in"), trLater("kick of %1$@ by %2$@: out"),
            trLater("kick of %1$@: in"), trLater("kick of %1$@: out"),
        ],
        "ended": [trLater("ended")],
        "discarded": [trLater("discarded")],
        "rebooted": [trLater("the machine was restarted, the wall clock told for how long")],
        "clockDoubted": [trLater("the machine was restarted, nobody knows for how long")],
        "clockSettled": [trLater("the wall clock is right, and the countdown goes by it")],
        "clockStepped": [trLater("the wall clock was set")],
        "lost": [trLater("lost: it could not be read from a damaged database")],
    ].mapValues { $0.map { EventForm($0) } }

    /// The colours by their words, which commands take in every language.
    private static let colors: [Substring: String] = [
        "none": trLater("no colour"), "black": trLater("black"), "white": trLater("white"),
        "grey": trLater("grey"), "red": trLater("red"), "orange": trLater("orange"),
        "yellow": trLater("yellow"), "green": trLater("green"), "blue": trLater("blue"),
        "purple": trLater("purple"), "pink": trLater("pink"),
    ]

    /// The endings that can follow a description.
    private static let endings = [
        trLater("%1$@, changed during the match"), trLater("%1$@, in minute %2$@"),
        trLater("%1$@, fixture %2$@"), trLater("%1$@, %2$@ on kicks"), trLater("%1$@, %2$@ ago"),
    ].map { EventForm(ending: $0) }

    private static let amendment = EventForm(trLater("event %1$@: %2$@"))

    private static let partsOfAmendment = [
        trLater("for %1$@"), trLater("scorer nobody"), trLater("scorer %1$@"),
        trLater("own goal"), trLater("minute %1$@"), trLater("player %1$@ of %2$@"),
        trLater("player %1$@"), trLater("second yellow card"), trLater("yellow card"),
        trLater("red card"), trLater("time penalty of %1$@"),
    ].map { EventForm($0) }

    private static let formsOfTaken = [
        trLater("undid %1$@: %2$@"), trLater("redid %1$@: %2$@"),
    ].map { EventForm($0) }

    private static let endingsOfUndone = [
        trLater("%1$@; the countdown went on meanwhile, by %2$@"),
        trLater("%1$@; nobody knows how far the countdown went on"),
    ].map { EventForm(ending: $0) }

    /// The kinds whose descriptions, with an article before them, are those of what was undone.
    private static let kindsWithArticle = [
        "scoreChanged", "cardShown", "kickTaken", "foulCounted", "timeOutTaken", "teamsColored",
    ]

    /// The other descriptions of what was undone, each with the text that is shown.
    private static let formsOfUndone = [
        // Not translated: gatherd writes it so; what is shown instead is among the other forms.
        EventForm(trLater("the opening of the match")),
        EventForm(trLater("the start, which opened the match")),
        EventForm("the start by the kick-off", as: "started by the kick-off"),
        EventForm("the start", as: "started"),
        EventForm("the resume", as: "resumed"),
        EventForm("the pause", as: "paused"),
        EventForm(trLater("resetting the clock")),
        EventForm("setting the time to %1$@", as: "time set to %1$@"),
        EventForm("adjusting the time by %1$@ s", as: "time adjusted by %1$@ s"),
        EventForm("setting the goals of %1$@ to %2$@", as: "goals of %1$@ set to %2$@"),
        EventForm(
            "naming nobody as the scorer of event %1$@", as: "scorer of event %1$@: nobody"),
        EventForm("naming %2$@ as the scorer of event %1$@", as: "scorer of event %1$@: %2$@"),
        EventForm(
            "naming event %1$@ an own goal of %2$@", as: "scorer of event %1$@: %2$@, own goal"),
        EventForm(trLater("the substitution of %1$@ by %2$@")),
        EventForm("taking %1$@ out of the match", as: "out of the match: %1$@"),
        EventForm("moving %1$@ to the bench", as: "to the bench: %1$@"),
        EventForm("moving %2$@ to %1$@", as: "to %1$@: %2$@"),
        EventForm(trLater("the draw of the teams")),
        EventForm("naming the first side %1$@", as: trLater("first side named: %1$@")),
        EventForm("naming the second side %1$@", as: trLater("second side named: %1$@")),
        EventForm("naming the teams %1$@ and %2$@", as: "teams named: %1$@ - %2$@"),
        EventForm("removing the kick-off", as: "kick-off removed"),
        EventForm("setting the automatic kick-off to %1$@", as: "automatic kick-off set to %1$@"),
        EventForm("setting the kick-off to %1$@", as: "kick-off set to %1$@"),
        EventForm("choosing the format %1$@", as: "format: %1$@"),
        EventForm(
            "the beginning of the kicks from the mark", as: "kicks from the mark began"),
        EventForm("the beginning of the %1$@", as: "%1$@ began"),
        EventForm("the end of the match", as: "ended"),
        EventForm("the end of the %1$@", as: "%1$@ ended"),
        EventForm("the added time of %1$@ min", as: "added time: %1$@ min"),
        EventForm("adding extra time", as: "extra time added"),
        EventForm("discarding the match", as: "discarded"),
    ]
}
