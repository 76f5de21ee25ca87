import Glibc
import LinuxIO
import Testing

struct StandardPathsTests {
    /// Variables, a user, and where the state and the socket are then.
    private static let rows:
        [(variables: [String: String], uid: UInt32, state: String?, socket: String?)] = [
            ([:], 0, "/var/lib/gatherd", "/run/gatherd/gatherd.sock"),
            (
                ["HOME": "/root", "XDG_RUNTIME_DIR": "/run/user/0", "XDG_STATE_HOME": "/root/s"], 0,
                "/var/lib/gatherd", "/run/gatherd/gatherd.sock"
            ),
            (["STATE_DIRECTORY": "/srv/a"], 0, "/srv/a", "/run/gatherd/gatherd.sock"),
            (
                [
                    "HOME": "/home/u", "XDG_RUNTIME_DIR": "/run/user/7",
                    "XDG_STATE_HOME": "/home/u/s",
                ], 7,
                "/home/u/s/gatherd", "/run/user/7/gatherd/gatherd.sock"
            ),
            (
                ["HOME": "/home/u", "XDG_RUNTIME_DIR": "/run/user/7"], 7,
                "/home/u/.local/state/gatherd", "/run/user/7/gatherd/gatherd.sock"
            ),
            (
                ["HOME": "/home/u"], 7,
                "/home/u/.local/state/gatherd", "/home/u/.local/state/gatherd/gatherd.sock"
            ),
            (
                ["HOME": "/home/u", "STATE_DIRECTORY": "/srv/a"], 7,
                "/srv/a", "/srv/a/gatherd.sock"
            ),
            (["STATE_DIRECTORY": "/srv/a:/srv/b:/srv/c"], 7, "/srv/a", "/srv/a/gatherd.sock"),
            (
                ["STATE_DIRECTORY": ":", "HOME": "/h"], 7, "/h/.local/state/gatherd",
                "/h/.local/state/gatherd/gatherd.sock"
            ),
            (
                ["STATE_DIRECTORY": "", "XDG_STATE_HOME": "", "XDG_RUNTIME_DIR": "", "HOME": "/h"],
                7,
                "/h/.local/state/gatherd", "/h/.local/state/gatherd/gatherd.sock"
            ),
            (["XDG_RUNTIME_DIR": "/run/user/7"], 7, nil, "/run/user/7/gatherd/gatherd.sock"),
            (["HOME": ""], 7, nil, nil),
            ([:], 7, nil, nil),
        ]

    @Test("state and socket stand where the first of the variables that is set says")
    func paths() {
        for row in Self.rows {
            let environment = Environment(variables: row.variables, uid: row.uid)
            let state = StandardPaths.stateDirectory(environment)
            #expect(state == row.state, "\(row.variables) of user \(row.uid)")
            let socket = StandardPaths.socket(environment, stateDirectory: state)
            #expect(socket == row.socket, "\(row.variables) of user \(row.uid)")
        }
    }

    @Test("what people have written is where the first of its variables that is set says")
    func configuration() {
        let variables = [
            ("CONFIGURATION_DIRECTORY", "/c:/d"), ("XDG_CONFIG_HOME", "/x"), ("HOME", "/h"),
        ]
        for (index, path) in ["/c", "/x/gatherd", "/h/.config/gatherd", nil].enumerated() {
            let rest = Dictionary(uniqueKeysWithValues: variables.dropFirst(index))
            let user = Environment(variables: rest, uid: 7)
            #expect(StandardPaths.configurationDirectory(user) == path)
            let root = Environment(variables: rest, uid: 0)
            let expected = index == 0 ? "/c" : "/etc/gatherd"
            #expect(StandardPaths.configurationDirectory(root) == expected)
        }
    }

    @Test("a state directory that is given otherwise has the socket where there is no better place")
    func givenStateDirectory() {
        let bare = Environment(variables: [:], uid: 7)
        #expect(StandardPaths.socket(bare, stateDirectory: "/srv/x") == "/srv/x/gatherd.sock")
        let session = Environment(variables: ["XDG_RUNTIME_DIR": "/run/user/7"], uid: 7)
        let socket = StandardPaths.socket(session, stateDirectory: "/srv/x")
        #expect(socket == "/run/user/7/gatherd/gatherd.sock")
    }

    @Test("a variable that is empty counts as not set")
    func empty() {
        let environment = Environment(variables: ["A": "", "B": "b"], uid: 7)
        #expect(environment["A"] == nil)
        #expect(environment["B"] == "b")
        #expect(environment["C"] == nil)
    }

    @Test("the variables of this process are read where they are looked at")
    func current() {
        #expect(Environment.current["PATH"] == getenv("PATH").map { String(cString: $0) })
        #expect(Environment.current.given("A_VARIABLE_THAT_NOBODY_SETS") == nil)
    }
}
