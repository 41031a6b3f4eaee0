import Dispatch

final class Range2D: @unchecked Sendable {
    var low = 0
    var high = 10
    func move(by distance: Int) {
        low += distance
        high += distance
    }
    var width: Int { high - low }
}

func scenario() -> Int {
    let range = Range2D(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        range.move(by: 5)
    }
    let width = range.width
    group.wait()
    return width
}

func allowed(_ width: Int) -> Bool { width == 10 }
