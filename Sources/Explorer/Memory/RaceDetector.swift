/// Finds accesses to the same memory that nothing orders: data races.
///
/// Vector clocks over synchronization only (as in FastTrack: Flanagan, Freund 2009). A task's clock
/// says up to which point of each other task's past it is ordered after that task. A release
/// (unlock, a releasing store, the start of a thread) stores the clock at an object; an acquire
/// merges it from there. Each word of eight bytes keeps the latest accesses of each task. A new
/// access races with an earlier one that its task's clock does not cover, if they share a byte, one
/// of them writes and not both are atomic. This is a struct without I/O, fed by its owner. (Some
/// methods are mutating without need, because the compiler copies a large struct that is only
/// read.)
struct RaceDetector {
    struct Access: OptionSet, BitwiseCopyable {
        var rawValue: UInt8
        static let write = Access(rawValue: 1)
        static let atomic = Access(rawValue: 2)
        /// The begin of an `inout` access; the accesses themselves may be reported after it.
        static let mark = Access(rawValue: 4)
    }

    struct Record: BitwiseCopyable {
        var place: UInt
        var clock: UInt32
        var next: Int32
        var task: UInt8
        var mask: UInt8
        var access: Access
    }

    /// Two accesses that nothing orders.
    struct Race: BitwiseCopyable {
        var address: UInt
        var earlierTask: Int
        var earlierPlace: UInt
        var earlierAccess: Access
        var task: Int
        var place: UInt
        var access: Access
        /// The bytes, of the eight, that both access.
        var bytes: UInt8
        /// One of them is only the mark of an access that may have been reported separately.
        var isOfMark: Bool { earlierAccess.union(access).contains(.mark) }
    }

    private var records: Storage<Record>
    /// The newest record of each word.
    private var table: WordTable
    /// The approximate regions of those words.
    private var regions = Regions()
    private var clocks: ClockRows
    private var releases: ClockRows
    /// The time that had passed for the releasing task, for each row.
    private var times: Storage<UInt64>
    /// The time that has passed for each task by sleeping and waiting, in nanoseconds. A task that
    /// waits for another continues no earlier than the time of that one.
    let elapsed: UnsafeMutablePointer<UInt64>
    private var taskCount = 0
    /// How often each task has acquired.
    private let acquisitions: UnsafeMutablePointer<UInt32>
    /// The races of the newest access.
    private(set) var found: Storage<Race>

    @inline(__always)
    init(reusing old: Self?) {
        records = Storage(reusing: old?.records, capacity: 256)
        table = WordTable(reusing: old?.table)
        clocks = ClockRows(reusing: old?.clocks)
        releases = ClockRows(reusing: old?.releases)
        times = Storage(reusing: old?.times)
        found = Storage(reusing: old?.found)
        elapsed = old?.elapsed ?? .allocate(capacity: TaskSet.capacity)
        acquisitions = old?.acquisitions ?? .allocate(capacity: TaskSet.capacity)
    }

    func deallocate() {
        times.deallocate()
        records.deallocate()
        table.deallocate()
        clocks.deallocate()
        releases.deallocate()
        found.deallocate()
        acquisitions.deallocate()
        elapsed.deallocate()
    }

    // MARK: synchronisation

    /// A new task is ordered after all that its parent has done.
    mutating func addTask(parent: Int?) {
        taskCount += 1
        clocks.makeRoom(forTasks: taskCount)
        releases.makeRoom(forTasks: taskCount)
        let task = clocks.append()
        acquisitions[task] = 0
        elapsed[task] = parent.map { elapsed[$0] } ?? 0
        if let parent {
            merge(clocks.row(task), clocks.row(parent), tasks: taskCount)
            clocks.row(parent)[parent] += 1
        }
        clocks.row(task)[task] = 1
    }

    mutating func join(_ task: Int, after other: Int) {
        merge(clocks.row(task), clocks.row(other), tasks: taskCount)
        elapsed[task] = max(elapsed[task], elapsed[other])
    }

    /// A task's present time, and whether another task is ordered after a time of it.
    mutating func time(of task: Int) -> UInt32 { clocks.row(task)[task] }
    mutating func hasSeen(_ time: UInt32, of task: Int, by other: Int) -> Bool { task == other || clocks.row(other)[task] >= time }

    /// - Parameters:
    ///   - row: the row that stores the clock; a new row if it is -1.
    ///   - keeping: whether the clocks released there before are kept too.
    mutating func release(_ task: Int, into row: inout Int32, keeping: Bool) {
        if row < 0 { row = addRelease() }
        times[Int(row)] = max(times[Int(row)], elapsed[task])
        if keeping {
            merge(releases.row(Int(row)), clocks.row(task), tasks: taskCount)
        } else {
            copy(releases.row(Int(row)), from: clocks.row(task), tasks: taskCount)
        }
        clocks.row(task)[task] += 1
    }

    /// The latest time of the tasks that have released there.
    func time(ofRow row: Int32) -> UInt64 { row < 0 ? 0 : times[Int(row)] }

    private mutating func addRelease() -> Int32 {
        times.append(0)
        return Int32(truncatingIfNeeded: releases.append())
    }

    mutating func acquire(_ task: Int, from row: Int32) {
        guard row >= 0 else { return }
        elapsed[task] = max(elapsed[task], times[Int(row)])
        acquisitions[task] &+= 1
        merge(clocks.row(task), releases.row(Int(row)), tasks: taskCount)
    }

