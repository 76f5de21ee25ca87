import Testing
import Varlink

struct StandardServiceTests {
    private let service = StandardService(
        vendor: "a vendor", product: "a product", version: "1.2", url: "https://example.org",
        interfaces: [
            StandardService.Interface(
                name: "org.varlink.service", description: "interface org.varlink.service\n"),
            StandardService.Interface(name: "a.b", description: "interface a.b\n"),
        ])

    private func reply(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONObject {
        try service.reply(to: Call("org.varlink.service.\(method)", parameters)).parameters
    }

    @Test("GetInfo tells all five fields, which varlinkctl demands")
    func info() throws {
        let info: JSONObject = [
            "vendor": "a vendor", "product": "a product", "version": "1.2",
            "url": "https://example.org",
            "interfaces": .array(["org.varlink.service", "a.b"]),
        ]
        #expect(try reply("GetInfo") == info)
    }

    @Test("GetInterfaceDescription gives the text of an interface, its own among them")
    func description() throws {
        let names = ["a.b", "org.varlink.service"]
        for name in names {
            let description = try reply("GetInterfaceDescription", ["interface": .string(name)])
            #expect(description == ["description": .string("interface \(name)\n")])
        }
    }

    @Test("an interface that is not there is not found", arguments: ["a.c", "a", "", "a.b.C"])
    func interfaceNotFound(name: String) {
        #expect(throws: VarlinkError.interfaceNotFound(name)) {
            try reply("GetInterfaceDescription", ["interface": .string(name)])
        }
    }

    @Test("a method that is not there is not found, by the name that was called")
    func methodNotFound() {
        for method in ["GetInfos", "getInfo", ""] {
            #expect(throws: VarlinkError.methodNotFound("org.varlink.service.\(method)")) {
                try reply(method)
            }
        }
        for method in ["Nope", "", ".", ".Nope", "a.b.Nope"] {
            #expect(throws: VarlinkError.methodNotFound(method)) {
                try service.reply(to: Call(method))
            }
        }
    }

    @Test(
        "a method of an interface that is not there finds no interface",
        arguments: ["a.c", "a", "a.b.", "a.b.C", "org.varlink.service.GetInfo"])
    func methodOfNoInterface(name: String) {
        #expect(throws: VarlinkError.interfaceNotFound(name)) {
            try service.reply(to: Call("\(name).Nope"))
        }
    }

    @Test("a missing, wrong or unexpected parameter is named")
    func invalidParameter() {
        let calls: [(String, JSONObject, String)] = [
            ("GetInterfaceDescription", [:], "interface"),
            ("GetInterfaceDescription", ["interface": .null], "interface"),
            ("GetInterfaceDescription", ["interface": 7], "interface"),
            ("GetInterfaceDescription", ["interface": "a.b", "verbose": true], "verbose"),
            ("GetInfo", ["verbose": true], "verbose"),
        ]
        for (method, parameters, name) in calls {
            #expect(throws: VarlinkError.invalidParameter(name)) { try reply(method, parameters) }
        }
    }
}
