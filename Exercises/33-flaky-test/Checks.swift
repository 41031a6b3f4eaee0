import ExerciseChecks
import Synchronization

/// Right code of two kinds: with a lock, and with an actor.
func passesOnRightCode() -> Mistake? {
    for isActor in [false, true] {
        switch result(isActor ? .noneInAnActor : .none) {
        case .passed: continue
        case .failed(let error): return Mistake("The code under test was right. But the test threw an error: \(error).")
        case .hung:
            return Mistake(
                "The code under test was right. But when nothing was left to happen, the test had not ended.", verdict: "deadlock",
                at: "func testLoadPhotos")
        case .spun: return restlessTest
        }
    }
    return nil
}

/// Photos are shown before a download has begun.
func failsIfTooEarly() -> Mistake? { missed(.tooEarly, "The photos were shown before they had been downloaded") }

/// Photos are shown in reversed order.
func failsIfInAnotherOrder() -> Mistake? { missed(.reversed, "The photos were shown in another order than the names") }

/// Photos are shown twice.
func failsIfTwice() -> Mistake? { missed(.twice, "The photos were shown twice") }

/// Nothing is shown.
func failsIfNeverShown() -> Mistake? { missed(.neverShown, "Nothing was shown") }

/// A failed download, whose place is left out.
func failsIfLeftOut() -> Mistake? { missed(.leftOut, "If a download failed, its place was left out") }

private let restlessTest = Mistake(
    "The test looked again and again, without an end.", verdict: "spins", at: "while ", try: "await the work itself, once.")

/// The mistake if the test does not fail on this code.
private func missed(_ code: CodeUnderTest, _ words: String) -> Mistake? {
    switch result(code) {
    case .failed: nil
    case .passed: Mistake("\(words), and the test passed.")
    case .hung: Mistake("\(words). When nothing was left to happen, the test had not ended.", verdict: "deadlock")
    case .spun: restlessTest
    }
}

private enum ResultOfTest { case passed, failed(String), hung, spun }

private func result(_ code: CodeUnderTest) -> ResultOfTest {
    let pauses = HeldCalls<Void>()
    let test = ProbeTask { try await testLoadPhotos { code.run($0, $1, $2, $3, pauses) } }
    // A second call comes when the test waits for it. If the test has ended, it is too late. (A test can call the code several times.)
    while code == .twice {
        _ = ProbeThread.allComeToRest()
        if test.hasEnded || pauses.held.isEmpty { break }
        for number in pauses.held { pauses.end(number, with: .success(())) }
    }
    guard test.wait() else {
        test.cancel()
        return ProbeThread.allComeToRest() ? .hung : .spun
    }
    return test.error.map { .failed("\($0)") } ?? .passed
}

/// Right code, and code with a planted bug. Each bug is there in every order.
private enum CodeUnderTest {
    case none, noneInAnActor, tooEarly, reversed, twice, neverShown, leftOut

    func run(
        _ names: [String], _ download: @escaping @Sendable (String) async throws -> String,
        _ background: (@escaping @Sendable () async -> Void) -> Void, _ show: @escaping @Sendable ([String]) -> Void,
        _ pauses: HeldCalls<Void>
    ) {
        if self == .tooEarly { show(names.map { _ in "" }) }
        let places = ArrivedPhotos(names.count), actor = ArrivedPhotosActor(names.count)
        for index in names.indices {
            background {
                let photo = try? await download(names[index])
                let all = self == .noneInAnActor ? await actor.put(photo, index) : places.put(photo, index)
                guard let all, self != .tooEarly, self != .neverShown else { return }
                switch self {
                case .reversed: show(all.map { $0 ?? "no photo" }.reversed())
                case .leftOut: show(all.compactMap { $0 })
                default: show(all.map { $0 ?? "no photo" })
                }
                guard self == .twice else { return }
                try? await pauses.call("between the two calls")
                show(all.map { $0 ?? "no photo" })
            }
        }
    }
}

/// The photos that have come so far.
private struct Arrivals {
    var photos: [String?]
    var left: Int

    init(_ count: Int) { (photos, left) = (Array(repeating: nil, count: count), count) }

    /// Returns all photos, if this was the last one.
    mutating func put(_ photo: String?, _ index: Int) -> [String?]? {
        photos[index] = photo
        left -= 1
        return left == 0 ? photos : nil
    }
}

private final class ArrivedPhotos: Sendable {
    private let arrivals: Mutex<Arrivals>
    init(_ count: Int) { arrivals = Mutex(Arrivals(count)) }
    func put(_ photo: String?, _ index: Int) -> [String?]? { arrivals.withLock { $0.put(photo, index) } }
}

private actor ArrivedPhotosActor {
    private var arrivals: Arrivals
    init(_ count: Int) { arrivals = Arrivals(count) }
    func put(_ photo: String?, _ index: Int) -> [String?]? { arrivals.put(photo, index) }
}
