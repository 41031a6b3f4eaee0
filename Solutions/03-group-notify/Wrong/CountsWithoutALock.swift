// Refused by: right in every interleaving
// Verdict: race
// Points: at most 7
// Says: Downloads
// Says: `completion` is never called
// Says: interleave replay
// Says: – completes after the last download
// Because: if two downloads end at the same time, one decrement can be lost. That is rare.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    guard !names.isEmpty else { return DispatchQueue.main.async(execute: completion) }
    let downloads = Downloads(underWay: names.count)
    for name in names {
        download(name) { _ in
            downloads.underWay -= 1
            if downloads.underWay == 0 { DispatchQueue.main.async(execute: completion) }
        }
    }
}

private final class Downloads {
    var underWay: Int

    init(underWay: Int) { self.underWay = underWay }
}
