/// The model of one Foundation operation.
struct SharedOperation: BitwiseCopyable {
    var address: UInt
    /// The numbers of its shared object, its queue, and the task that runs it; -1: none.
    var object: Int32
    var queue: Int32 = -1
    var task: Int32 = -1
    /// The block that Foundation will submit to run it; for a barrier it is not known in advance.
    var block: UInt = 0
    var isBarrier = false
    /// The task that adds it.
    var addedBy = -1
    /// It is in its queue; it was submitted to run; it has begun; it has finished, and in which
    /// task; its queue has removed it.
    var isAdded = false
    var isHandedOver = false
    var hasBegun = false
    var isFinished = false
    /// The program has called its `start()`: it has no task of its own.
    var isByHand = false
    var finishedBy = -1
    var hasLeft = false
    var isCancelled = false
    /// Other operations may wait for it to finish.
    var isReliedOn = false
    /// Whether only the order of adding decides when it runs.
    var isPlain = true
    /// It was cancelled before it was submitted: then it waits for nothing.
    var skipsDependencies = false
    /// The steps at which it was added, submitted, and finished; -1: not yet.
    var addedAt: Int32 = -1
    var handedOverAt: Int32 = -1
    var finishedAt: Int32 = -1
    /// Rows of the race detector: the clocks at its submission, at its finish, and at its
    /// cancellation.
    var handed: Int32 = -1
    var released: Int32 = -1
    var told: Int32 = -1
}

/// The model of one Foundation operation queue.
struct SharedOperationQueue: BitwiseCopyable {
    /// How many operations it runs at the same time, and whether more than their order decides.
    enum Width { case any, one, ordered }

    var address: UInt
    /// The number of its shared object: that of the underlying dispatch queue, if the program has
    /// set one.
    var object: Int32
    /// It runs on a dispatch queue that receives other work as well.
    var isForeign = false
    /// The number of operations in it.
    var unfinished: Int32 = 0
    /// The task whose latest step was on it: Foundation's work on the queue then belongs to that
    /// step.
    var latestStep: Int = -1
    /// The clocks of operations that have left it.
    var released: Int32 = -1
}
