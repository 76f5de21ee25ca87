import LinuxIO

extension Payloads.Moment {
    /// Makes one of a reading of the clocks.
    init(_ reading: ClockReading) {
        self.init(
            wallMicroseconds: reading.wall.wholeMicroseconds,
            boottimeMicroseconds: reading.boottime.wholeMicroseconds,
            isWallTrusted: reading.isWallTrusted)
    }
}
