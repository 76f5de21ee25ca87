public import Varlink

/// The interfaces of gatherd; the `.varlink` files beside this one are the source of truth.
public enum Interfaces {
    /// `org.varlink.service`.
    public static let service = StandardService.Interface(
        name: "org.varlink.service", description: text(PackageResources.Service_varlink))

    /// `io.gatherd.Gather`.
    public static let gather = StandardService.Interface(
        name: "io.gatherd.Gather", description: text(PackageResources.Gather_varlink))

    /// `io.gatherd.History`.
    public static let history = StandardService.Interface(
        name: "io.gatherd.History", description: text(PackageResources.History_varlink))

    /// `io.gatherd.Account`.
    public static let account = StandardService.Interface(
        name: "io.gatherd.Account", description: text(PackageResources.Account_varlink))

    /// `io.gatherd.Players`.
    public static let players = StandardService.Interface(
        name: "io.gatherd.Players", description: text(PackageResources.Players_varlink))

    /// `io.gatherd.Submitter`.
    public static let submitter = StandardService.Interface(
        name: "io.gatherd.Submitter", description: text(PackageResources.Submitter_varlink))

    /// `io.gatherd.Remote`.
    public static let remote = StandardService.Interface(
        name: "io.gatherd.Remote", description: text(PackageResources.Remote_varlink))

    /// `io.gatherd.Club`.
    public static let club = StandardService.Interface(
        name: "io.gatherd.Club", description: text(PackageResources.Club_varlink))

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

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
