/// Named values, to be found by what a user types of their names.
struct NameSearch<Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let name: String
        let folded: FoldedName
    }

    private let entries: [Entry]

    init(_ values: [Value], name: (Value) -> String) {
        entries = values.map { Entry(value: $0, name: name($0), folded: FoldedName(name($0))) }
    }

    /// Returns the values with exactly this name; else those with the name in another case or with
    /// other accents; else those with a name that the word is a part of.
    ///
    /// - Parameter isPart: Returns true if a name contains the word in the place that counts.
    func values(
        for word: String, isPart: (_ name: FoldedName, _ word: FoldedName) -> Bool
    ) -> [Value] {
        let wanted = FoldedName(word)
        guard !wanted.letters.isEmpty else { return [] }
        let partly = entries.filter { isPart($0.folded, wanted) }
        let named = partly.filter { $0.folded == wanted }
        let exactly = named.filter { $0.name == word }
        return [exactly, named, partly].first { !$0.isEmpty }?.map(\.value) ?? []
    }
}
