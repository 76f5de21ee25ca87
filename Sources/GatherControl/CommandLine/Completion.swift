import GatherAPI

/// The values that a shell can offer at a place of the command line.
enum Completion: Hashable, Sendable {
    /// Nothing that the program knows.
    case none
    case choices([String])
    case verbs
    /// The commands of the verb before.
    case forms
    /// Files, completed by the shell.
    case files
    /// Directories, completed by the shell.
    case directories
    /// Programs, completed by the shell.
    case programs
    /// The two sides, and their players.
    case sides
    /// The players who can have scored for the side before: those of that side, or with the option
    /// for own goals those of the other one.
    case scorers
    /// The players for a substitution. After a side: its players, of whom one goes off. After a
    /// player, who goes off: the players of the squad, of whom one comes on.
    case substitutes
    /// The players of the squad, by any part of their names.
    case players
    /// Several players of the squad, separated by commas.
    case listedPlayers
    /// Gathers, by their IDs.
    case gathers
    /// Gathers, by their IDs, or files where none fits.
    case records
    /// Gathers whose results have not been sent.
    case results
    /// The numbers of the newest gather's events that can be undone.
    case events
    /// The numbers of the goals that count in the gather that `--of` names, or in the newest one.
    case goals
    /// The numbers of those goals, and of the cards that stand.
    case goalsAndCards
    /// The formats of the daemon, and the plain countdown.
    case formats
    /// Those of them that are in no file.
    case builtInFormats
    /// The pitches of this machine.
    case pitches
    /// The hosts in the configuration of ssh.
    case hosts

    /// The colours of a side.
    static let colors = Completion.choices(TeamColor.allCases.map(\.rawValue))
}
