// Refused by: returns after the last download
// Verdict: tooEarly
// Because: when the loop has found a slot for the last photo, its download has only started.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit)
    for name in names {
        freeSlots.wait()
        DispatchQueue.global().async {
            defer { freeSlots.signal() }
            try? download(name)
        }
    }
}
