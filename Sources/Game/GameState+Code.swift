import Words

/// The program's code in a game.
extension GameState {
    /// The lines around the next step of a thread. The digits of the threads stand before the line of their next step.
    /// - Parameters:
    ///   - chosen: the thread, as an index of `next`.
    ///   - most: lines at most.
    public func code(around chosen: Int, width: Int, atMost most: Int) -> [String] {
        let step = next.indices.contains(chosen) && next[chosen].line > 0 ? next[chosen] : next.first { $0.line > 0 }
        guard let file = files.first(where: { $0.name == step?.file }) ?? files.first else { return [] }
        let here = Dictionary(grouping: next.filter { $0.file == file.name && $0.line > 0 }, by: \.line)
            .mapValues { steps in steps.map { "\(Self.digit(of: $0))" }.joined(separator: ",") }
        // (As wide as all digits on one line, so that the code stays in its place.)
        let margin = min(8, max(1, next.map { "\(Self.digit(of: $0))" }.joined(separator: ",").count)), number = "\(file.lines.count)".count
        let first = max(0, min((step?.line ?? 1) - 1 - most / 2, file.lines.count - most))
        return file.lines.enumerated().dropFirst(first).prefix(most).map { index, text in
            let digits = cutText(here[index + 1] ?? "", to: margin), line = "\(index + 1)"
            func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - displayWidth(text))) + text }
            return cutText("\(right(digits, margin)) \(right(line, number))  \(text)", to: width)
        }
    }
}
