/// The values that a shell can offer at a place of the command line.
enum Completion: Hashable, Sendable {
    /// Nothing that is known here.
    case none
    case choices([String])
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
