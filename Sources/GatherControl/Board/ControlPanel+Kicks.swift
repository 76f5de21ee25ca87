import GatherAPI

extension GatherSnapshot {
    /// True if the last period is over, and extra time or kicks can follow.
    var isOverAtDraw: Bool { course?.stage == .over && course?.offersKicks == true }
}

extension ControlPanel {
    /// Takes a kick from the mark: the key that counts a goal is for one that is in, the key that
    /// takes one back for one that is out.
    mutating func kick(
        _ key: GoalKey, _ kicks: KicksFields, _ gather: GatherSnapshot, at now: Duration
    ) -> [Action] {
        // A kick that was taken since shows that the second press is meant.
        let isSlip = slips.isSlip(key, at: now) && kicksAtPress == kicks.taken.count
        kicksAtPress = kicks.taken.count
        guard !isSlip else {
            notify(tr("'%1$@' pressed twice: counted once", key.character), .ignored, at: now)
            return []
        }
        if let next = kicks.next, next != key.side {
            let name = gather.team(next).name
            notify(tr("no kick: it is the turn of %1$@", name), .ignored, at: now)
            return []
        }
        let isIn = key.delta > 0
        let label = KicksPresenter.text(isIn, name: nil, team: gather.team(key.side).name)
        return [send(.takeKick(key.side, isIn: isIn), label)]
    }

    /// Handles an answer to the question about what follows on a draw.
    mutating func answerExtension(
        _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        switch key {
        case .character("x") where gather?.course?.offersExtraTime == true,
            .character("k"):
            guard slips.canAnswer(askedAt, at: now) else { return [] }
            question = nil
            return key == .character("k")
                ? [send(.beginKicks, tr("kicks"))] : [send(.addExtraTime, tr("extra time"))]
        case .character("n"):
            _ = slips.isHeld(.character("n"), at: now)
            extendDeadline(at: now)
            return []
        default:
            question = nil
            notify(tr("cancelled: the match stays as it is"), .done, at: now)
            return key.isCancel ? [] : act(key, gather, at: now)
        }
    }
}
