import Glibc

// Programs whose number of different interleavings is known from theory.

/// n threads that write one variable: n!.
public func writers(_ count: Int) -> Int {
    let variable = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { variable.deallocate() }
    variable.pointee = 0
    concurrently((1...count).map { number in { variable.pointee = number } })
    return variable.pointee
}

/// One thread that writes and n that read: 2^n.
public func oneWriter(readers count: Int) -> [Int] {
    let variable = UnsafeMutablePointer<Int>.allocate(capacity: 1 + count)
    defer { variable.deallocate() }
    for index in 0...count { variable[index] = 0 }
    concurrently(
        [{ variable.pointee = 1 }] + (1...max(count, 1)).prefix(count).map { number in { variable[number * 1] = variable.pointee } })
    return (0..<count).map { variable[$0 + 1] }
}

/// n threads that add to a counter under a lock: n!.
public func lockedIncrements(_ count: Int) -> Int {
    let counter = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { counter.deallocate() }
    counter.pointee = 0
    let mutex = Mutex()
    concurrently(
        (0..<count).map { _ in
            {
                mutex.lock()
                counter.pointee += 1
                mutex.unlock()
            }
        })
    return counter.pointee
}

/// n threads that write a variable each: 1.
public func disjoint(_ count: Int) -> Int {
    let variables = UnsafeMutablePointer<Int>.allocate(capacity: count)
    defer { variables.deallocate() }
    concurrently((0..<count).map { number in { variables[number] = number } })
    return (0..<count).reduce(0) { $0 + variables[$1] }
}

/// One thread looks for the last zero of an array; n others set each number to one more than the
/// previous one: (n + 3) · 2^(n − 2).
public func lastZero(_ count: Int) -> Int {
    let row = UnsafeMutablePointer<Int>.allocate(capacity: count + 1), found = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer {
        row.deallocate()
        found.deallocate()
    }
    for index in 0...count { row[index] = 0 }
    let reader = {
        var index = count
        while row[index] != 0 { index -= 1 }
        found.pointee = index
    }
    concurrently([reader] + (1...count).map { number in { row[number] = row[number - 1] + 1 } })
    return found.pointee
}

/// Five Swift tasks report on two actors, one of them three times: 7! / 3! orders.
public final class FiveTellers: Sendable {
    private let story = Story()
    public var text: String { story.text }

    public init() {}

    public func start() {
        let first = Teller(story), second = Teller(story)
        Task { await first.tell("a") }
        Task { story.tell("b") }
        Task { await second.tell("c") }
        Task { await second.tell("1", thenOn: first, "2", andAtLast: "3") }
        Task { story.tell("d") }
    }
}

/// A Swift task with a child and a handler is cancelled, while the child and another task come to
/// an actor. Nothing orders them.
public final class CancelledFamily: Sendable {
    private let story = Story()
    public var text: String { story.text }

    public init() {}

    public func start() {
        let story = story, first = Teller(story)
        let worker = Task {
            async let child: Void = first.tell(Task.isCancelled ? "cancelled" : "child")
            await withTaskCancellationHandler {
                story.tell("work")
            } onCancel: {
                story.tell("handler")
            }
            await child
        }
        Task { worker.cancel() }
        Task {
            await first.tell("1")
            await first.tell("2")
        }
    }
}

private actor Teller {
    private let story: Story

    init(_ story: Story) { self.story = story }

    func tell(_ word: String) { story.tell(word) }

    func tell(_ word: String, thenOn other: Teller, _ next: String, andAtLast last: String) async {
        tell(word)
        await other.tell(next)
        tell(last)
    }
}
