import Foundation
import Testing
import Trace

@testable import System

/// A build on demand uses the last build's choice of colours, wherever standard error leads to.
@Suite struct BuildColourTests {
    @Test("The list of the last build's commands shows whether it had colours; without the list it is not known")
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

    @Test("A program that needs a terminal has one for its standard error, and its output is passed on without colours")
    func terminal() throws {
        nonisolated(unsafe) var told = ""
        let ending = try BuildFolder.runInTerminal(
            "sh", ["-c", "test -t 2 && test \"$TERM\" != dumb && printf '\\033[1;31merror:\\033[0m no\\n' >&2; exit 3"]
        ) { told += $0 }
        #expect(ending == .exited(code: 3))
        #expect(told == "error: no\n")
    }
}
