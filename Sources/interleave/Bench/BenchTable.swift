extension BenchCommand {
    /// The figures as a table, with the target beside each.
    static func table(_ figures: [Figure]) -> String {
        let header = ["figure", "measured", "baseline", "ratio", "target", ""]
        let rows = figures.map { figure in
            [
                figure.name, "\(number(figure.value)) \(figure.unit)", "\(number(figure.baseline)) (\(figure.baselineName))",
                "\(number(figure.ratio, places: 3))×",
                figure.target.of == .ratio
                    ? "at most \(number(figure.target.atMost))×" : "at most \(number(figure.target.atMost)) \(figure.unit)",
                isDebugBuild ? "not judged" : figure.isReached ? "reached" : "MISSED",
            ]
        }
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        return ([header] + rows).map { row in
            var line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// About three digits that count; below ten as many behind the point as `places` says.
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
