import Explorer
import Schedules
import Trace
import Words

extension Scene {
    /// The execution as a table of the steps that matter for the failure.
    /// And the circle of a deadlock, if it is one.
    /// - Parameter told: the places that the text beside the table names.
    func tableAndCircle(told: [Explanation.Location]) -> (table: ScheduleTable, circle: CircularWait?) {
        let maker = TableMaker(self)
        return (maker.table(told: told), maker.circle())
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
    var entries: [ExecutionRecord.Entry] { scene.log.entries }
    private let names: [String]
    /// The words of memory, and the other objects, in the order in which they were found.
    private var memory: [UInt64] = []
    private var objects: [UInt64] = []
    private var deciding: Set<Int> = []
    /// The two accesses of the data race, if the failure is one.
    private var racing: Set<Int> = []
    /// The note about the thread that has freed memory which is used now. It comes just before the use, and not when the memory is freed.
    private var freeing: Int?
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

    static func word(_ entry: ExecutionRecord.Entry) -> UInt64 { entry.variable ?? entry.object & ~7 }

    // MARK: subjects

    private mutating func addRaces() {
        let causes = scene.finding.causes ?? []
        let pairs = causes.isEmpty ? scene.racesInOrder : causes
        if scene.finding.verdict == .race, let (earlier, later) = pairs.lazy.compactMap(scene.entries(of:)).first {
            racing = [earlier, later]
        }
        for pair in pairs {
            // (A signal that comes too early is what lets the other thread go on.)
            if pair.count == 2, let signal = scene.earlySignal(pair[0], pair[1]) { add(signal) }
            for access in pair {
                // (A copy has one place for what it reads and what it writes.)
                for entry in entries
                where entry.isAccess && entry.task == access.task && entry.places.first == access.place
                    && (entry.event == .memoryAtomic || (entry.event == .memoryWritten) == access.writes)
                { add(entry) }
            }
        }
    }

    mutating func add(_ entry: ExecutionRecord.Entry) {
        if entry.isAccess {
            if !memory.contains(Self.word(entry)) { memory.append(Self.word(entry)) }
        } else if Self.kinds.contains(entry.event), entry.object != 0, !objects.contains(entry.object) {
            objects.append(entry.object)
        }
    }

    private mutating func addDecidingSteps() {
        for pair in scene.decidingPairs {
            let steps = [pair.earlier, pair.later].compactMap(\.self), sections = steps.map { scene.accessesUnderLock(from: $0) }
            let both = sections.count == 2 ? sections[0].filter { one in sections[1].contains { Self.word($0) == Self.word(one) } } : []
            // (What both only look at, as the lock itself, decides nothing.)
            let changed = both.filter { one in (sections[0] + sections[1]).contains { Self.word($0) == Self.word(one) && $0.isChange } }
            let threads = Set(steps.map { entries[$0].task })
            let changing = both.filter { one in
                entries.contains { $0.isChange && Self.word($0) == Self.word(one) && threads.contains($0.task) }
            }
            let common = !changed.isEmpty ? changed : changing.isEmpty ? both : changing
            for (step, section) in zip(steps, sections) {
                // The locks only order the accesses below them.
                let accesses = common.isEmpty && !isOfLocks ? section : section.filter { Self.hasWord(of: $0, common) }
                if accesses.isEmpty {
                    deciding.insert(step)
                    shown.insert(step)
                    add(entries[step])
                }
                for access in accesses {
                    add(access)
                    guard let own = section.last(where: { Self.word($0) == Self.word(access) }),
                        let index = entries[step...].firstIndex(of: own) ?? entries.lastIndex(of: own)
                    else { continue }
                    deciding.insert(index)
                }
            }
        }
    }

    /// Whether threads wait for locks: then the locks are what the failure is about.
    private var isOfLocks: Bool { scene.finding.waiting.contains { [.lock, .readLock].contains($0.cause) } }

    private static func hasWord(of access: ExecutionRecord.Entry, _ others: [ExecutionRecord.Entry]) -> Bool {
        others.contains { word($0) == word(access) }
    }

    private mutating func addWaits() {
        // Semaphores that stand for things make a circle, too. A thread that waits for itself is shown with the others.
        let ring = Scene.cycle(scene.waitingForHolders), isRing = ring.count > 1
        let cycle = scene.finding.verdict == .deadlock ? isRing ? ring : Scene.cycle(scene.finding.waiting) : []
        for waiting in scene.finding.waiting where waiting.cause == .condition { addCondition(of: waiting) }
        let spinning = scene.finding.waiting.filter { $0.cause == .change }
        for waiting in spinning where spinning.count > 1 {
            if let polled = scene.polled(by: waiting, of: spinning) { add(polled.look) }
        }
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

    /// A thread sleeps for ever: what it looked at before, under the lock, and another thread changes.
    private mutating func addCondition(of waiting: ExplorationReport.Waiting) {
        guard let sleep = entries.lastIndex(where: { $0.task == waiting.task && $0.event == .waitBegan }) else { return }
        let begin = entries[..<sleep].lastIndex { $0.task == waiting.task && [.lockAcquired, .waitEnded].contains($0.event) } ?? 0
        for look in entries[begin..<sleep] where look.task == waiting.task && look.isAccess && look.looks {
            if entries.contains(where: { $0.isChange && $0.task != waiting.task && Self.word($0) == Self.word(look) }) { add(look) }
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
        if scene.finding.misuse == "unbalancedLeave" { addLeaves(of: task) }
        if scene.finding.lastWords.contains("continuation more than once") {
            shown.formUnion(entries.indices.filter { entries[$0].event == .continuationResumed })
        }
        trap = entries.indices.last { entries[$0].task == task && entries[$0].event == .signalDelivered }
        guard let trap else { return }
        shown.insert(trap)
        freeing = entries[..<trap].lastIndex { $0.event == .note && $0.text == ExecutionRecord.freedMemory }
        if !memory.isEmpty || !objects.isEmpty { return }
        let line = scene.source.position(entries[trap].places).map { "\($0.file.path):\($0.line)" }
        for entry in entries[..<trap].reversed().prefix(8)
        where entry.task == task && entry.isAccess && scene.source.position(entry.places).map({ "\($0.file.path):\($0.line)" }) == line {
            add(entry)
        }
    }

    /// A group that is left too often: the group whose leaves are in the same line, or the only one.
    private mutating func addLeaves(of task: Int) {
        let leaves = entries.filter { $0.event == .groupLeft && scene.source.position($0.places) != nil }
        func line(_ stack: [UInt]) -> String? { scene.source.position(stack).map { "\($0.file.path):\($0.line)" } }
        let same = leaves.filter { line($0.places) == line([scene.finding.place]) }
        let groups = Set((same.isEmpty ? leaves : same).map(\.object))
        if groups.count == 1, let group = groups.first { objects.append(group) }
    }

    /// The kinds of step that are shown if they are about a subject.
    private static let kinds: Set<Event.Kind> = [
        .lockAcquired, .waitBegan, .conditionSignalled, .semaphoreSignalled, .groupEntered, .groupLeft, .groupNotified, .onceBegan,
        .queueSuspended, .queueResumed, .continuationResumed, .taskCancelled, .sourceCancelled, .itemCancelled, .operationCancelled,
    ]

    // MARK: rows

    func table(told: [Explanation.Location] = []) -> ScheduleTable {
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
            row.isRacing = racing.contains(index)
            if entry.isAccess {
                if let column = columns[Self.word(entry)] { row.values[column] = Self.value(of: entry) }
            } else if let waiting = failing[index] {
                row.note = wait(waiting)
            } else {
                row.note = note(index) ?? counted ?? scene.source.accessor(entry.places) ?? ""
                if entry.event == .lockAcquired, let column = columns[entry.object] { row.values[column] = name(entry.task) }
            }
            if row.isDeclarationOnly { continue }
            if let latest, continues(table.rows[latest.row], row, from: entries[latest.entry], to: entry) {
                table.rows[latest.row].add(row)
            } else {
                table.rows.append(row)
            }
            latest = (table.rows.count - 1, index)
        }
        for waiting in last { table.append(end(waiting.task, scene.stack(waiting), wait(waiting), thread)) }
        if trap == nil, failing.isEmpty, let task = scene.finding.task, scene.finding.place != 0 {
            let note = scene.finding.misuse == "unbalancedLeave" ? "the group is empty" : ""
            let stack = entries.last { $0.task == task && $0.places.first == scene.finding.place }?.places
            table.append(end(task, stack ?? [scene.finding.place], note, thread))
        }
        if scene.finding.verdict != .race { table.dropLastReads() }
        if table.rows.count(where: \.isDeciding) < 2 { for index in table.rows.indices { table.rows[index].isDeciding = false } }
        if table.rows.count(where: \.isRacing) < 2 { for index in table.rows.indices { table.rows[index].isRacing = false } }
        if scene.isOfRace { table.markLostUpdate() }
        table.noteParts()
        table.dropFirstValues()
        if let freeing, let place = scene.source.statement(entries[freeing].places) {
            table.note("frees the memory", line: place.line, of: place.file.name, by: name(entries[freeing].task))
        }
        if failing.isEmpty { table.noteStaleCheck() }
        return table.shortened(to: Self.mostRows) { row in told.contains { $0.line == row.line && $0.file == row.file } }
    }

    /// A step in words of its own, which its line does not have.
    private func note(_ index: Int) -> String? {
        if stuck.contains(index) { return "the new block cannot begin" }
        return index == trap && freeing != nil ? "uses freed memory" : nil
    }

    func name(_ task: Int) -> String { names.indices.contains(task) ? names[task] : "thread \(task)" }

    /// The columns of the variables, and of the locks of a circle: by the number of the word or the lock.
    func columns(_ variables: inout [String]) -> [UInt64: Int] {
        var columns: [UInt64: Int] = [:]
        for word in memory where variables.count < Self.mostVariables {
            guard let entry = entries.first(where: { $0.isAccess && Self.word($0) == word }), let name = scene.source.name(of: entry) else {
                continue
            }
            columns[word] = variables.count
            variables.append(name)
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

    func isShown(_ index: Int) -> Bool {
        let entry = entries[index]
        if shown.contains(index) || stuck.contains(index) { return true }
        // (It is too many leaves that matter, and not who waits.)
        if entry.event == .waitBegan && scene.finding.misuse == "unbalancedLeave" { return false }
        return entry.isAccess ? memory.contains(Self.word(entry)) : Self.kinds.contains(entry.event) && objects.contains(entry.object)
    }

    /// Whether an access belongs to the statement that the thread was just making.
    func continues(
        _ row: ScheduleTable.Row, _ next: ScheduleTable.Row, from before: ExecutionRecord.Entry, to entry: ExecutionRecord.Entry
    ) -> Bool {
        guard row.thread == next.thread && row.line == next.line && row.file == next.file else { return false }
        if row.note.isEmpty && row.values.isEmpty || next.note.isEmpty && next.values.isEmpty { return true }
        return before.isAccess && entry.isAccess && !(before.event == .memoryWritten && entry.event == .memoryRead)
    }

    /// A line without the brace that opens a block behind it.
    static func statement(_ line: String) -> String {
        let line = SafeText.line(line.replacing("\t", with: " "))
        guard line.hasSuffix(" {"), line.count > 4 else { return line }
        return String(line.dropLast(2))
    }

    /// "100" of a read, "100 → 20" of a change.
    static func value(of entry: ExecutionRecord.Entry) -> String {
        let isChange = entry.event == .memoryWritten || entry.event == .memoryAtomic && entry.detail & 0xFF != 0
        guard isChange else { return entry.value ?? "?" }
        guard let new = entry.newValue else { return "? →" }
        guard let old = entry.value else { return "→ \(new)" }
        return change(of: old, new) ?? "\(old) → \(new)"
    }

    /// "isClosed: false → true" of a struct in which one property changes; nil if it is no such change.
    private static func change(of old: String, _ new: String) -> String? {
        guard old != new, old.hasSuffix(")"), new.hasSuffix(")"), let name = old.split(separator: "(").first,
            name.first?.isUppercase == true,
            new.hasPrefix(name + "(")
        else { return nil }
        let before = parts(old.dropFirst(name.count + 1).dropLast()), after = parts(new.dropFirst(name.count + 1).dropLast())
        let changed = zip(before, after).filter { $0 != $1 }
        guard before.count == after.count, before.count > 1, changed.count == 1, let (one, other) = changed.first,
            let colon = one.firstRange(of: ": ")?.upperBound, other.hasPrefix(one[..<colon])
        else { return nil }
        return "\(one) → \(other[colon...])"
    }

    /// The parts of a list, divided by ", " outside of brackets and quotes.
    private static func parts(_ text: Substring) -> [Substring] {
        var parts: [Substring] = [], depth = 0, isQuoted = false, start = text.startIndex
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if isQuoted { continue }
            if "[(".contains(text[index]) { depth += 1 }
            if "])".contains(text[index]) { depth -= 1 }
            if depth == 0 && text[index...].hasPrefix(", ") {
                parts.append(text[start..<index])
                start = text.index(index, offsetBy: 2)
            }
        }
        return parts + [text[start...]]
    }
}
