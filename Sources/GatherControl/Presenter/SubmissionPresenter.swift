import GatherAPI
import LinuxIO

/// Tells how far results are on their way to a server.
enum SubmissionPresenter {
    /// A submission in a line; nil where there is nothing to say.
    static func line(_ submission: SubmissionFields?, at now: ClockReading) -> String? {
        guard let submission else { return nil }
        let next = submission.nextAttemptAt.flatMap(TimeWords.wall).map { wait(until: $0, now) }
        switch submission.state {
        case .held:
            return "Result is sent in \(next ?? "a while"); now: 'gatherctl submit'"
        case .waiting where submission.attempts == 0: return "Result waits for its turn"
        case .waiting:
            return "Result waits for the network, next try in \(next ?? "a while")"
        case .sending: return "Result is being sent"
        case .sent: return "Result sent"
        case .signInNeeded: return "Sign in to send the result: 'gatherctl login'"
        case .refused: return "Result refused by the server: 'gatherctl submissions'"
        case .needsDecision: return "Result waits for a decision: 'gatherctl submissions'"
        case .withdrawn: return nil
        case .dropped: return "Result is not sent: it was dropped"
        }
    }

    /// What is said of an end after which nothing is sent, as nobody is signed in any more.
    static let signedOut = "not sent: nobody is signed in; gatherctl login"

    /// How many results somebody has sent.
    static func sending(_ count: Int) -> String {
        switch count {
        case 0: "nothing to send; 'gatherctl submissions' lists what has not arrived"
        case 1: "sending 1 result"
        default: "sending \(count) results"
        }
    }

    /// The results that have not arrived, with what can be done about each.
    static func lines(_ results: [ResultFields], at now: ClockReading) -> [String] {
        results.map(\.printable).flatMap { result -> [String] in
            let id = String(result.gatherID.prefix(8))
            let score = "\(result.teamAName) \(result.score) \(result.teamBName)"
            let state = line(result.submission, at: now) ?? ""
            let error = result.submission.lastError.map {
                ["  \(ServerReason.text($0, offers: .afterwards))"]
            }
            return ["\(id)  \(score)  \(state)"] + (error ?? []) + hints(result, id)
        }
    }

    private static func hints(_ result: ResultFields, _ id: String) -> [String] {
        switch result.submission.state {
        case .refused:
            return [
                "  again: 'gatherctl submissions retry \(id)'; "
                    + "never: 'gatherctl submissions drop \(id)'"
            ]
        case .needsDecision:
            let remotes = result.candidates.map {
                "  it is this one: 'gatherctl submissions adopt \(id) \($0)'"
            }
            return remotes + ["  none of the server's: 'gatherctl submissions create \(id)'"]
        default: return []
        }
    }

    /// What is said of gathers whose results were never to be sent; nil if there are none.
    static func offer(_ unsubmitted: [String]) -> String? {
        guard !unsubmitted.isEmpty else { return nil }
        let shown = unsubmitted.suffix(5).map { PrintableText.word(String($0.prefix(8))) }
        let count = unsubmitted.count == 1 ? "1 result" : "\(unsubmitted.count) results"
        let newest = shown.count < unsubmitted.count ? "; the newest" : ""
        return "\(count) never sent\(newest): gatherctl submit \(shown.joined(separator: " "))"
    }

    private static func wait(until wall: Duration, _ now: ClockReading) -> String {
        TimeWords.length(.seconds(max(TimeWords.wholeSeconds(wall - now.wall), 0)))
    }
}
