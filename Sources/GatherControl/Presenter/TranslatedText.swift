import GatherAPI
import Varlink

/// The texts of gatherd in the user's language.
///
/// gatherd writes each text in English, and also its form with the values apart: only the form is
/// translated. A form that the catalogue does not have, such as one of a newer gatherd, stays in
/// English, and so does the whole text of an older gatherd, which sends no form.
enum TranslatedText {
    /// Returns a text in the user's language.
    ///
    /// - Parameters:
    ///   - english: The text in English.
    ///   - translatable: The same text with its values apart; nil if gatherd did not send it.
    static func of(_ english: String, _ translatable: TranslatableText?) -> String {
        guard Catalogue.isThere else { return english }
        return translatable?.text(Catalogue.text) ?? english
    }

    /// Returns a text of an interface in the user's language; its form if it is longer than any
    /// text is.
    static func of(_ text: TranslatableText) -> String {
        text.text(Catalogue.text) ?? text.form ?? text.name ?? ""
    }
}

extension PeriodName {
    /// Returns the name of a period in the user's language.
    static func shown(_ name: String) -> String { TranslatedText.of(PeriodName(name).text) }
}

extension TimelineEntry {
    /// The description in the user's language.
    var shownText: String { TranslatedText.of(text, translatable) }
}

extension SyncStepFields {
    /// The description in the user's language.
    var shownDetails: String { TranslatedText.of(details, translatable) }
}

extension ParameterReader {
    /// Reads the text of a reply in the user's language.
    mutating func translated(_ name: String) throws(VarlinkError) -> String {
        let english: String = try required(name)
        return TranslatedText.of(english.shown, try optional("translatable"))
    }
}
