import GatherAPI
import Varlink

/// Checks an object as a call, as a reply, and as the types of the interfaces in it: everything
/// that can be read must be the same when it is written and read again.
func checkMessage(_ object: JSONObject) {
    if let call = try? Call(parsing: object) {
        let again = message(call.message).flatMap { try? Call(parsing: $0) }
        precondition(again == call, "a call is not read back the same")
        checkFingerprint(call)
    }
    if let reply = try? Reply(parsing: object) {
        let again = message(reply.message).flatMap { try? Reply(parsing: $0) }
        precondition(again == reply, "a reply is not read back the same")
        checkErrors(reply)
        checkTypes(reply.parameters)
    }
}

/// Returns the object of bytes that have to be exactly one message.
private func message(_ bytes: [UInt8]) -> JSONObject? {
    var framer = MessageFramer(limit: bytes.count - 1, nesting: nesting)
    framer.append(bytes[...])
    let object = try? framer.next()
    precondition(framer.bufferedBytes == 0, "more or less than one message")
    return object
}

/// Checks the errors that a client knows.
private func checkErrors(_ reply: Reply) {
    if let error = GatherError(reply) {
        precondition(GatherError(error.reply) == error, "a refusal is not read back the same")
    }
    if let error = VarlinkError(reply) {
        precondition(VarlinkError(error.reply) == error, "an error is not read back the same")
    }
}

/// Checks the parameters of a reply, as gatherctl reads them.
private func checkTypes(_ parameters: JSONObject) {
    check(parameters, "gather", GatherSnapshot.self)
    check(parameters, "outcome", Outcome.self)
    check(parameters, "time", TimeFields.self)
    var reader = ParameterReader(parameters)
    guard let gathers: [GatherSummary] = try? reader.optional("gathers") else { return }
    let again = gathers.map { try? GatherSummary(json: $0.json, name: "gathers") }
    precondition(again == gathers, "the history is not read back the same")
}

private func check<Value: JSONDecodable & JSONEncodable & Equatable>(
    _ parameters: JSONObject, _ name: String, _ type: Value.Type
) {
    var reader = ParameterReader(parameters)
    guard let value: Value = try? reader.optional(name) else { return }
    precondition((try? Value(json: value.json, name: name)) == value, "\(name) has changed")
}

/// Checks that a command has the same fingerprint in any order of its members, and with any ID.
private func checkFingerprint(_ call: Call) {
    var members = call.parameters.members
    members.reverse()
    var turned = call
    turned.parameters = [:]
    for member in members { turned.parameters[member.key] = member.value }
    turned.parameters["requestId"] = "another"
    precondition(
        CommandDecoder.fingerprint(turned) == CommandDecoder.fingerprint(call),
        "the same command is taken for another")
}
