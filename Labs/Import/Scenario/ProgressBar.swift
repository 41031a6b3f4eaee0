/// A bar that becomes longer, and the percentage beside it.
enum ProgressBar {
    static func text(_ line: Int, of lines: Int, width: Int = 40) -> String {
        let share = min(1, Double(line) / Double(max(1, lines))), full = Int(share * Double(width))
        return String(repeating: "#", count: full) + String(repeating: ".", count: width - full) + " \(Int(share * 100)) %"
    }
}

extension Stop {
    /// A row of the list: the name, and the place to 4 digits, about 10 meters.
    var text: String {
        let place = "\((latitude * 10_000).rounded() / 10_000), \((longitude * 10_000).rounded() / 10_000)"
        return name.prefix(40).padded(to: 42) + place
    }
}

extension Substring {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
