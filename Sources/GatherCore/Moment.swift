/// A point in time by all the clocks there are, in microseconds at the finest.
///
/// Within one boot the boot time decides: it counts through suspend and never steps. Between two
/// boots only the wall clock is left.
public struct Moment: Hashable, Sendable {
    /// `CLOCK_BOOTTIME`: since the machine started, suspend included.
    public var boottime: Duration

    /// `CLOCK_REALTIME`: since 1970-01-01 00:00 UTC.
    public var wall: Duration

    /// The ID of the boot that ``boottime`` counts from.
    public var boot: String

    /// Makes a moment of its three readings.
    public init(boottime: Duration, wall: Duration, boot: String) {
        self.boottime = boottime
        self.wall = wall
        self.boot = boot
    }

    /// The moment so much later, or earlier for a negative duration, on every clock.
    public func advanced(by duration: Duration) -> Moment {
        Moment(boottime: boottime + duration, wall: wall + duration, boot: boot)
    }

    /// How long after `earlier` this is, negative if it is before: by the boot time in one boot,
    /// by the wall clock otherwise.
    public func elapsed(since earlier: Moment) -> Duration {
        boot == earlier.boot ? boottime - earlier.boottime : wall - earlier.wall
    }
}
