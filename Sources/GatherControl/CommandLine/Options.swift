import GatherAPI

/// The options that apply to every verb.
struct Options: Hashable {
    /// The JSON format of the daemon's answer.
    enum JSON: String, CaseIterable {
        case off
        /// JSON on one line.
        case short
        /// JSON on several lines.
        case pretty
    }

    var socket: String?
    var pitch: String?
    var host: HostName?
    /// The ID under which the command counts once.
    var requestID: String?
    var json = JSON.off
    /// True if digits may be bold.
    var color = true
    /// True if a long answer may be shown by a pager.
    var paging = true
    /// True if nothing is printed on success.
    var quiet = false

    init() {}

    /// Reads the options that were given.
    ///
    /// - Throws: A ``UsageError`` if a value is not valid.
    init(_ given: GivenOptions) throws(UsageError) {
        socket = given[.socket]
        pitch = given[.pitch]
        host = try given[.host].map { (text) throws(UsageError) in try HostName(text) }
        requestID = given[.requestID]
        color = !given.has(.noColor)
        paging = !given.has(.noPager)
        quiet = given.has(.quiet)
        if let form = given[.json] {
            guard let json = form.isEmpty ? .short : JSON(rawValue: form) else {
                throw UsageError("cannot print JSON as '\(form)': it is short, pretty or off")
            }
            self.json = json
        }
        try check()
    }

    private func check() throws(UsageError) {
        if socket == "" { throw UsageError("cannot use the socket '': a path is missing") }
        if let pitch { try check(pitch: pitch) }
        if let requestID, !Self.isRequestID(requestID) {
            throw UsageError(
                "cannot use the request ID '\(requestID)': "
                    + "it is 1 to 64 printable ASCII characters")
        }
    }

    private func check(pitch: String) throws(UsageError) {
        guard socket == nil else {
            throw UsageError("cannot use the pitch '\(pitch)': '--socket' names another place")
        }
        guard Self.isPitch(pitch) else {
            throw UsageError(
                "cannot use the pitch '\(pitch)': "
                    + "a pitch is 1 to 32 letters, digits, '_' and '-'")
        }
        guard pitch != "gatherd" else {
            throw UsageError(
                "cannot use the pitch 'gatherd': its socket is that of no pitch; leave '-p' out")
        }
    }

    private static func isPitch(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count)
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
    }

    private static func isRequestID(_ id: String) -> Bool {
        (1...InterfaceLimits.requestIDCharacters).contains(id.utf8.count)
            && id.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
