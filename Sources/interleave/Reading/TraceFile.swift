import Words
import Glibc
import System

/// The file that a traced program will record into: created, checked and found large enough before
/// the program starts.
///
/// A trace that is there already is replaced only at the end, when there is a new one: until then the
/// program records into a file beside it.
struct TraceFile {
    /// The file that is recorded into. Absolute, because the program can change its folder.
    let path: String
    /// The file that it replaces at the end; nil if it is the trace itself.
    private let target: String?
    private let name: String
    private let device: dev_t
    private let inode: ino_t
    /// Traces of programs that an earlier run started, which were never given their names: that run was killed.
    let earlier: Set<String>

    /// Whether the name now belongs to another file, or to none.
    var isReplaced: Bool {
        var found = stat()
        return stat(path, &found) != 0 || found.st_dev != device || found.st_ino != inode
    }

    /// Creates the file, or one beside it. Devices and pipes are refused: the recorder maps the file
    /// into memory. A file that is not a trace is refused, too.
    /// - Parameter force: another kind of file can be replaced.
    init(_ name: String, unlessItIs program: String, _ kind: String = "the program", force: Bool = false) throws(ExplainedError) {
        self.name = name
        try Self.check(name, unlessItIs: program, kind, force: force)
        var used = name
        if let present = realpath(name, nil) {
            used = "\(String(cString: present)).\(getpid())"
            free(present)
            unlink(used)
        }
        let file = open(used, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | (used == name ? 0 : O_EXCL), 0o644)
        guard file >= 0 else {
            throw ExplainedError(
                .usage, "The trace cannot be written to \(name): \(String(cString: strerror(errno))).",
                cure: "Give a file in a folder that you can write to, with -o FILE.")
        }
        var made = stat()
        fstat(file, &made)
        (device, inode) = (made.st_dev, made.st_ino)
        close(file)
        guard let resolved = realpath(used, nil) else {
            throw ExplainedError(
                .usage, "The trace \(name) cannot be opened again: \(String(cString: strerror(errno))).",
                cure: "Give another file, with -o FILE.")
        }
        defer { free(resolved) }
        path = String(cString: resolved)
        earlier = ProcessTrace.namesBeside(path)
        target = used == name ? nil : String(path.dropLast(String(getpid()).utf8.count + 1))
    }

    /// Checks whether a trace can be written to this name.
    /// - Parameters:
    ///   - source: the recorded or explored file, which a trace must not overwrite.
    ///   - kind: its kind in words: "the program".
    ///   - force: a file that is not a trace can be replaced.
    ///   - replaced: the files that can be replaced without force.
    static func check(
        _ name: String, unlessItIs source: String, _ kind: String, force: Bool = false, replacing replaced: ReplacedFile.Kind = .trace
    ) throws(ExplainedError) {
        var found = stat(), other = stat()
        guard stat(name, &found) == 0 else { return }
        guard found.st_mode & S_IFMT == S_IFREG else {
            let what = found.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file"
            throw ExplainedError(
                .usage, "The trace cannot be written to \(name): it is \(what).", cure: "Give a file on a disk, with -o FILE.")
        }
        if stat(source, &other) == 0, found.st_dev == other.st_dev, found.st_ino == other.st_ino {
            throw ExplainedError(
                .usage, "\(name) is \(kind) itself. A trace would overwrite it.", cure: "Give another file, with -o FILE.")
        }
        try ReplacedFile.check(name, is: replaced, option: "-o FILE", force: force)
    }

    /// The number of bytes to record into: as requested, or as the disk and the limit on file sizes
    /// allow.
    func fit(_ wanted: MemorySize) throws(ExplainedError) -> Int {
        // The file also has the header and, after the run, the names of places in the source.
        let beside = 128 << 10
        let (free, limit) = (freeOnDisk, Self.largestFile)
        let room = min(free, limit) - beside
        if room >= wanted.bytes { return wanted.bytes }
        guard room >= MemorySize.smallest else {
            remove()
            if limit < free {
                throw ExplainedError(
                    .usage,
                    "Files can grow to only \(limit >> 10) KiB here (ulimit -f), but the trace \(name) needs at least 1,152 KiB.",
                    cure: "Raise the limit in this shell: ulimit -f unlimited")
            }
            throw ExplainedError(
                .usage,
                "The disk has no space for the trace \(name): \(free >> 10) KiB are free, but at least 1,152 are needed.",
                cure: "Free some space, or give a file on another disk with -o FILE.")
        }
        let what = limit < free ? "the limit on file sizes (ulimit -f)" : "the disk"
        printError("interleave: \(what) allows \(room >> 20) MiB of records instead of \(wanted). For a longer run, only its end is kept.")
        return room
    }

    /// Bytes; more than enough if the number is unknown.
    private var freeOnDisk: Int {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return .max }
        let (free, overflow) = Int(clamping: geteuid() == 0 ? disk.f_bfree : disk.f_bavail)
            .multipliedReportingOverflow(by: Int(clamping: disk.f_frsize))
        return overflow ? .max : free
    }

    /// The size to which this process, and the programs it starts, can grow a file; a process that
    /// exceeds it is killed.
    private static var largestFile: Int {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
    }

    var size: Int {
        var found = stat()
        return stat(path, &found) == 0 ? Int(found.st_size) : 0
    }

    /// Gives the recorded file the name that was asked for, in place of the file with that name.
    func keep() throws(ExplainedError) {
        guard let target, rename(path, target) != 0 else { return }
        throw ExplainedError(
            .usage, "The trace could not be renamed to \(name): \(String(cString: strerror(errno))).", cure: "It is in \(path).")
    }

    /// Where the trace is in the end.
    var finalPath: String { target ?? path }

    /// Removes what was recorded; a file that was there before stays.
    func remove() { unlink(path) }
}
