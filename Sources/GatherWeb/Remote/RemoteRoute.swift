import GatherAPI
import GatherClient
import Varlink

/// A route of the remote, with what keeps others out.
struct RemoteRoute {
    private enum Kind: String {
        case pair = "/api/pair"
        case device = "/api/device"
        case command = "/api/command"
    }

    private let kind: Kind
    private let remote: Remote

    /// Finds the route at a path; nil if it is none of the remote's, or without a remote.
    init?(at path: String, of remote: Remote?) {
        guard let remote, let kind = Kind(rawValue: path) else { return nil }
        (self.kind, self.remote) = (kind, remote)
    }

    /// The header with the ID and the secret of a device.
    ///
    /// A page of another site cannot send it without being asked for it; and a cookie would be
    /// sent to the board's port as well.
    static let header = "Gather-Device"

    /// Returns the answer to a request that is not let in.
    func refusal(of request: HTTPRequest, host: String) -> HTTPResponse? {
        let method = kind == .device ? "GET" : "POST"
        guard request.method == method else {
            var response = HTTPResponse(405, text: tr("only %1$@ is answered here", method))
            response.headers.append(("Allow", method))
            return response
        }
        if method == "POST" {
            guard let origin = request.header("Origin"), HostRule.isSame(origin, as: host)
            else {
                return APIAnswer.error(
                    403, "ForeignOrigin", tr("this did not come from the page of the remote"))
            }
            let type = request.header("Content-Type")?.split(separator: ";").first
            guard type?.lowercased() == "application/json" else {
                return APIAnswer.error(
                    403, "NotJSON", tr("the body has to be application/json"))
            }
        }
        if kind != .pair, device(of: request) == nil { return Self.notPaired }
        return nil
    }

    /// Answers a request that was let in.
    func handle(_ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        if kind == .pair { return answer(pair(request)) }
        // It may have been revoked while the body came.
        guard let device = device(of: request) else { return answer(Self.notPaired) }
        guard kind == .command else {
            return answer(
                APIAnswer.json(["device": .string(device.id), "name": .string(device.name)]))
        }
        do {
            let command = try PitchCommand(request.body, with: ["pitch", TimeOnTheWay.field])
            let pitch = try Self.pitch(of: command)
            remote.send(command, to: pitch, of: device) { outcome in
                answer(Self.answer(outcome))
            }
        } catch {
            // It is about the fields of the call, which no person has written.
            let message = PageText(translatable: TranslatableText(name: error.message))
            answer(APIAnswer.error(400, "InvalidCommand", message))
        }
    }

    private static func pitch(
        of command: PitchCommand
    ) throws(PitchCommand.Problem) -> String? {
        switch command.fields["pitch"] {
        case nil, .null?: nil
        case .string(let name)?: name
        default: throw PitchCommand.Problem(message: "'pitch' is no text")
        }
    }

    private func device(of request: HTTPRequest) -> Device? {
        request.header(Self.header).flatMap(remote.store.device)
    }

    private static var notPaired: HTTPResponse {
        APIAnswer.error(403, "NotPaired", tr("this device is not paired, or was revoked"))
    }

    private func pair(_ request: HTTPRequest) -> HTTPResponse {
        guard let value = try? JSONValue(parsing: request.body[...], nesting: 4),
            let code = value.object?["code"]?.string, code.utf8.count <= 64,
            let given = value.object?["name"]?.string
        else {
            return APIAnswer.error(400, "InvalidBody", tr("'code' or 'name' is missing"))
        }
        guard let name = DeviceName.cleaned(given) else {
            return APIAnswer.error(
                400, "InvalidName",
                tr(
                    "the name of a device has 1 to %1$@ characters",
                    Limits.deviceNameCharacters))
        }
        do {
            let (outcome, paired) = try remote.redeem(code, name: name)
            guard let (device, secret) = paired else { return Self.refusal(outcome) }
            return APIAnswer.json([
                "device": .string(device.id), "name": .string(device.name),
                "secret": .string(secret.text),
            ])
        } catch is Remote.TooManyDevices {
            return APIAnswer.error(
                403, "TooManyDevices",
                tr(
                    "%1$@ devices are paired; 'gatherctl devices' revokes one",
                    Limits.devices))
        } catch {
            return APIAnswer.error(
                503, "StorageFailed", tr("the device cannot be kept: %1$@", "\(error)"))
        }
    }

    private static func refusal(_ outcome: Pairing.Outcome) -> HTTPResponse {
        switch outcome {
        case .wrong(let left):
            APIAnswer.error(
                403, "WrongNumber", tr("this is not the number"),
                parameters: ["left": .int(left)])
        case .exhausted:
            APIAnswer.error(
                429, "TooManyTries",
                tr("too many wrong numbers; 'gatherctl pair' shows a new one"))
        case .none, .right:
            APIAnswer.error(
                403, "NoPairing", tr("no number is valid now; 'gatherctl pair' shows one"))
        }
    }

    private static func answer(_ outcome: Result<Reply, PitchCalls.Failure>?) -> HTTPResponse {
        switch outcome {
        case nil: return APIAnswer.noPitch
        case .failure(let failure)?: return APIAnswer.failure(failure)
        case .success(let reply)?:
            guard let error = reply.error else {
                return APIAnswer.json(Redaction.reply(reply.parameters))
            }
            return APIAnswer.error(
                409, error, RemoteRefusal.text(reply), parameters: reply.parameters)
        }
    }
}
