import Glibc

/// Removing folders that a program has filled which means harm.
public enum FolderRemoval {
    /// Removes a folder and all that is in it, however deep its folders are nested, whatever their
    /// modes are, and without following links.
    ///
    /// Linear in the number of files. A folder inside a folder is first moved up, so that no path and
    /// no recursion becomes long.
    public static func remove(_ path: String) {
        let root = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard root >= 0 else { return }
        var moved = 0, isGrowing = true
        while isGrowing {
            isGrowing = false
            for name in names(in: root) where unlinkat(root, name, 0) != 0 {
                isGrowing = empty(name, in: root, &moved) || isGrowing
            }
        }
        close(root)
        rmdir(path)
    }

    /// Removes a folder's files, moves its folders up, and removes it.
    /// - Returns: whether it has gone.
    private static func empty(_ name: String, in root: Int32, _ moved: inout Int) -> Bool {
        fchmodat(root, name, 0o700, 0)
        let folder = openat(root, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return false }
        for inner in names(in: folder) where unlinkat(folder, inner, 0) != 0 {
            // A folder whose mode forbids changes cannot be moved.
            fchmodat(folder, inner, 0o700, 0)
            moved += 1
            while renameat(folder, inner, root, ".moved-\(moved)") != 0, errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR {
                moved += 1
            }
        }
        close(folder)
        return unlinkat(root, name, AT_REMOVEDIR) == 0
    }

    private static func names(in folder: Int32) -> [String] {
        // `fdopendir` takes the descriptor, and `closedir` closes it.
        guard let stream = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
