// swift-tools-version: 6.0
// A section per target with its tests, from the inside out. The README has the map of modules.

import PackageDescription

// What belongs to a release, however it is built: no path of the machine is in it, what the dynamic
// linker has filled in cannot be written to afterwards, and little has to be filled in: relative
// relocations are packed (of 830 kB, 7 are left), and no symbol is for others to look up.
let release: BuildSettingCondition = .when(configuration: .release)
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-file-prefix-map", "\(Context.packageDirectory)=."], release),
]
// Each byte goes through generic code of the standard library here, which takes many times as long
// where it is not made for its types: a fifth of the time of the tests.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
// Not shipped, and quick enough as it is.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
let linkerOptions = [
    "-z", "relro", "-z", "now", "-z", "pack-relative-relocs", "--no-export-dynamic",
]
let linking: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld"] + linkerOptions.flatMap { ["-Xlinker", $0] }, release)
]

let package = Package(
    name: "gatherd",
    products: [
        .executable(name: "gatherd", targets: ["gatherd"]),
        .executable(name: "gatherctl", targets: ["gatherctl"]),
        .executable(name: "gather-submit", targets: ["gather-submit"]),
        .executable(name: "gather-web", targets: ["gather-web"]),
        .executable(name: "gather-mqtt", targets: ["gather-mqtt"]),
    ],
    targets: [
        // The rules. No dependency, no import.
        .target(name: "GatherCore", swiftSettings: settings),
        .testTarget(name: "GatherCoreTests", dependencies: ["GatherCore"], swiftSettings: settings),

        // The protocol without sockets.
        .target(name: "Varlink", swiftSettings: settings + optimized),
        .testTarget(name: "VarlinkTests", dependencies: ["Varlink"], swiftSettings: settings),

        // What reads the interfaces and makes Swift of them: only for who changes them.
        .target(name: "VarlinkGenerator", swiftSettings: settings + unoptimized),
        .executableTarget(
            name: "varlink-gen", dependencies: ["VarlinkGenerator"],
            swiftSettings: settings + unoptimized),
        .testTarget(
            name: "VarlinkGeneratorTests", dependencies: ["VarlinkGenerator"],
            swiftSettings: settings),

        // Files of the package in the programs.
        .target(name: "CEmbedded", cSettings: [.headerSearchPath("..")]),

        // The interfaces io.gatherd.*: their text and their Swift types.
        .target(
            name: "GatherAPI", dependencies: ["Varlink", "CEmbedded"], exclude: ["Interfaces"],
            swiftSettings: settings),
        .testTarget(
            name: "GatherAPITests", dependencies: ["GatherAPI", "Varlink", "VarlinkGenerator"],
            swiftSettings: settings),

        // The fixtures and the table of a club, as rules without I/O.
        .target(
            name: "GatherClub", dependencies: ["GatherAPI", "Varlink"], swiftSettings: settings),
        .testTarget(
            name: "GatherClubTests", dependencies: ["GatherClub", "GatherAPI", "Varlink"],
            swiftSettings: settings),

        // The kernel: descriptors, sockets, clocks, the queue.
        .target(name: "CLinux"),
        .target(name: "LinuxIO", dependencies: ["CLinux"], swiftSettings: settings),
        .testTarget(name: "LinuxIOTests", dependencies: ["LinuxIO"], swiftSettings: settings),

        // Libraries of the system, one folder each.
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CMicroHTTP", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .systemLibrary(
            name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(
            name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]
        ),
        .systemLibrary(
            name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        // It is of the C library.
        .systemLibrary(name: "CIntl"),
        // Its pkg-config file has flags that are not allowed here; the module map links it.
        .systemLibrary(name: "CNCurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

        // The daemon.
        .target(
            name: "GatherDaemon",
            dependencies: [
                "GatherCore", "GatherAPI", "Varlink", "LinuxIO", "CNettle", "CSystemd",
                "CSQLite",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "gatherd", dependencies: ["GatherDaemon"], swiftSettings: settings,
            linkerSettings: linking),
        .testTarget(
            name: "GatherDaemonTests",
            dependencies: [
                "GatherDaemon", "GatherControl", "GatherCore", "GatherAPI", "Varlink", "LinuxIO",
                "FaultVFS",
            ],
            exclude: ["Fixtures"], swiftSettings: settings),
        // A file system for SQLite that fails on demand.
        .target(name: "FaultVFS", dependencies: ["CSQLite"], path: "Tests/FaultVFS"),

        // Its control.
        .target(
            name: "GatherControl",
            dependencies: [
                "GatherAPI", "GatherClub", "Varlink", "LinuxIO", "CIntl", "CNCurses",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "gatherctl", dependencies: ["GatherControl"], swiftSettings: settings,
            linkerSettings: linking),
        .testTarget(
            name: "GatherControlTests",
            dependencies: ["GatherControl", "GatherAPI", "GatherClub", "Varlink", "LinuxIO"],
            swiftSettings: settings),

        // Its way to a server: the one program with a network.
        .target(
            name: "GatherSubmit",
            dependencies: ["GatherAPI", "Varlink", "LinuxIO", "CCurl", "CCrypto"],
            swiftSettings: settings),
        .executableTarget(
            name: "gather-submit", dependencies: ["GatherSubmit"], swiftSettings: settings,
            linkerSettings: linking),
        .testTarget(
            name: "GatherSubmitTests",
            dependencies: ["GatherSubmit", "GatherAPI", "Varlink", "LinuxIO"],
            swiftSettings: settings),

        // The client's side of gatherd: a connection, calls, a subscription.
        .target(
            name: "GatherClient", dependencies: ["GatherAPI", "Varlink", "LinuxIO"],
            swiftSettings: settings),
        .testTarget(
            name: "GatherClientTests",
            dependencies: ["GatherClient", "GatherAPI", "Varlink", "LinuxIO"],
            swiftSettings: settings),

        // Its page: what browsers get.
        .target(
            name: "GatherWeb",
            dependencies: [
                "GatherClient", "GatherAPI", "Varlink", "LinuxIO", "CMicroHTTP", "CGnuTLS",
                "CQRencode", "CEmbedded",
            ],
            exclude: ["Pages"], swiftSettings: settings),
        .executableTarget(
            name: "gather-web", dependencies: ["GatherWeb"], swiftSettings: settings,
            linkerSettings: linking),
        .testTarget(
            name: "GatherWebTests", dependencies: ["GatherWeb", "GatherAPI", "Varlink", "LinuxIO"],
            swiftSettings: settings),

        // Its way to a broker of MQTT: what displays elsewhere get.
        .target(
            name: "GatherMQTT",
            dependencies: [
                "GatherClient", "GatherClub", "GatherAPI", "Varlink", "LinuxIO", "CMosquitto",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "gather-mqtt", dependencies: ["GatherMQTT"], swiftSettings: settings,
            linkerSettings: linking),
        .testTarget(
            name: "GatherMQTTTests",
            dependencies: ["GatherMQTT", "GatherClient", "GatherClub", "GatherAPI", "Varlink"],
            swiftSettings: settings),

        // The style of the tree as a test: imports per folder, banned calls.
        .testTarget(name: "TidyTests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
