/// The delays of a real run: few, at steps that are chosen before it begins.
///
/// As in PCT (Burckhardt et al., 2010), the steps of a run are counted in the order in which they happen, and a thread that
/// comes to a chosen number gives way to the others. There it gets a lower priority; here it sleeps. Only steps count at which
/// an earlier run has seen two threads meet, as in TSVD (Li et al., 2019): others cannot change what happens.
struct ChaosDelays {
    private let places: Set<UInt>
    private var chosen: [Int: UInt32] = [:]
    /// The steps so far at these places.
    private(set) var steps = 0

    /// The shortest and the longest delay, in microseconds.
    static let shortest: UInt32 = 1_000, longest: UInt32 = 30_000

    init(_ order: ChaosOrder) {
        places = Set(order.places)
        guard order.delays > 0 else { return }
        var generator = SplitMix(state: order.seed)
        for _ in 0..<order.delays {
            let step = Int(generator.next() % UInt64(max(order.steps, 1)))
            // (Long and short ones are equally frequent: 1, 2, 4, … ms.)
            chosen[step] = min(Self.shortest << UInt32(generator.next() % 6), Self.longest)
        }
    }

    /// The delay before a step, in microseconds.
    mutating func delay(at place: UInt) -> UInt32 {
        guard places.isEmpty || places.contains(place) else { return 0 }
        steps += 1
        return chosen.isEmpty ? 0 : chosen[steps - 1] ?? 0
    }
}

/// Random numbers from a seed (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
