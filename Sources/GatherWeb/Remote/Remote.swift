import GatherAPI
import GatherClient
import LinuxIO
import Varlink

/// The remote: the devices, the number that pairs the next one, and their commands.
final class Remote {
    /// The devices.
    let store: DeviceStore

    private let directory: PitchDirectory
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let log: ServiceLog
    private var pairing = Pairing()
    /// The completions of offers, called once the number is used or over.
    private var waiting: [(number: String, completion: Completion)] = []

    /// Takes the device that was paired, or the reason why none was.
    typealias Completion = (Device?, PairingEnd?) -> Void
    private var lanes: [LaneKey: Lane] = [:]

    private struct LaneKey: Hashable {
        let device: String
        let path: String
    }

    /// The calls of a device to a pitch, over a connection of its own: gatherd distinguishes
    /// its commands from those of others.
    private struct Lane {
        let calls: PitchCalls
        var lastUse: Duration
    }

    init(
        _ store: DeviceStore, _ directory: PitchDirectory, queue: SerialQueue,
        clock: any MachineClock, log: ServiceLog
    ) {
        self.store = store
        self.directory = directory
        self.queue = queue
        self.clock = clock
        self.log = log
    }

    // MARK: - Pairing

    /// Makes a new number valid.
    ///
    /// - Parameter completion: Called once; nil if nobody waits for the outcome.
    func offer(_ completion: Completion?) -> Pairing.Offer {
        let offer = pairing.begin(Secret.number(), at: clock.now().boottime)
        settle(nil, .replaced)
        guard let completion else { return offer }
        waiting.append((offer.number, completion))
        queue.later(after: .seconds(Limits.pairingSeconds)) { [weak self] in
            self?.withdraw(offer.number)
        }
        return offer
    }

    /// Makes a number invalid that was not used.
    func withdraw(_ number: String) {
        pairing.cancel(number)
        let ended = waiting.filter { $0.number == number }
        waiting.removeAll { $0.number == number }
        for one in ended { one.completion(nil, .timeout) }
    }

    /// Pairs a device by a number.
    ///
    /// - Returns: The outcome, and with a right number the device and its secret.
    /// - Throws: An error if the device cannot be kept.
    func redeem(
        _ number: String, name: String
    ) throws -> (outcome: Pairing.Outcome, paired: (device: Device, secret: Secret)?) {
        let now = clock.now()
        guard store.devices.count < Limits.devices else { throw TooManyDevices() }
        let outcome = pairing.redeem(number, at: now.boottime)
        switch outcome {
        case .right: break
        case .exhausted:
            if !waiting.isEmpty {
                log.write(.warning, "five wrong numbers: none is valid any more")
            }
            settle(nil, .wrongNumbers)
            return (outcome, nil)
        case .wrong, .none: return (outcome, nil)
        }
        let secret = Secret()
        let device = Device(
            id: Secret.identifier(), name: unused(name), hash: secret.hash,
            pairedAt: UniversalTime(now.wall).rfc3339)
        do { try store.add(device) } catch {
            log.write(.error, "cannot keep the device \(device.name): \(error)")
            settle(nil, .failed)
            throw error
        }
        log.write(.info, "paired \(device.name) (\(device.id))")
        settle(device, nil)
        return (outcome, (device, secret))
    }

    /// Returns a name that no other device has: the record has to distinguish them.
    private func unused(_ name: String) -> String {
        let taken = Set(store.devices.map(\.name))
        let others = (2...Limits.devices + 1).lazy.map { number in
            let end = " \(number)"
            return String(name.prefix(Limits.deviceNameCharacters - end.count)) + end
        }
        return taken.contains(name) ? others.first { !taken.contains($0) } ?? name : name
    }

    /// Too many devices are paired already.
    struct TooManyDevices: Error {}

    /// Revokes a device: it can do nothing from now on.
    func revoke(_ id: String) throws -> Device? {
        guard let device = try store.remove(id) else { return nil }
        for (key, lane) in lanes where key.device == id {
            lane.calls.close()
            lanes[key] = nil
        }
        log.write(.info, "revoked \(device.name) (\(device.id))")
        return device
    }

    private func settle(_ device: Device?, _ reason: PairingEnd?) {
        for one in exchange(&waiting, with: []) { one.completion(device, reason) }
    }

    // MARK: - Commands

    /// Sends a command of a device.
    ///
    /// - Parameter completion: Called with the reply; with nil if there is no such pitch.
    func send(
        _ command: PitchCommand, to pitch: String?, of device: Device,
        _ completion: @escaping (Result<Reply, PitchCalls.Failure>?) -> Void
    ) {
        guard let path = directory.path(of: pitch) else { return completion(nil) }
        let now = clock.now().boottime
        closeIdle(at: now)
        let key = LaneKey(device: device.id, path: path)
        let actFor = GatherMethod.ActFor(device: device.name).call
        let calls = lanes[key]?.calls ?? PitchCalls(path: path, queue: queue, preamble: [actFor])
        lanes[key] = Lane(calls: calls, lastUse: now)
        calls.call(TimeOnTheWay.dated(command, at: now)) { completion($0) }
    }

    private func closeIdle(at now: Duration) {
        for (key, lane) in lanes
        where lane.calls.isIdle && now - lane.lastUse > Limits.deviceIdle {
            lane.calls.close()
            lanes[key] = nil
        }
    }
}
