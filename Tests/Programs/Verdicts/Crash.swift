import Dispatch

final class Download: @unchecked Sendable {
    var whenDone: () -> Void = {}
}

func scenario() {
    let download = Download(), name = String("beach")
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        download.whenDone()
    }
    download.whenDone = { print(name) }
    group.wait()
}
