/// The addresses under which a page of this machine is reached, the best for a phone first.
public struct PageAddresses: Equatable {
    /// All of them as URLs.
    public let all: [String]

    /// The address for a QR code: one that every phone can resolve; nil if there is none.
    public var best: String? { all.first }

    /// Finds the addresses of a server.
    ///
    /// - Parameters:
    ///   - endpoint: Where it listens.
    ///   - isSecure: True if it speaks TLS.
    ///   - path: The path of the page, and what follows it.
    ///   - machine: The name of the machine.
    ///   - own: The addresses of its interfaces.
    public init(
        _ endpoint: InternetEndpoint, isSecure: Bool, path: String,
        machine: String? = MachineName.current, own: [InternetAddress]? = nil
    ) {
        let scheme = isSecure ? "https" : "http"
        func url(_ host: String) -> String {
            let port = endpoint.port == (isSecure ? 443 : 80) ? "" : ":\(endpoint.port)"
            return "\(scheme)://\(host)\(port)\(path)"
        }
        guard endpoint.address.isAny else {
            let host = endpoint.address.isLoopback ? "localhost" : endpoint.address.urlHost
            all = [url(host)]
            return
        }
        let reachable = (own ?? InternetSocket.ownAddresses()).filter {
            !$0.isLoopback && !$0.isLinkLocal
        }
        // Not every phone resolves a name of mDNS, and IPv6 is long to type.
        let four = reachable.filter { !$0.isSix }.map { url($0.urlHost) }
        let name = machine.map { name in
            let short = name.split(separator: ".").first.map(String.init) ?? name
            return url("\(short).local")
        }
        let six = reachable.filter(\.isSix).map { url($0.urlHost) }
        let found = four + [name].compactMap(\.self) + six
        all = reachable.isEmpty ? [url("localhost")] : found
    }
}
