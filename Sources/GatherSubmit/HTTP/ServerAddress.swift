import CCurl
import GatherAPI

/// The address of a server, checked for use.
///
/// It is parsed by the library that will send the request, so that both see the same host.
struct ServerAddress: Hashable, Sendable {
    /// The address without a trailing slash.
    let url: String
    /// True if the host is this machine.
    let isLoopback: Bool

    /// Parses an address.
    ///
    /// - Parameter allowInsecureHTTP: True to allow plain http to another machine.
    /// - Throws: ``SubmitterError/invalidServer(reason:needsInsecureHTTP:)``.
    init(_ text: String, allowInsecureHTTP: Bool) throws(SubmitterError) {
        guard let parts = curl_url() else { throw .invalidServer(reason: "out of memory") }
        defer { curl_url_cleanup(parts) }
        // An unknown scheme is reported by its name below.
        let result = curl_url_set(parts, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME))
        guard result == CURLUE_OK, !text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) else {
            throw .invalidServer(
                reason: "an address looks like https://host, in ASCII and without spaces")
        }
        func part(_ part: CURLUPart) -> String? { Self.part(part, of: parts) }
        if [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS].contains(where: {
            part($0) != nil
        }) {
            throw .invalidServer(reason: "the address must not have a user name or a password")
        }
        if text.contains(where: { "?#".contains($0) }) {
            throw .invalidServer(reason: "the address must not have a '?' or a '#'")
        }
        guard let scheme = part(CURLUPART_SCHEME), ["http", "https"].contains(scheme),
            let host = part(CURLUPART_HOST), let url = part(CURLUPART_URL)
        else { throw .invalidServer(reason: "the address must begin with https:// or http://") }
        isLoopback = Self.isLoopback(host)
        guard scheme == "https" || isLoopback || allowInsecureHTTP else {
            throw .invalidServer(reason: SubmitterError.plainHTTPReason, needsInsecureHTTP: true)
        }
        self.url = String(url.reversed().drop { $0 == "/" }.reversed())
    }

    /// Returns true if a host is this machine; the parser has normalised numbers, and put IPv6 in
    /// brackets.
    private static func isLoopback(_ host: String) -> Bool {
        if host.lowercased() == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    private static func part(_ part: CURLUPart, of parts: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, part, &text, 0) == CURLUE_OK, let text else { return nil }
        // "The returned string must be freed with curl_free", curl_url_get(3).
        defer { curl_free(text) }
        return String(cString: text)
    }
}
