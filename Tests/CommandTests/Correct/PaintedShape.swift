import Dispatch
import Foundation

protocol Shape {
    var area: Int { get }
}

struct Square: Shape {
    var side: Int
    var area: Int { side * side }
}

struct Frame: Shape {
    var outer: Int
    var inner: Int
    var title: String
    var area: Int { outer * outer - inner * inner }
}

/// Shows one shape at a time, whatever it is made of.
final class Canvas {
    private let queue = DispatchQueue(label: "canvas")
    private var shape: any Shape = Square(side: 1)

    func show(_ shape: any Shape) { queue.async { self.shape = shape } }
    func area() -> Int { queue.sync { shape.area } }
}

func scenario() -> Int {
    let canvas = Canvas(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) { canvas.show(Square(side: 5)) }
    DispatchQueue.global().async(group: group) { canvas.show(Frame(outer: 4, inner: 1, title: "a long title, kept elsewhere")) }
    group.wait()
    return canvas.area()
}

func allowed(_ area: Int) -> Bool { area == 25 || area == 15 }
