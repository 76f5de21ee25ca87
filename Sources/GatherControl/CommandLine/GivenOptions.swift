/// The options that were given, with their values.
///
/// They are a handful: to look through them is quicker than to build a dictionary, in a program
/// that runs for less than a millisecond.
struct GivenOptions {
    private var given: [(option: Option, value: String)] = []

    /// The options, in the order they were given.
    var options: [Option] { given.map(\.option) }

    /// Adds an option; its value is empty if it takes none.
    mutating func add(_ option: Option, _ value: String) {
        given.append((option, value))
    }

    func has(_ option: Option) -> Bool { self[option] != nil }

    /// The value of an option; of several of a kind the last counts.
    subscript(option: Option) -> String? {
        given.last { $0.option == option }?.value
    }
}
