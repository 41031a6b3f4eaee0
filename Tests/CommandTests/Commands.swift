import Foundation
import System
import TestSupport
import Testing
import Trace

/// The real binaries, as a user runs them.
enum Commands {
    /// The folder of this package's executables; the tests are one of them.
    static let buildFolder: String = {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: path).deletingLastPathComponent().path
    }()
    static var interleave: String { "\(buildFolder)/interleave" }
    static var library: String { "\(buildFolder)/libInterleavePreload.so" }

    /// The result of a run.
    struct Outcome {
        var ending: Trace.Ending
        var output: String
        var errors: String
        var timedOut: Bool

        /// The exit code as a shell reports it.
        var code: Int32 {
            switch ending {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            case .unknown, .stopped: -1
            }
        }
    }

    /// Runs interleave to its end, with the patience of a test.
    static func run(
        _ arguments: [String], in folder: Folder, input: String = "", environment: [String: String] = [:]
    ) throws -> Outcome {
        try run(interleave, arguments, in: folder, input: input, environment: environment)
    }

    /// Runs a program to its end, with the patience of a test.
    static func run(
        _ program: String, _ arguments: [String], in folder: Folder, input: String = "", environment: [String: String] = [:]
    ) throws -> Outcome {
        let name = UUID().uuidString
        try Data(input.utf8).write(to: URL(fileURLWithPath: folder.file("\(name).in")))
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.environment = self.environment.merging(environment) { _, given in given }
        options.standardInput = .file(folder.file("\(name).in"))
        options.standardOutput = .file(folder.file("\(name).out"))
        options.standardError = .file(folder.file("\(name).err"))
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        let (ending, timedOut) = child.wait(killingAfter: .patience)
        func text(_ suffix: String) -> String {
            String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: folder.file("\(name).\(suffix)")))) ?? Data(), as: UTF8.self)
        }
        return Outcome(ending: ending, output: text("out"), errors: text("err"), timedOut: timedOut)
    }

    /// Writes the solutions and attempts of an exercise into the folder, each as a whole file.
    /// - Returns: the folder with its solution, and with the folders `Right` and `Wrong`.
    static func attempts(_ exercise: String, _ folder: Folder, _ options: String...) throws -> String {
        let outcome = try run(["exercises", "attempts", exercise, "--into", folder.file("attempts")] + options, in: folder)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return folder.file("attempts/\(exercise)")
    }

    /// Writes a scenario into the folder, as `scenario.swift`, and explores it. The report is the whole one, unless the options ask
    /// for JSON.
    static func explore(_ text: String, _ options: [String] = [], in folder: Folder) throws -> Outcome {
        let file = folder.file("scenario.swift")
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        return try run(["explore"] + options + (options.contains("--json") ? [] : ["--all"]) + [file], in: folder)
    }

    /// The JSON that `explore --json` prints about a scenario.
    /// - Parameter code: the expected exit code, if there is one.
    static func report<Report: Decodable>(_ text: String, code: Int32? = nil, in folder: Folder) throws -> Report {
        let outcome = try explore(text, ["--json"], in: folder)
        if let code { try #require(outcome.code == code, "\(outcome.output.prefix(1000)) \(outcome.errors)") }
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    static func shell(_ script: String, in folder: Folder) throws -> Outcome { try run("/bin/bash", ["-c", script], in: folder) }

    /// Traces a program into a file and reads that.
    static func trace(
        _ program: String, _ arguments: [String] = [], in folder: Folder, options: [String] = [], input: String = ""
    ) throws -> (outcome: Outcome, trace: Trace) {
        let file = folder.file("\(UUID().uuidString).trace")
        let outcome = try run(["trace", "-o", file] + options + ["--", program] + arguments, in: folder, input: input)
        return (outcome, try TraceReader.read(path: file))
    }

    /// A crash report of the Swift runtime takes seconds and is not needed here.
    static var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8"]) { _, ours in ours }
    }
}

/// A folder for one test, removed with it.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/interleave-commands-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// A program of the folder Programs, compiled into this folder.
    func program(_ source: String, _ options: String..., with compiler: String = "swiftc") throws -> String {
        let program = file(String(source.prefix { $0 != "." }).lowercased())
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Programs/\(source)").path
        let outcome = try Commands.run("/usr/bin/env", [compiler, path, "-o", program] + options, in: self)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return program
    }

    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// An executable file with this text. Another process writes it. If this process had it open
    /// for writing, it could not be started while another test starts a program and shares the open
    /// file for an instant.
    func executable(_ name: String, _ text: String) throws -> String {
        let source = file("\(name).text")
        try Data(text.utf8).write(to: URL(fileURLWithPath: source))
        let outcome = try Commands.run("/usr/bin/install", ["-m", "755", source, file(name)], in: self)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return file(name)
    }
}

extension Commands.Outcome {
    /// The required form of every command's errors: exit code 2, nothing on standard output, one to
    /// three lines on standard error.
    func expectMisuse(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(code == 2, "\(errors)", sourceLocation: sourceLocation)
        #expect(output == "", sourceLocation: sourceLocation)
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect((1...3).contains(lines.count), "\(errors)", sourceLocation: sourceLocation)
        for word in words { #expect(errors.contains(word), "\(errors)", sourceLocation: sourceLocation) }
    }
}
