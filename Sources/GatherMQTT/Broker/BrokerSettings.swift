/// The broker and the way to it.
struct BrokerSettings: Sendable, Equatable {
    /// The name or the address of the broker's machine.
    var host: String
    /// The port.
    var port: UInt16
    /// True for a connection over TLS.
    var isSecure = false
    /// The file of the authorities to trust instead of the system's.
    var authorities: String?
    /// The name to sign in with; nil for none.
    var user: String?
    /// The password.
    var password: String?
    /// The name by which the broker distinguishes clients.
    var clientID: String
    /// The last will, retained: published by the broker when the connection is lost.
    var will: Will?

    /// The longest packet to read, in bytes.
    var longestPacket = Limits.packet

    /// The place for people, as `Broker=` takes it.
    var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// A message that is published when the connection is lost.
    struct Will: Equatable {
        let topic: String
        let payload: String
    }
}

/// The IDs by which a broker distinguishes its clients.
///
/// A client that connects with the ID of another ends that one's connection: nobody may guess it.
enum ClientID {
    /// Returns a new part of an ID that nobody can guess.
    static func makeSecret() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: length - digits.count) + digits
    }

    /// Returns true for such a part.
    static func isSecret(_ text: String) -> Bool {
        text.utf8.count == length && UInt64(text, radix: 16) != nil
    }

    private static let length = 16
}
