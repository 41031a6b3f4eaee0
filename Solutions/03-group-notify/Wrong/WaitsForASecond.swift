// Refused by: right in every interleaving
// Verdict: tooEarly
// Points: at most 6
// Says: orders nothing, because a download can take longer
// Says not: call `enter`
// Says not: You have done it without
// Because: a second is usually enough, but that is not certain.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    for name in names {
        download(name) { _ in }
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: completion)
}
