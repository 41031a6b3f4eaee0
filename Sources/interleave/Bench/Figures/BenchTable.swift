extension BenchCommand {
    /// The figures as a table, each with its target.
    static func table(_ figures: [Figure]) -> String {
        let header = ["figure", "measured", "baseline", "ratio", "target", ""]
        let rows = figures.map { figure in
            [
                figure.name, "\(number(figure.value)) \(figure.unit)", "\(number(figure.baseline)) (\(figure.baselineName))",
                "\(number(figure.ratio, places: 3))×",
                target(figure),
                isDebugBuild ? "not judged" : figure.isReached ? "reached" : "MISSED",
            ]
        }
        return ResultTable.aligned([header] + rows)
    }

    private static func target(_ figure: Figure) -> String {
        let unit = figure.target.of == .ratio ? "×" : " \(figure.unit)"
        if let least = figure.target.atLeast { return "at least \(number(least))\(unit)" }
        return figure.target.atMost.map { "at most \(number($0))\(unit)" } ?? ""
    }

    /// About three significant digits; below ten, as many decimals as `places` says.
    private static func number(_ value: Double, places least: Int = 2) -> String {
        let places = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 0.1 ? least : 4
        let scale = [1, 10, 100, 1_000, 10_000][places]
        let scaled = Int((value * Double(scale)).rounded())
        guard places > 0 else { return String(scaled) }
        var fraction = String(abs(scaled) % scale)
        fraction = String(repeating: "0", count: places - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return (value < 0 ? "-" : "") + String(abs(scaled) / scale) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
