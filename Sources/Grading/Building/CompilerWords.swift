/// The compiler's messages about an attempt.
///
/// Messages about the learner's file are unchanged. Messages about the file that calls the attempt
/// would confuse. They mean that a declaration which the checks call is missing or different, so
/// that is reported instead.
struct CompilerWords {
    private struct Remark {
        var isOfEntry: Bool
        var isError: Bool
        var text: String
    }

    private var remarks: [Remark] = []

    /// - Parameter entry: the end of the path of the file that calls the attempt.
    init(_ words: String, entry: String) {
        for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
            if let match = line.prefixMatch(of: #/(.*?):[0-9]+:[0-9]+: (error|warning|note):/#) {
                remarks.append(Remark(isOfEntry: match.1.hasSuffix(entry), isError: match.2 == "error", text: ""))
            } else if remarks.isEmpty {
                remarks.append(Remark(isOfEntry: false, isError: line.contains("error"), text: ""))
            }
            remarks[remarks.count - 1].text += line + "\n"
        }
    }

    /// A message with its lines. The compiler also shows neighbouring lines, and links to its own
    /// book.
    private static func concise(_ text: String) -> String {
        var kept: [Substring] = []
        var shown: Substring?
        let told = text.split(separator: "\n").first?.firstMatch(of: #/ ((error|warning|note): .*)/#)?.1
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.prefixMatch(of: #/ *[0-9]+ \| /#) != nil || line.prefixMatch(of: #/ *[0-9]+ \|$/#) != nil {
                shown = line
            } else if line.prefixMatch(of: #/ *\| /#) != nil {
                if let source = shown { kept.append(source) }
                shown = nil
                // The text below the source repeats the first line: a pointer is enough.
                let isTold = told.map { line.hasSuffix("- \($0)") } ?? false
                kept.append(isTold ? line.prefix { $0 == " " || $0 == "|" } + "^" : line)
            } else if line.prefixMatch(of: #/\[#[A-Za-z]+\]: </#) == nil {
                kept.append(line)
            }
        }
        return kept.joined(separator: "\n")
    }

    /// The part of it that a learner needs.
    func forLearner(_ exercise: Exercise) -> String {
        var text = remarks.filter { !$0.isOfEntry && !$0.text.allSatisfy(\.isWhitespace) }.map { Self.concise($0.text) }.joined()
        while text.hasSuffix("\n\n") { text.removeLast() }
        let needed = remarks.contains { $0.isOfEntry && $0.isError }
        let hasOwnError = remarks.contains { !$0.isOfEntry && $0.isError }
        guard needed, !hasOwnError else { return text }
        let signatures = exercise.signatures.map { "  \($0)" }.joined(separator: "\n")
        let first = remarks.first { $0.isOfEntry && $0.isError }?.text.split(separator: "\n").first ?? ""
        let reason = first.firstMatch(of: /error: (.*)/).map { " (\($0.1))" } ?? ""
        return """
            Your file compiles, but the checks cannot call it\(reason).
            They need these declarations, as the exercise gives them. Only their bodies are yours:
            \(signatures)

            """
    }
}
