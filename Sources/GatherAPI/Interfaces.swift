import CEmbedded
public import Varlink

/// The interfaces of gatherd; the `.varlink` files beside this one are the source of truth.
public enum Interfaces {
    /// `org.varlink.service`.
    public static let service = StandardService.Interface(
        name: "org.varlink.service", description: text("Service.varlink"))

    /// `io.gatherd.Gather`.
    public static let gather = StandardService.Interface(
        name: "io.gatherd.Gather", description: text("Gather.varlink"))

    /// `io.gatherd.History`.
    public static let history = StandardService.Interface(
        name: "io.gatherd.History", description: text("History.varlink"))

    /// `io.gatherd.Account`.
    public static let account = StandardService.Interface(
        name: "io.gatherd.Account", description: text("Account.varlink"))

    /// `io.gatherd.Players`.
    public static let players = StandardService.Interface(
        name: "io.gatherd.Players", description: text("Players.varlink"))

    /// `io.gatherd.Submitter`.
    public static let submitter = StandardService.Interface(
        name: "io.gatherd.Submitter", description: text("Submitter.varlink"))

    /// `io.gatherd.Remote`.
    public static let remote = StandardService.Interface(
        name: "io.gatherd.Remote", description: text("Remote.varlink"))

    /// `io.gatherd.Club`.
    public static let club = StandardService.Interface(
        name: "io.gatherd.Club", description: text("Club.varlink"))

    /// All interfaces of gatherd, in the order in which `GetInfo` lists them.
    public static let all = [service, gather, players, history, account]

    /// All interfaces of gather-submit.
    public static let ofSubmitter = [service, submitter]

    /// All interfaces of gather-web with the remote.
    public static let ofRemote = [service, remote]

    /// All interfaces of gather-mqtt for a club.
    public static let ofClub = [service, club]

    /// The name of a parameter that must not stay in the memory of the service.
    public static let secretName = "password"

    /// Returns the text of a file of the folder `Interfaces`, which has to be there.
    private static func text(_ name: String) -> String {
        let list = cembedded_interfaces()
        let files = UnsafeBufferPointer(start: list.files, count: list.count)
        guard let file = files.first(where: { String(cString: $0.name) == name }) else {
            preconditionFailure("no file \(name)")
        }
        return String(
            decoding: UnsafeBufferPointer(start: file.begin, count: file.end - file.begin),
            as: UTF8.self)
    }
}
