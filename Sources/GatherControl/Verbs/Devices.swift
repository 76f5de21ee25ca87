import GatherAPI
import LinuxIO
import Varlink

/// `pair`: shows a number with which a phone is let in, and waits for it.
struct Pair: Command {
    static let verb = Verb(
        name: "pair", arguments: "[--url URL]",
        summary: tr("let a phone change the match"),
        failure: tr("cannot pair a phone: %1$@"), topic: .showing, options: [.url, .remoteSocket],
        manual: """
            Show a number of six digits, the address of the remote, and a QR code with both. For 60
            s you can pair one phone with it. After five wrong numbers it is no longer valid. The
            phone gets a name and a secret that only it knows, and the answer says which phone was
            paired. From then on the phone can change the match, and the record says what it did,
            until *devices* revokes it. The remote is gather-web(8) with --remote, and it has to
            run. With --url the remote has this address, such as https://pitch.example, as behind a
            proxy.
            """
    ) { arguments in Pair(url: arguments.text(.url), control: arguments.text(.remoteSocket)) }

    /// The address of the remote; nil for that of this machine.
    var url: String?
    /// The socket of gather-web; nil for the usual one.
    var control: String?

    var isEndless: Bool { true }

    func run(_ context: Context) throws(Failure) {
        if let url, !Self.isAddress(url) {
            throw Failure(
                .usage, Self.verb.failure,
                cause: tr(
                    "'%1$@' is not an address; use one such as https://pitch.example", url.shown))
        }
        let service = try OtherService.remote(context, control, Self.verb.failure)
        let connection = try service.open()
        var call = RemoteMethod.Pair().call
        call.more = true
        let offer = try service.send(call, on: connection)
        try show(try context.read(offer, RemoteMethod.Pair.self), offer, context)
        let outcome = try service.next(on: connection, within: .seconds(90))
        let paired = try context.read(outcome, RemoteMethod.Pair.self)
        guard let device = paired.device else {
            throw Failure(
                .refused, Self.verb.failure, cause: Self.text(paired.ended),
                hint: tr("'gatherctl pair' shows another one"))
        }
        try context.showChange(outcome) { tr("paired: %1$@", device.name) + "\n" }
    }

    private func show(
        _ offer: RemoteMethod.Pair.Reply, _ reply: Reply, _ context: Context
    ) throws(Failure) {
        let addresses = addresses(offer)
        try context.show(reply) {
            let number = offer.number ?? ""
            let spaced = "\(number.prefix(3)) \(number.dropFirst(3))"
            var lines = [tr("number: %1$@, for one phone and %2$@ s", spaced, offer.seconds ?? 0)]
            lines += addresses.map { tr("open:   %1$@", $0) }
            if let host = addresses.first, host.contains("//localhost") {
                lines.append(tr("a phone cannot reach this address: gather-web listens here alone"))
            }
            return lines.text
        }
        guard !context.options.quiet, context.options.json == .off, let best = addresses.first,
            let number = offer.$number
        else { return }
        // Without the program, as where it runs from elsewhere, the number can be typed.
        try? WebProgram.showCode(of: "\(best)#\(number)", Self.verb.failure)
    }

    private static func text(_ end: PairingEnd?) -> String {
        switch end {
        case .wrongNumbers?: tr("five wrong numbers were given for it")
        case .replaced?: tr("there is a newer number")
        case .failed?: tr("gather-web could not write its list of phones")
        case .timeout?, nil: tr("no phone has used the number")
        }
    }

    /// Returns true for what a phone can open once a path is put behind it.
    private static func isAddress(_ url: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: url.hasPrefix) else { return false }
        let rest = url.utf8.dropFirst(scheme.utf8.count)
        return (1...256).contains(rest.count) && rest.first != UInt8(ascii: "/")
            && rest.allSatisfy { (0x21...0x7E).contains($0) && !"?#\"\\<>`".utf8.contains($0) }
    }

    private func addresses(_ offer: RemoteMethod.Pair.Reply) -> [String] {
        let path = "/remote"
        if let url {
            let base = url.hasSuffix("/") ? String(url.dropLast()) : url
            return [base.hasSuffix(path) ? base : base + path]
        }
        guard let port = offer.port.flatMap(UInt16.init(exactly:)),
            let address = InternetAddress(offer.$address ?? "0.0.0.0")
        else { return [] }
        return PageAddresses(
            InternetEndpoint(address: address, port: port), isSecure: offer.secure == true,
            path: path
        ).all
    }
}

