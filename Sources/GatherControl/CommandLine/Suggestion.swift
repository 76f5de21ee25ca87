/// What somebody may have meant who mistyped a word; it is only ever said, never done.
///
/// None is better than a wrong one, and much better than a change for somebody who wanted to look.
enum Suggestion {
    /// The word that begins so, if it is the only one, or else the nearest, if there is one that is
    /// nearer than all others and near enough.
    ///
    /// - Parameter changing: Those of the words that change something: one of them has to be what
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

    /// A few letters begin many words: `go` is not yet `goal`, nor `star` `start`.
    private static func isMost(_ typed: String, of word: String) -> Bool {
        typed == word || typed.count > 4 && typed.count * 2 >= word.count
    }

    /// One mistake, in a long word two.
    ///
    /// A letter in the place of another makes another word of a short one, and hardly anybody
    /// mistypes the first.
    private static func isNear(_ typed: String, _ word: String, _ distance: Int) -> Bool {
        let length = min(typed.count, word.count)
        guard length > 2, typed.first == word.first, distance <= (length < 8 ? 1 : 2) else {
            return false
        }
        return length > 4 || typed.count != word.count || typed.sorted() == word.sorted()
    }

    /// Neighbours swapped, a letter left out of several, or one typed twice: never a letter in the
    /// place of another, nor one too many, which make `set` of `get` and `end` of `send`.
    ///
    /// Where a letter is left out, five have to be there: `rest` is a word of its own.
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

    /// A key that was held too long is one mistake: three letters or more count as one.
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
