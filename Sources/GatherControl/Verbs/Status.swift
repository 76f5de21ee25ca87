import GatherAPI
import LinuxIO
import Varlink

/// `status`: shows the match card.
struct Status: Command {
    static let verb = Verb(
        name: "status", summary: tr("show the match (also without a verb)"),
        failure: tr("cannot show the match: %1$@"), topic: .showing, isLook: true,
        manual: """
            Show the match, even one that has ended. gatherctl without a verb does the same. If
            gatherd(8) was restarted while the countdown was running, it says when, until the next
            command. After a reboot it also says that the countdown goes by the wall clock; a board
            says so for a minute. If gather-web.socket listens on this machine, it says where
            browsers can see the match.
            """
    ) { _ in Status() }

    func run(_ context: Context) throws(Failure) {
        try context.show(GatherMethod.Get(), failure: Self.verb.failure) { state in
            let card = MatchCardViewModel(state, at: context.time.now())
            return card.lines(bold: context.showsBold) + leftovers(state.gather, context)
                + page(context)
        }
    }

    /// Returns the address of the machine's page, if it is served.
    private func page(_ context: Context) -> [String] {
        // The unit has a Unix socket beside its port. A drop-in may have changed the port.
        guard context.host == nil, context.socket.path.hasPrefix(Self.systemDirectory),
            Files.exists(StandardPaths.systemPageSocket),
            let any = InternetAddress("0.0.0.0"),
            InternetSocket.isListening(at: StandardPaths.pagePort)
        else { return [] }
        let endpoint = InternetEndpoint(address: any, port: StandardPaths.pagePort)
        let addresses = PageAddresses(endpoint, isSecure: false, path: "/")
        return addresses.best.map { [tr("in browsers: %1$@", $0)] } ?? []
    }

    private static let systemDirectory = Files.directory(of: StandardPaths.systemSocket) + "/"

    /// Returns lines about what the card only counts: the things left at the server for the user to
    /// settle; empty if the caller may not see them.
    private func leftovers(_ gather: GatherSnapshot?, _ context: Context) -> [String] {
        guard let gather, let count = gather.submission?.leftovers, count > 0 else { return [] }
        let results = try? Submissions.results(
            context.request(AccountMethod.ListResults().call, failure: Submissions.verb.failure),
            context)
        return (results ?? []).filter { $0.gatherID == gather.id }.flatMap(\.leftovers)
            .map(LeftoverPresenter.line)
    }
}
