import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// The copy of the squad for readers, which the interactor updates.
final class PublishedSquad: Sendable {
    /// The squad, and the key of the account that is signed in to.
    struct View: Sendable {
        var squad = Squad([])
        var defaults = MatchDefaults()
        var account: String?
    }

    private let lock = Lock(View())

    /// The newest squad.
    var view: View {
        get { lock.withLock { $0 } }
        set { lock.withLock { $0 = newValue } }
    }
}

/// The query of `Players.List`: the players who can be chosen.
final class SquadReading: Reading {
    private let view: PublishedSquad.View
    private let peer: Peer

    /// Makes a query of a squad, reduced to what a peer may see.
    init(_ view: PublishedSquad.View, for peer: Peer) {
        (self.view, self.peer) = (view, peer)
    }

    func restart() {}

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        return { [view, peer] in
            let players = view.squad.present.map {
                peer.sees(PlayersPresenter.player($0, account: view.account))
            }
            return PlayersMethod.List.Reply(players: players).reply
        }
    }
}

/// The query of `Players.Show`: a player, who may be removed, with the player's record.
final class PlayerReading: Reading {
    private let view: PublishedSquad.View
    private let peer: Peer
    private let id: Int

    private static let none = RecordFields(
        appearances: 0, goals: 0, ownGoals: 0, wins: 0, draws: 0, losses: 0)

    /// Makes a query of a player, reduced to what a peer may see.
    init(_ id: Int, in view: PublishedSquad.View, for peer: Peer) {
        (self.id, self.view, self.peer) = (id, view, peer)
    }

    func restart() {}

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        guard let member = view.squad[id] else {
            let isForgotten = view.squad.forgotten.contains(id)
            return { [id] in
                (isForgotten ? PlayersError.playerForgotten(id: id) : .noSuchPlayer(id: id)).reply
            }
        }
        let record = try tables.total(of: id)?.record ?? Self.none
        let player = peer.sees(PlayersPresenter.player(member, account: view.account))
        return { PlayersMethod.Show.Reply(player: player, record: record).reply }
    }
}

/// The query of `Players.Scorers`: the players who scored or appeared in ended gathers, most goals
/// first.
///
/// Players of the squad have their present names.
final class ScorersReading: Reading {
    private let view: PublishedSquad.View
    private let since: Duration?
    private var found: [Int: TotalRow] = [:]
    private var next = 1
    private var last: Int?

    /// Makes a ranking.
    ///
    /// - Parameter since: The earliest end of the gathers that count, by the wall clock; nil for
    ///   all.
    init(since: Duration?, in view: PublishedSquad.View) {
        (self.since, self.view) = (since, view)
    }

    func restart() { (found, next, last) = ([:], 1, nil) }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        guard let since else {
            let all = try tables.totals()
            return { self.reply(all) }
        }
        if last == nil { last = try tables.lastAppearance() }
        guard let last, next <= last else { return { self.reply(Array(self.found.values)) } }
        let end = min(next + Limits.gathersRankedAtOnce - 1, last)
        for row in try tables.totals(in: next...end, since: since) {
            found[row.player, default: TotalRow(player: row.player)].add(row)
        }
        next = end + 1
        return nil
    }

    private func reply(_ rows: [TotalRow]) -> Reply {
        let sorted = rows.sorted { one, other in
            if one.goals != other.goals { return one.goals > other.goals }
            if one.appearances != other.appearances { return one.appearances < other.appearances }
            return one.player < other.player
        }
        let scorers = sorted.map { row in
            var scorer = row.scorer
            scorer.name = view.squad.player(scorer.playerID)?.name ?? scorer.name
            if view.squad.forgotten.contains(scorer.playerID) { scorer.forgotten = true }
            return scorer
        }
        return PlayersMethod.Scorers.Reply(scorers: scorers).reply
    }
}
