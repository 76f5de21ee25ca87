import GatherAPI

/// Something that happened in a match, once.
struct MatchEvent: Hashable {
    /// What can happen.
    enum Kind: Hashable, Sendable {
        /// The countdown ran out.
        case timeUp
        /// A side has more goals.
        case goal
        /// The countdown was set going.
        case started
        /// The countdown was held.
        case paused
        /// The gather ended with its result.
        case ended
        /// The gather was left without a result.
        case discarded
        /// The running countdown came down to so much.
        case remaining(milliseconds: Int)

        private static let plain: [(word: String, kind: Kind)] = [
            ("timeUp", .timeUp), ("goal", .goal), ("started", .started), ("paused", .paused),
            ("ended", .ended), ("discarded", .discarded),
        ]

        /// The names of those that have nothing to choose.
        static let words = plain.map(\.word)

        /// Reads a name.
        init?(_ word: String) {
            guard let kind = Self.plain.first(where: { $0.word == word })?.kind else { return nil }
            self = kind
        }

        /// Its name.
        var word: String {
            guard case .remaining(let milliseconds) = self else {
                return Self.plain.first { $0.kind == self }?.word ?? ""
            }
            return milliseconds % 1_000 == 0
                ? "remaining=\(milliseconds / 1_000)s" : "remaining=\(milliseconds)ms"
        }
    }

    /// What happened.
    let kind: Kind

    /// The gather just after it.
    let gather: GatherSnapshot

    /// The side that has more goals.
    var side: Side?

    /// Whether it happened while nobody could be told, and is past.
    var isLate = false
}
