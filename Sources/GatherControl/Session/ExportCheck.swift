import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// A check of an export by the program gatherd, which runs for it alone and needs no daemon.
struct ExportCheck {
    /// The export, from where it is read on.
    let input: Descriptor
    /// A code that is looked for.
    let code: RecordCode?
    /// The text of an error, with a place for the cause.
    let failure: String
    /// The command that checks, before its options.
    var command = [Programs.ours(program)]

    private static let program = "gatherd"
    /// The most bytes of a line about a match.
    private static let longestLine = 4_096
    /// The most bytes that are read of what it says to standard error.
    private static let longestReason = 4_096

    /// Calls `body` with what is found out about each match, in the order of the export.
    ///
    /// - Throws: A ``Failure`` also if the export cannot be read.
    func eachMatch(_ body: (JSONObject) throws(Failure) -> Void) throws(Failure) {
        let errors: Descriptor
        let (process, output): (SpawnedProcess, Descriptor)
        do {
            errors = try MemoryFile.of([])
            (process, output) = try start(errors: errors)
        } catch {
            throw Failure(
                .refused, failure,
                cause: tr("'%1$@' does not start: %2$@", Self.program, error),
                hint: tr("the package gatherd has it; it need not run as a service"))
        }
        do { try read(output, body) } catch {
            process.send(SIGKILL)
            _ = process.end()
            throw error
        }
        let end = process.end()
        guard end != .exited(0) else { return }
        throw refusal(end, (try? errors.read(Self.longestReason, at: 0)) ?? [])
    }

    /// Returns what is wrong with the first record in the export that is not whole, or why that
    /// cannot be found out; nil if all are whole.
    func objection() -> String? {
        var objection: String?
        do throws(Failure) {
            try eachMatch { (object) throws(Failure) in
                guard let found = try? VerificationFields(json: .object(object), name: "") else {
                    throw misunderstood
                }
                objection = objection ?? VerificationPresenter(found: found).objection
            }
        } catch { return error.message }
        return objection
    }

    private func start(errors: Descriptor) throws(SystemError) -> (SpawnedProcess, Descriptor) {
        // Its other end closes when this returns, and so the output ends with the program.
        let (reader, writer) = try UnixSocket.blockingPair()
        let process = try SpawnedProcess(
            command + ["--check-export"] + (code.map { ["--code", $0.text] } ?? []),
            streams: SpawnedProcess.Streams(input: input, output: writer, errors: errors),
            leadsGroup: false)
        return (process, reader)
    }

    private func read(
        _ output: Descriptor, _ body: (JSONObject) throws(Failure) -> Void
    ) throws(Failure) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while let count = try? output.read(into: &buffer), count > 0 {
            let lines = (rest + buffer[..<count]).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for line in lines.dropLast() { try body(object(line)) }
            rest = Array(lines.last ?? [])
            guard rest.count <= Self.longestLine else { throw misunderstood }
        }
    }

    private func object(_ line: ArraySlice<UInt8>) throws(Failure) -> JSONObject {
        guard let object = (try? JSONValue(parsing: line, nesting: 2))?.object else {
            throw misunderstood
        }
        return object
    }

    /// The failure for an output that is not understood.
    var misunderstood: Failure {
        Failure(
            .refused, failure,
            cause: tr("cannot understand what '%1$@' prints", Self.program))
    }

    private func refusal(_ end: SpawnedProcess.End, _ reason: [UInt8]) -> Failure {
        let lines = String(decoding: reason, as: UTF8.self).split(whereSeparator: \.isNewline)
        let lead = "\(Self.program): "
        let cause = lines.first.map { $0.hasPrefix(lead) ? $0.dropFirst(lead.count) : $0 }
        return Failure(
            .refused, failure,
            cause: cause.map(String.init)
                ?? tr("'%1$@' has not come to the end of it", Self.program),
            hint: end == .exited(1)
                ? tr("'gatherctl export' writes what can be checked, JSON lines") : nil)
    }
}
