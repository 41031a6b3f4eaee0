import Words
import Glibc
import Synchronization
import System

/// A web server on this machine that serves photos, in its own process.
///
/// It is a separate process so that the server's work does not appear in the lab's timeline. It
/// ends when `stop` is called, when the last reference to it is gone, and when this process ends in
/// any way.
public final class PhotoServer: Sendable {
    /// The addresses of its photos.
    public let addresses: PhotoAddresses

    private let process: Mutex<ChildProcess?>
    /// We own this descriptor: `deinit` closes it, or the kernel when this process ends. The server
    /// reads from the other end, and ends when it is closed.
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
    /// - Parameter port: the port to listen on; 0 means any free port.
    public static func start(port: Int = 0) throws(ExplainedError) -> PhotoServer {
        let program = try ServerProgram.path()
        // The pair of sockets works in both directions. Programs that we start do not inherit our
        // end.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .cannotStart(String(cString: strerror(errno)))
        }
        var options = ChildProcess.Options()
        options.ownGroup = true  // Ctrl-Z in the terminal stops the lab, but not the server that its scenario uses.
        options.standardInput = .descriptor(ends[1])
        options.standardOutput = .descriptor(ends[1])
        options.standardError = .descriptor(ends[1])
        var process: ChildProcess
        do throws(ExplainedError) {
            defer { close(ends[1]) }
            process = try ChildProcess.spawn(program, arguments: ["--until-input-ends", "--port", String(port)], options: options)
        } catch {
            close(ends[0])
            throw .cannotStart(error.description)
        }
        let words = ServerProgram.firstWords(from: ends[0])
        guard let addresses = PhotoAddresses(announcement: words) else {
            process.kill()
            process.wait()
            close(ends[0])
            throw words.isEmpty ? .cannotStart("it printed nothing") : .refused(words)
        }
        return PhotoServer(process, lifeline: ends[0], addresses: addresses)
    }

    /// Kills the server immediately. Running downloads get an error, and later requests find no
    /// server.
    public func stop() {
        process.withLock { process in
            guard var running = process.take() else { return }
            running.kill()
            running.wait()
        }
    }
}

extension PhotoServer {
    /// The server for all variants of a lab. It lives until this process ends.
    private static let ofThisLab = Mutex<PhotoServer?>(nil)

    /// Starts the server of a lab before its variants run. A lab's `prepare` calls this.
    ///
    /// A variant runs in its own process, and gets the addresses there with
    /// `addressesInScenario()`.
    public static func startForScenarios(port: Int = 0) throws(ExplainedError) {
        let server = try start(port: port)
        setenv(PhotoAddresses.variable, String(server.addresses.port), 1)
        ofThisLab.withLock { $0 = server }
        // The server must end with the lab. If a signal ends the lab, the server notices that
        // itself.
        atexit { PhotoServer.ofThisLab.withLock { $0?.stop() } }
    }

    /// The addresses of the server that this process's lab has started.
    public static func addressesInScenario() throws(ExplainedError) -> PhotoAddresses {
        guard let value = getenv(PhotoAddresses.variable), let port = Int(String(cString: value)) else { throw .notStarted }
        return PhotoAddresses(port: port)
    }
}
