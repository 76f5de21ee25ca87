import GatherAPI
import LinuxIO

/// Presents the delivery of results to a server.
enum SubmissionPresenter {
    /// Returns a line about a submission; nil if there is nothing to report.
    ///
    /// - Parameter id: The gather for suggested commands; nil to name all that wait.
    static func line(
        _ submission: SubmissionFields?, of id: String? = nil, at now: ClockReading
    ) -> String? {
        guard let submission else { return nil }
        if let owner = submission.owner, submission.state == .signInNeeded {
            return OwnerPresenter.line(owner, of: id, isDeleting: submission.deleting == true)
        }
        let next = submission.nextAttemptAt.flatMap(TimeWords.wall).map { wait(until: $0, now) }
        if submission.deleting == true { return deletion(submission, next) }
        switch submission.state {
        case .held:
            return "Result is sent in \(next ?? "a while"); now: 'gatherctl submit'"
        case .waiting where submission.attempts == 0: return "Result waits for its turn"
        case .waiting:
            return "Result waits for the network, next try in \(next ?? "a while")"
        case .sending: return "Result is being sent"
        case .sent: return adding(unsettled(submission), to: "Result sent")
        case .signInNeeded: return "Sign in to send the result: 'gatherctl login'"
        case .refused: return "Result refused by the server: 'gatherctl submissions'"
        case .needsDecision: return "Result waits for a decision: 'gatherctl submissions'"
        case .withdrawn: return unsettled(submission)
        case .dropped:
            return adding(unsettled(submission), to: "Result is not sent: it was dropped")
        }
    }

    /// The note about an end after which nothing is sent, as nobody is signed in any more.
    static let signedOut = "not sent: nobody is signed in; gatherctl login"

    /// Returns the line about the deletion of what was sent before.
    private static func deletion(_ submission: SubmissionFields, _ next: String?) -> String {
        switch submission.state {
        case .held: "What was sent before is deleted at the server in \(next ?? "a while")"
        case .sending: "What was sent before is being deleted at the server"
        case .signInNeeded: "Sign in to delete what was sent before: 'gatherctl login'"
        default:
            "What was sent before is still at the server, next try to delete it in "
                + (next ?? "a while")
        }
    }

    private static func adding(_ unsettled: String?, to line: String) -> String {
        ([line] + [unsettled].compactMap(\.self)).joined(separator: "; ")
    }

