import LinuxIO
import Varlink

/// The program gatherd of this machine, run for its answer about files.
enum DaemonProgram {
    /// The longest answer, in bytes.
    private static let longestAnswer = 1 << 20

    /// Runs it to its end; what it complains of goes to standard error.
    ///
    /// - Parameter failure: The text of an error, with a place for the cause.
    /// - Returns: The object that it prints.
    /// - Throws: A ``Failure`` if there is no such program, or it prints none.
    static func answer(_ arguments: [String], failure: String) throws(Failure) -> JSONObject {
        let output: Descriptor
        let process: SpawnedProcess
        do {
            output = try MemoryFile.of([])
            process = try SpawnedProcess(
                [Programs.ours("gatherd")] + arguments,
                streams: SpawnedProcess.Streams(output: output), leadsGroup: false)
        } catch {
            throw Failure(
                .refused, failure, cause: tr("'%1$@' does not start: %2$@", "gatherd", error))
        }
        _ = process.end()
        let bytes = (try? output.read(longestAnswer, at: 0)) ?? []
        guard let value = try? JSONValue(parsing: bytes.dropLast()[...], nesting: 8),
            let object = value.object
        else {
            throw Failure(.refused, failure, cause: tr("'%1$@' gives no answer", "gatherd"))
        }
        return object
    }
}
