import FoundationEssentials
import Glibc
import System

/// The folders for building and running attempts: the package with the exercises, and a folder for
/// build products.
public struct GradingWorkspace: Sendable {
    /// The package: it contains `Exercises`, `Solutions` and `Sources/ExerciseChecks`.
    public let package: String
    /// The library that records a program, for preloading.
    let recorder: String
    /// The files that are kept: the compiled checks, the last traces.
    let folder: String

    /// - Parameter buildFolder: a writable folder; its subfolder `exercises` gets the files.
    /// - Throws: `GradingError` if that cannot be created.
    public init(package: String, buildFolder: String, recorder: String) throws(GradingError) {
        self.package = package
        self.recorder = recorder
        folder = "\(buildFolder)/exercises"
        for name in ["runs", "traces"] {
            do {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            } catch {
                throw GradingError(
                    .noRoom, "Cannot create the folder \(folder)/\(name): \(String(cString: strerror(errno))).",
                    try: "Free some space on that disk, or build the package in a folder that you can write to.")
            }
        }
        sweep()
    }

    /// The path of the trace of an exercise's last run, kept for viewing.
    func trace(of exercise: Exercise) -> String { "\(folder)/traces/\(exercise.name).trace" }

    /// The path of the trace of a schedule in which an exercise's last attempt failed.
    func schedule(of exercise: Exercise) -> String { "\(folder)/traces/\(exercise.name).schedule.trace" }

    /// A new folder for one attempt. Its name begins with this process's number, so that a later
    /// process knows its owner.
    func makeRunFolder() throws(GradingError) -> RunFolder {
        var template = Array("\(folder)/runs/\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw GradingError(
                .noRoom, "Cannot create a folder in \(folder)/runs: \(String(cString: strerror(errno))).",
                try: "Free some space on that disk.")
        }
        return RunFolder(path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Removes the folders that killed graders have left.
    private func sweep() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/runs")) ?? [] {
            guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }), kill(process, 0) != 0, errno == ESRCH else {
                continue
            }
            FolderRemoval.remove("\(folder)/runs/\(name)")
        }
    }
}

/// A folder for one attempt: its program, its trace, its report. Removed with this value.
struct RunFolder: ~Copyable {
    let path: String

    var program: String { "\(path)/attempt" }
    var trace: String { "\(path)/trace" }
    /// The trace of the first run, for an attempt that crashed and is run again.
    var firstTrace: String { "\(path)/first-trace" }
    /// The trace of a schedule that fails.
    var schedule: String { "\(path)/schedule" }
    var report: String { "\(path)/report" }
    /// The folder in which the attempt can change files.
    var files: String { "\(path)/files" }

    deinit { FolderRemoval.remove(path) }
}
