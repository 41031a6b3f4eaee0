import Foundation

/// The bug: one of two methods forgets the lock. The compiler does not see it.
public final class ForgetfulCounter: @unchecked Sendable {
    private var count = 0
    private let lock = NSLock()
    private let meeting: Meeting?

    public init(_ meeting: Meeting? = nil) { self.meeting = meeting }

    public var visitors: Int { lock.withLock { count } }

    func enter(_ people: Int) {
        lock.lock()
        let before = count
        meeting?.meet()
        turnstile()
        count = before + people
        lock.unlock()
    }

    func enterWithTickets(_ people: Int) {
        let before = count
        meeting?.meet()
        turnstile()
        count = before + people
    }
}

@MainActor public func countWithTickets(_ people: Int, _ counter: ForgetfulCounter) async -> Int {
    let north = Task.detached(name: "north gate") { counter.enterWithTickets(people) }
    counter.enter(people)
    await north.value
    return counter.visitors
}
