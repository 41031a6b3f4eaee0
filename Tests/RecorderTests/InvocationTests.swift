import Foundation
import Testing

@testable import System

/// The commands in texts, as learners read them.
@Suite struct InvocationTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let exercises = "\(package)/Exercises"

    /// The task of each exercise.
    private static var tasks: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: exercises).sorted().compactMap {
                try? String(contentsOfFile: "\(exercises)/\($0)/README.md", encoding: .utf8)
            }
        }
    }

    @Test("With programs of any folder, no task of an exercise says `swift run`, also where a line ends within a command")
    func installed() throws {
        let folder = NSTemporaryDirectory() + "interleave-invocation-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tasks = try Self.tasks
        try #require(tasks.count > 30)
        for task in tasks {
            for name in task.matches(of: #/swift\s+run\s+([a-z-]+)/#).map({ String($0.1) }) {
                _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil, attributes: [.posixPermissions: 0o755])
            }
        }
        let invocation = Invocation("\(folder)/interleave", folder: "/")
        for task in tasks {
            let shown = invocation.adapted(task)
            #expect(shown.firstMatch(of: #/swift\s+run/#) == nil && shown.contains("\(folder)/lab-"), "\(shown)")
            #expect(shown.firstMatch(of: #/folder\s+of\s+the\s+package/#) == nil, "\(shown)")
        }
        let broken = invocation.adapted("Edit it. In the folder of\nthe package, `swift run interleave learn x`. `swift run\ninterleave x`")
        #expect(broken == "Edit it. In your folder, `\(folder)/interleave learn x`. `\(folder)/interleave x`")
        let placed = invocation.adapted("run, in the folder of the package: `swift run interleave x`")
        #expect(placed == "run, in your folder: `\(folder)/interleave x`")
    }

    @Test("In the folder of the package, the commands stay, and so do the words about that folder")
    func inPackage() throws {
        let invocation = Invocation(".build/x86_64-unknown-linux-gnu/debug/interleave", folder: Self.package)
        let text = "In the folder of the package, `swift run interleave learn x`. `swift run\nlab-blocking --variant y`"
        #expect(invocation.adapted(text) == text.replacing("\n", with: " "))
    }
}
