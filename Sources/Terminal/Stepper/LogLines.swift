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
        func isFolded(_ index: Int) -> Bool { index != step && log.fold?.isFolded(index) == true }
        /// The folded sentences from one on, in a direction, and the line that stands for them.
        func folded(from index: Int, by direction: Int) -> (next: Int, line: (step: Int, line: [Span])) {
            var end = index
            while isFolded(end) { end += direction }
            let words = log.fold?.words(abs(end - index), isASCII: isASCII) ?? ""
            return (end, (min(index, end - direction), [Span(.number, "  \(words) (t)")]))
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
            if isFolded(before) {
                guard result.count < limit else { break }
                let fold = folded(from: before, by: -1)
                result.insert(fold.line, at: 0)
                (before, rowsAbove) = (fold.next, rowsAbove + 1)
                continue
            }
            let earlier = lines(before)
            guard rowsAbove + earlier.count <= max(above, 1), result.count + earlier.count <= limit else { break }
            result.insert(contentsOf: earlier, at: 0)
            rowsAbove += earlier.count
            before -= 1
        }
        while after < log.count, result.count < limit {
            if isFolded(after) {
                let fold = folded(from: after, by: 1)
                result.append(fold.line)
                after = fold.next
                continue
            }
            result += lines(after).prefix(limit - result.count)
            after += 1
        }
        while before >= 0, result.count < limit {
            if isFolded(before) {
                let fold = folded(from: before, by: -1)
                result.insert(fold.line, at: 0)
                before = fold.next
                continue
            }
            let earlier = lines(before)
            guard result.count + earlier.count <= limit else { break }
            result.insert(contentsOf: earlier, at: 0)
            before -= 1
        }
        return result
    }
}
