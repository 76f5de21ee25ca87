import GatherAPI

/// The values that a shell can offer at a place of the command line.
enum Completion: Hashable, Sendable {
    /// Nothing that is known here.
    case none
    /// These.
    case choices([String])
    /// The verbs.
    case verbs
    /// The shell's own: files.
    case files
    /// The shell's own: directories.
    case directories
    /// The shell's own: programs.
    case programs
    /// The players of the squad, by any part of their names.
    case players
    /// The same, several between commas.
    case listedPlayers
    /// Gathers, by their IDs.
    case gathers
    /// Gathers whose results have not arrived.
    case results
    /// Events of the newest gather that can be taken back, by their numbers.
    case events
    /// The pitches of this machine.
    case pitches
    /// The machines that ssh is configured for.
    case hosts
}

extension Option {
    /// The values that can follow the option; those of `--format` are the verb's.
    var completion: Completion {
        switch self {
        case .socket, .passwordFile: .files
        case .write: .directories
        case .pitch: .pitches
        case .host: .hosts
        case .json: .choices(["short", "pretty", "off"])
        case .format: .choices(ExportFormat.allCases.map(\.rawValue))
        case .since: .choices(["today", "yesterday", "7d", "2w"])
        case .skill: .choices(PlayerSkill.allCases.map(\.rawValue))
        case .position: .choices(PlayerPosition.allCases.map(\.rawValue))
        case .teamAPlayers, .teamBPlayers: .listedPlayers
        default: .none
        }
    }
}
