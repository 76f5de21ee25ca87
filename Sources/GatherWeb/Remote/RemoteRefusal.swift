import GatherAPI
import Varlink

/// The reason for a refusal, as a phone shows it: short, and without commands of a shell.
enum RemoteRefusal {
    /// Returns the text for a reply that is an error.
    static func text(_ reply: Reply) -> PageText {
        if let error = GatherError(reply) { return PageText(translatable: error.text) }
        switch VarlinkError(reply) {
        case .invalidParameter(let name)?: return tr("the value '%1$@' is not valid", name)
        case .permissionDenied?:
            return tr(
                """
                gatherd does not take commands of devices from this server: see RemoteUser= in \
                gatherd.conf, and the group gather
                """)
        case .methodNotFound?: return tr("gatherd is too old for this")
        default: return tr("gatherd refuses it")
        }
    }
}
