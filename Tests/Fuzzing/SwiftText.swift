/// The Swift text of a program.
///
/// The explored file and the native one have the same steps. In the native one, `disturb()` stands between them.
struct SwiftText {
    let program: Program
    /// The name of the function: in a native program, each function has a number.
    let name: String
    let pauses: Bool
    private(set) var lines: [String] = []
    private var indentation = 1

    private init(_ program: Program, name: String, pauses: Bool) {
        self.program = program
        self.name = name
        self.pauses = pauses
    }

    /// - Parameter name: nil: a whole file to explore; otherwise only the function, which calls `disturb()` between its steps.
    static func of(_ program: Program, name: String? = nil) -> String {
        var text = SwiftText(program, name: name ?? "scenario", pauses: name != nil)
        text.addFunction()
        let body = text.lines.joined(separator: "\n") + "\n"
        return name == nil
            ? "// Seed \(program.seed): \(program.family).\nimport Foundation\nimport Synchronization\n\n\(body)\n\(support)" : body
    }

    private mutating func line(_ text: String) { lines.append(String(repeating: "    ", count: indentation) + text) }

    private mutating func addFunction() {
        lines.append("func \(name)() \(program.isAsync ? "async " : "")-> String {")
        for body in program.bodies.indices { line("let n\(body) = Notes()") }
        for index in 0..<program.atomics { line("let a\(index) = Atomic(0)") }
        for index in program.protectors.indices { line("let v\(index) = Box()") }
        for (index, kind) in program.locks.enumerated() {
            line("let lock\(index) = \(kind == .mutex ? "Mutex(())" : "\(kind.rawValue)()")")
        }
        for index in 0..<program.readWriteLocks { line("let rw\(index) = ReadWriteLock()") }
        for index in 0..<program.conditions { line("let condition\(index) = NSCondition(), count\(index) = Box()") }
        for (index, value) in program.semaphores.enumerated() {
            line("let semaphore\(index) = DispatchSemaphore(value: 0)")
            for _ in 0..<value { line("semaphore\(index).signal()") }
        }
        for (index, isConcurrent) in program.queues.enumerated() {
            line("let queue\(index) = DispatchQueue(label: \"queue\(index)\"\(isConcurrent ? ", attributes: .concurrent" : ""))")
        }
        for index in 0..<program.groups { line("let group\(index) = DispatchGroup()") }
        for index in 0..<program.actors { line("let actor\(index) = Place()") }
        for (index, limit) in program.streams.enumerated() {
            let policy = limit == nil ? "unbounded" : limit == 1 ? "bufferingNewest(1)" : "bufferingOldest(1)"
            line("let (stream\(index), input\(index)) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .\(policy))")
        }
        for index in 0..<program.gates { line("let gate\(index) = Gate()") }
        for (index, limit) in program.operationQueues.enumerated() {
            line("let operations\(index) = OperationQueue()")
            line("operations\(index).maxConcurrentOperationCount = \(limit)")
        }
        if !program.isAsync { line("let all = DispatchGroup()") }
        add(program.bodies[0], in: 0)
        if !program.isAsync { line("all.wait()") }
        let notes = program.bodies.indices.map { "n\($0).text" }.joined(separator: ", ")
        let values =
            (0..<program.atomics).map { "a\($0).load(ordering: .sequentiallyConsistent)" }
            + program.protectors.indices.map { "v\($0).value" }
        line("return [\(notes)].joined(separator: \"|\") + \" = \(values.map { "\\(\($0))" }.joined(separator: " "))\"")
        lines.append("}")
    }

    private mutating func add(_ steps: [Step], in body: Int) {
        for step in steps {
            if pauses { line("disturb()") }
            add(step, in: body)
        }
    }

    /// A call whose closure has the steps.
    private mutating func block(
        _ opening: String, _ steps: [Step], in body: Int, _ closing: String = "}", first: [String] = [], last: [String] = []
    ) {
        line(opening)
        indentation += 1
        first.forEach { line($0) }
        add(steps, in: body)
        last.forEach { line($0) }
        indentation -= 1
        line(closing)
    }

