import GatherAPI
import Varlink

/// The goals that were pressed on the board, from the press until the scorer is sent.
///
/// A scorer can be picked before the daemon has answered the goal, over a slow network, and is sent
/// when it is known which event has counted it.
struct AwaitedScorers {
    /// The event of a gather that has counted a goal, or has made another change.
    struct Goal: Hashable {
        let number: Int
        /// The gather; nil if the daemon does not say.
        let gatherID: String?
        /// False if the command changed nothing, so that the event is that of an earlier one.
        var isChange = true
        /// The goal as it was when the daemon answered; nil if the answer does not have it.
        var known: GoalFields?
    }

    private struct Awaited {
        var goal: Goal?
        var scorer: (scorer: Scorer, notice: Int)?
    }

    private var awaited: [Int: Awaited] = [:]

    /// Awaits the scorer of the goal that a request counts.
    mutating func await(_ request: Int) { awaited[request] = Awaited() }

    /// Returns the goal that a request has counted; nil while that is not known.
    func goal(of request: Int) -> Goal? { awaited[request]?.goal }

    /// Records that a request has counted a goal.
    ///
    /// - Returns: The action that sends the scorer, if it has been picked.
    mutating func count(_ goal: Goal, by request: Int) -> ControlPanel.Action? {
        awaited[request]?.goal = goal
        return send(request)
    }

    /// Records the scorer of the goal that a request counts.
    ///
    /// - Returns: The action that sends the scorer, if it is known which event counted the goal.
    mutating func name(_ scorer: Scorer, notice: Int, of request: Int) -> ControlPanel.Action? {
        awaited[request]?.scorer = (scorer, notice)
        return send(request)
    }

    /// Forgets the goal of a request.
    ///
    /// - Returns: The number of the notice about a scorer that has not been sent.
    @discardableResult
    mutating func forget(_ request: Int) -> Int? {
        awaited.removeValue(forKey: request)?.scorer?.notice
    }

    private mutating func send(_ request: Int) -> ControlPanel.Action? {
        guard let goal = awaited[request]?.goal, let (scorer, notice) = awaited[request]?.scorer
        else { return nil }
        awaited[request] = nil
        return .change(.amendGoal(goal.number, scorer, of: goal.gatherID), id: notice)
    }
}

extension AwaitedScorers.Goal {
    /// Reads the event of a reply to a change; nil for a reply without one.
    init?(_ parameters: JSONObject) {
        var reader = ParameterReader(parameters)
        guard let outcome: Outcome = try? reader.required("outcome"), outcome.revision > 0 else {
            return nil
        }
        self.init(
            number: outcome.countedAs ?? outcome.revision,
            gatherID: outcome.gatherID.isEmpty ? nil : outcome.gatherID,
            isChange: outcome.changed)
        let gather: GatherSnapshot? = (try? reader.optional("gather")) ?? nil
        known = gather.flatMap(find)
    }

    /// Returns the goal in its match; nil in another match, or where a later goal has counted.
    func find(in gather: GatherSnapshot) -> GoalFields? {
        guard isOf(gather), let latest = gather.latestGoal else { return nil }
        return latest.number == number ? latest : nil
    }

    /// Returns true if the goal is one of a match.
    func isOf(_ gather: GatherSnapshot) -> Bool { gatherID == nil || gatherID == gather.id }
}
