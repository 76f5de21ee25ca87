import CLinux

extension ClockReading {
    /// The clocks, now, without the ID of the boot: enough for a program that keeps nothing over
    /// a reboot, and without a file to read.
    public static var current: ClockReading {
        ClockReading(
            boottime: .microseconds(clinux_boottime_nanoseconds() / 1_000),
            wall: .microseconds(clinux_realtime_nanoseconds() / 1_000), boot: "")
    }
}
