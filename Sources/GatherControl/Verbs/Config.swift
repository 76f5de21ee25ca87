import GatherAPI
import Varlink

/// `config`: shows the settings in force, and what each comes from.
struct Config: Command {
    static let verb = Verb(
        name: "config", summary: tr("show your settings, and where they come from"),
        failure: tr("cannot show the settings: %1$@"), topic: .program, isLook: true,
        manual: """
            Show the settings in force, and where each comes from: an option, else the environment,
            else your own file
            .Pa ~/.config/gatherctl/config ,
            or the one in
            .Ev $XDG_CONFIG_HOME .
            The file has the form of systemd.syntax(7), with one section:
            .Bd -literal -offset indent
            [Client]
            Pitch=north
            Host=anna@pitch.local
            Color=no
            Pager=less -R
            .Ed
            .Pp
            Each stands for an option, or for
            .Ev PAGER ;
            --pitch and --host with an empty value mean none. If an option or the environment names
            a socket, the pitch and the host of the file are not used. A line with an unknown name
            is ignored with a warning; a wrong value is an error, as the command might go to another
            pitch. If its group or others can write to the file, it is ignored with a warning.
            *bridge* does not read it.
            """
    ) { _ in Config() }

    func run(_ context: Context) throws(Failure) {
        let settings = context.settings
        let json = Catalogue.inEnglish {
            JSONObject(
                settings.map { setting in
                    .init(
                        setting.name.key,
                        .object([
                            "value": JSONValue(setting.value),
                            "from": JSONValue(setting.origin?.description),
                        ]))
                } + [
                    .init("socket", .string(context.socket.path)),
                    .init("file", JSONValue(context.settingsPath)),
                ])
        }
        try context.show(Reply(json)) {
            let rows = settings.map { setting in
                [
                    setting.name.key, setting.value?.shown ?? "-",
                    setting.origin?.description.shown ?? tr("default"),
                ]
            }
            let last = [[tr("socket"), context.socket.path.shown]]
            return Columns.lines(rows + last).text
        }
    }
}
