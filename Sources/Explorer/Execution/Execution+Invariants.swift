import Glibc

/// A contradiction in the explorer's own state, or in the options that it was given. Debug builds look for the first kind.
///
/// (The explorer is compiled without the checks that Swift makes of preconditions and assertions, in debug builds too: so this is none of
/// them.)
enum Invariant {
    /// Stops the process if there is a contradiction.
    static func check(_ contradiction: String?) {
        guard let contradiction else { return }
        var text = "The explorer contradicts itself: \(contradiction).\n"
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        abort()
    }
}

#if DEBUG
    extension Execution {
        /// At each step: the states of the objects that a task's next operation is about.
        @inline(__always)
        func checkState(of operation: Operation) {
            if operation.object >= 0 { Invariant.check(objects.contradiction(operation.object)) }
            if operation.other >= 0 { Invariant.check(objects.contradiction(operation.other)) }
        }

        /// At the end of the execution.
        func checkInvariants() {
            for index in 0..<Int32(truncatingIfNeeded: objects.count) { Invariant.check(objects.contradiction(index)) }
            Invariant.check(tasks.contradiction)
            Invariant.check(queues.contradiction)
            Invariant.check(detector.contradiction)
            if isSearching { Invariant.check(exploration.search.contradiction) }
        }
    }
#endif

extension ExplorationOptions {
    /// The options with which no execution can be made; nil: there are none.
    var contradiction: String? {
        if stepLimit < 1 || repetitions < 1 { return "it is to make executions without steps, or none" }
        return stackSize < 1 || firstStackSize < 1 ? "tasks are to have no stacks" : nil
    }
}
