import Foundation

/// A counter whose accesses the compiler does not instrument: they happen in functions of a type,
/// in the runtime, or in the standard library. Two threads add one each, with a lock or without.
public struct HiddenAccess: Sendable {
    public var name: String
    /// The counter's final value.
    public var run: @Sendable (_ isLocked: Bool) -> Int

    init(_ name: String, _ run: @escaping @Sendable (Bool) -> Int) {
        self.name = name
        self.run = run
    }

    public static let all: [HiddenAccess] = [
        HiddenAccess("a generic property") { isLocked in
            let box = Box(0)
            addTwice(isLocked) { add(1, to: box) }
            return box.value
        },
        HiddenAccess("a generic optional") { isLocked in
            let box = MaybeBox<Int>()
            addTwice(isLocked) { box.add(1) }
            return box.value ?? -1
        },
        HiddenAccess("an associated value of an enumeration") { isLocked in
            let cell = Cell<Int>()
            addTwice(isLocked) { cell.add(1) }
            return cell.number ?? -1
        },
        HiddenAccess("a part of a generic tuple") { isLocked in
            let pair = Pair(0)
            addTwice(isLocked) { pair.add(1) }
            return pair.parts.0
        },
        HiddenAccess("a property of a protocol's type") { isLocked in
            let canvas = Canvas(Square(area: 0))
            addTwice(isLocked) { canvas.shape = Square(area: canvas.shape.area + 1) }
            return canvas.shape.area
        },
        HiddenAccess("a property of any type") { isLocked in
            let box = Box<Any>(0)
            addTwice(isLocked) { box.value = (box.value as? Int ?? 0) + 1 }
            return box.value as? Int ?? -1
        },
        HiddenAccess("a global variable of a protocol's type") { isLocked in
            // Each execution finds its initial value.
            guard globalShape.area == 0 else { return -1 }
            addTwice(isLocked) { globalShape = Square(area: globalShape.area + 1) }
            return globalShape.area
        },
        HiddenAccess("a key path") { isLocked in
            let account = Account()
            addTwice(isLocked) { add(1, to: account, at: \.balance) }
            return account.balance
        },
        HiddenAccess("a generic variable that closures capture") { isLocked in sum(from: 0, adding: 1, isLocked) },
    ]
}

private func addTwice(_ isLocked: Bool, _ add: @escaping () -> Void) {
    let lock = NSLock()
    let one = { isLocked ? lock.withLock(add) : add() }
    concurrently([one, one])
}

private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

private func add<Number: AdditiveArithmetic>(_ number: Number, to box: Box<Number>) { box.value = box.value + number }

private final class MaybeBox<Number: AdditiveArithmetic> {
    var value: Number?
    func add(_ number: Number) { value = (value ?? .zero) + number }
}

private final class Cell<Number: AdditiveArithmetic> {
    enum Content {
        case nothing
        case number(Number)
    }

    private var content = Content.nothing

    func add(_ number: Number) { content = .number((self.number ?? .zero) + number) }
    var number: Number? { if case .number(let number) = content { number } else { nil } }
}

private final class Pair<Number: AdditiveArithmetic> {
    var parts: (Number, Int)
    init(_ number: Number) { parts = (number, 0) }
    func add(_ number: Number) { parts.0 = parts.0 + number }
}

private protocol Shape { var area: Int { get } }
private struct Square: Shape { var area: Int }

private final class Canvas {
    var shape: any Shape
    init(_ shape: any Shape) { self.shape = shape }
}

nonisolated(unsafe) private var globalShape: any Shape = Square(area: 0)

private func add(_ number: Int, to account: Account, at path: ReferenceWritableKeyPath<Account, Int>) {
    account[keyPath: path] = account[keyPath: path] + number
}

private func sum<Number: AdditiveArithmetic>(from start: Number, adding number: Number, _ isLocked: Bool) -> Number {
    var sum = start
    addTwice(isLocked) { sum = sum + number }
    return sum
}

/// Two generic properties of one object, each written by one thread only.
public func separateProperties() -> [Bool] {
    final class Flags<Flag> {
        var first: Flag, second: Flag
        init(_ flag: Flag) {
            first = flag
            second = flag
        }
        func setFirst(_ flag: Flag) { first = flag }
        func setSecond(_ flag: Flag) { second = flag }
    }
    let flags = Flags(false)
    concurrently([{ flags.setFirst(true) }, { flags.setSecond(true) }])
    return [flags.first, flags.second]
}

/// Two threads set a weak reference to one object or the other.
public func weakReference(isLocked: Bool) -> Bool {
    final class Watch { weak var target: Account? }
    let watch = Watch(), lock = NSLock(), first = Account(), second = Account()
    func aim(at account: Account) -> () -> Void {
        { if isLocked { lock.withLock { watch.target = account } } else { watch.target = account } }
    }
    concurrently([aim(at: first), aim(at: second)])
    return withExtendedLifetime((first, second)) { watch.target === first }
}

/// A thread waits for a generic value whose first byte does not change.
public func waitForGeneric() -> Int {
    let box = Box(0), read: (Box<Int>) -> Int = value(of:)
    concurrently([{ put(256, into: box) }, { while read(box) == 0 {} }])
    return box.value
}

private func put<Value>(_ value: Value, into box: Box<Value>) { box.value = value }
private func value<Value>(of box: Box<Value>) -> Value { box.value }

/// Two threads pass one variable as `inout` to a function that acquires a lock before it writes the
/// variable, if it does.
public func changedAcrossLock(writes: Bool) -> Int {
    let counter = Counter(), lock = NSLock()
    func add(to value: inout Int) {
        lock.withLock { if writes { value += 1 } }
    }
    concurrently([{ add(to: &counter.value) }, { add(to: &counter.value) }])
    return counter.value
}
