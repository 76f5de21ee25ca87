import Testing

@testable import LinuxIO

struct InternetAddressTests {
    @Test(
        "an address is read, and written in its usual form",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("0.0.0.0", "0.0.0.0"), ("::1", "::1"),
            ("2001:DB8:0:0::7", "2001:db8::7"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ])
    func written(_ text: String, _ written: String) {
        #expect(InternetAddress(text)?.description == written)
    }

    @Test(
        "all else is none",
        arguments: ["", "192.0.2", "192.0.2.256", "localhost", "[::1]", ":::", "fe80::1%lo"])
    func refused(_ text: String) { #expect(InternetAddress(text) == nil) }

    @Test("addresses of the machine, of a link and of a host are told apart")
    func kinds() throws {
        for text in ["127.0.0.1", "127.9.9.9", "::1"] {
            #expect(try #require(InternetAddress(text)).isLoopback)
        }
        for text in ["169.254.1.1", "fe80::1", "febf::1"] {
            #expect(try #require(InternetAddress(text)).isLinkLocal)
        }
        for text in ["192.0.2.7", "2001:db8::7", "fec0::1", "128.0.0.1"] {
            let address = try #require(InternetAddress(text))
            #expect(!address.isLoopback && !address.isLinkLocal && !address.isAny)
        }
        let (one, other) = (InternetAddress("2001:db8::7"), InternetAddress("2001:db8::8:9:a"))
        #expect(one?.host == other?.host)
        #expect(InternetAddress("192.0.2.7")?.host != InternetAddress("192.0.2.8")?.host)
    }

    @Test("a page's addresses begin with one that every phone can resolve")
    func page() throws {
        let any = try #require(InternetEndpoint("0.0.0.0:8081"))
        let own = ["127.0.0.1", "::1", "fe80::1", "2001:db8::7", "192.0.2.7"]
            .compactMap(InternetAddress.init)
        let addresses = PageAddresses(
            any, isSecure: false, path: "/remote", machine: "pitch.example", own: own)
        #expect(
            addresses.all == [
                "http://192.0.2.7:8081/remote", "http://pitch.local:8081/remote",
                "http://[2001:db8::7]:8081/remote",
            ])
        let secure = try #require(InternetEndpoint("192.0.2.7:443"))
        #expect(PageAddresses(secure, isSecure: true, path: "/").best == "https://192.0.2.7/")
        #expect(
            PageAddresses(any, isSecure: false, path: "/", machine: nil, own: []).all
                == ["http://localhost:8081/"])
    }
}
