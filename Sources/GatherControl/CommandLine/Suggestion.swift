/// What somebody may have meant who mistyped a word; it is only ever said, never done.
enum Suggestion {
    /// The word that begins so, if it is the only one, or else the nearest within two mistakes.
    static func nearest(to typed: String, in words: [String]) -> String? {
        let typed = typed.lowercased()
        // The distance is quadratic in the length, and nobody means a verb by a long text.
        guard !typed.isEmpty, typed.utf8.count <= 32 else { return nil }
        let beginning = words.filter { $0.hasPrefix(typed) }
        if beginning.count == 1 { return beginning[0] }
        let near = words.map { (word: $0, distance: distance(typed, $0)) }
            .filter { $0.distance <= 2 && $0.distance < $0.word.count }
        return near.min { $0.distance < $1.distance }?.word
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
