// Tasks on actors, optimised: what they wait for lies inside the Swift runtime.

import Glibc

actor Counter {
    private(set) var value = 0

    /// Leaves the actor twice in each round, inside functions of the runtime.
    func work(rounds: Int) async {
        for _ in 0..<rounds {
            value += 1
            await Task.yield()
            value += 1
            try? await Task.sleep(nanoseconds: 1)
        }
    }

    func add() { value += 1 }

    /// Leaves the actor in each round until another task continues this one.
    func rest(rounds: Int) async {
        for _ in 0..<rounds {
            await withUnsafeContinuation { continuation in
                Task.detached { continuation.resume() }
            }
        }
    }
}

/// Kilobytes of memory of this process that are no file.
func ownMemory() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split { " \t\n".contains($0) }
        if words.first == "RssAnon:", words.count > 1 { return Int(words[1]) ?? 0 }
    }
    return 0
}

let number = Int(CommandLine.arguments[2]) ?? 0
switch CommandLine.arguments[1] {
case "rests":
    // Each of 8 tasks is on the actor 2 × `number` + 1 times.
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { await counter.work(rounds: number) } }
    }
case "many":
    // Each of `number` actors has one job, after all of them were made.
    let counters = (0..<number).map { _ in Counter() }
    for counter in counters { await counter.add() }
case "short":
    // As before, but each actor is gone before the next one is made.
    for _ in 0..<number {
        let counter = Counter()
        await counter.add()
    }
case "first":
    // The main task works before its first `await`; then three tasks of different priorities run one after the other.
    print(ownMemory() > 0 ? number : 0)
    await Task.detached(priority: .background) {}.value
    await Task.detached(priority: .utility) {}.value
    await Task.detached(priority: .high) {}.value
case "continuations":
    let counter = Counter()
    await counter.rest(rounds: 1000)
    let before = ownMemory()
    await counter.rest(rounds: number)
    print(ownMemory() - before)
default: fatalError("unknown")
}
