import GatherAPI
import Varlink

/// What the answers of a Football Gather server say.
///
/// Done is exactly the status that the server is known to give; what else comes with it is taken
/// with tolerance, as long as it can only mean one thing.
extension HTTPAnswer {
    /// Checks that the answer is the one that means done.
    func expect(_ status: Int) throws(SubmitterError) {
        guard self.status == status else {
            throw .unexpectedStatus(status: self.status, reason: reason)
        }
        // A page of a captive portal comes with the status 200 as well.
        guard body.isEmpty || isJSON else {
            throw .outcomeUnknown(reason: "the answer is no JSON but \(contentType ?? "nothing")")
        }
    }

    /// The UUID of what was made.
    func createdUUID() throws(SubmitterError) -> String {
        let name = try createdName()
        guard Self.isUUID(name) else { throw Self.misplaced }
        return name
    }

    /// The number of what was made.
    func createdNumber() throws(SubmitterError) -> Int {
        let name = try createdName()
        guard let number = Int(name), number >= 0 else { throw Self.misplaced }
        return number
    }

    /// The token and the user of a login.
    func login() throws(SubmitterError) -> (token: String, userID: String?) {
        try expect(200)
        guard let object = try json().object, let token = object["token"]?.string,
            Self.isToken(token)
        else { throw .outcomeUnknown(reason: "the answer has no token") }
        return (token, object["userID"]?.string)
    }

    /// A list of players.
    func players() throws(SubmitterError) -> [ServerPlayer] {
        try list(ServerPlayer.init(listed:))
    }

    /// A list of gathers.
    func gathers() throws(SubmitterError) -> [ServerGather] {
        try list(ServerGather.init(listed:))
    }

    /// Whether a text has the form of a UUID, RFC 9562; either case.
    static func isUUID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12]
            && text.utf8.allSatisfy { $0 < 0x80 && ($0 == 0x2D || Character(.init($0)).isHexDigit) }
    }

    /// Whether a text can be sent as a token: one that breaks no line of a header.
    static func isToken(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...Limits.textBytes).contains(bytes.count)
            && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }

    // MARK: - Parts

    /// The answer is something else than a list.
    static let noList = SubmitterError.outcomeUnknown(reason: "the answer is no list")

    /// The answer is not JSON.
    static let noJSON = SubmitterError.outcomeUnknown(reason: "the answer is no JSON")

    /// An element of a list cannot be named.
    static let withoutID = SubmitterError.outcomeUnknown(
        reason: "the answer lists something without an ID")

    private static let misplaced = SubmitterError.outcomeUnknown(
        reason: "the answer does not say what was made")

    /// The last component of the path, as the server doubles a slash at times.
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

    /// Stands for U+0000, which the server takes and no message can hold: no name can have it
    /// either.
    private static let substitute: Character = "\u{1A}"

    private func json() throws(SubmitterError) -> JSONValue {
        try Self.json(body[...], nesting: Limits.nesting, values: Limits.values)
    }

    /// Reads what an answer has of JSON, all of it or an element.
    static func json(
        _ text: ArraySlice<UInt8>, nesting: Int, values: Int
    ) throws(SubmitterError) -> JSONValue {
        do {
            return try JSONValue(
                parsing: text, nesting: nesting, values: values, nul: Self.substitute)
        } catch { throw noJSON }
    }

    /// A body without a type is looked at all the same.
    private var isJSON: Bool {
        guard let contentType else { return true }
        let type = contentType.prefix { $0 != ";" && $0 != " " }
        return type.lowercased() == "application/json"
    }

    /// What the server says of an error, after the status.
    private var reason: String {
        let own = isJSON ? (try? json())?.object?["reason"]?.string : nil
        return own ?? "the server answered with status \(status)"
    }
}

extension ServerGather {
    /// Reads a gather as the server lists it; nil for one without an ID.
    init?(listed object: JSONObject) {
        guard let id = object["id"]?.string else { return nil }
        self.init(
            id: id, userID: object["userId"]?.string, score: object["score"]?.string,
            winnerTeam: object["winnerTeam"]?.string)
    }
}

extension ServerPlayer {
    /// Reads a player as the server lists one; nil for one without an ID.
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
