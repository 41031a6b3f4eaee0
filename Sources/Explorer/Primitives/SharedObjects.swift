/// The shared objects of an execution and their present state: locks, conditions, initializers, words of memory.
///
/// A state machine without tasks, clocks or I/O: it says whether an operation is enabled. Each kind of object has a type and a file of
/// its own (`Primitive`). The objects lie side by side in memory, whatever their kind: a number leads to each, and none is allocated.
/// (Some methods are mutating without need, because the compiler copies a large struct that is only read.)
struct SharedObjects {
    private(set) var objects: Storage<SharedObject>
    /// The signals on conditions that are not used up yet (Condition.swift).
    var signals: Storage<Condition.Signal>
    private var table: WordTable
    /// The approximate regions of their keys.
    private var regions = Regions()

    @inline(__always)
    init(reusing old: Self? = nil) {
        objects = Storage(reusing: old?.objects)
        signals = Storage(reusing: old?.signals)
        table = WordTable(reusing: old?.table)
    }

    func deallocate() {
        objects.deallocate()
        signals.deallocate()
        table.deallocate()
    }

    var count: Int { objects.count }

    subscript(index: Int32) -> SharedObject {
        unsafeAddress { UnsafePointer(objects.base + Int(index)) }
        nonmutating unsafeMutableAddress { objects.base + Int(index) }
    }

    /// The state of an object of this kind. An object that was of another kind begins again.
    subscript<State: Primitive>(index: Int32, _: State.Type) -> State {
        @inline(__always) unsafeAddress { UnsafePointer(state(of: index, as: State.self)) }
        @inline(__always) nonmutating unsafeMutableAddress { state(of: index, as: State.self) }
    }

    @inline(__always)
    func state<State: Primitive>(of index: Int32, as: State.Type) -> UnsafeMutablePointer<State> {
        let object = objects.base + Int(index), state = UnsafeMutableRawPointer(object).assumingMemoryBound(to: State.self)
        if object.pointee.kind != State.kind {
            #if DEBUG
                if MemoryLayout<State>.size > SharedObject.roomForState { fatalError("\(State.self) has no room in a shared object") }
            #endif
            object.pointee.kind = State.kind
            state.initialize(to: State())
        }
        return state
    }

    // MARK: numbers

    /// The number of the object with this key, if it is known.
    mutating func find(_ key: UInt) -> Int32? {
        let index = table.value(of: key)
        return index >= 0 ? index : nil
    }

    /// The number of the object with this key; a new object is added.
    mutating func index(of key: UInt) -> (index: Int32, isNew: Bool) {
        let slot = table.slot(of: key)
        if table[slot] >= 0 { return (table[slot], false) }
        let index = Int32(truncatingIfNeeded: objects.count)
        objects.append(SharedObject(key: key))
        table.set(slot, to: index)
        regions.insert(key)
        return (index, true)
    }

    /// The key is free for another object.
    mutating func remove(_ key: UInt) {
        if table.contains(key) { table.set(table.slot(of: key), to: -1) }
    }

    /// Memory was allocated again: the objects that lay there are gone, and new ones will lie there.
    mutating func remove(from address: UInt, size: Int) {
        let end = address + UInt(size)
        var region = address & ~(Regions.size - 1)
        guard size / Int(Regions.size) < objects.count + 64 else {
            for index in 0..<objects.count where (address..<end).contains(objects[index].key) { remove(objects[index].key) }
            return
        }
        while region < end {
            if regions.contains(region) {
                for key in max(region, address)..<min(region + Regions.size, end) { remove(key) }
            }
            region += Regions.size
        }
    }

    /// The object returns to its initial state, under the same number.
    func forget(_ index: Int32) { objects[Int(index)] = SharedObject(key: self[index].key) }

    // MARK: what its state says

