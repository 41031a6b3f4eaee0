import TraceRecords

/// Records what tasks do in one execution. The record does not depend on addresses in this process.
final class ExecutionRecorder {
    /// One step of a task, with addresses.
    struct Entry {
        var task: Int
        var kind: EventKind
        var object: UInt64 = 0
        var argument: UInt64 = 0
        var detail: UInt16 = 0
        var place: UInt = 0
        var closure: UInt = 0
        var extra: UInt64 = 0
        var text: String?
        /// The call stack that led there, the innermost first.
        var callers: [UInt] = []
    }

    /// How an item was made, and the kind of a wait: the words of the trace's format.
    enum How: UInt16 {
        case async = 0, sync, asyncAndWait, groupNotify, after, apply, source, operation, taskJob, itemNotify, sourceCancel, performed,
            actorJob
        /// A thread, as an item of the simulated processor.
        case thread = 24
    }
    enum Wait: UInt16 {
        case group = 0, semaphore, sync, mutex, condition, once, join, workItem, operation, operationQueue, sleep, apply, readLock,
            writeLock,
            task = 15, taskGroup, continuation, stream
        /// The thread is ready, and another thread has the processor.
        case processor = 24
    }

    private var record = ExecutionRecord()
    /// The simulated time of the next entries, in nanoseconds; nil: the execution has no time, only
    /// steps.
    var time: UInt64?
    private var numbers = ObjectNumbers()
    let program: ProgramSpan
    /// Tasks whose wait has begun and not ended.
    var waiting: [Int: Wait] = [:]
    var knownQueues: Set<UInt> = []
    /// The calls that stated dependencies of operations which are not both in a queue yet.
    struct StatedRelation: Hashable {
        var operation: Int
        var other: Int
    }
    var stated: [StatedRelation: (task: Int, place: UInt, callers: [UInt])] = [:]
    /// For each task: the item that it runs outside of the actor on which its job began.
    var poolItems: [Int: UInt64] = [:]
    /// Tasks whose own job has been logged as ended, because they went to the main thread or
    /// yielded.
    var haveLeft: Set<Int> = []
    /// The entries that say that a Swift task continues in the thread pool are kept here until it
    /// does something there.
    private var keptBack: [Int: [Entry]] = [:]
    private var isKeepingBack = false
    /// The items of notify blocks, which are logged before their tasks are made.
    var announced: [Int: UInt64] = [:]
    /// The present atomic access changes its word without reading it.
    var onlyStores = false
    /// The call stack of each task.
    var callers: [Int: [UInt]] = [:]
    /// Entries for accesses that are in no data race, up to a limit; the latest of them; and the
    /// variables that they access.
    private static let mostRaceFree = 2000
    private var raceFree: Set<Int> = []
    private var lastRaceFree: RaceFreeAccess?
    private var fields: [UInt: ObjectField?] = [:]
    private(set) var values = AccessValues()
    private static let mostFields = 100_000
    /// The numbers of the variables whose values the record shows, by their words.
    private var shownWords: [UInt: UInt64] = [:]
    private struct RaceFreeAccess: Hashable {
        var place: UInt
        var address: UInt
    }

    /// Memory, by its address: the tasks that allocated and freed it.
    private var memory: [UInt: (allocation: Entry?, free: Entry?)] = [:]
    private static let mostMemory = 100_000

    /// The begin of the record of an execution.
    struct Order {
        var program: ProgramSpan
        /// The time of the first entries, if the execution has time.
        var time: UInt64?
    }

    /// The number of a word that has an entry; 0: it has none.
    func knownNumber(of address: UInt64) -> UInt64 { numbers.known(address) }

    init(_ order: Order) {
        program = order.program
        time = order.time
    }

    /// A task allocates or frees memory. That is told only if the memory is used too late.
    func noteMemory(_ address: UInt, isFreed: Bool, by task: Int, at place: UInt) {
        settleValues()
        if memory.count == Self.mostMemory { memory = [:] }
        var entry = Entry(task: task, kind: .note, object: UInt64(address), detail: 1, place: place)
        entry.text = isFreed ? ExecutionRecord.freedMemory : ExecutionRecord.allocatedMemory
        entry.callers = callers[task] ?? []
        if isFreed { memory[address, default: (nil, nil)].free = entry } else { memory[address] = (entry, nil) }
    }

