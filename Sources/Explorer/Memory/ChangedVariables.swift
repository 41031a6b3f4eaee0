import CInterposition

/// The program's global variables: each execution begins with the values that they had before the
/// first.
struct ChangedVariables {
    /// A word of a variable before it was changed.
    private struct Saved: BitwiseCopyable {
        var word: UInt
        var value: UInt64
    }

    private var words: Storage<Saved>
    /// The variables that are saved as a whole, by their addresses.
    private var whole: WordTable

    @inline(__always)
    init(reusing old: Self?) {
        words = Storage(reusing: old?.words)
        whole = WordTable(reusing: old?.whole)
    }

    func deallocate() {
        words.deallocate()
        whole.deallocate()
    }

    mutating func append(_ word: UInt, _ value: UInt64) { words.append(Saved(word: word, value: value)) }

    /// - Returns: whether it is the first time that this variable is to be saved as a whole.
    mutating func beginWhole(_ address: UInt) -> Bool {
        if whole.contains(address) { return false }
        whole.set(whole.slot(of: address), to: 1)
        return true
    }

    /// Restores what the execution has changed.
    mutating func restore() {
        for index in (0..<words.count).reversed() {
            guard let word = UnsafeMutablePointer<UInt64>(bitPattern: words[index].word) else { continue }
            // (A word that the program cannot change, such as one of its code, is still as it was:
            // the program's write has trapped.)
            if word.pointee != words[index].value { word.pointee = words[index].value }
        }
        words.removeAll()
    }
}

extension Execution {
    /// Saves a word of a variable before it is changed for the first time.
    func save(_ word: UInt) {
        guard interleave_is_data_of_program(word), !exploration.variables.isCache(word),
            let pointer = UnsafePointer<UInt64>(bitPattern: word)
        else { return }
        changedVariables.append(word, pointer.pointee)
    }
}
