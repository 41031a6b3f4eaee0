/// What the compiler said of an attempt.
///
/// Its words stay as they are where they are about the learner's file. Those about the file that calls the attempt would puzzle: they mean
/// that a declaration which the checks call is not there, or is another one, and that is what is said instead.
struct CompilerWords {
    private struct Remark {
        var isOfEntry: Bool
        var isError: Bool
        var text: String
    }

    private var remarks: [Remark] = []

    init(_ words: String, entry: String) {
        for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
            if let match = line.prefixMatch(of: #/(.*?):[0-9]+:[0-9]+: (error|warning|note):/#) {
                remarks.append(Remark(isOfEntry: match.1 == entry, isError: match.2 == "error", text: ""))
            } else if remarks.isEmpty {
                remarks.append(Remark(isOfEntry: false, isError: line.contains("error"), text: ""))
            }
            remarks[remarks.count - 1].text += line + "\n"
        }
    }

    /// A remark with the lines that it is about; the compiler shows their neighbours too, and links to its own book.
    private static func concise(_ text: String) -> String {
        var kept: [Substring] = []
        var shown: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.prefixMatch(of: #/ *[0-9]+ \| /#) != nil || line.prefixMatch(of: #/ *[0-9]+ \|$/#) != nil {
                shown = line
            } else if line.prefixMatch(of: #/ *\| /#) != nil {
                if let source = shown { kept.append(source) }
                shown = nil
                kept.append(line)
            } else if line.prefixMatch(of: #/\[#[A-Za-z]+\]: </#) == nil {
                kept.append(line)
            }
        }
        return kept.joined(separator: "\n")
    }

    /// What a learner needs of it.
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
            They need these declarations, as the exercise gives them; what stands inside is yours:
            \(signatures)

            """
    }
}
