// Refused by: completes when a photo is missing
// Verdict: missing
// Points: at most 8
// Says: The group was entered 3 times and left 2 times
// Says: ✓ completes after a second try
// Because: the second try is balanced now, but a missing photo enters the group and never leaves it.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    for name in names {
        uploads.enter()
        guard let photo = load(name) else {
            print("\(name) is missing")
            continue
        }
        upload(photo) { error in
            guard error != nil else { return uploads.leave() }
            upload(photo) { _ in uploads.leave() }
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