    private mutating func add(_ step: Step, in body: Int) {
        let order = "ordering: .sequentiallyConsistent", note = "n\(body).add"
        switch step {
        case .load(let index): line("\(note)(a\(index).load(\(order)))")
        case .add(let index): line("\(note)(a\(index).add(1, \(order)).oldValue)")
        case .exchange(let index, let value): line("\(note)(a\(index).exchange(\(value), \(order)))")
        case .compareExchange(let index, let from, let to):
            line("\(note)(a\(index).compareExchange(expected: \(from), desired: \(to), \(order)).original)")
        case .store(let index, let value): line("a\(index).store(\(value), \(order))")
        case .read(let index): line("\(note)(v\(index).value)")
        case .write(let index, let value): line("v\(index).value = \(value)")
        case .locked(let lock, let steps):
            if program.isAsync || program.locks[lock] == .mutex {
                block("lock\(lock).withLock {\(program.locks[lock] == .mutex ? " _ -> Void in" : "")", steps, in: body)
            } else {
                line("lock\(lock).lock()")
                add(steps, in: body)
                if pauses { line("disturb()") }
                line("lock\(lock).unlock()")
            }
        case .tryLocked(let lock, let steps):
            if program.locks[lock] == .mutex {
                block("if lock\(lock).withLockIfAvailable({ _ -> Void in", [.mark(1)] + steps, in: body, "}) == nil { \(note)(0) }")
            } else {
                block("if lock\(lock).try() {", [.mark(1)] + steps, in: body, "} else { \(note)(0) }", last: ["lock\(lock).unlock()"])
            }
        case .reading(let lock, let steps):
            line("rw\(lock).lockRead()")
            add(steps, in: body)
            line("rw\(lock).unlock()")
        case .writing(let lock, let steps):
            line("rw\(lock).lockWrite()")
            add(steps, in: body)
            line("rw\(lock).unlock()")
        case .tryReading(let lock, let steps), .tryWriting(let lock, let steps):
            let call = if case .tryReading = step { "tryRead" } else { "tryWrite" }
            block("if rw\(lock).\(call)() {", [.mark(1)] + steps, in: body, "} else { \(note)(0) }", last: ["rw\(lock).unlock()"])
        case .mark(let value): line("\(note)(\(value))")
        case .take(let index, let isLoop):
            line("condition\(index).lock()")
            line("\(isLoop ? "while" : "if") count\(index).value == 0 { condition\(index).wait() }")
            line("count\(index).value -= 1")
            line("\(note)(count\(index).value)")
            line("condition\(index).unlock()")
        case .give(let index, let wakesAll):
            line("condition\(index).lock()")
            line("count\(index).value += 1")
            line("condition\(index).\(wakesAll ? "broadcast" : "signal")()")
            line("condition\(index).unlock()")
        case .wait(let index): line("semaphore\(index).wait()")
        case .signal(let index): line("semaphore\(index).signal()")
        case .poll(let index): line("\(note)(semaphore\(index).wait(timeout: .now()) == .success ? 1 : 0)")
        case .sync(let queue, let isBarrier, let steps):
            block("queue\(queue).sync\(isBarrier ? "(flags: .barrier)" : "") {", steps, in: body)
        case .syncItem(let queue, let steps): block("queue\(queue).sync(execute: DispatchWorkItem {", steps, in: body, "})")
        case .enter(let group): line("group\(group).enter()")
        case .leave(let group): line("group\(group).leave()")
        case .waitForGroup(let group): line("group\(group).wait()")
        case .waitForOperations(let queue): line("operations\(queue).waitUntilAllOperationsAreFinished()")
        case .start(let other, let start): add(start, of: other)
        case .notify(let group, let other, let queue):
            line("all.enter()")
            block("group\(group).notify(queue: queue\(queue)) {", program.bodies[other], in: other, last: ["all.leave()"])
        default: addTaskStep(step, in: body)
        }
    }

    private mutating func add(_ start: Start, of body: Int) {
        if !program.isAsync { line("all.enter()") }
        let steps = program.bodies[body], leave = ["all.leave()"]
        switch start {
        case .thread: block("Thread {", steps, in: body, "}.start()", last: leave)
        case .globalQueue: block("DispatchQueue.global().async {", steps, in: body, last: leave)
        case .queue(let queue, let isBarrier, let group):
            let arguments = [group.map { "group: group\($0)" }, isBarrier ? "flags: .barrier" : nil].compactMap { $0 }
            let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
            block("queue\(queue).async\(list) {", steps, in: body, last: leave)
        case .operation(let queue, let earlier):
            block("let operation\(body) = BlockOperation {", steps, in: body, last: leave)
            for other in earlier { line("operation\(body).addDependency(operation\(other))") }
            line("operations\(queue).addOperation(operation\(body))")
        case .detachedTask: block("let task\(body) = Task.detached {", steps, in: body, first: body == 1 ? elements : [])
        case .childTask: block("async let task\(body): Void = {", steps, in: body, "}()", first: body == 1 ? elements : [])
        }
    }

    /// The iterators of the streams, which body 1 alone uses.
    private var elements: [String] {
        program.streams.indices.map { "var elements\($0) = stream\($0).makeAsyncIterator()" }
    }

    private mutating func addTaskStep(_ step: Step, in body: Int) {
        switch step {
        case .onActor(let actor, let steps): block("await actor\(actor).run { _ in", steps, in: body)
        case .yieldTask: line("await Task.yield()")
        case .awaitTask(let task): line("await task\(task)\(isDetached(task) ? ".value" : "")")
        case .cancelTask(let task): line("task\(task).cancel()")
        case .checkCancelled: line("n\(body).add(Task.isCancelled ? 1 : 0)")
        case .send(let stream, let value): line("input\(stream).yield(\(value))")
        case .finish(let stream): line("input\(stream).finish()")
        case .receive(let stream): line("n\(body).add(await elements\(stream).next() ?? -1)")
        case .passGate(let gate): line("await gate\(gate).pass()")
        case .openGate(let gate): line("n\(body).add(gate\(gate).open() ? 1 : 0)")
        default: fatalError("This step has no text: \(step).")
        }
    }

    private func isDetached(_ task: Int) -> Bool {
        program.bodies.contains { $0.contains { if case .start(task, .detachedTask) = $0 { true } else { false } } }
    }
}
