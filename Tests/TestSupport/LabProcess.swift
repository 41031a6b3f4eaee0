import Foundation
import System
import Testing
import Trace

/// A lab run as a user runs it: its output, its errors, and how it ended.
package struct LabProcess {
    package var output: String
    package var errors: String
    package var ending: Trace.Ending
    /// Files that it left in its temporary folder.
    package var leftovers: [String]

    /// - Parameter program: a product that was built with the tests, or the path of any other.
    /// - Parameter name: the name that it is called by; nil: its path.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], output path: String? = nil, name: String? = nil
    ) throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var child = try LabProcess.start(program, arguments, environment, in: folder, output: path, name: name)
        let end = child.wait(killingAfter: .patience)
        try #require(!end.timedOut, "\(program) \(arguments) did not end")
        ending = end.ending
        output = path == nil ? try String(contentsOf: folder.appending(path: "output"), encoding: .utf8) : ""
        errors = try String(contentsOf: folder.appending(path: "errors"), encoding: .utf8)
        leftovers = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "temporary").path)
    }

    package var lines: [Substring] { output.split(separator: "\n") }

    package static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "interleave-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "temporary"), withIntermediateDirectories: true)
        return folder
    }

    package static func start(
        _ program: String, _ arguments: [String], _ environment: [String: String] = [:], in folder: URL, output path: String? = nil,
        name: String? = nil
    ) throws -> ChildProcess {
        var options = ChildProcess.Options()
        options.name = name
        options.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            .merging(["TMPDIR": folder.appending(path: "temporary").path]) { $1 }
        options.ownGroup = true
        options.standardInput = .nothing
        options.standardOutput = .file(path ?? folder.appending(path: "output").path)
        options.standardError = .file(folder.appending(path: "errors").path)
        return try ChildProcess.spawn(try LabProcess.path(of: program), arguments: arguments, options: options)
    }

    /// Products lie in the folder of the test bundle, or a few above it.
    package static func path(of program: String) throws -> String {
        if program.hasPrefix("/") { return program }
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            let path = folder.appending(path: program).path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
            folder.deleteLastPathComponent()
        }
        let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: program).path
        return try #require(FileManager.default.isExecutableFile(atPath: bundle) ? bundle : nil, "\(program) was not built")
    }
}

package struct LabJSON: Decodable {
    package struct Variant: Decodable {
        package struct Claim: Decodable {
            package var name: String
            package var holds: Bool
            package var figure: Double?
            package var unit: String
            package var expected: String
            package var mark: String
        }
        /// The event that answers the question.
        package struct Moment: Decodable {
            package var event: Int
            package var sentence: String
        }
        package struct Ending: Decodable {
            package var how: String
            package var code: Int?
            package var signal: Int?
        }
        package var name: String
        package var ending: Ending
        package var claims: [Claim]
        package var moment: Moment?
        package var output: String
        package var holds: Bool
    }
    package var lab: String
    package var variants: [Variant]
    package var holds: Bool
}
