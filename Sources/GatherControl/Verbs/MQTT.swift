/// `mqtt`: says how the match is published at a broker, tries that, and takes it back.
struct MQTT: Command {
    static let verb = Verb(
        name: "mqtt", arguments: "[check|off]",
        summary: tr("show how the match is published over MQTT"),
        failure: tr("cannot say how the match is published: %1$@"), topic: .showing,
        options: [.club], forms: [state, check, off], isLook: true,
        manual: """
            Say whether gather-mqtt.service publishes the match, and where; and the same of
            gather-mqtt-command.service, if it is in use. With --pitch they are the services of that
            pitch, such as gather-mqtt@NAME.service. *mqtt check* tries all that gather-mqtt(8)
            needs, with the settings of that service: the broker, the name and the password, the
            topics, and gatherd(8). Its exit status is 0 if all of it works. *mqtt off* stops and
            disables both services, and removes everything that the broker retains of the pitch,
            also the description for Home Assistant; 'systemctl enable --now' publishes it again.
            Only root can read the password and stop the service. If gatherd is your own and not the
            machine's, your settings are used, and you have to stop by hand what publishes the
            match.
            .Pp
            If a club is served, at the usual socket or that of --club, *mqtt check* tries that too:
            whether it can read the fixtures, the table and the pitches, and write fixtures and
            table, as one place of the club must. *mqtt off* does not change gather-club.service,
            nor the fixtures and the table of the club at the broker; it says how to remove them.
            """
    ) { _ in MQTT(action: .state) }

    private static let state = Verb(
        name: "", summary: tr("say whether it is published, and where"),
        failure: tr("cannot say how the match is published: %1$@"), isLook: true
    ) { _ in MQTT(action: .state) }

    private static let check = Verb(
        name: "check", arguments: "[--club PATH]", summary: tr("test all that publishing needs"),
        failure: tr("cannot check what publishing takes: %1$@"), options: [.club], isLook: true
    ) { arguments in MQTT(action: .check, club: arguments.text(.club)) }

    private static let off = Verb(
        name: "off", arguments: "[--club PATH]",
        summary: tr("stop publishing, and remove what is retained"),
        failure: tr("cannot take back what is published: %1$@"), options: [.club]
    ) { arguments in MQTT(action: .off, club: arguments.text(.club)) }

    /// The action of a form.
    enum Action: String { case state, check, off }

    let action: Action
    /// The socket of the club; nil for the usual one, if it is there.
    var club: String?

    func run(_ context: Context) throws(Failure) {
        let publishing = try PublishingService(context, club: club, failure)
        switch action {
        case .state: try publishing.showState()
        case .check: try publishing.check()
        case .off: try publishing.end()
        }
    }

    private var failure: String {
        switch action {
        case .state: Self.verb.failure
        case .check: Self.check.failure
        case .off: Self.off.failure
        }
    }
}
