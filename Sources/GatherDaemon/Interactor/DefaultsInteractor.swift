import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// The usual values of the pitch, as stored on disk; a change is durable before it is visible.
final class DefaultsInteractor {
    private let clock: any MachineClock
    private let match: CurrentMatch
    private let roster: SquadRoster
    private let formats: FormatFiles
    private let log: any Log
    private(set) var defaults: MatchDefaults

    init(
        clock: any MachineClock, match: CurrentMatch, roster: SquadRoster, formats: FormatFiles,
        log: any Log
    ) throws(StoreError) {
        (self.clock, self.match, self.roster, self.log) = (clock, match, roster, log)
        self.formats = formats
        defaults = try match.store.defaults()
        match.store.knownDefaults = { [weak self] in self?.defaults }
    }

    /// Takes out a player whom the store has forgotten.
    func forget(_ player: Int) { defaults.players.removeAll { $0 == player } }

    /// Changes some of the values, once per request.
    ///
    /// - Parameter formatFile: The name of a format that is in a file; nil if none is wanted.
    /// - Returns: The values before.
    /// - Throws: A ``Refusal``, a ``GatherError``, or a `VarlinkError` if the ID of the request is
    ///   that of another command; nothing has changed then.
    func set(
        _ given: MatchDefaults, only fields: Set<DefaultsField>, formatFile: String?,
        request: PlayerRequest?
    ) throws -> DefaultsFields {
        let now = clock.moment
        if let request {
            let record = try match.reading("a request") { () throws(StoreError) in
                try match.store.request(request.id)
            }
            let isSame = record?.command.utf8.elementsEqual(request.command.utf8) ?? true
            guard isSame, roster.added(by: request.id, at: now).isEmpty else {
                throw VarlinkError.invalidParameter("requestId")
            }
            if let record { return try DefaultsFields(json: .object(record.outcome), name: "") }
        }
        var given = given
        if let formatFile { given.format = try formats.requiredFormat(named: formatFile) }
        let before = DefaultsFields(defaults)
        var changed = defaults.changed(by: given, in: fields)
        // Players who stay in the defaults are not checked: they may have left the squad since.
        let kept = fields.contains(.players) ? nil : defaults.players
        if kept != nil { changed.players = [] }
        changed = try changed.checked(roster.squad)
        if let kept { changed.players = kept }
        guard changed != defaults || request != nil else { return before }
        let record = request?.record(before.fields)
        do { try match.store.put(changed, request: record.map { ($0, now) }) } catch {
            log.write(.error, "cannot store the defaults: \(error)", id: .storageFailed)
            throw GatherError.storageFailed(reason: error.reason)
        }
        defaults = changed
        return before
    }
}

extension MatchDefaults {
    /// Returns the values with those of some fields replaced.
    fileprivate func changed(
        by given: MatchDefaults, in fields: Set<DefaultsField>
    ) -> MatchDefaults {
        var changed = self
        for field in fields {
            switch field {
            case .time: changed.time = given.time
            case .format: changed.format = given.format
            case .teamAName: changed.teamAName = given.teamAName
            case .teamBName: changed.teamBName = given.teamBName
            case .teamAColor: changed.colors.teamA = given.colors.teamA
            case .teamBColor: changed.colors.teamB = given.colors.teamB
            case .players: changed.players = given.players
            }
        }
        return changed
    }
}
