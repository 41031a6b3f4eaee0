import Dispatch
import Foundation

/// A value with shared storage that copies itself when it is written to while somebody else uses it too.
struct Canvas {
    private final class Storage {
        var pixels: (Int, Int)
        init(_ pixels: (Int, Int)) { self.pixels = pixels }
    }

    private var storage = Storage((0, 0))

    var sum: Int { storage.pixels.0 + storage.pixels.1 }

    mutating func paint(_ colour: Int) {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.pixels) }
        storage.pixels.0 += colour
        storage.pixels.1 += colour
    }
}

final class Studio {
    private let lock = NSLock()
    private var canvas = Canvas()

    var copy: Canvas { lock.withLock { canvas } }
    func paint(_ colour: Int) { lock.withLock { canvas.paint(colour) } }
}

func scenario() -> String {
    let studio = Studio()
    let group = DispatchGroup()
    var seen = 0
    DispatchQueue.global().async(group: group) { seen = studio.copy.sum }
    DispatchQueue.global().async(group: group) { studio.paint(1) }
    group.wait()
    studio.paint(2)
    return "\(seen == 0 || seen == 2) \(studio.copy.sum)"
}

func allowed(_ text: String) -> Bool { text == "true 6" }
