/// A suggestion for a mistyped word; it is only shown, never acted on.
///
/// No suggestion is better than a wrong one, and much better than a change made by a user who only
/// wanted to look.
enum Suggestion {
    /// Returns an error's text, followed by the word that was probably meant.
    static func text(_ text: String, _ nearest: String?) -> String {
        nearest.map { [text, tr("did you mean '%1$@'?", $0)].joinedBySemicolons() } ?? text
    }

    /// Returns the word that begins with the typed text, if it is the only one; or else the
    /// nearest, if it is nearer than all others and near enough.
    ///
    /// - Parameter changing: The words that change something: one of them is suggested only if it
    ///   was meant beyond doubt.
    static func nearest(
        to typed: String, in words: [String], changing: Set<String> = []
    ) -> String? {
        let typed = typed.lowercased()
        // The distance is quadratic in the length, and nobody means a verb by a long text.
        guard !typed.isEmpty, typed.utf8.count <= 32 else { return nil }
        let beginning = words.filter { $0.hasPrefix(typed) }
        if beginning.count == 1 {
            let isPlain = !changing.contains(beginning[0]) || isMost(typed, of: beginning[0])
            return isPlain ? beginning[0] : nil
        }
        let meant = withoutHeldKeys(typed)
        let near = words.map { (word: $0, distance: distance(meant, $0.lowercased())) }
            .filter {
                changing.contains($0.word)
                    ? $0.distance < 2 && isSlip(meant, of: $0.word, typed: typed.count)
                    : isNear(meant, $0.word, $0.distance)
            }
        guard let least = near.map(\.distance).min() else { return nil }
        let nearest = near.filter { $0.distance == least }
        return nearest.count == 1 ? nearest[0].word : nil
    }

    /// Returns true if the typed text is most of a word.
    ///
    /// A few letters begin many words: `go` is not yet `goal`, nor `star` `start`.
    private static func isMost(_ typed: String, of word: String) -> Bool {
        typed == word || typed.count > 4 && typed.count * 2 >= word.count
    }

    /// Returns true if the text has one mistake, or two in a long word.
    ///
    /// A replaced letter makes another word of a short one, and hardly anybody mistypes the first
    /// letter.
    private static func isNear(_ typed: String, _ word: String, _ distance: Int) -> Bool {
        let length = min(typed.count, word.count)
        guard length > 2, typed.first == word.first, distance <= (length < 8 ? 1 : 2) else {
            return false
        }
        return length > 4 || typed.count != word.count || typed.sorted() == word.sorted()
    }

    /// Returns true for swapped neighbours, one of several letters left out, or a letter typed
    /// twice.
    ///
    /// A replaced or an additional letter is never a slip: it would turn `get` into `set`, and
    /// `send` into `end`. A word with a letter left out needs five typed ones: `rest` is a word of
    /// its own.
    private static func isSlip(_ meant: String, of word: String, typed count: Int) -> Bool {
        guard meant.first == word.first, word.count > 2 else { return false }
        switch meant.count - word.count {
        case 0: return meant.sorted() == word.sorted()
        case -1: return count > 4
        case 1: return withoutDoubles(meant) == withoutDoubles(word)
        default: return false
        }
    }

    private static func withoutDoubles(_ typed: String) -> String {
        var text = ""
        for letter in typed where text.last != letter { text.append(letter) }
        return text
    }

    /// Shortens a letter that was typed three times or more to one: a key that was held too long
    /// counts as one mistake.
    private static func withoutHeldKeys(_ typed: String) -> String {
        var text = ""
        var run = 0
        for letter in typed {
            run = text.last == letter ? run + 1 : 1
            if run == 3 { text.removeLast() }
            if run < 3 { text.append(letter) }
        }
        return text
    }

    /// Returns the edit distance: the number of letters to insert, delete or replace, or neighbours
    /// to swap.
    static func distance(_ first: String, _ second: String) -> Int {
        distance(Array(first), Array(second))
    }

    /// Returns the same distance for letters of any type that can be compared.
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
