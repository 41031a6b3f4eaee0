import Explorer
import Schedules
import Trace
import Words

extension Scene {
    /// The execution as a table of the steps that matter for the failure.
    /// And the circle of a deadlock, if it is one.
    func tableAndCircle() -> (table: ScheduleTable, circle: CircularWait?) {
        let maker = TableMaker(self)
        return (maker.table(), maker.circle())
    }
}

/// Chooses the steps of an execution that show how it fails, and writes them as a table.
///
/// The subjects are the variables, locks, semaphores and groups that the failure is about: those of the data races, of the steps whose
/// order decides, and of the waits that never end. A step matters if it is about a subject.
struct TableMaker {
    private static let mostVariables = 3
    private static let mostRows = 12

    let scene: Scene
    private var entries: [ExecutionRecord.Entry] { scene.log.entries }
    private let names: [String]
    /// The words of memory, and the other objects, in the order in which they were found.
    private var memory: [UInt64] = []
    private var objects: [UInt64] = []
    private var deciding: Set<Int> = []
    /// The steps at which a thread waits for ever, and the threads whose wait is no step.
    private var failing: [Int: ExplorationReport.Waiting] = [:]
    private var last: [ExplorationReport.Waiting] = []
    /// The submissions of work that never begins.
    private var stuck: Set<Int> = []
    /// The step at which the program traps.
    private var trap: Int?
    /// Further steps that are shown, whatever they are about.
    private var shown: Set<Int> = []

    init(_ scene: Scene) {
        self.scene = scene
        names = TaskNames(scene.log).short
        addRaces()
        addDecidingSteps()
        addWaits()
        addTrap()
        if memory.isEmpty && objects.isEmpty {
            for entry in entries where entry.isAccess && !memory.contains(Self.word(entry)) { memory.append(Self.word(entry)) }
        }
    }

    private static func word(_ entry: ExecutionRecord.Entry) -> UInt64 { entry.variable ?? entry.object & ~7 }

    // MARK: subjects

    private mutating func addRaces() {
        let causes = scene.finding.causes ?? []
        for pair in causes.isEmpty ? scene.racesInOrder : causes {
            for access in pair {
                // (A copy has one place for what it reads and what it writes.)
                for entry in entries
                where entry.isAccess && entry.task == access.task && entry.places.first == access.place
                    && (entry.event == .memoryAtomic || (entry.event == .memoryWritten) == access.writes)
                { add(entry) }
            }
        }
    }

    private mutating func add(_ entry: ExecutionRecord.Entry) {
        if entry.isAccess {
            if !memory.contains(Self.word(entry)) { memory.append(Self.word(entry)) }
        } else if Self.kinds.contains(entry.event), entry.object != 0, !objects.contains(entry.object) {
            objects.append(entry.object)
        }
    }

    private mutating func addDecidingSteps() {
        for order in scene.decidingOrders {
            let steps = [order.earlier, order.later].compactMap { scene.entry(of: $0) }
            let sections = steps.map { scene.accessesUnderLock(from: $0) }
            let common = sections.count == 2 ? sections[0].filter { one in sections[1].contains { Self.word($0) == Self.word(one) } } : []
            if common.isEmpty {
                for step in steps {
                    deciding.insert(step)
                    shown.insert(step)
                    add(entries[step])
                }
            } else {
                // The locks only order the accesses below them.
                for access in common {
                    add(access)
                    let word = Self.word(access)
                    for (step, section) in zip(steps, sections) {
                        guard let own = section.last(where: { Self.word($0) == word }),
                            let index = entries[step...].firstIndex(of: own) ?? entries.lastIndex(of: own)
                        else { continue }
                        deciding.insert(index)
                    }
                }
            }
        }
    }

    private mutating func addWaits() {
        // Semaphores that stand for things make a circle, too. A thread that waits for itself is shown with the others.
        let ring = Scene.cycle(scene.waitingForHolders), isRing = ring.count > 1
        let cycle = scene.finding.verdict == .deadlock ? isRing ? ring : Scene.cycle(scene.finding.waiting) : []
        for waiting in cycle.isEmpty ? scene.finding.waiting : cycle {
            let began = entries.indices.last { entries[$0].task == waiting.task && entries[$0].event == .waitBegan }
            let isOver = began.map { began in entries[began...].contains { $0.task == waiting.task && $0.event == .waitEnded } } ?? true
            if let began, !isOver {
                add(entries[began])
                failing[began] = waiting
                shown.insert(began)
            } else {
                last.append(waiting)
            }
            if cycle.isEmpty && scene.finding.verdict != .leak { stuck.formUnion(entries.indices.filter(isStuck)) }
            for holder in waiting.holders {
                if let taken = scene.taken(by: holder, waiting), let index = entries.lastIndex(of: taken) { shown.insert(index) }
            }
        }
    }

