import Glibc

/// The files that an attempt has written to its folder: how much of the disk they need.
struct WrittenFiles {
    private let folder: String
    private var nextLook = ContinuousClock.now

    init(in folder: String) { self.folder = folder }

    /// Whether there are more files, or larger ones, than the limits allow. Looks a few times a second, because a look takes time if there
    /// are many.
    mutating func exceedSometimes(_ limits: AttemptProcess.Limits) -> Bool {
        guard ContinuousClock.now >= nextLook else { return false }
        nextLook = .now + .milliseconds(200)
        return exceed(limits)
    }

    /// Goes through the folder until a limit is passed. Links are not followed.
    func exceed(_ limits: AttemptProcess.Limits) -> Bool {
        var left = Room(bytes: limits.disk, files: limits.files)
        return !left.holds(AT_FDCWD, folder, depth: 0)
    }

    /// The room that the limits leave.
    private struct Room {
        var bytes: Int
        var files: Int
        /// Each level needs a descriptor, and a path of this length can hide files from all that goes by paths.
        static let deepest = 100

        /// Whether the contents of a folder have room.
        mutating func holds(_ parent: Int32, _ name: UnsafePointer<CChar>, depth: Int) -> Bool {
            guard depth < Self.deepest else { return false }
            let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            // (It has been removed since.)
            guard descriptor >= 0 else { return true }
            guard let entries = fdopendir(descriptor) else {
                close(descriptor)
                return true
            }
            defer { closedir(entries) }
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
                if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
                var facts = stat()
                guard fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
                bytes -= Int(facts.st_blocks) * 512
                files -= 1
                if bytes < 0 || files < 0 { return false }
                if facts.st_mode & S_IFMT == S_IFDIR, !holds(descriptor, name, depth: depth + 1) { return false }
            }
            return true
        }
    }
}
