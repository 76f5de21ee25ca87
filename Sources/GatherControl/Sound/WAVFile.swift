/// A WAV file of one channel: samples of 16 bits after a header of 44 bytes.
enum WAVFile {
    /// The samples a second.
    static let rate = 48_000

    private static let bytesPerSample = 2

    /// Returns the bytes of a file with these samples, which are between -1 and 1.
    static func bytes(_ samples: [Double]) -> [UInt8] {
        let size = samples.count * bytesPerSample
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + size)
        func add(_ name: StaticString) {
            name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        }
        func add<Number: FixedWidthInteger>(_ number: Number) {
            var rest = number
            for _ in 0..<Number.bitWidth / 8 {
                bytes.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
        }
        add("RIFF")
        add(UInt32(36 + size))
        add("WAVE")
        add("fmt ")
        // The length of this part; then the code of plain samples, and the number of channels.
        add(UInt32(16))
        add(UInt16(1))
        add(UInt16(1))
        add(UInt32(rate))
        add(UInt32(rate * bytesPerSample))
        add(UInt16(bytesPerSample))
        add(UInt16(8 * bytesPerSample))
        add("data")
        add(UInt32(size))
        for sample in samples {
            add(Int16((max(-1, min(1, sample)) * Double(Int16.max)).rounded()))
        }
        return bytes
    }
}
