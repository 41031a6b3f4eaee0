import Dispatch
import Foundation

/// A service that answers later, on a thread of its own choice.
struct Service {
    func fetch(_ number: Int, completion: @escaping (Int) -> Void) {
        DispatchQueue.global().async { completion(number * number) }
    }
}

func scenario() -> [Int] {
    let service = Service()
    let group = DispatchGroup()
    let lock = NSLock()
    var answers: [Int: Int] = [:]
    for number in 1...2 {
        group.enter()
        service.fetch(number) { answer in
            lock.lock()
            answers[number] = answer
            lock.unlock()
            group.leave()
        }
    }
    group.wait()
    return answers.sorted { $0.key < $1.key }.map(\.value)
}

func allowed(_ answers: [Int]) -> Bool { answers == [1, 4] }
