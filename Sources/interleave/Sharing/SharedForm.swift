import ArgumentParser
import System

/// The form in which a verdict is handed on.
enum SharedForm: String, CaseIterable, ExpressibleByArgument {
    /// The binary trace of the schedule, for `interleave view`.
    case trace
    case markdown
    /// A page of one file.
    case html
    /// A drawing of the table, or of the timeline.
    case svg
    /// Lines that editors read, with each failure at its line.
    case gcc

    /// The form that the end of a file's name asks for: "bank.html"; nil: it asks for none.
    init?(nameOfFile name: String) {
        switch name.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased() {
        case "md", "markdown": self = .markdown
        case "html", "htm": self = .html
        case "svg": self = .svg
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
        case .html: .page
        case .svg: .drawing
        case .gcc: .problems
        }
    }
}

extension ReplacedFile.Kind {
    static let page = Self("a page of Interleave") { starts(of: $0, with: "<!DOCTYPE html>", and: "content=\"Interleave\"") }
    static let drawing = Self("a drawing of Interleave") { starts(of: $0, with: "<svg ", and: "<!-- Made by Interleave -->") }

    private static func starts(of bytes: [UInt8], with beginning: String, and mark: String) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix(beginning) && text.contains(mark)
    }
}
