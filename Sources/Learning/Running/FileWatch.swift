import FoundationEssentials
import Glibc

/// Tells when a file may have changed, whichever way an editor saves it.
///
/// The kernel reports changes in the file's folder (inotify): an editor that writes a new file and
/// gives it the old name would be lost for a watch on the file itself. If the file is a link, the
/// folder that it leads to is watched too. Where the kernel reports nothing (a file system of another
/// machine, no watch left, a folder that has gone), the file's date and size are read each second.
struct FileWatch: ~Copyable {
    // (Variables, because Swift 6.2 calls no mutating method in an `init` that has set a `let`.)
    /// The descriptor for `poll`; -1 if there is none.
    private(set) var descriptor: Int32
    private var path: String
    /// The watched folders, and the names of interest in them.
    private var watched: [Int32: String] = [:]
    private var isComplete = false
    private var seen: State?

    /// The facts that change with each save.
    private struct State: Equatable {
        var size: Int, seconds: Int, nanoseconds: Int, number: UInt, device: UInt

        init?(_ path: String) {
            var facts = stat()
            guard stat(path, &facts) == 0 else { return nil }
            size = Int(facts.st_size)
            (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
            (number, device) = (UInt(facts.st_ino), UInt(facts.st_dev))
        }
    }

    /// A change of the file.
    enum Change { case none, partial, complete }

    init(_ path: String) {
        self.path = path
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        seen = State(path)
        addWatches()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// How often to look, if the kernel does not report every change; nil if it does.
    var interval: Duration? { isComplete ? nil : .seconds(1) }

    private static let complete = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
    private static let partial = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
    private static let ofFolder = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    private mutating func addWatches() {
        watched = [:]
        isComplete = false
        guard descriptor >= 0 else { return }
        var paths = [path]
        if let real = realpath(path, nil) {
            paths.append(String(cString: real))
            free(real)
        }
        var isReported = true
        for path in paths {
            let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
            let name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
            let watch = inotify_add_watch(descriptor, folder, Self.complete | Self.partial | Self.ofFolder)
            if watch >= 0 { watched[watch] = name } else { isReported = false }
            if RemoteFolder.isRemote(folder) { isReported = false }
        }
        isComplete = isReported
    }

    /// Reads what the kernel has reported, and looks at the file where it does not report.
    mutating func read() -> Change {
        var change = Change.none
        var isLost = false
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while descriptor >= 0 {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            for (watch, mask, name) in Self.events(buffer.prefix(count)) {
                let isWhole = mask & Self.complete != 0
                if mask & UInt32(IN_Q_OVERFLOW) != 0 { change = .complete }
                if mask & (Self.ofFolder | UInt32(IN_IGNORED) | UInt32(IN_UNMOUNT)) != 0 { isLost = true }
                guard mask & (Self.complete | Self.partial) != 0, watched[watch] == name else { continue }
                // The last event counts: a file that was written and then removed is not complete.
                change = isWhole ? .complete : .partial
            }
        }
        if isLost || !isComplete {
            if isLost { isComplete = false }
            addWatches()
            let now = State(path)
            if now != seen, change == .none { change = .complete }
            seen = now
        }
        return change
    }

    /// `struct inotify_event`, one after the other: the watch, a mask, a cookie, a length, and a name of
    /// that length.
    private static func events(_ bytes: ArraySlice<UInt8>) -> [(watch: Int32, mask: UInt32, name: String)] {
        var found: [(Int32, UInt32, String)] = []
        var rest = bytes
        while rest.count >= 16 {
            let (watch, mask, length) = rest.withUnsafeBytes {
                (
                    $0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                )
            }
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            found.append((watch, mask, String(decoding: name, as: UTF8.self)))
            rest = rest.dropFirst(16 + length)
        }
        return found
    }
}

/// Whether a folder is on a file system whose changes this machine's kernel does not see.
enum RemoteFolder {
    private static let kinds = ["nfs", "cifs", "smb", "9p", "fuse", "afs", "ceph", "lustre", "gfs", "ocfs", "vboxsf", "virtiofs", "vmhgfs"]

    static func isRemote(_ folder: String) -> Bool {
        let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo").map { String(decoding: $0, as: UTF8.self) } ?? ""
        return kind(of: folder, mounts: mounts).map { kind in kinds.contains { kind.hasPrefix($0) } } ?? false
    }

    /// The file system of the mount point that is nearest above a folder.
    static func kind(of folder: String, mounts: String) -> String? {
        var best: (length: Int, kind: String)?
        for line in mounts.split(separator: "\n") {
            // "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw": blanks in a path are \040.
            let fields = line.split(separator: " ")
            guard fields.count > 6, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { continue }
            let point = fields[4].replacing("\\040", with: " ")
            guard folder == point || point == "/" || folder.hasPrefix(point + "/") else { continue }
            // A later mount covers an earlier one at the same place.
            if point.count >= best?.length ?? 0 { best = (point.count, String(fields[dash + 1])) }
        }
        return best?.kind
    }
}
