import LinuxIO

/// The options of the command line.
struct Options: Equatable {
    /// The action to take.
    enum Action: Equatable {
        case serve
        /// Print the addresses of the page and a QR code for one of them, and serve.
        case announce
        /// Print a text as a QR code.
        case encode(String)
        case showHelp
        case showVersion
    }

    var action = Action.serve
    /// True to serve the remote as well.
    var isRemote = false
    /// The places to listen at, unless sockets are passed.
    var endpoints: [InternetEndpoint] = []
    /// The socket of gatherd; nil for the usual one.
    var socket: String?
    /// The socket of gather-mqtt `--club`; nil for the usual one.
    var club: String?
    /// The socket at which devices are paired and listed; nil for the usual one.
    var control: String?
    /// The file of the certificate with its chain, and that of its key.
    var certificate: String?
    var key: String?
    /// Further names of the machine.
    var hosts: [String] = []
    /// The proxies whose word on the client's address is taken.
    var proxies: Set<InternetAddress> = []
    /// The most connections of an address.
    var perAddress = Limits.perAddress
    /// The directory with pictures of teams.
    var crests: String?

    static let help = """
        usage: gather-web [--listen ADDRESS:PORT] [--remote] [option ...]

        Shows the match of gatherd in browsers; with --remote, paired phones can also change it.

          --listen ADDRESS:PORT  where to listen, unless systemd passes sockets (127.0.0.1:8080,
                                 with --remote 127.0.0.1:8081); can be given several times
          --remote               serve the remote; pair phones with 'gatherctl pair'
          --announce             print the addresses and a QR code first
          --socket PATH          the socket of gatherd
          --club PATH            the socket of gather-mqtt --club
          --control PATH         the socket for 'gatherctl pair' and 'gatherctl devices'
          --certificate FILE     serve over TLS; a renewed file is used without a restart
          --key FILE             the key of the certificate
          --host NAME            a further name that browsers may ask for; can be repeated
          --trusted-proxy ADDR   take a client's address from this proxy's X-Forwarded-For
          --per-address N        the most connections of an address (32)
          --crests DIR           pictures of teams, such as Reds.png
          --qr TEXT              print a text as a QR code, and end; '-' is standard input
          -h, --help             show this
          --version              show the version

        """

    /// Parses the arguments, without the program's name.
    init(_ arguments: [String]) throws(OptionError) {
        var reader = ServiceArguments(arguments)
        while let name = try reader.next() {
            switch name {
            case "--listen":
                endpoints.append(
                    try reader.value("ADDRESS:PORT, such as 0.0.0.0:8080") { InternetEndpoint($0) })
            case "--socket": socket = try reader.socketPath()
            case "--club": club = try reader.socketPath()
            case "--control": control = try reader.socketPath()
            case "--certificate": certificate = try reader.text()
            case "--key": key = try reader.text()
            case "--crests": crests = try reader.text()
            case "--host": hosts.append(try reader.text())
            case "--trusted-proxy":
                proxies.insert(
                    try reader.value("an address, such as 127.0.0.1") { InternetAddress($0) })
            case "--per-address": perAddress = try reader.number(in: 1...Limits.connections)
            case "--qr": action = .encode(try reader.text())
            case "--remote": isRemote = true
            case "--announce": action = .announce
            case "-h", "--help": action = .showHelp
            case "--version": action = .showVersion
            default: throw reader.unknown
            }
        }
        guard (certificate == nil) == (key == nil) else {
            throw OptionError(message: "--certificate and --key belong together")
        }
    }
}
