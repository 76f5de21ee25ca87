/// What somebody may have meant who mistyped a word; it is only ever said, never done.
///
/// None is better than a wrong one, and much better than one that loses something.
enum Suggestion {
    /// The words that lose something where they were not meant.
    private static let dangerous: Set = [
        "clear", "delete", "discard", "drop", "end", "forget", "logout", "out", "remove", "yes",
    ]

    /// The word that begins so, if it is the only one, or else the nearest, if there is one that is
    /// nearer than all others and near enough.
    static func nearest(to typed: String, in words: [String]) -> String? {
        let typed = typed.lowercased()
        // The distance is quadratic in the length, and nobody means a verb by a long text.
        guard !typed.isEmpty, typed.utf8.count <= 32 else { return nil }
        let beginning = words.filter { $0.hasPrefix(typed) }
        if beginning.count == 1 { return isMostOf(beginning[0], typed) ? beginning[0] : nil }
        let meant = withoutHeldKeys(typed)
        let near = words.map { (word: $0, distance: distance(meant, $0.lowercased())) }
            .filter { isNear(meant, $0.word, $0.distance) }
        guard let least = near.map(\.distance).min() else { return nil }
        let nearest = near.filter { $0.distance == least }
        return nearest.count == 1 ? nearest[0].word : nil
    }

    /// Of what loses something, a letter or two are no beginning.
    private static func isMostOf(_ word: String, _ typed: String) -> Bool {
        !dangerous.contains(word) || typed.count * 2 >= word.count
    }

    /// One mistake, in a long word two; but what loses something has to have its own letters and
    /// first letter: `add` and `send` are not `end`.
    private static func isNear(_ typed: String, _ word: String, _ distance: Int) -> Bool {
        let length = min(typed.count, word.count)
        guard dangerous.contains(word) else {
            return length > 1 && distance <= (length < 8 ? 1 : 2)
        }
        return distance <= 1 && typed.first == word.first
            && Set(typed).isSubset(of: Set(word))
    }

    /// A key that was held too long is one mistake: three letters or more count as two.
    private static func withoutHeldKeys(_ typed: String) -> String {
        var text = ""
        for letter in typed where !text.hasSuffix("\(letter)\(letter)") { text.append(letter) }
        return text
    }

    /// How many letters have to be put in, left out or replaced, or neighbours swapped.
    static func distance(_ first: String, _ second: String) -> Int {
        distance(Array(first), Array(second))
    }

    /// The same of letters that are compared as somebody wants them to be.
    static func distance<Letter: Equatable>(_ first: [Letter], _ second: [Letter]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in first.indices {
            var next = [row + 1]
            for column in second.indices {
                let isSame = first[row] == second[column]
                var cost = min(last[column + 1], next[column]) + 1
                cost = min(cost, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, first[row] == second[column - 1],
                    first[row - 1] == second[column]
                {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                next.append(cost)
            }
            (beforeLast, last) = (last, next)
        }
        return last[second.count]
    }
}
