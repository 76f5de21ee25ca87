/// The methods of `io.gatherd.Account`.
public enum AccountMethod: String, CaseIterable, Sendable {
    /// The account.
    case get = "Get"
    /// Make an account at a server.
    case register = "Register"
    /// Sign in.
    case logIn = "LogIn"
    /// Sign out.
    case logOut = "LogOut"
    /// The results that have not arrived.
    case listResults = "ListResults"
    /// Send results now.
    case submit = "Submit"
    /// Give a result up.
    case drop = "Drop"
    /// The gathers of the server that one may be.
    case listCandidates = "ListCandidates"
    /// Say which gather of the server is one.
    case decide = "Decide"
    /// Delete what is left at the server.
    case removeLeftover = "RemoveLeftover"
    /// Keep what is left at the server.
    case keepLeftover = "KeepLeftover"
    /// Ask the server what it has of results.
    case checkResults = "CheckResults"

    /// The name on the wire.
    public var fullName: String { "\(Interfaces.account.name).\(rawValue)" }

    /// Makes a method of its name on the wire.
    public init?(fullName: String) {
        let prefix = "\(Interfaces.account.name)."
        guard fullName.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(fullName.dropFirst(prefix.count)))
    }
}
