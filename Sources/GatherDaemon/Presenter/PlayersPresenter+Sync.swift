import GatherAPI
import GatherCore

/// The presentation of the steps that synchronise the squad with the server.
extension PlayersPresenter {
    /// Returns a step of which nothing is done yet.
    static func step(
        _ step: SyncStep, _ squad: Squad, _ listed: ListedIndex
    ) -> SyncStepFields {
        let ours = step.key.playerID.flatMap { squad[$0] }.map { AgreedProfile($0.profile) }
        let theirs = step.key.remoteID.flatMap { listed[$0] }
        return SyncStepFields(
            action: SyncStepFields.Action(rawValue: step.action.rawValue) ?? .ask,
            playerID: step.key.playerID, remoteID: step.key.remoteID, name: step.name,
            details: details(step, ours, theirs),
            choices: step.choices.compactMap {
                SyncDecisionFields.Choice(rawValue: $0.rawValue)
            })
    }

    /// Returns the reason why a step was not done.
    static func text(_ error: SubmitterError) -> String {
        switch error {
        case .unexpectedStatus(let status, let reason): "the server answers \(status): \(reason)"
        case .invalidServer(let reason, _), .notSent(let reason), .outcomeUnknown(let reason):
            reason
        }
    }

    private static func details(
        _ step: SyncStep, _ ours: AgreedProfile?, _ theirs: ListedPlayer?
    ) -> String {
        if let question = step.question { return text(question, step, ours, theirs) }
        let number = step.key.remoteID.map { "number \($0) of the server" } ?? "the server"
        switch step.action {
        case .create: return "is made at the server"
        case .adopt: return "is \(number)"
        case .send: return compared("is sent", step, ours, theirs)
        case .fetch where step.key.playerID == nil: return "is new: \(number)"
        case .fetch: return compared("is taken over", step, ours, theirs)
        case .remove: return "is removed here"
        case .delete: return "\(number) is deleted"
        case .ask, .missing: return ""
        }
    }

    /// Returns the text of an action, with the fields that differ.
    private static func compared(
        _ what: String, _ step: SyncStep, _ ours: AgreedProfile?, _ theirs: ListedPlayer?
    ) -> String {
        step.fields.isEmpty ? what : "\(what): \(comparison(step.fields, ours, theirs))"
    }

    private static func text(
        _ question: SyncStep.Question, _ step: SyncStep, _ ours: AgreedProfile?,
        _ theirs: ListedPlayer?
    ) -> String {
        let number = step.key.remoteID.map { "number \($0)" } ?? "a player"
        switch question {
        case .sameName: return "\(number) of the server has the same name: is it the same player?"
        case .secondOfName(let id):
            return "\(number) of the server has the name of player \(id), who is another one there:"
                + " is it a new player?"
        case .otherName:
            let name = theirs?.profile.name ?? ""
            return "\(number) of the server is called \(name) by now: is it the same player?"
        case .conflict(let fields):
            return "both sides have changed: " + comparison(fields, ours, theirs)
        case .unknownValue(let fields):
            return "the server has a word that is not known here, and would lose it: "
                + names(fields)
        case .unusable(let problem): return "the server has what cannot be here: " + text(problem)
        case .removedRemotely: return "\(number) is gone from the server"
        case .removedLocally: return "is removed here; \(number) of the server is still there"
        }
    }

    private static func text(_ problem: PlayerProfile.Problem) -> String {
        switch problem {
        case .age: "an age that is not from 1 to 120"
        case .shirt: "a shirt that is not from 0 to 99"
        case .text(let field, let problem): "a \(name(of: field)) \(text(problem))"
        }
    }

    private static func text(_ problem: CleanText.Problem) -> String {
        switch problem {
        case .empty: "with nothing to be seen"
        case .tooLong: "of more than \(InterfaceLimits.nameCharacters) characters"
        case .unprintable: "with a control character, or one that turns the text around"
        }
    }

    private static func names(_ fields: Set<PlayerProfile.Field>) -> String {
        PlayerProfile.Field.allCases.filter(fields.contains).map(name).joined(separator: ", ")
    }

    private static func comparison(
        _ fields: Set<PlayerProfile.Field>, _ ours: AgreedProfile?, _ theirs: ListedPlayer?
    ) -> String {
        PlayerProfile.Field.allCases.filter(fields.contains).map { field in
            let here = value(field, of: ours)
            let there = value(field, of: theirs?.profile)
            return "\(name(of: field)) \(here) here, \(there) there"
        }.joined(separator: "; ")
    }

    private static func name(of field: PlayerProfile.Field) -> String {
        field == .favouriteTeam ? "favourite team" : field.rawValue
    }

    private static func value(
        _ field: PlayerProfile.Field, of profile: AgreedProfile?
    ) -> String {
        let value =
            switch field {
            case .name: profile?.name
            case .age: profile?.age.map { "\($0)" }
            case .skill: profile?.skill?.rawValue
            case .position: profile?.position?.rawValue
            case .favouriteTeam: profile?.favouriteTeam
            }
        return value ?? "-"
    }
}
