public import Varlink

extension SubmissionFields {
    /// The fields for a user who may only look: without the server's message, its ID of the gather,
    /// and the owner.
    public var redacted: SubmissionFields {
        var fields = self
        (fields.lastError, fields.remoteID, fields.owner) = (nil, nil, nil)
        return fields
    }
}

extension SquadPlayerFields {
    /// The fields for a user who may only look: without the age, the favourite team, and the number
    /// at the server.
    public var redacted: SquadPlayerFields {
        var fields = self
        (fields.profile.age, fields.profile.favouriteTeam, fields.remoteID) = (nil, nil, nil)
        return fields
    }
}

/// The state of the match for users who may only look.
public enum Redaction {
    /// Returns the parameters of a reply with the state of the match, without the fields that are
    /// only for users who may control it.
    ///
    /// - Returns: The parameters, or nil if there is nothing to leave out, so that one encoding
    ///   serves everyone.
    public static func state(_ parameters: JSONObject) -> JSONObject? {
        guard var gather = parameters["gather"]?.object, let submission = gather["submission"],
            submission != .null
        else { return nil }
        // Fields that cannot be read here must not be shown either.
        let fields = try? SubmissionFields(json: submission, name: "submission")
        if let fields, fields == fields.redacted { return nil }
        gather["submission"] = fields?.redacted.json ?? .null
        var parameters = parameters
        parameters["gather"] = .object(gather)
        return parameters
    }

    /// Returns the parameters of a reply to a command without what is only for the accounts of the
    /// machine.
    public static func reply(_ parameters: JSONObject) -> JSONObject {
        var parameters = state(parameters) ?? parameters
        if var outcome = parameters["outcome"]?.object {
            outcome["countedByUid"] = nil
            parameters["outcome"] = .object(outcome)
        }
        return parameters
    }
}
