import GatherAPI
import GatherClient
import LinuxIO
import Varlink

/// Serves `io.gatherd.Remote` at a Unix socket, whose mode says who may pair devices.
final class RemoteService {
    private let remote: Remote
    private let isSecure: Bool
    private let endpoint: () -> InternetEndpoint?
    private var server: CallServer?

    private let standard = StandardService(
        vendor: "gatherd", product: "gather-web", version: Version.current,
        url: Version.documentation, interfaces: Interfaces.ofRemote)

    /// Makes a service without a socket.
    ///
    /// - Parameters:
    ///   - endpoint: Returns where the remote is served.
    ///   - isSecure: True if it is served over TLS.
    init(
        _ remote: Remote, queue: SerialQueue, isSecure: Bool,
        endpoint: @escaping () -> InternetEndpoint?
    ) {
        (self.remote, self.isSecure, self.endpoint) = (remote, isSecure, endpoint)
        server = CallServer(queue: queue, limits: Limits.control) { [weak self] call, client in
            self?.answer(call, client)
        }
    }

    /// Serves a listening socket.
    func serve(_ socket: Descriptor) throws(SystemError) { try server?.serve(socket) }

    private func answer(_ call: Call, _ client: CallClient) {
        do {
            guard !call.upgrade else { throw VarlinkError.methodNotImplemented(call.method) }
            guard let method = RemoteMethod(fullName: call.method) else {
                return client.reply(try standard.reply(to: call))
            }
            switch method {
            case .pair:
                _ = try RemoteMethod.Pair(call)
                pair(call, client)
            case .getDevices:
                _ = try RemoteMethod.GetDevices(call)
                let devices = remote.store.devices.map(\.fields)
                client.reply(RemoteMethod.GetDevices.Reply(devices: devices).reply)
            case .revoke: client.reply(revoke(try RemoteMethod.Revoke(call).id))
            }
        } catch let error as VarlinkError {
            client.reply(error.reply)
        } catch {
            client.reply(VarlinkError.methodNotFound(call.method).reply)
        }
    }

    private func revoke(_ id: String) -> Reply {
        do {
            guard let device = try remote.revoke(id) else { return RemoteError.noSuchDevice.reply }
            return RemoteMethod.Revoke.Reply(device: device.fields).reply
        } catch { return RemoteError.storageFailed(reason: "\(error)").reply }
    }

    private func pair(_ call: Call, _ client: CallClient) {
        // A call without the flag has its one reply before it is over.
        let completion: Remote.Completion = { [weak client] device, ended in
            client?.reply(RemoteMethod.Pair.Reply(device: device?.fields, ended: ended).reply)
        }
        let offer = remote.offer(call.more ? completion : nil)
        let endpoint = endpoint()
        let address = endpoint.flatMap { $0.address.isAny ? nil : $0.address.description }
        var reply = RemoteMethod.Pair.Reply(
            number: offer.number, seconds: Limits.pairingSeconds, address: address,
            port: endpoint.map { Int($0.port) }, secure: isSecure
        ).reply
        reply.continues = call.more
        if call.more { client.ended = { [remote] in remote.withdraw(offer.number) } }
        client.reply(reply)
    }
}

extension Device {
    /// The device as the interface has it.
    fileprivate var fields: DeviceFields {
        DeviceFields(id: id, name: name, pairedAt: pairedAt)
    }
}
