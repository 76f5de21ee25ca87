import GatherAPI

/// A text for people, which is in the language of whoever reads it.
struct PageText {
    /// The text in English, with places for the arguments.
    let english: String
    /// The arguments in the order of their numbers.
    let arguments: [String]

    /// Returns the text in a language; in English where there is none.
    func text(in language: PageLanguage) -> String {
        filled(language.messages[english] ?? english, arguments)
    }
}

extension PageText {
    /// Takes a text of an interface, with its values as they are.
    init(_ text: TranslatableText) {
        self.init(
            english: text.form ?? "", arguments: (text.values ?? []).map { $0.name ?? "" })
    }
}

/// Makes a text for people with its arguments: `%1$@` stands for the first one, `%2$@` for the
/// second.
///
/// The text is a plain literal: `units/texts` lists them for translators. What the wire has for
/// programs, such as the names of errors, is no text for people.
func tr(_ text: String, _ arguments: any CustomStringConvertible...) -> PageText {
    PageText(english: text, arguments: arguments.map(\.description))
}
