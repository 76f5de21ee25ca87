import Testing

@testable import LinuxIO

@Suite("The arguments of a service")
struct ServiceArgumentsTests {
    @Test("a value is behind the name, or part of the argument")
    func values() throws {
        var reader = ServiceArguments(["--a", "x", "--b=y=z", "-c", "--d=", "5"])
        #expect(try reader.next() == "--a")
        #expect(try reader.text() == "x")
        #expect(try reader.next() == "--b")
        #expect(try reader.text() == "y=z")
        #expect(try reader.next() == "-c")
        #expect(reader.attachedText() == nil)
        #expect(try reader.next() == "--d")
        #expect(reader.attachedText() == "")
        #expect(try reader.next() == "5")
        #expect(reader.unknown == OptionError(message: "unknown argument '5'"))
        #expect(try reader.next() == nil)
    }

    @Test("a flag with a value is not known, also as the last argument", arguments: [[], ["--b"]])
    func flagWithValue(more: [String]) throws {
        var reader = ServiceArguments(["--check=yes"] + more)
        #expect(try reader.next() == "--check")
        #expect(throws: OptionError(message: "unknown argument '--check=yes'")) {
            try reader.next()
        }
    }

    @Test(
        "a value that is missing or not valid is an error",
        arguments: [["--n"], ["--n="], ["--n", ""], ["--n", "0"], ["--n", "10"], ["--n=x"]])
    func invalid(arguments: [String]) throws {
        var reader = ServiceArguments(arguments)
        _ = try reader.next()
        #expect(throws: OptionError(message: "--n needs a number from 1 to 9")) {
            try reader.number(in: 1...9)
        }
    }

    @Test("a path has room in the address of a socket")
    func path() throws {
        let longest = String(repeating: "x", count: UnixSocket.longestPath)
        var reader = ServiceArguments(["--s", longest, "--s", longest + "x"])
        _ = try reader.next()
        #expect(try reader.socketPath() == longest)
        _ = try reader.next()
        #expect(
            throws: OptionError(
                message: "--s needs a path of at most \(UnixSocket.longestPath) bytes")
        ) { try reader.socketPath() }
    }
}
