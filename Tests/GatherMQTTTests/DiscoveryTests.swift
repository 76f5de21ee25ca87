import Testing
import Varlink

@testable import GatherMQTT

/// The keys as Home Assistant documents them: https://www.home-assistant.io/integrations/mqtt/ for
/// a device, its origin and what its components share, and sensor.mqtt, binary_sensor.mqtt and
/// event.mqtt there for the components.
struct DiscoveryTests {
    private static let device: Set = [
        "configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model",
        "model_id", "name", "serial_number", "suggested_area", "sw_version", "via_device",
    ]
    private static let origin: Set = ["name", "sw_version", "support_url"]
    private static let top: Set = [
        "device", "origin", "components", "availability", "availability_mode",
        "availability_template", "availability_topic", "payload_available",
        "payload_not_available", "state_topic", "command_topic", "qos", "encoding",
    ]
    private static let common: Set = [
        "platform", "unique_id", "name", "icon", "value_template", "state_topic", "device_class",
        "enabled_by_default", "entity_category", "entity_picture", "json_attributes_template",
        "json_attributes_topic", "default_entity_id", "qos", "encoding",
    ]
    private static let own: [String: Set<String>] = [
        "sensor": [
            "expire_after", "force_update", "last_reset_value_template", "options", "state_class",
            "suggested_display_precision", "unit_of_measurement",
        ],
        "binary_sensor": [
            "expire_after", "force_update", "off_delay", "payload_off", "payload_on",
        ],
        "event": ["event_types"],
        "button": ["command_topic", "command_template", "payload_press", "retain"],
    ]

    private let object = Discovery(
        topics: Topics(prefix: "gather", pitch: "north"), hasButtons: true
    ).object

    private func keys(_ name: String) -> Set<String> {
        Set(object[name]?.object?.members.map(\.key) ?? [])
    }

    @Test("a device and what its components share have documented keys, and those they need")
    func shared() {
        #expect(Set(object.members.map(\.key)).subtracting(Self.top) == [])
        #expect(keys("device").subtracting(Self.device) == [])
        #expect(keys("device").contains("identifiers"))
        #expect(keys("origin").subtracting(Self.origin) == [])
        #expect(keys("origin").contains("name"))
        #expect(object["availability_topic"] == "gather/north/online")
        #expect(object["state_topic"] == "gather/north/state")
    }

    @Test("each component has a platform, an ID of its own, and documented keys")
    func components() throws {
        var ids: Set<String> = []
        let components = try #require(object["components"]?.object)
        for component in components.members {
            let fields = try #require(component.value.object)
            let platform = try #require(fields["platform"]?.string)
            let own = try #require(Self.own[platform])
            let unknown = Set(fields.members.map(\.key)).subtracting(Self.common.union(own))
            #expect(unknown == [], "\(component.key)")
            let id = try #require(fields["unique_id"]?.string)
            #expect(ids.insert(id).inserted)
            #expect(id.hasPrefix("gather_north_"))
            #expect(fields["name"]?.string?.isEmpty == false)
        }
        #expect(
            components.members.map(\.key)
                == [
                    "score_a", "score_b", "state", "deadline", "running", "goal", "toggle",
                    "goal_for_a", "goal_for_b", "undo",
                ])
        let plain = Discovery(topics: Topics(prefix: "gather", pitch: "north")).object
        #expect(plain["components"]?.object?.members.count == 6)
    }

    @Test("a button gives a command that is taken")
    func buttons() throws {
        let components = try #require(object["components"]?.object)
        for name in ["toggle", "goal_for_a", "goal_for_b", "undo"] {
            let button = try #require(components[name]?.object)
            #expect(button["command_topic"] == "gather/north/command")
            // As Home Assistant fills it in.
            let text = try #require(button["command_template"]?.string)
                .replacing("{{ now().timestamp() }}", with: "1764150000.123456")
                .replacing("{{ (now().timestamp() * 1000) | int }}", with: "1764150000123")
            let message = BrokerMessage(
                topic: "gather/north/command", payload: Array(text.utf8), isRetained: false)
            let received = try ReceivedCommand(message, at: 1_764_150_000_200)
            #expect(received.command.requestID == "\(name)-1764150000.123456")
        }
    }

    @Test("a choice has the device class for it, an event its types and its own topic")
    func particulars() {
        let components = object["components"]?.object
        let state = components?["state"]?.object
        #expect(state?["device_class"] == "enum")
        #expect(state?["state_class"] == nil)
        #expect(components?["deadline"]?.object?["device_class"] == "timestamp")
        #expect(components?["goal"]?.object?["state_topic"] == "gather/north/event")
        #expect(components?["goal"]?.object?["event_types"] == .array(["goal_a", "goal_b"]))
    }

    @Test("a goal of the same match counts if its number is greater than that of the one before")
    func goalsComeOnce() throws {
        let goal = try #require(object["components"]?.object?["goal"]?.object)
        let template = try #require(goal["value_template"]?.string)
        #expect(template.contains("{% set last = this.attributes %}"))
        #expect(
            template.contains(
                "(last.match != value_json.match or value_json.number > last.number)"))
        // They are compared with the attributes of the event, which the template gives.
        #expect(template.contains("'match': value_json.match, 'number': value_json.number}"))
    }

    @Test("braces of templates are in pairs")
    func templates() throws {
        for component in try #require(object["components"]?.object).members {
            let fields = try #require(component.value.object)
            let value = fields["value_template"] ?? fields["command_template"]
            let template = try #require(value?.string)
            for pair in [("{{", "}}"), ("{%", "%}"), ("(", ")"), ("[", "]")] {
                #expect(
                    template.ranges(of: pair.0).count == template.ranges(of: pair.1).count,
                    "\(component.key)")
            }
        }
    }
}
