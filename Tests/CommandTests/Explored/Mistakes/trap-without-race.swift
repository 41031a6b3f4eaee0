import Foundation
nonisolated(unsafe) var hits = 0
nonisolated(unsafe) var list: [Int] = []
func scenario() -> Int {
    let t = Thread { hits += 1 }
    t.start()
    hits += 1
    let a = [1, 2]
    let i = a.count
    return a[i]
}
