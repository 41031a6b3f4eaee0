import Foundation

/// A program that was run until it ended or its time was over.
struct ChildProcess {
    var output: String
    var errors: String
    /// The exit code, or minus the signal.
    var code: Int
    var isTimedOut: Bool

    /// - Parameter folder: where its output is kept while it runs.
    static func run(_ program: String, _ arguments: [String], seconds: Double, in folder: String) -> ChildProcess {
        let name = "\(folder)/\(UUID().uuidString)"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        for suffix in ["out", "err"] where !FileManager.default.createFile(atPath: "\(name).\(suffix)", contents: nil) {
            return ChildProcess(output: "", errors: "\(name).\(suffix) cannot be written.", code: 127, isTimedOut: false)
        }
        defer { for suffix in ["out", "err"] { try? FileManager.default.removeItem(atPath: "\(name).\(suffix)") } }
        process.standardOutput = FileHandle(forWritingAtPath: "\(name).out")
        process.standardError = FileHandle(forWritingAtPath: "\(name).err")
        do { try process.run() } catch { return ChildProcess(output: "", errors: "\(error)", code: 127, isTimedOut: false) }
        let end = Date().addingTimeInterval(seconds)
        while process.isRunning && Date() < end { usleep(10_000) }
        let isTimedOut = process.isRunning
        if isTimedOut { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        let code = Int(process.terminationStatus) * (process.terminationReason == .uncaughtSignal ? -1 : 1)
        func text(_ suffix: String) -> String {
            String(decoding: FileManager.default.contents(atPath: "\(name).\(suffix)") ?? Data(), as: UTF8.self)
        }
        return ChildProcess(output: text("out"), errors: text("err"), code: code, isTimedOut: isTimedOut)
    }
}

/// Writes a file of the temporary folder.
/// - Throws: `Problem` if it cannot be written: then no comparison has a meaning.
func write(_ text: String, to path: String) throws(Problem) {
    guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else { throw Problem("\(path) cannot be written.") }
}
