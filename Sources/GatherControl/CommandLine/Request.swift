/// What a command line asks for.
enum Request: Hashable, Sendable {
    /// Show the gather.
    case status
    /// Show the gather and every change.
    case watch(WatchOptions)
    /// Run a command whenever something happens in the match.
    case on(Orders)
    /// Connect the standard streams with the daemon.
    case bridge
    /// Take up again a gather that is over.
    case reopen(GatherName)
    /// List the gathers, at most so many, from a moment on.
    case history(limit: Int?, since: Since?)
    /// Show what happened in a gather; the task is for `cannot <verb> <object>`.
    case timeline(GatherName, task: String)
    /// Show what happened in the newest gather, and what happens in it.
    case follow
    /// Tell of a gather in a few lines.
    case report(GatherName)
    /// Write every event of some gathers for other programs; of all if none is named.
    case export([GatherName], ExportFormat)
    /// Change the match.
    case change(Change)
    /// Change the match for good, after a question unless it is confirmed already.
    case closing(Change, isConfirmed: Bool, waits: Bool)
    /// Change the match, with players that are named by their words.
    case named(NamedChange)
    /// Show the sides and the bench.
    case teams
    /// Show or change the squad.
    case squad(SquadRequest)
    /// Rank who has scored, from a moment on.
    case scorers(since: Since?)
    /// List the results that have not arrived, or have something become of one.
    case submissions(ResultDecision?)
    /// Send results now: of these gathers, or of all that wait, or that have failed.
    case submit(SubmitRequest)
    /// Show the account.
    case account
    /// Sign in, or make an account and sign in.
    case signIn(SignIn)
    /// Sign out, and forget the user name where wanted.
    case logOut(forget: Bool)
    /// Print a text: a help, or the version.
    case text(String)

    /// Whether it is nothing but output, until somebody ends it.
    var isEndless: Bool {
        switch self {
        case .watch(let options): options.directory == nil
        case .follow: true
        default: false
        }
    }
}
