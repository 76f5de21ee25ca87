import FoundationEssentials
import GatherAPI
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

    private var names: [String] { (try? Files.names(in: directory).sorted()) ?? [] }

    private func give(_ name: String, _ text: String) throws {
        try Files.makeDirectory("\(directory)/credentials")
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/credentials/\(name)"))
    }

    @Test("it is read as it was written, its token from a file of its own that is for one user")
    func written() throws {
        #expect(try store.read() == nil)
        try store.write(Self.account)
        #expect(try store.read() == Self.account)
        for name in ["account.json", "account.token"] { #expect(mode(name) == 0o600) }
        let account = try #require(try Files.contents(of: "\(directory)/account.json", limit: 999))
        #expect(!String(decoding: account, as: UTF8.self).contains("token/"))
        var signedOut = Self.account
        (signedOut.token, signedOut.isSignedOut, signedOut.userName) = (nil, true, nil)
        try store.write(signedOut)
        #expect(try store.read() == signedOut)
        #expect(names == ["account.json"])
    }

    @Test("the server's last answer is kept beside it, for this account and no other")
    func lastAnswer() throws {
        var account = Self.account
        account.lastAnswer = AnswerFields(
            at: "2026-11-21T15:32:05.000Z", status: 401, reason: "no")
        account.isRefused = true
        try store.write(account)
        try store.writeAnswer(of: account)
        #expect(try store.read() == account)
        var signedOut = account
        (signedOut.token, signedOut.isSignedOut) = (nil, true)
        try store.write(signedOut)
        #expect(try store.read()?.fields.signInRefused == false)
        #expect(try store.read()?.lastAnswer == account.lastAnswer)
        var other = Self.account
        other.userID = "another"
        try store.write(other)
        #expect(try store.read() == other)
        try store.write(Self.account)
        try Files.replace("\(directory)/account.answer", with: Array("{".utf8))
        #expect(try store.read() == Self.account)
    }

    @Test("a token that was being written when the daemon was killed is not left behind")
    func killed() throws {
        try store.write(Self.account)
        for name in ["account.token.new", "token.new"] {
            try Files.replace("\(directory)/\(name)", with: Array("another".utf8))
        }
        #expect(try store.read() == Self.account)
        #expect(names == ["account.json", "account.token"])
    }

    @Test("a token is never with the server of another account, wherever it is cut off")
    func cutOff() throws {
        let (account, token) = ("\(directory)/account.json", "\(directory)/account.token")
        var other = Self.account
        (other.server.url, other.token) = ("https://b.example", Secret(text: "another"))
        try store.write(other)
        let bytes = try #require(try Files.contents(of: account, limit: 999))
        var (first, second) = (Self.account, other)
        (first.token, second.token) = (nil, nil)
        // Both files are written, the token of before is removed, and the account is put in place.
        for (steps, expected) in [Self.account, first, second].enumerated() {
            try store.write(Self.account)
            try Files.prepare(account, with: bytes)
            try Files.prepare(token, with: Array("another".utf8))
            if steps > 0 { try Files.remove(token) }
            if steps > 1 { try Files.install(account) }
            #expect(try store.read() == expected)
            #expect(names.allSatisfy { !$0.hasSuffix(".new") })
        }
    }

    @Test("where another one cannot be written, it stays as it is", arguments: ["json", "token"])
    func full(name: String) throws {
        try store.write(Self.account)
        // Nothing can be written there.
        try Files.makeDirectory("\(directory)/account.\(name).new/x")
        var other = Self.account
        (other.userName, other.token) = ("bob", Secret(text: "another"))
        #expect(throws: SystemError.self) { try store.write(other) }
        #expect(try store.read() == Self.account)
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
            try Files.replace("\(directory)/account.token", with: Array(text.utf8))
            let read = try #require(try store.read())
            #expect(read.token == nil, "\(text)")
            #expect(read.userName == "alice")
        }
        for text in ["token\r\n", "token\nmore\n"] {
            try Files.replace("\(directory)/account.token", with: Array(text.utf8))
            #expect(try store.read()?.token == Secret(text: "token"))
        }
    }

    /// An account as a gatherd of once has written it.
    private func writeFormer(_ server: String, token: String?) throws {
        let json = #"{"server":"\#(server)","userName":"alice","signedOut":\#(token == nil)}"#
        try Files.replace("\(directory)/account.json", with: Array(json.utf8))
        if let token { try Files.replace("\(directory)/token", with: Array(token.utf8)) }
    }

    @Test("an account of once is taken over, and never with the token of another")
    func former() throws {
        try writeFormer("https://a.example", token: "former")
        for _ in 0..<2 {
            let account = try #require(try store.read())
            #expect(account.token == Secret(text: "former"))
            #expect(account.server.url == "https://a.example")
            #expect(account.userName == "alice")
            #expect(names == ["account.json", "account.token"])
            #expect(mode("account.token") == 0o600)
        }
        // The gatherd of once again, which signs in and out elsewhere, and knows nothing of it.
        try writeFormer("https://b.example", token: nil)
        #expect(try store.read()?.token == nil)
        #expect(names == ["account.json"])
        try store.write(Self.account)
        try writeFormer("https://b.example", token: "another")
        #expect(try store.read()?.token == Secret(text: "another"))
        #expect(names == ["account.json", "account.token"])
        // Cut off before the last step, which is made up for.
        try Files.replace("\(directory)/token", with: Array("another".utf8))
        #expect(try store.read()?.token == Secret(text: "another"))
        #expect(names == ["account.json", "account.token"])
    }

    @Test("the directory of a pitch is in nobody's way, whatever it is called")
    func pitch() throws {
        try Files.makeDirectory("\(directory)/token")
        try store.write(Self.account)
        #expect(try store.read() == Self.account)
        try Files.remove("\(directory)/account.token")
        try writeFormer("https://a.example", token: nil)
        #expect(try store.read()?.token == nil)
        #expect(names == ["account.json", "token"])
    }

    @Test("an account that cannot be read is an error, and not none")
    func unreadable() throws {
        for text in ["", "{", "[]", #"{"server":3}"#] {
            try Files.replace("\(directory)/account.json", with: Array(text.utf8))
            #expect(throws: SystemError(EBADMSG)) { try store.read() }
        }
    }

    @Test("what could be another's, or never end, is refused with what mends it")
    func untrusted() throws {
        for (name, mode, wrong) in [
            ("account.token", 0o666, "it is open to others (mode 0666); mend it with 'chmod 600"),
            ("account.token", 0o640, "it is open to others (mode 0640); mend it with 'chmod 600"),
            ("account.json", 0o646, "others may write to it (mode 0646); mend it with 'chmod go-w"),
        ] as [(String, UInt32, String)] {
            try store.write(Self.account)
            let path = "\(directory)/\(name)"
            try Files.permit(mode, to: path)
            check(path, "\(wrong) \(path)'")
            try Files.permit(0o600, to: path)
            #expect(try store.read() == Self.account)
        }
        for name in ["account.json", "account.token"] {
            let path = "\(directory)/\(name)"
            for (kind, make) in [
                ("a symbolic link", { symlink("/dev/null", path) }),
                ("a named pipe", { mkfifo(path, 0o600) }),
                ("a directory", { mkdir(path, 0o700) }),
            ] {
                try store.write(Self.account)
                try Files.remove(path)
                #expect(make() == 0)
                check(path, "it is \(kind), not a file; move it away with 'mv \(path) \(path).old'")
                try FileManager.default.removeItem(atPath: path)
            }
        }
        try give("server", "https://c.example")
        #expect(mkfifo("\(directory)/credentials/token", 0o600) == 0)
        check(
            "\(directory)/credentials/token",
            "it is a named pipe, not a file; move it away with 'mv \(directory)/credentials/token "
                + "\(directory)/credentials/token.old'")
    }

    private func check(_ path: String, _ reason: String) {
        #expect(throws: UntrustedFile(path: path, reason: reason)) { try store.read() }
    }

    @Test("a secret has no words")
    func secret() {
        let secret = Secret(text: "token")
        #expect("\(secret)" == "(secret)")
        #expect(String(reflecting: secret) == "(secret)")
    }
}
