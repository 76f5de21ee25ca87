import GatherClub
import LinuxIO
import Testing

@testable import GatherMQTT

struct LimitsTests {
    private static let top = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test("the example of a broker and the manual have the longest packet")
    func packet() throws {
        for (file, text) in [
            ("examples/mosquitto.conf", "\nmax_packet_size \(Limits.packet)\n"),
            ("man/gather-mqtt.8", "No packet of more than \(Limits.packet) bytes"),
        ] {
            let bytes = try Files.contents(of: "\(Self.top)/units/\(file)", limit: 1 << 20)
            #expect(String(decoding: bytes ?? [], as: UTF8.self).contains(text), "\(file)")
        }
        #expect(Limits.packet > FixtureList.mostBytes + ClubTopics(prefix: "").fixtures.utf8.count)
    }

    @Test("a pitch has the time for the longest pause of the kernel and its own")
    func pitchReturn() {
        #expect(Limits.pitchReturn > .seconds(64) + .seconds(30))
    }
}
