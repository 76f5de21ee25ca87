import CMicroHTTP
import LinuxIO

/// A request of a browser.
///
/// Its headers can be read until it is answered.
struct HTTPRequest {
    /// The method, such as `GET`.
    let method: String
    /// The path, without the query, unescaped.
    let path: String
    /// The arguments of the query, unescaped; of one that is given twice, the first counts.
    let arguments: [String: String]
    /// The address of the client, behind a trusted proxy as the proxy names it.
    let client: InternetAddress?
    /// The address that the connection came to.
    let local: InternetAddress?
    /// The body; empty until all of it has arrived.
    var body: [UInt8] = []

    private let connection: OpaquePointer

    init(
        connection: OpaquePointer, method: String, path: String, arguments: [String: String],
        client: InternetAddress?, local: InternetAddress?
    ) {
        self.connection = connection
        self.method = method
        self.path = path
        self.arguments = arguments
        self.client = client
        self.local = local
    }

    /// Returns the number of headers with a name.
    func count(of name: String) -> Int { Int(cmicrohttp_headers(connection, name)) }

    /// Returns the value of a header; nil if the request has none.
    func header(_ name: String) -> String? {
        cmicrohttp_header(connection, name).map { String(cString: $0) }
    }
}
