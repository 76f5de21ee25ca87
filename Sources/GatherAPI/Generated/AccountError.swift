// Made by varlink-gen from Interfaces/Account.varlink; units/generate makes it anew.
public import Varlink

/// The errors of `io.gatherd.Account`.
public enum AccountError: InterfaceError {
    /// The name of the interface.
    public static let interface = "io.gatherd.Account"

    /// One of the values that are declared.
    public enum Field: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `userName`.
        case userName
        /// `password`.
        case password
    }

    /// One of the values that are declared.
    public enum UserNameProblem: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `empty`.
        case empty
        /// `blank`.
        case blank
        /// `tooLong`.
        case tooLong
        /// `colon`.
        case colon
    }

    /// The user name or the password was not given: the field that is missing, or nil if both are.
    case fieldMissing(AccountError.Field?)
    /// The user name is not valid, and why.
    case invalidUserName(AccountError.UserNameProblem)
    /// No server was given, and none is remembered.
    case noServer
    /// The address of the server cannot be used, and why.
    case invalidServer(reason: String, needsInsecureHTTP: Bool = false)
    /// The server refused, with an HTTP status: 401 if the name or the password is wrong, 500 if a
    /// new name is taken.
    case serverRefused(status: Int, reason: String)
    /// The server cannot be reached, and why.
    case serverUnreachable(reason: String)
    /// The request was sent, and it is not known whether the server has acted.
    case outcomeUnknown(reason: String)
    /// Nobody is signed in.
    case notSignedIn
    /// There is no gather with this ID.
    case noSuchGather
    /// More than one gather has an ID that begins with this text.
    case ambiguousGather
    /// The gather has not ended with a result.
    case noResult
    /// There is nothing to decide: it is known which gather of the server this one is, or that none
    /// is.
    case nothingToDecide
    /// The result was sent before, or was never to be sent.
    case nothingToDrop
    /// The server has no such gather, or it has a result or another owner here.
    case notACandidate
    /// Nothing with this ID is left at the server.
    case noSuchLeftover
    /// The gather or the player was changed at the server since it was listed.
    case leftoverChanged
    /// The result was ended for another user: 'takeOver' sends it as the one who is signed in.
    ///
    /// The user name is nil if it was not to be remembered.
    case otherAccount(userName: String?, server: String)
    /// It could not be stored, and why; what was stored before stays.
    case storageFailed(reason: String)

    /// The name of the error in its interface, and its fields.
    public var parts: (name: String, fields: JSONObject) {
        switch self {
        case .fieldMissing(let field):
            ("FieldMissing", ["field": field.json])
        case .invalidUserName(let problem):
            ("InvalidUserName", ["problem": problem.json])
        case .noServer:
            ("NoServer", [:])
        case .invalidServer(let reason, let needsInsecureHTTP):
            (
                "InvalidServer",
                ["reason": reason.json, "needsInsecureHttp": needsInsecureHTTP.json]
            )
        case .serverRefused(let status, let reason):
            ("ServerRefused", ["status": status.json, "reason": reason.json])
        case .serverUnreachable(let reason):
            ("ServerUnreachable", ["reason": reason.json])
        case .outcomeUnknown(let reason):
            ("OutcomeUnknown", ["reason": reason.json])
        case .notSignedIn:
            ("NotSignedIn", [:])
        case .noSuchGather:
            ("NoSuchGather", [:])
        case .ambiguousGather:
            ("AmbiguousGather", [:])
        case .noResult:
            ("NoResult", [:])
        case .nothingToDecide:
            ("NothingToDecide", [:])
        case .nothingToDrop:
            ("NothingToDrop", [:])
        case .notACandidate:
            ("NotACandidate", [:])
        case .noSuchLeftover:
            ("NoSuchLeftover", [:])
        case .leftoverChanged:
            ("LeftoverChanged", [:])
        case .otherAccount(let userName, let server):
            ("OtherAccount", ["userName": userName.json, "server": server.json])
        case .storageFailed(let reason):
            ("StorageFailed", ["reason": reason.json])
        }
    }

    /// Reads an error of its name in the interface and its fields.
    public init?(name: Substring, from reader: inout ParameterReader) throws(VarlinkError) {
        switch name {
        case "FieldMissing":
            self = .fieldMissing(try reader.optional("field"))
        case "InvalidUserName":
            self = .invalidUserName(try reader.required("problem"))
        case "NoServer":
            self = .noServer
        case "InvalidServer":
            self = .invalidServer(
                reason: shown(try reader.required("reason"), as: TextForm.self),
                needsInsecureHTTP: try reader.optional("needsInsecureHttp") ?? false
            )
        case "ServerRefused":
            self = .serverRefused(
                status: try reader.required("status"),
                reason: shown(try reader.required("reason"), as: TextForm.self)
            )
        case "ServerUnreachable":
            self = .serverUnreachable(
                reason: shown(try reader.required("reason"), as: TextForm.self)
            )
        case "OutcomeUnknown":
            self = .outcomeUnknown(reason: shown(try reader.required("reason"), as: TextForm.self))
        case "NotSignedIn":
            self = .notSignedIn
        case "NoSuchGather":
            self = .noSuchGather
        case "AmbiguousGather":
            self = .ambiguousGather
        case "NoResult":
            self = .noResult
        case "NothingToDecide":
            self = .nothingToDecide
        case "NothingToDrop":
            self = .nothingToDrop
        case "NotACandidate":
            self = .notACandidate
        case "NoSuchLeftover":
            self = .noSuchLeftover
        case "LeftoverChanged":
            self = .leftoverChanged
        case "OtherAccount":
            self = .otherAccount(
                userName: shown(try reader.optional("userName"), as: TextForm.self),
                server: shown(try reader.required("server"), as: TextForm.self)
            )
        case "StorageFailed":
            self = .storageFailed(reason: shown(try reader.required("reason"), as: TextForm.self))
        default: return nil
        }
    }
}
