import Dispatch

final class Cell {
    var first = 0, second = 0, third = 0, fourth = 0
}

/// Leaves much memory behind, which others get.
func fill() {
    let cells = (0..<40).map { _ in Cell() }
    for cell in cells { (cell.third, cell.fourth) = (3, 4) }
}

/// Blocks lie where objects of other threads lay: that is no meeting.
func scenario() -> Int {
    let group = DispatchGroup(), queue = DispatchQueue.global(), cell = Cell()
    fill()
    queue.async(group: group) { fill() }
    queue.async(group: group) {
        fill()
        for _ in 0..<20 {
            queue.async(group: group) { _ = cell.first }
        }
    }
    group.wait()
    return cell.first
}

func allowed(_ result: Int) -> Bool { result == 0 }
