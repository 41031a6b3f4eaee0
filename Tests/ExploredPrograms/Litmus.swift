import Dispatch
import Foundation
import Glibc

/// A few lines that test one question about the platform: the possible and the impossible outcomes.
///
/// Each is run natively many times and explored. Each native outcome must have been explored, and
/// no impossible outcome may be.
public struct Litmus: @unchecked Sendable {
    public var name: String
    /// All possible outcomes.
    public var possible: Set<String>
    /// False if an operation is cancelled while it may begin, or added while its dependencies may
    /// end: rarely, Foundation itself then hangs or crashes. (Foundation releases its lock between
    /// checking whether the new operation is ready and storing the result: a dependency that ends
    /// in between is overwritten.)
    public var isSafeForReal: Bool
    /// Runs it, and returns the outcome.
    public var run: () -> String

    init(_ name: String, _ possible: Set<String>, isSafeForReal: Bool = true, _ run: @escaping () -> String) {
        self.name = name
        self.possible = possible
        self.isSafeForReal = isSafeForReal
        self.run = run
    }

    public static let all =
        ofThreads + ofQueues + ofMeetings + ofTasks + ofOperations + ofSources + ofWaiting + ofLate + ofRecords + ofSuspended + ofItemsLetGo
        + ofLastOwners + ofLooks + ofTargetBarriers + ofThreadBarriers + ofHops + ofRandomPrograms
}

/// The order of events, as reported by the tasks.
final class Story: @unchecked Sendable {
    private let lock = NSLock()
    private var words: [String] = []

    func tell(_ word: String) { lock.withLock { words.append(word) } }
    var text: String { lock.withLock { words.joined(separator: " ") } }
}

/// Varies the schedule of native runs: called between steps; does nothing unless a test has set it.
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

/// All interleavings of rows of words, each row in its own order.
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
