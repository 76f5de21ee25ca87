/// A point in time by every clock, with a resolution of microseconds.
///
/// Within one boot the boot time decides, since it counts through suspend and never steps. Between
/// two boots only the wall clock is left.
public struct Moment: Hashable, Sendable {
    /// The reading of `CLOCK_BOOTTIME`: the time since the machine started, suspend included.
    public var boottime: Duration

    /// The reading of `CLOCK_REALTIME`: the time since 1970-01-01 00:00 UTC.
    public var wall: Duration

    /// The ID of the boot that ``boottime`` counts from.
    public var boot: String

    /// True if ``wall`` was known to be right: read from a clock with a battery, or synchronised.
    public var isWallTrusted: Bool

    /// Makes a moment from its readings.
    public init(boottime: Duration, wall: Duration, boot: String, isWallTrusted: Bool = true) {
        self.boottime = boottime
        self.wall = wall
        self.boot = boot
        self.isWallTrusted = isWallTrusted
    }

    /// Returns true if the moment is longer ago than an age, by both clocks if both are comparable:
    /// a wall clock that was set forward must not make the daemon forget.
    public func isOlder(than age: Duration, at now: Moment) -> Bool {
        now.wall - wall > age && (now.boot != boot || now.boottime - boottime > age)
    }

    /// Returns the moment later by the duration, or earlier if it is negative, on every clock.
    public func advanced(by duration: Duration) -> Moment {
        Moment(
            boottime: boottime + duration, wall: wall + duration, boot: boot,
            isWallTrusted: isWallTrusted)
    }

    /// Returns the time since `earlier`, negative if that is later: by the boot time within one
    /// boot, by the wall clock otherwise.
    public func elapsed(since earlier: Moment) -> Duration {
        boot == earlier.boot ? boottime - earlier.boottime : wall - earlier.wall
    }

    /// Returns true if it is known to be later than another moment: by the wall clock only if that
    /// was trusted at both.
    ///
    /// - Parameter present: The ID of the present boot, in which all is later than in another one,
    ///   whatever the wall clock shows.
    public func isKnownLater(than other: Moment, in present: String) -> Bool {
        if boot != other.boot, [boot, other.boot].contains(present) { return boot == present }
        return (boot == other.boot || isWallTrusted && other.isWallTrusted)
            && elapsed(since: other) > .zero
    }

    /// Returns how far the wall clock was set forward since `earlier`, a moment of the same boot.
    func wallStep(since earlier: Moment) -> Duration {
        (wall - earlier.wall) - (boottime - earlier.boottime)
    }
}
