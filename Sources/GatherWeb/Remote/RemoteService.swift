import Dispatch
import GatherAPI
import LinuxIO
import Varlink

/// Serves `io.gatherd.Remote` at a Unix socket, whose mode says who may pair devices.
final class RemoteService {
    private let remote: Remote
    private let queue: SerialQueue
    private let isSecure: Bool
    private let endpoint: () -> InternetEndpoint?
    private var sources: [any DispatchSourceRead] = []
    private var clients: [Int: RemoteClient] = [:]
    private var number = 0

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
        (self.remote, self.queue, self.isSecure, self.endpoint) = (
            remote, queue, isSecure, endpoint
        )
    }

    /// Serves a listening socket.
    func serve(_ socket: Descriptor) throws(SystemError) {
        try UnixSocket.makeNonBlocking(socket)
        let source = DispatchSource.makeReadSource(
            fileDescriptor: socket.number, queue: queue.dispatch)
        let index = sources.count
        source.setEventHandler(handler: queue.bound { [weak self] in self?.accept(socket, index) })
        source.activate()
        sources.append(source)
    }

    private func accept(_ socket: Descriptor, _ index: Int) {
        let connection: Descriptor
        do {
            guard let accepted = try UnixSocket.accept(from: socket) else { return }
            connection = accepted
        } catch {
            // No descriptor is left; those who pair wait in the backlog.
            sources[index].suspend()
            queue.later(after: Limits.acceptPause) { [weak self] in self?.sources[index].resume() }
            return
        }
        // The connection closes with its descriptor.
        guard clients.count < Limits.controlClients else { return }
        number += 1
        let number = number
        clients[number] = RemoteClient(
            connection, queue: queue, answer: { [weak self] in self?.answer($0, $1) },
            ended: { [weak self] in self?.clients[number] = nil })
    }

    private func answer(_ call: Call, _ client: RemoteClient) {
        do {
            guard !call.upgrade else { throw VarlinkError.methodNotImplemented(call.method) }
            guard let method = RemoteMethod(fullName: call.method) else {
                return client.reply(try standard.reply(to: call))
            }
            var reader = ParameterReader(call.parameters, isStrict: true)
            switch method {
            case .pair:
                try reader.finish()
                pair(call, client)
            case .getDevices:
                try reader.finish()
                let devices = remote.store.devices.map(\.fields)
                client.reply(RemoteMethod.GetDevices.Reply(devices: devices).reply)
            case .revoke:
                let revoke = try RemoteMethod.Revoke(from: &reader)
                try reader.finish()
                client.reply(self.revoke(revoke.id))
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

    private func pair(_ call: Call, _ client: RemoteClient) {
        // A call without the flag has its one reply before it is over.
        let completion = { [weak client] (device: Device?) -> Void in
            client?.reply(RemoteMethod.Pair.Reply(device: device?.fields).reply)
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

/// A connection of somebody who pairs devices.
private final class RemoteClient {
    /// Called when the connection has ended.
    var ended: (() -> Void)?

    private let socket: Descriptor
    private let source: any DispatchSourceRead
    private let answer: (Call, RemoteClient) -> Void
    private let remove: () -> Void
    private var isOver = false
    private var machine = ServerConnection(
        messageBytes: Limits.controlMessageBytes, nesting: 8, values: 64,
        repliesLimit: Limits.controlReplies, replyBytesLimit: Limits.controlReplyBytes)
    private var buffer = [UInt8](repeating: 0, count: Limits.controlMessageBytes)

    init(
        _ socket: Descriptor, queue: SerialQueue, answer: @escaping (Call, RemoteClient) -> Void,
        ended: @escaping () -> Void
    ) {
        self.socket = socket
        self.answer = answer
        remove = ended
        source = DispatchSource.makeReadSource(
            fileDescriptor: socket.number, queue: queue.dispatch)
        source.setEventHandler(handler: queue.bound { [weak self] in self?.read() })
        // The descriptor must stay open until the source is done with it.
        source.setCancelHandler { withExtendedLifetime(socket) {} }
        source.activate()
    }

    deinit { source.cancel() }

    /// Sends a reply to the present call, and goes on with the next one.
    func reply(_ reply: Reply) {
        guard !isOver else { return }
        machine.reply(reply)
        send()
        if !reply.continues { advance() }
    }

    private func read() {
        guard !isOver else { return }
        do {
            guard let count = try socket.read(into: &buffer) else { return }
            // Whoever has stopped sending may wait for a reply, and is waited for no longer.
            guard count > 0 else { return end() }
            machine.receive(buffer[..<count])
            advance()
            // One that waits for a phone has nothing else to say.
            guard machine.bufferedBytes <= Limits.controlMessageBytes else { return end() }
        } catch { end() }
    }

    private func advance() {
        do {
            while !isOver, let call = try machine.nextCall() { answer(call, self) }
        } catch { end() }
    }

    /// Sends what is there; a client that leaves so little unread is not waited for.
    private func send() {
        while !isOver {
            let bytes = machine.nextOutput()
            guard !bytes.isEmpty else { return }
            guard let count = try? socket.write(bytes) else { return end() }
            machine.sent(count)
        }
    }

    private func end() {
        guard !isOver else { return }
        isOver = true
        source.cancel()
        ended?()
        remove()
    }
}

extension Device {
    /// The device as the interface has it.
    fileprivate var fields: DeviceFields {
        DeviceFields(id: id, name: name, pairedAt: pairedAt)
    }
}
