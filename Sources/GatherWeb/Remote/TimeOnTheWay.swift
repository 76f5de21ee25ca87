import GatherAPI
import GatherClient
import Varlink

/// The time for which a command of a phone was on its way: over a bad link it can be seconds.
enum TimeOnTheWay {
    /// The field with the boot time of this machine at which the page sent a command that counts
    /// for the moment of its tap.
    static let field = "sentAtBoottimeMicroseconds"

    /// Returns the call of a command, dated back by its time on the way where that was long.
    static func dated(_ command: PitchCommand, at now: Duration) -> Call {
        var call = command.call
        guard let sentAt = command.fields[field]?.int,
            case .int(let ago) = call.parameters["agoMilliseconds"] ?? .int(0),
            (0...InterfaceLimits.agoMilliseconds.upperBound).contains(ago)
        else { return call }
        let (way, overflows) = Int(now / .microseconds(1)).subtractingReportingOverflow(sentAt)
        guard !overflows, Limits.timeOnTheWay.contains(.microseconds(way)) else { return call }
        call.parameters["agoMilliseconds"] = .int(ago + way / 1_000)
        return call
    }
}
