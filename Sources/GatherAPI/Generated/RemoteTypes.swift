// Made by varlink-gen from Interfaces/Remote.varlink; units/generate makes it anew.
public import Varlink

/// A paired device.
public struct DeviceFields: VarlinkObject {
    /// The name for programs, 8 hexadecimal digits; Revoke takes it.
    @Shown public var id: String

    /// The name for people, such as "Anna's phone".
    @ShownName public var name: String

    /// The moment that it was paired; RFC 3339 in UTC.
    @Shown public var pairedAt: String

    /// Makes one of its fields.
    public init(id: String, name: String, pairedAt: String) {
        self.id = id
        self.name = name
        self.pairedAt = pairedAt
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("id", $id.json),
            .init("name", $name.json),
            .init("pairedAt", $pairedAt.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        name = try reader.required("name")
        pairedAt = try reader.required("pairedAt")
    }
}

/// The reason why a number has ended without a device.
///
/// timeout: its time was over. wrongNumbers: five wrong ones were given. replaced: there is a newer
/// number. failed: the list of devices could not be written.
public enum PairingEnd: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// Its time was over.
    case timeout
    /// Five wrong ones were given.
    case wrongNumbers
    /// There is a newer number.
    case replaced
    /// The list of devices could not be written.
    case failed
}
