import Foundation

final class Shelf: @unchecked Sendable {
    let condition = NSCondition()
    var books = 0

    func take() {
        condition.lock()
        if books == 0 {
            condition.wait()
        }
        precondition(books > 0)
        books -= 1
        condition.unlock()
    }

    func bring() {
        condition.lock()
        books += 1
        condition.signal()
        condition.unlock()
    }
}

/// Two readers, two books.
func ifNotWhile() {
    let shelf = Shelf()
    DispatchQueue.concurrentPerform(iterations: 3) { number in
        if number == 2 {
            shelf.bring()
            shelf.bring()
        } else {
            shelf.take()
        }
    }
}
