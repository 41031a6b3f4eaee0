import Foundation
func scenario() -> Int {
    let array = NSArray(array: [1, 2, 3])
    return array.object(at: 5) as! Int
}
