public import Varlink

extension SubmissionFields {
    /// What somebody who may only look gets of it: not what a server said, nor its ID of the
    /// gather, nor whose it is.
    public var redacted: SubmissionFields {
        var fields = self
        (fields.lastError, fields.remoteID, fields.owner) = (nil, nil, nil)
        return fields
    }
}

extension SquadPlayerFields {
    /// What somebody who may only look gets of a player: how they play, and nothing of the person.
    public var redacted: SquadPlayerFields {
        var fields = self
        (fields.profile.age, fields.profile.favouriteTeam, fields.remoteID) = (nil, nil, nil)
        return fields
    }
}

/// The state of the match as those get it who may only look.
public enum Redaction {
    /// The parameters of a reply with the state of the match, without what is only for those who
    /// may control it.
    ///
    /// - Returns: The parameters, or nil where there is nothing to leave out, so that one encoding
    ///   serves everybody.
    public static func state(_ parameters: JSONObject) -> JSONObject? {
        guard var gather = parameters["gather"]?.object, let submission = gather["submission"],
            submission != .null
        else { return nil }
        // What cannot be read here cannot be shown either.
        let fields = try? SubmissionFields(json: submission, name: "submission")
        if let fields, fields == fields.redacted { return nil }
        gather["submission"] = fields?.redacted.json ?? .null
        var parameters = parameters
        parameters["gather"] = .object(gather)
        return parameters
    }
}
