import GatherAPI
import Testing

@testable import GatherSubmit

struct ServerAddressTests {
    @Test(
        "an address is taken in its usual form, without a slash at its end",
        arguments: [
            ("https://football.example", "https://football.example"),
            ("https://football.example/", "https://football.example"),
            ("HTTPS://Football.Example:8443/a/b/", "https://Football.Example:8443/a/b"),
            ("https://football.example/a/../b", "https://football.example/b"),
            ("https://192.0.2.7", "https://192.0.2.7"),
            ("https://[2001:db8::7]:99/x", "https://[2001:db8::7]:99/x"),
            ("https://xn--fuball-cta.example", "https://xn--fuball-cta.example"),
        ])
    func usual(text: String, url: String) throws {
        let address = try ServerAddress(text, allowInsecureHTTP: false)
        #expect(address.url == url)
        #expect(!address.isLoopback)
    }

    @Test(
        "http goes to this machine, by each of its names",
        arguments: [
            "http://localhost", "http://LocalHost:8080/", "http://127.0.0.1:8080",
            "http://127.255.0.7", "http://[::1]:8080/a", "http://127.1", "http://[0:0::1]",
        ])
    func loopback(text: String) throws {
        #expect(try ServerAddress(text, allowInsecureHTTP: false).isLoopback)
    }

    @Test(
        "http goes nowhere else, unless it is allowed",
        arguments: [
            "http://football.example", "http://localhost.example", "http://127.0.0.1.example",
            "http://128.0.0.1", "http://[::2]", "http://0.0.0.0", "http://127.example.1.2",
            "http://notlocalhost",
        ])
    func insecure(text: String) throws {
        do throws(SubmitterError) {
            let address = try ServerAddress(text, allowInsecureHTTP: false)
            Issue.record("\(address)")
        } catch {
            guard case .invalidServer(_, needsInsecureHTTP: true) = error else {
                Issue.record("\(error)")
                return
            }
        }
        let address = try ServerAddress(text, allowInsecureHTTP: true)
        #expect(address.url == text)
        #expect(!address.isLoopback)
    }

    @Test(
        "what is no address of a server says what is wrong with it",
        arguments: [
            ("", "an address looks like"), ("football.example", "an address looks like"),
            ("https://", "an address looks like"), ("https://a b", "an address looks like"),
            ("https://a\n", "an address looks like"),
            ("https://ä.example", "an address looks like"),
            ("https://[::1", "an address looks like"), ("https://a:0x1", "an address looks like"),
            ("https://a:65536", "an address looks like"), ("ftp://a", "must begin with https://"),
            ("file:///etc/passwd", "must begin with https://"),
            ("https://u@a", "user name or a password"),
            ("https://u:p@a", "user name or a password"),
            ("https://:p@a", "user name or a password"), ("https://a?b", "a '?' or a '#'"),
            ("https://a/?", "a '?' or a '#'"), ("https://a/#b", "a '?' or a '#'"),
        ])
    func wrong(text: String, words: String) {
        do throws(SubmitterError) {
            let address = try ServerAddress(text, allowInsecureHTTP: true)
            Issue.record("\(address)")
        } catch {
            guard case .invalidServer(let reason, needsInsecureHTTP: false) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(reason.contains(words))
        }
    }
}
