/// Turns the times of records into nanoseconds since the trace's start.
struct TraceClock: Equatable {
    private let start: UInt64
    private let nanosecondsPerTick: Double
    /// Later than this no run can be (about two years): a record that says so is damaged.
    static let latest: Int64 = 1 << 56

    /// A clock that must run this long (in nanoseconds) before its two readings say more than the recorder's own estimate.
    private static let shortest = 1_000_000.0

    /// - Parameters:
    ///   - chunks: their pairs of readings are used when the process never wrote its end.
    init(_ header: TraceHeader, chunks: [Chunk], damage: inout DamageLog) {
        start = header.startTicks
        guard header.countsTicks else {
            nanosecondsPerTick = 1
            return
        }
        var pairs = [(ticks: header.endTicks, nanoseconds: header.endNanoseconds)]
        if let latest = chunks.max(by: { $0.ticks < $1.ticks }) { pairs.append((latest.ticks, latest.nanoseconds)) }
        for pair in pairs where pair.ticks > header.startTicks && pair.nanoseconds > header.startNanoseconds {
            let nanoseconds = Double(pair.nanoseconds - header.startNanoseconds)
            let rate = nanoseconds / Double(pair.ticks - header.startTicks)
            if nanoseconds >= Self.shortest, Self.isPlausible(rate) {
                nanosecondsPerTick = rate
                return
            }
        }
        let estimate = 1e9 / Double(max(header.ticksPerSecond, 1))
        if Self.isPlausible(estimate) {
            nanosecondsPerTick = estimate
        } else {
            nanosecondsPerTick = 1
            damage.note("byte 72: the clock's rate is not known, so times are shown in ticks")
        }
    }

    /// Counters tick from 1 MHz to 100 GHz.
    private static func isPlausible(_ nanosecondsPerTick: Double) -> Bool { nanosecondsPerTick >= 0.01 && nanosecondsPerTick <= 1000 }

    /// Nanoseconds since the start; 0 for what is before it, nil for a time that cannot be.
    @inline(__always) func nanoseconds(_ ticks: UInt64) -> Int64? {
        let elapsed = Int64(bitPattern: ticks &- start)
        if elapsed <= 0 { return 0 }
        let time = nanosecondsPerTick == 1 ? Double(elapsed) : Double(elapsed) * nanosecondsPerTick
        if time >= Double(Self.latest) { return nil }
        return nanosecondsPerTick == 1 ? elapsed : Int64(time)
    }
}
