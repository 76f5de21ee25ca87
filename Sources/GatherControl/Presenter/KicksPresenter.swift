import GatherAPI

/// Presents kicks from the mark.
enum KicksPresenter {
    /// Returns how the kicks stand: `kicks 3-2, next: Reds` or `Reds win 4-3 on kicks`; nil before
    /// they begin.
    static func status(_ gather: GatherSnapshot?) -> String? {
        guard let gather, let kicks = gather.kicks else { return nil }
        if let winner = kicks.winner {
            return win(gather.team(winner).name, kicks.goalsA, kicks.goalsB)
        }
        let score = tr("kicks %1$@", kicks.score)
        if kicks.decided || gather.phase != .open { return score }
        guard let next = kicks.next else { return tr("%1$@, either side begins", score) }
        let name = gather.team(next).name
        return kicks.suddenDeath
            ? tr("%1$@, next: %2$@, sudden death", score, name)
            : tr("%1$@, next: %2$@", score, name)
    }

    /// Returns the result of a match with kicks: `Reds win 4-3 on kicks`.
    static func result(winner: String?, _ goalsA: Int, _ goalsB: Int) -> String {
        winner.map { win($0, goalsA, goalsB) }
            ?? tr("a draw, kicks %1$@", "\(goalsA)-\(goalsB)")
    }

    private static func win(_ name: String, _ goalsA: Int, _ goalsB: Int) -> String {
        let score = "\(max(goalsA, goalsB))-\(min(goalsA, goalsB))"
        return tr("%1$@ win %2$@ on kicks", name, score)
    }

    /// Returns a kick as a line: `in: Ada, Reds`.
    static func text(_ scored: Bool, name: String?, team: String) -> String {
        let whose = [name, team].compactMap(\.self).joined(separator: ", ")
        return scored ? tr("in: %1$@", whose) : tr("out: %1$@", whose)
    }

    /// Returns the kicks of a side in one text: `Ada in, out`.
    static func short(_ kicks: [(name: String?, scored: Bool)]) -> String {
        kicks.map { kick in
            let word = kick.scored ? tr("in") : tr("out")
            return [kick.name, word].compactMap(\.self).joined(separator: " ")
        }.joined(separator: ", ")
    }

    /// Returns a line for each side that has kicked: `kicks of Reds: Ada in, out`.
    static func lines(_ gather: GatherSnapshot) -> [String] {
        guard let taken = gather.kicks?.taken else { return [] }
        return Side.allCases.compactMap { side in
            let kicks = taken.filter { $0.team == side }
            let texts = short(kicks.map { ($0.player?.name, $0.scored) })
            return kicks.isEmpty ? nil : tr("kicks of %1$@: %2$@", gather.team(side).name, texts)
        }
    }

    /// Returns the outcome of each kick of a side; nil stands for one of the first five that is
    /// still to come.
    static func marks(_ kicks: KicksFields, _ side: Side) -> [Bool?] {
        let taken = kicks.taken.filter { $0.team == side }.map { Bool?.some($0.scored) }
        let open = kicks.decided ? 0 : max(firstKicks - taken.count, 0)
        return taken + [Bool?](repeating: nil, count: open)
    }

    /// The kicks that each side has, unless it is decided before.
    private static let firstKicks = 5
}
