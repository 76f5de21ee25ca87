import GatherAPI
import Varlink

extension Context {
    /// Returns the newest gather, or nil if there is none.
    func newestGather(task: String) throws(Failure) -> GatherSnapshot? {
        try state(query(GatherMethod.Get().call, task: task)).gather
    }

    /// Returns the ID of a gather, or the beginning of one.
    ///
    /// Calls that change a gather have no word for the newest one, so its ID is fetched.
    ///
    /// - Parameter task: The purpose of the call, for the error.
    /// - Throws: A ``Failure`` if there is no gather yet.
    func id(of name: GatherName, task: String) throws(Failure) -> String {
        switch name {
        case .id(let id): return id
        case .last:
            guard let gather = try newestGather(task: task) else {
                throw Failure(.refused, RefusalPresenter(task: task).nothingYet)
            }
            return gather.id
        }
    }

    /// Makes a change of the match that names players.
    ///
    /// - Parameters:
    ///   - isNew: True if the change opens a gather, so that no gather with players exists yet.
    ///   - preferred: The players of the open gather to search first, as no others make sense.
    ///   - change: Makes the change; it receives a function that finds the player for a word.
    func change(
        _ task: String, isNew: Bool = false,
        preferring preferred: (GatherSnapshot?) -> [PlayerFields]? = { _ in nil },
        _ change: ((String) throws(Failure) -> PlayerSearch.Candidate) throws(Failure) -> Change
    ) throws(Failure) {
        let squad = try Squad(context: self, task: task).players()
        var gather = isNew ? nil : try newestGather(task: task)
        if gather?.phase != .open { gather = nil }
        let present = gather.map { $0.teamA.players + $0.teamB.players + $0.bench } ?? []
        // A player who was removed from the squad since can still be in the gather.
        let squadIDs = Set(squad.map(\.id))
        let everybody = squad.candidates + present.candidates.filter { !squadIDs.contains($0.id) }
        let groups = [preferred(gather)?.candidates, everybody].compactMap(\.self)
        let lookup = PlayerLookup(
            task: task, groups: groups, nearer: Set(present.map(\.id)))
        var found = try change(lookup.player)
        found.players = Dictionary(
            everybody.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        try found.run(self)
    }
}
