import LinuxIO
import Testing

struct PassedDescriptorsTests {
    private static func numbers(_ variables: [String: String]) -> [Int32] {
        PassedDescriptors.numbers(
            named: "varlink", Environment(variables: variables, uid: 0), processID: 7)
    }

    @Test("the sockets named varlink are taken, from descriptor 3 on")
    func passed() {
        var variables = ["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "varlink"]
        #expect(Self.numbers(variables) == [3])
        variables["LISTEN_FDS"] = "4"
        variables["LISTEN_FDNAMES"] = "varlink:other::varlink"
        #expect(Self.numbers(variables) == [3, 6])
    }

    @Test("what is for another process, or not whole, is nothing")
    func nothing() {
        let variables = ["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "varlink"]
        let wrong = [
            "LISTEN_PID": ["", "8", "07"], "LISTEN_FDS": ["", "0", "-1", "x"],
            "LISTEN_FDNAMES": ["", "unknown", "Varlink"],
        ]
        for (name, values) in wrong {
            for value in values {
                #expect(Self.numbers(variables.merging([name: value]) { $1 }) == [])
            }
        }
        #expect(Self.numbers([:]) == [])
        // More or fewer names than sockets: the ones that are both.
        #expect(Self.numbers(variables.merging(["LISTEN_FDS": "9"]) { $1 }) == [3])
        let more = ["LISTEN_FDNAMES": "varlink:varlink"]
        #expect(Self.numbers(variables.merging(more) { $1 }) == [3])
    }
}
