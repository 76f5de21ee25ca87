/// The course of the clock of a match.
extension GatherSnapshot {
    /// True while the clock runs, also after the length of a period, when the timer has stopped.
    public var isClockRunning: Bool {
        timer.state == .running || course?.zeroAtBoottimeMicroseconds != nil
    }

    /// True while gatherd sends a tick each second, to those who want them: it is lost where none
    /// comes.
    public var areTicksDue: Bool { phase == .open && isClockRunning }
}
