import GatherAPI
import Varlink

extension Context {
    /// The newest gather.
    func newestGather(task: String) throws(Failure) -> GatherSnapshot? {
        try state(query(GatherMethod.Get().call, task: task)).gather
    }

    /// The ID of a gather, or a beginning of it: the daemon knows no word for the newest one where
    /// something is to become of it.
    ///
    /// - Parameter task: What the gather is for, should there be none.
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

    /// Makes a change of the match with players that are named.
    ///
    /// - Parameters:
    ///   - isNew: Whether the change opens a gather, so that there is none with players.
    ///   - preferred: Those of the open gather among whom players are looked for first, as nobody
    ///     else makes sense.
    ///   - change: Makes the change with what finds the player of a word.
    func change(
        _ task: String, isNew: Bool = false,
        preferring preferred: (GatherSnapshot?) -> [PlayerFields]? = { _ in nil },
        _ change: ((String) throws(Failure) -> PlayerSearch.Candidate) throws(Failure) -> Change
    ) throws(Failure) {
        let squad = try Squad(context: self, task: task).players()
        var gather = isNew ? nil : try newestGather(task: task)
        if gather?.phase != .open { gather = nil }
        let present = gather.map { $0.teamA.players + $0.teamB.players + $0.bench } ?? []
        // Who was removed from the squad since can be in the gather all the same.
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
