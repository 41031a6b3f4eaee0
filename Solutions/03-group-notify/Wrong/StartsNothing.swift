// Refused by: completes after the last download
// Verdict: missing
// Points: at most 0
// Says: never called `download`
// Says not: had ended
// Because: `completion` must come after the downloads, but none was started.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
}
