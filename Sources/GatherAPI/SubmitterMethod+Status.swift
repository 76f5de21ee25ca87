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

extension ServerFields {
    /// The end of the reason why plain http does not go to another machine: a client puts the name
    /// of its own switch in its place.
    public static let insecureWay = "allow insecure http"
}
