import CMosquitto
import LinuxIO

/// A connection to a broker from its beginning to its end: a client of libmosquitto without a
/// thread, which is used by one thread at a time.
///
/// A client that was connected before would send again what was not acknowledged, in the middle of
/// what is published anew; so each connection has a client of its own.
final class BrokerSession {
    /// A reason why there is no connection.
    struct Failure: Error, Equatable {
        let description: String
        /// True if the broker has said what MQTT does not allow.
        var isOfProtocol = false
    }

    /// The reason of the end when the broker prefers another client with the same ID.
    static let takenOver = "the broker prefers another client"

    /// The reason of the end when the broker says nothing.
    static let silent = "the broker does not answer"

    private let handle: OpaquePointer
    private let settings: BrokerSettings
    /// The events that the callbacks have put down; libmosquitto must not be destroyed within one.
    private var events: [BrokerEvent] = []
    /// The first error that the library reported: that of a wrong name, or that TLS failed for it.
    private var firstError: String?
    private var calls = 0
    /// The bytes of the messages among the events.
    private var bytes = 0
    /// The longest packet that the broker takes, in bytes.
    private var longestPacket = Int.max

    /// The interval in seconds at which the broker receives something; without anything for one
    /// and a half of them it publishes the last will.
    private static let keepAlive: Int32 = 15
    /// The events, and the bytes of messages, after which no more is read at once.
    private static let mostEvents = 64
    private static let mostBytes = 1 << 18
    private static let isLibraryReady = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code

    /// Makes a session that is not connected.
    init(_ settings: BrokerSettings) throws(Failure) {
        guard Self.isLibraryReady, let handle = mosquitto_new(settings.clientID, true, nil) else {
            throw Failure(description: "libmosquitto cannot be used")
        }
        self.handle = handle
        self.settings = settings
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        try setOptions()
    }

    deinit { mosquitto_destroy(handle) }

    // MARK: - Preparation

