/// `org.varlink.service`, which every service has: a description of the service and its interfaces.
public struct StandardService: Sendable {
    /// An interface of the service.
    public struct Interface: Sendable {
        /// Its name, such as `io.gatherd.Gather`.
        public let name: String
        /// Its definition in the Varlink interface language.
        public let description: String

        /// Makes an interface from a definition and the name that it defines.
        public init(name: String, description: String) {
            self.name = name
            self.description = description
        }
    }

    private let vendor: String
    private let product: String
    private let version: String
    private let url: String
    private let interfaces: [Interface]

    /// Makes the service from its description.
    ///
    /// - Parameter interfaces: All interfaces, including `org.varlink.service`.
    public init(
        vendor: String, product: String, version: String, url: String, interfaces: [Interface]
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = interfaces
    }

    /// Answers a call to `org.varlink.service`.
    ///
    /// - Throws: A ``VarlinkError`` for a call that is not valid.
    public func reply(to call: Call) throws(VarlinkError) -> Reply {
        var reader = ParameterReader(call.parameters)
        switch call.method {
        case "org.varlink.service.GetInfo":
            try reader.finish()
            return Reply(info)
        case "org.varlink.service.GetInterfaceDescription":
            let name: String = try reader.required("interface")
            try reader.finish()
            // Compared by bytes: as text, a name that a peer made up could take long to compare.
            let found = interfaces.first { $0.name.utf8.elementsEqual(name.utf8) }
            guard let interface = found else {
                throw .interfaceNotFound(name)
            }
            return Reply(["description": .string(interface.description)])
        default:
            throw unknown(call.method)
        }
    }

    /// Returns the error for a method that no interface of the service has: an interface that is
    /// not served is what is missing then, not the method.
    private func unknown(_ method: String) -> VarlinkError {
        guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")), dot > method.startIndex else {
            return .methodNotFound(method)
        }
        let name = method[..<dot]
        return interfaces.contains { $0.name.utf8.elementsEqual(name.utf8) }
            ? .methodNotFound(method) : .interfaceNotFound(String(name))
    }

    private var info: JSONObject {
        [
            "vendor": .string(vendor), "product": .string(product), "version": .string(version),
            "url": .string(url),
            "interfaces": .array(interfaces.map { .string($0.name) }),
        ]
    }
}
