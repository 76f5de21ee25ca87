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

    /// All of them, in the order in which `GetInfo` lists them.
    public static let all = [service, gather, history]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