    // MARK: temporary acquisition

    /// A task's clock before a temporary acquire, for as long as it runs a `deinit`.
    struct Moment: BitwiseCopyable {
        /// -1: it acquired nothing.
        fileprivate var row: Int32
        fileprivate var acquisitions: UInt32
        static let none = Moment(row: -1, acquisitions: 0)
    }

    /// Acquires from two rows, until `leave`.
    mutating func visit(_ task: Int, from row: Int32, and other: Int32) -> Moment {
        let moment = Moment(row: addRelease(), acquisitions: acquisitions[task])
        copy(releases.row(Int(moment.row)), from: clocks.row(task), tasks: taskCount)
        if row >= 0 { merge(clocks.row(task), releases.row(Int(row)), tasks: taskCount) }
        if other >= 0 { merge(clocks.row(task), releases.row(Int(other)), tasks: taskCount) }
        return moment
    }

    /// Restores the clock from before `visit`, unless the task has acquired something else
    /// meanwhile: the two can then not be separated any more.
    mutating func leave(_ task: Int, _ moment: Moment) {
        guard moment.row >= 0, acquisitions[task] == moment.acquisitions else { return }
        let own = clocks.row(task)[task]
        copy(clocks.row(task), from: releases.row(Int(moment.row)), tasks: taskCount)
        clocks.row(task)[task] = own
    }

    /// The same; makes the other row if there is none yet.
    mutating func pass(_ row: Int32, into other: inout Int32) {
        if other < 0 { other = addRelease() }
        times[Int(other)] = max(times[Int(other)], times[Int(row)])
        pass(row, to: other)
    }

    /// Merges one row into another.
    mutating func pass(_ row: Int32, to other: Int32) { merge(releases.row(Int(other)), releases.row(Int(row)), tasks: taskCount) }

    // MARK: invariants

    /// A contradiction in the clocks; nil: there is none. No clock can be ahead of a task's own.
    var contradiction: String? {
        for task in 0..<taskCount {
            let own = clocks.row(task)[task]
            if own == 0 { return "a task has no time" }
            for other in 0..<taskCount where clocks.row(other)[task] > own { return "a task's clock is ahead of another task" }
            for row in 0..<min(releases.count, Self.mostRowsChecked) where releases.row(row)[task] > own {
                return "a released clock is ahead of a task"
            }
        }
        return times.count == releases.count ? nil : "a released clock has no time"
    }

    private static let mostRowsChecked = 64

    // MARK: memory

    /// An access to some of the eight bytes at `word`, which is a multiple of eight. Its races are
    /// then in `found`.
    /// - Returns: whether no task has written to these eight bytes before.
    mutating func access(_ word: UInt, mask: UInt8, _ access: Access, by task: Int, at place: UInt) -> Bool {
        found.removeAll()
        let slot = table.slot(of: word), newest = table[slot]
        let clock = clocks.row(task)
        var isFirstWrite = true, same: Int32 = -1
        // Usually no other task has accessed it, and this task has before, in the same way.
        var cursor = newest
        while cursor >= 0 {
            let record = records.base + Int(cursor)
            if record.pointee.task != UInt8(truncatingIfNeeded: task) { break }
            if record.pointee.access.contains(.write) { isFirstWrite = false }
            if record.pointee.access == access && record.pointee.mask == mask { same = cursor }
            cursor = record.pointee.next
        }
        if cursor < 0 && same >= 0 {
            records[Int(same)].place = place
            records[Int(same)].clock = clock[task]
            return isFirstWrite
        }
        while cursor >= 0 {
            let record = records[Int(cursor)], other = Int(record.task)
            if record.access.contains(.write) { isFirstWrite = false }
            if other == task {
                if record.access == access && record.mask == mask { same = cursor }
            } else if record.mask & mask != 0, record.access.union(access).contains(.write),
                !record.access.intersection(access).contains(.atomic), record.clock > clock[other]
            {
                found.append(
                    Race(
                        address: word, earlierTask: other, earlierPlace: record.place, earlierAccess: record.access, task: task,
                        place: place, access: access, bytes: record.mask & mask))
            }
            cursor = record.next
        }
        let record = Record(
            place: place, clock: clock[task], next: newest, task: UInt8(truncatingIfNeeded: task), mask: mask, access: access)
        if same >= 0 {
            records[Int(same)].place = place
            records[Int(same)].clock = record.clock
        } else {
            table.set(slot, to: Int32(truncatingIfNeeded: records.count))
            regions.insert(word)
            records.append(record)
        }
        return isFirstWrite
    }

    /// Whether the word may have been accessed.
    func mayBeAccessed(_ word: UInt) -> Bool { table.count != 0 && regions.contains(word) }

    /// Memory was allocated again: earlier accesses to it do not count.
    mutating func forget(from address: UInt, size: Int) {
        if table.count == 0 { return }
        var word = address & ~7
        let words = (size + 7) / 8
        if words > table.count + 4096 {
            // More words than were ever accessed: forgetting too much is better than going through
            // all of them.
            table.removeAll()
            return
        }
        for _ in 0..<words {
            if regions.contains(word), table.contains(word) { table.set(table.slot(of: word), to: -1) }
            word += 8
        }
    }
}
