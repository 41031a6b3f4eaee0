import Foundation

/// The user, who looks at the list or cancels while the import is at certain lines.
///
/// The import waits there until the app has answered, but not longer than `patience`. So the answer
/// comes in the middle of the import, if the app can give one, on a fast machine and on a slow one.
public final class User: @unchecked Sendable {  // `changed` protects all variables but `rest` and `act`.
    public enum Deed: Sendable { case look, cancel }

    private let lines: Set<Int>
    private var deeds: [Int: Deed]
    private let patience: TimeInterval
    private let changed = NSCondition()
    /// Deeds that the app has answered, and whether the import waits for an answer.
    private var done = 0
    private var waitsFor: Int?
    private var told = 0
    /// Deeds that the app answered while the import waited for it.
    private var inTime = 0
    /// Milliseconds that the import rests every 100 lines, so that a person can watch it.
    public var rest = 0
    /// The reaction of the app; called on the main thread.
    var act: (Deed) -> Void = { _ in }

    /// - Parameter deeds: by the number of the line.
    public init(_ deeds: [Int: Deed], patience: TimeInterval) {
        (self.deeds, self.patience) = (deeds, patience)
        lines = Set(deeds.keys)
    }

    var answeredInTime: Int {
        changed.lock()
        defer { changed.unlock() }
        return inTime
    }

    /// Called by the import before each line.
    func importReaches(_ line: Int) {
        if rest > 0, line % 100 == 0 { Thread.sleep(forTimeInterval: Double(rest) / 1000) }
        guard lines.contains(line) else { return }
        changed.lock()
        let deed = deeds.removeValue(forKey: line)
        if deed != nil { told += 1 }
        let number = told
        let waits = deed != nil && patience > 0 && !Thread.isMainThread
        if waits { waitsFor = number }
        changed.unlock()
        guard let deed else { return }
        DispatchQueue.main.async { self.perform(deed, number) }
        if waits { wait(for: number) }
    }

    private func wait(for number: Int) {
        let limit = Date(timeIntervalSinceNow: patience)
        changed.lock()
        while done < number, changed.wait(until: limit) {}
        waitsFor = nil
        changed.unlock()
    }

    private func perform(_ deed: Deed, _ number: Int) {
        act(deed)
        changed.lock()
        done = number
        if waitsFor == number { inTime += 1 }
        changed.broadcast()
        changed.unlock()
    }
}
