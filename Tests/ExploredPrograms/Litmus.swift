import Dispatch
import Foundation
import Glibc

/// A few lines that ask one question of the platform: what may come out, and what never does.
///
/// Each is run for real many times and explored: what was seen must have been explored, and what is promised never to happen must not.
public struct Litmus: @unchecked Sendable {
    public var name: String
    /// All that can come out.
    public var possible: Set<String>
    /// Not where an operation is cancelled while it may begin, or added while what it depends on may end: rarely, Foundation itself then hangs or
    /// crashes. (Between looking whether the new operation is ready and writing that down it lets go of its lock: what ends there is overwritten.)
    public var isSafeForReal: Bool
    /// Runs it, and says what came out.
    public var run: () -> String

    init(_ name: String, _ possible: Set<String>, isSafeForReal: Bool = true, _ run: @escaping () -> String) {
        self.name = name
        self.possible = possible
        self.isSafeForReal = isSafeForReal
        self.run = run
    }

    public static let all =
        ofThreads + ofQueues + ofMeetings + ofTasks + ofOperations + ofSources + ofWaiting + ofLate + ofRecords + ofSuspended + ofItemsLetGo
        + ofLastOwners + ofLooks + ofTargetBarriers + ofThreadBarriers + ofHops
}

/// What happened in which order, told by whoever does it.
final class Story: @unchecked Sendable {
    private let lock = NSLock()
    private var words: [String] = []

    func tell(_ word: String) { lock.withLock { words.append(word) } }
    var text: String { lock.withLock { words.joined(separator: " ") } }
}

/// How a run for real is made to take other ways: called between steps; does nothing unless a test has put something there.
nonisolated(unsafe) public var litmusDelay: () -> Void = {}

/// All orders of some words, each as a text.
func orders(_ words: [String]) -> Set<String> {
    guard words.count > 1 else { return [words.joined()] }
    var result: Set<String> = []
    for (index, word) in words.enumerated() {
        var rest = words
        rest.remove(at: index)
        for order in orders(rest) { result.insert("\(word) \(order)") }
    }
    return result
}

/// All ways to run rows of words beside each other, each row in its own order.
func interleavings(_ rows: [[String]]) -> Set<String> {
    let left = rows.filter { !$0.isEmpty }
    if left.isEmpty { return [""] }
    var result: Set<String> = []
    for (index, row) in left.enumerated() {
        var rest = left
        rest[index].removeFirst()
        for way in interleavings(rest) { result.insert(way.isEmpty ? row[0] : "\(row[0]) \(way)") }
    }
    return result
}
