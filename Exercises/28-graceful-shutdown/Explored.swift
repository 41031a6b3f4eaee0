import Synchronization

// The explorer calls these functions under every interleaving.

/// An entry comes while the journal stops.
func addsMeanwhile() async -> String {
    let file = File()
    let journal = Journal(save: { await file.save($0) })
    await journal.start()
    async let isAccepted = journal.add(1)
    await journal.stop()
    let saved = file.saved
    let right = await isAccepted ? [1] : []
    return saved == right
        ? Words.right : "an entry came during `stop()`, and was \(right.isEmpty ? "refused" : "accepted"). \(Words.of(saved))"
}

/// Two tasks start the journal at the same time.
func twoStart() async -> String {
    let file = File()
    let journal = Journal(save: { await file.save($0) })
    _ = await journal.add(1)
    _ = await journal.add(2)
    async let start: Void = journal.start()
    await journal.start()
    await start
    await journal.stop()
    if file.most > 1 { return "two tasks called `start()`, and two entries were saved at the same time" }
    return file.saved == [1, 2] ? Words.right : "two tasks called `start()`, and the entries were 1 and 2. \(Words.of(file.saved))"
}

/// The journal starts while it stops.
func startsMeanwhile() async -> String {
    let file = File()
    let journal = Journal(save: { await file.save($0) })
    _ = await journal.add(1)
    async let start: Void = journal.start()
    await journal.stop()
    let saved = file.saved
    await start
    return saved == [1] ? Words.right : "`start()` came during `stop()`, and the entry 1 was accepted before. \(Words.of(saved))"
}

/// Two tasks stop the journal at the same time.
func twoStop() async -> String {
    let file = File()
    let journal = Journal(save: { await file.save($0) })
    await journal.start()
    _ = await journal.add(1)
    async let other: [Int] = {
        await journal.stop()
        return file.saved
    }()
    await journal.stop()
    let saved = [file.saved, await other]
    return saved == [[1], [1]]
        ? Words.right
        : "two tasks called `stop()`, and the entry 1 was accepted before. \(Words.of(saved.min { $0.count < $1.count } ?? []))"
}

func allowed(_ outcome: String) -> Bool { outcome == Words.right }

private enum Words {
    static let right = "right"
    static func of(_ saved: [Int]) -> String { "When `stop()` returned, these were saved: \(saved)" }
}

/// Stands in for the file.
private final class File: Sendable {
    private let entries = Mutex<[Int]>([])
    private let now = Atomic(0), greatest = Atomic(0)

    var saved: [Int] { entries.withLock { $0 } }
    var most: Int { greatest.load(ordering: .relaxed) }

    func save(_ entry: Int) async {
        greatest.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
        entries.withLock { $0.append(entry) }
        now.subtract(1, ordering: .relaxed)
    }
}
