import LinuxIO
import Testing

@testable import GatherSubmit

struct OptionsTests {
    @Test("the command line")
    func options() throws {
        let options = try Options(["--descriptor", "5", "--idle", "250"])
        #expect(options.descriptor == 5)
        #expect(options.idle == .milliseconds(250))
        #expect(try Options([]).descriptor == nil)
        #expect(try Options([]).idle == .seconds(30))
        #expect(try Options(["-h"]).action == .showHelp)
        #expect(try Options(["--version"]).action == .showVersion)
        for wrong in [["--descriptor", "2"], ["--idle"], ["--idle", "0"], ["x"]] {
            #expect(throws: OptionError.self) { try Options(wrong) }
        }
    }
}
