import LinuxIO

/// The connections of each address, and the requests that it may still make.
final class ClientTable {
    private struct Client {
        var connections = 0
        var tokens: Double
        var refilled: Duration
    }

    private var clients: [InternetAddress: Client] = [:]
    /// The networks of IPv6 that this machine is in.
    private var networks: Set<InternetAddress> = []
    private let perAddress: Int
    private let requestsAtOnce: Double
    private let requestsPerSecond: Double
    private let unlimited: Set<InternetAddress>
    private let clock: any MachineClock

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - perAddress: The most connections of an address.
    ///   - unlimited: Addresses of proxies, which bring the connections of many.
    init(perAddress: Int, unlimited: Set<InternetAddress>, clock: any MachineClock) {
        self.perAddress = perAddress
        requestsAtOnce = Double(perAddress * Limits.requestsAtOnce)
        requestsPerSecond = Double(perAddress * Limits.requestsPerSecond)
        self.unlimited = unlimited
        self.clock = clock
    }

    /// Counts a connection.
    ///
    /// - Parameter local: The address of its other end, which is this machine's.
    /// - Returns: False if the address has too many.
    func connect(_ address: InternetAddress?, to local: InternetAddress?) -> Bool {
        if let local, local.isSix, local.host == address?.host { networks.insert(local.host) }
        guard let address, !unlimited.contains(address) else { return true }
        return update(address) { client in
            guard client.connections < perAddress else { return false }
            client.connections += 1
            return true
        }
    }

    /// Counts the end of a connection.
    func disconnect(_ address: InternetAddress?) {
        guard let address, !unlimited.contains(address) else { return }
        update(address) { $0.connections = max($0.connections - 1, 0) }
    }

    /// Counts a request.
    ///
    /// - Returns: False if the address makes too many.
    func request(_ address: InternetAddress?) -> Bool {
        guard let address else { return true }
        return update(address) { client in
            guard client.tokens >= 1 else { return false }
            client.tokens -= 1
            return true
        }
    }

    @discardableResult
    private func update<Result>(
        _ address: InternetAddress, _ change: (inout Client) -> Result
    ) -> Result {
        let now = clock.now().boottime
        if clients.count >= Limits.addresses { forget(at: now) }
        let key = key(of: address)
        var client = clients[key] ?? Client(tokens: requestsAtOnce, refilled: now)
        refill(&client, at: now)
        defer { clients[key] = client }
        return change(&client)
    }

    /// Returns the address under which a client is counted.
    ///
    /// With IPv6 that is its network, which one host can use as it likes. In a network of this
    /// machine, such as that of the phones at the touchline, it is the address itself.
    private func key(of address: InternetAddress) -> InternetAddress {
        networks.contains(address.host) ? address : address.host
    }

    private func refill(_ client: inout Client, at now: Duration) {
        let more = (now - client.refilled) / .seconds(1) * requestsPerSecond
        client.tokens = min(client.tokens + more, requestsAtOnce)
        client.refilled = now
    }

    /// Forgets the addresses that have no connection and made no request for some seconds.
    private func forget(at now: Duration) {
        let full = Duration.seconds(Limits.requestsAtOnce / Limits.requestsPerSecond)
        clients = clients.filter { $0.value.connections > 0 || now - $0.value.refilled < full }
        // If all are still active, the requests of addresses without a connection are forgotten.
        if clients.count >= Limits.addresses {
            clients = clients.filter { $0.value.connections > 0 }
        }
    }
}
