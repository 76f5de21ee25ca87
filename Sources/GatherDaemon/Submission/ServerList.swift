import GatherAPI
import GatherCore
import Varlink

/// The kept part of a server's list; the list comes in pages and is never in memory as a whole.
struct ServerList: Hashable, Sendable {
    /// The kind of list, with the kept part.
    enum Kept: Hashable, Sendable {
        /// The relevant gathers.
        case gathers(GatherList)
        /// All players.
        case squad([ListedPlayer])
        /// The numbers of all players.
        case players([Int])
    }

    /// The kept part of the pages so far.
    private(set) var kept: Kept

    private var playersBytes = 0

    /// The size of a player without the texts, in bytes.
    private static let playerBytes = 100

    /// Makes a list before its first page.
    init(_ kept: Kept) { self.kept = kept }

    /// Adds the next page.
    ///
    /// - Throws: A ``SubmitterError``.
    mutating func add(_ page: JSONObject) throws(SubmitterError) {
        do throws(VarlinkError) {
            try add(ParameterReader(page))
        } catch {
            throw .outcomeUnknown(reason: "the answer of gather-submit makes no sense")
        }
        guard playersBytes <= Limits.listedPlayersBytes else {
            throw .outcomeUnknown(reason: "the server has more players than can be kept")
        }
    }

    private mutating func add(_ page: ParameterReader) throws(VarlinkError) {
        var page = page
        switch kept {
        case .gathers(var list):
            // A second reference to what may be long would make each page copy it.
            kept = .players([])
            let gathers: [ServerGather] = try page.required("gathers")
            for one in gathers {
                list.add(ListedGather(id: one.id, score: one.score, winnerTeam: one.winnerTeam))
            }
            kept = .gathers(list)
        case .squad(var list):
            kept = .players([])
            list += try players(of: &page).map(PlayersPresenter.listed)
            kept = .squad(list)
        case .players(var list):
            kept = .players([])
            list += try players(of: &page).map(\.id)
            kept = .players(list)
        }
    }

    private mutating func players(
        of page: inout ParameterReader
    ) throws(VarlinkError) -> [ServerPlayer] {
        let players: [ServerPlayer] = try page.required("players")
        for player in players {
            let team = player.profile.favouriteTeam ?? ""
            playersBytes += Self.playerBytes + player.profile.name.utf8.count + team.utf8.count
        }
        return players
    }
}
