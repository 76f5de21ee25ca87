/// The events of which a command may be a second press, by another person who saw the same.
extension Gather {
    /// Returns the goals of which a goal given now may be a second press, the newest first.
    ///
    /// They count, are for the same side and in the same given minute, have no other known scorer,
    /// and were scored within ``Limits/doublePress`` of the given one.
    public func goals(
        pressedLike side: Side, by scorer: GivenScorer?, ago: Duration,
        minute: MatchMinute? = nil, at now: Moment
    ) -> [RecordedEvent] {
        newestEvents(ago: ago, at: now).filter {
            guard let goal = goal($0.number), goal.side == side,
                $0.event.givenMinute?.minute == minute
            else { return false }
            guard let scorer, let named = goal.named else { return true }
            return named.scorer.id == scorer.id && named.isOwnGoal == scorer.isOwnGoal
        }
    }

    /// Returns the cards of which a card given now may be a second press, the newest first.
    ///
    /// They stand, are of the same kind, as it was given or as it counts, for the same side and
    /// player, and were shown within ``Limits/doublePress`` of the given one.
    public func cards(
        pressedLike given: GivenCard, ago: Duration, at now: Moment
    ) -> [RecordedEvent] {
        newestEvents(ago: ago, at: now).filter {
            guard let card = card($0.number) else { return false }
            return card.side == given.side && card.player?.id == given.player
                && (card.asked == given.kind || card.kind == given.kind)
        }
    }

    /// Returns the adjustments of the time of which one by this amount given now may be a second
    /// press, the newest first.
    public func adjustments(pressedLike amount: Duration, at now: Moment) -> [RecordedEvent] {
        standingEvents(at: now) {
            guard case .timeAdjusted(let other, _) = $0 else { return false }
            return other == amount
        }
    }

    /// Returns the fouls of which one of this side counted now may be a second press, the newest
    /// first.
    public func fouls(pressedLike side: Side, at now: Moment) -> [RecordedEvent] {
        standingEvents(at: now) { $0 == .foulCounted(side) }
    }

    /// Returns the events that took a goal from this side of which one given now may be a second
    /// press, the newest first.
    public func takenGoals(pressedLike side: Side, at now: Moment) -> [RecordedEvent] {
        standingEvents(at: now) { $0 == .scoreAdded(side, delta: -1) }
    }

    /// Returns the events of this kind that stand and were recorded within ``Limits/doublePress``
    /// of now, the newest first.
    private func standingEvents(at now: Moment, _ isAlike: (Event) -> Bool) -> [RecordedEvent] {
        newestEvents(ago: .zero, at: now).filter { isAlike($0.event) && stands($0.step) }
    }

    /// Returns the events that took place within ``Limits/doublePress`` of a command that is dated
    /// back by `ago`, the newest first.
    private func newestEvents(ago: Duration, at now: Moment) -> [RecordedEvent] {
        // None was recorded before it took place.
        let most = ago + Limits.doublePress
        return log.reversed().prefix { now.elapsed(since: $0.moment) <= most }.filter {
            let apart = now.elapsed(since: $0.moment) - ago + $0.event.playAgo
            return (.zero - Limits.doublePress...Limits.doublePress).contains(apart)
        }
    }
}
