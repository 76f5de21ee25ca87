import GatherAPI
import LinuxIO

/// Presents fouls, time-outs and cooling breaks.
enum StoppagePresenter {
    /// Returns the foul that was counted last for a side, with what follows from its number: `foul
    /// of Reds, the 6th: a direct free kick without a wall`.
    static func foul(of side: Side, _ gather: GatherSnapshot) -> String {
        let name = gather.team(side).name
        guard let fouls = gather.course?.fouls else { return tr("foul of %1$@", name) }
        let count = side == .teamA ? fouls.teamA : fouls.teamB
        let text = tr("foul of %1$@, number %2$@", name, count)
        guard let limit = fouls.limit else { return text }
        if count > limit { return tr("%1$@: a direct free kick without a wall", text) }
        return count == limit ? tr("%1$@: the next one is a direct free kick", text) : text
    }

    /// Returns a time-out without its time: `time-out of Reds`.
    static func timeOut(of side: Side?, _ gather: GatherSnapshot?) -> String {
        side.map { tr("time-out of %1$@", gather.name(of: $0)) } ?? tr("cooling break")
    }

    /// Returns what the clock does during the time-out.
    static func advice(_ gather: GatherSnapshot, _ next: NextSteps) -> String {
        let allowance = gather.course?.timeOuts?.allowanceSeconds ?? 0
        guard gather.isClockRunning, allowance > 0 else {
            return tr("the clock stands until '%1$@'", next.start)
        }
        return tr("the clock runs, allow %1$@", TimeText.clock(.seconds(allowance)))
    }

    /// Returns the time-out that is underway, with the time left: `00:43 time-out of Reds`.
    static func underway(_ gather: GatherSnapshot?, at now: ClockReading) -> String? {
        guard let timeOut = gather?.course?.timeOuts?.present,
            let left = Self.left(gather, at: now)
        else { return nil }
        return "\(TimeText.clock(left)) \(self.timeOut(of: timeOut.team, gather))"
    }

    /// Returns the time left of the time-out that is underway; nil without one.
    static func left(_ gather: GatherSnapshot?, at now: ClockReading) -> Duration? {
        guard let timeOut = gather?.course?.timeOuts?.present else { return nil }
        let left = Duration.microseconds(timeOut.endsAtBoottimeMicroseconds) - now.boottime
        return left > .zero ? left : nil
    }

    /// Returns the fouls of both sides: `fouls 3-5`; nil where none is counted.
    static func fouls(_ gather: GatherSnapshot?) -> String? {
        guard let fouls = gather?.course?.fouls, gather?.phase == .open else { return nil }
        return tr("fouls %1$@", "\(fouls.teamA)-\(fouls.teamB)")
    }

    /// Returns the fouls of a side; nothing where none is counted.
    static func fouls(of side: Side, _ gather: GatherSnapshot?) -> String {
        guard let fouls = gather?.course?.fouls else { return "" }
        return "\(side == .teamA ? fouls.teamA : fouls.teamB)"
    }

    /// Returns the reminder to stop the clock at a goal or a card; nil where it stands, or runs on.
    static func reminder(
        _ stop: StopFields, _ gather: GatherSnapshot, _ next: NextSteps
    ) -> String? {
        guard gather.course?.stopsAt?.contains(stop) == true, gather.course?.isInPlay == true,
            gather.isClockRunning
        else { return nil }
        return tr("the clock runs; '%1$@' stops it", next.pause)
    }
}
