import Foundation

/// Programs that were compiled together, so that each of them can run many times in one process.
struct NativeRuns {
    let executable: String
    private let folder: String

    /// - Throws: `Problem` if the compiler refuses the programs.
    init(_ programs: [Program], sources: String, in folder: String, isOptimized: Bool) throws(Problem) {
        self.folder = folder
        executable = "\(folder)/runs"
        var texts: [String] = ["import Foundation\nimport Synchronization\n\n\(SwiftText.support)"]
        for (number, program) in programs.enumerated() { texts.append(SwiftText.of(program, name: "scenario\(number)")) }
        let list = programs.enumerated().map { ".\($1.isAsync ? "async" : "sync")(scenario\($0))" }.joined(separator: ", ")
        texts.append("nonisolated(unsafe) let programs: [Call] = [\(list)]\n")
        let file = "\(folder)/Programs.swift"
        try write(texts.joined(separator: "\n"), to: file)
        let arguments = [
            "swiftc", "-swift-version", "5", isOptimized ? "-O" : "-Onone", "-wmo", "-suppress-warnings", "-parse-as-library", file,
            "\(sources)/Native/Runs.swift", "-o", executable,
        ]
        let compiler = ChildProcess.run("/usr/bin/env", arguments, seconds: 300, in: folder)
        guard compiler.code == 0 else { throw Problem("The native programs do not compile:\n\(compiler.errors.prefix(2000))") }
    }

    struct Result {
        var outcomes: Set<String> = []
        var runs = 0
        var isTimedOut = false
    }

    /// Runs a program for some time, in a process of its own. The process ends early if the program hangs or crashes.
    func run(_ number: Int, seconds: Double) -> Result {
        let child = ChildProcess.run(executable, ["\(number)", "\(seconds)"], seconds: seconds + 60, in: folder)
        var result = Result()
        for line in child.output.split(separator: "\n") {
            if line.hasPrefix("outcome ") { result.outcomes.insert(String(line.dropFirst(8))) }
            if line.hasPrefix("runs ") { result.runs = Int(line.dropFirst(5)) ?? 0 }
        }
        if child.isTimedOut {
            result.isTimedOut = true
        } else if child.code == 3 {
            result.outcomes.insert(Machine.hang)
        } else if child.code != 0 {
            result.outcomes.insert(Machine.crash)
        }
        return result
    }
}

/// An error of the fuzzer itself, or of its environment.
struct Problem: Error {
    var message: String
    init(_ message: String) { self.message = message }
}
