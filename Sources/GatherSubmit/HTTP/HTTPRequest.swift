/// A request to a server in one step.
struct HTTPRequest: Equatable, Sendable {
    /// The methods that the server supports.
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// The method.
    var method: Method
    /// The server.
    var server: ServerAddress
    /// The path below the server's address, beginning with a slash.
    var path: String
    /// The value of the header `Authorization`.
    var authorization: String?
    /// The body, which is JSON; empty where there is none.
    var body: [UInt8] = []
    /// True to read the body of an answer with the status 200 as it arrives.
    var isReadInParts = false
    /// The time limit for the whole request.
    var timeoutMilliseconds = Limits.stepMilliseconds
}

/// A server's answer, or the next part of it.
struct HTTPAnswer: Equatable, Sendable {
    /// The status.
    var status: Int
    /// The value of the header `Content-Type`.
    var contentType: String?
    /// The value of the header `Location`.
    var location: String?
    /// The time in seconds before which the server wants no other request, by `Retry-After`; 0 if
    /// it names none.
    var retryAfterSeconds = 0
    /// The body.
    var body: [UInt8] = []
}

/// The reason why there is no answer, as a text for people.
enum HTTPFailure: Error, Equatable, Sendable {
    /// The request was not sent.
    case notSent(String)
    /// The request was sent, at least in part.
    case noAnswer(String)
}
