// livelock: 13, 16
// Says: In the opposite order nothing fails
// Advises: make both orders right
import Foundation
import Synchronization

final class Feed: Sendable {
    private let loading = Mutex(false)
    var isLoading: Bool { loading.withLock { $0 } }

    func load() {
        DispatchQueue.global().async {
            self.loading.withLock { $0 = false }
        }
        // The spinner shows from here on.
        self.loading.withLock { $0 = true }
    }
}

func scenario() {
    let feed = Feed()
    feed.load()
    while feed.isLoading { usleep(1000) }
}
