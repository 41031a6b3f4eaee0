import CProcess
import FoundationEssentials
import Glibc
import Trace

extension ChildProcess {
    /// Waits until the child has ended, the time is over or it is not wanted any more; in the latter cases all that it started ends with it.
    ///
    /// - Parameter isUnwanted: asked ten times a second.
    public mutating func wait(
        endingFamilyAfter timeout: Duration, orWhen isUnwanted: () -> Bool
    ) -> (ending: Trace.Ending, timedOut: Bool) {
        let clock = GroupSuspension.Clock()
        while true {
            if let ending = wait(timeout: .milliseconds(100)) { return (ending, false) }
            let timedOut = clock.elapsed > timeout
            if timedOut || isUnwanted() {
                killFamily()
                return (wait() ?? .unknown, timedOut)
            }
        }
    }

    /// Ends the child and all that it started, in whichever groups: compilers start processes in
    /// separate groups.
    public func killFamily() {
        guard ending == nil else { return }
        // Stopped first, a process starts no more while the others are looked for.
        Glibc.kill(processID, SIGSTOP)
        for process in Self.stoppedDescendants(of: processID) { Glibc.kill(process, SIGKILL) }
        kill()
    }

    /// Ends all that this process has started and that still runs, in whichever groups.
    public static func killDescendants() {
        for process in stoppedDescendants(of: getpid()) { Glibc.kill(process, SIGKILL) }
    }

    /// The descendants of a process, each of them stopped, so that it starts no more.
    private static func stoppedDescendants(of process: pid_t) -> [pid_t] {
        descendants(of: process) { Glibc.kill($0, SIGSTOP) }
    }

    /// The processes that a process has started, and those that they have started, the nearest first.
    /// - Parameter see: called with each of them, before its own children are looked for.
    public static func descendants(of process: pid_t, _ see: (pid_t) -> Void = { _ in }) -> [pid_t] {
        var family = [process], known: Set<pid_t> = [process]
        while true {
            let found = parents().filter { known.contains($0.value) && !known.contains($0.key) }.keys.sorted()
            if found.isEmpty { return Array(family.dropFirst()) }
            for process in found { see(process) }
            family += found
            known.formUnion(found)
        }
    }

    /// Limits the processor time of the child and of each process that it starts from now on. So no
    /// process of a killed run continues for ever.
    public func limit(work: Duration) {
        interleave_limit_work(processID, UInt64(work.components.seconds))
    }

    /// Limits the memory that the child, and each process that it starts from now on, can allocate, in
    /// bytes. Files that are mapped do not count.
    public func limit(memory: Int) { interleave_limit_memory(processID, UInt64(memory)) }

    /// The parent of each process.
    private static func parents() -> [pid_t: pid_t] {
        var parents: [pid_t: pid_t] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = pid_t(name), let bytes = FileManager.default.contents(atPath: "/proc/\(name)/stat") else { continue }
            // "12 (name) S 3 …": the name may hold blanks and brackets.
            let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
            if fields.count > 1, let parent = pid_t(fields[1]) { parents[process] = parent }
        }
        return parents
    }
}
