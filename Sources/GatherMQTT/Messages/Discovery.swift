import GatherAPI
import Varlink

/// The description of a pitch for Home Assistant: one device with its entities, as in
/// https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.
struct Discovery {
    /// The topics of the pitch.
    let topics: Topics
    /// True to describe buttons as well.
    var hasButtons = false

    /// The description.
    var payload: [UInt8] { JSONValue.object(object).bytes }

    /// The same as an object, with the long names of the documentation.
    var object: JSONObject {
        var components: JSONObject = [
            "score_a": score("a", of: "teamA"), "score_b": score("b", of: "teamB"),
            "state": state, "deadline": deadline, "running": running, "goal": goal,
        ]
        if hasButtons {
            for button in Self.buttons { components[button.id] = self.button(button) }
        }
        return [
            "device": [
                "identifiers": .array([.string(device)]), "name": .string(topics.pitch),
                "manufacturer": "gatherd", "model": "match timer and scoreboard",
                "sw_version": .string(Version.current),
            ],
            "origin": ["name": "gather-mqtt", "sw_version": .string(Version.current)],
            "availability_topic": .string(topics.online), "payload_available": "1",
            "payload_not_available": "0", "state_topic": .string(topics.state), "qos": 1,
            "components": .object(components),
        ]
    }

    private var device: String { "gather_\(topics.pitch)" }

    private func component(
        _ platform: String, _ id: String, name: String, icon: String, template: String,
        _ more: KeyValuePairs<String, JSONValue?> = [:]
    ) -> JSONValue {
        let common = JSONObject([
            .init("platform", .string(platform)), .init("unique_id", .string("\(device)_\(id)")),
            .init("name", .string(name)), .init("icon", .string("mdi:\(icon)")),
            .init("value_template", .string(template)),
        ])
        return .object(JSONObject(common.members + JSONObject(present: more).members))
    }

    private func score(_ letter: String, of side: String) -> JSONValue {
        component(
            "sensor", "score_\(letter)", name: "Score \(letter.uppercased())", icon: "soccer",
            template: "{{ value_json.gather.\(side).score if value_json.gather else none }}",
            [
                "state_class": "measurement",
                "json_attributes_topic": .string(topics.state),
                "json_attributes_template": .string(
                    "{{ ({'team': value_json.gather.\(side).name, "
                        + "'color': value_json.gather.\(side).color} "
                        + "if value_json.gather else {}) | tojson }}"),
            ])
    }

    /// The states of the clock while a match is open, and those of a match that is not.
    private static let states = ["none", "stopped", "running", "paused", "ended", "discarded"]

    private var state: JSONValue {
        component(
            "sensor", "state", name: "State", icon: "whistle",
            template: "{{ 'none' if not value_json.gather else value_json.gather.timer.state "
                + "if value_json.gather.phase == 'open' else value_json.gather.phase }}",
            ["device_class": "enum", "options": .array(Self.states.map { .string($0) })])
    }

    /// The moment at which time is up, so that nothing has to be published each second.
    private var deadline: JSONValue {
        component(
            "sensor", "deadline", name: "Deadline", icon: "timer-sand",
            template: "{{ as_datetime(value_json.deadlineAt / 1000).isoformat() "
                + "if value_json.deadlineAt else none }}",
            ["device_class": "timestamp"])
    }

    private var running: JSONValue {
        component(
            "binary_sensor", "running", name: "Running", icon: "timer-play",
            template: "{{ 'ON' if value_json.gather and value_json.gather.phase == 'open' "
                + "and value_json.gather.timer.state == 'running' else 'OFF' }}",
            ["payload_on": "ON", "payload_off": "OFF"])
    }

    /// Goals as they are scored, each once.
    ///
    /// Events are published again on a new connection. Most of them are too old; of the last minute
    /// those are left out that Home Assistant has had, by the number of the goal before, which is
    /// an attribute of the entity `this`.
    private var goal: JSONValue {
        component(
            "event", "goal", name: "Goal", icon: "soccer",
            template: "{% set e = value_json.entry %}{% set last = this.attributes %}"
                + "{% if e.kind == 'scoreChanged' and e.team and not e.correction "
                + "and (e.goals or 0) > 0 "
                + "and as_timestamp(now()) - as_timestamp(e.at) < \(Self.freshSeconds) "
                + "and (last.match != value_json.match or value_json.number > last.number) %}"
                + "{{ {'event_type': 'goal_a' if e.team == 'teamA' else 'goal_b', "
                + "'score': e.score, 'scorer': e.scorer, 'minute': e.minute | default(none), "
                + "'match': value_json.match, 'number': value_json.number} | tojson }}{% endif %}",
            [
                "state_topic": .string(topics.event),
                "event_types": .array(["goal_a", "goal_b"]),
            ])
    }

    /// A button: its ID and name, its picture, and the command that it gives.
    private typealias Button = (
        id: String, name: String, icon: String, method: GatherMethod, parameters: String
    )

    private static let buttons: [Button] = [
        ("toggle", "Start or pause", "play-pause", .toggle, ""),
        ("goal_for_a", "Goal A", "soccer", .addToScore, #""team": "teamA", "delta": 1, "#),
        ("goal_for_b", "Goal B", "soccer", .addToScore, #""team": "teamB", "delta": 1, "#),
        ("undo", "Undo", "undo", .undo, ""),
    ]

    /// Describes a button, each press of which has an ID and a moment of its own, by the clock of
    /// Home Assistant.
    private func button(_ button: Button) -> JSONValue {
        .object([
            "platform": "button", "unique_id": .string("\(device)_\(button.id)"),
            "name": .string(button.name), "icon": .string("mdi:\(button.icon)"),
            "command_topic": .string(topics.command),
            "command_template": .string(
                #"{"method": "\#(button.method.rawValue)", "parameters": {\#(button.parameters)"#
                    + #""requestId": "\#(button.id)-{{ now().timestamp() }}"}, "#
                    + #""sentAt": {{ (now().timestamp() * 1000) | int }}}"#),
        ])
    }

    /// The age in seconds up to which a goal is one that was just scored.
    private static let freshSeconds = 60
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an object of pairs whose keys are distinct.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }
}
