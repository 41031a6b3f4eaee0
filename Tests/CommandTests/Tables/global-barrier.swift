import Dispatch

final class Usage: @unchecked Sendable {
    private let queue = DispatchQueue.global()
    private var bytes = 0

    func add(_ count: Int, in group: DispatchGroup) {
        queue.async(group: group, flags: .barrier) {
            self.bytes += count
        }
    }
    var total: Int {
        queue.sync {
            bytes
        }
    }
}

func scenario() -> Int {
    let usage = Usage(), group = DispatchGroup()
    usage.add(512, in: group)
    let total = usage.total
    group.wait()
    return total
}
