import CProcess
import FoundationEssentials
import Glibc
import Synchronization
import Words

/// A folder in TMPDIR that passes with this value, and with the process where a signal or `exit` ends that first.
///
/// A reader that goes away (`| head`) ends a process in the middle of a line, Ctrl-C wherever it
/// is: no `deinit` runs then. So signal handlers are installed while there is such a folder. They
/// remove it and pass the signal to its earlier handler.
public struct TemporaryFolder: ~Copyable {
    public let path: String
    private let slot: Int

    /// Nil where no folder can be made in `parent`.
    public init?() {
        var template = Array("\(Self.parent)/interleave-XXXXXX".utf8CString)
        // No handler runs on this thread between the making of a folder and its registration.
        let made = SignalSet(Self.terminationSignals).held { () -> (path: String, slot: Int)? in
            guard mkdtemp(&template) != nil else { return nil }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return (path, Self.remember(path))
        }
        guard let made else { return nil }
        (path, slot) = made
    }

    /// A new folder.
    /// - Throws: `ExplainedError` if none can be made in `parent`.
    public static func make() throws(ExplainedError) -> TemporaryFolder {
        guard let folder = TemporaryFolder() else {
            throw ExplainedError(
                .noRoom, "Cannot create a folder in \(parent): \(String(cString: strerror(errno))).",
                cure: "Free some space there, or set TMPDIR to another folder.")
        }
        return folder
    }

    /// The folder that it is made in.
    public static var parent: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    deinit {
        FolderRemoval.remove(path)
        Self.forget(slot)
    }

    // MARK: on the way out

    private static let terminationSignals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]

    /// The handlers' data: made once and never freed. A pointer is stored whole, so a handler never
    /// reads half of one.
    private struct Store: @unchecked Sendable {
        let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
        let earlier = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        static let capacity = 64
    }
    private static let store = {
        let store = Store()
        store.paths.initialize(repeating: nil, count: Store.capacity)
        atexit { TemporaryFolder.removeAll() }
        return store
    }()
    /// How many there are.
    private static let count = Mutex(0)

    private static func remember(_ path: String) -> Int {
        count.withLock { count in
            if count == 0 { standBy() }
            count += 1
            guard let slot = (0..<Store.capacity).first(where: { store.paths[$0] == nil }) else { return -1 }
            store.paths[slot] = strdup(path)
            return slot
        }
    }

    /// The path's bytes stay: a handler may be reading them.
    private static func forget(_ slot: Int) {
        count.withLock { count in
            if slot >= 0 { store.paths[slot] = nil }
            count -= 1
            if count > 0 { return }
            // Handlers that other code has installed since are left in place.
            for number in terminationSignals where isOurs(number) { sigaction(number, store.earlier + Int(number), nil) }
        }
    }

    private static func standBy() {
        var action = sigaction(onEnding)
        sigfillset(&action.sa_mask)
        for number in terminationSignals { store.earlier[Int(number)] = .current(number) }
        action.install(forThoseNotIgnored: terminationSignals)
    }

    private static func isOurs(_ number: Int32) -> Bool {
        sigaction.current(number).address == unsafeBitCast(onEnding, to: Int.self)
    }

    private static let onEnding: @convention(c) (Int32) -> Void = { number in
        TemporaryFolder.removeAll()
        let earlier = TemporaryFolder.store.earlier + Int(number)
        if number == SIGINT, earlier.pointee.__sigaction_handler.sa_handler == nil { _exit(130) }
        sigaction(number, earlier, nil)
        raise(number)  // Blocked while this handler runs; delivered when the handler returns.
    }

    private static func removeAll() {
        for slot in 0..<Store.capacity {
            if let path = store.paths[slot] { interleave_remove_folder(path) }
        }
    }
}
