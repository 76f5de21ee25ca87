import GatherAPI

/// The changes that a file of players makes to the squad.
struct ImportPlan {
    /// A player who is added or changed.
    struct Entry {
        let line: PlayerLine
        /// The player of the squad; nil for one who is added.
        var before: SquadPlayerFields?
        /// The profile that the player has then.
        let profile: ProfileFields
    }

    /// The players who are added or changed, in the order of the file.
    private(set) var entries: [Entry] = []
    /// The number of players of the file who stay as they are.
    private(set) var unchanged = 0

    /// Makes a plan that adds all players of a file.
    init(adding players: [PlayerLine]) {
        entries = players.map { Entry(line: $0, profile: $0.profile) }
    }

    /// The number of players who are added.
    var added: Int { entries.count { $0.before == nil } }

    /// Returns the lines about what was done, or with a dry run would be.
    func lines(isDryRun: Bool) -> [String] {
        let added = entries.filter { $0.before == nil }
        var lines: [String] = []
        if !added.isEmpty {
            lines.append(
                isDryRun
                    ? tr(
                        "would import %1$@ player", "would import %1$@ players", count: added.count)
                    : tr("imported %1$@ player", "imported %1$@ players", count: added.count))
            if isDryRun { lines += added.map { "  \($0.profile.name)" } }
        }
        if !changes.isEmpty {
            lines.append(
                isDryRun
                    ? tr(
                        "would change %1$@ player", "would change %1$@ players",
                        count: changes.count)
                    : tr("changed %1$@ player", "changed %1$@ players", count: changes.count))
            lines += changes.map { "  \($0)" }
        }
        if unchanged > 0 {
            lines.append(
                tr(
                    "no change: %1$@ player is as in the file",
                    "no change: %1$@ players are as in the file", count: unchanged))
        }
        return lines
    }

    /// A line for each player who is changed, such as `3  Ada: the age 30 -> 31`.
    var changes: [String] {
        entries.compactMap { entry in
            guard let before = entry.before else { return nil }
            let texts = PlayerField.allCases.compactMap { field -> String? in
                let (old, new) = (before.profile.text(field), entry.profile.text(field))
                guard old != new else { return nil }
                let name = SquadPresenter.name(of: field.rawValue)
                let values = [old, new].map { $0?.shownName ?? ProfileChange.nothing }
                return "\(name) \(values.joined(separator: " -> "))"
            }
            return "\(before.id)  "
                + tr("%1$@: %2$@", before.name, texts.joined(separator: ", "))
        }
    }

    /// The players as the daemon takes them.
    var imported: [ImportedPlayerFields] {
        entries.map { ImportedPlayerFields(id: $0.before?.id, profile: $0.line.profile) }
    }

    /// Makes a plan that changes the players who are in the squad, and adds the others.
    ///
    /// A player is found by the name, and one of several with the same name by the number beside
    /// it. A number beside another name is a question, as the name may have been corrected. A field
    /// that the file leaves empty is not changed.
    ///
    /// - Throws: ``PlayerFileErrors`` if it is not clear who is meant.
    init(updating squad: [SquadPlayerFields], with players: [PlayerLine]) throws(PlayerFileErrors) {
        let namesakes = Dictionary(grouping: squad) { FoldedName($0.$name) }
        var seen: Set<Int> = []
        var seenNames: Set<FoldedName> = []
        var errors: [PlayerFileError] = []
        for line in players {
            let name = FoldedName(line.profile.$name)
            let known = namesakes[name] ?? []
            let numbered = known.first { $0.id == line.number }
            guard let player = numbered ?? (known.count == 1 ? known[0] : nil) else {
                if !known.isEmpty {
                    errors.append(line.nameError(Self.unclear(known)))
                } else if let other = squad.first(where: { $0.id == line.number }) {
                    errors.append(line.nameError(Self.renamed(other)))
                } else if !seenNames.insert(name).inserted {
                    errors.append(line.nameError(Self.twice(line)))
                } else {
                    entries.append(Entry(line: line, profile: line.profile))
                }
                continue
            }
            guard seen.insert(player.id).inserted else {
                errors.append(line.nameError(Self.twice(line)))
                continue
            }
            let profile = player.profile.updated(by: line.profile)
            if profile == player.profile {
                unchanged += 1
            } else {
                entries.append(Entry(line: line, before: player, profile: profile))
            }
        }
        guard errors.isEmpty else { throw PlayerFileErrors(errors: errors) }
    }

    private static func twice(_ line: PlayerLine) -> String {
        tr("'%1$@' is in the file already", line.profile.name)
    }

    private static func renamed(_ player: SquadPlayerFields) -> String {
        tr(
            """
            number %1$@ of the squad is %2$@: 'gatherctl player edit %1$@ --name' renames the \
            player; without a number in the column 'id' it is another one
            """, player.id, player.name)
    }

    private static func unclear(_ known: [SquadPlayerFields]) -> String {
        let numbers = known.map { "\($0.id)" }.joined(separator: ", ")
        return tr(
            "players %1$@ of the squad have this name; a column 'id' says which is meant", numbers)
    }
}

extension PlayerLine {
    /// Returns an error about the name.
    fileprivate func nameError(_ problem: String) -> PlayerFileError {
        PlayerFileError(
            offsets[.name] ?? offset, field: PlayerField.name.rawValue, problem)
    }
}

extension ProfileFields {
    /// Returns the profile with the fields that another one knows.
    fileprivate func updated(by other: ProfileFields) -> ProfileFields {
        ProfileFields(
            name: other.$name.trimmed, age: other.age ?? age, skill: other.skill ?? skill,
            position: other.position ?? position,
            favouriteTeam: other.$favouriteTeam?.trimmed ?? $favouriteTeam,
            shirt: other.shirt ?? shirt)
    }
}
