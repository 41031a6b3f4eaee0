/// The bug: the task never looks whether it has been cancelled.
func copyAll(_ files: Int, to disk: Disk) async -> Int {
    for file in 1...files {
        disk.copy(file)
    }
    return files
}

/// The fix: the task looks before each file. It throws if it has been cancelled.
func copyUntilCancelled(_ files: Int, to disk: Disk) async throws -> Int {
    for file in 1...files {
        try Task.checkCancellation()
        disk.copy(file)
    }
    return files
}

/// Looks, too, and returns what it has done so far.
func copyAsFarAsPossible(_ files: Int, to disk: Disk) async -> Int {
    var copied = 0
    while copied < files, !Task.isCancelled {
        copied += 1
        disk.copy(copied)
    }
    return copied
}
