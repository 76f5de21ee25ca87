import LinuxIO
import Testing

@testable import GatherMQTT

struct OptionsTests {
    @Test("each option is read, with its value behind it or attached")
    func options() throws {
        let options = try Options([
            "--broker", "club.example:1884", "--tls", "--ca=/ca.pem", "--user", "north",
            "--pitch=n1", "--prefix", "club", "--home-assistant", "--socket", "/s",
            "--password-file", "/p", "--check",
        ])
        #expect(options.action == .check)
        #expect(
            options.settings == [
                .broker: "club.example:1884", .tls: "yes", .authorities: "/ca.pem",
                .user: "north", .pitch: "n1", .prefix: "club", .homeAssistant: "yes",
            ])
        #expect(options.socket == "/s")
        #expect(options.passwordFile == "/p")
        #expect(try Options(["--tls=no"]).settings == [.tls: "no"])
        #expect(try Options(["--table", "--club"]).action == .club)
        let ofClub = try Options(["--check", "--club"])
        #expect(ofClub.action == .check && ofClub.isOfClub)
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            ["--broker"], ["--broker", ""], ["--broker", "a:b"], ["--broker", "a:0"],
            ["--broker", "a b"], ["--broker", "::1"], ["--pitch", "a/b"], ["--pitch", "#"],
            ["--prefix", "/a"], ["--tls=perhaps"], ["--password", "secret"], ["x"],
            ["--club", "--command"], ["--command", "--club", "--check"], ["--table"],
            ["--command", "--table"], ["--command", "--serve", "/c"], ["--check", "--table"],
            ["--pitch", "fixtures"], ["--pitch=table"],
            ["--check", "--withdraw"], ["--withdraw", "--check"],
            ["--socket", String(repeating: "s", count: 200)],
        ])
    func refused(arguments: [String]) {
        #expect(throws: OptionError.self) { try Options(arguments) }
    }

    @Test("a broker is a host with or without a port")
    func place() {
        #expect(BrokerPlace("a.example") == .init(host: "a.example", port: nil))
        #expect(BrokerPlace("10.0.0.1:8883") == .init(host: "10.0.0.1", port: 8_883))
        #expect(BrokerPlace("[::1]:1884") == .init(host: "::1", port: 1_884))
        #expect(BrokerPlace("[::1]") == .init(host: "::1", port: nil))
        for text in ["", ":1", "a:", "a:70000", "[a]:1", "[10.0.0.1]", "a\n"] {
            #expect(BrokerPlace(text) == nil, "\(text)")
        }
        for (host, shown) in [("a.example", "a.example:1884"), ("::1", "[::1]:1884")] {
            let settings = BrokerSettings(host: host, port: 1_884, clientID: "x")
            #expect(settings.place == shown)
            #expect(BrokerPlace(shown) == .init(host: host, port: 1_884))
        }
    }

    @Test("the help names each option")
    func help() {
        for setting in Setting.allCases { #expect(Options.help.contains(setting.option)) }
    }
}
