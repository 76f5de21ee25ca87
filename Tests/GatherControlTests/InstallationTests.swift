import LinuxIO
import Testing

@testable import GatherControl

@Suite("The daemon that a socket belongs to")
struct InstallationTests {
    private static let own = ["XDG_RUNTIME_DIR": "/run/user/1000", "HOME": "/home/anna"]
    private static let state = "/home/anna/.local/state/gatherd"

    @Test(
        "its state is that of the pitch that the socket is named after",
        arguments: [
            ("/run/gatherd/gatherd.sock", 0, nil, "/var/lib/gatherd"),
            ("/run/gatherd/north.sock", 0, "north", "/var/lib/gatherd/north"),
            ("/run/gatherd/north.sock", 1_000, "north", "/var/lib/gatherd/north"),
            ("/run/user/1000/gatherd/gatherd.sock", 1_000, nil, state),
            ("/run/user/1000/gatherd/north.sock", 1_000, "north", state + "/north"),
            ("/tmp/x/gatherd.sock", 1_000, nil, nil),
            ("/tmp/x/north.sock", 0, nil, nil),
        ] as [(String, UInt32, String?, String?)])
    func directories(socket: String, uid: UInt32, pitch: String?, directory: String?) {
        let environment = Environment(variables: Self.own, uid: uid)
        let installation = Installation(socket: socket, pitch: nil, environment)
        #expect(installation.pitch == pitch)
        #expect(installation.stateDirectory == directory)
    }

    @Test("an option and the environment know better")
    func told() {
        let given = Environment(variables: ["STATE_DIRECTORY": "/srv/x"], uid: 1_000)
        let beside = Installation(socket: "/tmp/x/gatherd.sock", pitch: nil, given)
        #expect(beside.stateDirectory == "/srv/x")
        let usual = Environment(variables: Self.own, uid: 1_000)
        let north = Installation(
            socket: "/run/user/1000/gatherd/north.sock", pitch: "north", usual)
        #expect(north.stateDirectory == "\(Self.state)/north")
    }
}
