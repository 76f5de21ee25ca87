import GatherAPI
import Varlink

/// A command of a paired device, as the body of a request has it.
struct RemoteCommand {
    /// The pitch; nil for the usual one.
    let pitch: String?
    /// The call to its gatherd.
    let call: Call

    /// A reason why a body is no command.
    struct Problem: Error, Equatable {
        /// A text for people.
        let message: String
    }

    /// The methods that a device can call: what changes the match that is played.
    ///
    /// The squad, the usual values and the account are not for whoever holds a phone.
    static let methods: Set<GatherMethod> = [
        .open, .start, .pause, .resume, .toggle, .cancel, .setTime, .adjustTime, .addToScore,
        .setScore, .amendGoal, .showCard, .amendCard, .substitute, .whistle, .countFoul,
        .takeTimeOut, .announceAddedTime, .addExtraTime, .beginKicks, .takeKick, .undo, .redo,
        .end, .discard, .reopen, .nameTeams, .colorTeams, .chooseFormat, .movePlayers, .drawTeams,
    ]

    /// Reads the body of a request.
    init(_ body: [UInt8]) throws(Problem) {
        guard let value = try? JSONValue(parsing: body[...], nesting: 8), let fields = value.object
        else { throw Problem(message: "the body is no JSON object") }
        for member in fields.members
        where !["pitch", "method", "parameters"].contains(member.key) {
            throw Problem(message: "'\(member.key)' is no field of a command")
        }
        guard let name = fields["method"]?.string, name.utf8.count <= 64,
            let method = GatherMethod(rawValue: name), Self.methods.contains(method)
        else { throw Problem(message: "'method' is none that a device can call") }
        guard let parameters = fields["parameters"]?.object else {
            throw Problem(message: "'parameters' is missing")
        }
        // Without it, a command that is sent again would count again.
        guard case .string(let id)? = parameters["requestId"],
            (1...InterfaceLimits.requestIDCharacters).contains(id.utf8.count)
        else { throw Problem(message: "'requestId' is missing or too long") }
        switch fields["pitch"] {
        case nil, .null?: pitch = nil
        case .string(let name)?: pitch = name
        default: throw Problem(message: "'pitch' is no text")
        }
        call = Call(method.fullName, parameters)
    }
}
