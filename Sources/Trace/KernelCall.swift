import TraceRecords

/// A call into the kernel that can block its thread. The raw values are those of Format.md.
public enum KernelCall: UInt8, Sendable, CaseIterable {
    case read, readv, pread, recv, recvfrom, recvmsg, write, writev, pwrite, send, sendto, sendmsg, sendfile, accept, accept4, connect
    case poll, ppoll, select, pselect, epollWait, epollPwait, fsync, fdatasync, wait, waitpid, waitid, flock
}

extension KernelCall {
    /// The call that the detail of a wait's record names; nil: a later version has it.
    public init?(detail: UInt16) { self.init(rawValue: UInt8(detail >> TraceFormat.kernelCallBit & TraceFormat.kernelCalls)) }

    /// As in source: "epoll_wait()".
    public var name: String {
        switch self {
        case .epollWait: "epoll_wait()"
        case .epollPwait: "epoll_pwait()"
        default: "\(self)()"
        }
    }

    /// The thread has nothing to do until something comes from outside: an event loop is here between two events, and a server between
    /// two connections.
    public var isIdle: Bool { isForEvents || self == .accept || self == .accept4 }

    /// The thread waits for events of several descriptors, as an event loop does.
    public var isForEvents: Bool {
        switch self {
        case .poll, .ppoll, .select, .pselect, .epollWait, .epollPwait: true
        default: false
        }
    }

    /// The thing that the thread waits for, if it is not one descriptor.
    public var awaited: String {
        switch self {
        case .accept, .accept4: "a connection"
        case .poll, .ppoll, .select, .pselect, .epollWait, .epollPwait: "events"
        case .wait, .waitpid, .waitid: "a process to end"
        default: "the kernel"
        }
    }
}

extension Trace.Wait {
    /// Whether the thread only waits for events or connections, with nothing else to do.
    public var isIdle: Bool { kind == .kernel && call?.isIdle == true }
}

extension Trace.Wait {
    /// The thing that a thread in the kernel waits for: "descriptor 7 in read()", "events in epoll_wait()".
    /// - Parameter object: the words for its descriptor, if it has one.
    public func kernelWords(object: String?) -> String {
        guard let call else { return object ?? "the kernel" }
        let own = call.isIdle ? nil : object
        return "\(own ?? call.awaited) in \(call.name)"
    }
}
