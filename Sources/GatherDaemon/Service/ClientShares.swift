import GatherCore

/// The number of connections and the buffered bytes of each user.
///
/// The users who may control the match have a reserve of both that nobody else can take.
struct ClientShares {
    /// The bytes held by one connection.
    struct Holding: Equatable {
        /// Bytes of calls that are incomplete or wait for their turn.
        var unfinishedBytes = 0
        /// Bytes of unsent replies.
        var unsentBytes = 0

        /// The bytes in a buffer.
        subscript(buffer: Buffer) -> Int {
            switch buffer {
            case .unfinished: unfinishedBytes
            case .unsent: unsentBytes
            }
        }
    }

    /// A buffer that a connection can fill.
    enum Buffer: CaseIterable {
        /// For calls.
        case unfinished
        /// For replies.
        case unsent

        /// The limit for all users who may control together, and the same for all others, in bytes.
        var limit: Int {
            switch self {
            case .unfinished: Limits.unfinishedBytes
            case .unsent: Limits.unsentBytes
            }
        }
    }

    /// The decision about one more connection.
    enum Admission: Equatable {
        /// There is room.
        case admitted
        /// There is room after idle connections of this user are closed.
        case afterClosing(ofUser: UInt32)
        /// The user has the maximum number of connections.
        case userIsFull
        /// There is no room for this class of users.
        case noRoom
    }

    private struct User {
        var connections = 0
        var holding = Holding()
        var mayControl: Bool
    }

    private let capacity: Int
    private let othersCapacity: Int
    private var users: [UInt32: User] = [:]
    private var count = 0
    private var others = 0

    /// Makes empty shares.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of connections in all.
    ///   - descriptors: The number of descriptors for them, if that is lower.
    init(capacity: Int, descriptors: Int) {
        self.capacity = capacity
        let available = min(capacity, max(descriptors, 0))
        othersCapacity = available - available / Limits.reservedShare
    }

    /// True if there is no room for any connection.
    var isFull: Bool { count >= capacity }

    func connections(of uid: UInt32) -> Int { users[uid]?.connections ?? 0 }

    /// Decides on one more connection of a peer.
    func admission(of peer: Peer) -> Admission {
        let own = connections(of: peer.uid)
        guard own < Limits.connectionsPerUser else { return .userIsFull }
        guard isFull || !peer.mayControl && others >= othersCapacity else { return .admitted }
        return othersWithMost.first.map(Admission.afterClosing) ?? .noRoom
    }

    /// The users who may only look and have more connections than the guaranteed number, largest
    /// first.
    ///
    /// They are the first to lose connections.
    var othersWithMost: [UInt32] {
        users.filter { !$0.value.mayControl && $0.value.connections > Limits.connectionsKept }
            .sorted { $0.value.connections > $1.value.connections }.map(\.key)
    }

    /// Adds a connection to the counts.
    mutating func add(_ peer: Peer) {
        users[peer.uid, default: User(mayControl: peer.mayControl)].connections += 1
        count += 1
        if !peer.mayControl { others += 1 }
    }

    /// Removes a connection and its bytes from the counts.
    mutating func remove(_ peer: Peer, holding: Holding) {
        change(holding, to: Holding(), of: peer)
        users[peer.uid]?.connections -= 1
        if users[peer.uid]?.connections == 0 { users[peer.uid] = nil }
        count -= 1
        if !peer.mayControl { others -= 1 }
    }

    /// Updates the bytes that a connection holds.
    mutating func change(_ before: Holding, to after: Holding, of peer: Peer) {
        users[peer.uid]?.holding.unfinishedBytes += after.unfinishedBytes - before.unfinishedBytes
        users[peer.uid]?.holding.unsentBytes += after.unsentBytes - before.unsentBytes
    }

    /// Returns the user who holds the most of an exceeded buffer, in one of the two classes of
    /// users; nil if no limit is exceeded.
    func userOver(mayControl: Bool) -> (uid: UInt32, buffer: Buffer)? {
        let users = users.filter { $0.value.mayControl == mayControl }
        for buffer in Buffer.allCases {
            let total = users.values.reduce(0) { $0 + $1.holding[buffer] }
            guard total > buffer.limit else { continue }
            let greatest = users.max { $0.value.holding[buffer] < $1.value.holding[buffer] }
            if let greatest { return (greatest.key, buffer) }
        }
        return nil
    }
}
