// Made by varlink-gen from Interfaces/Remote.varlink; units/generate makes it anew.
public import Varlink

/// The methods of `io.gatherd.Remote`.
public enum RemoteMethod: String, InterfaceMethod {
    /// The name of the interface.
    public static let interface = "io.gatherd.Remote"

    /// Make a number valid with which one device can be paired, for so many seconds and five tries;
    /// a former number is not valid any more.
    case pair = "Pair"
    /// The paired devices, in the order of their pairing.
    case getDevices = "GetDevices"
    /// Revoke a device: it can change nothing from now on.
    case revoke = "Revoke"
}

extension RemoteMethod {
    /// Make a number valid with which one device can be paired, for so many seconds and five tries;
    /// a former number is not valid any more.
    ///
    /// The address of the remote is that of the machine, with this port, and over TLS if it is
    /// 'secure'. With the flag 'more' there is a second reply once the number is used or over, with
    /// the device that was paired, or nil; the number ends with the connection then.
    public struct Pair: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// Six digits.
            @Shown public var number: String?

            /// The time for which it is valid, in seconds.
            public var seconds: Int?

            /// The address that it listens on, if that is one alone; nil for all of the machine.
            @Shown public var address: String?

            /// The port of the remote; nil if it is not known.
            public var port: Int?

            /// True if the remote is served over TLS.
            public var secure: Bool?

            /// The device that was paired.
            public var device: DeviceFields?

            /// The reason why none was.
            public var ended: PairingEnd?

            /// Makes one of its fields.
            public init(
                number: String? = nil,
                seconds: Int? = nil,
                address: String? = nil,
                port: Int? = nil,
                secure: Bool? = nil,
                device: DeviceFields? = nil,
                ended: PairingEnd? = nil
            ) {
                self.number = number
                self.seconds = seconds
                self.address = address
                self.port = port
                self.secure = secure
                self.device = device
                self.ended = ended
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("number", $number.json),
                    .init("seconds", seconds.json),
                    .init("address", $address.json),
                    .init("port", port.json),
                    .init("secure", secure.json),
                    .init("device", device.json),
                    .init("ended", ended.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                number = try reader.optional("number")
                seconds = try reader.optional("seconds")
                address = try reader.optional("address")
                port = try reader.optional("port")
                secure = try reader.optional("secure")
                device = try reader.optional("device")
                ended = try reader.optional("ended")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Remote.Pair"

        /// Makes one of its fields.
        public init() {}

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {}
    }
}

extension RemoteMethod {
    /// The paired devices, in the order of their pairing.
    public struct GetDevices: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `devices` of the interface.
            public var devices: [DeviceFields]

            /// Makes one of its fields.
            public init(devices: [DeviceFields]) {
                self.devices = devices
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("devices", devices.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                devices = try reader.required("devices")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Remote.GetDevices"

        /// Makes one of its fields.
        public init() {}

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {}
    }
}

extension RemoteMethod {
    /// Revoke a device: it can change nothing from now on.
    ///
    /// The reply has the device.
    public struct Revoke: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `device` of the interface.
            public var device: DeviceFields

            /// Makes one of its fields.
            public init(device: DeviceFields) {
                self.device = device
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("device", device.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                device = try reader.required("device")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Remote.Revoke"

        /// `id` of the interface.
        public var id: String

        /// Makes one of its fields.
        public init(id: String) {
            self.id = id
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([.init("id", id.json)])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
        }
    }
}
