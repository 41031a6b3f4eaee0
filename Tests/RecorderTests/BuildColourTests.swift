import Foundation
import Testing
import Trace

@testable import Recorder

/// What is built on the way is built as the last build was: with the compiler's colours or without, wherever standard error leads to.
@Suite struct BuildColourTests {
    @Test("Whether the last build had colours stands in the list of its commands; where there is none it is not known")
    func list() throws {
        let package = NSTemporaryDirectory() + "/interleave-colours-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: package) }
        try FileManager.default.createDirectory(atPath: "\(package)/.build/x86_64/debug", withIntermediateDirectories: true)
        var build = BuildFolder.current
        build.folder = "\(package)/.build/x86_64/debug"
        #expect(build.wasBuiltWithColours == nil)
        for (flag, answer) in [("\"-color-diagnostics\",\"-g\"", true), ("\"-g\"", false)] {
            try Data("other-args: [\(flag)]\n".utf8).write(to: URL(filePath: "\(package)/.build/debug.yaml"))
            #expect(build.wasBuiltWithColours == answer)
        }
    }

    @Test("A program that is to have a terminal has one for its standard error, and what it says is passed on without colours")
    func terminal() throws {
        nonisolated(unsafe) var told = ""
        let ending = try BuildFolder.runInTerminal(
            "sh", ["-c", "test -t 2 && test \"$TERM\" != dumb && printf '\\033[1;31merror:\\033[0m no\\n' >&2; exit 3"]
        ) { told += $0 }
        #expect(ending == .exited(code: 3))
        #expect(told == "error: no\n")
    }
}