    /// Returns what the user has to settle although no delivery is under way; nil if there is
    /// nothing.
    private static func unsettled(_ submission: SubmissionFields) -> String? {
        var parts: [String] = []
        if let count = submission.questions, count > 0, submission.state == .sent {
            parts.append(count == 1 ? "1 player to settle" : "\(count) players to settle")
        }
        if let count = submission.leftovers, count > 0 {
            let things = count == 1 ? "1 thing" : "\(count) things"
            parts.append("\(things) left at the server")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ") + ": 'gatherctl submissions'"
    }

    static func sending(_ count: Int) -> String {
        switch count {
        case 0: "nothing to send; 'gatherctl submissions' lists what has not arrived"
        case 1: "sending 1 result"
        default: "sending \(count) results"
        }
    }

    /// Returns the lines about results that have not been delivered, with the commands for each.
    static func lines(
        _ results: [ResultFields], candidates: [String: [CandidateFields]] = [:],
        at now: ClockReading
    ) -> [String] {
        results.flatMap { result in
            lines(result, candidates[result.gatherID], at: now)
        }
    }

    private static func lines(
        _ result: ResultFields, _ candidates: [CandidateFields]?, at now: ClockReading
    ) -> [String] {
        let id = String(result.gatherID.prefix(8))
        let score = "\(result.teamAName) \(result.score) \(result.teamBName)"
        var submission = result.submission
        // The questions and leftovers follow below, so the line need not announce them.
        (submission.questions, submission.leftovers) = (nil, nil)
        let state = line(submission, of: id, at: now) ?? "Result withdrawn"
        var lines = ["\(id)  \(score)  \(state)"]
        if let error = submission.lastError {
            lines.append("  \(ServerReason.text(error, offers: .afterwards))")
        }
        lines += hints(result, id, candidates)
        lines += result.missingPlayers.flatMap(LeftoverPresenter.lines)
        lines += result.leftovers.flatMap {
            LeftoverPresenter.lines(
                $0, of: id, isElsewhere: result.submission.owner != nil)
        }
        return lines
    }

    private static func hints(
        _ result: ResultFields, _ id: String, _ candidates: [CandidateFields]?
    ) -> [String] {
        if let owner = result.submission.owner {
            return result.submission.state == .signInNeeded ? [] : [OwnerPresenter.hint(owner, id)]
        }
        switch result.submission.state {
        case .refused:
            return [
                "  again: 'gatherctl submissions retry \(id)'; "
                    + "never: 'gatherctl submissions drop \(id)'"
            ]
        case .needsDecision:
            let known = candidates?.map { ($0.remoteID, contents($0)) }
            let remotes = (known ?? result.candidates.map { ($0, "") }).map { remoteID, contents in
                let command = "gatherctl submissions adopt \(id) "
                return "  it is this one\(contents): '\(command)\(remoteID)'"
            }
            return remotes + ["  none of the server's: 'gatherctl submissions create \(id)'"]
        default: return []
        }
    }

    private static func contents(_ candidate: CandidateFields) -> String {
        let names = candidate.players.joined(separator: ", ")
        return candidate.players.isEmpty ? " (no score, no players)" : " (no score, \(names))"
    }

    /// Returns the lines about results that were delivered, compared with those of the server.
    ///
    /// - Parameter hasPlayers: True if the players were compared as well.
    static func lines(_ results: [CheckedResultFields], hasPlayers: Bool) -> [String] {
        if results.isEmpty { return ["no result has arrived"] }
        let note =
            "players are not compared; 'gatherctl submissions check ID' compares those of one"
        return results.map { result in
            let id = result.gatherID.prefix(8)
            let again = "'gatherctl submit --resend \(id)' sends it again"
            let there = result.remoteScore ?? "no result"
            let finding =
                switch result.finding {
                case .same: hasPlayers ? "the server has it" : "the server has this score"
                case .gone: "the server has no such gather any more; \(again)"
                case .different:
                    "the server has \(there); 'gatherctl submit --resend \(id)' replaces that"
                case .players: "the server has the result, and other players"
                }
            return "\(id)  \(result.teamAName) \(result.score) \(result.teamBName)  \(finding)"
        } + (hasPlayers ? [] : [note])
    }

    /// Returns the question about results that were ended for other users.
    static func question(_ others: [OtherResultsFields], as name: String) -> String {
        let parts = others.map { other in
            let count = other.count == 1 ? "1 result" : "\(other.count) results"
            let owner = other.userName ?? "another user"
            return "\(count) of \(owner)"
        }
        let waits = others.count == 1 && others[0].count == 1 ? "waits" : "wait"
        let them = waits == "waits" ? "it" : "them"
        return "\(parts.joined(separator: " and ")) \(waits); send \(them) as \(name)? [keep/send] "
    }

    /// Returns the offer to send results that were never to be sent; nil if there are none.
    static func offer(_ unsubmitted: [String]) -> String? {
        guard !unsubmitted.isEmpty else { return nil }
        let shown = unsubmitted.suffix(5).map { String($0.prefix(8)) }
        let count = unsubmitted.count == 1 ? "1 result" : "\(unsubmitted.count) results"
        let newest = shown.count < unsubmitted.count ? "; the newest" : ""
        return "\(count) never sent\(newest): gatherctl submit \(shown.joined(separator: " "))"
    }

    private static func wait(until wall: Duration, _ now: ClockReading) -> String {
        TimeWords.length(.seconds(max(TimeWords.wholeSeconds(wall - now.wall), 0)))
    }
}

/// Presents the user for whom a result waits while another one is signed in.
enum OwnerPresenter {
    /// Returns a line about the user who is waited for, and the commands that end the wait.
    ///
    /// - Parameters:
    ///   - id: The gather for suggested commands; nil to name all that wait.
    ///   - isDeleting: True if what was sent before is to be deleted.
    static func line(_ owner: OwnerFields, of id: String?, isDeleting: Bool) -> String {
        if isDeleting {
            return "What was sent before is deleted when \(who(owner)) signs in: \(logIn(owner))"
        }
        let takeOver = takeOver(id)
        return "Result waits for \(who(owner)) to sign in: \(logIn(owner)), or \(takeOver)"
    }

    /// Returns the hint below a result that is also held up by something else.
    static func hint(_ owner: OwnerFields, _ id: String) -> String {
        "  ended for \(who(owner)), who is not signed in; send it for who is: \(takeOver(id))"
    }

    private static func who(_ owner: OwnerFields) -> String {
        let name = owner.userName ?? "another user"
        return owner.server.map { "\(name) at \($0)" } ?? name
    }

    private static func logIn(_ owner: OwnerFields) -> String {
        let name = owner.$userName.map { ShellWord.of($0.shown) }
        let server = owner.server.map { "--server \(ShellWord.of($0))" }
        let words = ["gatherctl login", name, server].compactMap(\.self)
        return "'\(words.joined(separator: " "))'"
    }

    private static func takeOver(_ id: String?) -> String {
        "'\(["gatherctl submit --take-over", id].compactMap(\.self).joined(separator: " "))'"
    }
}
