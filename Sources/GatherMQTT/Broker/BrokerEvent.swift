/// A message of a topic.
struct BrokerMessage: Equatable {
    let topic: String
    let payload: [UInt8]
    /// True if the broker kept it for who subscribes later.
    let isRetained: Bool
}

/// The way in which a message is delivered.
enum BrokerDelivery {
    /// To those who have subscribed, at most once, and it is not acknowledged.
    case atMostOnce
    /// To those who have subscribed, at least once.
    case atLeastOnce
    /// The same, and kept for who subscribes later.
    case retained
}

/// Something that has happened on the connection to a broker.
enum BrokerEvent: Equatable {
    /// The broker has accepted the connection.
    case connected
    /// The connection has ended, or there is none; it is made anew by itself.
    case lost(reason: String)
    /// The broker has taken a message or refused it.
    case acknowledged(id: Int32, BrokerReason)
    /// A message of a topic that was subscribed to.
    case received(BrokerMessage)
    /// The broker has taken a subscription or refused it.
    case subscribed(BrokerReason)
}

/// A reason code of MQTT 5, section 2.4.
struct BrokerReason: RawRepresentable, Hashable {
    let rawValue: Int32

    static let wrongPassword = BrokerReason(rawValue: 0x86)
    static let notAuthorized = BrokerReason(rawValue: 0x87)
    /// Another client has connected with the same ID.
    static let takenOver = BrokerReason(rawValue: 0x8E)
    /// The message is longer than the broker takes.
    static let packetTooLarge = BrokerReason(rawValue: 0x95)

    /// The reason in words.
    var text: String {
        switch self {
        case .notAuthorized: "not authorized"
        case .packetTooLarge: "the message is too long for it"
        default: "reason code \(rawValue)"
        }
    }

    /// True if what was asked for was not done.
    var isFailure: Bool { rawValue >= 0x80 }

    /// True if the same message may be taken later: one that is too long stays so.
    var allowsRetry: Bool { self != .packetTooLarge }
}
