// Swift 6 accepts this one too: its closures are Sendable, and a small object keeps the group.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let backup = Backup(upload)
    names.compactMap(load).forEach(backup.start)
    nonisolated(unsafe) let completion = completion
    backup.photos.notify(queue: .global()) { completion() }
}

private final class Backup: @unchecked Sendable {  // Its properties never change.
    let photos = DispatchGroup()
    private let upload: Upload

    init(_ upload: @escaping Upload) { self.upload = upload }

    func start(_ photo: [UInt8]) {
        photos.enter()
        upload(photo) { [self] error in
            if error == nil { photos.leave() } else { tryAgain(photo) }
        }
    }

    private func tryAgain(_ photo: [UInt8]) {
        upload(photo) { [photos] _ in photos.leave() }
    }
}