    /// Whether it is the submission of a block that nothing has begun.
    private func isStuck(_ index: Int) -> Bool {
        let entry = entries[index]
        return entry.event == .itemEnqueued && entry.detail >> 10 & 1 == 0 && !entry.isOfSwiftTask && !scene.hasBegun(entry.object)
            && entry.detail & 0xFF != UInt16(Trace.Item.How.groupNotify.rawValue)
    }

    private mutating func addTrap() {
        guard let task = scene.finding.task else { return }
        trap = entries.indices.last { entries[$0].task == task && entries[$0].event == .signalDelivered }
        guard let trap else { return }
        shown.insert(trap)
        if !memory.isEmpty || !objects.isEmpty { return }
        let line = scene.source.position(entries[trap].places).map { "\($0.file.path):\($0.line)" }
        for entry in entries[..<trap].reversed().prefix(8)
        where entry.task == task && entry.isAccess && scene.source.position(entry.places).map({ "\($0.file.path):\($0.line)" }) == line {
            add(entry)
        }
    }

    /// The kinds of step that are shown if they are about a subject.
    private static let kinds: Set<Event.Kind> = [
        .lockAcquired, .waitBegan, .conditionSignalled, .semaphoreSignalled, .groupEntered, .groupLeft, .groupNotified, .onceBegan,
        .queueSuspended, .queueResumed, .continuationResumed, .taskCancelled, .sourceCancelled, .itemCancelled, .operationCancelled,
    ]

    // MARK: rows

    func table() -> ScheduleTable {
        var table = ScheduleTable(), threads: [Int: Int] = [:]
        func thread(_ task: Int) -> Int {
            if let known = threads[task] { return known }
            threads[task] = table.threads.count
            table.threads.append(name(task))
            return table.threads.count - 1
        }
        let columns = columns(&table.variables)
        var counters = Counters(), latest: (row: Int, entry: Int)?
        for (index, entry) in entries.enumerated() {
            // (After a trap the program does nothing more.)
            if let trap, index > trap { break }
            let counted = counters.note(entry)
            guard isShown(index), let place = scene.source.statement(entry.places), !place.text.isEmpty else { continue }
            var row = ScheduleTable.Row(
                thread: thread(entry.task), file: place.file.name, line: place.line, source: Self.statement(place.text),
                isDeciding: deciding.contains(index), isFailure: failing[index] != nil || trap == index, step: index)
            if entry.isAccess {
                if let column = columns[Self.word(entry)] { row.values[column] = Self.value(of: entry) }
            } else if let waiting = failing[index] {
                row.note = wait(waiting)
            } else {
                row.note = stuck.contains(index) ? "the new block cannot begin" : counted ?? ""
                if entry.event == .lockAcquired, let column = columns[entry.object] { row.values[column] = name(entry.task) }
            }
            if let latest, continues(table.rows[latest.row], row, from: entries[latest.entry], to: entry) {
                table.rows[latest.row].add(row)
            } else {
                table.rows.append(row)
            }
            latest = (table.rows.count - 1, index)
        }
        for waiting in last { table.append(end(waiting.task, scene.stack(waiting), wait(waiting), thread)) }
        if trap == nil, failing.isEmpty, let task = scene.finding.task, scene.finding.place != 0 {
            table.append(end(task, [scene.finding.place], "", thread))
        }
        table.dropLastReads()
        if table.rows.count(where: \.isDeciding) < 2 { for index in table.rows.indices { table.rows[index].isDeciding = false } }
        if scene.isOfRace { table.markLostUpdate() }
        table.noteParts()
        return table.shortened(to: Self.mostRows)
    }

    func name(_ task: Int) -> String { names.indices.contains(task) ? names[task] : "thread \(task)" }

    /// The columns of the variables, and of the locks of a circle: by the number of the word or the lock.
    private func columns(_ variables: inout [String]) -> [UInt64: Int] {
        var columns: [UInt64: Int] = [:]
        for word in memory where variables.count < Self.mostVariables {
            guard let entry = entries.first(where: { $0.isAccess && Self.word($0) == word }), let name = scene.source.name(of: entry) else {
                continue
            }
            columns[word] = variables.count
            variables.append(Self.short(name))
        }
        for (lock, name) in locks where variables.count < Self.mostVariables {
            columns[lock] = variables.count
            variables.append(name)
        }
        return columns
    }

