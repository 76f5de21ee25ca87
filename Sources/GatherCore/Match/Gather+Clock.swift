extension Gather {
    /// What has become of the clocks since the last event, if the countdown has to know: the
    /// machine was restarted, or the wall clock was set or has come to be right.
    ///
    /// It has to know as well while it is held, or the gather is over: an undo may find that it
    /// has been running all the time.
    ///
    /// Within one boot the countdown goes by the boot time alone, and is only told of a step of the
    /// wall clock so that it can go on by it after the next reboot.
    public func clockEvent(at now: Moment) -> Event? {
        guard wasStarted, let last = log.last?.moment else { return nil }
        if let doubt = timer.doubt, last.boot == now.boot {
            return doubt.missed(at: now) == nil ? nil : .clockSettled
        }
        guard last.boot == now.boot else {
            let isTold = now.isWallTrusted && last.isWallTrusted && now.wall >= last.wall
            return isTold && !timer.isDoubtful ? .rebooted : .clockDoubted
        }
        let step = now.wallStep(since: last)
        let isSet = step >= Limits.wallStep || step <= .zero - Limits.wallStep
        return isSet || (now.isWallTrusted && !last.isWallTrusted) ? .clockStepped : nil
    }
}
