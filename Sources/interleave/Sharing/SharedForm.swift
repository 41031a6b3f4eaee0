import ArgumentParser
import System

/// The form in which a verdict is handed on.
enum SharedForm: String, CaseIterable, ExpressibleByArgument {
    /// The binary trace of the schedule, for `interleave view`.
    case trace
    case markdown

    /// The form that the end of a file's name asks for: "bank.html"; nil: it asks for none.
    init?(nameOfFile name: String) {
        switch name.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased() {
        case "md", "markdown": self = .markdown
        default: return nil
        }
    }
}

extension SharedForm {
    /// The files that it replaces without a question.
    var kind: ReplacedFile.Kind {
        switch self {
        case .trace: .trace
        case .markdown: ReplacedFile.Kind("a verdict in Markdown", beginningWith: "<!-- Interleave: a verdict -->")
        }
    }
}
