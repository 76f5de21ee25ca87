import LinuxIO
import Testing

@testable import GatherWeb

struct HostRuleTests {
    private let rule = HostRule(machine: "Pitch.example.org", more: ["club.example"])
    private let local = InternetAddress("192.0.2.7")

    @Test(
        "names of the machine and the address that the connection came to are allowed",
        arguments: [
            "localhost", "LOCALHOST:8080", "pitch", "pitch.local:8080", "pitch.example.org.",
            "club.example", "192.0.2.7", "192.0.2.7:8080",
        ])
    func allowed(_ host: String) { #expect(rule.allows(host, local: local)) }

    @Test(
        "all others are not",
        arguments: [
            "", ":8080", "evil.example", "192.0.2.8", "localhost.evil.example", "pitch:x",
            "pitch:99999", "[::1]", "pitch local", "xpitch",
        ])
    func refused(_ host: String) { #expect(!rule.allows(host, local: local)) }

    @Test("an address of IPv6 is in brackets")
    func six() {
        let local = InternetAddress("2001:db8::7")
        #expect(rule.allows("[2001:db8::7]:8080", local: local))
        #expect(rule.allows("[2001:DB8:0::7]", local: local))
        #expect(!rule.allows("[2001:db8::8]", local: local))
        #expect(!rule.allows("[2001:db8::7]", local: nil))
    }

    @Test("an origin is that of the host that was asked for")
    func origin() {
        #expect(HostRule.isSame("http://pitch:8081", as: "pitch:8081"))
        #expect(HostRule.isSame("https://Pitch", as: "pitch"))
        for origin in ["null", "", "http://pitch", "http://evil:8081", "ftp://pitch:8081"] {
            #expect(!HostRule.isSame(origin, as: "pitch:8081"))
        }
    }
}
