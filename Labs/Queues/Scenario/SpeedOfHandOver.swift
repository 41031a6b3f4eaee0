import Dispatch

/// How many blocks per second can be handed to a serial queue.
public struct SpeedOfHandOver: Sendable {
    private let blocks: Int

    public init(blocks: Int = 2_000) { self.blocks = blocks }

    /// The caller's thread runs each block: no context switch.
    public func sync() -> Double {
        let queue = DispatchQueue(label: "hand-over")
        return perSecond {
            for _ in 1...blocks { queue.sync {} }
        }
    }

    /// Another thread runs all blocks, one after the other.
    public func async() -> Double {
        let queue = DispatchQueue(label: "hand-over")
        let everything = DispatchGroup()
        return perSecond {
            for _ in 1...blocks { queue.async(group: everything) {} }
            everything.wait()
        }
    }

    /// The caller waits after each block: a context switch there and one back.
    public func asyncAndWait() -> Double {
        let queue = DispatchQueue(label: "hand-over")
        let ended = DispatchSemaphore(value: 0)
        return perSecond {
            for _ in 1...blocks {
                queue.async { ended.signal() }
                ended.wait()
            }
        }
    }

    private func perSecond(_ work: () -> Void) -> Double {
        Double(blocks) / (ContinuousClock().measure(work) / .seconds(1))
    }
}
