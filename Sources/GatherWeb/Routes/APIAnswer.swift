import GatherAPI
import GatherClient
import Varlink

/// The answers of the endpoints below `/api`: JSON, also for what is wrong.
enum APIAnswer {
    /// Returns an answer of JSON.
    static func json(_ object: JSONObject, status: UInt32 = 200) -> HTTPResponse {
        HTTPResponse(status, type: "application/json", JSONValue.object(object).bytes)
    }

    /// Returns an answer that says what is wrong.
    ///
    /// - Parameters:
    ///   - error: The name of the error, for programs.
    ///   - message: A text for people.
    static func error(
        _ status: UInt32, _ error: String, _ message: String, parameters: JSONObject? = nil
    ) -> HTTPResponse {
        var object: JSONObject = ["error": .string(error), "message": .string(message)]
        if let parameters, !parameters.members.isEmpty {
            object["parameters"] = .object(parameters)
        }
        return json(object, status: status)
    }

    /// Returns the answer for a call without a reply.
    static func failure(_ failure: PitchCalls.Failure) -> HTTPResponse {
        switch failure {
        case .unreachable:
            error(503, "Unreachable", "the match's machine does not answer: gatherd is not running")
        case .unconfirmed:
            error(504, "Unconfirmed", "gatherd did not confirm it: it may or may not have counted")
        case .busy: error(503, "Busy", "too many ask at once; try again")
        }
    }

    /// Returns the answer for a reply that is an error of a call that only looks.
    static func refusal(_ reply: Reply) -> HTTPResponse {
        switch (HistoryError(reply), VarlinkError(reply)) {
        case (.noSuchGather, _): error(404, "NoSuchGather", "there is no such match")
        case (.ambiguousGather, _):
            error(404, "AmbiguousGather", "more than one match has an ID that begins so")
        case (.storageFailed, _): error(503, "StorageFailed", "the history cannot be read now")
        case (_, .invalidParameter(let name)):
            error(400, "InvalidParameter", "the parameter '\(name)' is not valid")
        default: error(502, reply.error ?? "", "gatherd refuses this")
        }
    }

    /// The answer where there is no such pitch.
    static var noPitch: HTTPResponse { error(404, "NoSuchPitch", "there is no such pitch") }
}
