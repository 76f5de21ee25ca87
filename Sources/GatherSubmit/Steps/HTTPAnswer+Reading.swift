import GatherAPI
import Varlink

/// Interpretation of a Football Gather server's answers.
///
/// Success is exactly the status that the server is known to send. The rest is read tolerantly, as
/// long as it has only one possible meaning.
extension HTTPAnswer {
    /// Checks that the answer means success.
    ///
    /// - Throws: A ``SubmitterError``.
    func expect(_ status: Int) throws(SubmitterError) {
        guard self.status == status else {
            throw .unexpectedStatus(
                status: self.status, reason: reason, retryAfterSeconds: retryAfterSeconds)
        }
        // The page of a captive portal has the status 200 as well.
        guard body.isEmpty || isJSON else {
            throw .outcomeUnknown(reason: "the answer is no JSON but \(contentType ?? "nothing")")
        }
    }

    /// Returns the UUID of what was made.
    func createdUUID() throws(SubmitterError) -> String {
        let name = try createdName()
        guard RemoteGatherID.isValid(name) else { throw Self.misplaced }
        return name
    }

    /// Returns the number of what was made.
    func createdNumber() throws(SubmitterError) -> Int {
        let name = try createdName()
        guard let number = Int(name), number >= 0 else { throw Self.misplaced }
        return number
    }

    /// Returns the token and the user of a login.
    func login() throws(SubmitterError) -> (token: String, userID: String?) {
        try expect(200)
        guard let object = try json().object, let token = object["token"]?.string,
            Self.isToken(token)
        else { throw .outcomeUnknown(reason: "the answer has no token") }
        return (token, object["userID"]?.string)
    }

    /// Returns a list of players.
    func players() throws(SubmitterError) -> [ServerPlayer] {
        try list(ServerPlayer.init(listed:))
    }

    /// Returns a list of gathers.
    func gathers() throws(SubmitterError) -> [ServerGather] {
        try list(ServerGather.init(listed:))
    }

    /// Returns true if a text can be sent as a token, that is, breaks no line of a header.
    static func isToken(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...Limits.textBytes).contains(bytes.count)
            && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Checks that the answer is not a page: the server sends none.
    ///
    /// A portal or a proxy that answers in its place does, and that counts only as long as it does.
    /// A redirect, and a failure that may be over by itself, keep their status; and a success
    /// without a body has no page, whatever type a gateway gives it.
    ///
    /// - Throws: ``SubmitterError/outcomeUnknown(reason:)``.
    func expectNoPage() throws(SubmitterError) {
        let isOfPage =
            switch status / 100 {
            case 2: !body.isEmpty
            case 4: ![401, 407, 408, 425, 429].contains(status)
            default: false
            }
        guard isOfPage, let contentType, contentType.lowercased().hasPrefix("text/") else { return }
        throw .outcomeUnknown(reason: "the answer \(status) is no JSON but \(contentType)")
    }

    // MARK: - Parts

    /// The error for an answer that is not a list.
    static let noList = SubmitterError.outcomeUnknown(reason: "the answer is no list")

    /// The error for an answer that is not JSON.
    static let noJSON = SubmitterError.outcomeUnknown(reason: "the answer is no JSON")

    /// The error for an element of a list that has no ID.
    static let withoutID = SubmitterError.outcomeUnknown(
        reason: "the answer lists something without an ID")

    private static let misplaced = SubmitterError.outcomeUnknown(
        reason: "the answer does not say what was made")

    /// Returns the last component of the location's path, since the server sometimes doubles a
    /// slash.
    private func createdName() throws(SubmitterError) -> String {
        try expect(201)
        guard let name = location?.split(separator: "/").last else { throw Self.misplaced }
        return String(name)
    }

    private func list<Element>(
        _ read: (JSONObject) -> Element?
    ) throws(SubmitterError) -> [Element] {
        try expect(200)
        guard let values = try json().array else { throw Self.noList }
        var elements: [Element] = []
        for value in values {
            guard let element = value.object.flatMap(read) else { throw Self.withoutID }
            elements.append(element)
        }
        return elements
    }

    /// The replacement for U+0000, which the server accepts and no message can contain; no name can
    /// contain it either.
    private static let substitute: Character = "\u{1A}"

    private func json() throws(SubmitterError) -> JSONValue {
        try Self.json(body[...], nesting: Limits.nesting, values: Limits.values)
    }

    /// Parses an answer's JSON, all of it or an element.
    static func json(
        _ text: ArraySlice<UInt8>, nesting: Int, values: Int
    ) throws(SubmitterError) -> JSONValue {
        do {
            return try JSONValue(
                parsing: text, nesting: nesting, values: values, nul: Self.substitute)
        } catch { throw noJSON }
    }

    /// True if the body may be JSON; a body without a type is parsed all the same.
    private var isJSON: Bool {
        guard let contentType else { return true }
        let type = contentType.prefix { $0 != ";" && $0 != " " }
        return type.lowercased() == "application/json"
    }

    /// The server's reason of an error, to be read after the status; where a redirect leads.
    private var reason: String {
        let own = isJSON ? (try? json())?.object?["reason"]?.string : nil
        if let own { return own }
        guard (300..<400).contains(status), let location else { return "it gives no reason" }
        return "it redirects to \(Self.shown(location))"
    }

    /// Returns a URL without what may be a secret: its user, query and fragment.
    private static func shown(_ url: String) -> Substring {
        let shown = url.prefix { !"?#".contains($0) }
        guard let slashes = shown.firstRange(of: "//") else { return shown }
        let rest = shown[slashes.upperBound...]
        guard let at = rest.prefix(while: { $0 != "/" }).lastIndex(of: "@") else { return shown }
        return shown[..<slashes.upperBound] + rest[rest.index(after: at)...]
    }
}

extension ServerGather {
    /// Reads a gather from a server's list; nil if it has no ID.
    init?(listed object: JSONObject) {
        guard let id = object["id"]?.string else { return nil }
        self.init(
            id: id, userID: object["userId"]?.string, score: object["score"]?.string,
            winnerTeam: object["winnerTeam"]?.string)
    }
}

extension ServerPlayer {
    /// Reads a player from a server's list; nil if it has no ID.
    init?(listed object: JSONObject) {
        func isThere(_ name: String) -> Bool { object[name].map { $0 != .null } ?? false }
        guard let id = object["id"]?.int else { return nil }
        let profile = ServerProfile(
            name: object["name"]?.string ?? "", age: object["age"]?.int,
            skill: object["skill"]?.string.flatMap(PlayerSkill.init),
            preferredPosition: object["preferredPosition"]?.string.flatMap(PlayerPosition.init),
            favouriteTeam: object["favouriteTeam"]?.string)
        var unknown: [String] = []
        if profile.skill == nil, isThere("skill") { unknown.append("skill") }
        if profile.preferredPosition == nil, isThere("preferredPosition") {
            unknown.append("preferredPosition")
        }
        self.init(id: id, profile: profile, unknown: unknown)
    }
}
