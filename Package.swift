// swift-tools-version: 6.0
// A section per target with its tests, from the inside out. The README has the map of modules.

import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "gatherd",
    products: [
    ],
    targets: [
        // The rules. No dependency, no import.
        .target(name: "GatherCore", swiftSettings: settings),

        // The protocol without sockets.
        .target(name: "Varlink", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
