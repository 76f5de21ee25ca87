import GatherAPI
public import Varlink

/// A command from outside of the machine, as the body of a request or a message has it.
public struct PitchCommand {
    /// The call to the gatherd of the pitch.
    public let call: Call
    /// The ID by which it counts once, however often it is sent.
    public let requestID: String
    /// The fields beside the method and its parameters.
    public let fields: JSONObject

    /// A reason why a body is no command.
    public struct Problem: Error, Equatable {
        /// A text for people.
        public let message: String

        /// Makes one of a text.
        public init(message: String) { self.message = message }
    }

    /// Reads a body.
    ///
    /// - Parameter others: The names of the fields that it can have beside those of every command.
    public init(_ body: [UInt8], with others: Set<String> = []) throws(Problem) {
        guard let value = try? JSONValue(parsing: body[...], nesting: 8), let fields = value.object
        else { throw Problem(message: "the body is no JSON object") }
        for member in fields.members
        where !others.union(["method", "parameters"]).contains(member.key) {
            throw Problem(message: "'\(member.key)' is no field of a command")
        }
        guard let name = fields["method"]?.string, name.utf8.count <= 64,
            let method = GatherMethod(rawValue: name), GatherMethod.forDevices.contains(method)
        else { throw Problem(message: "'method' is none that can be called from here") }
        guard let parameters = fields["parameters"]?.object else {
            throw Problem(message: "'parameters' is missing")
        }
        // Without it, a command that is sent again would count again.
        guard case .string(let id)? = parameters["requestId"],
            (1...InterfaceLimits.requestIDCharacters).contains(id.utf8.count)
        else { throw Problem(message: "'requestId' is missing or too long") }
        (requestID, self.fields) = (id, fields)
        call = Call(method.fullName, parameters)
    }
}
