import Words
import FoundationEssentials

/// An attempt that differs from another file in a few lines, and is kept as these lines alone:
///
///     // From: the solution, without its comments
///     // Refused by: no reader runs during a write
///     // Verdict: race
///     // Because: the queue is concurrent, and the write is not a barrier.
///     @@
///     -        queue.async(flags: .barrier) { body(&self.value) }
///     +        queue.async { body(&self.value) }
///
/// The lines before the first `@@` are the attempt's first lines, without `From`. Each `@@` begins a change: `-` is a line to leave out,
/// `+` one to put in, and a space is before lines that stay, which say where. As in a patch, but without numbers of lines: the lines that
/// are there must be in the base, after the place of the last change, and only once. So an edit that fits to its base is never applied
/// to another place.
struct AttemptEdit {
    /// How the names of such files end.
    static let ending = ".diff"

    private struct Change {
        var old: [Substring] = []
        var new: [Substring] = []
    }

    private let path: String
    private let base: String
    private var header: [Substring] = []
    private var changes: [Change] = []

    /// - Parameter path: the file, for messages.
    /// - Throws: `ExplainedError` if it is not an edit.
    init(_ text: String, path: String) throws(ExplainedError) {
        self.path = path
        var base: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "@@" {
                changes.append(Change())
            } else if changes.isEmpty {
                if line.hasPrefix(Self.from) { base = String(line.dropFirst(Self.from.count)) } else { header.append(line) }
            } else {
                let last = changes.count - 1
                if line.first != "+" { changes[last].old.append(line.dropFirst()) }
                if line.first != "-" { changes[last].new.append(line.dropFirst()) }
                guard line.isEmpty || "+- ".contains(line.first ?? " ") else {
                    throw Self.mistake(path, "has the line “\(line)”", "Begin each line after @@ with +, - or a space.")
                }
            }
        }
        // The file ends with the end of a line.
        if !changes.isEmpty, text.hasSuffix("\n") {
            changes[changes.count - 1].old.removeLast()
            changes[changes.count - 1].new.removeLast()
        }
        guard let base, !changes.isEmpty else {
            throw Self.mistake(
                path, "does not say what it changes", "Begin it with // From: the starter. Each change begins with a line @@.")
        }
        self.base = base
    }

    private static let from = "// From: "
    private static let withoutComments = ", without its comments"

    /// The whole attempt.
    /// - Throws: `ExplainedError` if the base is missing, or if a change does not fit to it.
    func applied(in folder: ExerciseFolder) throws(ExplainedError) -> String {
        var lines = try baseLines(in: folder), next = 0
        for change in changes {
            let places = lines.indices.filter { $0 >= next && lines[$0...].starts(with: change.old) }
            guard !change.old.isEmpty, let place = places.first, places.count == 1 else {
                throw Self.mistake(
                    path,
                    "changes “\(change.old.joined(separator: "\n"))”, which is \(places.isEmpty ? "not" : "several times") in \(base)",
                    "Give lines that are there once, with the spaces before them.")
            }
            lines.replaceSubrange(place..<place + change.old.count, with: change.new)
            next = place + change.new.count
        }
        return (header + lines).joined(separator: "\n")
    }

    /// The lines of the base after its header.
    private func baseLines(in folder: ExerciseFolder) throws(ExplainedError) -> [Substring] {
        let isBare = base.hasSuffix(Self.withoutComments), name = isBare ? String(base.dropLast(Self.withoutComments.count)) : base
        let file: String
        switch name {
        case "the starter": file = folder.starterPath
        case "the solution": file = folder.solutionPath
        case let other where other.hasPrefix("Right/"): file = "\(folder.solutionFolder)/\(other).swift"
        default: throw Self.mistake(path, "begins from “\(base)”", "Begin from the starter, the solution, or Right/NAME.")
        }
        let lines = try ExerciseFolder.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
        if isBare { return lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") } }
        return Array(lines.drop { $0.hasPrefix("//") && !$0.hasPrefix("///") })
    }

    private static func mistake(_ path: String, _ what: String, _ cure: String) -> ExplainedError {
        ExplainedError(.badDeclaration, "\(path) \(what).", cure: cure)
    }
}
