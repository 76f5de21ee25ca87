import GatherAPI

/// Returns a text for people with its arguments: `%1$@` stands for the first one, `%2$@` for the
/// second, and `%%` for a percent sign.
///
/// Every text for people goes through here, where it is used, as a whole sentence and a plain
/// literal: `units/texts` lists them for translators, who may move the arguments, and a
/// ``Catalogue`` has them in the user's language. Names of verbs,
/// options and fields, JSON and exit statuses are not texts for people; one that looks like a
/// sentence is marked with `// Not translated: REASON`, or `units/texts --left` complains of it.
func tr(_ text: String, _ arguments: any CustomStringConvertible...) -> String {
    filled(Catalogue.text(text), arguments)
}

/// Returns a text for people that has several meanings: the context says which it is, and is never
/// shown.
func tr(_ text: String, context: String, _ arguments: any CustomStringConvertible...) -> String {
    // The key of such an entry, as pgettext makes it.
    let key = "\(context)\u{4}\(text)"
    let found = Catalogue.text(key)
    return filled(found == key ? text : found, arguments)
}

/// Returns one of two texts for people, as the language wants it for this count, which is the first
/// argument of both: `%1$@ goal` or `%1$@ goals`.
func tr(
    _ one: String, _ other: String, count: Int, _ arguments: any CustomStringConvertible...
) -> String {
    filled(Catalogue.text(one, other, count: count), [count] + arguments)
}

extension [String] {
    /// Returns several texts for people as one, with the semicolons of the language between them:
    /// in French there is a space before each.
    func joinedBySemicolons() -> String {
        dropFirst().reduce(first ?? "") { tr("%1$@; %2$@", $0, $1) }
    }
}

/// A text for people that is looked up when it is shown.
///
/// Every command has texts that most of its runs do not show: the help, and the beginnings of
/// errors.
@propertyWrapper
struct LazyText: Sendable {
    private let make: @Sendable () -> String

    init(wrappedValue make: @escaping @autoclosure @Sendable () -> String) { self.make = make }

    var wrappedValue: String { make() }

    /// The text itself, to be handed on without a look.
    var projectedValue: LazyText { self }
}
