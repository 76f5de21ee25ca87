import LinuxIO

extension Payloads.Moment {
    /// Makes one of a reading of the clocks.
    init(_ reading: ClockReading) {
        self.init(
            wallMicroseconds: Int(reading.wall / .microseconds(1)),
            boottimeMicroseconds: Int(reading.boottime / .microseconds(1)),
            isWallTrusted: reading.isWallTrusted)
    }
}
