/// What a command line asks for.
enum Request: Hashable, Sendable {
    /// Show the gather.
    case status
    /// Show the gather and every change, with or without every second.
    case watch(ticks: Bool)
    /// Take up again a gather that is over.
    case reopen(GatherName)
    /// List the gathers, at most so many.
    case history(limit: Int?)
    /// Change the match.
    case change(Change)
    /// Change the match for good, after a question unless it is confirmed already.
    case closing(Change, isConfirmed: Bool)
    /// Print a text: a help, or the version.
    case text(String)
}
