import LinuxIO
import Testing

@testable import GatherControl

@Suite struct PrivateDaemonTests {
    @Test("what a killed replay has left is removed by the next, once its gatherd has ended")
    func leftovers() throws {
        let place = try TemporaryPrograms([])
        defer { withExtendedLifetime(place) {} }
        let environment = Environment(
            variables: ["XDG_RUNTIME_DIR": place.path], uid: 1_000)
        func next() throws -> TemporaryDirectory { try PrivateDaemon.directory(environment) }
        // Nobody holds it any more.
        let killed = try next().path
        #expect(killed.hasPrefix("\(place.path)/gatherd-replay-") && Files.isDirectory(killed))
        let running = try next()
        #expect(!Files.exists(killed))
        let other = "\(place.path)/gatherd-replay-AAAAAA"
        try Files.makeDirectory("\(other)/state")
        var lock = try Files.lockFile("\(other)/state/\(StandardPaths.lockName)")
        #expect(lock != nil)
        _ = try next()
        #expect(Files.isDirectory(other))
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try next()
        #expect(!Files.exists(other))
        #expect(Files.isDirectory(running.path))
        withExtendedLifetime(running) {}
    }
}
