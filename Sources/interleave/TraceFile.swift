import Glibc

/// The file that a traced program will record into: made, checked and found roomy enough before the program starts.
struct TraceFile {
    /// Absolute, because the program may change its folder.
    let path: String
    private let name: String
    private let device: dev_t
    private let inode: ino_t

    /// Whether another file has this one's name by now, or none.
    var isReplaced: Bool {
        var found = stat()
        return stat(path, &found) != 0 || found.st_dev != device || found.st_ino != inode
    }

    /// Empties or makes the file. Devices and pipes are refused: the recorder maps the file into memory.
    init(_ name: String, unlessItIs program: String) throws(CommandFailure) {
        self.name = name
        try Self.check(name, unlessItIs: program, "the program")
        // A trace of that name may still be written by another recording, which would die of its file's being emptied: it is replaced.
        if let present = realpath(name, nil) {
            if access(present, W_OK) == 0 { unlink(present) }
            free(present)
        }
        let file = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw CommandFailure(
                .usage, "The trace cannot be written to \(name): \(String(cString: strerror(errno))).",
                cure: "Name a file in a folder that you may write to, with -o FILE.")
        }
        var made = stat()
        fstat(file, &made)
        (device, inode) = (made.st_dev, made.st_ino)
        close(file)
        guard let resolved = realpath(name, nil) else {
            throw CommandFailure(
                .usage, "The trace \(name) cannot be found again: \(String(cString: strerror(errno))).",
                cure: "Name another file, with -o FILE.")
        }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    /// Whether a trace may be written to what has that name.
    /// - Parameters:
    ///   - source: what is recorded or explored, which a trace must not overwrite.
    ///   - kind: what that is: "the program".
    static func check(_ name: String, unlessItIs source: String, _ kind: String) throws(CommandFailure) {
        var found = stat(), other = stat()
        guard stat(name, &found) == 0 else { return }
        guard found.st_mode & S_IFMT == S_IFREG else {
            let what = found.st_mode & S_IFMT == S_IFDIR ? "a folder" : "no ordinary file"
            throw CommandFailure(
                .usage, "The trace cannot be written to \(name): it is \(what).", cure: "Name a file on a disk, with -o FILE.")
        }
        if stat(source, &other) == 0, found.st_dev == other.st_dev, found.st_ino == other.st_ino {
            throw CommandFailure(
                .usage, "\(name) is \(kind) itself, and a trace written there would destroy it.", cure: "Name another file, with -o FILE.")
        }
    }

    /// Bytes to record into: what was asked for, or what the disk and the limit on the size of files have room for.
    func fit(_ wanted: MemorySize) throws(CommandFailure) -> Int {
        // Beside the records stand the header and, after the run, the names of places in the source.
        let beside = 128 << 10
        let (free, limit) = (freeOnDisk, Self.largestFile)
        let room = min(free, limit) - beside
        if room >= wanted.bytes { return wanted.bytes }
        guard room >= MemorySize.smallest else {
            remove()
            if limit < free {
                throw CommandFailure(
                    .usage,
                    "Files may grow to \(limit >> 10) KiB only here (ulimit -f), and the trace \(name) takes at least 1,152 KiB.",
                    cure: "Raise the limit in this shell: ulimit -f unlimited")
            }
            throw CommandFailure(
                .usage,
                "The disk has no room for the trace \(name): \(free >> 10) KiB are free, and at least 1,152 are needed.",
                cure: "Free some space, or name a file on another disk with -o FILE.")
        }
        let what = limit < free ? "the limit on the size of files (ulimit -f)" : "the disk"
        printError("interleave: \(what) has room for \(room >> 20) MiB of records instead of \(wanted): the end of a longer run is kept.")
        return room
    }

    /// Bytes; more than enough where that cannot be told.
    private var freeOnDisk: Int {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return .max }
        let (free, overflow) = Int(clamping: geteuid() == 0 ? disk.f_bfree : disk.f_bavail)
            .multipliedReportingOverflow(by: Int(clamping: disk.f_frsize))
        return overflow ? .max : free
    }

    /// Bytes that this process, and the programs it starts, may make a file grow to; a process that goes beyond is killed.
    private static var largestFile: Int {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
    }

    var size: Int {
        var found = stat()
        return stat(path, &found) == 0 ? Int(found.st_size) : 0
    }

    func remove() { unlink(path) }
}
