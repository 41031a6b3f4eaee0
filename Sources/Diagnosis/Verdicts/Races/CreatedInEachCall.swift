import Explorer

/// A lock or a queue that a function creates in each call: it does not exclude other threads,
/// because every call has its own.
extension Scene {
    /// - Parameters:
    ///   - one: the place where a thread has acquired its lock, with the callers.
    ///   - other: the place where the other has acquired another lock.
    func createdInEachCall(_ one: [UInt], _ other: [UInt]) -> IneffectiveProtection? {
        guard let place = source.position(one), source.position(other)?.line == place.line,
            let name = source.receiver(one, of: ["lock", "withLock", "wait", "lockForWriting", "lock(before"]) ?? argument(place.text),
            let made = source.declaration(of: name, above: place), Self.locks.contains(where: made.text.contains)
        else { return nil }
        return IneffectiveProtection(
            words:
                "Both acquire `\(name)` in \(quote(one)), but these are different locks. `\(made.text)` (\(source.words(made))) makes a new lock in each call of the function. A lock that only one thread can reach protects nothing.",
            hint:
                "Create the lock once, where the variable is: as a `let` property of the same object, or as a global `let`. Then all threads acquire the same one."
        )
    }

    /// Two queues, each created by the line that submits the blocks, or above it in the same
    /// function.
    func queueCreatedInEachCall(_ one: UInt64, _ other: UInt64) -> IneffectiveProtection? {
        let queues = [one, other].map { number in log.entries.first { $0.event == .queueCreated && $0.object == number } }
        guard let first = queues[0], let second = queues[1], let made = source.position(first.places),
            source.position(second.places)?.line == made.line, made.text.contains("let ") || made.text.contains("var "),
            made.text.contains("DispatchQueue("), first.places.first == second.places.first, source.isInFunction(made)
        else { return nil }
        return IneffectiveProtection(
            words:
                "Each is in a block of a serial queue, but these are two queues. `\(made.text)` (\(source.words(made))) makes a new queue in each call of the function. Each queue runs its own blocks one after the other. The two queues run at the same time.",
            hint:
                "Create the queue once, where the variable is: as a `let` property of the same object, or as a global `let`. Then all blocks are on the same queue."
        )
    }

    private static let locks = ["Lock(", "Mutex(", "Semaphore(", "NSCondition(", "pthread_mutex_t("]

    /// "lock" of `pthread_mutex_lock(&lock)`.
    private func argument(_ text: String) -> String? {
        guard let call = text.firstRange(of: "_lock(&") else { return nil }
        let name = text[call.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.isEmpty ? nil : String(name)
    }
}

extension SourceIndex {
    /// The line above a place, in the same function, that declares a local variable.
    func declaration(of name: String, above place: Position) -> Position? {
        guard !name.contains(".") else { return nil }
        var line = place, depth = 0
        while line.line > 0 {
            let text = line.text
            // Declarations in blocks that have ended above are not visible below.
            if line.line < place.line { depth += text.count { $0 == "}" } - text.count { $0 == "{" } }
            if depth <= 0 {
                for word in ["let", "var"] where text.hasPrefix("\(word) \(name) =") || text.hasPrefix("\(word) \(name):") {
                    return isInFunction(line) ? line : nil
                }
                if text.contains("func \(name)") { return nil }
            }
            if Self.beginsFunction(text), depth < 0 { return nil }
            line.line -= 1
        }
        return nil
    }

    /// Whether a line is in a function, and not directly in a type or at the top of the file.
    func isInFunction(_ place: Position) -> Bool {
        var line = place, depth = 0
        line.line -= 1
        while line.line > 0 {
            let text = line.text
            depth += text.count { $0 == "}" } - text.count { $0 == "{" }
            if depth < 0 {
                if Self.beginsFunction(text) { return true }
                if ["class ", "struct ", "actor ", "enum ", "extension "].contains(where: text.contains) { return false }
                depth = 0
            }
            line.line -= 1
        }
        return false
    }

    private static func beginsFunction(_ text: String) -> Bool {
        text.contains("func ") || text.contains("init(") || text.hasPrefix("deinit") || text.hasPrefix("get ") || text.hasPrefix("set ")
    }
}