    func noteUse(ofFreed address: UInt) {
        guard let entries = memory[address] else { return }
        for entry in [entries.allocation, entries.free] { if let entry { append(entry) } }
    }

    func append(_ entry: Entry) {
        values.settle(&record)
        add(entry)
    }

    /// A call that has begun when another task traps.
    func noteBegun(_ entry: Entry) {
        record.begunCalls.append(
            .init(
                entries: record.entries.count,
                call: ExecutionRecord.Entry(
                    task: entry.task, kind: entry.kind.rawValue, object: entry.object, argument: 0, detail: 0, places: places(of: entry),
                    closure: 0, extra: 0)))
    }

    private func places(of entry: Entry) -> [UInt] {
        var places = entry.place == 0 ? [] : ([entry.place] + entry.callers).map(program.offset)
        while places.last == 0 { places.removeLast() }
        return places
    }

    private func add(_ entry: Entry, value: String? = nil, in variable: TypedVariable? = nil) {
        if isKeepingBack { return keptBack[entry.task, default: []].append(entry) }
        tellKeptBack(of: entry.task)
        let places = places(of: entry)
        let (object, argument, extra) = numbers.numbered(entry)
        record.entries.append(
            ExecutionRecord.Entry(
                task: entry.task, kind: entry.kind.rawValue, object: object, argument: argument, detail: entry.detail, places: places,
                closure: program.offset(entry.closure), extra: extra, text: entry.text, value: value,
                variable: variable.map { numbers.number(UInt64($0.start)) }, time: time))
    }

    /// The changes made so far are over: their new values are read.
    func settleValues() { values.settle(&record) }

    /// A task that is alone has written memory.
    func note(written address: UInt) {
        values.note(address)
        noteUnseen(address)
    }

    /// Memory is changed, and there is no entry for that: from now on the value of the variable there is not known.
    private func noteUnseen(_ address: UInt) {
        guard !shownWords.isEmpty, let variable = shownWords.removeValue(forKey: address & ~7) else { return }
        record.unseenChanges.append(.init(entries: record.entries.count, variable: variable))
    }

    /// The latest entry shows the value of a variable.
    private func noteShown(_ address: UInt, _ variable: TypedVariable?) {
        guard let last = record.entries.last, last.isAccess, shownWords.count < Self.mostFields else { return }
        let first = (variable?.start ?? address) & ~7, size = max(1, min(variable?.size ?? 1, 128))
        for word in stride(from: first, to: first + size, by: 8) { shownWords[word] = last.accessedVariable }
    }

    private func tellKeptBack(of task: Int) {
        if !keptBack.isEmpty, let kept = keptBack.removeValue(forKey: task) { kept.forEach { append($0) } }
    }

    /// Entries logged from now on are kept back until their task does something.
    func beginKeepingBack() { isKeepingBack = true }
    func endKeepingBack() { isKeepingBack = false }

    /// The entries that were kept back do not happen after all.
    /// - Returns: whether there were any.
    func dropKeptBack(of task: Int) -> Bool { keptBack.removeValue(forKey: task) != nil }

    /// An access to memory. The variable is looked up now, while it exists.
    func append(access entry: Entry) {
        var entry = entry
        entry.extra = UInt64(program.offset(UInt(entry.object)))
        let field = entry.extra == 0 ? ObjectField(at: UInt(entry.object)) : nil
        if entry.extra == 0 { entry.text = field?.text }
        tellKeptBack(of: entry.task)
        var variable = TypedVariable.at(UInt(entry.object), field)
        if variable == nil, entry.extra == 0, field == nil {
            variable = LocalVariables.ofProgram.variable(at: UInt(entry.object), from: entry.place)
        }
        add(entry, value: value(of: entry, variable), in: variable)
        noteShown(UInt(entry.object), variable)
    }

