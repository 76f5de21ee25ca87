import GatherCore

/// Who has how many connections and how many bytes of buffer, by user.
///
/// Those who may control the match have a reserve of both that nobody else can take.
struct ClientShares {
    /// What one connection holds.
    struct Holding: Equatable {
        /// Bytes of calls that are not whole yet, or wait for their turn.
        var unfinishedBytes = 0
        /// Bytes of replies that have not left.
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

        /// How much all who may control can have in it together, and all others.
        var limit: Int {
            switch self {
            case .unfinished: Limits.unfinishedBytes
            case .unsent: Limits.unsentBytes
            }
        }
    }

    /// A verdict on one more connection.
    enum Admission: Equatable {
        /// There is room.
        case admitted
        /// There is room if idle connections of this user are closed first.
        case afterClosing(ofUser: UInt32)
        /// The user has as many as one may have.
        case userIsFull
        /// There is no room for anybody like this.
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
    private var strangers = 0

    /// Makes empty shares.
    ///
    /// - Parameters:
    ///   - capacity: How many connections there can be in all.
    ///   - descriptors: How many descriptors there are for them, if that is less.
    init(capacity: Int, descriptors: Int) {
        self.capacity = capacity
        let available = min(capacity, max(descriptors, 0))
        othersCapacity = available - available / Limits.reservedShare
    }

    /// Whether there is room for nobody.
    var isFull: Bool { count >= capacity }

    func connections(of uid: UInt32) -> Int { users[uid]?.connections ?? 0 }

    /// Decides on one more connection of a peer.
    func admission(of peer: Peer) -> Admission {
        let own = connections(of: peer.uid)
        guard own < Limits.connectionsPerUser else { return .userIsFull }
        guard isFull || !peer.mayControl && strangers >= othersCapacity else { return .admitted }
        return strangersWithMost.first.map(Admission.afterClosing) ?? .noRoom
    }

    /// The users who may only look and have more connections than anybody keeps, those with the
    /// most first: they are the first to give some back.
    var strangersWithMost: [UInt32] {
        users.filter { !$0.value.mayControl && $0.value.connections > Limits.connectionsKept }
            .sorted { $0.value.connections > $1.value.connections }.map(\.key)
    }

    /// Counts a connection in.
    mutating func add(_ peer: Peer) {
        users[peer.uid, default: User(mayControl: peer.mayControl)].connections += 1
        count += 1
        if !peer.mayControl { strangers += 1 }
    }

    /// Counts a connection out, with what it held.
    mutating func remove(_ peer: Peer, holding: Holding) {
        change(holding, to: Holding(), of: peer)
        users[peer.uid]?.connections -= 1
        if users[peer.uid]?.connections == 0 { users[peer.uid] = nil }
        count -= 1
        if !peer.mayControl { strangers -= 1 }
    }

    /// Takes in what a connection holds now.
    mutating func change(_ before: Holding, to after: Holding, of peer: Peer) {
        users[peer.uid]?.holding.unfinishedBytes += after.unfinishedBytes - before.unfinishedBytes
        users[peer.uid]?.holding.unsentBytes += after.unsentBytes - before.unsentBytes
    }

    /// The user who holds the most of what there is too much of, among those who may control or
    /// among the others; nil if neither is over its limit.
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
