import Foundation
import LabKit
import LinesScenario

/// The generated file. It has no name in any folder, so it never remains on the disk: the kernel
/// removes it when the lab ends, in any way.
enum GeneratedFile {
    /// Computed: the recorder would see the initialization of a stored one.
    private static var variable: String { "INTERLEAVE_LINES_FILE" }

    /// A path for this process and for those that it starts; nil: no file was generated.
    static var path: String? { getenv(variable).map { String(cString: $0) } }

    static func make(bytes: Int) throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let descriptor = openWithoutName(in: folder)
        guard descriptor >= 0 else {
            throw FileFailure(
                "No file can be created in \(folder): \(String(cString: strerror(errno))).\nSet TMPDIR to a folder that you can write to.")
        }
        do { try SampleText.write(bytes: bytes, to: descriptor, named: "The file in \(folder)") } catch {
            throw FileFailure("\(error)\nGenerate a smaller file with --size, or set TMPDIR to a folder with more space.")
        }
        setenv(variable, "/proc/\(getpid())/fd/\(descriptor)", 1)
    }

    /// A new file without a name. Where the file system has no such files, it has a name for a moment: no signal comes meanwhile.
    /// - Returns: its descriptor; -1 with `errno`: it cannot be made.
    private static func openWithoutName(in folder: String) -> Int32 {
        // (`O_TMPFILE`, which Swift does not import.)
        let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY
        let descriptor = open(folder, withoutName | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 || ![EOPNOTSUPP, EISDIR, EINVAL].contains(errno) { return descriptor }
        return CleanupOnSignal.held {
            var template = Array("\(folder)/interleave-lines-XXXXXX".utf8CString)
            let descriptor = mkstemp(&template)
            if descriptor >= 0 {
                unlink(template)
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            }
            return descriptor
        }
    }

    /// The same, in a file that remains.
    static func make(bytes: Int, keptIn path: String) throws {
        var found = stat()
        let isDevice = stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFCHR
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | (isDevice ? 0 : O_CREAT | O_EXCL), 0o666)
        guard descriptor >= 0 else {
            throw FileFailure(
                "The file \(path) cannot be created: \(String(cString: strerror(errno))).\nWith --keep, name a new file in a folder that you can write to."
            )
        }
        defer { close(descriptor) }
        do { try SampleText.write(bytes: bytes, to: descriptor, named: path) } catch {
            if !isDevice { unlink(path) }
            throw FileFailure("\(error)\nGenerate a smaller file with --size, or keep it on a disk with more space.")
        }
        if isDevice { throw FileFailure("\(path) is a device: the lab cannot read its text again.\nWith --keep, name a new file.") }
        setenv(variable, path, 1)
    }
}

/// Generates the file, or checks that the learner's file can be read.
@Sendable func prepareFile(_ setting: Setting<LinesParameters>) throws {
    if let path = setting.parameters.file {
        try check(path)
    } else if let path = setting.parameters.keep {
        try GeneratedFile.make(bytes: setting.parameters.size, keptIn: path)
    } else {
        try GeneratedFile.make(bytes: setting.parameters.size)
    }
}

/// The lab reads a file several times, so it must be an ordinary one.
private func check(_ path: String) throws {
    let cure = "With --file, name a text file that you can read."
    var found = stat()
    guard stat(path, &found) == 0 else { throw FileFailure("\(path) cannot be opened: \(String(cString: strerror(errno))).\n\(cure)") }
    let kind: String? =
        switch found.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a folder"
        case S_IFIFO: "a FIFO, which can be read only once"
        case S_IFCHR, S_IFBLK: "a device"
        default: "not an ordinary file"
        }
    if let kind { throw FileFailure("\(path) is \(kind).\n\(cure)") }
    guard access(path, R_OK) == 0 else { throw FileFailure("\(path) cannot be opened: \(String(cString: strerror(errno))).\n\(cure)") }
}
