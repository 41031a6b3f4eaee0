import Foundation

/// The bug: customers for bread and for cake wait for the same condition variable, and `signal` wakes any one of them.
final class SignallingCounter: Counter {
    private let goods: Goods
    private let changed = NSCondition()

    init(_ goods: Goods) { self.goods = goods }

    func buy(_ good: Good) {
        changed.lock()
        while goods.lack(good) { changed.wait() }
        goods.take(good)
        changed.unlock()
    }

    func bring(_ good: Good) {
        changed.lock()
        goods.put(good)
        changed.signal()
        changed.unlock()
    }
}

/// The fix: all of them are woken, and each of them looks.
final class BroadcastingCounter: Counter {
    private let goods: Goods
    private let changed = NSCondition()

    init(_ goods: Goods) { self.goods = goods }

    func buy(_ good: Good) {
        changed.lock()
        while goods.lack(good) { changed.wait() }
        goods.take(good)
        changed.unlock()
    }

    func bring(_ good: Good) {
        changed.lock()
        goods.put(good)
        changed.broadcast()
        changed.unlock()
    }
}

/// Two loaves come, and one signal.
final class TrayCounter: Sendable {
    private let goods: Goods
    private let changed = NSCondition()

    init(_ goods: Goods) { self.goods = goods }

    func buyBread() {
        changed.lock()
        while goods.lack(.bread) { changed.wait() }
        goods.take(.bread)
        changed.unlock()
    }

    func bringTwoLoaves() {
        changed.lock()
        goods.put(.bread)
        goods.put(.bread)
        changed.signal()
        changed.unlock()
    }
}

public enum Good: Sendable { case bread, cake }

protocol Counter: AnyObject, Sendable {
    init(_ goods: Goods)
    func buy(_ good: Good)
    func bring(_ good: Good)
}
