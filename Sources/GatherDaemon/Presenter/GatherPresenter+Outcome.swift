import GatherCore
import Varlink

extension GatherPresenter {
    /// Returns what the answer to a command has besides the gather.
    ///
    /// - Parameters:
    ///   - draw: How the sides were drawn, if the command draws them.
    ///   - isSignedOut: True if nobody is signed in to the stored account.
    static func outcomeFields(
        of events: [Event], by command: Command, draw: Draw?, before: Gather, after: Gather,
        isSignedOut: Bool, at now: Moment
    ) -> JSONObject {
        switch events.first {
        case .undone(let step):
            let text = undone(before.events(ofStep: step), before: before, after: after, at: now)
            return ["undone": .string(text.description), "translatable": text.translatable.json]
        case .redone(let step):
            let text = undoText(of: after.events(ofStep: step), in: after)
            return ["redone": .string(text.description), "translatable": text.translatable.json]
        default:
            let outcome = outcome(
                of: events, before: before, after: after, isSignedOut: isSignedOut, at: now)
            var json: JSONObject = ["outcome": outcome.json]
            if case .amendGoal(let number, _, _) = command {
                let goal = after.goal(number).map { text($0, in: after) }
                json["goal"] = .string(goal?.description ?? "")
                json["translatable"] = goal?.translatable.json
            }
            if case .amendCard(let number, _) = command {
                let card = after.card(number).map { text($0, in: after) }
                json["card"] = .string(card?.description ?? "")
                json["translatable"] = card?.translatable.json
            }
            if let draw { json["draw"] = self.draw(draw).json }
            return json
        }
    }
}

extension JSONObject {
    /// Adds to the outcome of a second press the event of the first one, and the user and the
    /// device that gave that event.
    mutating func count(as first: RecordedEvent) {
        guard var outcome = self["outcome"]?.object else { return }
        outcome["countedAs"] = .int(first.number)
        outcome["countedByUid"] = first.operatorUID.map { .int(Int($0)) } ?? .null
        if let device = first.device { outcome["countedByDevice"] = .string(device) }
        self["outcome"] = .object(outcome)
    }
}
