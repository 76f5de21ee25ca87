import CCurl
import LinuxIO

/// The requests that are underway: a multi handle of libcurl, without a thread of its own.
final class TransferSet {
    /// The events to wait for on a socket besides the transfers.
    struct Interest: OptionSet {
        let rawValue: Int16

        /// There is data to read, or the end of the stream.
        static let readable = Interest(rawValue: Int16(CURL_WAIT_POLLIN))

        /// There is room to write.
        static let writable = Interest(rawValue: Int16(CURL_WAIT_POLLOUT))
    }

    /// A transfer that has ended.
    typealias Finished = (number: Int, outcome: Result<HTTPAnswer, HTTPFailure>)

    private let multi: UnsafeMutableRawPointer
    private let certificates: String?
    private var transfers: [Int: Transfer] = [:]
    private var nextNumber = 0

    /// Makes an empty set.
    ///
    /// - Parameter certificates: The file of the authorities to trust instead of the system's.
    init?(certificates: String?) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
            let multi = curl_multi_init()
        else { return nil }
        self.multi = multi
        self.certificates = certificates
    }

    deinit {
        // The transfers come first: "each easy handle is removed", curl_multi_cleanup(3).
        for number in Array(transfers.keys) { cancel(number) }
        curl_multi_cleanup(multi)
    }

    /// The number of transfers that are underway.
    var count: Int { transfers.count }

    /// Starts a request.
    ///
    /// - Returns: Its number, or nil if there is not enough memory.
    func start(_ request: HTTPRequest) -> Int? {
        guard let transfer = Transfer(request, certificates: certificates),
            curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
        else { return nil }
        nextNumber += 1
        transfers[nextNumber] = transfer
        return nextNumber
    }

    /// Cancels a request in any state.
    func cancel(_ number: Int) {
        guard let transfer = transfers.removeValue(forKey: number) else { return }
        curl_multi_remove_handle(multi, transfer.handle)
    }

    /// Does what is possible without waiting, and returns the transfers that have ended.
    func perform() -> [Finished] {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var ended: [(handle: UnsafeMutableRawPointer, code: CURLcode)] = []
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let handle = message.easy_handle else { continue }
            ended.append((handle, message.data.result))
        }
        return ended.compactMap { handle, code in
            guard let (number, transfer) = transfers.first(where: { $0.value.handle == handle })
            else { return nil }
            defer { cancel(number) }
            return (number, transfer.outcome(code))
        }
    }

    /// Returns the received part of an answer that is read as it arrives, and resumes the transfer.
    ///
    /// - Returns: The next part; nil if there is none.
    func takePart(of number: Int) -> HTTPAnswer? {
        guard let transfer = transfers[number], let part = transfer.takePart() else { return nil }
        transfer.resume()
        return part
    }

    /// Waits until a transfer can continue, a socket is ready or the time is over.
    func wait(for sockets: [(socket: Descriptor, interest: Interest)], timeout: Duration) {
        var others = sockets.map {
            curl_waitfd(fd: $0.socket.number, events: $0.interest.rawValue, revents: 0)
        }
        let milliseconds = timeout.wholeMilliseconds + 1
        curl_multi_poll(multi, &others, UInt32(others.count), Int32(clamping: milliseconds), nil)
    }
}
