extension Gather {
    /// Returns the event that records what happened to the clocks since the last event, if the
    /// countdown depends on it.
    ///
    /// That is the case if the machine was restarted, or the wall clock was set or has become
    /// right. It also applies while the countdown is paused or the gather is over, since an undo
    /// may show that the countdown has been running all the time.
    ///
    /// Within one boot the countdown goes by the boot time alone. It records a step of the wall
    /// clock only to go on by that clock after the next reboot.
    public func clockEvent(at now: Moment) -> Event? {
        guard wasStarted, let last = log.last?.moment else { return nil }
        if let doubt = timer.doubt, last.boot == now.boot {
            return doubt.missed(at: now) == nil ? nil : .clockSettled
        }
        guard last.boot == now.boot else {
            let isElapsedKnown = now.isWallTrusted && last.isWallTrusted && now.wall >= last.wall
            return isElapsedKnown && !timer.isDoubtful ? .rebooted : .clockDoubted
        }
        let step = now.wallStep(since: last)
        let isSet = step >= Limits.wallStep || step <= .zero - Limits.wallStep
        return isSet || (now.isWallTrusted && !last.isWallTrusted) ? .clockStepped : nil
    }

    /// Returns the time by which a command can be dated back to be no earlier than a moment.
    ///
    /// In another boot than that of the moment, the wall clock may have been set back. But the
    /// moment was then before the first event of this boot.
    ///
    /// - Returns: The time, and the first event of this boot if it is that which limits the time.
    func reach(backTo earlier: Moment, at now: Moment) -> (limit: Duration, first: RecordedEvent?) {
        let limit = max(now.elapsed(since: earlier), .zero)
        guard earlier.boot != now.boot,
            let first = log.first(where: { $0.moment.boot == now.boot })
        else { return (limit, nil) }
        let known = now.elapsed(since: first.moment)
        return known > limit ? (known, first) : (limit, nil)
    }
}
