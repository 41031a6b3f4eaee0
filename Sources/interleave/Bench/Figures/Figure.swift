/// One measured figure, the baseline of the same run, and the target.
struct Figure: Encodable {
    /// The target value.
    struct Target: Encodable {
        /// The compared value.
        enum Subject: String, Encodable { case ratio, value }
        var of: Subject
        var atMost: Double?
        var atLeast: Double?

        func isReached(by value: Double) -> Bool { value <= atMost ?? .infinity && value >= atLeast ?? -.infinity }
    }

    var name: String
    var unit: String
    var value: Double
    /// The name of the baseline, and its value in the same unit.
    var baselineName: String
    var baseline: Double
    /// The figure as a multiple of its baseline; for paired runs, the median of the pairs' ratios.
    var ratio: Double
    var target: Target

    init(
        _ name: String, _ value: Double, _ unit: String, baseline: Double, _ baselineName: String, ratio: Double? = nil, target: Target
    ) {
        self.name = name
        self.value = value
        self.unit = unit
        self.baseline = baseline
        self.baselineName = baselineName
        self.ratio = ratio ?? (baseline > 0 ? value / baseline : 0)
        self.target = target
    }

    var isReached: Bool { target.isReached(by: target.of == .ratio ? ratio : value) }

    private enum CodingKeys: String, CodingKey { case name, unit, value, baselineName, baseline, ratio, target, reached }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(unit, forKey: .unit)
        try container.encode(value, forKey: .value)
        try container.encode(baselineName, forKey: .baselineName)
        try container.encode(baseline, forKey: .baseline)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(target, forKey: .target)
        try container.encode(isReached, forKey: .reached)
    }
}

extension [Double] {
    /// The median; 0 if there is none.
    var median: Double {
        guard !isEmpty else { return 0 }
        let ordered = sorted()
        let middle = ordered.count / 2
        return ordered.count.isMultiple(of: 2) ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[middle]
    }
}