    /// Whether an operation of a task is enabled. (Joining does not depend on shared objects.)
    @inline(__always)
    mutating func allows(_ operation: Operation, to task: Int) -> Bool {
        switch operation.kind {
        case .conditionWake: allowsWake(operation, of: task)
        case .futexLock: isZero(operation)
        case .internalLock: UnsafePointer<Int32>(bitPattern: self[operation.object].key & ~1)?.pointee == 0
        default: operation.object < 0 || visit(operation.object, Allowing(operation: operation, task: task), else: true)
        }
    }

    /// The tasks that must act before the task can go on.
    mutating func holders(_ operation: Operation) -> TaskSet {
        let object = operation.kind == .conditionWake ? operation.other : operation.object
        return object < 0 ? TaskSet() : visit(object, Holding(operation: operation), else: TaskSet())
    }

    /// The part of an object that a task can see in passing, besides its version.
    mutating func visible(_ index: Int32, to task: Int, by kind: Operation.Kind) -> UInt64 {
        visit(index, Seeing(task: task, kind: kind), else: 0)
    }

    /// A contradiction in the state of an object; nil: there is none.
    mutating func contradiction(_ index: Int32) -> String? { visit(index, Checking(), else: nil) }

    /// Calls a function on an object's state. Each kind with a state is registered here.
    @inline(__always)
    private mutating func visit<Visitor: PrimitiveVisitor>(_ index: Int32, _ visitor: Visitor, else nothing: Visitor.Result)
        -> Visitor.Result
    {
        switch self[index].kind {
        case .word: visitor.visit(self[index, Word.self])
        case .lock: visitor.visit(self[index, Lock.self])
        case .condition: visitor.visit(self[index, Condition.self])
        case .once: visitor.visit(self[index, Once.self])
        case .group: visitor.visit(self[index, Group.self])
        case .semaphore: visitor.visit(self[index, Semaphore.self])
        case .workItem: visitor.visit(self[index, WorkItem.self])
        case .occurrence: visitor.visit(self[index, Occurrence.self])
        case .taskGroup: visitor.visit(self[index, TaskGroup.self])
        case .barrierPhase: visitor.visit(self[index, BarrierPhase.self])
        case .pipe: visitor.visit(self[index, Pipe.self])
        case .plain, .queue, .source, .operation, .operationQueue: nothing
        }
    }
}

/// A function on the state of any kind of object. (A generic one: so that no state is copied into a box.)
private protocol PrimitiveVisitor {
    associatedtype Result
    func visit(_ state: some Primitive) -> Result
}

private struct Allowing: PrimitiveVisitor {
    var operation: Operation
    var task: Int
    @inline(__always)
    func visit(_ state: some Primitive) -> Bool { state.allows(operation, to: task) }
}

private struct Holding: PrimitiveVisitor {
    var operation: Operation
    func visit(_ state: some Primitive) -> TaskSet { state.holders(of: operation) }
}

private struct Seeing: PrimitiveVisitor {
    var task: Int
    var kind: Operation.Kind
    func visit(_ state: some Primitive) -> UInt64 { state.visible(to: task, by: kind) }
}

private struct Checking: PrimitiveVisitor {
    func visit(_ state: some Primitive) -> String? { state.contradiction }
}

/// The number of what models the object elsewhere: a queue, a source, an operation; -1: none.
protocol ObjectNumber: Primitive {
    var number: Int32 { get set }
}

extension SharedObjects {
    /// The number of an object that is of this kind; -1: it is of another kind.
    @inline(__always)
    func number<Kind: ObjectNumber>(of index: Int32, as kind: Kind.Type) -> Int32 {
        self[index].kind == Kind.kind ? self[index, Kind.self].number : -1
    }
}

struct QueueNumber: ObjectNumber {
    static let kind = PrimitiveKind.queue
    var number: Int32 = -1
}

struct SourceNumber: ObjectNumber {
    static let kind = PrimitiveKind.source
    var number: Int32 = -1
}

struct OperationNumber: ObjectNumber {
    static let kind = PrimitiveKind.operation
    var number: Int32 = -1
}

struct OperationQueueNumber: ObjectNumber {
    static let kind = PrimitiveKind.operationQueue
    var number: Int32 = -1
}
