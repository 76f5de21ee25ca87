import LinuxIO
import Varlink

/// The details of an event with a seal in the place of each person and each device.
///
/// A seal is the digest of the data that it replaces, keyed with a salt. Anybody who has the salt
/// and the name can check it; without the salt, nobody can find the name by trying names. So a name
/// can be forgotten together with its salt, and the chain stays whole.
enum SealedDetails {
    /// The bytes of a salt.
    static let saltSize = 16

    /// The bytes of a seal, of which the details have two hexadecimal digits each.
    private static let sealSize = 16

    /// The name of the member of a sealed person or device.
    static let seal = "seal"

    /// Returns the salt of a holder; nil if it is missing.
    typealias Salts = (_ holder: String) throws(StoreError) -> [UInt8]?

    /// Returns the details with seals; the same text if nobody is in them, and nil if a salt is
    /// missing.
    ///
    /// - Parameters:
    ///   - details: The details as they are stored.
    ///   - salts: Finds the salt of a holder.
    static func sealed(_ details: String, salts: Salts) throws(StoreError) -> String? {
        guard mayName(details), let object = JSONObject(text: details) else { return details }
        guard let sealed = try sealed(.object(object), as: nil, salts) else { return nil }
        return sealed == .object(object) ? details : sealed.text
    }

    /// Returns the holder of the salt of a player, by the player's number.
    static func holder(ofPlayer number: Int) -> String { "player \(number)" }

    /// Returns the holder of the salt of a device, by its name.
    static func holder(ofDevice name: String) -> String { "device \(name)" }

    /// Returns the object that replaces a player who is sealed.
    static func player(_ number: Int, seal text: String) -> JSONValue {
        .object(["id": .int(number), seal: .string(text)])
    }

    /// Returns a value in which a seal replaces one player, wherever the player is in it.
    ///
    /// The digest of the event stays the same, since it is computed with all players sealed.
    ///
    /// - Parameters:
    ///   - number: The number of the player.
    ///   - salt: The salt of the player.
    ///   - names: Receives the names that were replaced.
    static func value(
        _ value: JSONValue, sealing number: Int, salt: [UInt8], names: inout Set<String>
    ) -> JSONValue {
        switch value {
        case .object(var object):
            if object["id"]?.int == number, let name = object["name"]?.string {
                names.insert(name)
                return player(number, seal: seal(of: value, salt))
            }
            for member in object.members {
                object[member.key] = Self.value(
                    member.value, sealing: number, salt: salt, names: &names)
            }
            return .object(object)
        case .array(let values):
            var sealed: [JSONValue] = []
            for value in values {
                sealed.append(Self.value(value, sealing: number, salt: salt, names: &names))
            }
            return .array(sealed)
        default: return value
        }
    }

    /// Returns true if two details are the same, apart from players who are sealed in one of them.
    static func isSame(_ one: String, as other: String) -> Bool {
        guard let one = JSONObject(text: one), let other = JSONObject(text: other) else {
            return one == other
        }
        return isSame(.object(one), as: .object(other))
    }

    private static func isSame(_ one: JSONValue, as other: JSONValue) -> Bool {
        switch (one, other) {
        case (.object(let one), .object(let other)):
            if (one[seal] == nil) != (other[seal] == nil) { return one["id"] == other["id"] }
            return one.members.map(\.key) == other.members.map(\.key)
                && one.members.allSatisfy { isSame($0.value, as: other[$0.key] ?? .null) }
        case (.array(let one), .array(let other)):
            return one.count == other.count && zip(one, other).allSatisfy(isSame)
        default: return one == other
        }
    }

    // Another program may have written a blank before the colon.
    private static let needles = [#""name""#, "\"\(EventRow.device)\""].map { Array($0.utf8) }

    /// Returns false if the details cannot name a player or a device, as those of most events.
    private static func mayName(_ details: String) -> Bool {
        var details = details
        return details.withUTF8 { bytes in
            needles.contains { needle in
                bytes.indices.contains { index in
                    bytes[index] == needle[0] && bytes[index...].starts(with: needle)
                }
            }
        }
    }

    /// Returns a value with seals; nil if a salt is missing.
    ///
    /// - Parameter key: The name of the member that it is; nil for none.
    private static func sealed(
        _ value: JSONValue, as key: String?, _ salts: Salts
    ) throws(StoreError) -> JSONValue? {
        switch value {
        case .string(let name) where key == EventRow.device:
            return try seal(of: value, holder(ofDevice: name), salts).map {
                .object([seal: .string($0)])
            }
        case .object(let object):
            if let number = object["id"]?.int, object["name"]?.string != nil {
                return try seal(of: value, holder(ofPlayer: number), salts).map {
                    player(number, seal: $0)
                }
            }
            var sealed = object
            for member in object.members {
                guard let value = try Self.sealed(member.value, as: member.key, salts) else {
                    return nil
                }
                sealed[member.key] = value
            }
            return .object(sealed)
        case .array(let values):
            var sealed: [JSONValue] = []
            for value in values {
                guard let value = try Self.sealed(value, as: nil, salts) else { return nil }
                sealed.append(value)
            }
            return .array(sealed)
        default: return value
        }
    }

    private static func seal(
        of value: JSONValue, _ holder: String, _ salts: Salts
    ) throws(StoreError) -> String? {
        try salts(holder).map { seal(of: value, $0) }
    }

    private static func seal(of value: JSONValue, _ salt: [UInt8]) -> String {
        Array(Digest.hmac(value.bytes, key: salt).prefix(sealSize)).hexadecimal
    }
}
