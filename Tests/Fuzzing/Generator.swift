/// Makes the random program of a seed.
struct Generator {
    /// The locks and turns that a body has at some place.
    struct Context {
        var body: Int
        /// Locks, read-write locks and queues that must not be acquired again.
        var held: Set<Protector> = []
        /// Those of them whose plain variables can be read, and those whose can also be written.
        var readable: Set<Protector> = [], writable: Set<Protector> = []
        var depth = 0
        /// Whether another thread can run the code that follows: then a recursive lock is not acquired again.
        var isOnOtherThread = false
        var isOnActor = false
    }

    var random: RandomNumbers
    var program: Program
    /// The steps that are left to make.
    var budget: Int
    let mostBodies: Int
    /// Bodies that were planned for a number, but have no steps yet: with the context that they begin in.
    var planned: [Context] = []
    /// Groups that have a block to notify. (A group has at most one.)
    var notifiedGroups: Set<Int> = []
    var startedTasks: [(by: Int, body: Int, isDetached: Bool)] = []
    /// Operations that main has started: later ones can depend on them.
    var operations: [Int] = []
    var usedGate = false

    /// - Parameter family: nil: a random one.
    static func program(seed: Int, family: Family? = nil) -> Program {
        var random = RandomNumbers(seed: seed)
        let chosen = random.pick(Family.allCases)
        var generator = Generator(random: random, family: family ?? chosen, seed: seed)
        generator.makeObjects()
        generator.makeBodies()
        return generator.program
    }

    private init(random: RandomNumbers, family: Family, seed: Int) {
        self.random = random
        program = Program(seed: seed, family: family)
        budget = 6 + self.random.below(6)
        mostBodies = 3 + self.random.below(3)
    }

    private mutating func makeObjects() {
        let family = program.family, isMixture = family == .mixture
        program.atomics = 1 + random.below(2)
        if family == .locks || isMixture || family == .tasks {
            let kinds: [Program.LockKind] = family == .tasks ? [.plain, .mutex] : Program.LockKind.allCases
            program.locks = (0..<(family == .locks ? 1 + random.below(3) : 1)).map { _ in random.pick(kinds) }
        }
        if family == .readWriteLocks || (isMixture && random.isOneIn(2)) {
            program.readWriteLocks = family == .readWriteLocks ? 1 + random.below(2) : 1
        }
        if family == .conditions || (isMixture && random.isOneIn(2)) {
            program.conditions = family == .conditions ? 1 + random.below(2) : 1
        }
        if family == .semaphores || (isMixture && random.isOneIn(2)) {
            program.semaphores = (0..<(1 + random.below(2))).map { _ in random.below(3) == 0 ? 1 : 0 }
        }
        if family == .queues || family == .groups || isMixture {
            program.queues = (0..<(1 + random.below(2))).map { _ in random.isOneIn(2) }
        }
        if family == .groups { program.groups = 1 + random.below(2) } else if isMixture { program.groups = random.below(2) }
        if family == .operations { program.operationQueues = (0..<(1 + random.below(2))).map { _ in 1 + random.below(3) } }
        if family == .tasks {
            program.actors = 1 + random.below(2)
            program.streams = random.isOneIn(2) ? [random.pick([nil, 1, -1])] : []
            program.gates = random.below(2)
        }
        var protectors: [Protector] = program.locks.indices.map { .lock($0) }
        protectors += (0..<program.readWriteLocks).map { .readWriteLock($0) } + program.queues.indices.map { .queue($0) }
        protectors += (0..<program.actors).map { .actor($0) }
        program.protectors = protectors.filter { _ in random.below(3) > 0 }
    }

    private mutating func makeBodies() {
        var main: [Step] = []
        let first = Context(body: 0)
        for _ in 0..<(2 + random.below(2)) {
            if let start = startStep(in: first) { main.append(start) }
            if random.isOneIn(3) { main.append(step(in: first)) }
        }
        program.bodies[0] = main
        while !planned.isEmpty {
            let context = planned.removeFirst()
            for _ in 0..<(1 + random.below(3)) where budget > 0 || program.bodies[context.body].isEmpty {
                program.bodies[context.body].append(step(in: context))
            }
        }
        while budget > 0 && random.below(3) > 0 { program.bodies[0].append(step(in: first)) }
        addPartners()
        if program.isAsync { awaitAll() }
        if program.family == .groups && random.isOneIn(2) { program.bodies[0].append(.waitForGroup(0)) }
        if program.family == .operations && random.isOneIn(2) {
            let at = random.below(program.bodies[0].count + 1)
            program.bodies[0].insert(.waitForOperations(random.below(program.operationQueues.count)), at: at)
        }
        // Main sees what the others have done until now.
        if random.isOneIn(2) { program.bodies[0].append(.load(0)) }
    }

    /// Adds the signal for a wait and the like, most of the time: a program that always hangs teaches little.
    private mutating func addPartners() {
        for index in program.semaphores.indices {
            let waits = count { if case .wait(index) = $0 { 1 } else { 0 } },
                signals = count { if case .signal(index) = $0 { 1 } else { 0 } }
            for _ in 0..<max(0, waits - signals - program.semaphores[index]) where !random.isOneIn(5) { insert(.signal(index)) }
        }
        for index in 0..<program.conditions {
            let takes = count { if case .take(index, _) = $0 { 1 } else { 0 } },
                gives = count { if case .give(index, _) = $0 { 1 } else { 0 } }
            for _ in 0..<max(0, takes - gives) where !random.isOneIn(5) { insert(.give(index, wakesAll: random.isOneIn(3))) }
        }
        for index in 0..<program.gates where count({ if case .passGate(index) = $0 { 1 } else { 0 } }) > 0 { insert(.openGate(index)) }
        for index in program.streams.indices where !random.isOneIn(5) { insert(.finish(index)) }
    }

    /// Puts a step into a body, between two others.
    private mutating func insert(_ step: Step) {
        let body = random.below(program.bodies.count)
        let count = program.bodies[body].count
        program.bodies[body].insert(step, at: body == 0 ? count : random.below(count + 1))
    }

    private func count(_ value: (Step) -> Int) -> Int { program.bodies.reduce(0) { $0 + total($1, value) } }

    private func total(_ steps: [Step], _ value: (Step) -> Int) -> Int {
        steps.reduce(0) { $0 + value($1) + total($1.inner, value) }
    }

    /// Each body ends by waiting for the tasks that it has started.
    private mutating func awaitAll() {
        for body in program.bodies.indices {
            for step in program.bodies[body] {
                guard case .start(let other, _) = step else { continue }
                let isAwaited = program.bodies[body].contains { if case .awaitTask(other) = $0 { true } else { false } }
                if !isAwaited { program.bodies[body].append(.awaitTask(other)) }
            }
        }
    }
}
