import Synchronization

/// Copies files, and counts them. A copy takes a moment.
public final class Disk: Sendable {
    private let copies = Atomic(0)
    private let halfway: Halfway

    public init(_ halfway: Halfway) { self.halfway = halfway }

    public var copied: Int { copies.load(ordering: .relaxed) }

    func copy(_ file: Int) {
        calculate()
        // The user cancels during the second file.
        if file == 2 { halfway.stop() }
        copies.add(1, ordering: .relaxed)
    }
}

/// About a millisecond.
func calculate() {
    _ = (0..<15_000).reduce(0) { $0 &* 31 &+ $1 }
}
