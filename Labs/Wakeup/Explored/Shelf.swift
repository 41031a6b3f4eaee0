/// Counts loaves. The bakery's lock protects it.
public final class Shelf: @unchecked Sendable {
    private var loaves = 0
    private(set) var missing = 0

    public init() {}

    var isEmpty: Bool { loaves == 0 }

    func put() { loaves += 1 }

    func take() {
        if loaves == 0 { missing += 1 } else { loaves -= 1 }
    }

    func isSeenEmpty(_ times: Int) {}
}
