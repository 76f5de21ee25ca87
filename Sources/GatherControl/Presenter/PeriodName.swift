/// The names of periods for people: those of built-in formats are translated, and the names that
/// somebody gave to their own are shown as they are.
///
/// The name on the wire is the same in every language, as other programs read it.
enum PeriodName {
    /// Returns the name for people.
    static func shown(_ name: String) -> String {
        names.contains(name) ? Catalogue.text(name) : name
    }

    /// The names that gatherd gives.
    static let names: Set = [
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
    ]
}
