import GatherAPI

/// Says why a request did not get to a server, in the words of this program.
enum ServerReason {
    /// Where it is said, and so what there is to type.
    enum Place {
        /// Of the command itself, which takes the option.
        case atSignIn
        /// Of what goes to a server that was chosen before.
        case afterwards
    }

    /// The reason, with the option that lets plain http go to another machine: whoever sent the
    /// request knows of no options.
    static func text(_ reason: String, offers place: Place) -> String {
        guard reason.hasSuffix(ServerFields.insecureWay) else { return reason }
        let option = "'--\(Option.insecureHTTP.name)'"
        let words =
            switch place {
            case .atSignIn: "say \(option)"
            case .afterwards: "say \(option) to 'gatherctl login --server URL'"
            }
        return reason.dropLast(ServerFields.insecureWay.count) + words
    }
}
