import GatherCore
import Glibc
import LinuxIO
import Varlink

/// The account on disk: a file of what may be seen, and one for the token alone.
///
/// They are beside the database and not in it: its rows are copied when it is damaged, to files
/// that nobody looks after.
struct AccountStore {
    private let account: String
    private let token: String
    private let credentials: String?

    /// Makes a store of its places.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - credentials: Where systemd keeps what the unit was given, systemd.exec(5): a `token`,
    ///     and with it a `server`, count where nobody has signed in here.
    init(in directory: String, credentials: String?) {
        account = "\(directory)/account.json"
        token = "\(directory)/token"
        self.credentials = credentials
    }

    /// What is kept; nil before the first account.
    func read() throws(SystemError) -> Account? {
        // A token that was being written when the daemon was killed, which nobody knows of.
        try? Files.remove(token + ".new")
        let kept = try readAccount()
        let known = if let kept { kept } else { try givenAccount() }
        guard var account = known else { return nil }
        account.token = try readToken()
        if account.token == nil, !account.isSignedOut { account.token = try given("token") }
        return account
    }

    /// Keeps an account, whole: wherever this is cut off, a token is never kept with the server of
    /// another.
    func write(_ account: Account) throws(SystemError) {
        if Files.exists(token) {
            try Files.remove(token)
            try Files.synchronizeDirectory(Files.directory(of: token))
        }
        try Files.replace(self.account, with: Array(json(account).text.utf8))
        if let secret = account.token { try Files.replace(token, with: Array(secret.text.utf8)) }
    }

    // MARK: - Files

    private func json(_ account: Account) -> JSONObject {
        [
            "server": .string(account.server.url),
            "allowInsecureHttp": .bool(account.server.allowInsecureHTTP),
            "userName": JSONValue(account.userName), "userId": JSONValue(account.userID),
            "signedOut": .bool(account.isSignedOut),
        ]
    }

    private func readAccount() throws(SystemError) -> Account? {
        guard let bytes = try Files.contents(of: account, limit: Limits.accountBytes) else {
            return nil
        }
        guard let json = JSONObject(text: String(decoding: bytes, as: UTF8.self)),
            let server = json["server"]?.string
        else { throw SystemError(EBADMSG) }
        return Account(
            server: .init(
                url: server, allowInsecureHTTP: json["allowInsecureHttp"]?.bool ?? false),
            userName: json["userName"]?.string, userID: json["userId"]?.string,
            isSignedOut: json["signedOut"]?.bool ?? false)
    }

    private func readToken() throws(SystemError) -> Secret? {
        try Files.contents(of: token, limit: Limits.accountBytes).flatMap(Self.secret)
    }

    /// An account that the unit was given.
    private func givenAccount() throws(SystemError) -> Account? {
        try given("server").map { Account(server: .init(url: $0.text)) }
    }

    private func given(_ name: String) throws(SystemError) -> Secret? {
        guard let credentials else { return nil }
        let path = "\(credentials)/\(name)"
        return try Files.contents(of: path, limit: Limits.accountBytes).flatMap(Self.secret)
    }

    /// A text without the end of the line that editors put behind it; nil if it is nothing that
    /// could be sent to a server.
    private static func secret(_ bytes: [UInt8]) -> Secret? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.first, line.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        return Secret(text: String(line))
    }
}
