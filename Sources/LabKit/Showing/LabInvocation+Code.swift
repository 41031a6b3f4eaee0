import Narration
import Terminal

// The code that a question is about: before the guess alone, and with the answer beside what happened there.

extension LabInvocation {
    /// The heading of a variant. Its description comes after the guess, because it often says what happens.
    func head(_ variant: Variant<Parameters>) {
        paper.heading(variant.name, variant.prediction == nil ? variant.summary : "")
    }

    /// The description of a variant that asked a question, above its run.
    func caption(_ variant: Variant<Parameters>) {
        guard variant.prediction != nil else { return }
        paper.text("This variant: \(variant.summary).", .title, hanging: 2)
    }

    /// Shows the code that a question is about. A lab that runs without its source says where the code is.
    func show(codeOf prediction: Prediction) {
        guard let exhibit = prediction.code else { return }
        if let code = lab.code(of: exhibit) {
            paper.code(code)
        } else {
            let names = exhibit.parts.map { "`\($0.name)`" }.joined(separator: ", ")
            paper.text("The code is \(names) in the folder \(lab.path)/Scenario. It cannot be read here.", .faint, hanging: 2)
        }
        paper.gap()
    }

    /// The code of a question, and beside it what happened there in a run; nil if it has none, or if the source cannot be read.
    func code(of prediction: Prediction, in outcome: Outcome) -> CodeListing? {
        guard let exhibit = prediction.code, var code = lab.code(of: exhibit) else { return nil }
        let seen = LineNotes(shown(outcome.trace))
        for part in code.parts.indices {
            let file = String(code.parts[part].file.dropFirst(lab.path.count + 1))
            for index in code.parts[part].lines.indices {
                let line = code.parts[part].lines[index]
                let declared = prediction.notes(beside: line.text, outcome.claims)
                code.parts[part].lines[index].notes = declared ?? seen.notes(file: file, line: line.number)
            }
        }
        return code
    }
}

extension Lab {
    /// The lab's folder in the package: "Labs/Race".
    var path: String { folder.split(separator: "/").suffix(2).joined(separator: "/") }

    /// The lines that the question of a variant is about; empty if it has none, or if they cannot be read.
    func exhibitedParts(of variant: Variant<Parameters>) -> [ShownFiles.Part] {
        (variant.prediction?.code.flatMap(code)?.parts ?? []).compactMap { part in
            guard let file = part.file.split(separator: "/").last, let first = part.lines.first, let last = part.lines.last else {
                return nil
            }
            return .init(file: String(file), first: first.number, last: last.number)
        }
    }

    /// The lines of an exhibit; nil if the source cannot be read, or has no such declaration.
    func code(of exhibit: Exhibit) -> CodeListing? {
        guard var code = ScenarioSource.ofLab(folder, isStaging: { isStaging("\(folder)/\($0)") }).listing(of: exhibit) else {
            return nil
        }
        for index in code.parts.indices { code.parts[index].file = "\(path)/\(code.parts[index].file)" }
        return code
    }
}

extension Prediction {
    /// The declared words beside a line; nil if there are none, or if this run does not have their claim.
    func notes(beside line: String, _ claims: [Claim]) -> [String]? {
        let words = notes.filter { line.contains($0.line) }.compactMap { $0.filled(with: claims) }
        return words.isEmpty ? nil : words.filter { !$0.isEmpty }
    }
}

extension Prediction.Note {
    /// The words with the figures of the claims; nil if a claim was not made in this run.
    func filled(with claims: [Claim]) -> String? {
        var text = "", rest = words[...]
        while let begin = rest.firstIndex(of: "{"), let end = rest[begin...].firstIndex(of: "}") {
            let name = rest[rest.index(after: begin)..<end]
            guard let claim = claims.first(where: { $0.name == name }) else { return nil }
            text += rest[..<begin] + claim.result
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    /// The names of the claims in braces.
    var claims: [String] { words.matches(of: /{([^}]*)}/).map { String($0.1) } }
}
