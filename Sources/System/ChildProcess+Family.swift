import CInterposition
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
        var family: Set<pid_t> = [processID], isGrowing = true
        while isGrowing {
            let found = Self.parents().filter { family.contains($0.value) && !family.contains($0.key) }.keys
            for process in found { Glibc.kill(process, SIGSTOP) }
            family.formUnion(found)
            isGrowing = !found.isEmpty
        }
        for process in family where process != processID { Glibc.kill(process, SIGKILL) }
        kill()
    }

    /// Limits the processor time of the child and of each process that it starts from now on. So no
    /// process of a killed run continues for ever.
    public func limit(work: Duration) {
        interleave_limit_work(processID, UInt64(work.components.seconds))
    }

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
