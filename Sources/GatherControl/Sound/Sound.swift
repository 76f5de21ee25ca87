import Glibc

/// A sound that is played at a moment of the match.
enum Sound: String, CaseIterable, Hashable, Sendable {
    /// The air horn when time is up, and when a time-out is over.
    case horn
    /// The referee's whistle when the last minute begins.
    case whistle

    /// The kinds of events at which it is played.
    var moments: [MatchEvent.Kind] {
        switch self {
        case .horn: [.timeUp, .timeOutEnded]
        case .whistle: [.lastMinute]
        }
    }

    /// The name in a message.
    var title: String {
        switch self {
        case .horn: tr("the horn")
        case .whistle: tr("the whistle")
        }
    }

    /// The samples, at most ``WAVFile/rate`` of them a second, between -1 and 1; the first is
    /// audible.
    var samples: [Double] {
        switch self {
        case .horn: Self.blowHorn()
        case .whistle: Self.blowWhistle()
        }
    }

    /// The bytes of a WAV file with the sound.
    var file: [UInt8] { WAVFile.bytes(samples) }

    private static let turn = 2 * Double.pi

    private static func count(_ seconds: Double) -> Int { Int(seconds * Double(WAVFile.rate)) }

    /// Makes two horns a major third apart, of 356 and 444 Hz.
    ///
    /// The lengths of their periods are whole numbers of samples, so that both together repeat
    /// after a short time, and only that has to be calculated.
    private static func blowHorn() -> [Double] {
        let (lower, higher) = (135, 108)
        let together = 540
        // From 1, as the sine of 0 is silent.
        let period = (1...together).map { index in
            // The saturation by the hyperbolic tangent makes the sound loud and brassy.
            tanh(1.6 * (reed(index, period: lower) + reed(index, period: higher)))
        }
        let length = count(1.8)
        return (0..<length).map { index in
            period[index % together] * loudness(index, of: length, attack: 0.004, release: 0.2)
        }
    }

    /// Returns a sample of one horn: eight partials, the higher the softer.
    private static func reed(_ index: Int, period: Int) -> Double {
        var sum = 0.0
        for partial in 1...8 {
            let phase = Double(index * partial % period) / Double(period)
            sum += sin(turn * phase) / pow(Double(partial), 0.9)
        }
        return sum
    }

    /// Makes a whistle of about 3 kHz with a pea that rattles in it, 38 times a second.
    private static func blowWhistle() -> [Double] {
        let length = count(0.7)
        var phase = 0.25
        return (0..<length).map { index in
            let rattle = cos(turn * 38 * Double(index) / Double(WAVFile.rate))
            phase += (2_950 + 130 * rattle) / Double(WAVFile.rate)
            let tone = sin(turn * phase) + 0.2 * sin(2 * turn * phase)
            return 0.78 * (0.72 + 0.28 * rattle) * tone
                * loudness(index, of: length, attack: 0.004, release: 0.06)
        }
    }

    /// Returns the loudness at a sample, from 0 to 1, of a sound with a beginning and an end of so
    /// many seconds.
    private static func loudness(
        _ index: Int, of length: Int, attack: Double, release: Double
    ) -> Double {
        let rate = Double(WAVFile.rate)
        let begun = Double(index + 1) / (attack * rate)
        let left = Double(length - index - 1) / (release * rate)
        return 0.95 * min(1, begun, left)
    }
}
