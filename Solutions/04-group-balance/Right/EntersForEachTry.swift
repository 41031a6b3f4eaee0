// Each try enters and leaves. The second try enters before the first one leaves, so the count
// never reaches zero in between.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    func attempt(_ photo: [UInt8], triesLeft: Int) {
        uploads.enter()
        upload(photo) { error in
            defer { uploads.leave() }
            if error != nil, triesLeft > 1 { attempt(photo, triesLeft: triesLeft - 1) }
        }
    }
    for photo in names.compactMap(load) { attempt(photo, triesLeft: 2) }
    uploads.notify(queue: .main, execute: completion)
}
