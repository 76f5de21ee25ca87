import GatherAPI
import GatherCore

/// The presentation of the steps that synchronise the squad with the server.
extension PlayersPresenter {
    /// Returns a step of which nothing is done yet.
    static func step(_ step: SyncStep, _ squad: Squad, _ listed: ListedIndex) -> SyncStepFields {
        let ours = step.key.playerID.flatMap { squad[$0] }.map { AgreedProfile($0.profile) }
        let theirs = step.key.remoteID.flatMap { listed[$0] }
        let details = details(step, ours, theirs)
        return SyncStepFields(
            action: SyncStepFields.Action(rawValue: step.action.rawValue) ?? .ask,
            playerID: step.key.playerID, remoteID: step.key.remoteID, name: step.name,
            details: details?.description ?? "",
            choices: step.choices.compactMap {
                SyncDecisionFields.Choice(rawValue: $0.rawValue)
            }, translatable: details?.translatable)
    }

    /// Returns the reason why a step was not done.
    static func text(_ error: SubmitterError) -> String {
        switch error {
        case .unexpectedStatus(let status, let reason, _): "the server answers \(status): \(reason)"
        case .invalidServer(let reason, _), .notSent(let reason), .outcomeUnknown(let reason):
            reason
        }
    }

    private static func details(
        _ step: SyncStep, _ ours: AgreedProfile?, _ theirs: ListedPlayer?
    ) -> TextResource? {
        if let question = step.question { return text(question, step, ours, theirs) }
        let remoteID = step.key.remoteID ?? 0
        let comparison = step.fields.isEmpty ? nil : comparison(step.fields, ours, theirs)
        return switch step.action {
        case .create: tr("is made at the server")
        case .adopt: tr("is number %1$@ of the server", remoteID)
        case .send: comparison.map { tr("is sent: %1$@", $0) } ?? tr("is sent")
        case .fetch where step.key.playerID == nil:
            tr("is new: number %1$@ of the server", remoteID)
        case .fetch: comparison.map { tr("is taken over: %1$@", $0) } ?? tr("is taken over")
        case .remove: tr("is removed here")
        case .delete: tr("number %1$@ of the server is deleted", remoteID)
        case .ask, .missing: nil
        }
    }

    private static func text(
        _ question: SyncStep.Question, _ step: SyncStep, _ ours: AgreedProfile?,
        _ theirs: ListedPlayer?
    ) -> TextResource {
        let remoteID = step.key.remoteID ?? 0
        return switch question {
        case .sameName:
            tr("number %1$@ of the server has the same name: is it the same player?", remoteID)
        case .secondOfName(let id):
            tr(
                """
                number %1$@ of the server has the name of player %2$@, who is another one there: \
                is it a new player?
                """, remoteID, id)
        case .otherName:
            tr(
                "number %1$@ of the server is called %2$@ by now: is it the same player?",
                remoteID, theirs?.profile.name ?? "")
        case .conflict(let fields):
            tr("both sides have changed: %1$@", comparison(fields, ours, theirs))
        case .unknownValue(let fields):
            tr(
                "the server has a word that is not known here, and would lose it: %1$@",
                TextResource(
                    joining: PlayerProfile.Field.allCases.filter(fields.contains).map(name)))
        case .unusable(let problem):
            tr("the server has what cannot be here: %1$@", text(problem))
        case .removedRemotely: tr("number %1$@ is gone from the server", remoteID)
        case .removedLocally:
            tr("is removed here; number %1$@ of the server is still there", remoteID)
        }
    }

    private static func text(_ problem: PlayerProfile.Problem) -> TextResource {
        switch problem {
        case .age:
            tr("an age is from %1$@ to %2$@", Limits.age.lowerBound, Limits.age.upperBound)
        case .shirt:
            tr(
                "a shirt has a number from %1$@ to %2$@", Limits.shirt.lowerBound,
                Limits.shirt.upperBound)
        case .text(let field, let problem):
            text(problem, of: field == .name ? tr("the name") : tr("the favourite team"))
        }
    }

    private static func text(_ problem: CleanText.Problem, of name: TextResource) -> TextResource {
        switch problem {
        case .empty: tr("%1$@ has no letters", name)
        case .tooLong:
            tr("%1$@ has more than %2$@ characters", name, InterfaceLimits.nameCharacters)
        case .unprintable: tr("%1$@ has a control character, or one that reverses the text", name)
        }
    }

    private static func comparison(
        _ fields: Set<PlayerProfile.Field>, _ ours: AgreedProfile?, _ theirs: ListedPlayer?
    ) -> TextResource {
        let texts = PlayerProfile.Field.allCases.filter(fields.contains).map { field in
            let here = value(field, of: ours)
            let there = value(field, of: theirs?.profile)
            return switch field {
            case .name: tr("name %1$@ here, %2$@ there", here, there)
            case .age: tr("age %1$@ here, %2$@ there", here, there)
            case .skill: tr("skill %1$@ here, %2$@ there", here, there)
            case .position: tr("position %1$@ here, %2$@ there", here, there)
            case .favouriteTeam: tr("favourite team %1$@ here, %2$@ there", here, there)
            }
        }
        return texts.dropFirst().reduce(texts.first ?? tr("nothing")) { tr("%1$@; %2$@", $0, $1) }
    }

    private static func name(of field: PlayerProfile.Field) -> TextResource {
        switch field {
        case .name: tr("the name")
        case .age: tr("age")
        case .skill: tr("skill")
        case .position: tr("position")
        case .favouriteTeam: tr("favourite team")
        }
    }

    private static func value(_ field: PlayerProfile.Field, of profile: AgreedProfile?) -> String {
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
