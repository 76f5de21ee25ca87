/// What is asked of a server in one step.
struct HTTPRequest: Equatable, Sendable {
    /// The methods that the server has.
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// What is done to what stands at the address.
    var method: Method
    /// The server.
    var server: ServerAddress
    /// The path below the server's address, beginning with a slash.
    var path: String
    /// The value of the header `Authorization`.
    var authorization: String?
    /// The body, which is JSON; empty where there is none.
    var body: [UInt8] = []
    /// Whether the body of an answer with the status 200 is read as it comes.
    var isReadInParts = false
    /// How long it may take in all.
    var timeoutMilliseconds = Limits.stepMilliseconds
}

/// What a server answered, whole or the next part of it.
struct HTTPAnswer: Equatable, Sendable {
    /// The status.
    var status: Int
    /// The value of the header `Content-Type`.
    var contentType: String?
    /// The value of the header `Location`.
    var location: String?
    /// The body.
    var body: [UInt8] = []
}

/// Why there is no answer, with a reason in words for a person.
enum HTTPFailure: Error, Equatable, Sendable {
    /// The request did not leave.
    case notSent(String)
    /// The request left, or a part of it.
    case noAnswer(String)
}
