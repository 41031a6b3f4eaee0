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

    /// - Parameter buildFolder: its subfolder `exercises` gets the files. If that cannot be written, a folder in TMPDIR does.
    /// - Throws: `GradingError` if neither can be created.
    public init(package: String, buildFolder: String, recorder: String) throws(GradingError) {
        self.package = package
        self.recorder = recorder
        let usual = "\(buildFolder)/exercises"
        if Self.prepare(usual) {
            folder = usual
        } else {
            let reason = String(cString: strerror(errno))
            let own = Self.ownFolder(for: buildFolder)
            guard Self.isOwn(own), Self.prepare(own) else {
                throw GradingError(
                    .noRoom, "Neither \(usual) (\(reason)) nor \(own) can be written.",
                    try: "Free some space there, or set TMPDIR to a folder that you can write to.")
            }
            folder = own
        }
        sweep()
    }

    /// Creates the folder and its subfolders; false, with `errno`, if they cannot be created or written.
    private static func prepare(_ folder: String) -> Bool {
        for name in ["runs", "traces"] {
            let path = "\(folder)/\(name)"
            // (Some errors leave `errno` as it is.)
            errno = EACCES
            guard (try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)) != nil,
                access(path, W_OK) == 0
            else { return false }
        }
        return access(folder, W_OK) == 0
    }

    /// A folder in TMPDIR for this user and this build.
    private static func ownFolder(for buildFolder: String) -> String {
        // FNV-1a (Fowler, Noll, Vo, 1991): the same number in every run.
        let number = buildFolder.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\(TemporaryFolder.parent)/interleave-exercises-\(geteuid())-\(String(number, radix: 36))"
    }

    /// Creates a folder that only this user can write; one that another user has made is refused.
    private static func isOwn(_ path: String) -> Bool {
        var found = stat()
        if mkdir(path, 0o700) != 0, errno != EEXIST { return false }
        return lstat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR && found.st_uid == geteuid() && found.st_mode & 0o022 == 0
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
