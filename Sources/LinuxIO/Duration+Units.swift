extension Duration {
    /// The number of whole microseconds, rounded towards zero and clamped to the range of `Int`.
    public var wholeMicroseconds: Int { whole(of: 1_000_000) }

    /// The number of whole milliseconds, rounded towards zero and clamped to the range of `Int`.
    public var wholeMilliseconds: Int { whole(of: 1_000) }

    /// The number of whole seconds, rounded towards zero.
    public var wholeSeconds: Int { whole(of: 1) }

    private func whole(of unitsInSecond: Int64) -> Int {
        let attosecondsInUnit = 1_000_000_000_000_000_000 / unitsInSecond
        let (units, overflow) = components.seconds.multipliedReportingOverflow(by: unitsInSecond)
        let fraction = components.attoseconds / attosecondsInUnit
        let (sum, overflowOfSum) = units.addingReportingOverflow(fraction)
        guard !overflow, !overflowOfSum else { return components.seconds > 0 ? .max : .min }
        return Int(sum)
    }
}
