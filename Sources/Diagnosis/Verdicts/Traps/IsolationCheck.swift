import Words
import Explorer

/// Swift's check that code of an actor runs on that actor.
extension Scene {
    /// Code of the main actor was called on another thread, and Swift has stopped the program.
    func isolationCheck(_ task: Int, _ stack: [UInt], _ place: Explanation.Location?) -> Explanation? {
        let words = SafeText.line(finding.lastWords)
        guard let match = words.firstMatch(of: /@MainActor function at (\S+?):(\d+) was not called on the main thread/) else { return nil }
        let line = Int(match.2) ?? 0, position = source.position(inFileNamed: String(match.1), line: line)
        let what = position.map { "`\($0.text)` (\(source.words($0)))" } ?? "a closure in line \(line)"
        return explanation(
            "\(name(task).capitalizedFirst) runs code of the main actor, but not on the main thread: Swift stops the program.",
            [
                "The closure or function of \(what) was written in code of the main actor. Top-level code is code of the main actor, too. So Swift treats it as isolated to the main actor: it must run only on the main thread. \(name(task).capitalizedFirst) runs on another thread. In Swift 6 language mode, Swift checks this when the code begins.",
                others(),
            ],
            [
                position.map {
                    Explanation.Location(
                        task: name(task), file: $0.file.name, line: $0.line, what: "begins code of the main actor", source: $0.text,
                        callers: [])
                } ?? place
            ],
            hint:
                "If the closure does not use the main actor, write `{ @Sendable in … }`: it can then run on any thread. If it does, switch to the main actor: `Task { @MainActor in … }` or `DispatchQueue.main.async`."
        )
    }
}
