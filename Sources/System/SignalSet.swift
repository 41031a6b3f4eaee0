import Glibc

/// Some signals that this thread holds back, or lets through, for a while.
///
/// It is a mask and nothing else, so a signal handler can use it.
public struct SignalSet: @unchecked Sendable {  // A C structure that never changes.
    public let mask: sigset_t

    public init(_ numbers: Int32...) { self.init(numbers) }

    public init(_ numbers: [Int32]) {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in numbers { sigaddset(&mask, number) }
        self.mask = mask
    }

    /// Holds them back on this thread from now on.
    /// - Returns: the mask before.
    @discardableResult public func holdBack() -> sigset_t { change(SIG_BLOCK) }

    /// Lets them through on this thread from now on.
    /// - Returns: the mask before.
    @discardableResult public func letThrough() -> sigset_t { change(SIG_UNBLOCK) }

    /// Holds them back while `body` runs.
    public func held<Result: ~Copyable, Failure: Error>(during body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let before = holdBack()
        defer { Self.restore(before) }
        return try body()
    }

    /// Lets them through while `body` runs, where they are held back.
    public func open<Result: ~Copyable, Failure: Error>(during body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let before = letThrough()
        defer { Self.restore(before) }
        return try body()
    }

    /// In the handler of a signal: sends it again, with the action that is in place now, and returns after that action.
    public static func deliverAgain(_ number: Int32) {
        raise(number)
        SignalSet(number).open {}
    }

    private func change(_ how: Int32) -> sigset_t {
        var mask = mask, before = sigset_t()
        pthread_sigmask(how, &mask, &before)
        return before
    }

    private static func restore(_ before: sigset_t) {
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}

// (In an extension of the structure, the name means only the structure.)
private func exchange(_ number: Int32, _ new: UnsafePointer<sigaction>?, _ before: UnsafeMutablePointer<sigaction>) {
    sigaction(number, new, before)
}

extension sigaction {
    /// The action of a signal now.
    public static func current(_ number: Int32) -> sigaction {
        var found = sigaction()
        exchange(number, nil, &found)
        return found
    }

    /// Calls `handler`, while no other signal is held back.
    public init(_ handler: @escaping @convention(c) (Int32) -> Void) {
        self.init()
        __sigaction_handler.sa_handler = handler
        sigemptyset(&sa_mask)
    }

    /// The handler's address; 0: the default action; 1: the signal is ignored.
    public var address: Int { unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) }
    /// Whether the signal does nothing.
    public var isIgnoring: Bool { address == 1 }

    /// Makes this the action of a signal.
    /// - Returns: the action before.
    @discardableResult public func install(for number: Int32) -> sigaction {
        var new = self, before = sigaction()
        exchange(number, &new, &before)
        return before
    }

    /// Makes this the action of signals, except of those that the process ignores, as under `nohup`.
    public func install(forThoseNotIgnored numbers: [Int32]) {
        for number in numbers where !sigaction.current(number).isIgnoring { install(for: number) }
    }
}
