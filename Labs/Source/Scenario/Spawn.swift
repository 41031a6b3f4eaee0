import Foundation

/// Starts a program as a child of this process.
///
/// A child inherits the set of blocked signals, and libdispatch's worker threads block nearly all
/// of them. So this function unblocks all signals in the child. Otherwise SIGTERM could not end a
/// child that was started from a queue.
///
/// - Parameter input: its standard input; nil means the one of this process. The same holds for its
///   output and its environment.
func spawn(
    _ program: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil, environment: [String: String] = [:]
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)

    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in argv + envp { free(string) } }

    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw Surprise("\(program) could not be started: \(String(cString: strerror(code))).") }
    return process
}

/// Waits until a child has ended. Returns its exit code, or nil if a signal killed it.
func waitForEnd(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
}

/// A pipe whose ends are not inherited by the programs that we start.
struct PipeEnds {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Surprise.system("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }
}
