import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving: a buffer with room for one photo, or
// for two, and three threads.

/// One thread puts two photos, and two others take one each.
func twoConsumers() -> String {
    let buffer = PhotoBuffer(capacity: 1), consumers = DispatchGroup(), taken = Photos()
    for _ in 1...2 { DispatchQueue.global().async(group: consumers) { taken.add(buffer.take()) } }
    let arePut = [buffer.put("a"), buffer.put("b")]
    consumers.wait()
    return arePut == [true, true] ? "taken: \(taken.words)" : "put was refused"
}

/// Two threads put one photo each, and another one takes both.
func twoProducers() -> String {
    let buffer = PhotoBuffer(capacity: 1), producers = DispatchGroup(), taken = Photos()
    for photo in ["a", "b"] { DispatchQueue.global().async(group: producers) { _ = buffer.put(photo) } }
    taken.add(buffer.take())
    taken.add(buffer.take())
    producers.wait()
    return "taken: \(taken.words)"
}

/// There is room for both photos, and perhaps both consumers wait for them.
func twoConsumersAndRoom() -> String {
    let buffer = PhotoBuffer(capacity: 2), consumers = DispatchGroup(), taken = Photos()
    for _ in 1...2 { DispatchQueue.global().async(group: consumers) { taken.add(buffer.take()) } }
    let arePut = [buffer.put("a"), buffer.put("b")]
    consumers.wait()
    return arePut == [true, true] ? "taken: \(taken.words)" : "put was refused"
}

/// Two photos fill the buffer, and perhaps both producers wait for room.
func twoProducersAndNoRoom() -> String {
    let buffer = PhotoBuffer(capacity: 2), producers = DispatchGroup(), taken = Photos()
    for _ in 1...2 { _ = buffer.put("first") }
    for photo in ["a", "b"] { DispatchQueue.global().async(group: producers) { _ = buffer.put(photo) } }
    for _ in 1...4 { taken.add(buffer.take()) }
    producers.wait()
    return "taken: \(taken.words)"
}

/// The buffer is closed while two threads wait for photos.
func closedMeanwhile() -> String {
    let buffer = PhotoBuffer(capacity: 1), consumers = DispatchGroup(), taken = Photos()
    for _ in 1...2 { DispatchQueue.global().async(group: consumers) { taken.add(buffer.take()) } }
    buffer.close()
    consumers.wait()
    return "closed: \(taken.words)"
}

func allowed(_ outcome: String) -> Bool { outcome == "taken: a, b" || outcome == "closed: none" }

/// How often each photo was taken.
private final class Photos: Sendable {
    private let first = Atomic(0)
    private let second = Atomic(0)

    func add(_ photo: String?) {
        if photo == "a" { first.add(1, ordering: .relaxed) }
        if photo == "b" { second.add(1, ordering: .relaxed) }
    }

    /// "a, b", in the order of the names.
    var words: String {
        let all =
            Array(repeating: "a", count: first.load(ordering: .relaxed)) + Array(repeating: "b", count: second.load(ordering: .relaxed))
        return all.isEmpty ? "none" : all.joined(separator: ", ")
    }
}
