/// The cost of recording for the program: the same workload untraced and traced in turn, so that
/// both run under the same conditions.
enum CallsBench {
    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        let workload = try Workload()
        let steps = Int(try workload.run(["steps", "10000"], folder))
        return [
            try pairs("empty queue.async", "ns per block", ["async"], 1_000_000, atMost: 1.5, workload, folder),
            try pairs("uncontended queue.sync", "ns per call", ["sync"], 1_000_000, atMost: 1.6, workload, folder),
            try pairs("10 µs of work in a block", "ns per block", ["work"], 20_000, [String(steps)], atMost: 1.03, workload, folder),
        ]
    }

    private static func pairs(
        _ name: String, _ unit: String, _ words: [String], _ count: Int, _ rest: [String] = [], atMost: Double, _ workload: Workload,
        _ folder: borrowing BenchFolder
    ) throws -> Figure {
        let count = folder.count(count)
        let arguments = words + [String(count)] + rest
        var alone: [Double] = [], recorded: [Double] = []
        for pair in 0..<folder.rounds(9) {
            // The first one alternates: a drift during the measurement does not favour one side.
            for isRecorded in pair.isMultiple(of: 2) ? [false, true] : [true, false] {
                let time = try workload.run(arguments, recordingInto: isRecorded ? 64 << 20 : nil, folder) / Double(count)
                if isRecorded { recorded.append(time) } else { alone.append(time) }
            }
        }
        let ratios = zip(recorded, alone).map { $0 / max($1, 1e-9) }
        return Figure(
            "\(count) times \(name)", recorded.median, unit, baseline: alone.median, "not recorded", ratio: ratios.median,
            target: .init(of: .ratio, atMost: atMost))
    }
}
