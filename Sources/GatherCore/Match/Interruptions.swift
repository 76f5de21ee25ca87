/// The fouls and time-outs of the present period of play.
struct Interruptions: Equatable, Sendable {
    /// The fouls of the first and of the second side.
    private var fouls = [0, 0]

    /// The time-outs and cooling breaks, in order.
    private(set) var timeOuts: [TimeOut] = []

    /// The moment when a start of the clock ended the last of them early; nil if none did.
    private var lastEnd: Moment?

    /// Returns the fouls of a side.
    func fouls(of side: Side) -> Int { fouls[side == .teamA ? 0 : 1] }

    /// Returns the number of time-outs that a side has taken.
    func taken(by side: Side) -> Int { timeOuts.count { $0.side == side } }

    /// Returns the time-out that is underway at a moment; nil if there is none.
    func underway(at moment: Moment) -> TimeOut? {
        guard lastEnd == nil, let last = timeOuts.last,
            last.remaining(at: moment) > .zero
        else { return nil }
        return last
    }

    /// The time taken by time-outs and cooling breaks during which the clock ran on.
    var allowance: Duration {
        timeOuts.filter(\.clockRan).reduce(.zero) { $0 + $1.length }
    }

    mutating func countFoul(by side: Side) {
        let index = side == .teamA ? 0 : 1
        fouls[index] = min(fouls[index] + 1, Limits.fouls)
    }

    mutating func take(_ timeOut: TimeOut) {
        guard timeOuts.count < Limits.timeOuts else { return }
        timeOuts.append(timeOut)
        lastEnd = nil
    }

    /// Ends the time-out that is underway, because the clock was started.
    mutating func end(at moment: Moment) {
        if underway(at: moment) != nil { lastEnd = moment }
    }

    /// Resets the counts for a new period of play; in extra time, earlier fouls still count.
    mutating func begin(isExtraTime: Bool) {
        if !isExtraTime { fouls = [0, 0] }
        (timeOuts, lastEnd) = ([], nil)
    }
}

/// A time-out of a side, or a cooling break.
public struct TimeOut: Hashable, Sendable {
    /// The number of the event that recorded it.
    public let number: Int
    /// The side that took it; nil for a cooling break.
    public let side: Side?
    /// Its length.
    public let length: Duration
    /// True if the match clock ran on.
    let clockRan: Bool
    /// The moment when it began.
    let began: Moment

    /// Returns the time left of it, never below zero.
    public func remaining(at moment: Moment) -> Duration {
        min(length, max(length - moment.elapsed(since: began), .zero))
    }
}