    /// The locks that threads wait for for ever, with their names.
    var locks: [(lock: UInt64, name: String)] {
        var found: [(lock: UInt64, name: String)] = []
        for index in failing.keys.sorted() where [.lock, .readLock].contains(failing[index]?.cause) {
            let lock = entries[index].object
            guard !found.contains(where: { $0.lock == lock }) else { continue }
            let calls = entries.filter { $0.object == lock && [.lockAcquired, .waitBegan].contains($0.event) }
            let names = Set(calls.map { scene.source.receiver($0.places, of: ["lock", "withLock"]) ?? "" })
            found.append((lock, names.count == 1 ? names.first ?? "" : ""))
        }
        let isClear = Set(found.map(\.name)).count == found.count && !found.contains { $0.name.isEmpty }
        if isClear { return found }
        // Numbers are in the order in which the locks are first used, as in the steps.
        let order = entries.filter { $0.event == .lockAcquired || $0.event == .waitBegan && [3, 12, 13].contains($0.detail & 0xFF) }
        let numbered = found.sorted { one, other in
            (order.firstIndex { $0.object == one.lock } ?? .max) < (order.firstIndex { $0.object == other.lock } ?? .max)
        }
        return numbered.enumerated().map { ($1.lock, found.count == 1 ? "the lock" : "lock \($0 + 1)") }
    }

    /// A wait that never ends, in few words.
    private func wait(_ waiting: ExplorationReport.Waiting) -> String {
        switch waiting.cause {
        case .lock, .readLock:
            let object = scene.object(of: waiting)
            return "waits for \(locks.first { $0.lock == object }?.name ?? "a lock")"
        case .semaphore where semaphores.count > 1:
            return "waits for \(scene.object(of: waiting).flatMap { semaphores[$0] } ?? "a semaphore")"
        case .group, .notification: return "waits for the group"
        case .continuation: return waiting.isListening ? "waits for an element" : "is never resumed"
        case .operationQueue: return "waits for all operations"
        case .queue: return "waits for its turn"
        case .taskGroup: return "waits for a child task"
        case .handlers: return "waits for the task's lock"
        case .task: return "waits for \(waiting.holders.first.map(name) ?? "a task")"
        case .pipe: return "waits for a pipe"
        default: return "waits for \(scene.thing(waiting))"
        }
    }

    /// The last row of a thread that goes no further.
    private func end(_ task: Int, _ stack: [UInt], _ note: String, _ thread: (Int) -> Int) -> ScheduleTable.Row? {
        guard let place = scene.source.statement(stack), !place.text.isEmpty else { return nil }
        return .init(
            thread: thread(task), file: place.file.name, line: place.line, source: Self.statement(place.text), note: note, isFailure: true)
    }

    private func isShown(_ index: Int) -> Bool {
        let entry = entries[index]
        if shown.contains(index) || stuck.contains(index) { return true }
        return entry.isAccess ? memory.contains(Self.word(entry)) : Self.kinds.contains(entry.event) && objects.contains(entry.object)
    }

    /// Whether an access belongs to the statement that the thread was just making.
    private func continues(
        _ row: ScheduleTable.Row, _ next: ScheduleTable.Row, from before: ExecutionRecord.Entry, to entry: ExecutionRecord.Entry
    ) -> Bool {
        guard row.thread == next.thread && row.line == next.line && row.file == next.file else { return false }
        if row.note.isEmpty && row.values.isEmpty || next.note.isEmpty && next.values.isEmpty { return true }
        return before.isAccess && entry.isAccess && !(before.event == .memoryWritten && entry.event == .memoryRead)
    }

    /// A line without the brace that opens a block behind it.
    private static func statement(_ line: String) -> String {
        let line = PrintableText.printable(line.replacing("\t", with: " "))
        guard line.hasSuffix(" {"), line.count > 4 else { return line }
        return String(line.dropLast(2))
    }

    /// "balance" of "Account.balance".
    private static func short(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

    /// "100" of a read, "100 → 20" of a change.
    private static func value(of entry: ExecutionRecord.Entry) -> String {
        let isChange = entry.event == .memoryWritten || entry.event == .memoryAtomic && entry.detail & 0xFF != 0
        guard isChange else { return entry.value ?? "?" }
        guard let new = entry.newValue else { return "? →" }
        return entry.value.map { "\($0) → \(new)" } ?? "→ \(new)"
    }
}

/// Counts what semaphores and groups count, and who waits for a condition.
private struct Counters {
    private var values: [UInt64: Int] = [:]
    private var sleepers: [UInt64: Set<Int>] = [:]

