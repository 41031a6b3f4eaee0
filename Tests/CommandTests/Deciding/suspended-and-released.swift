// misuse: 8
// Says: has been suspended since
import Dispatch

final class Scanner: @unchecked Sendable {
    private let session = DispatchQueue(label: "session")
    init(authorize: (@escaping @Sendable (Bool) -> Void) -> Void) {
        session.suspend()
        authorize { isAllowed in
            if isAllowed { self.session.resume() }
        }
    }
}

func scenario() {
    let group = DispatchGroup()
    var scanner: Scanner? = Scanner { answer in
        DispatchQueue.global().async(group: group) { answer(false) }
    }
    group.wait()
    _ = scanner
    scanner = nil
}

// After JamitLabs/JamitFoundation#34
