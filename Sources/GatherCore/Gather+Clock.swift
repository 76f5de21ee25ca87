extension Gather {
    /// What has become of the clocks since the last event, if the running countdown has to know:
    /// the machine was restarted, or the wall clock was set or has come to be right.
    ///
    /// Within one boot the countdown goes by the boot time alone, and is only told of a step of the
    /// wall clock so that it can go on by it after the next reboot.
    public func clockEvent(at now: Moment) -> Event? {
        guard phase == .open, let last = log.last?.moment else { return nil }
        if let doubt = timer.doubt, last.boot == now.boot {
            return doubt.missed(at: now) == nil ? nil : .clockSettled
        }
        guard timer.isRunning(at: last) else { return nil }
        guard last.boot == now.boot else {
            let isTold = now.isWallTrusted && last.isWallTrusted && now.wall >= last.wall
            return isTold && !timer.isDoubtful ? .rebooted : .clockDoubted
        }
        let step = now.wallStep(since: last)
        let isSet = step >= Limits.wallStep || step <= .zero - Limits.wallStep
        return isSet || (now.isWallTrusted && !last.isWallTrusted) ? .clockStepped : nil
    }
}
