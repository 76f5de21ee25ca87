import GatherAPI
import GatherCore

/// A text for people that keeps its values apart, so that a client can show it in the user's
/// language.
struct TextResource: CustomStringConvertible {
    /// The form in English, with a place for each value: `%1$@`, `%2$@`.
    private let form: String
    private let values: [any CustomStringConvertible]
    /// The text in English, where that is not the form with its values.
    private var english: String?

    fileprivate init(form: String, values: [any CustomStringConvertible]) {
        (self.form, self.values) = (form, values)
    }

    /// Makes a text of values with signs between them, which are the same in every language.
    init(pattern: String, _ values: any CustomStringConvertible...) {
        self.init(form: pattern, values: values)
    }

    /// Makes a text of values with commas between them.
    init(joining values: [any CustomStringConvertible]) {
        let places = values.indices.map { "%\($0 + 1)$@" }
        self.init(form: places.joined(separator: ", "), values: values)
    }

    /// The text in English.
    var description: String { english ?? filled(form, values) }

    /// The text as a client translates it.
    var translatable: TranslatableText {
        TranslatableText(form: form, values: values.isEmpty ? nil : values.map(Self.translatable))
    }

    /// Returns the same text with another one in English.
    func inEnglish(_ text: String) -> Self {
        var resource = self
        resource.english = text
        return resource
    }

    private static func translatable(_ value: any CustomStringConvertible) -> TranslatableText {
        switch value {
        case let text as TextResource: text.translatable
        case let name as PeriodName: name.text
        default: TranslatableText(name: value.description)
        }
    }
}

/// Makes a text for people with its values: `%1$@` stands for the first one, `%2$@` for the second.
///
/// The form is a plain literal: `units/texts` lists it for translators. A value that has words of
/// its own is a text, too.
func tr(_ form: String, _ values: any CustomStringConvertible...) -> TextResource {
    TextResource(form: form, values: values)
}

extension TextResource {
    /// Returns the text of an event with how long before its recording that happened; the same for
    /// a zero duration.
    func dated(_ ago: Duration) -> Self {
        ago == .zero ? self : tr("%1$@, %2$@ ago", self, GatherTime(roundingUp: ago))
    }

    /// Returns the text of a goal with the minute that was given for it, or else with how long
    /// before its recording it was scored.
    func dated(_ ago: Duration, _ minute: GivenMinute?) -> Self {
        minute == nil ? dated(ago) : inMinute(minute)
    }

    /// Returns the text of a goal or card with the minute that was given for it.
    func inMinute(_ minute: GivenMinute?) -> Self {
        minute.map { tr("%1$@, in minute %2$@", self, $0.minute) } ?? self
    }
}
