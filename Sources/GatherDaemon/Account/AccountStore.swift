import GatherAPI
import GatherCore
import Glibc
import LinuxIO
import Varlink

/// The account on disk: a file with its public data, and one for the token alone.
///
/// They are beside the database and not in it, because its rows are copied when it is damaged, to
/// files that nobody looks after.
///
/// A pitch has a directory of its name beside them, and such a name contains no dot.
struct AccountStore {
    private static let accountName = "account.json"
    private static let tokenName = "account.token"

    private let account: String
    private let token: String
    /// The path of the server's last answer, which may be lost without affecting the other files.
    private let answer: String
    /// The former path of the token, from which it is migrated; if a pitch has that name, its
    /// directory.
    private let formerToken: String
    private let credentials: String?

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - credentials: The directory of the unit's systemd credentials, systemd.exec(5): a
    ///     `token`, together with a `server`, counts if nobody has signed in here.
    init(in directory: String, credentials: String?) {
        account = "\(directory)/\(Self.accountName)"
        token = "\(directory)/\(Self.tokenName)"
        answer = "\(directory)/account.answer"
        formerToken = "\(directory)/token"
        self.credentials = credentials
    }

    /// Returns true if a state directory has an account, also one that is signed out.
    static func hasAccount(in directory: String) -> Bool {
        Files.exists("\(directory)/\(accountName)")
    }

    /// Reads the stored account; nil before the first one.
    ///
    /// - Throws: An ``UntrustedFile`` if others may have changed it, else a `SystemError`.
    func read() throws -> Account? {
        // Removes a token that was being written when the daemon was killed; nothing refers to it.
        for path in [account, token, formerToken, answer] { try? Files.remove(path + ".new") }
        let kept = try readAccount()
        let known = if let kept { kept.account } else { try givenAccount() }
        guard var account = known else { return nil }
        if let kept, kept.namesToken {
            account.token = try readToken(token)
            try? remove([formerToken])
        } else {
            account.token = try readToken(formerToken)
            // On a disk that takes no writes it stays where it is, and is found there again.
            if kept != nil { try? takeOver(account) }
        }
        if account.token == nil, !account.isSignedOut { account.token = try given("token") }
        readAnswer(of: &account)
        return account
    }

    /// Stores the server's last answer without syncing, so that a loss of power may lose it; it
    /// comes often.
    func writeAnswer(of account: Account) throws(SystemError) {
        guard let last = account.lastAnswer else { return }
        let json: JSONObject = [
            "account": .string(account.key), "answer": last.json,
            "signInRefused": .bool(account.isRefused),
        ]
        try Files.put(Array(json.text.utf8), at: answer, by: answer + ".new")
    }

    /// Stores a whole account; at whatever point this is interrupted, a token is never stored with
    /// another account's server.
    ///
    /// Nothing is removed before all is on disk, so that a full disk changes nothing.
    func write(_ account: Account) throws(SystemError) {
        do {
            try Files.prepare(self.account, with: Array(json(account).text.utf8))
            if let secret = account.token {
                try Files.prepare(token, with: Array(secret.text.utf8))
            }
            try remove([token, formerToken])
            try Files.install(self.account)
            if account.token != nil { try Files.install(token) }
        } catch {
            for path in [self.account, token] { try? Files.remove(path + ".new") }
            throw error
        }
    }

    /// Migrates an account from the former file names to the present ones; its token is on disk
    /// throughout.
    private func takeOver(_ account: Account) throws(SystemError) {
        // A present token file is left over from before an older gatherd wrote the account.
        try remove([token])
        if let secret = account.token { try Files.replace(token, with: Array(secret.text.utf8)) }
        try Files.replace(self.account, with: Array(json(account).text.utf8))
        try remove([formerToken])
    }

    /// Removes files durably, except directories, which belong to a pitch.
    private func remove(_ paths: [String]) throws(SystemError) {
        for path in paths {
            guard let kind = try Files.kind(at: path), kind != .directory else { continue }
            try Files.remove(path)
            try Files.synchronizeDirectory(Files.directory(of: path))
        }
    }

    // MARK: - Files

    private func json(_ account: Account) -> JSONObject {
        [
            "server": .string(account.server.url),
            "allowInsecureHttp": .bool(account.server.allowInsecureHTTP),
            "userName": JSONValue(account.userName), "userId": JSONValue(account.userID),
            "signedOut": .bool(account.isSignedOut),
            // An older gatherd leaves this out, and does not touch the token file that is named
            // here; the token in it does not belong to an account which that gatherd has written.
            "tokenFile": .string(Self.tokenName),
        ]
    }

    private func readAccount() throws -> (account: Account, namesToken: Bool)? {
        guard let bytes = try contents(of: account, .file) else { return nil }
        guard let json = JSONObject(text: String(decoding: bytes, as: UTF8.self)),
            let server = json["server"]?.string
        else { throw SystemError(EBADMSG) }
        let account = Account(
            server: .init(
                url: server, allowInsecureHTTP: json["allowInsecureHttp"]?.bool ?? false),
            userName: json["userName"]?.string, userID: json["userId"]?.string,
            isSignedOut: json["signedOut"]?.bool ?? false)
        return (account, json["tokenFile"]?.string == Self.tokenName)
    }

    /// Adds the server's last answer, unless it was for another account.
    private func readAnswer(of account: inout Account) {
        guard let bytes = try? contents(of: answer, .file),
            let json = JSONObject(text: String(decoding: bytes, as: UTF8.self)),
            json["account"]?.string == account.key, let last = json["answer"]
        else { return }
        account.lastAnswer = try? AnswerFields(json: last, name: "answer")
        account.isRefused = account.token != nil && json["signInRefused"]?.bool ?? false
    }

    private func readToken(_ path: String) throws -> Secret? {
        if path == formerToken, try Files.kind(at: path) == .directory { return nil }
        return try contents(of: path, .secret).flatMap(Self.secret)
    }

    /// Returns the bytes of a file that nobody else can have changed; nil if there is none.
    private func contents(of path: String, _ closed: FileTrust.Closed) throws -> [UInt8]? {
        guard let status = try Files.status(of: path, followingLink: false) else { return nil }
        guard status.kind == .file else { throw UntrustedFile.notAFile(path, status.kind) }
        try FileTrust.check(status, of: path, closed)
        return try Files.contents(of: path, limit: Limits.accountBytes, waiting: false)
    }

    /// Returns an account from the unit's credentials.
    private func givenAccount() throws -> Account? {
        try given("server").map { Account(server: .init(url: $0.text)) }
    }

    private func given(_ name: String) throws -> Secret? {
        guard let credentials else { return nil }
        // The owner and the permissions of a credential are systemd's responsibility.
        let path = "\(credentials)/\(name)"
        if let kind = try Files.status(of: path)?.kind, kind != .file {
            throw UntrustedFile.notAFile(path, kind)
        }
        return try Files.contents(of: path, limit: Limits.accountBytes, waiting: false)
            .flatMap(Self.secret)
    }

    /// Returns a text without the line end that editors append; nil if it could not be sent to a
    /// server.
    private static func secret(_ bytes: [UInt8]) -> Secret? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.first, line.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        return Secret(text: String(line))
    }
}
