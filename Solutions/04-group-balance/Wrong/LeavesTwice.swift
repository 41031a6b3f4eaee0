// Refused by: completes after a second try
// Verdict: crash
// Points: at most 5
// Says: when two uploads fail once each
// Says: A group was left more often than it was entered
// Says: line 23 of LeavesTwice.swift
// Says: ✓ completes when a photo is missing
// Because: `defer` leaves after the first upload, and the second one leaves again.
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
            defer { uploads.leave() }
            if error != nil {
                upload(photo) { _ in uploads.leave() }
            }
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
