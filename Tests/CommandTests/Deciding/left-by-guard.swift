// deadlock: 16, 19
// Says: by `return` (line 16)
// Advises: on every code path
import Foundation

final class Loader: @unchecked Sendable {
    private let lock = NSLock()
    private var names: Set<String> = []
    let group = DispatchGroup()

    func load(_ name: String) {
        group.enter()
        DispatchQueue.global().async {
            let isNew = self.lock.withLock { return self.names.insert(name).inserted }
            guard isNew else {
                return
            }
            print(name)
            self.group.leave()
        }
    }
}

func scenario() {
    let loader = Loader()
    loader.load("beach")
    loader.load("beach")
    loader.group.wait()
}
