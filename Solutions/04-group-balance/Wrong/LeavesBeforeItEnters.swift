// Refused by: right in every interleaving
// Verdict: tooEarly
// Points: at most 5
// Says: between `leave` and the next `enter`
// Says: interleave replay
// Says: – completes after a second try
// Because: enter and leave are balanced, but the group can be empty between the two tries.
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
            uploads.leave()
            if error != nil {
                uploads.enter()
                upload(photo) { _ in uploads.leave() }
            }
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
