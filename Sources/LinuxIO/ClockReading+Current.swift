import CLinux

extension ClockReading {
    /// The present reading of the clocks, without the ID of the boot.
    ///
    /// It reads no file, and is enough for a program that keeps nothing over a reboot.
    public static var current: ClockReading {
        ClockReading(
            boottime: .microseconds(clinux_boottime_nanoseconds() / 1_000),
            wall: .microseconds(clinux_realtime_nanoseconds() / 1_000), boot: "")
    }
}
