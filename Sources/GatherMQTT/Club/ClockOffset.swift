/// An estimate of the time by which the clock of another machine is ahead, from messages with its
/// readings.
///
/// Each message is late by its time on the way. The quickest one of the last minute counts, so the
/// estimate is never too high, and too low only by the time that this one took.
struct ClockOffset: Equatable {
    /// The readings of the other clock minus those of our boot clock, in microseconds; newest last.
    ///
    /// The boot clock is used because the wall clock of this machine may step.
    private var samples: [Int] = []

    /// The number of samples that are kept: one minute, at one reading in five seconds.
    private static let most = 12
    /// The difference in microseconds beyond which the other clock may have stepped back, and the
    /// number of samples in a row that show it.
    private static let step = 250_000
    private static let steps = 3
    /// The readings that a clock can have, in milliseconds: those of 140,000 years.
    private static let readings = 0...1 << 52

    /// Takes a message.
    ///
    /// - Parameters:
    ///   - shown: The other clock, in milliseconds.
    ///   - boottime: Our boot clock when it came, in microseconds.
    mutating func take(_ shown: Int, at boottime: Int) {
        guard Self.readings.contains(shown) else { return }
        samples.append(shown * 1_000 - boottime)
        if samples.count > Self.most { samples.removeFirst() }
        let newest = samples.suffix(Self.steps)
        guard newest.count == Self.steps, let least = newest.min(), let most = newest.max(),
            let best = samples.max()
        else { return }
        // Messages that were delayed together are late by different times. If the last ones agree,
        // the other clock has stepped back.
        if best - most > Self.step, most - least <= Self.step { samples = Array(newest) }
    }

    /// Returns by how much the other clock is ahead, in milliseconds; nil before the first message.
    func milliseconds(at now: Payloads.Moment) -> Int? {
        samples.max().map { ($0 + now.boottimeMicroseconds - now.wallMicroseconds) / 1_000 }
    }
}
