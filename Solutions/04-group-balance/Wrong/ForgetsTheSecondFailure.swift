// Refused by: completes after a second try
// Verdict: missing
// Says: when an upload fails twice
// Says: ✓ completes when a photo is missing
// Because: if the second upload fails too, no code path leaves the group.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    for name in names {
        guard let photo = load(name) else { continue }
        uploads.enter()
        upload(photo) { error in
            guard error != nil else { return uploads.leave() }
            upload(photo) { error in
                if let error {
                    print("\(name) is not backed up: \(error)")
                    return
                }
                uploads.leave()
            }
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