    /// An access that is in no data race: it is shown if other tasks access the same variable too.
    func append(raceFree entry: Entry, hasEnded: Bool = false) {
        let isOld = record.entries.last.map { $0.task == entry.task && $0.isAccess && $0.kind == entry.kind.rawValue } ?? false
        let key = RaceFreeAccess(place: entry.place, address: UInt(entry.object))
        if isOld && lastRaceFree == key { return }
        if raceFree.count == Self.mostRaceFree {
            if entry.kind != .memoryRead { noteUnseen(UInt(entry.object)) }
            return settleValues()
        }
        lastRaceFree = key
        var entry = entry
        entry.extra = UInt64(program.offset(UInt(entry.object)))
        let field = entry.extra == 0 ? self.field(at: UInt(entry.object)) : nil
        if entry.extra == 0 {
            guard let text = field?.text, !text.isEmpty else {
                if entry.kind != .memoryRead { noteUnseen(UInt(entry.object)) }
                return values.settle(&record, besides: UInt(entry.object), isRead: entry.kind == .memoryRead, by: entry.task)
            }
            entry.text = text
        }
        tellKeptBack(of: entry.task)
        raceFree.insert(record.entries.count)
        let variable = TypedVariable.at(UInt(entry.object), field)
        if hasEnded {
            let found = values.ended(UInt(entry.object), in: variable, by: entry.task)
            add(entry, value: found.value, in: variable)
            if entry.kind != .memoryRead { record.entries[record.entries.count - 1].newValue = found.newValue }
        } else {
            add(entry, value: value(of: entry, variable), in: variable)
        }
        noteShown(UInt(entry.object), variable)
    }

    /// A task begins an access of which only the end is logged.
    func noteBegin(of address: UInt, by task: Int) {
        values.settle(&record)
        values.begin(address, in: TypedVariable.at(address, field(at: address)), by: task)
    }

    /// The value that an access finds. The value that it leaves is read later.
    private func value(of entry: Entry, _ variable: TypedVariable?) -> String? {
        let address = UInt(entry.object)
        return values.find(
            address, isRead: entry.kind == .memoryRead || entry.kind == .memoryAtomic && entry.detail & 0xFF != 1,
            isWritten: entry.kind == .memoryWritten || entry.kind == .memoryAtomic && entry.detail & 0xFF != 0,
            in: variable, by: entry.task, entry: record.entries.count, &record)
    }

    /// Removes the latest entries: an item was submitted to a queue and a task began it. Since then
    /// the task may have read constants that the compiler keeps for the functions it calls.
    /// - Returns: whether these were the latest entries.
    func takeBack(itemOn queue: UInt, of task: Int) -> Bool {
        let reads = record.entries.reversed().prefix { $0.task == task && $0.event == .memoryRead }.count
        let told = record.entries.dropLast(reads).suffix(2)
        guard told.map(\.event) == [.itemEnqueued, .itemBegan], Set(told.map(\.object)).count == 1, told.last?.task == task else {
            return false
        }
        let first = record.entries.count - reads
        for index in first..<record.entries.count { raceFree.remove(index) }
        record.entries.removeLast(2 + reads)
        if record.entries.last?.event == .queueCreated {
            record.entries.removeLast()
            knownQueues.remove(queue)
        }
        return true
    }

    /// The property at an address, which takes long to find; nil: not known.
    func field(at address: UInt) -> ObjectField? {
        if let known = fields[address] { return known }
        if fields.count == Self.mostFields { fields = [:] }
        let field = ObjectField(at: address)
        fields[address] = .some(field)
        return field
    }

    /// Memory was allocated again.
    func forget(from address: UInt, size: Int) {
        numbers.forget(from: address, size: size)
        values.forget(from: address, size: size)
        let memory = address..<address &+ UInt(size)
        if size / 8 > shownWords.count {
            if !shownWords.isEmpty { shownWords = shownWords.filter { !memory.contains($0.key) } }
        } else {
            for word in stride(from: address & ~7, to: address &+ UInt(size), by: 8) { shownWords[word] = nil }
        }
        if size > fields.count {
            if !fields.isEmpty { fields = fields.filter { !memory.contains($0.key) } }
        } else {
            for at in memory { fields.removeValue(forKey: at) }
        }
    }

    /// The accesses to leave out: only at the end is it known if several tasks access a variable
    /// and one of them writes it.
    private var untold: Set<Int> {
        var tasks: [UInt64: Set<String>] = [:], written: Set<UInt64> = []
        for entry in record.entries where entry.isAccess {
            let word = entry.object & ~7
            tasks[word, default: []].insert(record.names.indices.contains(entry.task) ? record.names[entry.task] : "")
            if entry.event != .memoryRead { written.insert(word) }
        }
        let locked = waiting.isEmpty ? [] : wordsUnderLocks
        return raceFree.filter { index in
            let word = record.entries[index].object & ~7
            return !written.contains(word) || tasks[word, default: []].count < 2 && !locked.contains(word)
        }
    }

