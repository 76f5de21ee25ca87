import LinuxIO
import Testing

@testable import GatherControl

@Suite struct SoundTests {
    private static func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    private static func samples(_ bytes: [UInt8]) -> [Int] {
        stride(from: 44, to: bytes.count, by: 2).map { place in
            Int(Int16(truncatingIfNeeded: number(bytes, at: place, bytes: 2)))
        }
    }

    /// The waves in a second: how often the samples rise over zero.
    private static func frequency(_ samples: [Int]) -> Int {
        let rises = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        return rises * WAVFile.rate / samples.count
    }

    @Test("a sound is a WAV file, 16 bits of one channel at 48 kHz", arguments: Sound.allCases)
    func file(sound: Sound) {
        let bytes = sound.file
        #expect(String(decoding: bytes[..<4], as: UTF8.self) == "RIFF")
        #expect(String(decoding: bytes[8..<16], as: UTF8.self) == "WAVEfmt ")
        #expect(String(decoding: bytes[36..<40], as: UTF8.self) == "data")
        let fields = [(4, 4), (16, 4), (20, 2), (22, 2), (24, 4), (28, 4), (32, 2), (34, 2)]
        let size = bytes.count - 44
        #expect(
            fields.map { Self.number(bytes, at: $0.0, bytes: $0.1) }
                == [36 + size, 16, 1, 1, 48_000, 96_000, 2, 16])
        #expect(Self.number(bytes, at: 40, bytes: 4) == size)
        #expect(bytes == sound.file)
    }

    @Test("a sound is loud from its beginning, and no louder than the file can have it")
    func loudness() {
        for (sound, seconds) in [(Sound.horn, 1.5...2.0), (.whistle, 0.5...0.8)] {
            let samples = Self.samples(sound.file)
            #expect(seconds.contains(Double(samples.count) / Double(WAVFile.rate)))
            #expect(samples.first != 0)
            let peak = samples.map(abs).max() ?? 0
            #expect(25_000 < peak && peak < 32_767)
            // Within five milliseconds.
            #expect((samples.prefix(240).map(abs).max() ?? 0) > peak / 2)
            #expect(samples.last == 0)
            // More would be lost in the middle of the loudspeaker's way.
            #expect(abs(samples.reduce(0, +) / samples.count) < 100)
        }
    }

    @Test("the horn is low and the whistle is high")
    func pitch() {
        #expect((200...800).contains(Self.frequency(Self.samples(Sound.horn.file))))
        #expect((2_800...3_100).contains(Self.frequency(Self.samples(Sound.whistle.file))))
    }

    @Test("a number beyond the ends is the end")
    func ends() {
        #expect(Self.samples(WAVFile.bytes([2, -2, 0, 0.5])) == [32_767, -32_767, 0, 16_384])
    }
}

/// Which program plays.
@Suite struct SoundProgramsTests {
    private static let here = ["paplay", "pw-play", "aplay"]

    /// The choice where there are programs of these names and these sockets.
    private static func choice(
        _ programs: [String], _ variables: [String: String] = [:], sockets: [String] = [],
        wanted: String? = nil
    ) throws -> Result<[String], Failure> {
        let directory = try TemporaryPrograms(programs)
        let environment = Environment(
            variables: variables.merging(["PATH": directory.path]) { $1 }, uid: 1_000)
        let chosen = SoundPrograms(wanted, environment) { sockets.contains($0) }
        defer { withExtendedLifetime(directory) {} }
        do { return .success(try chosen.command()) } catch { return .failure(error) }
    }

    private static func name(_ result: Result<[String], Failure>) -> String? {
        try? result.get().first
    }

    private static let session = ["XDG_RUNTIME_DIR": "/run/user/7"]
    private static let pulse = "/run/user/7/pulse/native"
    private static let pipewire = "/run/user/7/pipewire-0"

    @Test("the session decides, and without one it is ALSA")
    func session() throws {
        func chosen(_ variables: [String: String], _ sockets: [String] = []) throws -> String? {
            Self.name(try Self.choice(Self.here, variables, sockets: sockets))
        }
        #expect(try chosen(Self.session, [Self.pulse, Self.pipewire]) == "paplay")
        #expect(try chosen(Self.session, [Self.pulse]) == "paplay")
        #expect(try chosen(Self.session, [Self.pipewire]) == "pw-play")
        #expect(try chosen(Self.session) == "aplay")
        #expect(try chosen([:], [Self.pulse]) == "aplay")
        #expect(try chosen(["PULSE_SERVER": "pitch.local"]) == "paplay")
        #expect(try chosen(["PIPEWIRE_REMOTE": "pipewire-1"]) == "pw-play")
    }

    @Test("a program that is not there is passed over")
    func missing() throws {
        let both = [Self.pulse, Self.pipewire]
        let passed = try Self.choice(["pw-play", "aplay"], Self.session, sockets: both)
        #expect(Self.name(passed) == "pw-play")
        let last = try Self.choice(["aplay"], Self.session, sockets: both)
        #expect(Self.name(last) == "aplay")
    }

    @Test("where there is none, the error says what to install")
    func none() throws {
        for (programs, sockets, message, package) in [
            ([], [Self.pulse], "'paplay', 'aplay'", "pulseaudio-utils"),
            ([], [Self.pipewire], "'pw-play', 'aplay'", "pipewire-bin"),
            (["paplay", "pw-play"], [], "'aplay'", "alsa-utils"),
        ] {
            let result = try Self.choice(programs, Self.session, sockets: sockets)
            guard case .failure(let failure) = result else {
                Issue.record("\(programs) are enough")
                continue
            }
            #expect(failure.status == .usage)
            let start = "cannot play sounds without one of these programs: "
            #expect(failure.message == start + message)
            #expect(failure.hint == "install it with 'apt install \(package)'")
        }
    }

    @Test("a program that is wanted is taken with its arguments, or not at all")
    func wanted() throws {
        let wanted = try Self.choice(["aplay", "horn"], wanted: " horn  -D hw:1 ")
        #expect(try wanted.get() == ["horn", "-D", "hw:1"])
        let any = try Self.choice(["aplay", "horn"], wanted: " ")
        #expect(Self.name(any) == "aplay")
        guard case .failure(let failure) = try Self.choice(["aplay"], wanted: "horn") else {
            Issue.record("there is no such program")
            return
        }
        #expect(
            failure.message == "cannot play sounds with 'horn': there is no such program")
    }
}
