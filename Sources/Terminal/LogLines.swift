import Narration

/// The sentences around one of them, for a part of a screen.
enum LogLines {
    /// The sentence with those before and after it, as many as the rows hold; it is marked.
    static func around(_ step: Int, in log: StepLog, width: Int, limit: Int, isASCII: Bool) -> [(step: Int, line: [Span])] {
        guard step >= 0, limit > 0 else { return [] }
        let layout = StepLog.Layout(width: width - 2, isASCII: isASCII)
        // All sentences that there can be room for, in one go.
        let range = max(0, step - limit)..<min(log.count, step + limit)
        var steps: [Step] = []
        log.forEach(in: range) { step in
            steps.append(step)
            return true
        }
        func lines(_ index: Int) -> [(step: Int, line: [Span])] {
            let mark = index == step ? (isASCII ? "> " : "▸ ") : "  "
            return log.lines(of: range.contains(index) ? steps[index - range.lowerBound] : log[index], layout).enumerated().map {
                row, line in
                (index, [Span(.subject, row == 0 ? mark : "  ")] + line)
            }
        }
        var result = Array(lines(step).prefix(limit))
        var before = step - 1
        var after = step + 1
        // Earlier sentences are above it, in a third of the rows; later ones fill the remaining
        // rows.
        let above = limit / 3
        var rowsAbove = 0
        while before >= 0, rowsAbove < above {
            let earlier = lines(before)
            guard rowsAbove + earlier.count <= max(above, 1), result.count + earlier.count <= limit else { break }
            result.insert(contentsOf: earlier, at: 0)
            rowsAbove += earlier.count
            before -= 1
        }
        while after < log.count, result.count < limit {
            result += lines(after).prefix(limit - result.count)
            after += 1
        }
        while before >= 0, result.count < limit {
            let earlier = lines(before)
            guard result.count + earlier.count <= limit else { break }
            result.insert(contentsOf: earlier, at: 0)
            before -= 1
        }
        return result
    }
}
