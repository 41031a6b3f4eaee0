// Refused by: uploads each photo, and a failed one twice
// Verdict: tooOften
// Because: each failed upload starts another one, also the second.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    func attempt(_ photo: [UInt8]) {
        upload(photo) { error in
            if error == nil { uploads.leave() } else { attempt(photo) }
        }
    }
    for name in names {
        guard let photo = load(name) else { continue }
        uploads.enter()
        attempt(photo)
    }
    uploads.notify(queue: .global(), execute: completion)
}
