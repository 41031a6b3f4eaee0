// Refused by: n downloads run at the same time
// Verdict: notParallel
// Points: at most 4
// Says: – never more than n at the same time
// Because: a plain loop never exceeds a limit, because it runs one download at a time.
import Dispatch

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    for name in names {
        do {
            try download(name)
        } catch {
            print("\(name) is missing: \(error)")
        }
    }
}
