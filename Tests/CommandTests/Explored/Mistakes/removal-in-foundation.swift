import Foundation
func scenario() -> Int {
    let d = NSMutableDictionary()
    let a = NSMutableArray()
    a.removeObject(at: 3)
    return d.count
}
