import CInterposition
import Glibc

/// Makes the executions of an exploration, one after the other.
///
/// At most one is at work in a process, since it takes over the process's symbols.
final class ExecutionRunner {
    private let state: UnsafeMutablePointer<ExplorationState>
    /// The present execution, or the latest one.
    private(set) var execution: Execution
    /// Decides in the next executions, in place of the search.
    var guide: SchedulingStrategy?
    /// Logs the next executions.
    var log: ExecutionRecorder.Order?
    /// Whether the steps of the next executions are recorded.
    var recordsSteps = false

    nonisolated(unsafe) private static let turn: UnsafeMutablePointer<pthread_mutex_t> = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        return mutex
    }()

    init(options: ExplorationOptions) {
        Invariant.check(options.contradiction)
        state = .allocate(capacity: 1)
        state.initialize(to: ExplorationState(options: options))
        execution = Execution(of: state, .init(isRehearsal: true))
    }

    deinit {
        state.pointee.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    var exploration: ExplorationState {
        @inline(__always) unsafeAddress { UnsafePointer(state) }
        @inline(__always) unsafeMutableAddress { state }
    }

    /// Waits until no other exploration is at work in this process, and takes over the symbols.
    func begin() {
        let options = exploration.options
        pthread_mutex_lock(Self.turn)
        Execution.running = Unmanaged.passUnretained(execution)
        interleave_use_threads(options.usesThreads)
        interleave_scatter_memory(options.scattersMemory)
        interleave_set_control(
            options.strategy == .strictPriorities
                ? options.looksAtMemory ? Execution.controlOfProcessor : Execution.controlOfProcessorWithoutMemory
                : options.looksAtMemory ? Execution.control : Execution.controlWithoutMemory)
        exploration.variables = .all
    }

    func end() {
        exploration.stacks.discardAll()
        interleave_set_control(nil)
        Execution.running = nil
        pthread_mutex_unlock(Self.turn)
    }

    /// Makes one execution.
    /// - Parameter isRehearsal: nothing in this execution counts.
    func run(isRehearsal: Bool = false) {
        let kind = Execution.Kind(isRehearsal: isRehearsal, guide: guide, log: log, recordsSteps: recordsSteps)
        exploration.search.beginExecution()
        execution = Execution(of: state, kind, reusing: execution)
        Execution.running = Unmanaged.passUnretained(execution)
        execution.run()
    }

    /// - Returns: whether the rehearsal was given up because of a spinning task, or because a task has accessed another task's
    ///   stack, so that it has to be made again.
    func adoptFromRehearsal() -> Bool {
        let isGivenUp = execution.mustStop && !exploration.hasRefused && exploration.places.adoptNew()
        return isGivenUp || adoptStacks()
    }

    /// - Returns: whether a task has accessed another one's stack for the first time, so that the search has to start again.
    func adoptStacks() -> Bool {
        if exploration.stacks.areShared || !execution.hasMetStack { return false }
        exploration.stacks.areShared = true
        return true
    }
}
