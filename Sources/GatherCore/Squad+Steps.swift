/// What steps on the way of a result make of the squad.
extension Squad {
    /// The player of a step that is begun, where it has to be known from here: one may be made.
    public func member(beginning step: SubmissionStep) -> Member? {
        guard case .createPlayer(let id, _) = step, var member = self[id] else { return nil }
        member.isListed = false
        return member
    }

    /// The player of whom a step has told something; nil for any other step.
    public func member(
        after step: SubmissionStep, _ outcome: StepOutcome, account: String
    ) -> Member? {
        switch (step, outcome) {
        case (.listSquad(let id), .squad(let listed)):
            guard var member = self[id] else { return nil }
            member.link = member.link.settled(
                by: listed, name: member.profile.name, account: account,
                taken: taken(by: account, butFor: id))
            member.isListed = true
            return member
        case (.createPlayer(let id, let profile), .createdPlayer(let remote)):
            guard var member = self[id] else { return nil }
            member.link = .linked(
                LinkedPlayer(account: account, id: remote, agreed: AgreedProfile(profile)))
            return member
        default: return nil
        }
    }
}