    /// - Returns: what the step has made of it, in words.
    mutating func note(_ entry: ExecutionRecord.Entry) -> String? {
        let object = entry.object
        switch entry.event {
        case .semaphoreCreated: values[object] = Int(clamping: entry.argument)
        case .semaphoreSignalled: return count(object, 1)
        case .groupEntered: return count(object, 1)
        case .groupLeft: return count(object, -1)
        case .itemEnqueued where entry.detail & 1 << 9 != 0: values[entry.extra, default: 0] += 1
        case .waitBegan where entry.detail & 0xFF == 4: sleepers[object, default: []].insert(entry.task)
        case .waitEnded where entry.detail & 0xFF == 4: sleepers[object]?.remove(entry.task)
        case .waitEnded where entry.detail & 0xFF == 1 && entry.detail >> 8 & 1 == 0: values[object, default: 0] -= 1
        case .conditionSignalled: return sleepers[object, default: []].isEmpty ? "no thread waits" : nil
        default: break
        }
        return nil
    }

    private mutating func count(_ object: UInt64, _ by: Int) -> String {
        values[object, default: 0] += by
        return "now \(values[object] ?? 0)"
    }
}

extension ScheduleTable.Row {
    /// Another access of the same statement.
    mutating func add(_ other: Self) {
        for (column, value) in other.values {
            // (A statement that reads and then writes shows the change, which has both values.)
            if values[column] == nil || values[column] == "?" || value.contains("→") && value != "? →" { values[column] = value }
        }
        if note.isEmpty { note = other.note }
        isDeciding = isDeciding || other.isDeciding
        isFailure = isFailure || other.isFailure
    }

    var reads: Bool { values.values.contains { !$0.contains("→") } }
    var writes: Bool { values.values.contains { $0.contains("→") } }
}

extension ScheduleTable {
    mutating func append(_ row: Row?) { if let row { rows.append(row) } }

    /// Where other steps come between the read and the write of one statement, each part says which it is.
    mutating func noteParts() {
        for (index, row) in rows.enumerated() where row.note.isEmpty && row.reads && !row.writes {
            let rest = rows[(index + 1)...].firstIndex { $0.thread == row.thread && $0.file == row.file }
            guard let rest, rest > index + 1, rows[rest].line == row.line, rows[rest].writes, !rows[rest].reads else { continue }
            rows[index].note = "(reads)"
            rows[rest].note = "(writes)"
        }
    }

    /// A thread that only reads after everything has happened does not belong to the failure.
    mutating func dropLastReads() {
        while rows.count > 2, let last = rows.last, !last.isDeciding, !last.isFailure, last.note.isEmpty, !last.writes,
            !rows.dropLast().contains(where: { $0.thread == last.thread })
        {
            rows.removeLast()
            if last.thread == threads.count - 1 { threads.removeLast() }
        }
    }

    /// Where one thread changes a variable between another's read and its write, these three steps are the ones that decide.
    mutating func markLostUpdate() {
        for (last, row) in rows.enumerated() where row.writes {
            for (column, _) in row.values.filter({ $0.value.contains("→") }) {
                let own = rows[..<last].lastIndex { $0.thread == row.thread && $0.values[column] != nil }
                guard let own, !rows[own].writes,
                    let inside = rows[own..<last].lastIndex(where: { $0.thread != row.thread && $0.values[column]?.contains("→") == true })
                else { continue }
                for index in rows.indices { rows[index].isDeciding = [own, inside, last].contains(index) }
                return
            }
        }
    }

    /// The table with fewer rows: the beginning, and what leads to the failure.
    func shortened(to most: Int) -> ScheduleTable {
        guard rows.count > most else { return self }
        let last = rows.lastIndex { $0.isDeciding || $0.isFailure } ?? rows.count - 1
        var kept = Set(rows.indices.filter { rows[$0].isDeciding || rows[$0].isFailure })
        for index in [0, 1] + Array(stride(from: min(last + 2, rows.count - 1), through: 0, by: -1)) where kept.count < most {
            kept.insert(index)
        }
        var table = ScheduleTable(threads: threads, variables: variables), missing = 0
        for (index, row) in rows.enumerated() {
            if !kept.contains(index) {
                missing += 1
                continue
            }
            if missing > 0 { table.skipped[table.rows.count] = missing }
            missing = 0
            table.rows.append(row)
        }
        if missing > 0 { table.skipped[table.rows.count] = missing }
        return table
    }
}
