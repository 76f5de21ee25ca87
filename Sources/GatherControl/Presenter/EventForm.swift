/// A text of gatherd with places for its values, such as `goal for %1$@ by %2$@`.
struct EventForm: Hashable, Sendable {
    /// The text as it is translated; its places have the numbers of those in ``wire``.
    let text: String
    /// The text between the places, from the beginning to the end.
    private let literals: [Substring]
    /// The numbers of the places, in the order in which gatherd writes them, from 0.
    private let places: [Int]
    /// True if a value may itself contain the text that follows its place: the last occurrence of
    /// that text counts then.
    private let isEnding: Bool

    /// Makes a form of a text of gatherd that is translated as it is.
    init(_ text: String) { self.init(text, as: text) }

    /// Makes a form of an ending that can follow any description, which is its first value.
    init(ending text: String) { self.init(text, as: text, isEnding: true) }

    /// Makes a form of a text of gatherd in place of which another text is translated and shown.
    init(_ wire: String, as text: String, isEnding: Bool = false) {
        self.text = text
        self.isEnding = isEnding
        var (literals, places): ([Substring], [Int]) = ([], [])
        var rest = wire[...]
        while let percent = rest.firstIndex(of: "%"),
            let number = rest[percent...].dropFirst().first?.wholeNumberValue
        {
            literals.append(rest[..<percent])
            places.append(number - 1)
            rest = rest[percent...].dropFirst(4)
        }
        self.literals = literals + [rest]
        self.places = places
    }

    /// Returns the values in a text by their numbers; nil if it has another form.
    func values(in wire: String) -> [Substring]? {
        var rest = wire[...]
        guard let first = literals.first, let last = literals.last, rest.hasPrefix(first) else {
            return nil
        }
        rest = rest.dropFirst(first.count)
        guard !places.isEmpty else { return rest.isEmpty ? [] : nil }
        guard rest.hasSuffix(last) else { return nil }
        rest = rest.dropLast(last.count)
        var found: [Substring] = []
        for literal in literals.dropFirst().dropLast() {
            let starts = isEnding ? rest.indices.reversed() : Array(rest.indices)
            guard let start = starts.first(where: { rest[$0...].hasPrefix(literal) }) else {
                return nil
            }
            found.append(rest[..<start])
            rest = rest[start...].dropFirst(literal.count)
        }
        found.append(rest)
        guard found.allSatisfy({ !$0.isEmpty }) else { return nil }
        var values = found
        for (place, value) in zip(places, found) where values.indices.contains(place) {
            values[place] = value
        }
        return values
    }
}
