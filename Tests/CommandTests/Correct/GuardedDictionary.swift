import Foundation

/// Counts words: each thread its own part, then all of them into one dictionary under a lock.
final class WordCount {
    private let lock = NSLock()
    private var counts: [String: Int] = [:]

    func count(_ text: String) {
        var own: [String: Int] = [:]
        for word in text.split(separator: " ") { own[String(word), default: 0] += 1 }
        lock.withLock { counts.merge(own, uniquingKeysWith: +) }
    }

    subscript(word: String) -> Int { lock.withLock { counts[word] ?? 0 } }
}

func scenario() -> String {
    let counts = WordCount()
    let texts = ["the cat and the dog", "the bird"]
    DispatchQueue.concurrentPerform(iterations: texts.count) { counts.count(texts[$0]) }
    return "\(counts["the"]) \(counts["cat"]) \(counts["fish"])"
}

func allowed(_ text: String) -> Bool { text == "3 1 0" }
