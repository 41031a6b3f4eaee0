import Dispatch

final class Download: Sendable {
    let whenDone: @Sendable () -> Void
    init(whenDone: @escaping @Sendable () -> Void) { self.whenDone = whenDone }
}

func scenario() {
    let name = String("beach"), download = Download(whenDone: { print(name) })
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        download.whenDone()
    }
    group.wait()
}
