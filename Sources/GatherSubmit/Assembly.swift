import GatherAPI
import Glibc
import LinuxIO

/// Puts the submitter together; the one place that knows the concrete types.
public enum Assembly {
    /// Runs the submitter until there is nothing left to do; does not return.
    ///
    /// - Parameter arguments: The command line without the program's name.
    public static func run(_ arguments: [String]) -> Never {
        ServiceProgram.run("gather-submit") {
            let options = try Options(arguments)
            switch options.action {
            case .showHelp: ServiceProgram.leave(0, Options.help, to: STDOUT_FILENO)
            case .showVersion:
                ServiceProgram.leave(0, "gather-submit \(Version.current)\n", to: STDOUT_FILENO)
            case .serve: try serve(options)
            }
        }
    }

    private static func serve(_ options: Options) throws {
        ServiceProgram.prepare()
        Secrecy.forbidInspection()
        let environment = Environment.current
        let numbers =
            options.descriptor.map { [$0] }
            ?? PassedDescriptors.numbers(named: "varlink", environment, processID: getpid())
        guard !numbers.isEmpty else {
            throw OptionError(message: "no socket was passed")
        }
        // The command curl uses the same names.
        let certificates = certificateVariables.lazy.compactMap { environment[$0] }.first
        guard let transfers = TransferSet(certificates: certificates) else {
            throw SystemError(ENOMEM)
        }
        let submitter = try Submitter(
            numbers.map(Descriptor.init(owning:)), transfers: transfers, idle: options.idle)
        do { try submitter.run() } catch {
            ServiceProgram.leave(1, "gather-submit: cannot take a connection: \(error)\n")
        }
    }

    /// The variables that name a file of authorities to trust instead of the system's; the first
    /// one that is set counts.
    private static let certificateVariables = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"]
}
