import CCurl
import GatherAPI
import LinuxIO

/// A request that is underway: an easy handle of libcurl, and the received part of the answer.
final class Transfer {
    /// The handle, valid as long as this object.
    let handle: UnsafeMutableRawPointer

    private let request: HTTPRequest
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>
    private var body: [UInt8] = []
    private var receivedBytes = 0
    private var isTooLong = false
    /// True if the whole head was received; libcurl takes a truncated head for a complete one.
    private var isHeadWhole = false
    private var mayHaveLeft = false
    private var isPaused = false

    /// Makes a transfer that has not begun.
    ///
    /// - Parameter certificates: The file of the authorities to trust instead of the system's.
    init?(_ request: HTTPRequest, certificates: String?) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        self.request = request
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard setOptions(certificates), setRequest(), setCallbacks() else { return nil }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        errorText.deallocate()
    }

    // MARK: - Preparation

    private func set(_ option: CURLoption, _ number: Int) -> Bool {
        ccurl_set_number(handle, option, number) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ text: String) -> Bool {
        ccurl_set_text(handle, option, text) == CURLE_OK
    }

    /// Sets the options common to all requests; verification of the server is on by default.
    private func setOptions(_ certificates: String?) -> Bool {
        set(CURLOPT_PROTOCOLS_STR, "http,https")
            && set(CURLOPT_FOLLOWLOCATION, 0)
            // The headers of a proxy's answer to CONNECT are not the answer.
            && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            && set(CURLOPT_NOSIGNAL, 1)
            // libcurl repeats a request on a kept connection if the server closes it: a gather that
            // was made once would be made twice.
            && set(CURLOPT_FRESH_CONNECT, 1)
            && set(CURLOPT_FORBID_REUSE, 1)
            && set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
            // A pending name lookup must not delay the end of the request.
            && set(CURLOPT_QUICK_EXIT, 1)
            && set(CURLOPT_USERAGENT, "gatherd/\(Version.current)")
            && certificates.map { set(CURLOPT_CAINFO, $0) } != false
    }

    private func setRequest() -> Bool {
        let server = request.server
        var lines = ["Accept: application/json", "Content-Type: application/json", "Expect:"]
        if let authorization = request.authorization {
            lines.append("Authorization: \(authorization)")
        }
        for line in lines {
            guard let longer = curl_slist_append(headers, line) else { return false }
            headers = longer
        }
        return set(CURLOPT_URL, server.url + request.path)
            && setMethod()
            && ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, headers) == CURLE_OK
            // With HTTP/2, libcurl would buffer megabytes from a server that should wait.
            && set(
                CURLOPT_HTTP_VERSION,
                request.isReadInParts
                    ? Int(CURL_HTTP_VERSION_1_1) : Int(CURL_HTTP_VERSION_2TLS))
            && set(CURLOPT_TIMEOUT_MS, request.timeoutMilliseconds)
            && set(CURLOPT_CONNECTTIMEOUT_MS, Limits.connectMilliseconds)
            // A request that may go to this machine without TLS must not go through a proxy.
            && (!server.isLoopback || set(CURLOPT_NOPROXY, "*"))
    }

    private func setMethod() -> Bool {
        guard request.method == .post || !request.body.isEmpty else {
            return set(CURLOPT_HTTPGET, 1) && set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        return set(CURLOPT_POST, 1)
            && set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            && set(CURLOPT_POSTFIELDSIZE, request.body.count)
            // The size comes first: otherwise "this option does not work with binary data",
            // CURLOPT_COPYPOSTFIELDS(3).
            && ccurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, request.body) == CURLE_OK
    }

    private func setCallbacks() -> Bool {
        // SAFETY: libcurl calls back only while the transfer is in a set, which holds it.
        let context = Unmanaged.passUnretained(self).toOpaque()
        return ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText) == CURLE_OK
            && ccurl_set_pointer(handle, CURLOPT_PREREQDATA, context) == CURLE_OK
            && ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context) == CURLE_OK
            && ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context) == CURLE_OK
            && ccurl_set_before_request(
                handle,
                { context, _, _, _, _ in
                    Transfer.of(context)?.mayHaveLeft = true
                    return CURL_PREREQFUNC_OK
                }) == CURLE_OK
            && ccurl_set_receiver(
                handle, CURLOPT_HEADERFUNCTION,
                { line, size, count, context in
                    let line = UnsafeRawBufferPointer(start: line, count: size * count)
                    return Transfer.of(context)?.receive(headerLine: line) ?? 0
                }) == CURLE_OK
            && ccurl_set_receiver(
                handle, CURLOPT_WRITEFUNCTION,
                { bytes, size, count, context in
                    let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return Transfer.of(context)?.receive(bytes) ?? 0
                }) == CURLE_OK
    }

    // MARK: - Callbacks

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        // SAFETY: the context that was set above.
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Counts received bytes; a smaller return value makes libcurl give up.
    private func count(_ bytes: Int) -> Int {
        receivedBytes += bytes
        isTooLong = receivedBytes > Limits.answerBytes
        return isTooLong ? 0 : bytes
    }

    private func receive(headerLine line: UnsafeRawBufferPointer) -> Int {
        // An interim answer has a head of its own.
        if line.starts(with: "HTTP/".utf8) { isHeadWhole = false }
        if line.elementsEqual("\r\n".utf8) { isHeadWhole = true }
        return count(line.count)
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        if isReadInParts { return receive(part: bytes) }
        let taken = count(bytes.count)
        if taken > 0 { body.append(contentsOf: bytes) }
        return taken
    }

    /// Receives a part of the body, or makes libcurl keep it and the server wait.
    private func receive(part bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count < Limits.partBytes else {
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    // MARK: - Parts

    private var isReadInParts: Bool {
        request.isReadInParts && ccurl_number(handle, CURLINFO_RESPONSE_CODE) == 200
    }

    /// Returns the part of the body received since the last call, if it is read as it arrives; nil
    /// if there is none.
    func takePart() -> HTTPAnswer? {
        guard !body.isEmpty, isReadInParts else { return nil }
        defer { body = [] }
        return answer
    }

    /// Resumes a paused transfer, since there is room for another part.
    func resume() {
        guard isPaused else { return }
        isPaused = false
        // libcurl delivers the data that it has kept before this returns, curl_easy_pause(3).
        curl_easy_pause(handle, CURLPAUSE_CONT)
    }

    // MARK: - End

    /// Returns the outcome after libcurl has ended the transfer.
    func outcome(_ code: CURLcode) -> Result<HTTPAnswer, HTTPFailure> {
        if code == CURLE_OK, isHeadWhole { return .success(answer) }
        let reason =
            isTooLong
            ? "the answer is longer than a megabyte"
            : reason(for: code == CURLE_OK ? CURLE_PARTIAL_FILE : code)
        return .failure(mayHaveLeft ? .noAnswer(reason) : .notSent(reason))
    }

    private var answer: HTTPAnswer {
        HTTPAnswer(
            status: ccurl_number(handle, CURLINFO_RESPONSE_CODE),
            contentType: header("Content-Type"), location: header("Location"),
            // The seconds to a date that has passed are negative.
            retryAfterSeconds: max(0, ccurl_offset(handle, CURLINFO_RETRY_AFTER)), body: body)
    }

    private func header(_ name: String) -> String? {
        var found: UnsafeMutablePointer<curl_header>?
        // This is the first header of that name in the last answer, curl_easy_header(3).
        guard curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &found) == CURLHE_OK,
            let value = found?.pointee.value
        else { return nil }
        return String(cString: value)
    }

    /// Returns a text of our own where libcurl's could reveal the password of a proxy.
    private func reason(for code: CURLcode) -> String {
        let tunnel = ccurl_number(handle, CURLINFO_HTTP_CONNECTCODE)
        // libcurl calls this a failure to receive.
        if tunnel >= 300 { return "the proxy answers \(tunnel) and does not connect" }
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST: "the name of the server cannot be resolved"
        case CURLE_COULDNT_RESOLVE_PROXY: "the name of the proxy cannot be resolved"
        case CURLE_COULDNT_CONNECT: "cannot connect: \(systemReason ?? "nobody is there")"
        case CURLE_PEER_FAILED_VERIFICATION:
            "the server's certificate is not accepted: \(String(cString: errorText))\(wrongDate)"
        case CURLE_SSL_CONNECT_ERROR:
            "no agreement on TLS: \(String(cString: errorText))"
        case CURLE_OPERATION_TIMEDOUT:
            mayHaveLeft ? "no answer in time" : "no connection in time"
        case CURLE_GOT_NOTHING: "the server closed the connection without an answer"
        case CURLE_PARTIAL_FILE: "the server closed the connection in the middle of its answer"
        default: String(cString: curl_easy_strerror(code))
        }
    }

    /// The date on which a certificate is not valid: of a machine without a battery it may be 1970.
    private var wrongDate: String {
        let result = ccurl_number(handle, CURLINFO_SSL_VERIFYRESULT)
        // X509_V_ERR_CERT_NOT_YET_VALID and X509_V_ERR_CERT_HAS_EXPIRED.
        guard result == 9 || result == 10 else { return "" }
        let today = UniversalTime(ClockReading.current.wall).rfc3339.prefix { $0 != "T" }
        return "; it is \(today) by the clock of this machine"
    }

    private var systemReason: String? {
        let number = ccurl_number(handle, CURLINFO_OS_ERRNO)
        return number > 0 ? SystemError(Int32(number)).description : nil
    }
}
