import GatherAPI
import GatherClub
import LinuxIO

/// A setting, of a file or of the command line.
enum Setting: String, ServiceSetting {
    case broker = "Broker"
    case tls = "TLS"
    case authorities = "CA"
    case user = "User"
    case pitch = "Pitch"
    case prefix = "Prefix"
    case homeAssistant = "HomeAssistant"
    case buttons = "Buttons"
    case table = "Table"
    case order = "Order"

    /// Its option.
    var option: String {
        switch self {
        case .broker: "--broker"
        case .tls: "--tls"
        case .authorities: "--ca"
        case .user: "--user"
        case .pitch: "--pitch"
        case .prefix: "--prefix"
        case .homeAssistant: "--home-assistant"
        case .buttons: "--buttons"
        case .table: "--table"
        case .order: "--order"
        }
    }

    /// True if it is on or off.
    var isTruth: Bool { [.tls, .homeAssistant, .buttons, .table].contains(self) }

    /// The kind of its values, in words.
    private var wanted: String {
        switch self {
        case .broker: "HOST or HOST:PORT, such as club.example:1883"
        case .tls, .homeAssistant, .buttons, .table: "yes or no"
        case .authorities: "a file"
        case .user: "a name of at most \(Self.longestText) bytes"
        case .pitch:
            "1 to \(BrokerName.limit) letters, digits, '_' and '-', and not to be "
                + ClubTopics.levels.joined(separator: " or ")
        case .order: TableOrder.allCases.map(\.rawValue).joined(separator: " or ")
        case .prefix: "levels of letters, digits, '_' and '-', such as club/pitches"
        }
    }

    private static let longestText = 256

    /// The password would go in clear, were a wrong word to mean no TLS.
    var isVital: Bool { self == .tls }

    func objection(to text: String) -> String? { accepts(text) ? nil : "needs \(wanted)" }

    /// Returns true for a value that it can have.
    private func accepts(_ text: String) -> Bool {
        switch self {
        case .broker: BrokerPlace(text) != nil
        case .tls, .homeAssistant, .buttons, .table: Environment.truth(text) != nil
        case .authorities: !text.isEmpty
        case .user: (1...Self.longestText).contains(text.utf8.count)
        case .pitch: Topics.isPitch(text)
        case .order: TableOrder(rawValue: text) != nil
        case .prefix: Topics.isWellFormedPrefix(text)
        }
    }
}

/// The place of a broker: `HOST` or `HOST:PORT`, with an address of IPv6 in brackets.
struct BrokerPlace: Equatable {
    var host: String
    /// The port; nil for the usual one.
    var port: UInt16?

    private static let longestHost = 253

    init(host: String, port: UInt16?) { (self.host, self.port) = (host, port) }

    init?(_ text: String) {
        var host = text[...]
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            guard let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
                return nil
            }
            self.port = port
            host = text[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard InternetAddress(String(host))?.isSix == true else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard (1...Self.longestHost).contains(host.utf8.count),
            host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        self.host = String(host)
    }
}
