/// The name of a period: people see those that gatherd gave in their language, and those that
/// somebody gave as they are.
///
/// The name on the wire is the same in every language, as other programs read it.
public struct PeriodName: CustomStringConvertible, Sendable {
    /// The name on the wire.
    public let description: String

    /// Takes the name on the wire.
    public init(_ name: String) { description = name }

    /// The name as a text or a value of one.
    public var text: TranslatableText {
        Self.given.contains(description)
            ? TranslatableText(form: description) : TranslatableText(name: description)
    }

    /// The names that gatherd gives: to the periods of formats without a file, to those of extra
    /// time, and to the kicks.
    public static let given: Set = [
        trLater("match"), trLater("half-time"), trLater("break"), trLater("kicks from the mark"),
        trLater("first half"), trLater("second half"),
        trLater("first quarter"), trLater("second quarter"), trLater("third quarter"),
        trLater("fourth quarter"),
        trLater("first period"), trLater("second period"), trLater("third period"),
        trLater("fourth period"), trLater("fifth period"), trLater("sixth period"),
        trLater("seventh period"), trLater("eighth period"), trLater("ninth period"),
        trLater("tenth period"), trLater("eleventh period"), trLater("twelfth period"),
        trLater("extra time"), trLater("break before extra time"),
        trLater("half-time of extra time"),
        trLater("first half of extra time"), trLater("second half of extra time"),
        trLater("first period of extra time"), trLater("second period of extra time"),
        trLater("third period of extra time"), trLater("fourth period of extra time"),
        trLater("fifth period of extra time"), trLater("sixth period of extra time"),
        trLater("seventh period of extra time"), trLater("eighth period of extra time"),
        trLater("ninth period of extra time"), trLater("tenth period of extra time"),
        trLater("eleventh period of extra time"), trLater("twelfth period of extra time"),
    ]
}
