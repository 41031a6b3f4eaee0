/// Finds accesses to the same memory that nothing orders: data races.
///
/// Vector clocks over synchronisation only (as in FastTrack: Flanagan, Freund 2009): a task's clock says up to which point of each other task's past it
/// is ordered after it. Releasing (unlock, a releasing store, the start of a thread) puts the clock down at an object and acquiring
/// takes it up there. Each word of eight bytes remembers the latest accesses of each task; a new access races with one that its task's clock does
/// not cover, if they share a byte, one of them writes and not both are atomic. It is a struct without I/O, fed by whoever runs the tasks.
/// (Its methods are mutating where they need not be, because the compiler copies a large struct that is only to be looked at.)
struct RaceDetector {
    struct Access: OptionSet, BitwiseCopyable {
        var rawValue: UInt8
        static let write = Access(rawValue: 1)
        static let atomic = Access(rawValue: 2)
        /// The beginning of an `inout` access, which the accesses themselves may follow.
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
        /// Which of the eight bytes both touch.
        var bytes: UInt8
        /// One of them is only the mark of an access that may have been seen itself.
        var isOfMark: Bool { earlierAccess.union(access).contains(.mark) }
    }

    private var records = Storage<Record>(capacity: 256)
    /// Where the newest record of each word is.
    private var table = WordTable()
    /// Where those words lie, roughly.
    private var regions = Regions()
    private var clocks = ClockRows()
    private var releases = ClockRows()
    /// How much time had passed where each row was put down.
    private var times = Storage<UInt64>()
    /// How much time has passed for each task: whoever waits for another goes on no earlier than that one came.
    private let elapsed: UnsafeMutablePointer<UInt64>
    private var taskCount = 0
    /// How often each task has taken something up.
    private let acquisitions = UnsafeMutablePointer<UInt32>.allocate(capacity: TaskSet.capacity)
    /// What the newest access raced with.
    private(set) var found = Storage<Race>()

    /// - Parameter elapsed: for each task, in nanoseconds; kept by whoever owns it.
    init(elapsed: UnsafeMutablePointer<UInt64>) { self.elapsed = elapsed }

    func deallocate() {
        times.deallocate()
        records.deallocate()
        table.deallocate()
        clocks.deallocate()
        releases.deallocate()
        found.deallocate()
        acquisitions.deallocate()
    }

    mutating func removeAll() {
        records.removeAll()
        table.removeAll()
        regions = Regions()
        clocks.removeAll()
        releases.removeAll()
        times.removeAll()
        found.removeAll()
        taskCount = 0
    }

    // MARK: synchronisation

    /// A new task is ordered after all that its parent has done.
    mutating func addTask(parent: Int?) {
        taskCount += 1
        clocks.makeRoom(forTasks: taskCount)
        releases.makeRoom(forTasks: taskCount)
        let task = clocks.append()
        acquisitions[task] = 0
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

    /// The moment at which a task stands, and whether another knows what it has done up to then.
    mutating func time(of task: Int) -> UInt32 { clocks.row(task)[task] }
    mutating func hasSeen(_ time: UInt32, of task: Int, by other: Int) -> Bool { task == other || clocks.row(other)[task] >= time }

    /// - Parameters:
    ///   - row: where the clock is put down; a new row if it is -1.
    ///   - keeping: whether what was put down before stays there too.
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

    // MARK: for a while

    /// What a task knew before it took up more, for as long as it brings an object to its end.
    struct Moment: BitwiseCopyable {
        /// -1: it did not take up anything.
        fileprivate var row: Int32
        fileprivate var acquisitions: UInt32
        static let none = Moment(row: -1, acquisitions: 0)
    }

    /// Takes up what was put down in two places, until `leave`.
    mutating func visit(_ task: Int, from row: Int32, and other: Int32) -> Moment {
        let moment = Moment(row: addRelease(), acquisitions: acquisitions[task])
        copy(releases.row(Int(moment.row)), from: clocks.row(task), tasks: taskCount)
        if row >= 0 { merge(clocks.row(task), releases.row(Int(row)), tasks: taskCount) }
        if other >= 0 { merge(clocks.row(task), releases.row(Int(other)), tasks: taskCount) }
        return moment
    }

    /// Forgets what was taken up for a while; unless the task has met others meanwhile, for then nobody knows what it owes to whom.
    mutating func leave(_ task: Int, _ moment: Moment) {
        guard moment.row >= 0, acquisitions[task] == moment.acquisitions else { return }
        let own = clocks.row(task)[task]
        copy(clocks.row(task), from: releases.row(Int(moment.row)), tasks: taskCount)
        clocks.row(task)[task] = own
    }

    /// The same, where there may be no other row yet.
    mutating func pass(_ row: Int32, into other: inout Int32) {
        if other < 0 { other = addRelease() }
        times[Int(other)] = max(times[Int(other)], times[Int(row)])
        pass(row, to: other)
    }

    /// Puts what lies in one row into another too.
    mutating func pass(_ row: Int32, to other: Int32) { merge(releases.row(Int(other)), releases.row(Int(row)), tasks: taskCount) }

    // MARK: memory

    /// An access to some of the eight bytes at `word`, which is a multiple of eight. What it races with is in `found`.
    /// - Returns: whether nobody has written to these eight bytes before.
    mutating func access(_ word: UInt, mask: UInt8, _ access: Access, by task: Int, at place: UInt) -> Bool {
        found.removeAll()
        let slot = table.slot(of: word), newest = table[slot]
        let clock = clocks.row(task)
        var isFirstWrite = true, same: Int32 = -1
        // Mostly nobody else has touched it, and this task has before, in the same way.
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

    /// Memory that was given out anew: its past was somebody else's.
    mutating func forget(from address: UInt, size: Int) {
        if table.count == 0 { return }
        var word = address & ~7
        let words = (size + 7) / 8
        if words > table.count + 4096 {
            // More words than have ever been touched: better forget too much than go through all of them.
            table.removeAll()
            return
        }
        for _ in 0..<words {
            if regions.contains(word), table.contains(word) { table.set(table.slot(of: word), to: -1) }
            word += 8
        }
    }
}
