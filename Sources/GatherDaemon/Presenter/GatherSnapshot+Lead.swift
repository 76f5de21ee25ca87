import GatherAPI
import LinuxIO

extension GatherSnapshot {
    /// Sets back each moment of the boot time, from a clock that is ahead to that of the clients.
    ///
    /// They compute from it what is left, and it is as much as by the clock that is ahead.
    mutating func setBack(by lead: Duration) {
        let lead = lead.wholeMicroseconds
        timer.takenAtBoottimeMicroseconds -= lead
        timer.endsAtBoottimeMicroseconds? -= lead
        kickOff?.atBoottimeMicroseconds -= lead
        recovered?.decidedAtBoottimeMicroseconds? -= lead
        course?.zeroAtBoottimeMicroseconds? -= lead
        course?.timeOuts?.present?.endsAtBoottimeMicroseconds -= lead
        for index in (penalties ?? []).indices {
            penalties?[index].endsAtBoottimeMicroseconds? -= lead
        }
    }
}
