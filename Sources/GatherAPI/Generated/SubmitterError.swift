// Made by varlink-gen from Interfaces/Submitter.varlink; units/generate makes it anew.
public import Varlink

/// The errors of `io.gatherd.Submitter`.
public enum SubmitterError: InterfaceError {
    /// The name of the interface.
    public static let interface = "io.gatherd.Submitter"

    /// The address of the server cannot be used, and why.
    case invalidServer(reason: String, needsInsecureHTTP: Bool = false)
    /// The server answered with another HTTP status than the one that means done: 401 to a token
    /// that is not valid, for one.
    ///
    /// The reason has the server's own words, where it gave some.
    case unexpectedStatus(status: Int, reason: String, retryAfterSeconds: Int = 0)
    /// The request has not been sent, and why: the server has certainly not acted.
    case notSent(reason: String)
    /// The request was sent, or part of it, and no answer came, or none that makes sense: the
    /// server may have acted or not.
    case outcomeUnknown(reason: String)

    /// The name of the error in its interface, and its fields.
    public var parts: (name: String, fields: JSONObject) {
        switch self {
        case .invalidServer(let reason, let needsInsecureHTTP):
            (
                "InvalidServer",
                ["reason": reason.json, "needsInsecureHttp": needsInsecureHTTP.json]
            )
        case .unexpectedStatus(let status, let reason, let retryAfterSeconds):
            (
                "UnexpectedStatus",
                [
                    "status": status.json,
                    "reason": reason.json,
                    "retryAfterSeconds": retryAfterSeconds.json,
                ]
            )
        case .notSent(let reason):
            ("NotSent", ["reason": reason.json])
        case .outcomeUnknown(let reason):
            ("OutcomeUnknown", ["reason": reason.json])
        }
    }

    /// Reads an error of its name in the interface and its fields.
    public init?(name: Substring, from reader: inout ParameterReader) throws(VarlinkError) {
        switch name {
        case "InvalidServer":
            self = .invalidServer(
                reason: try reader.required("reason"),
                needsInsecureHTTP: try reader.optional("needsInsecureHttp") ?? false
            )
        case "UnexpectedStatus":
            self = .unexpectedStatus(
                status: try reader.required("status"),
                reason: try reader.required("reason"),
                retryAfterSeconds: try reader.optional("retryAfterSeconds") ?? 0
            )
        case "NotSent":
            self = .notSent(reason: try reader.required("reason"))
        case "OutcomeUnknown":
            self = .outcomeUnknown(reason: try reader.required("reason"))
        default: return nil
        }
    }
}