/// `devices`: lists the paired phones, and revokes one.
struct Devices: Command {
    static let verb = Verb(
        name: "devices", arguments: "[revoke NAME|ID]",
        summary: tr("list the phones that can change the match"),
        failure: tr("cannot list the phones: %1$@"), topic: .showing, options: [.remoteSocket],
        forms: [list, revoke], isLook: true,
        manual: """
            List the paired phones, with their names, their IDs, and the time of the pairing.
            *devices revoke* takes a name or an ID. From then on that phone can change nothing; what
            it did before stays.
            """
    ) { arguments in Devices(control: arguments.text(.remoteSocket)) }

    private static let list = Verb(
        name: "", summary: tr("list them"), failure: tr("cannot list the phones: %1$@"),
        options: [.remoteSocket], isLook: true
    ) { arguments in Devices(control: arguments.text(.remoteSocket)) }

    private static let revoke = Verb(
        name: "revoke", arguments: "NAME|ID", summary: tr("stop a phone from changing the match"),
        failure: tr("cannot revoke the phone: %1$@"), options: [.remoteSocket]
    ) { (arguments) throws(UsageError) in
        Devices(
            revoked: try arguments.required(tr("the phone is missing")),
            control: arguments.text(.remoteSocket))
    }

    /// The name or the ID of the phone to revoke; nil to list all.
    var revoked: String?
    /// The socket of gather-web; nil for the usual one.
    var control: String?

    func run(_ context: Context) throws(Failure) {
        let failure = revoked == nil ? Self.verb.failure : Self.revoke.failure
        let service = try OtherService.remote(context, control, failure)
        let connection = try service.open()
        let reply = try service.send(RemoteMethod.GetDevices().call, on: connection)
        let devices = try context.read(reply, RemoteMethod.GetDevices.self).devices
        guard let revoked else { return try list(devices, reply, context) }
        // A phone that was given the ID of another one as its name does not shield it.
        let withID = devices.filter { $0.id == revoked }
        let matching = withID.isEmpty ? devices.filter { $0.$name == revoked } : withID
        guard let device = matching.first else {
            throw Failure(
                .refused, failure,
                cause: tr(
                    "no phone is called '%1$@'; 'gatherctl devices' lists them", revoked.shown))
        }
        guard matching.count == 1 else {
            throw Failure(
                .refused, failure, cause: tr("several have this name"),
                hint: tr("use the ID, as 'gatherctl devices' lists it"))
        }
        let answer = try service.send(RemoteMethod.Revoke(id: device.id).call, on: connection)
        try context.showChange(answer) { tr("revoked: %1$@", device.name) + "\n" }
    }

    private func list(
        _ devices: [DeviceFields], _ reply: Reply, _ context: Context
    ) throws(Failure) {
        try context.show(reply) {
            guard !devices.isEmpty else {
                return tr("no phone is paired; 'gatherctl pair' lets one in") + "\n"
            }
            let rows = devices.map { [$0.id, String($0.pairedAt.prefix(10)), $0.name] }
            return Columns.lines(rows).text
        }
    }
}

extension OtherService {
    /// Makes the service of gather-web at its socket for those who pair devices.
    fileprivate static func remote(
        _ context: Context, _ path: String?, _ failure: String
    ) throws(Failure) -> OtherService {
        // 'gatherctl web' serves at the usual socket alone.
        // Not translated: commands.
        let program =
            path.map { "gather-web --remote --control \(ShellWord.of($0, plain: .letters))" }
            ?? "gatherctl web --remote"

        return try OtherService(
            context, failure, program: "gather-web", path: path,
            own: StandardPaths.remoteSocket(context.program.environment),
            system: StandardPaths.systemRemoteSocket,
            starts: ("gather-remote", program)
        ) { reply in
            switch RemoteError(reply) {
            case .noSuchDevice?: tr("there is no such phone")
            case .storageFailed(let reason)?: tr("it could not be written: %1$@", reason)
            case nil: nil
            }
        }
    }
}

extension Option {
    /// The socket of gather-web, for those who pair devices.
    static let remoteSocket = Option(
        "control", tr("the socket of gather-web"), takes: "PATH", completes: .files)
    fileprivate static let url = Option("url", tr("the address of the remote"), takes: "URL")
}
