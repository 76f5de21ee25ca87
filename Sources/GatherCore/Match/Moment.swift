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

    /// Whether ``wall`` was known to be right: read from a clock with a battery, or synchronised.
    public var isWallTrusted: Bool

    /// Makes a moment of its readings.
    public init(boottime: Duration, wall: Duration, boot: String, isWallTrusted: Bool = true) {
        self.boottime = boottime
        self.wall = wall
        self.boot = boot
        self.isWallTrusted = isWallTrusted
    }

    /// The moment so much later, or earlier for a negative duration, on every clock.
    public func advanced(by duration: Duration) -> Moment {
        Moment(
            boottime: boottime + duration, wall: wall + duration, boot: boot,
            isWallTrusted: isWallTrusted)
    }

    /// How long after `earlier` this is, negative if it is before: by the boot time in one boot,
    /// by the wall clock otherwise.
    public func elapsed(since earlier: Moment) -> Duration {
        boot == earlier.boot ? boottime - earlier.boottime : wall - earlier.wall
    }

    /// By how much the wall clock was set forward since `earlier`, which is of the same boot.
    func wallStep(since earlier: Moment) -> Duration {
        (wall - earlier.wall) - (boottime - earlier.boottime)
    }
}