    private func setOptions() throws(Failure) {
        try check(mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5))
        try check(mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1))
        if settings.user != nil || settings.password != nil {
            try check(mosquitto_username_pw_set(handle, settings.user, settings.password))
        }
        if settings.isSecure { try setAuthorities() }
        if let will = settings.will {
            let payload = Array(will.payload.utf8)
            try check(
                mosquitto_will_set_v5(
                    handle, will.topic, Int32(payload.count), payload, 1, true, nil))
        }
    }

    private func setAuthorities() throws(Failure) {
        if let file = settings.authorities {
            let code = mosquitto_tls_set(handle, file, nil, nil, nil, nil)
            guard code == MOSQ_ERR_SUCCESS.code else {
                throw Failure(description: "cannot use the certificates in \(file)")
            }
        } else {
            try check(mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
        }
    }

    private func setCallbacks() {
        mosquitto_connect_v5_callback_set(handle) { _, context, code, _, properties in
            let reason = BrokerReason(rawValue: code)
            session(context)?.noteLimits(properties)
            session(context)?.note(reason.isFailure ? .lost(reason: text(of: reason)) : .connected)
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
            let reason = BrokerReason(rawValue: code)
            // Lower ones are of the library, and its functions return them as well.
            if reason.isFailure { session(context)?.note(.lost(reason: text(of: reason))) }
        }
        mosquitto_publish_v5_callback_set(handle) { _, context, id, code, _ in
            session(context)?.note(.acknowledged(id: id, BrokerReason(rawValue: code)))
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, context, _, count, codes, _ in
            let code = count > 0 ? codes?[0] ?? 0 : 0
            session(context)?.note(.subscribed(BrokerReason(rawValue: code)))
        }
        mosquitto_message_v5_callback_set(handle) { _, context, message, _ in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let payload = UnsafeRawBufferPointer(
                start: message.payload, count: Int(message.payloadlen))
            session(context)?.bytes += payload.count
            session(context)?.note(
                .received(
                    BrokerMessage(
                        topic: String(cString: topic), payload: Array(payload),
                        isRetained: message.retain)))
        }
        mosquitto_log_callback_set(handle) { _, context, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            session(context)?.noteError(String(cString: text))
        }
    }

    private func note(_ event: BrokerEvent) {
        calls += 1
        events.append(event)
    }

    private func noteError(_ text: String) { firstError = firstError ?? text }

    private func noteLimits(_ properties: OpaquePointer?) {
        var size: UInt32 = 0
        let found = mosquitto_property_read_int32(
            properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), &size, false)
        if found != nil { longestPacket = Int(size) }
    }

    // MARK: - Use

    /// Connects, and waits for the network; the broker's word on it comes as an event.
    func connect() throws(Failure) {
        // The broker leaves out what is longer.
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        try check(
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
                UInt32(settings.longestPacket)))
        try check(
            mosquitto_connect_bind_v5(
                handle, settings.host, Int32(settings.port), Self.keepAlive, nil, properties))
    }

    /// The socket; nil if there is none.
    var socket: Int32? {
        let number = mosquitto_socket(handle)
        return number >= 0 ? number : nil
    }

    /// True if something waits for room in the socket.
    var wantsToWrite: Bool { mosquitto_want_write(handle) }

    /// Returns what has happened since the last call.
    func takeEvents() -> [BrokerEvent] {
        defer { (events, bytes) = ([], 0) }
        return events
    }

    /// Reads what the broker has sent, or a part of it.
    ///
    /// - Returns: True if there may be more, which the socket does not always show: TLS may have
    ///   read more than it has given.
    func read() throws(Failure) -> Bool {
        while events.count < Self.mostEvents, bytes < Self.mostBytes {
            let before = calls
            try check(mosquitto_loop_read(handle, 1))
            if calls == before { return false }
        }
        return true
    }

    /// Sends what waits.
    func write() throws(Failure) { try check(mosquitto_loop_write(handle, 1)) }

    /// Sends a sign of life if one is due, and notices a broker that gives none.
    func keepAlive() throws(Failure) { try check(mosquitto_loop_misc(handle)) }

    /// Publishes a message.
    ///
    /// - Returns: The number of the message, by which it is acknowledged; nil if it is longer than
    ///   the broker takes, who would end the connection.
    func publish(
        _ payload: [UInt8], to topic: String, _ delivery: BrokerDelivery
    ) throws(Failure) -> Int32? {
        // The library counts less, and for some that are too long ends the process: "log__printf:
        // Assertion `mosq' failed".
        guard Self.packetSize(payload, topic, delivery) <= longestPacket else { return nil }
        var id: Int32 = 0
        let code = mosquitto_publish_v5(
            handle, &id, topic, Int32(payload.count), payload,
            delivery == .atMostOnce ? 0 : 1, delivery == .retained, nil)
        let isTooLong = [MOSQ_ERR_OVERSIZE_PACKET.code, MOSQ_ERR_PAYLOAD_SIZE.code].contains(code)
        guard !isTooLong else { return nil }
        try check(code)
        return id
    }

    /// Returns the bytes of a packet of the type PUBLISH: MQTT 5, section 3.3.
    private static func packetSize(
        _ payload: [UInt8], _ topic: String, _ delivery: BrokerDelivery
    ) -> Int {
        let id = delivery == .atMostOnce ? 0 : 2
        let rest = 2 + topic.utf8.count + id + 1 + payload.count
        // The length has seven bits in a byte.
        let bits = Int.bitWidth - rest.leadingZeroBitCount
        return 1 + (bits + 6) / 7 + rest
    }

    /// Subscribes to a topic.
    ///
    /// - Parameters:
    ///   - isOwnSent: True to get also what this client publishes itself, and what the broker
    ///     retains of an earlier connection with its ID.
    ///   - isQueued: False to get each message once at most. Of those that have to be acknowledged,
    ///     mosquitto keeps a queue of 1,000 for a client, and drops the others without a word,
    ///     retained ones as well.
    ///   - keepsRetained: True if a message that is to be retained says so when it is published,
    ///     too, and not only when it was retained before.
    func subscribe(
        to filter: String, isOwnSent: Bool, isQueued: Bool, keepsRetained: Bool
    ) throws(Failure) {
        var options = isOwnSent ? 0 : Int32(MQTT_SUB_OPT_NO_LOCAL.rawValue)
        if keepsRetained { options |= Int32(MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue) }
        try check(mosquitto_subscribe_v5(handle, nil, filter, isQueued ? 1 : 0, options, nil))
    }

    /// Disconnects so that the broker publishes the last will.
    func disconnect() {
        _ = mosquitto_disconnect_v5(handle, Int32(MQTT_RC_DISCONNECT_WITH_WILL_MSG.rawValue), nil)
    }

    // MARK: - Errors

    private func check(_ code: Int32) throws(Failure) {
        guard code != MOSQ_ERR_SUCCESS.code else { return }
        let cause = SystemError()
        switch code {
        case MOSQ_ERR_ERRNO.code: throw Failure(description: "\(cause)")
        case MOSQ_ERR_EAI.code:
            throw Failure(description: "the name cannot be looked up")
        // The library has no text for it.
        case MOSQ_ERR_KEEPALIVE.code: throw Failure(description: Self.silent)
        case MOSQ_ERR_TLS.code, MOSQ_ERR_TLS_HANDSHAKE.code:
            let detail = firstError.map { ": \($0)" } ?? ""
            throw Failure(description: "TLS is refused\(detail)")
        default:
            let text = mosquitto_strerror(code).map { String(cString: $0) } ?? "error \(code)"
            throw Failure(
                description: text.hasSuffix(".") ? String(text.dropLast()) : text,
                isOfProtocol: code == MOSQ_ERR_PROTOCOL.code)
        }
    }
}

// SAFETY: one thread makes and connects it, and hands it over to a queue, which alone uses it then.
extension BrokerSession: @unchecked Sendable {}

/// Returns the session of a callback.
private func session(_ context: UnsafeMutableRawPointer?) -> BrokerSession? {
    context.map { Unmanaged<BrokerSession>.fromOpaque($0).takeUnretainedValue() }
}

/// Returns the reason in words, the same with each release of the library.
private func text(of reason: BrokerReason) -> String {
    switch reason {
    case .takenOver: BrokerSession.takenOver
    case .wrongPassword: "the broker does not know the user or the password"
    case .notAuthorized: "the broker does not authorize the user"
    default:
        mosquitto_reason_string(reason.rawValue).map { String(cString: $0) }
            ?? "reason \(reason.rawValue)"
    }
}

extension mosq_err_t {
    fileprivate var code: Int32 { rawValue }
}
