import Words
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
    /// The same of the build, for an installation that this user cannot write to; nil if `folder` is that one.
    let shared: String?
    /// The folder for the last traces of a learner who has a folder of their own, so that learners who share a build do not replace each
    /// other's; nil: they are kept beside the build products.
    private var learnerTraces: String?

    /// - Parameters:
    ///   - buildFolder: its subfolder `exercises` gets the files. If that cannot be written, a folder in `parent` does.
    ///   - parent: nil for TMPDIR.
    /// - Throws: `ExplainedError` if neither can be created.
    public init(package: String, buildFolder: String, recorder: String, elsewhere parent: String? = nil) throws(ExplainedError) {
        self.package = package
        self.recorder = recorder
        let usual = "\(buildFolder)/exercises"
        if Self.prepare(usual) {
            folder = usual
            shared = nil
        } else {
            let reason = String(cString: strerror(errno))
            let own = Self.ownFolder(for: buildFolder, in: parent ?? TemporaryFolder.parent)
            guard Self.isOwn(own), Self.prepare(own) else {
                throw ExplainedError(
                    .noRoom, "Neither \(usual) (\(reason)) nor \(own) can be written.",
                    cure: "Free some space there, or set TMPDIR to a folder that you can write to.")
            }
            folder = own
            shared = usual
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

    /// A folder for this user and this build, where the build folder cannot be written.
    private static func ownFolder(for buildFolder: String, in parent: String) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(buildFolder.utf8)
        return "\(parent)/interleave-exercises-\(geteuid())-\(fingerprint.text)"
    }

    /// Creates a folder that only this user can write; one that another user has made is refused.
    private static func isOwn(_ path: String) -> Bool {
        var found = stat()
        if mkdir(path, 0o700) != 0, errno != EEXIST { return false }
        return lstat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR && found.st_uid == geteuid() && found.st_mode & 0o022 == 0
    }

    /// The path of the trace of an exercise's last run, kept for viewing.
    func trace(of exercise: Exercise) -> String { "\(traces)/\(exercise.name).trace" }

    /// The path of the trace of a schedule in which an exercise's last attempt failed.
    func schedule(of exercise: Exercise) -> String { "\(traces)/\(exercise.name).schedule.trace" }

    private var traces: String { learnerTraces ?? "\(folder)/traces" }

    /// Keeps the last traces in a learner's own folder from now on, if that can be written.
    public mutating func keepTraces(inLearnerFolder path: String) {
        let wanted = "\(Progress.folder(path))/traces"
        try? FileManager.default.createDirectory(atPath: wanted, withIntermediateDirectories: true)
        learnerTraces = access(wanted, W_OK) == 0 ? wanted : nil
    }

    /// Moves a file of a run to one of the two paths above. Returns false if that is not possible.
    func keep(_ file: String, at path: String) -> Bool {
        if rename(file, path) == 0 { return true }
        // (A learner's folder can be on another disk.)
        guard learnerTraces != nil else { return false }
        unlink(path)
        return (try? FileManager.default.moveItem(atPath: file, toPath: path)) != nil
    }

    /// A new folder for one attempt.
    func makeRunFolder() throws(ExplainedError) -> RunFolder {
        for _ in 1...100 {
            // The number of the process is for people.
            var template = Array("\(folder)/runs/\(getpid())-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else {
                throw ExplainedError(
                    .noRoom, "Cannot create a folder in \(folder)/runs: \(String(cString: strerror(errno))).",
                    cure: "Free some space on that disk.")
            }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let made = RunFolder(owning: path) { return made }
            // Another process has swept it before it was locked.
        }
        throw ExplainedError(
            .noRoom, "Each new folder in \(folder)/runs is removed by another process.", cure: "Look which program cleans up there.")
    }

    /// Removes the folders that killed graders have left: those that no process has locked.
    private func sweep() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/runs")) ?? [] {
            // (Its removal is the end of this value.)
            _ = RunFolder(owning: "\(folder)/runs/\(name)", onlyIfLocked: true)
        }
    }
}

/// A folder for one attempt: its program, its trace, its report. Removed with this value.
///
/// As long as its process lives, the folder is locked (`flock`), and the kernel ends the lock with the process.
/// So another grader sees whether a folder has an owner, whatever number that process has: numbers
/// are given again after a restart, and mean other processes in another container.
struct RunFolder: ~Copyable {
    let path: String
    /// The folder, open and locked.
    private let lock: Int32

    /// Locks a folder.
    /// - Parameter onlyIfLocked: nil too where the file system has no locks. A folder could then have an owner.
    /// - Returns: nil if another process has locked or removed it.
    init?(owning path: String, onlyIfLocked: Bool = false) {
        let file = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        var isOwn = flock(file, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && !onlyIfLocked)
        // Between the opening and the lock, another process can have removed it.
        var opened = stat(), there = stat()
        isOwn = isOwn && fstat(file, &opened) == 0 && stat(path, &there) == 0 && opened.st_ino == there.st_ino
        guard isOwn else {
            close(file)
            return nil
        }
        self.path = path
        lock = file
    }

    var program: String { "\(path)/attempt" }
    var trace: String { "\(path)/trace" }
    /// The trace of the first run, for an attempt that crashed and is run again.
    var firstTrace: String { "\(path)/first-trace" }
    /// The trace of the best run so far, while the attempt is run again.
    var bestTrace: String { "\(path)/best-trace" }
    /// The trace of a schedule that fails.
    var schedule: String { "\(path)/schedule" }
    var report: String { "\(path)/report" }
    /// The folder in which the attempt can change files.
    var files: String { "\(path)/files" }

    deinit {
        FolderRemoval.remove(path)
        close(lock)
    }
}
