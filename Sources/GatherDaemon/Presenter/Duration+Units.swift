import GatherCore

extension Duration {
    /// Whole microseconds, the fraction left out; the greatest there are if they are more.
    var wholeMicroseconds: Int { whole(of: 1_000_000) }

    /// Whole milliseconds, the fraction left out; the greatest there are if they are more.
    var wholeMilliseconds: Int { whole(of: 1_000) }

    /// Whole seconds, the fraction left out.
    var wholeSeconds: Int { whole(of: 1) }

    private func whole(of unitsInSecond: Int64) -> Int {
        let attosecondsInUnit = 1_000_000_000_000_000_000 / unitsInSecond
        let (units, overflow) = components.seconds.multipliedReportingOverflow(by: unitsInSecond)
        let fraction = components.attoseconds / attosecondsInUnit
        let (sum, overflowOfSum) = units.addingReportingOverflow(fraction)
        guard !overflow, !overflowOfSum else { return components.seconds > 0 ? .max : .min }
        return Int(sum)
    }
}

extension GatherTime {
    /// All of it in seconds.
    var wholeSeconds: Int { minutes * 60 + seconds }
}
