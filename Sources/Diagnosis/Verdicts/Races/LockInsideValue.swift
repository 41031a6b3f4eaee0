import Explorer

extension Scene {
    /// A mutating method that acquires a lock inside: the access to the whole value begins before
    /// the method does, and so before the lock.
    func lockInsideValue(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> IneffectiveProtection? {
        for access in [one, other] where access.writes {
            let stack = stack(access)
            for call in source.positions(stack) {
                for match in call.text.matches(of: /([A-Za-z_][\w.]*)\.([A-Za-z_]\w*)\(/) {
                    guard let method = source.mutatingMethod(String(match.2), in: call.file), method.locks else { continue }
                    return IneffectiveProtection(
                        words:
                            "`\(match.2)()` is a mutating method of a struct, and it acquires a lock inside (\(source.words(method.position))). But the call in \(quote(at: call)) changes the whole value `\(match.1)`. This access begins before the method acquires the lock, and ends after the method has released it.",
                        hint:
                            "Make the type a class. Then the call no longer changes the variable that holds it, and the lock protects every change. Or move the lock to the owner of the variable: lock, call the method, unlock. Or use `Mutex<\u{2026}>` around the struct.",
                        standsAlone: true)
                }
            }
        }
        return nil
    }

    private func quote(at position: SourceIndex.Position) -> String { "`\(position.text)` (\(source.words(position)))" }
}

extension SourceIndex {
    /// Every place of a stack that is in the files, innermost first.
    func positions(_ stack: [UInt]) -> [Position] { stack.compactMap { position([$0]) } }

    /// The declaration of a mutating method, and whether its body locks; nil if there is none, or
    /// several.
    func mutatingMethod(_ name: String, in file: File) -> (position: Position, locks: Bool)? {
        let lines = file.lines.indices.filter { file.lines[$0].contains("mutating func \(name)(") }
        guard lines.count == 1, let first = lines.first else { return nil }
        var depth = 0, hasBegun = false, locks = false
        for index in first..<file.lines.count {
            var text = file.lines[index]
            if index == first, let start = text.firstRange(of: "mutating func \(name)(") { text = text[start.lowerBound...] }
            if text.contains(".lock()") || text.contains(".withLock") || text.contains(".wait()") { locks = true }
            for letter in text where letter == "{" || letter == "}" {
                depth += letter == "{" ? 1 : -1
                hasBegun = true
            }
            if hasBegun && depth <= 0 { break }
        }
        return (Position(file: file, line: first + 1), locks)
    }
}
