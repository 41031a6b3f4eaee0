/// The Swift tasks of one execution: which have ended, and what the others wait for.
struct SwiftTasks {
    struct SwiftTask: BitwiseCopyable {
        /// The reason why a Swift task is suspended.
        enum Wait: UInt8 { case nothing, task, group, continuation }

        var address: UInt
        /// The numbers of the shared objects for its end, for its continuation, and for the
        /// cancellation of it and its relatives (its family); and of its task group, -1: none.
        var end: Int32
        var continuation: Int32
        var family: Int32
        var group: Int32 = -1
        /// The Swift task whose child it is; -1: none.
        var parent: Int32 = -1
        /// The explorer's task that runs its latest job.
        var stretch: Int
        /// The object with the clock at which the code that ran the latest job continued with
        /// something else; -1: it has not.
        var left: Int32 = -1
        /// Where it was made, and where it waits.
        var origin: UInt
        var place: UInt = 0
        var isDone = false
        var wait: Wait = .nothing
        /// The task or the group that it waits for: the number of the object.
        var awaited: Int32 = -1
        /// The runtime has made it for itself.
        var isOfRuntime = false
        /// It waits for the next element of an asynchronous stream.
        var isListening = false
        /// It has made a continuation, and has not used a stream since.
        var hasNewContinuation = false
    }

    private(set) var all: Storage<SwiftTask>
    private var table: WordTable

    func deallocate() {
        all.deallocate()
        table.deallocate()
    }

    @inline(__always)
    init(reusing old: Self?) {
        all = Storage(reusing: old?.all)
        table = WordTable(reusing: old?.table)
    }

    var count: Int { all.count }
    subscript(index: Int32) -> SwiftTask {
        unsafeAddress { UnsafePointer(all.base + Int(index)) }
        nonmutating unsafeMutableAddress { all.base + Int(index) }
    }

    /// The number of the Swift task at an address of the runtime; nil: it is not known, or has
    /// ended.
    mutating func number(of address: UInt) -> Int32? {
        let number = table[table.slot(of: address)]
        return number >= 0 && !self[number].isDone ? number : nil
    }

    /// The latest Swift task at an address, whether it has ended or not.
    mutating func newest(at address: UInt) -> Int32? {
        let number = table[table.slot(of: address)]
        return number >= 0 ? number : nil
    }

    mutating func add(_ task: SwiftTask) -> Int32 {
        let number = Int32(truncatingIfNeeded: all.count)
        all.append(task)
        let slot = table.slot(of: task.address)
        table.set(slot, to: number)
        return number
    }
}
