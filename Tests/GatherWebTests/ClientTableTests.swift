import LinuxIO
import Testing

@testable import GatherWeb

/// The browsers that share the limits of an address.
struct ClientTableTests {
    /// A table that admits one connection of each client.
    private func table() throws -> ClientTable {
        ClientTable(perAddress: 1, unlimited: [], clock: try SystemClock())
    }

    private func address(_ text: String) throws -> InternetAddress {
        try #require(InternetAddress(text))
    }

    @Test func aNetworkOfIPv6ElsewhereIsOneClient() throws {
        let table = try table()
        let local = try address("2001:db8:1::1")
        #expect(table.connect(try address("2001:db8:2::5"), to: local))
        #expect(!table.connect(try address("2001:db8:2::6"), to: local))
        #expect(table.connect(try address("2001:db8:3::6"), to: local))
    }

    @Test(arguments: ["2001:db8:1:", "fe80:"])
    func inTheNetworkOfTheMachineEachAddressIsOne(network: String) throws {
        let table = try table()
        let local = try address("\(network):1")
        let phones = try (2...9).map { try address("\(network):\($0)") }
        for phone in phones { #expect(table.connect(phone, to: local)) }
        for phone in phones {
            #expect(!table.connect(phone, to: local))
            #expect(table.request(phone))
            table.disconnect(phone)
            #expect(table.connect(phone, to: local))
        }
    }
}
