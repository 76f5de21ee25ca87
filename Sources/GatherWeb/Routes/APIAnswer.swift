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
        _ status: UInt32, _ error: String, _ message: PageText, parameters: JSONObject? = nil
    ) -> HTTPResponse {
        let object = { (language: PageLanguage) -> JSONObject in
            var object: JSONObject = [
                "error": .string(error), "message": .string(message.text(in: language)),
            ]
            if let parameters, !parameters.members.isEmpty {
                object["parameters"] = .object(parameters)
            }
            return object
        }
        var response = json(object(.english), status: status)
        response.worded = { JSONValue.object(object($0)).bytes }
        return response
    }

    /// Returns the answer for a call without a reply.
    static func failure(_ failure: PitchCalls.Failure) -> HTTPResponse {
        switch failure {
        case .unreachable:
            error(
                503, "Unreachable",
                tr("the match's machine does not answer: gatherd is not running"))
        case .unconfirmed:
            error(
                504, "Unconfirmed",
                tr("gatherd did not confirm it: it may or may not have counted"))
        case .busy: error(503, "Busy", tr("too many ask at once; try again"))
        }
    }

    /// Returns the answer for a reply that is an error of a call that only looks.
    static func refusal(_ reply: Reply) -> HTTPResponse {
        switch (HistoryError(reply), VarlinkError(reply)) {
        case (.noSuchGather, _): error(404, "NoSuchGather", tr("there is no such match"))
        case (.ambiguousGather, _):
            error(404, "AmbiguousGather", tr("more than one match has an ID that begins so"))
        case (.storageFailed, _): error(503, "StorageFailed", tr("the history cannot be read now"))
        case (_, .invalidParameter(let name)):
            error(400, "InvalidParameter", tr("the parameter '%1$@' is not valid", name))
        default: error(502, reply.error ?? "", tr("gatherd refuses this"))
        }
    }

    /// The answer where there is no such pitch.
    static var noPitch: HTTPResponse { error(404, "NoSuchPitch", tr("there is no such pitch")) }
}
