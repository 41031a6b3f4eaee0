import Testing

@testable import Trace

@Suite("The name of a variable in a line of source") struct VariableNameTests {
    @Test("A declaration or an assignment of a new object names it")
    func declared() {
        let lines = [
            "let gate = DispatchSemaphore(value: 1)", "static let gate = DispatchSemaphore(value: 1)",
            "private lazy var gate: DispatchSemaphore = DispatchSemaphore(value: 1)  // one at a time",
            "self.gate = DispatchSemaphore(value: 0)",
            "gate = DispatchSemaphore.init(value: 0)", "let gate: DispatchSemaphore = .init(value: 2)",
            "func f() { let gate = DispatchSemaphore(value: 0)",
            "let count = 0; let gate = DispatchSemaphore(value: count)",
            "nonisolated(unsafe) let gate = DispatchSemaphore(value: 1) // = 1",
            "let done = DispatchGroup(), gate = DispatchSemaphore(value: 1), lock = NSLock()",
            "var (a, b) = (1, 2), gate = DispatchSemaphore(value: 0)",
            "let gate = [DispatchSemaphore(value: 1), DispatchSemaphore(value: 1)]",
            "let gate = (0..<5).map { _ in DispatchSemaphore(value: 1) }",
        ]
        for line in lines { #expect(VariableName.declared(in: line, making: "DispatchSemaphore") == "gate", "\(line)") }
    }

    @Test("Where another object would get the name, or two could, no name is given")
    func undeclared() {
        let lines = [
            "let room = Room(gate: DispatchSemaphore(value: 1))", "let a = DispatchSemaphore(value: 1), b = DispatchSemaphore(value: 1)",
            "init(gate: DispatchSemaphore = DispatchSemaphore(value: 1)) {", "return DispatchSemaphore(value: 0)",
            "DispatchSemaphore(value: 0).wait()",
            "let done = DispatchSemaphore(value: 0).wait(timeout: .now())", "// let gate = DispatchSemaphore(value: 1)",
            "let gate = MyDispatchSemaphore(value: 1)", "let (a, b) = (DispatchSemaphore(value: 1), 2)",
            "let _ = DispatchSemaphore(value: 1)",
            "let gate: Gate = .init(value: 2)", "gates[2] = DispatchSemaphore(value: 1)",
            "let isSame = gate == DispatchSemaphore(value: 1)",
            "let gate = make(DispatchSemaphore(value: 1))", "let gate = isOpen ? DispatchSemaphore(value: 1) : other", "",
        ]
        for line in lines { #expect(VariableName.declared(in: line, making: "DispatchSemaphore") == nil, "\(line)") }
    }

    @Test("A call names the variable whose method it calls, whatever precedes it")
    func used() {
        let lines = [
            "photoLock.lock()", "self.photoLock.lock(); defer { self.photoLock.unlock() }",
            "let count = photoLock.withLock { photos.count }",
            "library.photoLock.lock()", "photoLock?.lock()", "Self.photoLock.lock()", "pthread_mutex_lock(&photoLock)",
            "if photoLock.try() {",
        ]
        for line in lines {
            #expect(
                VariableName.used(in: line, methods: ["lock", "unlock", "try", "withLock"], functions: ["pthread_mutex_"]) == "photoLock",
                "\(line)")
        }
    }

    @Test("Two variables, an element, the result of a call and a property called lock have no name")
    func unused() {
        let lines = [
            "a.lock(); b.lock()", "locks[i].lock()", "makeLock().lock()", "$0.lock()", "self.lock()", "take(account.lock)", "lock()",
            ".lock()",
        ]
        for line in lines { #expect(VariableName.used(in: line, methods: ["lock"], functions: ["pthread_mutex_"]) == nil, "\(line)") }
    }
}
