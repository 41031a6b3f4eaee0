import Glibc
import Recorder
import Synchronization

/// A web server on this machine that gives out photographs, in a process of its own.
///
/// Of its own, so that nothing of what the server does appears among what a lab's learner is to see. It ends when `stop` is called,
/// when the last reference to it is gone, and when this process ends, however that happens.
public final class PhotoServer: Sendable {
    /// What it can be asked for.
    public let addresses: PhotoAddresses

    private let process: Mutex<ChildProcess?>
    /// Ours; closed in `deinit`, or by the kernel when this process ends. The server listens at the other end, and ends with it.
    private let lifeline: Int32

    private init(_ process: consuming sending ChildProcess, lifeline: Int32, addresses: PhotoAddresses) {
        self.process = Mutex(process)
        self.lifeline = lifeline
        self.addresses = addresses
    }

    deinit {
        stop()
        close(lifeline)
    }

    /// Starts a server and waits until it listens.
    ///
    /// - Parameter port: where to listen; 0 for a port that is free.
    public static func start(port: Int = 0) throws(PhotoServerError) -> PhotoServer {
        let program = try ServerProgram.path()
        // What is said at one end is heard at the other, in both directions; no program that is started inherits our end.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .cannotStart(String(cString: strerror(errno)))
        }
        var options = ChildProcess.Options()
        options.ownGroup = true  // A Ctrl-Z in the terminal stops the lab, not the server that its scenario is asking.
        options.standardInput = .descriptor(ends[1])
        options.standardOutput = .descriptor(ends[1])
        options.standardError = .descriptor(ends[1])
        let process: ChildProcess
        do throws(ChildProcessError) {
            defer { close(ends[1]) }
            process = try ChildProcess.spawn(program, arguments: ["--until-input-ends", "--port", String(port)], options: options)
        } catch {
            close(ends[0])
            throw .cannotStart(error.description)
        }
        let words = ServerProgram.firstWords(from: ends[0])
        guard let addresses = PhotoAddresses(announcement: words) else {
            process.kill()
            close(ends[0])
            throw words.isEmpty ? .cannotStart("it said nothing") : .refused(words)
        }
        return PhotoServer(process, lifeline: ends[0], addresses: addresses)
    }

    /// Kills the server in the middle of whatever it does: who is downloading gets an error, who asks afterwards finds nobody.
    public func stop() {
        process.withLock { process in
            guard var running = process.take() else { return }
            running.kill()
            running.wait()
        }
    }
}

extension PhotoServer {
    /// The server that all variants of a lab ask; kept here until this process ends.
    private static let ofThisLab = Mutex<PhotoServer?>(nil)

    /// Starts the server of a lab, before its variants run: what a lab's `prepare` calls.
    ///
    /// A variant runs in a process of its own, and finds there with `addressesInScenario()` where to ask.
    public static func startForScenarios(port: Int = 0) throws(PhotoServerError) {
        let server = try start(port: port)
        setenv(PhotoAddresses.variable, String(server.addresses.port), 1)
        ofThisLab.withLock { $0 = server }
        // So that it is gone when the lab is; where a signal ends the lab, the server notices by itself.
        atexit { PhotoServer.ofThisLab.withLock { $0?.stop() } }
    }

    /// What the server of the lab that started this process can be asked for.
    public static func addressesInScenario() throws(PhotoServerError) -> PhotoAddresses {
        guard let value = getenv(PhotoAddresses.variable), let port = Int(String(cString: value)) else { throw .notStarted }
        return PhotoAddresses(port: port)
    }
}
