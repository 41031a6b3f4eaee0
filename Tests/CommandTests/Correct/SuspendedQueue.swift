import Dispatch

/// A queue that is filled while it stands still, and set going when all is ready.
final class Orders {
    private let queue = DispatchQueue(label: "orders", attributes: .initiallyInactive)
    private var kitchen = "closed"
    private var served: [String] = []

    func order(_ dish: String) {
        queue.async { self.served.append("\(dish) (\(self.kitchen))") }
    }

    func open() {
        kitchen = "open"
        queue.activate()
    }

    func pause(while work: () -> Void) {
        queue.suspend()
        work()
        queue.resume()
    }

    var all: [String] { queue.sync { served } }
}

func scenario() -> [String] {
    let orders = Orders()
    orders.order("soup")
    orders.open()
    orders.pause { orders.order("fish") }
    return orders.all
}

func allowed(_ served: [String]) -> Bool { served == ["soup (open)", "fish (open)"] }
