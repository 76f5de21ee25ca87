import LinuxIO

/// The standing of a connection to a broker, with its words for the status and the log.
struct BrokerStanding {
    /// The place of the broker for people.
    let place: String
    private(set) var isConnected = false
    /// The reason for the last loss; nil after a connection.
    private var reason: String?

    /// Makes the standing before the first connection.
    init(at place: String) { self.place = place }

    /// The status without a connection.
    var status: String {
        "no connection to the broker at \(place)\(reason.map { ": \($0)" } ?? "")"
    }

    /// Records a connection.
    mutating func connect() { (isConnected, reason) = (true, nil) }

    /// Records a loss: the connection is tried again and again, but each reason is logged only
    /// once.
    mutating func lose(_ reason: String, _ log: ServiceLog) {
        isConnected = false
        if self.reason != reason {
            log.write(.warning, "no connection to the broker at \(place), trying on: \(reason)")
        }
        self.reason = reason
    }
}
