import GatherAPI

/// The descriptions of the steps of a sync in the user's language.
///
/// gatherd writes them in English, as it does those of events: see ``EventText``.
enum SyncText {
    /// Returns the description of a step.
    static func of(_ step: SyncStepFields) -> String {
        guard Catalogue.isThere else { return step.details }
        return translated(step.$details, Catalogue.text) ?? step.details
    }

    /// Returns a description in another language; nil if it is not known.
    ///
    /// - Parameter find: Returns a text in that language.
    static func translated(_ wire: String, _ find: (String) -> String) -> String? {
        for (form, value) in forms {
            guard let values = form.values(in: wire) else { continue }
            let known = values.compactMap { shown(String($0), value, find) }
            return known.count == values.count ? filled(find(form.text), known) : nil
        }
        return nil
    }

    // MARK: - Values

    /// The meaning of the values of a form.
    private enum Value { case nameOrNumber, comparison, fields, problem }

    private static func shown(
        _ text: String, _ value: Value, _ find: (String) -> String
    ) -> String? {
        switch value {
        case .nameOrNumber: text.shownName
        case .comparison: parts(text, "; ") { compared($0, find) }?.joinedBySemicolons(find)
        case .fields:
            parts(text, ", ") { fields.contains($0) ? find($0) : nil }?.joined(separator: ", ")
        case .problem: problem(text, find)
        }
    }

    /// Returns a list of parts, each as it is shown; nil if one is not known.
    private static func parts(
        _ text: String, _ separator: String, _ show: (String) -> String?
    ) -> [String]? {
        let parts = text.split(separator: separator).map { show(String($0)) }
        let known = parts.compactMap(\.self)
        return known.count == parts.count ? known : nil
    }

    private static func compared(_ text: String, _ find: (String) -> String) -> String? {
        for form in comparisons {
            guard let values = form.values(in: text) else { continue }
            return filled(find(form.text), values.map { String($0).shownName })
        }
        return nil
    }

    private static func problem(_ text: String, _ find: (String) -> String) -> String? {
        for form in problems {
            guard let values = form.values(in: text) else { continue }
            let shown = values.map { names[String($0)].map(find) ?? String($0) }
            return filled(find(form.text), shown)
        }
        return nil
    }

    // MARK: - Forms

    /// The descriptions; one that begins like another stands before it.
    private static let forms: [(EventForm, Value)] = [
        (EventForm(trLater("is made at the server")), .nameOrNumber),
        (EventForm(trLater("is number %1$@ of the server")), .nameOrNumber),
        (EventForm(trLater("is sent")), .nameOrNumber),
        (EventForm(trLater("is sent: %1$@")), .comparison),
        (EventForm(trLater("is new: number %1$@ of the server")), .nameOrNumber),
        (EventForm(trLater("is taken over")), .nameOrNumber),
        (EventForm(trLater("is taken over: %1$@")), .comparison),
        (EventForm(trLater("is removed here")), .nameOrNumber),
        (EventForm(trLater("number %1$@ of the server is deleted")), .nameOrNumber),
        (
            EventForm(
                trLater(
                    "number %1$@ of the server has the same name: is it the same player?")),
            .nameOrNumber
        ),
        (
            EventForm(
                trLater(
                    """
                    number %1$@ of the server has the name of player %2$@, who is another one \
                    there: is it a new player?
                    """)), .nameOrNumber
        ),
        (
            EventForm(
                trLater(
                    "number %1$@ of the server is called %2$@ by now: is it the same player?")),
            .nameOrNumber
        ),
        (EventForm(trLater("both sides have changed: %1$@")), .comparison),
        (
            EventForm(
                trLater(
                    "the server has a word that is not known here, and would lose it: %1$@")),
            .fields
        ),
        (EventForm(trLater("the server has what cannot be here: %1$@")), .problem),
        (EventForm(trLater("number %1$@ is gone from the server")), .nameOrNumber),
        (
            EventForm(
                trLater("is removed here; number %1$@ of the server is still there")),
            .nameOrNumber
        ),
    ]

    private static let comparisons = [
        trLater("name %1$@ here, %2$@ there"), trLater("age %1$@ here, %2$@ there"),
        trLater("skill %1$@ here, %2$@ there"), trLater("position %1$@ here, %2$@ there"),
        trLater("favourite team %1$@ here, %2$@ there"),
    ].map { EventForm($0) }

    private static let fields: Set = [
        trLater("age"), trLater("skill"), trLater("position"), trLater("favourite team"),
    ]

    // Not translated: gatherd writes these so; what is shown instead is among those of the squad.
    private static let problems = [
        EventForm(
            "an age that is not from %1$@ to %2$@", as: "an age is from %1$@ to %2$@"),
        EventForm(
            "a shirt that is not from %1$@ to %2$@", as: "a shirt has a number from %1$@ to %2$@"),
        EventForm("a %1$@ with nothing to be seen", as: "%1$@ has no letters"),
        EventForm(
            "a %1$@ of more than %2$@ characters", as: "%1$@ has more than %2$@ characters"),
        EventForm(
            "a %1$@ with a control character, or one that turns the text around",
            as: "%1$@ has a control character, or one that reverses the text"),
    ]
    private static let names = ["name": "the name", "favourite team": "the favourite team"]
}
