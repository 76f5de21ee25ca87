/// The names that others know things by: a server a side and an answer, a list a position.

extension ServerTeam {
    /// The name under which a server keeps the side.
    public var title: String {
        switch self {
        case .teamA: "Team A"
        case .teamB: "Team B"
        }
    }
}

extension PlayerPosition {
    /// The short form that a list shows, such as `GK`.
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

extension ServerFields {
    /// The end of the reason why plain http does not go to another machine: a client puts the name
    /// of its own switch in its place.
    public static let insecureWay = "allow insecure http"
}

extension SubmitterMethod {
    /// The HTTP status by which a server says that it has done what is asked; nil where nothing is.
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
