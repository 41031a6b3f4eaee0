import AfterScenario
import LabKit

/// A picture of the lateness of blocks: a bar for each range of milliseconds.
struct Histogram {
    private static let bounds = [0.0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]
    private static let widest = 40

    let lateness: Lateness
    let mark: String

    /// A row for the early blocks, and one for each range.
    var lines: [String] {
        let ranges = zip(Self.bounds, Self.bounds.dropFirst() + [.infinity])
        let early = [("early", lateness.early)]
        let rows = early + ranges.map { least, most in (Self.name(least, most), lateness.milliseconds.count { least <= $0 && $0 < most }) }
        return rows.map { name, count in
            let bar = String(repeating: mark, count: (count * Self.widest + lateness.count - 1) / max(lateness.count, 1))
            return padded(name, 14) + padded("\(count)", 4) + " " + bar
        }
    }

    private static func name(_ least: Double, _ most: Double) -> String {
        most.isInfinite ? "from \(short(least)) ms" : "\(short(least))-\(short(most)) ms"
    }

    private static func short(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }

    private func padded(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(width - text.count, 0)) + text }
}

extension OwnForm<AfterParameters> {
    /// The lateness of many blocks on an idle machine and on a busy one.
    static let histogram = OwnForm("--histogram", isChosen: \.histogram) { page in
        let blocks = 5 * page.setting.prompts
        func draw(_ title: String, _ lateness: Lateness) {
            page.line(title)
            for line in Histogram(lateness: lateness, mark: page.isASCII ? "#" : "█").lines { page.line(line) }
            page.line("")
        }
        page.line("How late do \(blocks) blocks begin that were submitted with asyncAfter?\n")
        draw("Other programs decide how busy the machine is:", showPrompts(blocks, after: page.setting.delay))
        draw("All cores are busy:", underLoad { showPrompts(blocks, after: page.setting.delay) })
        page.line("A block begins when it is due or later. It never begins early.")
    }
}
