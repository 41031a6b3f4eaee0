import Dispatch

/// A reader may use the picture as soon as it is ready. The writer says so before it is.
final class Picture: @unchecked Sendable {
    var isReady = false
    var width = 0
}

func scenario() -> Int {
    let picture = Picture(), group = DispatchGroup()
    final class Seen: @unchecked Sendable { var width = 80 }
    let seen = Seen()
    DispatchQueue.global().async(group: group) {
        picture.isReady = true
        picture.width = 80
    }
    DispatchQueue.global().async(group: group) {
        if picture.isReady { seen.width = picture.width }
    }
    group.wait()
    return seen.width
}

func allowed(_ width: Int) -> Bool { width == 80 }
