import Foundation

/// The first photo is much larger than the others: it takes until they are all finished. The others
/// wait until it has begun. So the order of the ends is certain, on a fast machine and on a slow one.
public final class LargePhoto: @unchecked Sendable {  // `changed` protects the two variables.
    private let others: Int
    private var hasBegun = false
    private var finished = 0
    private let changed = NSCondition()

    public init(of photos: Int) { others = photos - 1 }

    func work(on photo: Int) {
        let limit = Date(timeIntervalSinceNow: 5)
        changed.lock()
        if photo == 1 {
            hasBegun = true
            changed.broadcast()
            while finished < others, changed.wait(until: limit) {}
        } else {
            while !hasBegun, changed.wait(until: limit) {}
        }
        changed.unlock()
    }

    func finish(_ photo: Int) {
        changed.lock()
        if photo != 1 { finished += 1 }
        changed.broadcast()
        changed.unlock()
    }
}
