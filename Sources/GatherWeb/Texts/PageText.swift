import GatherAPI

/// A text for people, which is in the language of whoever reads it.
struct PageText {
    /// The text with its values apart.
    let translatable: TranslatableText

    /// Returns the text in a language; in English where there is none.
    func text(in language: PageLanguage) -> String {
        translatable.text { language.messages[$0] ?? $0 } ?? translatable.form ?? ""
    }
}

/// Makes a text for people with its arguments: `%1$@` stands for the first one, `%2$@` for the
/// second.
///
/// The text is a plain literal: `units/texts` lists them for translators. What the wire has for
/// programs, such as the names of errors, is no text for people.
func tr(_ text: String, _ arguments: any CustomStringConvertible...) -> PageText {
    PageText(
        translatable: TranslatableText(
            form: text, values: arguments.map { TranslatableText(name: $0.description) }))
}