    /// The words that tasks access while they hold a lock. Where a task waits for ever, the task that should have used such a variable
    /// has perhaps not come to it.
    private var wordsUnderLocks: Set<UInt64> {
        var held: [Int: Int] = [:], words: Set<UInt64> = []
        for entry in record.entries {
            switch entry.event {
            case .lockAcquired: held[entry.task, default: 0] += 1
            case .lockReleased: held[entry.task, default: 0] -= 1
            default: if entry.isAccess && held[entry.task, default: 0] > 0 { words.insert(entry.object & ~7) }
            }
        }
        return words
    }

    /// The latest access in the record orders no other access.
    func noteOrdersNothing() {
        guard let last = record.entries.indices.last, record.entries[last].event == .memoryAtomic else { return }
        record.entries[last].detail |= ExecutionRecord.Entry.ordersNothing
    }

    /// Adds a new task's name.
    func name(task: String) { record.names.append(task) }

    /// A task gets a name from the program. Names are unique.
    func name(task: Int, _ name: String) {
        guard record.names.indices.contains(task) else { return }
        let others = record.names.indices.filter { $0 != task }.map { record.names[$0] }
        var number = 1
        while others.contains(number == 1 ? name : "\(name) \(number)") { number += 1 }
        record.names[task] = number == 1 ? name : "\(name) \(number)"
    }

    /// The record, without the task that read the result at the end.
    func record(without lastTask: Int?) -> ExecutionRecord {
        var told = record
        let untold = untold
        if !untold.isEmpty { told.keepEntries { !untold.contains($0) } }
        guard let lastTask else { return told }
        let entries = told.entries
        told.keepEntries { entries[$0].task != lastTask }
        if !told.names.isEmpty { told.names.removeLast() }
        return told
    }
}

/// Maps addresses of objects to numbers.
private struct ObjectNumbers {
    private var numbers: [UInt64: UInt64] = [:]
    private var given: UInt64 = 0

    mutating func number(_ address: UInt64) -> UInt64 {
        if address == 0 { return 0 }
        let word = address & ~7
        if numbers[word] == nil {
            numbers[word] = 0x10000 + given * 16
            given += 1
        }
        return (numbers[word] ?? 0) + (address & 7)
    }

    /// The number of an address's word; 0: it has none yet.
    func known(_ address: UInt64) -> UInt64 { numbers[address & ~7].map { $0 + (address & 7) } ?? 0 }

    mutating func forget(from address: UInt, size: Int) {
        let memory = UInt64(address) & ~7..<UInt64(address) + UInt64(size)
        if size / 8 > numbers.count {
            if !numbers.isEmpty { numbers = numbers.filter { !memory.contains($0.key) } }
        } else {
            for word in stride(from: memory.lowerBound, to: memory.upperBound, by: 8) { numbers[word] = nil }
        }
    }

    mutating func numbered(_ entry: ExecutionRecorder.Entry) -> (object: UInt64, argument: UInt64, extra: UInt64) {
        switch entry.kind {
        case .itemEnqueued:
            let isOfGroup = entry.detail & 1 << 9 != 0 || entry.detail & 0xFF == ExecutionRecorder.How.groupNotify.rawValue
            return (entry.object, number(entry.argument), isOfGroup ? number(entry.extra) : entry.extra)
        case .itemBegan, .itemEnded: return (entry.object, number(entry.argument), entry.extra)
        case .operationAdded: return (entry.object, number(entry.argument), entry.extra)
        case .operationDepends, .operationIndependent, .operationCancelled, .operationPriority, .operationReturned:
            return (entry.object, entry.argument, entry.extra)
        case .itemCancelled, .threadStarted, .threadEnded, .threadJoined, .threadPriority, .taskCreated, .taskCancelled, .taskEnded,
            .continuationResumed:
            return (entry.object, entry.argument, entry.extra)
        case .queueCreated: return (number(entry.object), number(entry.argument), entry.extra)
        case .waitBegan, .waitEnded:
            let kind = entry.detail & 0xFF
            let isNumber = [ExecutionRecorder.Wait.join, .workItem, .operation, .task, .processor].contains { $0.rawValue == kind }
            return (isNumber ? entry.object : number(entry.object), entry.argument, entry.extra)
        default: return (number(entry.object), entry.argument, entry.extra)
        }
    }
}
