import Glibc
import LinuxIO
import Testing

struct DescriptorTests {
    @Test("reading gives nil while there is nothing, and 0 at the end")
    func read() throws {
        let (ours, theirs) = try UnixSocket.pair()
        var buffer = [UInt8](repeating: 0, count: 4)
        #expect(try ours.read(into: &buffer) == nil)
        #expect(try theirs.write([1, 2, 3, 4, 5]) == 5)
        #expect(try ours.read(into: &buffer) == 4)
        #expect(try ours.read(into: &buffer) == 1)
        #expect(buffer == [5, 2, 3, 4])
        #expect(try ours.read(into: &buffer) == nil)
        UnixSocket.shutDownWriting(theirs)
        #expect(try ours.read(into: &buffer) == 0)
    }

    @Test("writing takes what goes, then gives nil until there is room again")
    func write() throws {
        let (ours, theirs) = try UnixSocket.pair()
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        var written = 0
        while let count = try ours.write(bytes[...]) { written += count }
        #expect(written > 0)
        #expect(try ours.write([1]) == nil)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var read = 0
        while read < written {
            read += try #require(try theirs.read(into: &buffer))
        }
        #expect(read == written)
        #expect(try ours.write([1]) == 1)
    }

    @Test("a slice is written from its start, wherever in its array it stands")
    func slice() throws {
        let (ours, theirs) = try UnixSocket.pair()
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        #expect(try ours.write(bytes[2..<4]) == 2)
        var buffer = [UInt8](repeating: 0, count: 4)
        #expect(try theirs.read(into: &buffer) == 2)
        #expect(buffer == [3, 4, 0, 0])
    }

    @Test("writing to a peer that is gone is an error, where SIGPIPE is ignored")
    func brokenPipe() throws {
        Signals.ignore(SIGPIPE)
        let ours = try UnixSocket.pair().0
        #expect(throws: SystemError(EPIPE)) { try ours.write([1]) }
    }

    @Test("it waits until there is something to read, or the end")
    func wait() throws {
        let (ours, theirs) = try UnixSocket.pair()
        #expect(try !ours.waitUntilReadable(timeout: .zero))
        #expect(try !ours.waitUntilReadable(timeout: .microseconds(1)))
        #expect(try !ours.waitUntilReadable(timeout: .seconds(-1)))
        #expect(try theirs.write([1]) == 1)
        #expect(try ours.waitUntilReadable(timeout: .zero))
        #expect(try ours.waitUntilReadable(timeout: nil))
        var buffer: [UInt8] = [0]
        #expect(try ours.read(into: &buffer) == 1)
        UnixSocket.shutDownWriting(theirs)
        #expect(try ours.waitUntilReadable(timeout: nil))
    }

    @Test("a timeout longer than the kernel can count is the longest it can")
    func longTimeout() throws {
        let (ours, theirs) = try UnixSocket.pair()
        #expect(try theirs.write([1]) == 1)
        #expect(try ours.waitUntilReadable(timeout: .seconds(1 << 40)))
        #expect(try ours.waitUntilReadable(timeout: .seconds(Int64.max)))
    }

    @Test("it is closed when nobody holds it any more, and not before")
    func closing() throws {
        var (ours, theirs): (Descriptor, Descriptor?) = try UnixSocket.pair()
        var second = theirs
        theirs = nil
        var buffer: [UInt8] = [0]
        #expect(try ours.read(into: &buffer) == nil)
        withExtendedLifetime(second) {}
        second = nil
        #expect(try ours.read(into: &buffer) == 0)
        ours = try UnixSocket.pair().0
    }

    @Test("an error has the kernel's words, and an unknown one its number")
    func description() {
        #expect("\(SystemError(ENOENT))" == "No such file or directory")
        #expect("\(SystemError(4_242))".contains("4242"))
        let (code, closed) = (EBADF, Descriptor(owning: -1))
        var buffer: [UInt8] = [0]
        #expect(throws: SystemError(code)) { try closed.read(into: &buffer) }
    }
}
