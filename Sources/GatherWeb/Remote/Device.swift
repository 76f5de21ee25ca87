import LinuxIO
import Varlink

/// A phone or tablet that may change a match.
struct Device: Equatable {
    /// The name for programs, 8 hexadecimal digits.
    let id: String
    /// The name for people, such as `Anna's phone`.
    let name: String
    /// The hash of its secret.
    let hash: String
    /// The moment that it was paired; RFC 3339 in UTC.
    let pairedAt: String

    init(id: String, name: String, hash: String, pairedAt: String) {
        (self.id, self.name, self.hash, self.pairedAt) = (id, name, hash, pairedAt)
    }

    /// Reads a device of the file.
    init?(_ json: JSONValue) {
        guard let fields = json.object, let id = fields["id"]?.string,
            let name = fields["name"]?.string, let hash = fields["hash"]?.string,
            let pairedAt = fields["pairedAt"]?.string
        else { return nil }
        self.init(id: id, name: name, hash: hash, pairedAt: pairedAt)
    }

    /// The device as it stands in the file.
    var json: JSONValue {
        .object([
            "id": .string(id), "name": .string(name), "hash": .string(hash),
            "pairedAt": .string(pairedAt),
        ])
    }
}

/// The paired devices, kept in a file.
///
/// The file is complete at any time. One that cannot be read keeps the server from its start: to
/// begin with none would lock everybody out.
final class DeviceStore {
    /// The devices, in the order of their pairing.
    private(set) var devices: [Device]

    private let files: any DeviceFiles

    /// Reads the file.
    init(_ files: any DeviceFiles) throws {
        self.files = files
        guard let bytes = try files.read() else {
            devices = []
            return
        }
        guard let value = try? JSONValue(parsing: bytes[...], nesting: 8),
            let list = value.object?["devices"]?.array
        else {
            throw ServiceFailure(
                description: "\(files.path) is damaged: it is no list of devices")
        }
        devices = try list.map { json in
            guard let device = Device(json) else {
                throw ServiceFailure(
                    description: "\(files.path) is damaged: a device is not whole")
            }
            return device
        }
    }

    /// Returns the device with a secret, as `ID.SECRET`; nil if there is none.
    func device(with credential: String) -> Device? {
        let parts = credential.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let secret = Secret(parts[1]),
            let device = devices.first(where: { $0.id == parts[0] }),
            Secret.areEqual(secret.hash, device.hash)
        else { return nil }
        return device
    }

    /// Adds a device; it is on disk when this returns.
    func add(_ device: Device) throws {
        try save(devices + [device])
    }

    /// Removes a device.
    ///
    /// - Returns: The device; nil if there is none with this ID.
    func remove(_ id: String) throws -> Device? {
        guard let device = devices.first(where: { $0.id == id }) else { return nil }
        try save(devices.filter { $0.id != id })
        return device
    }

    private func save(_ devices: [Device]) throws {
        let json = JSONValue.object(["devices": .array(devices.map(\.json))])
        try files.write(json.bytes)
        self.devices = devices
    }
}

/// The file of the paired devices.
protocol DeviceFiles {
    /// The path, for messages.
    var path: String { get }

    /// Returns the bytes; nil if there is no file.
    func read() throws -> [UInt8]?

    /// Replaces the file; the bytes are on disk when this returns.
    func write(_ bytes: [UInt8]) throws
}
