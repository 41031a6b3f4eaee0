/// One of Foundation's operations, as far as the explorer follows it.
struct SharedOperation: BitwiseCopyable {
    var address: UInt
    /// The numbers of its shared object, of its queue, and of the task that runs it; -1: none.
    var object: Int32
    var queue: Int32 = -1
    var task: Int32 = -1
    /// What Foundation will hand over when it is to run; of a barrier that is not known before.
    var block: UInt = 0
    var isBarrier = false
    /// Who adds it.
    var addedBy = -1
    /// It lies in its queue; it was handed over to be run; it runs, or has run; it is finished, by whom; its queue has taken it out.
    var isAdded = false
    var isHandedOver = false
    var hasBegun = false
    var isFinished = false
    var finishedBy = -1
    var hasLeft = false
    var isCancelled = false
    /// Others may wait for it to finish.
    var isReliedOn = false
    /// Whether nothing but the order of adding decides when it runs.
    var isPlain = true
    /// It was cancelled before it was handed over: then it waits for nothing.
    var skipsDependencies = false
    /// The steps by which it was added, handed over, and finished; -1: not yet.
    var addedAt: Int32 = -1
    var handedOverAt: Int32 = -1
    var finishedAt: Int32 = -1
    /// Rows of the race detector: what was done before it was handed over, before it was finished, and before it was cancelled.
    var handed: Int32 = -1
    var released: Int32 = -1
    var told: Int32 = -1
}

/// One of Foundation's operation queues.
struct SharedOperationQueue: BitwiseCopyable {
    /// How many operations it runs at once, and whether it decides by more than the order in which they came.
    enum Width { case any, one, ordered }

    var address: UInt
    /// The number of its shared object: that of the dispatch queue below it, where the program has given it one.
    var object: Int32
    /// It runs on a dispatch queue that others hand work to as well.
    var isForeign = false
    /// Operations that lie in it.
    var unfinished: Int32 = 0
    /// The task whose latest step was done to it: what Foundation does to the queue then belongs to that step.
    var latestStep: Int = -1
    /// What operations that have left it had done.
    var released: Int32 = -1
}
