import GatherAPI

/// Decides what each request gets.
final class Router {
    private let pages = PageStore()
    private let api: APIRoutes
    private let club: ClubRoutes
    private let hub: EventHub
    private let clients: ClientTable
    private let hosts: HostRule
    private let remote: Remote?

    /// Makes a router.
    ///
    /// - Parameter remote: What paired devices use; nil for the board alone.
    init(
        api: APIRoutes, club: ClubRoutes, hub: EventHub, clients: ClientTable, hosts: HostRule,
        remote: Remote?
    ) {
        self.api = api
        self.club = club
        self.hub = hub
        self.clients = clients
        self.hosts = hosts
        self.remote = remote
    }

    /// The headers of every answer.
    let commonHeaders: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// The headers of every answer that can be shown as a page.
    let pageHeaders: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                + "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'"
        ),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    /// Returns the answer to a request whose body need not be read; nil to read it.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        refused(request)?.worded(in: PageLanguage(of: request))
    }

    private func refused(_ request: HTTPRequest) -> HTTPResponse? {
        guard clients.request(request.client) else {
            let wait = [(name: "Retry-After", value: "2")]
            var response = APIAnswer.error(
                429, "TooManyRequests", tr("too many requests; wait a little"))
            response.headers += wait
            return response
        }
        // Of two Host headers a proxy might take the other one, RFC 9112.
        guard request.count(of: "Host") == 1, let host = request.header("Host") else {
            return HTTPResponse(400, text: tr("the request names no host, or more than one"))
        }
        guard hosts.allows(host, local: request.local) else {
            return HTTPResponse(
                421,
                text: tr("this is no name of this machine; 'gather-web --host NAME' adds one"))
        }
        if let route = RemoteRoute(at: request.path, of: remote) {
            return route.refusal(of: request, host: host)
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            var response = HTTPResponse(405, text: tr("only GET and HEAD are answered here"))
            response.headers.append(("Allow", "GET, HEAD"))
            return response
        }
        return nil
    }

    /// Answers a request, now or later.
    func handle(_ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        // The headers of a request cannot be read any more once it is answered.
        let language = PageLanguage(of: request)
        handle(request, in: language) { answer($0.worded(in: language)) }
    }

    private func handle(
        _ request: HTTPRequest, in language: PageLanguage,
        _ answer: @escaping (HTTPResponse) -> Void
    ) {
        switch request.path {
        case "/events": answer(events(request))
        case "/time": answer(api.time())
        case "/api/pitches": answer(api.pitches())
        case "/api/history": api.history(request, answer)
        case "/api/match": api.match(request, answer)
        case "/api/squad": api.squad(request, answer)
        case "/api/formats": api.formats(request, answer)
        case "/api/defaults": api.defaults(request, answer)
        case "/api/table": club.table(request, answer)
        case "/api/club": club.pitches(answer)
        case "/crest/a": api.crest(of: .teamA, request, answer)
        case "/crest/b": api.crest(of: .teamB, request, answer)
        default:
            if let route = RemoteRoute(at: request.path, of: remote) {
                route.handle(request, answer)
            } else {
                page(request, in: language, answer)
            }
        }
    }

    private func events(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" else {
            return HTTPResponse(405, headers: [("Allow", "GET")])
        }
        guard let listener = hub.listener(of: request.arguments["pitch"]) else {
            return APIAnswer.noPitch
        }
        // Of proxies, nginx keeps answers back without this header.
        let headers = [
            ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
            ("X-Accel-Buffering", "no"),
        ]
        return HTTPResponse(200, headers: headers, body: .stream(listener))
    }

    private func page(
        _ request: HTTPRequest, in language: PageLanguage,
        _ answer: @escaping (HTTPResponse) -> Void
    ) {
        let asset = "/assets/"
        let name: String
        if request.path.hasPrefix(asset) {
            name = String(request.path.dropFirst(asset.count))
        } else if request.path == "/favicon.ico" {
            name = "icon.svg"
        } else {
            name = PageStore.page(at: request.path) ?? ""
        }
        guard let file = pages[name, language], name != "remote.html" || remote != nil else {
            return answer(HTTPResponse(404, text: tr("there is no such page")))
        }
        switch name {
        case "board.html":
            api.title(of: nil, request, in: language) { answer(Self.answer(file, titled: $0)) }
        case "match.html":
            let id = String(request.path.dropFirst(7))
            api.title(of: id, request, in: language) { answer(Self.answer(file, titled: $0)) }
        case "table.html": club.title(in: language) { answer(Self.answer(file, titled: $0)) }
        default: answer(Self.answer(file, request))
        }
    }

    /// Returns a page with a title in its head.
    private static func answer(_ file: PageStore.File, titled title: PageTitle?) -> HTTPResponse {
        let bytes = title?.inserted(into: file.body.content) ?? Array(file.body.content)
        return HTTPResponse(type: file.type, bytes)
    }

    private static func answer(_ file: PageStore.File, _ request: HTTPRequest) -> HTTPResponse {
        let headers = [
            ("Content-Type", file.type), ("ETag", file.tag), ("Cache-Control", "no-cache"),
            // A page is in the language of the browser, which a cache of a proxy has to respect.
            ("Vary", "Accept-Language"),
        ]
        if let known = request.header("If-None-Match"), isKnown(file.tag, in: known) {
            return HTTPResponse(304, headers: headers)
        }
        return HTTPResponse(200, headers: headers, body: .kept(file.body))
    }

    /// Returns true if a tag is in a list of `If-None-Match`, RFC 9110; a proxy may have made it
    /// weak.
    private static func isKnown(_ tag: String, in list: String) -> Bool {
        list.split(separator: ",").contains { part in
            var part = part.drop { $0 == " " }
            while part.last == " " { part.removeLast() }
            return part == "*" || part == tag || part == "W/\(tag)"
        }
    }
}
