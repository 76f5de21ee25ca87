// Made by varlink-gen from Interfaces/Club.varlink; units/generate makes it anew.
public import Varlink

/// The errors of `io.gatherd.Club`.
public enum ClubError: InterfaceError {
    /// The name of the interface.
    public static let interface = "io.gatherd.Club"

    /// There is no fixture with this ID.
    case noSuchFixture
    /// There is no group with this name.
    case noSuchGroup
    /// A fixture is wrong, and none was imported.
    case invalidFixture(index: Int, field: FixtureField, problem: FixtureProblem)
    /// The list is too long: no message of a broker takes more than 1 MiB.
    case listTooLong
    /// The fixtures could not be written.
    ///
    /// The reason is for people.
    case storageFailed(reason: String = "")

    /// The name of the error in its interface, and its fields.
    public var parts: (name: String, fields: JSONObject) {
        switch self {
        case .noSuchFixture:
            ("NoSuchFixture", [:])
        case .noSuchGroup:
            ("NoSuchGroup", [:])
        case .invalidFixture(let index, let field, let problem):
            (
                "InvalidFixture",
                ["index": index.json, "field": field.json, "problem": problem.json]
            )
        case .listTooLong:
            ("ListTooLong", [:])
        case .storageFailed(let reason):
            ("StorageFailed", ["reason": reason.json])
        }
    }

    /// Reads an error of its name in the interface and its fields.
    public init?(name: Substring, from reader: inout ParameterReader) throws(VarlinkError) {
        switch name {
        case "NoSuchFixture":
            self = .noSuchFixture
        case "NoSuchGroup":
            self = .noSuchGroup
        case "InvalidFixture":
            self = .invalidFixture(
                index: try reader.required("index"),
                field: try reader.required("field"),
                problem: try reader.required("problem")
            )
        case "ListTooLong":
            self = .listTooLong
        case "StorageFailed":
            self = .storageFailed(
                reason: shown(try reader.optional("reason") ?? "", as: TextForm.self)
            )
        default: return nil
        }
    }
}
