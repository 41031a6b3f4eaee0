import CInterposition

/// Each task draws its random numbers from a row of its own.
///
/// Where a row begins depends on the seed, on the parent and on how many children the parent had before: on nothing that differs between two
/// executions whose steps commute.
extension Engine {
    /// A task that is about to begin gets its fiber ready, and its row of random numbers.
    func prepareFiber(of task: Int, parent: Int?) {
        interleave_fiber_prepare(fibers[task], { _ in Engine.running?._withUnsafeGuaranteedRef { $0.runTask() } }, nil)
        if task == 0 { interleave_begin_random_numbers() }
        interleave_fiber_seed(fibers[task], parent.flatMap { fibers[$0] }, options.randomSeed)
    }
}
