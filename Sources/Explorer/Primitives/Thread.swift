import CInterposition
import Glibc

/// Threads: they are created, joined, and exit.
extension Execution {
    func create(_ call: interleave_call) -> Int64 {
        guard let task = addTask(parent: current, call.function, call.context), let fiber = exploration.stacks.fibers[task] else {
            return refused(Self.tooManyTasks, place: call.caller)
        }
        UnsafeMutablePointer<UInt>(bitPattern: call.object)?.pointee = interleave_fiber_thread(fiber)
        return 0
    }

    func task(ofThread thread: UInt) -> Int? {
        (0..<tasks.count).last { task in exploration.stacks.fibers[task].map { interleave_fiber_thread($0) == thread } ?? false }
    }

    func join(_ thread: UInt, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, place: UInt) -> Int64 {
        guard let other = task(ofThread: thread) else { return Int64(ESRCH) }
        if other == current { return Int64(EDEADLK) }
        if tasks[other].state != .finished {
            visit(Operation(kind: .join, target: Int32(truncatingIfNeeded: other), place: place))
        }
        if isSearching { exploration.search.join(current, after: other) }
        detector.join(current, after: other)
        result?.pointee = tasks[other].context
        return 0
    }

    func exitThread(_ result: UnsafeMutableRawPointer?) -> Int64 {
        let me = current
        interleave_end_thread()
        tasks[me].context = result
        leave(me, as: .finished)
        return 0
    }
}
