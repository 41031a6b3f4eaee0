import Foundation
import TestSupport
import Testing

/// The program that these tests start in a terminal.
enum TerminalProbe {
    /// The path of the probe, which is built with these tests.
    static var path: String {
        get throws {
            let start = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            let candidates = [start, Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
            for folder in candidates + candidates.map({ $0.deletingLastPathComponent() }) {
                let path = folder.appending(path: "TerminalProbe").path
                if FileManager.default.isExecutableFile(atPath: path) { return path }
            }
            return try #require(nil, "TerminalProbe was not built with the tests: \(candidates.map(\.path))")
        }
    }
}
