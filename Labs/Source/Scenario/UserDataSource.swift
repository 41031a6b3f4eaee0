import Dispatch
import Foundation

/// The results of sources whose data comes from the program itself.
public struct UserDataSeen: Codable, Sendable {
    public var additions: Int
    /// Calls for additions while the queue was busy, and the sum of the data in these calls.
    public var callsWhileBusy: Int
    public var sum: Int
    /// Bits that were set, calls, and the bits in these calls.
    public var bitsSet: UInt
    public var callsForBits: Int
    public var bits: UInt
    /// The last value that was set, calls, and the value in the last call.
    public var lastValue: UInt
    public var callsForValue: Int
    public var value: UInt
}

/// Three ways to merge data for a busy queue: add the values, combine their bits, or keep the last
/// one.
///
/// The classic use is a progress bar. A thousand parts of the work end, but the screen need not be
/// drawn a thousand times.
public func mergeData(_ plan: Plan) throws -> UserDataSeen {
    let screen = DispatchQueue(label: "screen")
    let (added, combined, replaced) = (Tally(), Tally(), Tally())
    var sum = 0
    var bits: UInt = 0
    var value: UInt = 0

    let progress = DispatchSource.makeUserDataAddSource(queue: screen)
    progress.setEventHandler {
        sum += Int(progress.data)
        work()
        added.add()
    }
    let changes = DispatchSource.makeUserDataOrSource(queue: screen)
    changes.setEventHandler {
        bits |= changes.data
        work()
        combined.add()
    }
    let position = DispatchSource.makeUserDataReplaceSource(queue: screen)
    position.setEventHandler {
        value = position.data
        work()
        replaced.add()
    }
    for source in [progress, changes, position] as [any DispatchSourceProtocol] { try source.register() }

    // The queue `screen` is busy, while other threads merge data into the sources.
    screen.sync {
        DispatchQueue.concurrentPerform(iterations: plan.burst) { photo in
            Thread.sleep(forTimeInterval: 0.001)
            progress.add(data: 1)
            changes.or(data: 1 << UInt(photo % 3))
        }
        for percent in 1...100 { position.replace(data: UInt(percent)) }
    }
    for (tally, what) in [(added, "the sum"), (combined, "the bits"), (replaced, "the value")] { try tally.wait(for: 1, what) }
    let bitsSet = (0..<plan.burst).reduce(UInt(0)) { $0 | 1 << UInt($1 % 3) }

    return screen.sync {
        UserDataSeen(
            additions: plan.burst, callsWhileBusy: added.total, sum: sum, bitsSet: bitsSet, callsForBits: combined.total, bits: bits,
            lastValue: 100, callsForValue: replaced.total, value: value)
    }
}
