/// The names that servers and lists use: for a side, a status, a position and an error.

extension ServerTeam {
    /// The name of the side at a server.
    public var title: String {
        switch self {
        case .teamA: "Team A"
        case .teamB: "Team B"
        }
    }
}

extension PlayerPosition {
    /// The short form in a list, such as `GK`.
    public var acronym: String {
        switch self {
        case .goalkeeper: "GK"
        case .defender: "DEF"
        case .midfielder: "MID"
        case .winger: "W"
        case .striker: "ST"
        }
    }
}

extension SubmitterMethod {
    /// The HTTP status with which a server reports success; nil if the method makes no request.
    public var doneStatus: Int? {
        switch self {
        case .ping: nil
        case .logIn, .addPlayer, .listGathers, .listGatherPages, .listGatherPlayers, .listPlayers,
            .listPlayerPages:
            200
        case .register, .createGather, .createPlayer: 201
        case .sendResult, .deleteGather, .updatePlayer, .deletePlayer: 204
        }
    }
}

extension SubmitterError {
    /// The reason with which an address is refused that can be used with 'allowInsecureHttp' only.
    public static let plainHTTPReason = trLater(
        "http would show the password and the token to everybody on the way: use https")
}
