// Refused by: each index, whatever the count
// Verdict: missing
// Points: at most 0
// Says: `body` was never called
// Says: – returns when all is done
// Because: an empty function costs nothing, but it also does nothing.
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
}
