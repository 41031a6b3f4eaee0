import Words
import CProcess
import Glibc

extension ChildProcess {
    /// How a child is started.
    public struct Options: Sendable {
        /// The target of one of the child's standard streams.
        public enum Stream: Sendable {
            /// The same as ours.
            case inherited
            /// `/dev/null`: reading ends immediately, and output is discarded.
            case nothing
            /// A file, emptied or made; for standard input, a file to read.
            case file(String)
            /// An open descriptor of this process.
            case descriptor(Int32)
        }

        /// The child's whole environment; nil: ours.
        public var environment: [String: String]?
        /// Leads its own process group: a Ctrl-C in the terminal does not reach it, and `kill`
        /// reaches all its descendants.
        public var ownGroup = false
        /// Looks for a program named without a slash along `PATH`.
        public var searchesPath = false
        /// The name the program is called by (its argument 0); nil: the path it was started by.
        public var name: String?
        public var standardInput = Stream.inherited
        public var standardOutput = Stream.inherited
        public var standardError = Stream.inherited
        /// Gets no other descriptor of this process, also none that another thread opened without `O_CLOEXEC`.
        public var hasOnlyStandardStreams = false

        public init() {}

        /// A tool such as a compiler: found along `PATH`, in a group of its own, without input.
        public static func tool(output: Stream, errors: Stream) -> Options {
            var options = Options()
            options.searchesPath = true
            options.ownGroup = true
            options.standardInput = .nothing
            options.standardOutput = output
            options.standardError = errors
            return options
        }
    }

    /// Starts a program; with default signal handlers and no signal blocked, whatever the settings
    /// of this process.
    ///
    /// `arguments` are those after the program's name. Where this process ignored SIGCHLD, it no
    /// longer does: how the child ends would be lost. Throws `ExplainedError` when the program
    /// or a stream cannot be opened.
    public static func spawn(
        _ program: String, arguments: [String] = [], options: Options = Options()
    ) throws(ExplainedError) -> ChildProcess {
        hearOfEnds()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for (number, stream) in [(Int32(0), options.standardInput), (1, options.standardOutput), (2, options.standardError)] {
            guard let source = try open(stream, for: number, remembering: &opened) else { continue }
            posix_spawn_file_actions_adddup2(&actions, source, number)
        }
        if options.hasOnlyStandardStreams { _ = interleave_close_from(&actions, 3) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        if options.ownGroup { flags |= POSIX_SPAWN_SETPGROUP }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)

        var processID = pid_t()
        let start = options.searchesPath ? posix_spawnp : posix_spawn
        let code = withCStrings([options.name ?? program] + arguments) { argv in
            guard let environment = options.environment else { return start(&processID, program, &actions, &attributes, argv, environ) }
            return withCStrings(environment.map { "\($0)=\($1)" }) { start(&processID, program, &actions, &attributes, argv, $0) }
        }
        guard code == 0 else { throw .cannotStart(program, errno: code) }
        return try watched(processID, program, hasOwnGroup: options.ownGroup)
    }

    /// A child that was started, as a value that can wait for it; one that cannot be waited for is killed.
    static func watched(_ processID: pid_t, _ program: String, hasOwnGroup: Bool) throws(ExplainedError) -> ChildProcess {
        let descriptor = interleave_pidfd_open(processID)
        guard descriptor >= 0 else {
            let reason = errno
            Glibc.kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
            throw .cannotWatch(program, errno: reason)
        }
        if hasOwnGroup { GroupSuspension.follow(processID) }
        return ChildProcess(processID: processID, hasOwnGroup: hasOwnGroup, descriptor: descriptor)
    }

    private static func open(
        _ stream: Options.Stream, for number: Int32, remembering opened: inout [Int32]
    ) throws(ExplainedError) -> Int32? {
        let path: String
        switch stream {
        case .inherited: return nil
        case .descriptor(let descriptor): return descriptor
        case .nothing: path = "/dev/null"
        case .file(let file): path = file
        }
        let descriptor = Glibc.open(path, (number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC) | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .cannotOpen(path, errno: errno) }
        opened.append(descriptor)
        return descriptor
    }
}

/// Lends `strings` as a zero-terminated array of C strings, which is freed afterwards.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
}
