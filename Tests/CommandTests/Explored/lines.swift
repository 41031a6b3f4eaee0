import Foundation
import Synchronization

final class Box: @unchecked Sendable {
    var a = 0
    var b = 0
    var o: Int? = 1
    var list: [Int] = []
    var text = ""
    var got: Int {
        get {
            a  // reads
        }
        set {
            b = newValue  // writes
        }
    }
    var seen = 0 {  // writes
        willSet {
            a = newValue  // writes
        }
        didSet {
            b = seen  // reads, writes
        }
    }
    @Twice var twice = 1  // reads
    subscript(_ i: Int) -> Int {
        a  // reads
    }

    func plain() {
        let v = a  // reads
        let w = b  // reads
        a = v + w  // writes
    }
    func printed() {
        print("")
        let v = a  // reads
        // a comment

        let w = b  // reads
        b = v + w  // writes
    }
    func multi() -> Int {
        let v = max(
            a,  // reads
            b  // reads
        )
        let w =
            a  // reads
        return v
            + a  // reads
            + w
    }
    func change() {
        a += 1  // reads, writes

        // nothing

        b += 1  // reads, writes
        list.append(  // writes
            a  // reads
        )
        text += "a"  // writes
    }
    func flow() {
        if a > 100 {  // reads
            b = 1
        } else if b > 1000 {  // reads
            a = 0
        } else {
            let v = a  // reads
            b = v  // writes
        }
        if let x = o {  // reads
            let w = b  // reads
            a = x + w  // writes
        }
        guard let y = o, y > 0 else {  // reads
            return
        }
        for i in 0..<1 {
            b += i  // reads, writes
        }
        for x in list {  // reads
            a = x  // writes
        }
        while a < 0 {  // reads
            a += 1
        }
        repeat {
            b -= 1  // reads, writes
        } while b > 1000  // reads
        switch a {  // reads
        case 1000:
            b = 0
        default:
            o = 3  // writes
        }
        defer {
            b = 7  // writes
        }
        do {
            let v = a  // reads
            b = v  // writes
        }
    }
    func closures() {
        let f = { [self] in
            let v = a  // reads
            b = v  // writes
        }
        f()
        let g = { [self] (x: Int) -> Int in
            a + x  // reads
        }
        b = g(1)  // writes
        DispatchQueue.global().sync {
            let v = a  // reads
            b = v  // writes
        }
    }
    func tuple() {
        let (x, y) = (a, b)  // reads
        a = x + y  // writes
        let z = a, u = b  // reads
        b = z + u  // writes
        let t = o ?? 1  // reads
        let c = a > 0 ? b : a  // reads
        b = t + c  // writes
    }
    func through() {
        let v = got
        got = v
        seen = 2
        let s = self[0]
        b = s  // writes
        let q = twice
        twice = q
        let k = self[keyPath: \.a]  // reads
        b = k  // writes
    }
    func inouts() {
        swap(
            &a,  // writes
            &b  // writes
        )
        inc(&a)
    }
    func inc(_ x: inout Int) {
        let v = x  // reads
        x = v + 1  // writes
    }
}
@propertyWrapper struct Twice {
    var value: Int
    init(wrappedValue: Int) { value = wrappedValue }
    var wrappedValue: Int {
        get {
            let v = value
            return v * 2
        }
        set {
            value = newValue / 2  // writes
        }
    }
}
nonisolated(unsafe) var shared = 0
func globals() {
    let v = shared  // reads
    shared = v + 1  // writes
    shared += 1  // reads, writes
}
actor Bank {
    var money = 0
    var log: [Int] = []
    func put() async {
        let v = money  // reads
        money = v + 1  // writes
        await Task.yield()
        let w = money  // reads

        money = w  // writes
        log.append(w)  // writes
    }
}
@MainActor
final class Model {
    var n = 0
    func bump() async {
        let v = n  // reads
        await Task.yield()
        n = v + 1  // writes
    }
    func plain() {
        let v = n  // reads
        n = v  // writes
    }
}
func work(_ box: Box, _ bank: Bank, _ model: Model) async {
    box.plain()
    box.printed()
    _ = box.multi()
    box.change()
    box.flow()
    box.closures()
    box.tuple()
    box.through()
    box.inouts()
    globals()
    await bank.put()
    await model.bump()
    await model.plain()
}
func scenario() async -> Int {
    let box = Box(), bank = Bank(), model = await Model()
    await Task { await work(box, bank, model) }.value
    await Task { await work(box, bank, model) }.value
    return 0
}
func allowed(_ x: Int) -> Bool { false }
