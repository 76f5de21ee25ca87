import GatherAPI
import LinuxIO

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
    /// The pitch; empty for none, whatever the settings say.
    var pitch: String?
    var host: HostName?
    /// The host as it was given; empty for this machine, whatever the settings say.
    private(set) var hostText: String?
    /// The ID under which the command counts once.
    var requestID: String?
    var json = JSON.off
    /// True if digits may be bold.
    var color = true
    /// True if a long answer may be shown by a pager.
    var paging = true
    /// True if nothing is printed on success.
    var quiet = false

    /// The words of the command line, the verb first, without the options that name the daemon.
    var words: [String] = []

    /// The options that name the daemon, as they were given.
    private var daemon: [String] = []
    /// The sockets of other programs that were given, each with the option of some verbs for it.
    private var others: [Option: String] = [:]

    init() {}

    /// Reads the options that were given.
    ///
    /// - Throws: A ``UsageError`` if a value is not valid.
    init(_ given: GivenOptions) throws(UsageError) {
        socket = given[.socket]
        pitch = given[.pitch]
        hostText = given[.host]
        daemon = [("--socket", socket), ("-p", pitch), ("-H", hostText)].flatMap { name, value in
            value.map { [name, ShellWord.of($0, plain: .letters)] } ?? []
        }
        for option in [Option.remoteSocket, .club] {
            // The boards have an option with the name of one, which takes no value.
            guard let path = given[option], !path.isEmpty else { continue }
            others[option] = ShellWord.of(path, plain: .letters)
        }
        if let hostText, !hostText.isEmpty { host = try HostName(hostText) }
        requestID = given[.requestID]
        color = !given.has(.noColor)
        paging = !given.has(.noPager)
        quiet = given.has(.quiet)
        if let form = given[.json] {
            guard let json = form.isEmpty ? .short : JSON(rawValue: form) else {
                throw UsageError(tr("cannot print JSON as '%1$@': use short, pretty or off", form))
            }
            self.json = json
        }
        try check()
    }

    /// Returns a text whose commands are for the same daemon, and for the same program beside it,
    /// as they are copied into a shell.
    ///
    /// They are those of this program, in quotes or behind a colon: texts name them without
    /// options, and everything that is shown to people goes through here.
    func aimed(_ text: String) -> String {
        guard !daemon.isEmpty || !others.isEmpty else { return text }
        var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for index in words.indices.dropFirst() {
            let program = words[index - 1]
            let isListed = program == "gatherctl" && index > 1 && words[index - 2].hasSuffix(":")
            // The command for another machine is complete, in quotes within those of the text.
            let isOther = words[..<index].contains { $0.hasSuffix("'ssh") }
            let name = words[index].prefix { $0.isLetter || $0 == "-" }
            guard isListed || program.hasSuffix("'gatherctl"), !isOther,
                let verb = Verb.known(String(name))
            else { continue }
            words[index - 1] = ([program] + daemon).joined(separator: " ")
            let own = verb.options.compactMap { (option) -> String? in
                guard option.value != .none, let path = others[option] else { return nil }
                return " --\(option.name) \(path)"
            }
            words[index].insert(contentsOf: own.joined(), at: name.endIndex)
        }
        return words.joined(separator: " ")
    }

    private func check() throws(UsageError) {
        if socket == "" { throw UsageError(tr("cannot use the socket '': the path is missing")) }
        if let pitch, !pitch.isEmpty {
            guard socket == nil else {
                throw UsageError(
                    tr("cannot use the pitch '%1$@': '--socket' names the socket already", pitch))
            }
            try Self.check(pitch: pitch)
        }
        if let requestID, !Self.isRequestID(requestID) {
            throw UsageError(
                tr(
                    "cannot use the request ID '%1$@': use 1 to %2$@ printable ASCII characters",
                    requestID, InterfaceLimits.requestIDCharacters))
        }
    }

    /// Checks the name of a pitch.
    static func check(pitch: String) throws(UsageError) {
        guard PitchName.isWellFormed(pitch) else {
            throw UsageError(
                tr(
                    "cannot use the pitch '%1$@': use 1 to %2$@ letters, digits, '_' and '-'",
                    pitch, PitchName.limit))
        }
        guard pitch != PitchName.ofNoPitch else {
            throw UsageError(
                tr(
                    "cannot use the pitch '%1$@': leave '-p' out for the socket without a pitch",
                    pitch))
        }
    }

    private static func isRequestID(_ id: String) -> Bool {
        (1...InterfaceLimits.requestIDCharacters).contains(id.utf8.count)
            && id.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
