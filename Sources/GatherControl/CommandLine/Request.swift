/// What a command line asks for.
enum Request: Hashable, Sendable {
    /// Show the gather.
    case status
    /// Show the gather and every change, with or without every second.
    case watch(ticks: Bool)
    /// Take up again a gather that is over.
    case reopen(GatherName)
    /// List the gathers, at most so many, from a moment on.
    case history(limit: Int?, since: Since?)
    /// Show what happened in a gather; the task is for `cannot <verb> <object>`.
    case timeline(GatherName, task: String)
    /// Change the match.
    case change(Change)
    /// Change the match for good, after a question unless it is confirmed already.
    case closing(Change, isConfirmed: Bool)
    /// Print a text: a help, or the version.
    case text(String)
}
