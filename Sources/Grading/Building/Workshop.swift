import FoundationEssentials
import Glibc

/// Where attempts are built and run: the package that has the exercises, and a folder of its own for what is made.
public struct Workshop: Sendable {
    /// The package: `Exercises`, `Solutions` and `Sources/ExerciseChecks` lie in it.
    public let package: String
    /// The library that records what a program does, to be preloaded.
    let recorder: String
    /// What is built and kept: the compiled checks, the last traces.
    let folder: String

    /// - Parameter buildFolder: a folder that may be written to; what is made lies in `exercises` there.
    /// - Throws: `GradingError` when that cannot be made.
    public init(package: String, buildFolder: String, recorder: String) throws(GradingError) {
        self.package = package
        self.recorder = recorder
        folder = "\(buildFolder)/exercises"
        for name in ["runs", "traces"] {
            do {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            } catch {
                throw GradingError(
                    .noRoom, "The folder \(folder)/\(name) cannot be made: \(String(cString: strerror(errno))).",
                    try: "Make room on that disk, or build the package in a folder that you may write to.")
            }
        }
        sweep()
    }

    /// Where the trace of the last run of an exercise is kept, to be looked at.
    func trace(of exercise: Exercise) -> String { "\(folder)/traces/\(exercise.name).trace" }

    /// A new folder for one attempt. Its name begins with this process's number, so that whoever comes later knows whose it was.
    func makeRunFolder() throws(GradingError) -> RunFolder {
        var template = Array("\(folder)/runs/\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw GradingError(
                .noRoom, "No folder can be made in \(folder)/runs: \(String(cString: strerror(errno))).", try: "Make room on that disk.")
        }
        return RunFolder(path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Removes what graders that were killed have left behind.
    private func sweep() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/runs")) ?? [] {
            guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }), kill(process, 0) != 0, errno == ESRCH else {
                continue
            }
            try? FileManager.default.removeItem(atPath: "\(folder)/runs/\(name)")
        }
    }
}

/// A folder for one attempt: its program, its trace, its report. Gone with this value.
struct RunFolder: ~Copyable {
    let path: String

    var program: String { "\(path)/attempt" }
    var trace: String { "\(path)/trace" }
    var report: String { "\(path)/report" }
    /// Where the attempt may change files.
    var files: String { "\(path)/files" }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
