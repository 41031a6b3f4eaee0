// Refused by: completes behind the last download
// Verdict: missing
// Points: at most 0
// Says: `download` was never called
// Says not: had ended
// Because: `completion` may not come before the downloads, and there are none.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
}
