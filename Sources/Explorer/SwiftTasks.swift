/// The Swift tasks of one execution: which have ended, and what the others wait for.
struct SwiftTasks {
    struct SwiftTask: BitwiseCopyable {
        /// What a task waits for that the runtime has put aside.
        enum Wait: UInt8 { case nothing, task, group, continuation }

        var address: UInt
        /// The numbers of the shared objects that stand for its end, for the continuation that it waits for, and for the cancellation of it and its
        /// relatives; and of the task group that it is in, -1: none.
        var end: Int32
        var continuation: Int32
        var family: Int32
        var group: Int32 = -1
        /// The task whose child it is; -1: it is nobody's.
        var parent: Int32 = -1
        /// The explorer's task that runs its newest stretch.
        var stretch: Int
        /// What keeps what had been done when the code that ran that stretch went on with something else; -1: it has not.
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
    }

    private(set) var all = Storage<SwiftTask>()
    private var table = WordTable()

    func deallocate() {
        all.deallocate()
        table.deallocate()
    }

    mutating func removeAll() {
        all.removeAll()
        table.removeAll()
    }

    var count: Int { all.count }
    subscript(index: Int32) -> SwiftTask {
        unsafeAddress { UnsafePointer(all.base + Int(index)) }
        nonmutating unsafeMutableAddress { all.base + Int(index) }
    }

    /// The number of the task at an address of the runtime's; nil: it is not known, or another that has ended.
    mutating func number(of address: UInt) -> Int32? {
        let number = table[table.slot(of: address)]
        return number >= 0 && !self[number].isDone ? number : nil
    }

    /// The task at an address, whether it has ended or not: of several, the newest.
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
