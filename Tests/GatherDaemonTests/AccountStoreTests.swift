import FoundationEssentials
import Glibc
import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("The account on disk")
final class AccountStoreTests {
    private let directory: String
    private let store: AccountStore

    init() throws {
        directory = try DaemonFixture.temporaryDirectory()
        store = AccountStore(in: directory, credentials: "\(directory)/credentials")
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private static let account = Account(
        server: .init(url: "https://a.example", allowInsecureHTTP: true), userName: "alice",
        userID: "u", token: Secret(text: "token/+="))

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        return stat("\(directory)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
    }

    private func give(_ name: String, _ text: String) throws {
        try Files.makeDirectory("\(directory)/credentials")
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/credentials/\(name)"))
    }

    @Test("it is read as it was written, its token from a file of its own that is for one user")
    func written() throws {
        #expect(try store.read() == nil)
        try store.write(Self.account)
        #expect(try store.read() == Self.account)
        for name in ["account.json", "token"] { #expect(mode(name) == 0o600) }
        let account = try #require(try Files.contents(of: "\(directory)/account.json", limit: 999))
        #expect(!String(decoding: account, as: UTF8.self).contains("token/"))
        var signedOut = Self.account
        (signedOut.token, signedOut.isSignedOut, signedOut.userName) = (nil, true, nil)
        try store.write(signedOut)
        #expect(try store.read() == signedOut)
        #expect(try Files.names(in: directory).sorted() == ["account.json"])
    }

    @Test("a token that was being written when the daemon was killed is not left behind")
    func killed() throws {
        try store.write(Self.account)
        try Files.replace("\(directory)/token.new", with: Array("another".utf8))
        #expect(try store.read() == Self.account)
        #expect(try Files.names(in: directory).sorted() == ["account.json", "token"])
    }

    @Test("a token is never with the server of another account, wherever it is cut off")
    func cutOff() throws {
        try store.write(Self.account)
        // The new account cannot be written: the directory is in the way of it.
        try Files.makeDirectory("\(directory)/account.json.new/x")
        var other = Self.account
        other.server.url = "https://b.example"
        #expect(throws: SystemError.self) { try store.write(other) }
        var left = Self.account
        left.token = nil
        #expect(try store.read() == left)
    }

    @Test("a credential of the unit counts until somebody signs in or out")
    func credential() throws {
        try give("token", "given\n")
        #expect(try store.read() == nil)
        try give("server", "https://c.example\n")
        let given = try #require(try store.read())
        #expect(given.server.url == "https://c.example")
        #expect(given.token == Secret(text: "given"))
        try store.write(Self.account)
        #expect(try store.read() == Self.account)
        var signedOut = Self.account
        (signedOut.token, signedOut.isSignedOut) = (nil, true)
        try store.write(signedOut)
        #expect(try store.read()?.token == nil)
    }

    @Test("a token that could not be sent is none, and nobody is signed in")
    func unusable() throws {
        for text in ["", "\n", "a\u{0}b", "to ken", "tok\u{1B}[31m", "tökèn", "token \n"] {
            try store.write(Self.account)
            try Files.replace("\(directory)/token", with: Array(text.utf8))
            let read = try #require(try store.read())
            #expect(read.token == nil, "\(text)")
            #expect(read.userName == "alice")
        }
        for text in ["token\r\n", "token\nmore\n"] {
            try Files.replace("\(directory)/token", with: Array(text.utf8))
            #expect(try store.read()?.token == Secret(text: "token"))
        }
    }

    @Test("an account that cannot be read is an error, and not none")
    func unreadable() throws {
        for text in ["", "{", "[]", #"{"server":3}"#] {
            try Files.replace("\(directory)/account.json", with: Array(text.utf8))
            #expect(throws: SystemError(EBADMSG)) { try store.read() }
        }
    }

    @Test("a secret has no words")
    func secret() {
        let secret = Secret(text: "token")
        #expect("\(secret)" == "(secret)")
        #expect(String(reflecting: secret) == "(secret)")
    }
}
