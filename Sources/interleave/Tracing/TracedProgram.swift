import Words
import Glibc

/// The program to trace, and whether preloading can work with it. This is checked before it runs,
/// so that a failed recording is not silent.
struct TracedProgram {
    var path: String

    /// Finds a program as a shell does: by its path, or in `PATH` if the name has no slash.
    init(named name: String) throws {
        guard !name.contains("/") else {
            path = name
            return
        }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        for folder in folders.split(separator: ":") {
            let candidate = "\(folder)/\(name)"
            var status = stat()
            guard access(candidate, X_OK) == 0, stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            path = candidate
            return
        }
        let here = access(name, F_OK) == 0
        throw ExplainedError(
            .usage, "There is no program \(name) on the PATH.",
            cure: here ? "For a program in the current folder, write ./\(name)" : "Check its name, or give its path.")
    }

    func check() throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ExplainedError(.usage, "There is no program \(path): \(String(cString: strerror(errno))).", cure: "Check the path.")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file"
            throw ExplainedError(
                .usage, "\(path) is not a program: it is \(what).", cure: "Give an executable file, such as .build/debug/program.")
        }
        guard access(path, X_OK) == 0 else {
            throw ExplainedError(.usage, "\(path) is not executable.", cure: "Build it, or run: chmod +x \(path)")
        }
        if status.st_mode & (S_ISUID | S_ISGID) != 0 && geteuid() != 0 {
            throw ExplainedError(
                .usage, "\(path) runs with another user's rights, and the system does not allow preloading there.",
                cure: "Trace a copy without the set-user-ID bit.")
        }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }  // not readable, but perhaps executable: let the system decide
        defer { close(file) }
        try ExecutableImage(file)?.check(path)
    }
}
